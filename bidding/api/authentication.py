"""Who asks: a client with a key, somebody who has signed in on this site, or anybody.

Keys come as ``Authorization: Bearer KEY``. The page of a site that is closed to others works
for those who have signed in; what they send counts only if it comes from a page of this site.
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
from bidding.api.problems import Problem
from bidding.api.throttling import seconds_to_wait
from bidding.models import ApiKey

if TYPE_CHECKING:
    from rest_framework.views import APIView

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="BridgeViz"'}
WRONG_KEY = {"WWW-Authenticate": 'Bearer realm="BridgeViz", error="invalid_token"'}


class BearerKey(BaseAuthentication):
    """A key in the Authorization header."""

    def authenticate(self, request: Request) -> tuple[None, ApiKey] | None:
        """The key's row; None without one: a proxy's own log-in is no business of ours.

        Raises Problem 401 for a key that opens nothing, and Throttled for too many of those: they
        count as requests of the address that they come from.
        """
        scheme, _, text = request.headers.get("Authorization", "").strip().partition(" ")
        if scheme.lower() != "bearer":
            return None
        key = keys.find(text.strip())
        if key is None:
            if wait := seconds_to_wait(request._request, "requests"):
                raise Throttled(wait)
            detail = "This key is not known here, or it has been revoked."
            raise Problem("unauthenticated", detail, headers=WRONG_KEY)
        return None, key

    def authenticate_header(self, request: Request) -> str:
        """What is wanted instead."""
        return CHALLENGE["WWW-Authenticate"]


class SignedIn(BaseAuthentication):
    """Somebody who has signed in on this site, as far as a page of this site asks."""

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser, None] | None:
        """The user; None if nobody has signed in, or a page from elsewhere may be asking."""
        user = getattr(request._request, "user", None)
        if user is None or not user.is_active:
            return None
        if request.method not in SAFE_METHODS and not _from_here(request):
            return None
        return user, None


def _from_here(request: Request) -> bool:
    """Whether the browser says that a page of this site asks; browsers forge neither header."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return bool(site == "same-origin")
    scheme = "https" if request.is_secure() else "http"
    return bool(request.headers.get("Origin") == f"{scheme}://{request.get_host()}")


def _from_elsewhere(request: Request) -> bool:
    """Whether a page of a site that is not allowed asks: who looks at it does not know."""
    cross = request.headers.get("Sec-Fetch-Site") == "cross-site"
    allowed = request.headers.get("Origin") in settings.CORS_ALLOWED_ORIGINS
    return cross and request.method not in SAFE_METHODS and not allowed


class MayAsk(BasePermission):
    """Whether the request may be answered: views say in ``scope`` what they need."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """True. Raises Problem 401 where a key is needed, and 403 where it does not suffice."""
        scope = getattr(view, "scope", None)
        if scope is None:
            return True
        if isinstance(request.auth, ApiKey):
            if scope not in request.auth.scopes:
                raise Problem("forbidden", f"This key does not have the scope '{scope}'.")
            return True
        if not settings.ANONYMOUS and request.user is None:
            detail = "This site answers only with a key, or to those who have signed in."
            raise Problem("unauthenticated", detail, headers=CHALLENGE)
        if _from_elsewhere(request):
            raise Problem("forbidden", "Pages of other sites may not ask here without a key.")
        return True
