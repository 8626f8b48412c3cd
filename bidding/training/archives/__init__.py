"""Archives of played boards, read and written as training data."""
