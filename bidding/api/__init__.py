"""The REST interface by subject: operations, each view with its part of the OpenAPI document."""
