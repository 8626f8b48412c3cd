"""What each system's calls show, as the model has learned it: a convention card for every system.

``card`` names the auctions, ``asking`` asks the model, ``held`` counts recorded auctions and
``departures`` tells what is published otherwise; ``documents`` has what the site shows of it.
"""
