"""Jobs: submitted, admitted, sent, computed by a worker, waited for, and kept for a while.

``kinds`` says what tells kinds of jobs apart, ``states`` what may become of one; ``submission``
takes questions, ``dispatch`` sends tasks, ``compute`` answers, ``upkeep`` mends and deletes, and
``reading`` reads.
"""
