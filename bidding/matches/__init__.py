"""Duplicate matches between bidders: the model, recorded robots, and programs of others.

``players`` reads who plays, ``bidders`` are the ones that bid here or were recorded, ``programs``
and ``bluechip`` those that run by themselves. ``boards`` are dealt or read, ``match`` has them bid
at two tables each, and ``results`` says what came of it.
"""
