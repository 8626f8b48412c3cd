"""The bidding application, in reading order; a stage imports only the stages before it.

1. ``domain``      the game itself: seats, cards, calls, auctions, play, scores (plain Python)
2. ``parsing``     text to domain objects and back
3. ``encoding``    domain objects to tensors; the only home of tensor widths
4. ``networks``    the bidder: a recurrent trunk with heads for hidden hands and the next call
5. ``explaining``  network outputs to an ``Explanation``
6. ``training``    recorded auctions to a checkpoint and a report
7. ``models``, ``selectors``, ``services``   Django rows, what is read, what is done; ``pressure``
                                             says how much may wait
8. ``presence``, ``worker``                  which workers live, what such a process does;
                                             ``batching`` is its one thread that has the model
9. ``tasks``, ``api``, ``pages``             thin doors to the services
10. ``management``                           the commands: the site, training, ``explain``
"""
