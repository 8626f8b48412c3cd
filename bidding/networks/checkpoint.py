"""Released networks on disk: weights (safetensors), config and sha256, read without pickle."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import nn

from bidding.networks.bidder import Bidder, BidderConfig

RELEASED = Path(__file__).resolve().parent.parent / "weights"
FORMAT = 1
N = TypeVar("N", bound=nn.Module)


class BadCheckpoint(ValueError):
    """A missing, damaged or incompatible checkpoint; the message names the remedy."""


@dataclass(frozen=True)
class ModelInfo:
    """Identification of a model in files and API responses."""

    name: str
    version: str
    recipe: str
    sha256: str
    files_sha256: str = ""
    """Of all files that an explainer with this model was loaded from, for the keys of its answers;
    neither in files nor in responses."""

    def to_dict(self) -> dict[str, str]:
        """Return the JSON form."""
        return {
            "name": self.name,
            "version": self.version,
            "recipe": self.recipe,
            "sha256": self.sha256,
        }


@dataclass(frozen=True)
class Kind(Generic[N]):
    """A kind of network: its file names and its constructor."""

    stem: str
    """The stem of its two file names, also used in messages."""

    build: Callable[[dict[str, Any]], N]
    """Builds one from the config's ``network``; may raise KeyError, TypeError, ValueError or
    RuntimeError."""

    command: str
    """The command that trains one, after ``python``."""

    @property
    def weights(self) -> str:
        """The name of the tensor file."""
        return f"{self.stem}.safetensors"

    @property
    def config(self) -> str:
        """The name of the config file."""
        return f"{self.stem}.json"


def save_network(
    kind: Kind[N],
    network: N,
    settings: dict[str, Any],
    directory: Path,
    *,
    name: str,
    version: str,
    recipe: str,
) -> ModelInfo:
    """Write weights and config, each atomically."""
    tensors = {key: value.detach().cpu().half() for key, value in network.state_dict().items()}
    payload = save({key: value.contiguous() for key, value in tensors.items()})
    info = ModelInfo(name, version, recipe, hashlib.sha256(payload).hexdigest())
    config = {"format": FORMAT, "model": info.to_dict(), "network": settings}
    directory.mkdir(parents=True, exist_ok=True)
    write_atomically(directory / kind.weights, payload)
    write_json(directory / kind.config, config)
    return info


def load_network(
    kind: Kind[N], directory: Path | None = None, device: torch.device | str = "cpu"
) -> tuple[N, ModelInfo]:
    """Load and verify a network (the released one by default); return it in eval mode.

    Raises BadCheckpoint if a file is missing, fails its sha256 or does not fit.
    """
    directory = RELEASED if directory is None else directory
    config, payload = _read(kind, directory)
    try:
        info = ModelInfo(**config["model"])
        network = kind.build(config["network"])
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        where = directory / kind.config
        raise BadCheckpoint(f"{where} describes no {kind.stem}: {error!r}") from error
    digest = hashlib.sha256(payload).hexdigest()
    if digest != info.sha256:
        raise BadCheckpoint(
            f"{directory / kind.weights} has sha256 {digest}, {kind.config} expects "
            f"{info.sha256}: fetch both files again from the same release"
        )
    try:
        network.load_state_dict({key: value.float() for key, value in load(payload).items()})
    except (RuntimeError, SafetensorError) as error:
        where = directory / kind.weights
        raise BadCheckpoint(f"{where} does not fit its config: {error}") from error
    return network.to(device).eval(), info


def read_info(kind: Kind[Any], directory: Path | None = None) -> ModelInfo:
    """Read the model info in a directory (the released one by default) without the weights.

    Raises BadCheckpoint if a file is missing or has no model info.
    """
    directory = RELEASED if directory is None else directory
    config, _ = _read(kind, directory)
    try:
        return ModelInfo(**config["model"])
    except (KeyError, TypeError) as error:
        where = directory / kind.config
        raise BadCheckpoint(f"{where} describes no {kind.stem}: {error!r}") from error


def _read(kind: Kind[Any], directory: Path) -> tuple[dict[str, Any], bytes]:
    try:
        config = json.loads((directory / kind.config).read_bytes())
        payload = (directory / kind.weights).read_bytes()
    except OSError as error:
        raise BadCheckpoint(
            f"no {kind.stem} in {directory}: {error}; train one with `python {kind.command}`"
        ) from error
    except ValueError as error:
        raise BadCheckpoint(f"{directory / kind.config} is not JSON: {error}") from error
    if not isinstance(config, dict) or config.get("format") != FORMAT:
        raise BadCheckpoint(f"{directory / kind.config} is not of format {FORMAT}")
    return config, payload


BIDDER = Kind(
    "bidder",
    lambda settings: Bidder(BidderConfig.from_dict(settings)),
    command="manage.py train bidder",
)
WEIGHTS, CONFIG = BIDDER.weights, BIDDER.config


def save_bidder(
    bidder: Bidder, directory: Path, *, name: str, version: str, recipe: str
) -> ModelInfo:
    """Write a bidder's weights and config."""
    settings = bidder.config.to_dict()
    return save_network(
        BIDDER, bidder, settings, directory, name=name, version=version, recipe=recipe
    )


def load_bidder(
    directory: Path | None = None, device: torch.device | str = "cpu"
) -> tuple[Bidder, ModelInfo]:
    """Load and verify a bidder, as ``load_network`` does."""
    return load_network(BIDDER, directory, device)


def write_json(path: Path, document: dict[str, Any]) -> None:
    """Write a document as indented JSON, atomically."""
    write_atomically(path, (json.dumps(document, indent=2) + "\n").encode())


def write_atomically(path: Path, payload: bytes) -> None:
    """Write to a temporary file in the same directory, then rename it over the target."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with temporary.open("wb") as file:
            file.write(payload)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
