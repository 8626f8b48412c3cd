"""The agreements of each system as the model has learned them: a convention card.

``card`` lists the auctions, ``documents`` has what the site shows of them. The documents are
written by ``python -m research.meanings systems``.
"""
