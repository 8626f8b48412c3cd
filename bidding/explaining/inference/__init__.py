"""Hidden hands by Bayes' rule: the heads' beliefs updated by the likelihood of the calls.

1. ``hand_proposal``    a proposal distribution of single hands, fitted to the heads' beliefs
2. ``hand_likelihood``  the likelihood of a player's calls given each of many hands
3. ``honours``          distributions of aces, kings and key cards from chances of single cards
4. ``posterior``        summaries of weighted hands, and their divergence from the heads' beliefs
5. ``hidden_rows``      the hidden hands of all moments, and which of them share draws
6. ``hand_sampling``    draws for those rows, with importance weights
7. ``refinement``       beliefs with the hidden hands refined where the posterior differs
"""
