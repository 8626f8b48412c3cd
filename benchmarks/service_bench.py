"""Overhead of the service and gain of batching: ``make bench``.

Two sites after each other, round by round, so that a machine's moods hit all alike:
nodes that compute one task at a time, and nodes as they are shipped.
Measured of each: one client at rest, then a crowd; of the shipped one also the round trip of a
no-op task and the model's own time, which gives the cost of the queue. Ends with one line of
JSON.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from itertools import chain
from pathlib import Path
from typing import Any

from benchmarks.site import (
    Crowd,
    milliseconds,
    processes,
    random_position,
    result,
    running_site,
)
from tests.system.conftest import Site

ONE_AT_A_TIME = {"NODE_BATCH": "1"}
SHIPPED: dict[str, str] = {}
PARTS = ("node", "web", "broker")


def measured(site: Site, options: argparse.Namespace, seed: int) -> dict[str, Any]:
    """Measure one client, then the crowd, after a warm-up with both."""
    Crowd(site, 4, 2, seed=seed).run()
    alone = Crowd(site, 1, options.seconds, seed=seed + 1).run()
    crowd = Crowd(site, options.clients, options.seconds, seed=seed + 2)
    before, start = cpu_seconds(site), time.monotonic()
    crowd.run()
    rate = len(crowd.answered) / (time.monotonic() - start)
    after = cpu_seconds(site)
    return {
        "alone": alone.answered,
        "crowd": crowd.answered,
        "rate": rate,
        "refused": len(crowd.replies) - len(crowd.answered),
        "cpu": {part: (after[part] - before[part]) / len(crowd.answered) for part in PARTS},
    }


def cpu_seconds(site: Site) -> dict[str, float]:
    """The processor time that each part of the site has used so far."""
    ticks = os.sysconf("SC_CLK_TCK")
    used = {}
    for part, pids in processes(site).items():
        folders = [Path("/proc") / str(pid) for pid in pids]
        stats = [(folder / "stat").read_text().rpartition(")")[2].split() for folder in folders]
        used[part] = sum(int(stat[11]) + int(stat[12]) for stat in stats) / ticks
    return used


def no_op_seconds(site: Site, count: int = 40) -> list[float]:
    """Round trips of a task that does nothing, through web server, queue and node."""
    return [site.ask("/readyz").seconds for _ in range(count)]


def model_seconds(count: int = 60) -> float:
    """The median time of an explanation to its JSON, in this process, without any queue."""
    import random

    import torch

    from bidding.explaining.explainer import Explainer
    from bidding.json_text import encoded

    torch.set_num_threads(1)
    explainer, chance, times = Explainer.load(), random.Random(3), []
    for _ in range(count):
        position = random_position(chance)
        start = time.perf_counter()
        encoded(explainer.explain(position).to_json())
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=20, help="of each measurement")
    parser.add_argument("--clients", type=int, default=32)
    options = parser.parse_args()
    found: dict[str, list[dict[str, Any]]] = {"one_at_a_time": [], "batched": []}
    no_op: list[float] = []
    for number in range(options.rounds):
        for name, environment in (("one_at_a_time", ONE_AT_A_TIME), ("batched", SHIPPED)):
            with running_site(**environment) as site:
                figures = measured(site, options, seed=10 * number)
                found[name].append(figures)
                if name == "batched":
                    no_op += no_op_seconds(site)
            print(name, f"{figures['rate']:.1f} answers a second", milliseconds(figures["alone"]))
    model = model_seconds()
    report(options, found, no_op, model)


def report(
    options: argparse.Namespace,
    found: dict[str, list[dict[str, Any]]],
    no_op: list[float],
    model: float,
) -> None:
    """Medians over the rounds, and the ratios that the bars are about."""
    rates = {name: statistics.median(_each(rounds, "rate")) for name, rounds in found.items()}
    alone = {name: list(chain(*_each(rounds, "alone"))) for name, rounds in found.items()}
    crowd = {name: list(chain(*_each(rounds, "crowd"))) for name, rounds in found.items()}
    cost = statistics.median(alone["batched"]) - model
    result(
        "service",
        rounds=options.rounds,
        clients=options.clients,
        answers_a_second={name: round(rate, 1) for name, rate in rates.items()},
        batching_gain=round(rates["batched"] / rates["one_at_a_time"], 2),
        one_client={name: milliseconds(times) for name, times in alone.items()},
        crowd={name: milliseconds(times) for name, times in crowd.items()},
        refused={name: sum(_each(rounds, "refused")) for name, rounds in found.items()},
        cpu_ms_an_answer={name: _cpu(rounds) for name, rounds in found.items()},
        model_ms=round(1000 * model, 1),
        no_op_ms=milliseconds(no_op),
        queue_cost_to_no_op=round(cost / statistics.median(no_op), 2),
    )


def _each(rounds: list[dict[str, Any]], name: str) -> list[Any]:
    return [one[name] for one in rounds]


def _cpu(rounds: list[dict[str, Any]]) -> dict[str, float]:
    """Processor milliseconds that one answer takes of each part of the site, in the crowd."""
    cpu = _each(rounds, "cpu")
    return {part: round(1000 * statistics.median(one[part] for one in cpu), 1) for part in PARTS}


if __name__ == "__main__":
    main()
