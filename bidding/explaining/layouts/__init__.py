"""Layouts of the hidden cards, sampled given a viewer's hand and the auction.

``layout_proposal`` draws layouts from the chances in an explanation, each with its exact density;
``layout_likelihood`` computes the likelihood of the calls given the hands of a layout;
``layout_sampling`` combines the two into importance samples of the posterior.
"""
