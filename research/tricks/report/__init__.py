"""Tables and pictures of the papers' networks."""
