"""What all operations share: clients and their limits, errors, parsing, responses, OpenAPI."""
