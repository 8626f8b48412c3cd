"""The estimator of tricks from recipe and solved deals to weights and report."""
