"""The serializer of the cache, for integers only, as Redis counts them."""

from __future__ import annotations


class IntegerSerializer:
    """A serializer of integers; that of Django would pickle, and unpickling can run code."""

    def dumps(self, value: object) -> int:
        """Return the number as it is. Raise TypeError for anything else."""
        if type(value) is not int:
            raise TypeError(f"the cache keeps whole numbers, not {type(value).__name__}")
        return value

    def loads(self, data: bytes) -> int:
        """Return the number."""
        return int(data)
