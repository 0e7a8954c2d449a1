"""What holds for all at a server by its host's will: known without asking the store.

It holds on when the server runs without an admin key: what was decided stays decided.
"""

from goldrush.server.refusal import Refusal
from goldrush.server.store import Sheet, Store
from goldrush.server.typed import visible
from goldrush.server.wordlist import Wordlist


class House:
    """Whom the host has blocked, and words that the host does not want."""

    def __init__(self) -> None:
        self.blocked: set[str] = set()
        self.words = Wordlist()
        self.hears = False  # whether there is an admin page, where the host sees reports

    async def read(self, store: Store) -> None:
        """Takes note of all that is kept of it."""
        self.blocked = {one.player for one in await store.blocked()}
        self.words = Wordlist(await store.words())

    def check_words(self, *texts: str | None) -> None:
        """Refuses what has a word that is not wanted, as others read it; it is not told which."""
        if any(self.words.finds(visible(text)) for text in texts if text):
            raise Refusal(
                "unwanted",
                "the host of this server does not want one of these words; choose others",
            )

    def check_person(self, player: str) -> None:
        """Refuses somebody who is blocked what concerns others."""
        if player in self.blocked:
            raise Refusal(
                "blocked",
                "the host of this server has blocked you: you may play with bots, finish your"
                " matches, take your data along and delete them",
            )

    def check_company(self, player: str, sheet: Sheet, name: str) -> None:
        """Refuses somebody who is blocked a seat where others are, unless it is theirs already.

        Another name at that seat would be a way to speak.
        """
        people = {place.player for place in sheet.places} | {sheet.host}
        own = any(
            place.player == player and place.name == name and not place.awaited
            for place in sheet.places
        )
        if people - {player, ""} and not own:
            self.check_person(player)

    def check_speech(self, player: str, *texts: str) -> None:
        """Refuses what somebody wants to say to others."""
        self.check_person(player)
        self.check_words(*texts)
