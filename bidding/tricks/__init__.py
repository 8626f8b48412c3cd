"""The tricks that a deal makes double dummy: solved deals, the released estimator and its scores.

Double dummy: all four hands are open and every player plays optimally.
"""
