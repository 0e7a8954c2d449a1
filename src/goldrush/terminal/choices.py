"""What may be done now, as people type it: actions by their text, amounts by their number too."""

from msgspec import Struct

from goldrush.games.shapes import Amount, AnyChoice
from goldrush.games.texts import Texts


class Choices(Struct, frozen=True):
    """The part of a view that says what its viewer may do."""

    legal: list[AnyChoice]
    amount: Amount | None

    def __bool__(self) -> bool:
        return bool(self.legal or self.amount)

    def meant(self, said: str) -> int | None:
        """The action that somebody typed, if it is one of these and no other."""
        folded = said.strip().lower()
        meant = [one.action for one in self.legal if one.text == said]
        meant = meant or [one.action for one in self.legal if one.text.lower() == folded]
        meant = meant or self._amounts(folded)
        return meant[0] if len(meant) == 1 else None

    def text(self, action: int) -> str | None:
        """How one of these is typed."""
        texts = [one.text for one in self.legal if one.action == action]
        if (amount := self.amount) and amount.least <= action - amount.action <= amount.most:
            texts.append(f"{amount.name}{action - amount.action}")
        return texts[0] if texts else None

    def listed(self, texts: Texts, most: int | None = None) -> str:
        """All of them, or as many as *most*, in one line; amounts from which to which."""
        listed = [(one.action, one.text) for one in self.legal]
        if amount := self.amount:
            least, largest = (f"{amount.name}{n}" for n in (amount.least, amount.most))
            amounts = texts("table.range", least=least, most=largest)
            listed.append((amount.action, least if least == largest else amounts))
        shown = [text for _, text in sorted(listed)]
        return ", ".join(shown[:most]) + (", …" if most and len(shown) > most else "")

    def _amounts(self, folded: str) -> list[int]:
        """The action that chooses the amount said: "117" is as good as "deposit117"."""
        if not (amount := self.amount):
            return []
        number = folded.removeprefix(amount.name.lower())
        chosen = int(number) if number.isdecimal() and len(number) < 10 else -1
        return [amount.action + chosen] if amount.least <= chosen <= amount.most else []


NONE = Choices([], None)
