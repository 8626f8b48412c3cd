"""The site's settings with a stub for the model: what is tested is everything around it."""

from bridgeviz.settings import *  # noqa: F403

EXPLAINER_CLASS = "tests.stub_explainer.StubExplainer"
DEBUG = False
