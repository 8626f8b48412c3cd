"""Addresses of the site."""

from __future__ import annotations

from django.urls import include, path

from bidding import pages
from bidding.api.views import Health, Readiness

urlpatterns = [
    path("", pages.index, name="index"),
    path("api/v1/", include("bidding.api.urls")),
    path("healthz", Health.as_view(), name="health"),
    path("readyz", Readiness.as_view(), name="readiness"),
]
handler400 = "bidding.api.problems.bad_request"
handler404 = "bidding.api.problems.not_found"
handler500 = "bidding.api.problems.server_error"
