"""The REST interface: OpenAPI, problem documents, and thin views."""
