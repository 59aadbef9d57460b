"""Runs a command that must not outlive its parent: `parent_death_signal.py SIGNAL PARENT USER SHOWN COMMAND …`.

The parent may be killed without a chance to clean up. On Linux the kernel then sends SIGNAL to the command.
USER is a name to run as, or `-`. SHOWN are folders, with colons between, that USER has to reach though they lie in one
that is closed to them, such as /root: the command then sees them alone of what lies there, at their own place.
A file of its own, free of imports from the site, so that it starts in no time.
"""

import ctypes
import os
import pwd
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG = 1
NEW_MOUNTS, BIND, WHOLE, PRIVATE, NO_SUID, NO_DEVICES = 0x20000, 1 << 12, 1 << 14, 1 << 18, 2, 4


def main(if_orphaned: int, parent: int, user: str, shown: str, command: list[str]) -> None:
    # Asked for before the user changes, who may not be allowed to read Python's library.
    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None
    if user != "-":
        entry = pwd.getpwnam(user)
        show([path for path in shown.split(":") if path], entry)
        become(entry)
    if prctl:
        end_with(parent, if_orphaned, prctl)
    # A shell starts what it puts into the background deaf to these, and the command would inherit it.
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    os.execvp(command[0], command)


def end_with(parent: int, if_orphaned: int, prctl: Callable[[int, int], int]) -> None:
    """Has the kernel send this process a signal when its parent is gone; exits if it is gone already."""
    prctl(PR_SET_PDEATHSIG, if_orphaned)
    if os.getppid() != parent:
        sys.exit("the parent is gone")


def become(entry: pwd.struct_passwd) -> None:
    os.setgroups([])
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)


def show(paths: list[str], entry: pwd.struct_passwd) -> None:
    """Each closed folder on the way is covered for this process alone, and what is needed laid into the cover."""
    covered = {path: folder for path in paths if (folder := closed(path, entry))}
    if not covered:
        return
    if sys.platform != "linux":
        sys.exit(f"{next(iter(covered))} lies in a folder that is closed to {entry.pw_name}")
    here, libc = os.getcwd(), ctypes.CDLL(None, use_errno=True)
    called(libc, libc.unshare(NEW_MOUNTS))
    mount(libc, "none", "/", "", WHOLE | PRIVATE)
    opened = {path: os.open(path, os.O_RDONLY | os.O_DIRECTORY) for path in covered}
    for folder in set(covered.values()):
        mount(libc, "none", folder, "tmpfs", NO_SUID | NO_DEVICES, "mode=0755,size=1m")
    for path, number in opened.items():
        os.makedirs(path, mode=0o755, exist_ok=True)
        mount(libc, f"/proc/self/fd/{number}", path, "", BIND | WHOLE)
        os.close(number)
    os.chdir(here)


def closed(path: str, entry: pwd.struct_passwd) -> str:
    """The first folder on the way to a path that this user may not pass; empty when the way is open."""
    parts = path.strip("/").split("/")
    for count in range(len(parts)):
        folder = "/" + "/".join(parts[:count])
        about = os.stat(folder)
        mine = 0o100 if about.st_uid == entry.pw_uid else 0o010 if about.st_gid == entry.pw_gid else 0o001
        if not about.st_mode & mine:
            return folder
    return ""


def mount(libc: ctypes.CDLL, source: str, where: str, kind: str, flags: int, options: str = "") -> None:
    words = [word.encode() for word in (source, where, kind)]
    called(libc, libc.mount(*words, ctypes.c_ulong(flags), options.encode()))


def called(libc: ctypes.CDLL, answer: int) -> None:
    if answer != 0:
        sys.exit(f"what the site needs cannot be shown to its user: {os.strerror(ctypes.get_errno())}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4], sys.argv[5:])
