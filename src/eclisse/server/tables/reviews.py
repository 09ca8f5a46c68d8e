"""Reviews of finished games: begun when first asked for, sharpened bit by bit, kept for all who may see the game.

The review of a table's game is stored once it is whole. Where a player's name belongs it has a sign, and each answer
puts the names in: nobody's name is stored with a review.
"""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from pydantic import ValidationError

from eclisse.analysis.report import Report
from eclisse.analysis.review import GLANCES, LOOKS, SHARP_LOOKS, Judged, Moment, is_worth_another_look, judge, moments
from eclisse.analysis.summary import Summary, summarise
from eclisse.faults import fault
from eclisse.game import Game
from eclisse.server.messages.coach import Better, Review, ReviewMoment
from eclisse.server.messages.refusal import Refused
from eclisse.server.store.reviews import KeptReviews
from eclisse.server.tables.coach import check_debt
from eclisse.server.tables.shares import FairPool, Payer
from eclisse.server.tables.speaking import Speakers

KEPT: Final = 100  # reviews in memory
AT_ONCE: Final = 20  # that are being made
EACH: Final = 2  # of them, for one address
SIGNS: Final = tuple("\ue000\ue001\ue002\ue003\ue004")  # in place of names; nobody can be called so
NOTHING: Final = Summary((), (), (), (), ())
PIECE: Final = {GLANCES: 16, LOOKS: 2, SHARP_LOOKS: 1}  # moments at a time; others have their turn in between
SHARE: Final = {GLANCES: 0.05, LOOKS: 0.55, SHARP_LOOKS: 0.4}  # of the work, about


class Reviewed:
    """A game, and what is known of its decisions so far."""

    def __init__(self, game: Game, host: str, payer: Payer, table_id: str | None) -> None:
        self.game, self.host, self.payer, self.table_id = game, host, payer, table_id
        self.known: dict[int, tuple[Judged, ReviewMoment]] = {}  # one thread writes while others read
        self.seen = asyncio.Event()  # there is a first look at all of it
        self.done = 0.0
        self.whole = ""  # all of it, at the end
        self.task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        """Whether it becomes sharper."""
        return self.task is not None and not self.task.done()

    def look(self, piece: Iterable[Moment], look: int) -> None:
        """Look at some decisions."""
        for moment in piece:
            judged = judge(moment, look)
            report = Report(self.game, [judged], NOTHING)
            self.known[moment.number] = judged, _moment(report, judged)

    def told(self) -> str:
        """What is known now, without names."""
        known = dict(self.known)
        if self.whole:  # from then on nothing else is known
            return self.whole
        looked = [known[number] for number in sorted(known)]
        figures = summarise(self.game, [judged for judged, _ in looked]).to_dict()
        kept = {key: figures[key] for key in ("accuracy", "skill", "luck")}
        rows = [row for _, row in looked]
        return Review(done=round(self.done, 3), moments=rows, **kept).model_dump_json()

    def finish(self) -> None:
        """Keep the review and nothing that led to it."""
        self.done = 1.0
        self.whole = self.told()
        self.known = {}


class Reviews:
    """The reviews of this process, and those that were stored."""

    def __init__(self, pool: FairPool, stored: KeptReviews) -> None:
        self._pool, self._stored = pool, stored
        self._kept: OrderedDict[str, Reviewed] = OrderedDict()

    async def of(self, game: Game, host: str, payer: Payer, table_id: str | None = None) -> str:
        """What is known of a game, of a table or from elsewhere, as JSON; who asks first waits for a first look."""
        key = table_id or hashlib.sha256(json.dumps(game.record()).encode()).hexdigest()
        if key not in self._kept and table_id is not None:
            await self._read(Reviewed(game, host, payer, table_id), table_id)
        found = self._kept.get(key)
        if found is None or not (found.is_running or found.whole):
            found = self._kept[key] = self._begin(Reviewed(game, host, payer, table_id))
        self._kept.move_to_end(key)
        if found.task is not None and not found.seen.is_set():
            seen = asyncio.ensure_future(found.seen.wait())
            await asyncio.wait([seen, found.task], return_when=asyncio.FIRST_COMPLETED)
            seen.cancel()
        return _with_names(await self._pool.paid(host, payer, found.told), game.names)

    async def _read(self, found: Reviewed, table_id: str) -> None:
        """Take a review that was stored into memory; one that another version wrote otherwise is made again."""
        text = await self._stored.read(table_id)
        if text is None or table_id in self._kept:
            return
        with suppress(ValidationError):
            Review.model_validate_json(text)
            self._make_room()
            self._kept[table_id] = found
            found.whole = text

    def _begin(self, found: Reviewed) -> Reviewed:
        """Begin a review, unless too many are under way."""
        running = [one for one in self._kept.values() if one.is_running]
        if len(running) >= AT_ONCE or sum(one.host == found.host for one in running) >= EACH:
            raise Refused("too_many", fault("too-many-reviews"))
        check_debt(found.payer)
        self._make_room()
        found.task = asyncio.create_task(self._sharpen(found))
        return found

    def _make_room(self) -> None:
        """Forget the reviews that were wanted longest ago."""
        while len(self._kept) >= KEPT:
            self._kept.pop(next(key for key, one in self._kept.items() if not one.is_running))

    async def _sharpen(self, found: Reviewed) -> None:
        """Look at every decision, and again where that may tell more."""
        every = await self._pool.paid(found.host, found.payer, lambda: list(moments(found.game.record())))
        before = 0.0
        for look in (GLANCES, LOOKS, SHARP_LOOKS):
            wanted = every
            if look == SHARP_LOOKS:
                wanted = [one for one in every if is_worth_another_look(found.known[one.number][0])]
            pieces = [wanted[i : i + PIECE[look]] for i in range(0, len(wanted), PIECE[look])]
            for number, piece in enumerate(pieces, 1):
                await self._pool.paid(found.host, found.payer, partial(found.look, piece, look))
                found.done = before + SHARE[look] * number / len(pieces)
            before += SHARE[look]
            found.seen.set()
        found.finish()
        if found.table_id is not None:
            await self._stored.write(found.table_id, found.whole)


def _with_names(text: str, names: Sequence[str]) -> str:
    """A review with the names of the players."""
    for sign, name in zip(SIGNS, names, strict=False):
        text = text.replace(sign, json.dumps(name)[1:-1])
    return text


def _moment(report: Report, judged: Judged) -> ReviewMoment:
    """A decision as it is told."""
    row = judged.to_dict()
    fields = {key: row[key] for key in ("number", "seat", "turn", "action", "win", "loss", "sure")}
    return ReviewMoment(**fields, better=_better(report, judged) if judged.verdict.sure else None)


def _better(report: Report, judged: Judged) -> Better:
    """What would have been better, in both languages."""
    moment, best = judged.moment, judged.verdict.best[0]
    speakers = Speakers(moment.view, moment.seat, SIGNS)
    return Better(
        action=best.action.text,
        routes=[one.route for one in (moment.action, best.action) if one.route is not None],
        cities=[one.city for one in (moment.action, best.action) if one.city is not None],
        win=list(best.win),
        taken=speakers.action(moment.action),
        says=speakers.action(best.action),
        why=speakers.reasons(report.why(judged)),
        later=speakers.reasons(report.later(judged)),
    )
