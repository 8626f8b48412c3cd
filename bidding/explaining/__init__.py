"""Network outputs to an explanation a person can read.

1. ``distributions``  distributions, their intervals and facts, many at once
2. ``consistency``    hidden hands made consistent with each other
3. ``questions``      the views that an explanation needs, alternative systems included
4. ``beliefs``        the network's answers, as consistent probabilities
5. ``surprise``       how unexpected calls and auctions are, how rare that is; systems they fit
6. ``promises``       what calls state, apart from what is usual
7. ``suggestion``     the suggested call, what similar hands call, and what an adviser predicts
   ``wording``        the sentences, from the objects above
   ``meanings``       the meanings of calls in bridge terms
   ``advice``         reasons for suggested calls in bridge terms
8. ``explanation``    the answer's frozen objects and its JSON
   ``inference``       hidden hands refined by Bayes' rule, for a second answer
   ``analysis``       layouts, chances of contracts, comparisons of calls, reviews of boards
9. ``assembly``  ``options``  ``explainer``   from beliefs to answers
10. ``console``       tables for a terminal
11. ``agreements``    the documents on systems: the meanings of the calls of a convention card
"""
