"""HAProxy as `deploy/haproxy.cfg` has it, with the names and addresses of the trial, and a certificate for an hour."""

import csv
import ipaddress
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from benchmarks.machines.network import HALL
from bos_tournament.launch import home, process

SHIPPED = home.CHECKOUT / "deploy" / "haproxy.cfg"
EXAMPLES = {"10.0.0.21:8000": "one", "10.0.0.22:8000": "two"}
"""The machines of the shipped file, and which of the trial takes the place of each."""
START_SECONDS = 180.0


@contextmanager
def running(folder: Path, machines: dict[str, str]) -> Iterator["Balancer"]:
    """Before the machines, given as name and address with port. Raises LaunchError."""
    folder.mkdir(mode=0o700)
    write_certificate(folder)
    file = folder / "haproxy.cfg"
    file.write_text(adapted(SHIPPED.read_text(), folder, machines))
    done = subprocess.run(["haproxy", "-c", "-f", str(file)], capture_output=True, text=True)
    if done.returncode:
        raise home.LaunchError(f"HAProxy refuses deploy/haproxy.cfg:\n{done.stdout}{done.stderr}")
    log = folder / "haproxy.log"
    child = process.start(["haproxy", "-db", "-f", str(file)], if_orphaned=signal.SIGKILL, log=log)
    balancer = Balancer(folder / "admin.sock", folder / "authority.pem")
    try:
        if not process.wait_until(balancer.are_up, alive=lambda: child.poll() is None, seconds=START_SECONDS):
            raise home.LaunchError(f"HAProxy finds no machine that answers:\n{process.last_lines(log)}")
        yield balancer
    finally:
        process.stop(child, first=signal.SIGTERM, seconds=1)


def adapted(text: str, folder: Path, machines: dict[str, str]) -> str:
    """The shipped file, for the trial: nothing but names, addresses and places differ."""
    places = {"/etc/haproxy/bos.pem": f"{folder}/bos.pem", "/run/haproxy/admin.sock": f"{folder}/admin.sock"}
    places["maxconn 20000"] = "maxconn 4000"  # twice as many files, which not every shell lets one open
    listening = {"bind :80": f"bind {HALL}:80", "bind :443": f"bind {HALL}:443", "bos.example": HALL}
    here = {example: machines[name] for example, name in EXAMPLES.items()}
    for shipped, ours in {**places, **listening, **here}.items():
        if shipped not in text:
            raise home.LaunchError(f"deploy/haproxy.cfg has no {shipped} any more.")
        text = text.replace(shipped, ours)
    return text


def write_certificate(folder: Path) -> None:
    """Signed by itself: with its key for HAProxy, and alone for whoever is to trust it."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HALL)])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(minutes=5)).not_valid_after(now + timedelta(hours=12))
    there = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(HALL))])
    made = made.add_extension(there, critical=False)
    certificate = made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    how = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "bos.pem").write_bytes(certificate + key.private_bytes(serialization.Encoding.PEM, *how))
    (folder / "bos.pem").chmod(0o600)
    (folder / "authority.pem").write_bytes(certificate)


class Balancer:
    """What the running HAProxy tells of itself."""

    def __init__(self, control: Path, authority: Path) -> None:
        self.control, self.authority = control, authority

    def rows(self) -> dict[str, dict[str, str]]:
        """Its figures by server, and those of all as BACKEND."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self.control))
            line.sendall(b"show stat\n")
            told = line.makefile().read()
        rows = csv.DictReader(told.removeprefix("# ").splitlines())
        return {row["svname"]: row for row in rows if row["pxname"] == "bos"}

    def are_up(self) -> bool:
        try:
            return all(row["status"] == "UP" for row in self.rows().values())
        except OSError:
            return False
