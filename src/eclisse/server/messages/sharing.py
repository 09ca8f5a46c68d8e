"""A finished game for strangers: who agrees, and what a messenger shows of it."""

from html import escape
from typing import Final, Literal

from eclisse.server.messages import facts
from eclisse.server.messages.base import Message
from eclisse.server.store.rows import TableRow

Language = Literal["en", "fr"]
FORMER: Final[dict[Language, str]] = {"en": "a former player", "fr": "un ancien joueur"}
WATCH: Final[dict[Language, str]] = {"en": "Watch the game move by move.", "fr": "Revoyez la partie coup par coup."}


class Addresses(Message):
    """Where others reach the server, the likeliest first; none if only its own machine does."""

    addresses: list[str]


class Share(Message):
    """Whether you agree that anybody with the link may watch the finished game."""

    agree: bool


def language_of(accepted: str) -> Language:
    """The language of somebody whose browser or messenger accepts these."""
    return "fr" if accepted.lower().startswith("fr") else "en"


def preview(row: TableRow, address: str, picture: str, language: Language) -> str:
    """What messengers read in the page of a finished game: who reached what, the game, and a picture."""
    names = [name or FORMER[language] for name in row.names_for_strangers]
    best = sorted(row.seats, key=lambda seat: seat.place or 0)
    reached = [f"{names[seat.seat]} {'' if seat.points is None else seat.points}".strip() for seat in best]
    game = next((game.name for game in facts.catalogue().games if game.id == row.game), None)
    title = f"{getattr(game, language, row.game)}: {', '.join(reached)}"
    tags = {
        "og:type": "website",
        "og:site_name": "Éclisse",
        "og:title": title,
        "og:description": WATCH[language],
        "og:url": address,
        "og:image": picture,
        "og:image:type": "image/png",
        "twitter:card": "summary_large_image",
    }
    return "".join(f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items())
