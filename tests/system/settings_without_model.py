"""The site's settings with a model that cannot be loaded."""

from tests.settings import *  # noqa: F403

EXPLAINER_CLASS = "tests.system.settings_without_model.NoExplainer"


class NoExplainer:
    @classmethod
    def load(cls, device: str) -> None:
        raise FileNotFoundError("there are no weights here")
