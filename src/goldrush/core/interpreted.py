"""Compiled modules as plain Python, for as long as their compiler is at work.

A twin has the same functions over the same constants: they write the same bytes into the same
records, only more slowly.  No source is run again: each function gets a twin that looks its names
up among twins.
"""

import builtins
from functools import _lru_cache_wrapper, cache
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

from numba.core.dispatcher import Dispatcher

from goldrush.core.direct import Direct

FAMILY = "goldrush."  # whose modules have twins; all others are as they are
TWIN = "__interpreted__"  # where a module keeps its own, so that both go together

Module = TypeVar("Module")

_making = RLock()  # so that no thread is given a twin that another one is still making


def interpreted(module: Module) -> Module:
    """The twin of a module; always the same one."""
    with _making:
        return cast(Module, _twin(module))


def _twin(value: Any) -> Any:
    """What stands for a value among twins: itself, unless it is or holds a function of ours."""
    if isinstance(value, Dispatcher):
        value = value.py_func
    if isinstance(value, Direct):
        value = value.module
    if isinstance(value, _lru_cache_wrapper):
        return cache(_twin(value.__wrapped__))
    if isinstance(value, ModuleType) and value.__name__.startswith(FAMILY):
        return _module(vars(value))
    if isinstance(value, FunctionType) and value.__module__.startswith(FAMILY):
        return _function(value)
    return _held(value)


def _held(value: Any) -> Any:
    """A list, a tuple or a dictionary of twins, if there are any for what it holds."""
    if isinstance(value, list | tuple) and any(_twin(one) is not one for one in value):
        return type(value)(map(_twin, value))
    if isinstance(value, dict) and any(_twin(one) is not one for one in value.values()):
        return {key: _twin(one) for key, one in value.items()}
    return value


def _module(names: dict[str, Any]) -> ModuleType:
    """The twin of the module that has these names."""
    if TWIN not in names:
        twin = names[TWIN] = ModuleType(names["__name__"], names["__doc__"])  # first: it may recur
        own = {name: value for name, value in names.items() if name not in (TWIN, "__builtins__")}
        vars(twin).update({name: _twin(value) for name, value in own.items()}, **{TWIN: twin})
        vars(twin)["__builtins__"] = names.get("__builtins__", builtins)  # C code looks there
    return cast(ModuleType, names[TWIN])


def _function(function: FunctionType) -> FunctionType:
    names = vars(_module(function.__globals__))
    parts = (function.__name__, function.__defaults__, function.__closure__)
    twin = FunctionType(function.__code__, names, *parts)
    twin.__kwdefaults__ = function.__kwdefaults__
    return twin
