"""The bidding application, in reading order; a stage imports only the stages before it.

1. ``domain``      the game itself: seats, cards, calls, auctions, play, scores (plain Python)
2. ``parsing``     text to domain objects and back
3. ``encoding``    domain objects to tensors; the only home of tensor widths
4. ``networks``    the bidder: a recurrent trunk with heads for hidden hands and the next call
5. ``tricks``      how many tricks a deal makes: solved deals, networks that estimate it
6. ``explaining``  network outputs to an ``Explanation``
7. ``training``    recorded auctions and solved deals to checkpoints and reports
8. ``models``, ``selectors``, ``measures``, ``services``   Django rows, what is read, what is
   counted for those who watch, what is done; ``pressure`` says how much may wait
9. ``batches``, ``keys``                     many questions at once; who may ask
   ``presence``, ``worker``                  which workers live, what such a process does;
   ``batching`` is its one thread that has the model
10. ``tasks``, ``api``, ``pages``, ``admin`` thin doors to the services; ``languages`` has the
   choice of words for pages, ``system_pages`` those on systems and the glossary
11. ``management``                           the commands: the site, training, ``explain``
"""
