"""What was measured, as Markdown tables, pictures and the page on the model."""
