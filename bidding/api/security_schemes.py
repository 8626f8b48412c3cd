"""How the OpenAPI document tells of those who ask; to import it is to register it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension


class BearerKeyScheme(OpenApiAuthenticationExtension):
    """How the OpenAPI document tells of keys."""

    target_class = "bidding.api.authentication.BearerKey"
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """A bearer token."""
        return {"type": "http", "scheme": "bearer", "description": "a key made by the admin"}


class SignedInScheme(OpenApiAuthenticationExtension):
    """How the OpenAPI document tells of those who have signed in."""

    target_class = "bidding.api.authentication.SignedIn"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The cookie of a session."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
