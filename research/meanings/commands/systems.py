"""Write what each system's calls show, for the site's pages on systems."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.domain.systems import DESCRIBED, System
from bidding.encoding.records import BadRecords, read_records
from bidding.explaining.agreements import FOLDER, path_of
from bidding.explaining.explainer import Explainer
from bidding.networks.checkpoint import BadCheckpoint, write_atomically
from research.meanings.agreements import Agreement, agreements, sections, system_document, written
from research.meanings.catalogue import Case, groups
from research.meanings.deviations import conventions_beyond, deviations
from research.meanings.frequencies import Frequencies, count_frequencies, kept_frequencies
from research.options import add_docs_option


class Command(BaseCommand):
    help = (
        "Ask the model what the calls of a convention card show in each system, and write a "
        "document for each into bidding/weights/systems. Run after the command report, whose "
        "claims tell where a system departs from what is published."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_docs_option(parser)
        parser.add_argument(
            "--data",
            type=Path,
            metavar="DIR",
            help="count anew, in the robots' auctions robot-*.npz there, how often they held",
        )
        parser.add_argument(
            "--out",
            type=Path,
            default=FOLDER,
            help="a folder for the documents (default: %(default)s)",
        )

    def handle(self, **options: Any) -> None:
        out: Path = options["out"]
        try:
            explainer = Explainer.load(exact=True)
            short = _short(options["docs"] / "meanings.json", explainer.model.sha256)
            asked = {system: _asked(explainer, system) for system in tqdm(DESCRIBED, desc="asking")}
            frequencies = _counted(options["data"], asked) if options["data"] else _kept(out, asked)
        except (BadCheckpoint, BadRecords, OSError, KeyError, ValueError) as error:
            raise CommandError(str(error)) from error
        documents = {
            system: system_document(system, explainer.model, agreements, frequencies)
            for system, agreements in asked.items()
        }
        out.mkdir(parents=True, exist_ok=True)
        for system, document in documents.items():
            found = deviations(explainer, system, groups(), short)
            if system is System.STANDARD:
                found = [*conventions_beyond(document, documents[System.SAYC]), *found]
            document["departures"] = [one.to_json() for one in found]
            path = path_of(system, out)
            write_atomically(path, written(document))
            self.stdout.write(f"{path} written: {len(found)} deviations\n")


def _short(saved: Path, sha256: str) -> Collection[str]:
    """Return the names of the claims that do not hold for these weights.

    Raises ValueError or OSError.
    """
    document = json.loads(saved.read_text(encoding="utf-8"))
    if document["model"]["sha256"] != sha256:
        raise ValueError(f"{saved} is of other weights: run the command report first")
    return frozenset(document["short"])


def _asked(explainer: Explainer, system: System) -> list[Agreement]:
    auctions = [auction for section in sections() for auction in section.auctions]
    return list(agreements(explainer, system, auctions))


def _counted(folder: Path, asked: Mapping[System, list[Agreement]]) -> dict[Case, Frequencies]:
    """Count how often every agreement held; raise ValueError where there is nothing to count."""
    paths = sorted(folder.glob("robot-*.npz"))
    if not paths:
        raise ValueError(f"--data: there is no robot-*.npz in {folder}")
    files = (read_records(path) for path in tqdm(paths, desc="counting", unit="file"))
    return count_frequencies(files, [one for some in asked.values() for one in some])


def _kept(out: Path, asked: Mapping[System, list[Agreement]]) -> dict[Case, Frequencies]:
    """Return the counts of the last run that counted; empty before the first."""
    found: dict[Case, Frequencies] = {}
    for system, some in asked.items():
        if (path := path_of(system, out)).exists():
            found |= kept_frequencies(some, json.loads(path.read_text(encoding="utf-8")))
    return found
