"""Costs of the page in the browser: bytes, time until usable, and time of each step.

``python -m benchmarks.page http://127.0.0.1:8000/ [--json OUT]`` needs a site that runs. Bytes are
those of all that a first visit in each language asks the site for, compressed with gzip as the
proxy in front sends them; whoever else is asked is named in ``other_hosts``. The page is usable
once the bidding box is drawn and the main thread rests. A step is one press of an arrow key in
an auction of 20 calls. What it changes is drawn in a few frames, a part of the page in each, what
is out of sight when no key has been pressed for a while: ``frame_cpu_ms`` is what the script,
style, layout and paint of one frame take of the page's thread, ``step_cpu_ms`` all frames of a
step together, on average; others on a busy machine lengthen them less than ``step_ms``, the time
from the key until the first of its frames is drawn. The browser's trace, from which they come,
takes a little itself.
"""

from __future__ import annotations

import argparse
import bisect
import gzip
import json
import os
import statistics
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.chromium import OPTIONS, executable
from tests.browser.desk import PATIENCE_MS, Desk

CALLS = "1D-1H-1S-4H-P-P-4S-5H-P-P-5S-6H-P-P-6S-7H-P-P-X-P"
POSITION = f"hand=AKJT985.6.A76.84&seat=S&dealer=N&vul=NS&auction={CALLS}"
ICON = "static/favicon.svg"  # a browser without a window does not ask for it
LANGUAGES = ("en", "zh-CN")
CPU_INFO = Path("/proc/cpuinfo")
VISITS = 5
REST_MS = 500  # long enough to draw what is out of sight, too
MOST_BYTES, MOST_FILES, MOST_FRAME_MS = 120_000, 8, 16.0
# A key's script runs at once; what it changed is drawn after the next frame has begun.
STEPS = """async ({ keys, rest_ms }) => {
    const taken = [];
    for (const key of keys) {
        await new Promise(requestAnimationFrame);
        const start = performance.now();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        await new Promise(frame => requestAnimationFrame(() => setTimeout(frame)));
        taken.push(performance.now() - start);
        await new Promise(rested => setTimeout(rested, rest_ms));
    }
    return taken;
}"""
MAIN_THREAD = "CrRendererMain"
TRACED = ["toplevel", "devtools.timeline"]
TASK, FRAME_ENDS = "ThreadControllerImpl::RunTask", "Layerize"
CHANGES = ("UpdateLayoutTree", "Layout", "Paint")


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    address = options.address.rstrip("/") + "/"
    figures = {"machine": machine(), **measured(address)}
    visits = figures["first_visit"].values()
    figures["met"] = {
        "bytes": all(first["bytes"] <= MOST_BYTES for first in visits),
        "files": all(first["files"] <= MOST_FILES for first in visits),
        "no other host": not any(first["other_hosts"] for first in visits),
        "frame": figures["frame_cpu_ms"]["p95"] <= MOST_FRAME_MS,
    }
    text = json.dumps(figures, indent=2)
    print(text)
    if options.json:
        options.json.write_text(f"{text}\n")


def machine() -> dict[str, Any]:
    """The processor, and how busy it is."""
    names = [
        line.split(":", 1)[1].strip()
        for line in CPU_INFO.read_text().splitlines()
        if line.startswith("model name")
    ]
    return {
        "processor": names[0] if names else "unknown",
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
    }


def sizes(browser: Browser, address: str, language: str) -> dict[str, Any]:
    """Compressed bytes of a first visit in a language, and which other hosts it asks."""
    addresses: list[str] = []
    page = browser.new_page(locale=language)
    page.on("request", lambda request: addresses.append(request.url))
    page.goto(address, wait_until="networkidle")
    page.close()
    urls = {url.partition("#")[0] for url in addresses if not url.startswith("data:")}
    own = {url for url in urls if url.startswith(address)} | {address + ICON}
    return {
        "bytes": sum(compressed(url, language) for url in own),
        "files": len(own),
        "other_hosts": sorted({urlsplit(url).netloc for url in urls - own}),
    }


def compressed(address: str, language: str) -> int:
    """The bytes of one file under gzip."""
    request = urllib.request.Request(address, headers={"Accept-Language": language})
    with urllib.request.urlopen(request) as answer:
        return len(gzip.compress(answer.read(), 6))


def measured(address: str) -> dict[str, Any]:
    """Bytes, and milliseconds in Debian's Chromium, each visit with an empty cache."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=OPTIONS)
        version = browser.version
        first = {language: sizes(browser, address, language) for language in LANGUAGES}
        usable = [visited(browser.new_page(), address) for _ in range(VISITS)]
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        steps, frames = stepped(page, address)
        browser.close()
    return {
        "first_visit": first,
        "chromium": version,
        "usable_ms": spread(usable),
        "frame_cpu_ms": spread(frames),
        "frames_a_step": round(len(frames) / len(steps), 1),
        "step_cpu_ms": round(sum(frames) / len(steps), 1),
        "step_ms": spread(steps),
    }


def visited(page: Page, address: str) -> float:
    """From the start of the visit until a call can be made."""
    page.goto(address)
    expect(Desk(page).call("1C")).to_be_visible(timeout=PATIENCE_MS)
    rested = "() => new Promise(done => requestIdleCallback(() => done(performance.now())))"
    taken = float(page.evaluate(rested))
    page.close()
    return taken


def stepped(page: Page, address: str) -> tuple[list[float], list[float]]:
    """Of the steps through 20 calls and back: milliseconds until the first frame of each is drawn,
    and the CPU milliseconds of every frame that drew something.
    """
    page.goto(f"{address}#{POSITION}")
    expect(Desk(page).picture).to_be_visible(timeout=PATIENCE_MS)
    there_and_back = ["ArrowLeft"] * 20 + ["ArrowRight"] * 20
    walk = {"keys": there_and_back, "rest_ms": REST_MS}
    page.evaluate(STEPS, {**walk, "rest_ms": 0})  # once to warm the script up
    expect(page.locator(".moment-words")).to_contain_text("After call 20 of 20")
    taken = page.evaluate(STEPS, walk)
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=TRACED)
    page.evaluate(STEPS, walk)
    return taken, frames_of(json.loads(browser.stop_tracing())["traceEvents"])


def frames_of(events: list[dict[str, Any]]) -> list[float]:
    """CPU milliseconds of the page's thread for each frame that drew something.

    All its tasks count from the end of the frame before. Raise RuntimeError where the trace has
    none, as that of another browser may.
    """
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == MAIN_THREAD
    }
    ours = [event for event in events if (event["pid"], event["tid"]) in mains]
    ends = sorted(event["ts"] for event in ours if event["name"] == FRAME_ENDS)
    taken, drew = [0.0] * (len(ends) + 1), [False] * (len(ends) + 1)
    for event in ours:
        frame = bisect.bisect_left(ends, event["ts"])
        if event["name"] == TASK:
            taken[frame] += event.get("tdur", 0.0) / 1000  # without: it had not ended by then
        drew[frame] |= event["name"] in CHANGES
    frames = [ms for ms, one in zip(taken, drew, strict=True) if one and ms > 0]
    if not frames:
        raise RuntimeError("the browser's trace tells of no frames")
    return frames


def spread(values: list[float]) -> dict[str, float]:
    """Median, 95 % and the most."""
    ordered = sorted(values)
    return {
        "median": round(statistics.median(ordered), 1),
        "p95": round(ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))], 1),
        "most": round(ordered[-1], 1),
    }


if __name__ == "__main__":
    main()
