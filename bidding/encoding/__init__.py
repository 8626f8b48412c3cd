"""Domain objects and recorded auctions to tensors; the only home of tensor widths.

``layout`` states every width, ``auctions`` holds a batch of auctions and what follows
from the rules at each step, ``views`` writes what one player sees at one moment,
``targets`` what there was to predict, ``records`` reads the recorded auctions and
``positions`` turns domain positions into the same tensors.
"""
