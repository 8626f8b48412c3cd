"""Addresses of the site."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

from bidding import pages
from bidding.api.views import Health, Readiness

urlpatterns = [
    path("", pages.index, name="index"),
    path("batches/", pages.batches, name="batches-page"),
    path("batches/<uuid:batch_id>", pages.batch, name="batch-page"),
    path("batches/<uuid:batch_id>/cancel", pages.cancel_batch, name="cancel-batch"),
    path("api/", pages.api_reference, name="api-reference"),
    path("sign-in", LoginView.as_view(template_name="sign-in.html"), name="sign-in"),
    path("sign-out", LogoutView.as_view(), name="sign-out"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("bidding.api.urls")),
    path("healthz", Health.as_view(), name="health"),
    path("readyz", Readiness.as_view(), name="readiness"),
]
handler400 = "bidding.api.problems.bad_request"
handler404 = "bidding.api.problems.not_found"
handler500 = "bidding.api.problems.server_error"
