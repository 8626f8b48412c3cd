"""Network outputs to an explanation a person can read.

1. ``distributions``  distributions and their intervals, single and many at once
2. ``consistency``    hidden hands made consistent with each other
3. ``questions``      the views that an explanation needs, alternative systems included
4. ``beliefs``        the network's answers, as consistent probabilities
   ``robustness``     the calls of hands similar to the viewer's
   ``call_values``    what an adviser predicts of the next calls
5. ``system_evidence``   the likelihood of each side's calls under every system
6. ``surprise``  ``scales``   how unexpected calls and auctions are, and how rare that is
7. ``tables``  ``modes``   facts about many distributions at once; bimodal ones
   ``promises``       what calls state, apart from what is usual
8. ``suggestion``     the calls to suggest, with their chances and values
   ``wording``        the sentences, from the objects above
   ``meanings``       the meanings of calls in bridge terms
   ``advice``         reasons for suggested calls in bridge terms
9. ``explanation``    the answer's frozen objects and its JSON
   ``importance``  ``inference``   hidden hands refined by Bayes' rule, for a second answer
   ``layouts``  ``analysis``   sampled layouts; chances of contracts and comparisons of calls
   ``review``   grades of the calls of a played board
10. ``assembly``  ``options``  ``explainer``   from beliefs to answers
11. ``console``       tables for a terminal
12. ``recorded_calls``  ``surprise_calibration``   recorded auctions, to calibrate surprise
13. ``agreements``    the documents on systems: the meanings of the calls of a convention card
"""
