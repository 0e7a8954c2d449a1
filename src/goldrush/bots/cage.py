"""Becomes a program that others wrote, within limits: ``python cage.py COMMAND …``.

So a server starts the bots of others.  It stands on nothing of ours, since it is started often.
"""

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress

MEMORY = 2 << 30  # bytes that a program may have
WRITTEN = 64 << 20  # bytes of a file that it writes
NICE = 10
DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG
NOT_FOUND = 127  # the exit code, as of a shell


def limit() -> None:
    """Gives this process, and what it becomes, little room; it ends with whoever started it."""
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (WRITTEN, WRITTEN))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(AttributeError):  # Linux alone has it
        ctypes.CDLL(None).prctl(DIES_WITH_PARENT, signal.SIGKILL)


if __name__ == "__main__":
    limit()
    try:
        os.execvp(sys.argv[1], sys.argv[1:])  # noqa: S606  # what the host has named
    except OSError:
        sys.exit(NOT_FOUND)
