"""Addresses of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from bidding import pages
from bidding.admin_status import status
from bidding.api.metrics import metrics
from bidding.api.views import Health, Readiness

urlpatterns = [
    path("", pages.index, name="index"),
    path("api/v1/", include("bidding.api.urls")),
    path("admin/status", admin.site.admin_view(status), name="status"),
    path("admin/", admin.site.urls),
    path("metrics", metrics, name="metrics"),
    path("healthz", Health.as_view(), name="health"),
    path("readyz", Readiness.as_view(), name="readiness"),
]
handler400 = "bridgeviz.faults.bad_request"
handler403 = "bridgeviz.faults.forbidden"
handler404 = "bridgeviz.faults.not_found"
handler500 = "bridgeviz.faults.server_error"
