"""How throughput grows with nodes and with web processes.

Run with ``python -m benchmarks.growth``. Nodes sleep instead of computing
(``benchmarks.sleeping``), for machines with fewer cores than nodes: so this shows that nothing
they share, the queue, the database and the web server, holds them up, and nothing of how fast
they compute. Web processes are given nodes that answer faster than they, and do their real work:
they need cores. Ends with one line of JSON.
"""

from __future__ import annotations

import argparse
import os

from benchmarks.site import Crowd, milliseconds, result, running_site

SETTINGS = "benchmarks.sleeping"
BUSY_NODES, QUICK_SECONDS = 2, 0.001  # for web processes


def answers_a_second(nodes: int, web: int, sleep: float, options: argparse.Namespace) -> float:
    """Of one crowd, after a little time to warm up; its figures are printed."""
    environment = {"DJANGO_SETTINGS_MODULE": SETTINGS, "SLEEP_SECONDS": str(sleep)}
    with running_site(nodes=nodes, web_processes=web, **environment) as site:
        Crowd(site, options.clients, 4, seed=1).run()
        crowd = Crowd(site, options.clients, options.seconds, seed=2).run()
    rate = len(crowd.answered) / options.seconds
    refused = len(crowd.replies) - len(crowd.answered)
    times = milliseconds(crowd.answered)
    print(f"{nodes} nodes, {web} web: {rate:.1f} a second, {refused} refused, {times}", flush=True)
    return rate


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=20, help="of each measurement")
    parser.add_argument("--clients", type=int, default=24)
    parser.add_argument("--sleep", type=float, default=0.15, help="seconds a question")
    parser.add_argument("--numbers", type=int, nargs="+", default=[1, 2, 4])
    options = parser.parse_args()
    nodes = {n: answers_a_second(n, 2, options.sleep, options) for n in options.numbers}
    web = {n: answers_a_second(BUSY_NODES, n, QUICK_SECONDS, options) for n in options.numbers}
    result(
        "growth",
        cores=os.cpu_count(),
        clients=options.clients,
        sleep_seconds=options.sleep,
        nodes=_ratios(nodes),
        web_processes=_ratios(web),
    )


def _ratios(rates: dict[int, float]) -> dict[int, dict[str, float]]:
    """Each rate, and how many times that of the first number it is."""
    first = next(iter(rates.values()))
    return {n: {"rate": round(r, 1), "times": round(r / first, 2)} for n, r in rates.items()}


if __name__ == "__main__":
    main()
