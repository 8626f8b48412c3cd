"""Practice tables: two partners bid board after board, each from a seat that a token opens.

``seats`` opens tables, finds them by the tokens, and says which browser has a seat; ``auctions``
takes calls and boards and has robots call; ``upkeep`` deletes tables that nobody has used for long.

A table has no state beside its row. A request that finds a robot's turn asks for the robots' calls
as for any answer, and the first to see them stores them: whatever is lost meanwhile, the next
request goes on from the row.
"""
