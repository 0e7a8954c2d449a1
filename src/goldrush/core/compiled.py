"""One decorator for compiled code, a cache that forgets when any rule changes, and bind().

Numba's own cache looks only at the file a function stands in: a search compiled into it keeps
playing by the old rules after rules.py is edited.  So the cache folder is named after a digest of
everything that compiles together, and below it each module has a folder of its own, because
numba would also take two bindings of one source file for the same code.
"""

import atexit
import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
from llvmlite import binding as llvm  # type: ignore[import-untyped]
from numba.misc.appdirs import user_cache_dir

PACKAGE = Path(__file__).parents[1]
COMPILED = ("core", "games", "bots", "lab")  # the folders whose sources compile together
KEPT = 4  # cache folders left by pruning: plain and bounds-checked, now and before the last edit

Function = TypeVar("Function", bound=Callable[..., Any])


def sources() -> "hashlib._Hash":
    """A digest of all compiled sources and shipped editions."""
    found = hashlib.sha256()
    for folder in COMPILED:
        for pattern in ("*.py", "*.npz", "edition*.toml"):
            for path in sorted((PACKAGE / folder).rglob(pattern)):
                found.update(str(path.relative_to(PACKAGE)).encode() + path.read_bytes())
    return found


def digest() -> str:
    """Names the state of all compiled sources, shipped editions, numba, its flags and the CPU."""
    flags = sorted(f"{k}={v}" for k, v in os.environ.items() if k.startswith("NUMBA_"))
    maker = (sys.version, numba.__version__, llvm.get_host_cpu_name())
    found = sources()
    found.update("\n".join([*flags, *maker]).encode())
    return found.hexdigest()[:16]


def cache_folder(*roots: Path) -> Path:
    """Makes today's folder below the first root that can be written; prunes what is old there."""
    for root in roots:
        folder = root / digest()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            folder.touch()  # used now: pruning goes by it
            (folder / f".{os.getpid()}").touch()
            (folder / f".{os.getpid()}").unlink()
        except OSError:
            continue
        prune(root)
        return folder
    root = Path(tempfile.mkdtemp(prefix="goldrush-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    os.environ["GOLDRUSH_CACHE"] = str(root)  # so that processes started from here share it
    return cache_folder(root)


def prune(root: Path) -> None:
    """Removes all but the cache folders used last; others may be doing the same."""
    used: list[tuple[float, Path]] = []
    for folder in root.iterdir():
        with contextlib.suppress(OSError):
            if re.fullmatch("[0-9a-f]{16}", folder.name):
                used.append((folder.stat().st_mtime, folder))
    for _, folder in sorted(used, reverse=True)[KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)


def roots() -> list[Path]:
    """Where the cache may be: $GOLDRUSH_CACHE, else beside the package, else the user's own."""
    if chosen := os.environ.get("GOLDRUSH_CACHE"):
        return [Path(chosen)]
    return [PACKAGE / "__pycache__" / "numba", Path(str(user_cache_dir("goldrush")))]  # type: ignore[no-untyped-call]  # numba's


COMPILES = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # numba sets it at run time
CACHE = cache_folder(*roots()) if COMPILES else Path(os.devnull)  # nothing to keep


_keeping = True


def keep_nothing() -> None:
    """Has what is bound from now on compiled for this process alone, which will soon end."""
    global _keeping  # noqa: PLW0603  # as of the process
    _keeping = False


def compiled(function: Function) -> Function:
    """Compiles *function* on its first call and keeps it on disk; it runs without Python's lock.

    Inlining is forced because a third of the speed hangs on it and LLVM's own guess varies.
    """
    return _compiled(function, inline=True)


def brief(function: Function) -> Function:
    """Compiles likewise what Python calls for single steps, and keeps Python's lock.

    To let go of it and take it again takes longer than a step.
    """
    return _compiled(function, inline=True, nogil=False)


def not_inlined(function: Function) -> Function:
    """Compiles *function* likewise, but not into those that call it.

    One large function takes far longer to compile than its parts: this cuts it where it is called
    seldom enough that a call does not count.
    """
    return _compiled(function, inline=False)


def _compiled(function: Function, *, inline: bool, nogil: bool = True) -> Function:
    """Leaves out what nobody needs: it takes time to compile, or to run.

    Wrappers for callers in C, which there are none of, would take a fifth of the time to compile.
    Counts of who holds an array (_nrt) would take most of the time of a short function: nothing
    here makes or returns an array, so whoever called holds all that there are.
    """
    family, _, folder = function.__module__.partition(".")
    if family == "goldrush" and folder.partition(".")[0] not in COMPILED:
        raise ValueError(f"{function.__module__} is in none of the folders that the cache watches")
    others = numba.config.CACHE_DIR  # type: ignore[attr-defined]  # as below
    numba.config.CACHE_DIR = str(CACHE / function.__module__)  # type: ignore[attr-defined]  # set by numba at run time
    made = numba.njit(  # type: ignore[call-overload]  # its stubs do not know the last options
        cache=_keeping,
        nogil=nogil,
        error_model="numpy",
        forceinline=inline,
        no_cfunc_wrapper=True,
        _nrt=False,
    )(function)
    numba.config.CACHE_DIR = others  # type: ignore[attr-defined]  # as above
    return cast(Function, made)


_binding = threading.RLock()


def bind(source: str, tag: str, **names: object) -> ModuleType:
    """Loads the module *source* once more as ``source__tag``, with *names* set before it runs."""
    name = f"{source}__{tag}"
    with _binding:
        if name not in sys.modules:
            found = importlib.util.find_spec(source)
            assert found is not None
            assert found.origin is not None
            spec = importlib.util.spec_from_file_location(name, found.origin)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            vars(module).update(names)
            sys.modules[name] = module  # numba looks its cached functions up by module name
            try:
                spec.loader.exec_module(module)
            except BaseException:
                del sys.modules[name]
                raise
        return sys.modules[name]


def unbind(tag: str) -> None:
    """Lets go of all modules that were bound under a tag, or one that goes on from it: a bot's."""
    with _binding:
        for name in list(sys.modules):
            if f"{name.partition('__')[2]}_".startswith(f"{tag}_"):
                del sys.modules[name]


def remove_bound(tag: str) -> None:
    """Removes from the cache what was compiled of modules that were bound under a tag."""
    for ending in (tag, f"{tag}_*"):
        for folder in CACHE.glob(f"goldrush.*__{ending}"):
            shutil.rmtree(folder, ignore_errors=True)


def bind_beside(owner: str, name: str, /, **names: object) -> ModuleType:
    """Loads *name*, a file beside the module *owner*, once for each edition bound there."""
    package, _, module = owner.rpartition(".")
    return bind(f"{package}.{name}", module.partition("__")[2] or "shipped", **names)
