"""An empty Debian machine with its own systemd, in a container that leaves nothing behind.

Needs root, debootstrap and systemd-nspawn. What debootstrap makes is kept for the next time; a
machine is a layer over it that is thrown away. It shares this machine's network.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

RELEASE = "bookworm"
MIRROR = "http://deb.debian.org/debian"
PARTS = "systemd-sysv,dbus,ca-certificates,procps"
CACHE = Path("/var/tmp") / f"bridgeviz-{RELEASE}"
PROGRAMS = ("debootstrap", "systemd-nspawn", "nsenter", "unshare", "git")
PORTS = (80, 443, 5432, 6379, 8000)
BOOT_SECONDS = 60
SHOWN_LINES = 60
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


def missing() -> str:
    """Why no machine can be had here; empty if one can."""
    if os.geteuid() != 0:
        return "it takes root"
    absent = [program for program in PROGRAMS if not shutil.which(program)]
    if absent:
        return f"install {', '.join(absent)} (Debian: debootstrap, systemd-container)"
    taken = [str(port) for port in PORTS if _is_taken(port)]
    return f"something listens at port {', '.join(taken)}" if taken else ""


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@dataclass
class Machine:
    """A machine that runs."""

    leader: int  # the process that it takes for its first
    environment: dict[str, str]

    def run(self, script: str, *, seconds: float = 1800) -> str:
        """Run commands in root's shell and return their output. Fail at the first that fails."""
        variables = [f"{name}={value}" for name, value in self.environment.items()]
        # All of the container's namespaces but its network and users, which are this machine's.
        command = ["nsenter", "-t", str(self.leader), "-m", "-u", "-i", "-p", "-C"]
        command += ["env", "-i", *variables, "bash", "-euo", "pipefail", "-c"]
        command.append(f"cd /root\n{script}")
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=seconds, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert done.returncode == 0, (
            f"{script}\nended with {done.returncode}:\n{_tail(done.stdout)}"
        )
        return done.stdout

    def write(self, path: str, content: bytes) -> None:
        """A file, written by root."""
        command = ["nsenter", "-t", str(self.leader), "-m", "tee", path]
        subprocess.run(command, input=content, check=True, stdout=subprocess.DEVNULL)


def _tail(output: str) -> str:
    return "\n".join(output.splitlines()[-SHOWN_LINES:])


@contextmanager
def empty_machine(files: dict[str, Path], environment: dict[str, str]) -> Iterator[Machine]:
    """A machine on which nothing is installed; the files are put into /root by name."""
    base = _base()
    with TemporaryDirectory(prefix="bridgeviz-machine-", dir="/var/tmp") as name:
        folder = Path(name)
        for part in ("upper", "work", "root"):
            (folder / part).mkdir()
        _prepare(folder / "upper", files)
        machine = _boot(base, folder)
        try:
            leader = _leader(machine, folder / "console.log")
            path = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
            usual = {
                **path,
                "HOME": "/root",
                "LANG": "C.UTF-8",
                "DEBIAN_FRONTEND": "noninteractive",
            }
            yield Machine(leader, {**usual, **_pip_variables(), **environment})
        finally:
            machine.terminate()  # systemd-nspawn then shuts the machine down
            try:
                machine.wait(BOOT_SECONDS)
            except subprocess.TimeoutExpired:
                machine.kill()
                machine.wait()


def _base() -> Path:
    """The folder with Debian alone, made on first use."""
    if not CACHE.exists():
        fresh = CACHE.with_name(f"{CACHE.name}.{os.getpid()}")
        command = ["debootstrap", "--variant=minbase", f"--include={PARTS}", RELEASE]
        subprocess.run([*command, str(fresh), MIRROR], check=True, stdout=subprocess.DEVNULL)
        fresh.rename(CACHE)
    return CACHE


def _prepare(upper: Path, files: dict[str, Path]) -> None:
    """Prepare the machine: files, and the source of packages."""
    (upper / "root").mkdir(mode=0o700)
    for name, path in files.items():
        shutil.copy(path, upper / "root" / name)
    (upper / "etc").mkdir()
    lines = "127.0.0.1 localhost\n::1 localhost\n127.0.0.1 bridge.example.org\n"
    (upper / "etc" / "hosts").write_text(lines)
    # A machine that is thrown away need not wait for the disk.
    (upper / "etc" / "dpkg" / "dpkg.cfg.d").mkdir(parents=True)
    (upper / "etc" / "dpkg" / "dpkg.cfg.d" / "unsafe-io").write_text("force-unsafe-io\n")
    if CERTIFICATES.exists():
        target = upper / CERTIFICATES.relative_to("/")
        target.parent.mkdir(parents=True)
        shutil.copy(CERTIFICATES, target)


def _boot(base: Path, folder: Path) -> subprocess.Popen[bytes]:
    """Lays the layer over Debian, in a mount namespace of its own, and starts its systemd."""
    layers = f"lowerdir={base},upperdir={folder}/upper,workdir={folder}/work"
    binds = " ".join(f"--bind-ro={mirror}" for mirror in _pip_folders())
    script = (
        f"mount -t overlay overlay -o {layers} {folder}/root && "
        f"exec systemd-nspawn --quiet --register=no --keep-unit --machine=bridgeviz "
        f"--resolv-conf=copy-host --kill-signal=SIGRTMIN+4 {binds} -D {folder}/root --boot"
    )
    with (folder / "console.log").open("wb") as log:
        return subprocess.Popen(
            ["unshare", "--mount", "--propagation", "private", "bash", "-c", script],
            stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip


def _leader(machine: subprocess.Popen[bytes], console: Path) -> int:
    """The machine's first process, once it is up."""
    end = time.monotonic() + BOOT_SECONDS
    while time.monotonic() < end and machine.poll() is None:
        for pid in _children(machine.pid):
            ask = ["nsenter", "-t", str(pid), "-m", "-p", "systemctl", "is-system-running"]
            output = subprocess.run(ask, capture_output=True, text=True, check=False).stdout.strip()
            if output in ("running", "degraded"):
                return pid
        time.sleep(0.5)
    raise AssertionError(f"the machine did not start:\n{console.read_text(errors='replace')}")


def _children(pid: int) -> list[int]:
    try:
        return [
            int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]
    except OSError:
        return []


def _pip_configuration() -> dict[str, str]:
    """Return the options of this machine's pip configuration, such as mirrors."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^(?:global|:env:)\.([a-z-]+)='(.*)'$", output, re.MULTILINE)
    return {name: value.replace("\\n", " ").strip() for name, value in found}


def _pip_variables() -> dict[str, str]:
    known = ("find-links", "index-url", "extra-index-url", "default-timeout")
    configuration = _pip_configuration()
    return {
        f"PIP_{name.upper().replace('-', '_')}": configuration[name]
        for name in known
        if name in configuration
    }


def _pip_folders() -> list[str]:
    """The folders of this machine among its mirrors, each above the others in it."""
    words = " ".join(_pip_variables().values()).replace("file://", "").split()
    folders = {str(Path(*Path(word).parts[:3])) for word in words if word.startswith("/")}
    return sorted(folder for folder in folders if Path(folder).is_dir())
