"""Parsing of hands, calls, auctions and names as people type them.

Every ``parse_`` function raises a BridgeError with the fault and its position.
"""
