"""Security schemes of the OpenAPI document, registered on import."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension


class BearerKeyScheme(OpenApiAuthenticationExtension):
    """The security scheme of keys."""

    target_class = "bidding.api.authentication.BearerKey"
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme of bearer tokens."""
        return {"type": "http", "scheme": "bearer", "description": "a key made by the admin"}


class SignedInScheme(OpenApiAuthenticationExtension):
    """The security scheme of sessions."""

    target_class = "bidding.api.authentication.SignedIn"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme of the session cookie."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
