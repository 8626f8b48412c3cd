"""The exit status of a command that was stopped and can be resumed."""

INTERRUPTED = 130  # as shells give for Ctrl-C
