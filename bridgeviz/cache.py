"""What the cache keeps: numbers, as Redis itself counts them, and nothing that runs code."""

from __future__ import annotations


class NumbersOnly:
    """Django's Redis cache would pickle; here anything but a whole number is refused."""

    def dumps(self, value: object) -> int:
        """The number as it is. Raises TypeError for anything else."""
        if type(value) is not int:
            raise TypeError(f"the cache keeps whole numbers, not {type(value).__name__}")
        return value

    def loads(self, data: bytes) -> int:
        """The number."""
        return int(data)
