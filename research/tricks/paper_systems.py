"""A trained network of the papers: how it is kept, and its answers for every declarer."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load, save

from bidding.domain.table import Seat, Strain
from bidding.networks.checkpoint import BadCheckpoint, write_atomically, write_json
from bidding.tricks.estimator import TrickScore, score_answers, score_chances
from research.tricks.encodings import Situations, encode
from research.tricks.networks import N_CLASSES, NetworkConfig, TrickNetwork, network_of
from research.tricks.situations import Setup, with_tuples

WEIGHTS, CONFIG = "network.safetensors", "network.json"
_CHUNK = 4_000


@dataclass(frozen=True)
class PaperSystem:
    """A network with what it needs to be asked."""

    recipe: str
    setup: Setup
    network: TrickNetwork

    def outputs(self, situations: Situations) -> torch.Tensor:
        """(n, outputs) for situations as ``setup.ask`` gives them."""
        parts = []
        with torch.no_grad():
            for first in range(0, len(situations), _CHUNK):
                some = situations.rows(slice(first, first + _CHUNK))
                parts.append(self.network(self.encoded(some)))
        return torch.cat(parts)

    def encoded(self, situations: Situations) -> torch.Tensor:
        """(n, inputs) of the network."""
        return torch.from_numpy(encode(situations, self.setup.inputs))

    def answers(self, owner: np.ndarray, declarer: Seat, strain: Strain) -> np.ndarray:
        """(n,) the declarer's tricks in deals (n, 52)."""
        outputs = self.outputs(self.setup.ask(owner, declarer, strain))
        return self.setup.north_south(self.network.answers(outputs).numpy())

    def score(self, owner: np.ndarray, tricks: np.ndarray) -> dict[str, TrickScore]:
        """Scores over all declarers, for suits and for notrump as far as it answers these.

        ``tricks`` (n, 4, 5) by declarer and strain. Raises ValueError for an autoencoder and for
        a comparator.
        """
        if self.network.config.outputs not in (1, N_CLASSES):
            raise ValueError(f"{self.recipe} is an autoencoder: it says nothing of tricks")
        if self.network.config.compares:
            raise ValueError(f"{self.recipe} compares two deals: it says nothing of one's tricks")
        return {kind: self._score(owner, tricks, s) for kind, s in self._kinds.items()}

    def exact_by_deal(self, owner: np.ndarray, tricks: np.ndarray) -> dict[str, np.ndarray]:
        """For each kind that it answers, the share (n,) of a deal's results that are exact."""
        shares = {}
        for kind, strains in self._kinds.items():
            outputs, results = self._asked(owner, tricks, strains)
            exact = self.network.answers(outputs).numpy() == results
            shares[kind] = exact.reshape(-1, len(owner)).mean(0)
        return shares

    @property
    def _kinds(self) -> dict[str, tuple[Strain, ...]]:
        """The strains that it answers, suits and notrump apart."""
        known = self.setup.answers
        kinds = {"suits": tuple(s for s in known if s < Strain.NT)}
        kinds["notrump"] = tuple(s for s in known if s == Strain.NT)
        return {kind: strains for kind, strains in kinds.items() if strains}

    def mean_square(self, owner: np.ndarray, tricks: np.ndarray) -> float:
        """The mean square by which an output is off what it should be, over all it can be asked.

        What a network of 14 outputs should give is 1 for the true number of tricks, 0 for others.
        """
        outputs, results = self._asked(owner, tricks, self.setup.answers)
        targets = self.network.targets(torch.from_numpy(results))
        return float((outputs - targets).square().mean())

    def by_target(self, owner: np.ndarray, tricks: np.ndarray) -> list[dict[str, Any]]:
        """The score for each number of tricks, 0 to 13, over all that it answers (P2, table VI).

        Without the numbers that no deal makes.
        """
        outputs, results = self._asked(owner, tricks, self.setup.answers)
        answers = self.network.answers(outputs).numpy()
        rows = []
        for target in np.unique(results):
            here = results == target
            score = score_answers(answers[here], results[here])
            rows.append({"tricks": int(target), **score.to_dict()})
        return rows

    def _asked(
        self, owner: np.ndarray, tricks: np.ndarray, strains: tuple[Strain, ...]
    ) -> tuple[torch.Tensor, np.ndarray]:
        """Outputs (m, outputs) and true tricks of N-S (m,) for all declarers and these strains."""
        given, true = [], []
        for declarer in Seat:
            for strain in strains:
                given.append(self.outputs(self.setup.ask(owner, declarer, strain)))
                true.append(self.setup.north_south(tricks[:, declarer, strain].astype(np.int64)))
        return torch.cat(given), np.concatenate(true)

    def _score(
        self, owner: np.ndarray, tricks: np.ndarray, strains: tuple[Strain, ...]
    ) -> TrickScore:
        outputs, results = self._asked(owner, tricks, strains)
        chances = self.network.chances(outputs)
        if chances is None:
            return score_answers(self.network.answers(outputs).numpy(), results)
        return score_chances(chances.numpy(), results)

    def save(self, folder: Path) -> None:
        """Write weights, then config with their sha256; each file whole or not at all."""
        state = {name: value.contiguous() for name, value in self.network.state_dict().items()}
        payload = save(state)
        document = {
            "recipe": self.recipe,
            "setup": asdict(self.setup),
            "network": asdict(self.network.config),
            "sha256": hashlib.sha256(payload).hexdigest(),
        }
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / WEIGHTS, payload)
        write_json(folder / CONFIG, document)


def load_system(folder: Path) -> PaperSystem:
    """The system kept in a folder, verified; raises BadCheckpoint naming the file at fault."""
    try:
        document = json.loads((folder / CONFIG).read_bytes())
        payload = (folder / WEIGHTS).read_bytes()
    except (OSError, ValueError) as error:
        raise BadCheckpoint(
            f"no trained network in {folder}: {error}; use python -m research.tricks train"
        ) from error
    try:
        setup = Setup(**with_tuples(document["setup"]))
        network = network_of(NetworkConfig(**document["network"]))
        if document["sha256"] != hashlib.sha256(payload).hexdigest():
            raise BadCheckpoint(f"{folder / WEIGHTS} is not what {CONFIG} expects; train it again")
        network.load_state_dict(load(payload))
        return PaperSystem(str(document["recipe"]), setup, network.eval())
    except BadCheckpoint:
        raise
    except (KeyError, TypeError, ValueError, RuntimeError, SafetensorError) as error:
        raise BadCheckpoint(f"{folder / CONFIG} describes no network: {error!r}") from error
