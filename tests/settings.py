"""The site's settings with a stub for the model: what is tested is everything around it."""

import os

_LIMITS = (
    "QUESTIONS",
    "REFINED",
    "ANALYSES",
    "REVIEWS",
    "BATCHES",
    "BATCH_ITEMS",
    "PASSWORDS",
    "PAGES",
    "REQUESTS",
)
for _limit in _LIMITS:
    os.environ.setdefault(f"{_limit}_PER_MINUTE", "1000000")  # tests ask much in little time
os.environ.setdefault("PROCESSOR_PERCENT", "1000000")

from bridgeviz.settings import *  # noqa: E402, F403
from bridgeviz.settings import REDIS_URL  # noqa: E402

EXPLAINER_CLASS = "tests.stub_explainer.StubExplainer"
DEBUG = False
READY_KEPT_SECONDS = 0  # each test asks anew
if not REDIS_URL:
    NOTIFICATIONS_URL = ""

# Static files straight from where they are built: nothing is collected for a test.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT = None
WHITENOISE_USE_FINDERS = True
