"""Paper P1's arrangement of the bidder beside this project's: recipes, reports, tables."""
