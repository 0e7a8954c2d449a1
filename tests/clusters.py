"""A cluster of PostgreSQL for tests: one for all that run at once, with a new database for each.

It is begun by whichever test needs it first, and ends with the tests.
"""

import asyncio
import fcntl
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import pytest

HOMES = ("/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt")
MISSING = "PostgreSQL is missing.  As root: make postgres, or apt-get install postgresql"
QUICK = ("fsync=off", "full_page_writes=off", "shared_buffers=16MB", "max_connections=200")
TEMPLATE = "shaped"
GUEST, WORD = "guest", "open: @sesame/"  # somebody who needs a password


class Cluster(NamedTuple):
    """Where a cluster is, and how it is asked."""

    folder: Path
    port: int

    def url(self, name: str, user: str = "postgres", password: str = "") -> str:
        """The address of a database of it."""
        who = f"{user}:{quote(password)}" if password else user
        return f"postgresql://{who}@127.0.0.1:{self.port}/{name}"

    @contextmanager
    def gone(self, url: str) -> Iterator[None]:
        """Keeps everybody from a database while the block runs, also who is there already."""
        name = url.rpartition("/")[2]
        self.do(
            f"ALTER DATABASE {name} ALLOW_CONNECTIONS false",
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
        )
        yield
        self.do(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

    def do(self, *statements: str, at: str = "postgres") -> None:
        """Does something as the one who may do everything."""

        import asyncpg

        async def doing() -> None:
            db = await asyncpg.connect(self.url(at), timeout=60)
            for statement in statements:
                await db.execute(statement)
            await db.close()

        with ThreadPoolExecutor(1) as aside:  # whoever asks may have a loop that runs
            aside.submit(asyncio.run, doing()).result()

    def control(self, *words: str) -> None:
        """Starts, stops or asks it."""
        _as_owner(self.folder, program("pg_ctl"), "-D", str(self.folder / "data"), *words)

    def start(self) -> None:
        """Starts it, and waits until it can be asked."""
        options = " ".join(f"-c {one}" for one in (*QUICK, "listen_addresses=127.0.0.1"))
        where = f"-p {self.port} -k {self.folder} {options}"
        self.control("-w", "-t", "120", "-l", str(self.folder / "log"), "-o", where, "start")

    def stop(self) -> None:
        """Stops it at once."""
        self.control("-m", "immediate", "-w", "stop")


def begun() -> Cluster:
    """The cluster of the tests that run now, begun if nobody has yet."""
    folder = _folder()
    with Path(f"{folder}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (folder / "port").exists():
            return Cluster(folder, int((folder / "port").read_text()))
        cluster = _new(folder)
        (folder / "port").write_text(str(cluster.port))
        return cluster


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    """Ends the cluster of these tests, if there is one."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    folder = _folder()
    Path(f"{folder}.lock").unlink(missing_ok=True)
    if (folder / "port").exists():
        Cluster(folder, 0).stop()
    shutil.rmtree(folder, ignore_errors=True)


def _folder() -> Path:
    """The same for all processes of one run of tests."""
    run = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
    return Path(tempfile.gettempdir(), f"goldrush-postgres-{run}")


def _new(folder: Path) -> Cluster:
    """A cluster with a database that has the newest shape."""
    from goldrush.server.postgres import PostgresStore

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(0o700)
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    how = ("-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync")
    _as_owner(folder, program("initdb"), "-D", str(folder / "data"), *how)
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        cluster = Cluster(folder, found.getsockname()[1])
    rules = folder / "data" / "pg_hba.conf"
    rules.write_text(f"host all {GUEST} 127.0.0.1/32 scram-sha-256\n{rules.read_text()}")
    cluster.start()
    cluster.do(f"CREATE ROLE {GUEST} LOGIN PASSWORD '{WORD}'", f"CREATE DATABASE {TEMPLATE}")
    asyncio.run(PostgresStore(cluster.url(TEMPLATE)).close())
    return cluster


def program(name: str) -> str:
    """Where a program of PostgreSQL is; Debian has them in no path."""
    places = [folder for home in HOMES for folder in sorted(Path(home).glob("*/bin"), reverse=True)]
    if found := shutil.which(name, path=os.pathsep.join([*map(str, places), os.environ["PATH"]])):
        return found
    pytest.fail(MISSING)


def _as_owner(folder: Path, *command: str) -> None:
    """Runs a program as somebody who is not root, which PostgreSQL refuses."""
    owner = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
    who = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []} if owner else {}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    done = subprocess.run(command, cwd=folder, check=False, **quiet, **who)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stderr


@pytest.fixture
def cluster() -> Cluster:
    return begun()


@pytest.fixture
def new_database() -> Iterator[Callable[[], str]]:
    """Makes databases, each with nothing in it but its shape."""
    made: list[str] = []

    def make(template: str = TEMPLATE) -> str:
        name = f"t{os.getpid()}_{len(made)}"
        begun().do(f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name} TEMPLATE {template}")
        made.append(name)
        return begun().url(name)

    yield make
    if made:
        begun().do(*(f"DROP DATABASE {name} WITH (FORCE)" for name in made))


@pytest.fixture
def database(new_database: Callable[[], str]) -> str:
    """A database of its own."""
    return new_database()
