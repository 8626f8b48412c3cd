"""A trainer that knows no bridge: optimiser, checkpoints, process group, temperature scaling."""
