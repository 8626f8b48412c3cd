"""The site's settings with a stub for the model: what is tested is everything around it."""

from bridgeviz.settings import *  # noqa: F403

EXPLAINER_CLASS = "tests.stub_explainer.StubExplainer"
DEBUG = False

# Static files straight from where they are built: nothing is collected for a test.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT = None
WHITENOISE_USE_FINDERS = True
