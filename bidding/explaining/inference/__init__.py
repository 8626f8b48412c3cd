"""Hidden hands by Bayes' rule: the heads' beliefs updated by the likelihood of the calls.

1. ``hand_likelihood``  the hidden hands of all moments, and the likelihood of their calls
2. ``hand_sampling``    hands drawn by the heads' beliefs, weighted, and their summaries
3. ``refinement``       beliefs with the hidden hands refined where the posterior differs
"""
