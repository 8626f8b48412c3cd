"""A released bidder on disk: weights (safetensors), config and sha256, read without pickle."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save

from bidding.networks.bidder import Bidder
from bidding.networks.config import BidderConfig

WEIGHTS, CONFIG = "bidder.safetensors", "bidder.json"
RELEASED = Path(__file__).resolve().parent.parent / "weights"
FORMAT = 1


class BadCheckpoint(ValueError):
    """A checkpoint that is missing, damaged or of another make; the message names the remedy."""


@dataclass(frozen=True)
class ModelInfo:
    """What an answer says about the model it came from."""

    name: str
    version: str
    recipe: str
    sha256: str

    def to_dict(self) -> dict[str, str]:
        """As it stands in files and answers."""
        return {
            "name": self.name,
            "version": self.version,
            "recipe": self.recipe,
            "sha256": self.sha256,
        }


def save_bidder(
    bidder: Bidder, directory: Path, *, name: str, version: str, recipe: str
) -> ModelInfo:
    """Write weights and config; each file appears whole or not at all."""
    tensors = {key: value.detach().cpu().half() for key, value in bidder.state_dict().items()}
    payload = save({key: value.contiguous() for key, value in tensors.items()})
    info = ModelInfo(name, version, recipe, hashlib.sha256(payload).hexdigest())
    config = {"format": FORMAT, "model": info.to_dict(), "network": bidder.config.to_dict()}
    directory.mkdir(parents=True, exist_ok=True)
    write_atomically(directory / WEIGHTS, payload)
    write_json(directory / CONFIG, config)
    return info


def load_bidder(
    directory: Path | None = None, device: torch.device | str = "cpu"
) -> tuple[Bidder, ModelInfo]:
    """The bidder kept in a directory (the released one by default), verified and in eval mode.

    Raises BadCheckpoint if a file is missing, is not what its sha256 says or does not fit.
    """
    directory = RELEASED if directory is None else directory
    config, payload = _read(directory)
    try:
        info = ModelInfo(**config["model"])
        bidder = Bidder(BidderConfig.from_dict(config["network"]))
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise BadCheckpoint(f"{directory / CONFIG} describes no bidder: {error!r}") from error
    digest = hashlib.sha256(payload).hexdigest()
    if digest != info.sha256:
        raise BadCheckpoint(
            f"{directory / WEIGHTS} has sha256 {digest}, {CONFIG} expects {info.sha256}: "
            "fetch both files again from the same release"
        )
    try:
        bidder.load_state_dict({key: value.float() for key, value in load(payload).items()})
    except (RuntimeError, SafetensorError) as error:
        raise BadCheckpoint(f"{directory / WEIGHTS} does not fit its config: {error}") from error
    return bidder.to(device).eval(), info


def _read(directory: Path) -> tuple[dict[str, Any], bytes]:
    try:
        config = json.loads((directory / CONFIG).read_text())
        payload = (directory / WEIGHTS).read_bytes()
    except OSError as error:
        raise BadCheckpoint(
            f"no bidder in {directory}: {error}; train one with `python manage.py train_bidder`"
        ) from error
    except ValueError as error:
        raise BadCheckpoint(f"{directory / CONFIG} is not JSON: {error}") from error
    if not isinstance(config, dict) or config.get("format") != FORMAT:
        raise BadCheckpoint(f"{directory / CONFIG} is not of format {FORMAT}")
    return config, payload


def write_json(path: Path, document: dict[str, Any]) -> None:
    """A document as indented JSON, whole or not at all."""
    write_atomically(path, (json.dumps(document, indent=2) + "\n").encode())


def write_atomically(path: Path, payload: bytes) -> None:
    """Write beside the target, then rename over it: readers see the old file or the new."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(payload)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
