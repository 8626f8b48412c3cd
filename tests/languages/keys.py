"""The English sentences of the service that catalogues of other languages must have."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from bidding.api.http.problems import KINDS
from bidding.domain.calls import DOUBLE, PASS, REDOUBLE
from bidding.domain.convention_card import AT_ODDS, CHOICES, SECTIONS
from bidding.domain.conventions import CONVENTIONS, Kind
from bidding.domain.errors import BridgeError
from bidding.domain.systems import System
from bidding.domain.table import Seat, Side, Suit
from bidding.parsing.formats.text_files import UnreadableText
from bidding.practice.boards import THEMES
from research.meanings.agreements import sections
from research.meanings.catalogue import groups

ROOT = Path(__file__).resolve().parents[2]
# Of documents that the page writes itself, and of the play, which it does not show.
NOT_ON_THE_PAGE = {"board_documents.py", "position_documents.py", "document.py", "fields.py"}
NOT_ON_THE_PAGE |= {"scoring.py", "practice_documents.py", "table_documents.py"}
NOT_ON_THE_PAGE |= {"class_documents.py", "board_positions.py"}
NOT_ON_THE_PAGE |= {"bodies.py", "requests.py", "request_parsing.py"}
# Of the pages that the server draws, whose words are in django.po.
ON_FORMS = {"pages.py", "progress.py", "deviations.py", "system_pages.py"}
SAME_EVERYWHERE = {"SAYC", "X", "XX"}


def service_keys() -> set[str]:
    """Every key that an answer, or a refusal of what was entered, may have on the page."""
    names = {name.full_name for kind in (Seat, Side) for name in kind}
    names |= {suit.plural for suit in Suit} | {system.short_name for system in System}
    names |= {call.symbol for call in (PASS, DOUBLE, REDOUBLE)}
    names |= vocabulary_keys() | card_keys() | theme_keys() | book_keys()
    titles = {title for status, title in KINDS.values() if status == 500}
    return _worth_translating(names | titles | written_keys(_sources() - _forms()))


def vocabulary_keys() -> set[str]:
    """The names of conventions, and the words for what they are, ask and tell."""
    words = {kind.value for kind in Kind}
    for convention in CONVENTIONS.values():
        words |= {convention.name, convention.asks, convention.tells}
    return words - {""}


def card_keys() -> set[str]:
    """Return the texts of a convention card, and why options cannot be on one card."""
    words = {*SECTIONS.values(), *(rule.reason for rule in AT_ODDS)}
    words |= {text for system in System for text in (system.full_name, system.description)}
    for choice in CHOICES:
        words |= {choice.name, choice.about}
        words |= {text for option in choice.options for text in (option.name, option.brief)}
    return words


def theme_keys() -> set[str]:
    """Return the groups, names and descriptions of what there is to practise."""
    return {text for theme in THEMES.values() for text in (theme.group, theme.name, theme.about)}


def book_keys() -> set[str]:
    """Return the published rules that robots depart from."""
    return {rule.deviation for group in groups() for rule in group.rules} - {""}


def form_keys() -> set[str]:
    """Every key that only the pages that the server draws have."""
    texts = {convention.glossary for convention in CONVENTIONS.values()}
    texts |= {section.title for section in sections()}
    return _worth_translating(texts | written_keys(_forms())) - service_keys()


def written_keys(files: Iterable[Path]) -> set[str]:
    """The keys that stand in these sources."""
    return {key for path in files for key in _keys_of(ast.parse(path.read_text()))}


def _sources() -> set[Path]:
    files = (ROOT / "bidding").rglob("*.py")
    made_by_research = {ROOT / "research" / "meanings" / "deviations.py"}
    return made_by_research | {
        path for path in files if path.name not in NOT_ON_THE_PAGE and "training" not in path.parts
    }


def _forms() -> set[Path]:
    return {path for path in _sources() if path.name in ON_FORMS}


def _worth_translating(keys: set[str]) -> set[str]:
    return {key for key in keys - SAME_EVERYWHERE if has_words(key)}


def _keys_of(tree: ast.Module) -> Iterator[str]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    around = _assigned([node for node in tree.body if isinstance(node, ast.Assign)])
    for part, values in [(tree, around), *((f, around | _assigned([f])) for f in functions)]:
        for call in ast.walk(part):
            if isinstance(call, ast.Call) and call.args and _says(call):
                yield from _texts(call.args[0], values)


def _says(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr == "say"
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    return name == "Message" or name in _error_names()


def _error_names() -> set[str]:
    kinds, names = [BridgeError, UnreadableText], set()
    while kinds:
        kind = kinds.pop()
        names.add(kind.__name__)
        kinds += kind.__subclasses__()
    return names


def _assigned(nodes: Iterable[ast.AST]) -> dict[str, list[str]]:
    """The texts that the names in it may stand for, with what is added to them."""
    found: dict[str, list[str]] = {}
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).extend(_texts(node.value, {}))
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            before = found.get(node.target.id, [])
            before += [text + more for text in before for more in _texts(node.value, {})]
    return found


def _texts(node: ast.expr, values: dict[str, list[str]]) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Name(id=name):
            return values.get(name, [])
        case ast.IfExp(body=one, orelse=other):
            return _texts(one, values) + _texts(other, values)
        case ast.Subscript(value=ast.Name(id=name)):
            return values.get(name, [])
        case ast.Dict(values=inside):
            return [text for value in inside for text in _texts(value, values)]
    return []


def has_words(key: str) -> bool:
    """Return True if a text needs translation: "2/1" and "{share} %" are the same everywhere."""
    outside = "".join(part.partition("}")[2] or part for part in key.split("{"))
    return any(char.isalpha() for char in (outside if "{" in key else key))
