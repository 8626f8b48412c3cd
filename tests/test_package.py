"""The package as pip builds and installs it, and the lines that README.md tells to run with it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from email.message import Message
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

import bidding

ROOT = Path(__file__).parent.parent
PACKAGES = ("bidding", "bridgeviz")
FOLDERS = ("templates", "static", "locale", "docs", "tests")
SOURCES = ("README.md", "LICENSE", "pyproject.toml", *FOLDERS)
NOT_PACKED = {".pyc", ".po"}
SNIPPET = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pip(*words: str, cwd: Path | None = None) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *words]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy: setuptools leaves its working files beside the sources.

    Slow: the weights are copied and compressed.
    """
    source = tmp_path_factory.mktemp("source")
    ignored = shutil.ignore_patterns("__pycache__")
    for name in (*PACKAGES, *SOURCES, *(path.name for path in ROOT.glob("requirements*.txt"))):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, symlinks=True, ignore=ignored)
        else:
            shutil.copy(ROOT / name, source / name)
    target = tmp_path_factory.mktemp("wheel")
    pip("wheel", ".", "--no-deps", "--no-build-isolation", "--wheel-dir", str(target), cwd=source)
    (built,) = target.iterdir()
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("installed")
    pip("install", "--no-deps", "--no-index", "--target", str(target), str(wheel))
    return target


def python(
    *words: str, installed: Path, folder: Path, **variables: str
) -> subprocess.CompletedProcess[str]:
    """A Python that finds the installed package alone."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(installed), "HOME": str(folder)}
    environment |= {"OMP_NUM_THREADS": "1", **variables}
    command = [sys.executable, *words]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def run(program: str, installed: Path, folder: Path, **variables: str) -> str:
    """Return a program's output."""
    done = python("-c", program, installed=installed, folder=folder, **variables)
    assert done.returncode == 0, done.stderr
    return done.stdout


def packed(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def metadata(wheel: Path) -> Message:
    with ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def test_the_wheel_has_every_file_of_the_packages_and_no_other(wheel: Path) -> None:
    files = {
        str((Path(folder) / name).relative_to(ROOT))
        for package in PACKAGES
        for folder, _, names in os.walk(ROOT / package, followlinks=True)
        for name in names
        if Path(name).suffix not in NOT_PACKED
    }
    assert packed(wheel) == files
    assert {
        "bidding/weights/bidder.safetensors",
        "bidding/weights/systems/sayc.json",
        "bidding/domain/conventions.toml",
        "bidding/training/recipes/small.toml",
        "bidding/tricks/results/13-95.xz",
        "bridgeviz/templates/index.html",
        "bridgeviz/static/app.js",
        "bridgeviz/locale/zh_Hans/LC_MESSAGES/django.mo",
        "bridgeviz/locale/zh_Hans/service.json",
    } <= files


def test_its_version_and_dependencies_are_stated_once(wheel: Path) -> None:
    metadata_ = metadata(wheel)
    assert metadata_["Version"] == bidding.__version__
    extras = {"": "model", "site": "site", "postgres": "postgres"}
    expected = set()
    for extra, name in extras.items():
        for line in (ROOT / f"requirements-{name}.txt").read_text().splitlines():
            if not line.startswith("#"):
                marker = f' ; extra == "{extra}"' if extra else ""
                expected.add(str(Requirement(line + marker)))
    assert {str(Requirement(text)) for text in metadata_.get_all("Requires-Dist", [])} == expected


def test_the_example_of_the_readme_is_true(installed: Path, tmp_path: Path) -> None:
    (example,) = SNIPPET.findall((ROOT / "README.md").read_text())
    (tmp_path / "example.txt").write_text(example)
    program = """
import doctest, sys, bidding
print(*doctest.testfile("example.txt", module_relative=False, optionflags=doctest.ELLIPSIS))
print(bidding.__file__, 'django' in sys.modules)
"""
    result, place = run(program, installed, tmp_path).splitlines()
    assert result == f"0 {len(re.findall('^>>>', example, re.MULTILINE))}"
    assert place == f"{installed / 'bidding' / '__init__.py'} False"


def test_importing_the_package_alone_is_cheap(installed: Path, tmp_path: Path) -> None:
    program = "import sys, bidding; print({'torch', 'numpy', 'django'} & set(sys.modules))"
    assert run(program, installed, tmp_path) == "set()\n"
    with pytest.raises(AttributeError, match="Explainers"):
        getattr(bidding, "Explainers")  # noqa: B009


def test_an_installed_site_finds_its_pages_and_keeps_its_data_with_the_user(
    installed: Path, tmp_path: Path
) -> None:
    program = """
import django
from django.conf import settings
django.setup()
from django.contrib.staticfiles.finders import find
from django.template.loader import get_template
from django.utils.translation import override, gettext
print(get_template("index.html").origin.name)
print(find("app.js"))
print(settings.HOME_DIR)
with override("zh-hans"):
    print(gettext("Sign in"))
"""
    printed = run(program, installed, tmp_path, DJANGO_SETTINGS_MODULE="bridgeviz.settings")
    template, script, home, word = printed.splitlines()
    assert template == str(installed / "bridgeviz" / "templates" / "index.html")
    assert script == str(installed / "bridgeviz" / "static" / "app.js")
    assert home == str(tmp_path / ".local" / "share" / "bridgeviz")
    assert not word.isascii()


def test_an_installed_package_says_that_it_runs_no_site(installed: Path, tmp_path: Path) -> None:
    command = ("-m", "django", "run_site", "--settings", "bridgeviz.settings")
    done = python(*command, installed=installed, folder=tmp_path)
    assert done.returncode == 1
    assert "run from the repository" in done.stderr
