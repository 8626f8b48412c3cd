"""How a long job that was stopped, and can be gone on with, ends."""

INTERRUPTED = 130  # the exit status that shells give to what Ctrl-C ended
