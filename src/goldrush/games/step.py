"""A step that people can read."""


class Step(int):
    """A number of the rules that reads as its notation."""

    text: str

    def __new__(cls, number: int, text: str) -> "Step":
        """A step with its text."""
        step = super().__new__(cls, number)
        step.text = text
        return step

    def __reduce__(self) -> tuple[type["Step"], tuple[int, str]]:
        return Step, (int(self), self.text)

    def __repr__(self) -> str:
        return self.text

    __str__ = __repr__
