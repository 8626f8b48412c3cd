"""Layouts of the hidden cards that fit a viewer's hand and the auction.

``proposal`` draws layouts from the chances that an explanation gives, each with its exact
density; ``weighing`` says how likely the model finds every call of the hidden hands, given the
hands of a layout; ``sampling`` puts the two together: layouts with weights that stand for what
the auction shows.
"""
