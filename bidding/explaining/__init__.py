"""Network outputs to an explanation a person can read.

1. ``distributions``  ``intervals``   what is said of a distribution, of one and of many
2. ``consistency``    the hidden hands made to fit the pack
3. ``questions``      the views that an explanation needs, other systems' included
4. ``beliefs``        the network's answers to them, as probabilities that agree
   ``closeness``      what hands close to the viewer's would call
5. ``systems``        each side's calls under every system, and which they look like
6. ``surprise``  ``scales``   how unexpected calls and auctions are, and how rare that is
7. ``tables``  ``humps``   many distributions side by side, summed up at once; those of two kinds
8. ``wording``        the sentences
9. ``explanation``    the answer's frozen objects and its JSON
   ``meanings``       what calls mean in the words of bridge
   ``inference``      the hidden hands refined by Bayes' rule, for a second answer
10. ``judging``  ``answers``  ``options``  ``explainer``   asks the network, puts all together
11. ``console``  ``table_2``     printed; paper P1's test case
12. ``recorded``  ``calibration``   whole files of auctions read the same way, to count scales
13. ``statements``    what calls mean by the books, and whether the model says so
14. ``agreements``    what the calls of a convention card show in each system
"""
