"""Questions as jobs: admitted, computed by a worker, waited for."""
