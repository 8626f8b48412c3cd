"""How good answers are, on dev files: what is promised, graded, sampled and recognised."""
