"""Authentication by key or by session, and permission by scope.

Keys come as ``Authorization: Bearer KEY``. On a site closed to anonymous clients the page works
for users who have signed in; their unsafe requests must come from a page of this site.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from bidding import keys
from bidding.api.http import processor_time
from bidding.api.http.clients import client_of
from bidding.api.http.problems import Problem
from bidding.api.http.throttling import seconds_to_wait
from bidding.models import ApiKey

if TYPE_CHECKING:
    from rest_framework.views import APIView

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="BridgeViz"'}
WRONG_KEY = {"WWW-Authenticate": 'Bearer realm="BridgeViz", error="invalid_token"'}


class BearerKey(BaseAuthentication):
    """Authentication by a key in the Authorization header."""

    def authenticate(self, request: Request) -> tuple[None, ApiKey] | None:
        """Return the key's row; None without a bearer key, such as for a proxy's own log-in.

        Raise Problem 401 for an invalid key, and Throttled for too many of them: they count as
        requests of their address.
        """
        scheme, _, text = request.headers.get("Authorization", "").strip().partition(" ")
        if scheme.lower() != "bearer":
            return None
        key = keys.find(text.strip())
        if key is None:
            own = processor_time.seconds_to_wait(client_of(request._request))
            if wait := own or seconds_to_wait(request._request, "requests"):
                raise Throttled(wait)
            detail = "This key is unknown or has been revoked."
            raise Problem("unauthenticated", detail, headers=WRONG_KEY)
        return None, key

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of a 401 response."""
        return CHALLENGE["WWW-Authenticate"]


class SignedIn(BaseAuthentication):
    """Authentication by session, for requests from pages of this site."""

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser, None] | None:
        """Return the user; None without one, or for a request from another site's page."""
        user = getattr(request._request, "user", None)
        if user is None or not user.is_active:
            return None
        if request.method not in SAFE_METHODS and not _is_same_origin(request):
            return None
        return user, None


def _is_same_origin(request: Request) -> bool:
    """Return True if the request comes from a page of this site; browsers forge neither header."""
    site, origin = map(request.headers.get, ("Sec-Fetch-Site", "Origin"))
    scheme = "https" if request.is_secure() else "http"
    own = f"{scheme}://{request.get_host()}"
    return bool(origin == own if site is None else site == "same-origin" and origin in (None, own))


def _is_cross_site(request: Request) -> bool:
    """Return True if the request comes from a page of another site that is not allowed.

    Old browsers, and all on sites without TLS, name the page's origin alone. Of that the host
    counts: a proxy may have ended TLS without saying so.
    """
    site, origin = map(request.headers.get, ("Sec-Fetch-Site", "Origin"))
    host = (origin or "").partition("://")[2].lower()
    foreign = origin and host != request.get_host().lower()
    allowed = origin in settings.CORS_ALLOWED_ORIGINS
    cross = site == "cross-site" or foreign
    return bool(cross and request.method not in SAFE_METHODS and not allowed)


class ScopePermission(BasePermission):
    """Permission by the scope that a view names in ``scope``."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return True. Raise Problem 401 if a key is needed, and 403 if it does not suffice."""
        scope = getattr(view, "scope", None)
        if scope is None:
            return True
        if isinstance(request.auth, ApiKey):
            if scope not in request.auth.scopes:
                raise Problem("forbidden", f"This key does not have the scope '{scope}'.")
            return True
        if not settings.ANONYMOUS and request.user is None:
            detail = "Send a key, or sign in: this site is for members only."
            raise Problem("unauthenticated", detail, headers=CHALLENGE)
        if _is_cross_site(request):
            raise Problem("forbidden", "Requests from pages of other sites need a key.")
        return True
