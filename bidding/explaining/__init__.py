"""Network outputs to an explanation a person can read.

1. ``distributions``  distributions, their intervals and facts, many at once
2. ``consistency``    hidden hands made consistent with each other
3. ``questions``      the views that an explanation needs, alternative systems included
4. ``beliefs``        the network's answers, as consistent probabilities; what similar hands call
5. ``surprise``       how unexpected calls and auctions are, how rare that is; systems they fit
6. ``wording``        the sentences, from the objects above
   ``meanings``       the meanings of calls in bridge terms
   ``advice``         reasons for suggested calls in bridge terms
7. ``explanation``    the answer's frozen objects and its JSON
   ``inference``      hidden hands refined by Bayes' rule, for a second answer
   ``analysis``       layouts, chances of contracts, comparisons of calls, reviews of boards
8. ``assembly``  ``options``  ``explainer``   from beliefs to answers
9. ``console``        tables for a terminal
10. ``agreements``    the documents on systems: the meanings of the calls of a convention card
"""
