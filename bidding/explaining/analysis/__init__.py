"""The deeper answer: which contracts make, and what each next call leads to.

``contracts`` has the scores; ``playing`` lets the model bid an auction to its end on given
layouts; ``lookahead`` compares calls by where they lead; ``tally`` adds up what parts of the
work found, so that it can be done piece by piece; ``analysis`` is the answer and ``analyst``
does the work.
"""
