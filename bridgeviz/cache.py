"""The serializer of the cache: numbers, as Redis itself counts them, nothing that runs code."""

from __future__ import annotations


class NumbersOnly:
    """Django's Redis cache would pickle; here anything but a whole number is refused."""

    def dumps(self, value: object) -> int:
        """Return the number as it is. Raise TypeError for anything else."""
        if type(value) is not int:
            raise TypeError(f"the cache keeps whole numbers, not {type(value).__name__}")
        return value

    def loads(self, data: bytes) -> int:
        """Return the number."""
        return int(data)
