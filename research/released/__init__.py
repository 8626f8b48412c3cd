"""What is released, measured: the tables of docs/model.md and docs/contracts.md."""
