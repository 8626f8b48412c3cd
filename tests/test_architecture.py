"""The stages import one way only, and nothing that answers web requests loads torch.

Read from the source with ``ast``: an import counts for the direction wherever it stands, and
for what a module loads only where it runs when the module is imported.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parent.parent

# Each stage may import those above it; several on one line know nothing of each other.
STAGES = (
    ("bounds", "domain", "yielding"),
    ("parsing",),
    ("encoding",),
    ("networks",),
    ("tricks",),
    ("explaining",),
    ("practice", "training", "matches"),
    ("json_text",),
    ("models",),
    ("jobs", "keys"),
    ("batches", "practice.tables"),
    ("practice.classes",),
    ("api", "worker"),
    ("admin", "apps", "web"),
    ("management",),
)
RANKS = {stage: rank for rank, stages in enumerate(STAGES) for stage in stages}

PLAIN_PYTHON = ("bounds", "domain", "yielding", "parsing")
WAY_OF_A_JOB = ("jobs", "batches", "worker", "api")
WITHOUT_DJANGO = (
    *PLAIN_PYTHON,
    "encoding",
    "networks",
    "tricks",
    "training",
    "explaining",
    "practice",
    "matches",
)
WEB = (
    *("domain", "parsing", "json_text", "models", "jobs", "keys", "batches"),
    "practice.classes",
    "practice.tables",
    *("api", "admin", "apps", "web"),
)


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    module_name(path): path
    for package in ("bidding", "bridgeviz")
    for path in sorted((ROOT / package).rglob("*.py"))
    if "migrations" not in path.parts
}


def stage_of(module: str) -> str:
    """The stage of a module of the application, a part of a package before the package; empty
    for the application itself.
    """
    parts = module.split(".")[1:]
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in names if name in RANKS), ".".join(parts))


def imported_names(node: ast.AST, module: str) -> Iterator[str]:
    """The dotted names that one import statement asks for; none for another statement."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"{module} has a relative import in line {node.lineno}"
        assert node.module is not None
        for alias in node.names:
            submodule = f"{node.module}.{alias.name}"
            yield submodule if submodule in MODULES else node.module


def statements_on_import(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements run on import: no function's body, nothing for type checkers."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield child
        yield from statements_on_import(child)


@cache
def imports(module: str) -> frozenset[str]:
    """Everything that a module imports, wherever it does so."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    return frozenset(name for node in ast.walk(tree) for name in imported_names(node, module))


@cache
def loads(module: str) -> frozenset[str]:
    """The modules that importing this one imports, the packages around each of them too."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    names = {name for node in statements_on_import(tree) for name in imported_names(node, module)}
    parts = [name.split(".") for name in (*names, module)]
    around = {".".join(path[:length]) for path in parts for length in range(1, len(path) + 1)}
    return frozenset(around - {module})


def all_loaded(module: str) -> set[str]:
    """Return all modules that importing a module loads, directly or indirectly."""
    loaded: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in loaded:
            loaded.add(name)
            waiting += loads(name) if name in MODULES else ()
    return loaded


def roots(names: frozenset[str]) -> set[str]:
    return {name.split(".")[0] for name in names}


def in_stages(*stages: str) -> list[str]:
    return [name for name in MODULES if name.startswith("bidding.") and stage_of(name) in stages]


def test_every_module_has_a_stage() -> None:
    names = [name for name in MODULES if name.startswith("bidding.")]
    assert {stage_of(name) for name in names} <= set(RANKS)


def test_a_stage_imports_only_earlier_ones() -> None:
    for module in in_stages(*RANKS):
        own = stage_of(module)
        for name in imports(module):
            if name.startswith("bidding."):
                other = stage_of(name)
                assert other == own or RANKS[other] < RANKS[own], f"{module} imports {name}"
        # A command may start the site, and so know how it is wired; nothing else does.
        assert own == "management" or "bridgeviz" not in roots(imports(module)), module


def test_no_modules_import_each_other() -> None:
    """Not even for type checkers."""
    graph = {module: imports(module) & MODULES.keys() - {module} for module in MODULES}
    TopologicalSorter(graph).prepare()


def test_the_way_of_a_job_is_imported_at_the_top() -> None:
    """Neither the order of imports nor a call decides what is there."""
    for module in in_stages(*WAY_OF_A_JOB):
        tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
        functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
        inner = (child for function in functions for child in ast.walk(function))
        assert not [name for node in inner for name in imported_names(node, module)], module


def test_the_product_knows_no_research() -> None:
    for module in MODULES:
        assert "research" not in roots(imports(module)), module


def test_the_product_needs_neither_training_nor_matches() -> None:
    aside = ("bidding.training", "bidding.matches")
    assert in_stages("training")
    assert in_stages("matches")
    for module in (name for name in MODULES if not name.startswith((*aside, "bidding.management"))):
        assert not [name for name in imports(module) if name.startswith(aside)], module


def test_text_knows_no_formats_and_these_no_documents() -> None:
    rooms = ["bidding.parsing.text", "bidding.parsing.formats", "bidding.parsing.documents"]
    for place, room in enumerate(rooms):
        for module in (name for name in MODULES if name.startswith(room)):
            found = [name for name in imports(module) if name.startswith(tuple(rooms[place + 1 :]))]
            assert not found, module


def test_the_game_and_its_text_need_plain_python_and_documents_pydantic_only() -> None:
    for module in in_stages(*PLAIN_PYTHON):
        documents = module.startswith("bidding.parsing.documents.")
        others = {"pydantic", "pydantic_core"} if documents else set()
        assert roots(imports(module)) <= {"bidding", *sys.stdlib_module_names, *others}, module


def test_the_model_knows_no_django() -> None:
    for module in in_stages(*WITHOUT_DJANGO):
        known = roots(imports(module))
        assert known.isdisjoint({"django", "rest_framework", "celery"}), module


def test_the_web_never_loads_torch_nor_the_solver() -> None:
    wired = (name for name in MODULES if name.startswith("bridgeviz"))
    for module in (*in_stages(*WEB), *wired):
        assert {"torch", "endplay", "bidding.tricks.solving"}.isdisjoint(all_loaded(module)), module


def test_the_explainer_does_load_both() -> None:
    """Or else the test above would find nothing anywhere."""
    assert {"torch", "bidding.tricks.solving"} <= all_loaded("bidding.explaining.explainer")


def test_a_running_web_process_has_no_torch_and_no_solver() -> None:
    program = (
        "import django, sys; django.setup(); import bridgeviz.urls, bridgeviz.wsgi;"
        "sys.exit(not {'torch', 'endplay', 'bidding.tricks.solving'}.isdisjoint(sys.modules))"
    )
    environment = {"DJANGO_SETTINGS_MODULE": "bridgeviz.settings"} | os.environ
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, check=True)


def test_no_group_is_repeated_possessively() -> None:
    """Python before 3.11.5, so Debian 12's, loses matches of such (python/cpython#106052)."""
    for path in (ROOT / "bidding").rglob("*.py"):
        assert not re.search(r"\) ?[*+?]\+|\(\?>", path.read_text(encoding="utf-8")), path
