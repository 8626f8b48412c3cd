"""Addresses of the site."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path
from django.views.generic import RedirectView

from bidding.api.site import HealthView, ReadinessView, scrape
from bidding.web import pages, system_pages
from bidding.web.guide import guide
from bidding.web.languages import in_the_readers_language
from bridgeviz.faults import limited

sign_in = in_the_readers_language(
    limited(LoginView.as_view(template_name="sign-in.html"), "passwords")
)
urlpatterns = [
    path("", pages.index, name="index"),
    path("practice/", pages.practice, name="practice"),
    path("batches/", RedirectView.as_view(url="/#boards")),
    path("batches/<uuid:batch_id>", pages.batch, name="batch-page"),
    path("batches/<uuid:batch_id>/cancel", pages.cancel_batch, name="cancel-batch"),
    path("systems/", system_pages.systems, name="systems-page"),
    path("systems/card/", pages.card, name="card-page"),
    path("systems/<path:system>/", system_pages.system, name="system-page"),
    path("glossary/", system_pages.glossary, name="glossary"),
    path("guide/", guide, name="guide"),
    path("api/", pages.api_reference, name="api-reference"),
    path("sign-in", sign_in, name="sign-in"),
    path("sign-out", LogoutView.as_view(), name="sign-out"),
    path("api/v1/", include("bidding.api.urls")),
    path("admin/login/", limited(admin.site.login, "passwords")),
    path("admin/status", admin.site.admin_view(pages.status), name="status"),
    path("admin/", admin.site.urls),
    path("metrics", scrape, name="metrics"),
    path("healthz", HealthView.as_view(), name="health"),
    path("readyz", ReadinessView.as_view(), name="readiness"),
]
handler400 = "bridgeviz.faults.bad_request"
handler403 = "bridgeviz.faults.forbidden"
handler404 = "bridgeviz.faults.not_found"
handler500 = "bridgeviz.faults.server_error"
