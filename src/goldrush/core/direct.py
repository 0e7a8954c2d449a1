"""Compiled functions as Python calls them soonest: their machine code, without a dispatcher.

A dispatcher looks at every argument to find out what was compiled for its type, which takes
longer than a step of a game.  Here the types are those that the functions declare.
"""

from functools import partial
from inspect import get_annotations
from types import ModuleType
from typing import Any

import numba
from numba.core.dispatcher import Dispatcher


class Direct:
    """The functions of a module; each is compiled, or loaded, when it is first called.

    *samples* has a value for every type that they declare.  Whoever calls them sees to it that
    arguments are of these types: nobody asks.
    """

    def __init__(self, module: ModuleType, samples: dict[Any, Any]) -> None:
        self.module = module
        self._samples = samples
        for name, function in vars(module).items():
            if getattr(function, "__module__", None) == module.__name__:
                setattr(self, name, partial(self._first, name))

    def _first(self, name: str, *arguments: Any) -> Any:
        """Answers the first call of a function, and puts it in its place for all others."""
        function = getattr(self.module, name)
        if isinstance(function, Dispatcher):
            declared = get_annotations(function.py_func)
            declared.pop("return")
            types = tuple(map(numba.typeof, map(self._samples.__getitem__, declared.values())))
            ready = function.overloads.get(types)
            function = ready.entry_point if ready else function.compile(types)
        setattr(self, name, function)
        return function(*arguments)
