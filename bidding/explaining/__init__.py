"""Network outputs to an explanation a person can read.

``explanation`` holds the answer's frozen objects and its JSON, ``distributions`` the
intervals, ``consistency`` the hidden hands made to fit the pack, ``wording`` the sentences,
``explainer`` asks the network and puts everything together, ``console`` prints it.
"""
