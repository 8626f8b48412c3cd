"""Jobs: submitted, admitted, sent, computed by a worker, waited for, and kept for a while.

``kinds`` says what tells kinds of jobs apart, ``states`` how many stand where and what may become
of one; ``registry`` knows the living workers, ``metrics`` counts; ``submission`` takes questions
or refuses them, ``prices`` says what they cost, ``shares`` what a client may take, ``dispatch``
sends tasks, ``compute`` answers, ``notifications`` is how one waits for an end, ``upkeep`` mends
and deletes; ``limits`` counts what clients ask, for web processes and nodes.
"""
