"""The guide for players, docs/guide in the reader's language, as a page of the site."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from bidding.web.languages import in_the_readers_language
from bidding.web.pages import rendered_once

ADDRESS = re.compile(r"<code>(/[\w/]*/)</code>")
# A width is for those who read the document elsewhere.
PICTURE = re.compile(r'<img src="([^"]+)" alt="([^"]*)"(?: width="\d+")?(?: /)?>')
FRAME_HEADERS = range(0xC0, 0xC4)


@require_safe
@in_the_readers_language
@rendered_once
def guide() -> tuple[str, Mapping[str, Any]]:
    """Show the guide. It is open to everybody: the page for signing in leads there, too."""
    markdown = MarkdownIt("commonmark").enable("table")
    document = settings.GUIDE_DIR / f"{get_language()}.md"
    tokens = markdown.parse(document.read_text(encoding="utf-8"))
    for heading, content in pairwise(tokens):
        if heading.type == "heading_open":
            heading.attrSet("id", _anchor(content.content))
    html = markdown.renderer.render(tokens, markdown.options, {})
    html = ADDRESS.sub(r'<a href="\1"><code>\1</code></a>', html)
    return "guide.html", {"guide": PICTURE.sub(_picture, html)}


def _anchor(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _picture(found: re.Match[str]) -> str:
    """Return the element of a picture with its size, so that nothing moves when it is loaded."""
    name, alt = found.groups()
    width, height = _size(settings.GUIDE_DIR / name)
    return (
        f'<img src="{static(f"guide/{name}")}" alt="{alt}" width="{width}" height="{height}"'
        ' loading="lazy">'
    )


def _size(picture: Path) -> tuple[int, int]:
    """Return width and height of a JPEG. They are in its frame header, after other segments."""
    data, at = picture.read_bytes(), 2
    while data[at + 1] not in FRAME_HEADERS:
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
    height, width = data[at + 5 : at + 7], data[at + 7 : at + 9]
    return int.from_bytes(width), int.from_bytes(height)
