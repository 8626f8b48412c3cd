"""(2) Text to the game and back, faults told by place: ``plain`` is the door to all of it."""
