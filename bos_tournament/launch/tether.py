"""Runs a command that must not outlive its parent: `tether.py SIGNAL PARENT USER COMMAND …`.

The parent may be killed without a chance to clean up. On Linux the kernel then sends SIGNAL to the command.
USER is a name to run as, or `-`. A file of its own, free of imports from the site, so that it starts in no time.
"""

import ctypes
import os
import pwd
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(if_orphaned: int, parent: int, user: str, command: list[str]) -> None:
    # Asked for before the user changes, who may not be allowed to read Python's library.
    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None
    if user != "-":
        become(pwd.getpwnam(user))
    if prctl:
        prctl(PR_SET_PDEATHSIG, if_orphaned)
        if os.getppid() != parent:
            sys.exit("the parent is gone")
    # A shell starts what it puts into the background deaf to these, and the command would inherit it.
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    os.execvp(command[0], command)


def become(entry: pwd.struct_passwd) -> None:
    os.setgroups([])
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:])
