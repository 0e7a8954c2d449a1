"""A queue in which everybody has a turn, however much one of them asks for."""

from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Turns(Generic[Item]):
    """Items wait behind those of the same person alone; people, behind those of one address."""

    def __init__(self) -> None:
        self._own: deque[Item] = deque()
        self._others: OrderedDict[str, Turns[Item]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._own or self._others)

    def __len__(self) -> int:
        return len(self._own) + sum(map(len, self._others.values()))

    def put(self, who: Sequence[str], item: Item) -> None:
        """Adds an item of somebody, who is named from the whole to the part: address, person."""
        if who:
            self._others.setdefault(who[0], Turns()).put(who[1:], item)
        else:
            self._own.append(item)

    def take(self) -> Item:
        """The next item; whoever it is of is last in line then."""
        if self._own:
            return self._own.popleft()
        name, some = self._others.popitem(last=False)
        item = some.take()
        if some:
            self._others[name] = some
        return item

    def waiting(self, who: Sequence[str]) -> int:
        """How many items of somebody wait."""
        if not who:
            return len(self)
        return self._others[who[0]].waiting(who[1:]) if who[0] in self._others else 0
