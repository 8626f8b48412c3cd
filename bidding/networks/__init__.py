"""The bidder: what it is made of (``config``), how it runs (``bidder``), how it is kept (``checkpoint``)."""
