"""Recovery phrases: ten words that are written and read aloud alike in English and French.

The words differ in their first three letters.  Ten of 256 are 80 bits, which nobody can guess or
try out; what is kept is a digest with the server's own key.
"""

import hashlib
import hmac
import re
import secrets
import unicodedata

from goldrush.games.problem import Problem

LENGTH = 10  # words
WORDS = tuple(
    """
    action addition adorable agile album ambition animal artisan attention audience avalanche avenue
    badge ballet bandit barrage basket bison bivouac bonus bouquet bracelet brioche bronze budget
    buffet bungalow bureau cabaret cactus camp canal cargo cascade caviar chalet chef chic cinema
    club cobra cocktail code collage concert cosmos coupon coyote crayon crocodile cube cuisine
    culture cycle danger decor delta dessert dialogue dimension direct divan dragon duel dune echo
    edition elegant emotion empire escargot excellent expert fable facade festival figure film
    flexible folio fondue force fragile fruit gala garage gong gorge gourmet grain grimace guide
    habitat hamster harmonica hockey horizon hotel humble iceberg igloo image impact invention iris
    jaguar jargon jazz jockey judo jungle karate kayak ketchup kimono kiwi koala latitude lion logo
    lotus lynx machine madame maestro magazine marathon massif melon menu message microscope mimosa
    mineral mirage mission mobile monument motif mousse mustang nation navigation niche noble
    nocturne nougat oasis occasion ocean octave olive omelette opera opinion option orange origami
    palette panda papyrus parade passage patience pause perspective photo piano pigeon pirate piston
    pizza plateau plume polo poncho portrait prairie prince prudence puma puzzle python quartz
    quiche radar raisin ravine recital refuge relief reptile restaurant robot rodeo romance roulette
    rugby safari samba sandwich sardine satin sauna saxophone science scooter sculpture secret
    serenade sierra signal silence simple slogan sofa solitude soprano souvenir spaghetti sphinx
    sport station studio suite surprise table talisman tandem tarot taxi telescope tempo tennis
    terrain torrent totem train triangle trombone tuba tunnel turban union valet veranda village
    violet vision voyage wagon western yacht yoga zigzag zinc
""".split()  # noqa: SIM905  # as many strings would fill a page
)


def new() -> list[str]:
    """A phrase that nobody has."""
    return [secrets.choice(WORDS) for _ in range(LENGTH)]


def read(said: str) -> list[str]:
    """The phrase that somebody typed, in whatever case, with accents or without.

    A Problem says which word is none: the list is no secret.
    """
    bare = unicodedata.normalize("NFKD", said.casefold())
    words = re.findall(r"\w+", "".join(one for one in bare if not unicodedata.combining(one)))
    for word in words:
        if word not in WORDS:
            raise Problem(
                '"{}" is no word of a recovery phrase; look for a typing error', word[:40]
            )
    if len(words) != LENGTH:
        raise Problem("a recovery phrase has {} words, not {}", LENGTH, len(words))
    return words


def digest(key: bytes, words: list[str]) -> bytes:
    """What is kept of a phrase: of no use without the server's key, and nobody's phrase with it."""
    return hmac.digest(key, f"recovery phrase {' '.join(words)}".encode(), hashlib.sha256)
