"""Hidden hands by Bayes' rule: the heads' beliefs updated by the likelihood of the calls.

1. ``hand_likelihood``  the hidden hands of all moments, and the likelihood of their calls
2. ``hand_sampling``    hands drawn by the heads' beliefs, with importance weights
3. ``posterior``        honours in hands, and summaries of weighted hands
4. ``refinement``       beliefs with the hidden hands refined where the posterior differs
"""
