"""Jobs: submitted, admitted, sent, computed by a worker, waited for, and kept for a while.

``kinds`` says what tells kinds of jobs apart, ``states`` how many stand where and what may become
of one; ``registry`` knows the living workers, ``metrics`` counts; ``submission`` takes questions,
``prices`` says what they cost, ``admission`` refuses some, ``dispatch`` sends tasks, ``probes``
asks whether they arrive, ``compute`` answers, ``notifications`` is how one waits for an end,
``upkeep`` mends and deletes.
"""
