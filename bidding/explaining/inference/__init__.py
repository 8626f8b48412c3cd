"""Hidden hands by Bayes' rule: what the call head knows of them and the other heads do not say.

1. ``proposal``    single hands drawn from what the heads say of them, with exact densities
2. ``weights``     how likely the call head finds a player's calls from each of these hands
3. ``holdings``    distributions of aces, kings and key cards from chances of single cards
4. ``posterior``   weighted hands summed up, and how far that is from what the heads say
5. ``rows``        which hands of which moments there are, and which share their draws
6. ``sampling``    draws of those rows, judged and weighed
7. ``refinement``  beliefs with the hidden hands refined where the two depart
"""
