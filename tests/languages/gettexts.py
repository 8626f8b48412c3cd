"""Messages that templates and sources request of gettext, and those of its catalogues."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SOURCES = tuple((ROOT / "bidding" / "web").glob("*.py"))
LITERAL = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
ASKED = re.compile(rf"\b(?:gettext|_)\(({LITERAL})\)|\bngettext\(({LITERAL}), ({LITERAL}),")

Entry = tuple[str, ...]
"""A msgid, with its plural behind it where there is one."""


def template_entries() -> set[Entry]:
    """Return the messages of the templates."""
    return {entry for path in TEMPLATES for entry in asked_in(templatize(path.read_text()))}


def source_entries() -> set[Entry]:
    """Return the literal messages of the sources."""
    return {entry for path in SOURCES for entry in asked_in(path.read_text())}


def asked_in(text: str) -> Iterator[Entry]:
    """The entries of calls of gettext and ngettext."""
    for match in ASKED.finditer(text):
        yield tuple(ast.literal_eval(literal) for literal in match.groups() if literal)


def read_po(path: Path) -> dict[Entry, Entry]:
    """The texts of each entry, as the .po file has them; its header stands under ("",)."""
    found: dict[Entry, Entry] = {}
    for block in path.read_text().split("\n\n"):
        parts: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if line.startswith("#"):
                continue
            name = line.partition(" ")[0] if line.startswith("msg") else name
            parts[name] = parts.get(name, "") + ast.literal_eval(line[line.index('"') :])
        ids = tuple(text for key, text in parts.items() if key.startswith("msgid"))
        assert ids not in found, f"{path.name} has {ids} twice"
        found[ids] = tuple(text for key, text in parts.items() if key.startswith("msgstr"))
    return found
