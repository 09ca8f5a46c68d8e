"""Reviews of finished games: begun when first asked for, sharpened bit by bit, kept for all who may see the game."""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from eclisse.analysis.report import Report
from eclisse.analysis.review import GLANCES, LOOKS, SHARP_LOOKS, Judged, Moment, is_worth_another_look, judge, moments
from eclisse.analysis.summary import Summary, summarise
from eclisse.analysis.words import Speaker, sentence
from eclisse.faults import fault
from eclisse.game import Game
from eclisse.positions.write import row_out
from eclisse.server.messages.bodies import Words
from eclisse.server.messages.coach import Better, Review, ReviewMoment
from eclisse.server.messages.refusal import Refused
from eclisse.server.tables.shares import FairPool

KEPT: Final = 100  # reviews
AT_ONCE: Final = 20  # that are being made
EACH: Final = 2  # of them, for one address
NOTHING: Final = Summary((), (), (), (), ())
PIECE: Final = {GLANCES: 16, LOOKS: 2, SHARP_LOOKS: 1}  # moments at a time; others have their turn in between
SHARE: Final = {GLANCES: 0.05, LOOKS: 0.55, SHARP_LOOKS: 0.4}  # of the work, about


class Reviewed:
    """A game, and what is known of its decisions so far."""

    def __init__(self, game: Game, host: str) -> None:
        self.game, self.host = game, host
        self.judged: dict[int, Judged] = {}
        self.rows: dict[int, ReviewMoment] = {}
        self.seen = asyncio.Event()  # there is a first look at all of it
        self.done = 0.0
        self.review: Review | None = None  # the whole of it, at the end
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
            self.judged[moment.number], self.rows[moment.number] = judged, _moment(report, judged)

    def told(self) -> Review:
        """What is known now."""
        if self.review is not None:
            return self.review
        numbers = sorted(self.judged)
        figures = summarise(self.game, [self.judged[number] for number in numbers]).to_dict()
        kept = {key: figures[key] for key in ("accuracy", "skill", "luck")}
        return Review(done=round(self.done, 3), moments=[self.rows[number] for number in numbers], **kept)

    def finish(self) -> None:
        """Keep the review and nothing that led to it."""
        self.done = 1.0
        self.review = self.told()
        self.judged, self.rows = {}, {}


class Reviews:
    """The reviews of this process."""

    def __init__(self, pool: FairPool) -> None:
        self._pool = pool
        self._kept: OrderedDict[str, Reviewed] = OrderedDict()

    async def of(self, game: Game, host: str) -> Review:
        """What is known of a game; who asks first waits for a first look."""
        key = hashlib.sha256(json.dumps(game.record()).encode()).hexdigest()
        found = self._kept.get(key)
        if found is None or not (found.is_running or found.review):
            found = self._kept[key] = self._begin(game, host)
        self._kept.move_to_end(key)
        if found.task is not None and not found.seen.is_set():
            seen = asyncio.ensure_future(found.seen.wait())
            await asyncio.wait([seen, found.task], return_when=asyncio.FIRST_COMPLETED)
            seen.cancel()
        return await self._pool.run(host, found.told)

    def _begin(self, game: Game, host: str) -> Reviewed:
        """Begin a review, unless too many are under way."""
        running = [one for one in self._kept.values() if one.is_running]
        if len(running) >= AT_ONCE or sum(one.host == host for one in running) >= EACH:
            raise Refused("too_many", fault("too-many-reviews"))
        while len(self._kept) >= KEPT:
            self._kept.pop(next(key for key, one in self._kept.items() if not one.is_running))
        found = Reviewed(game, host)
        found.task = asyncio.create_task(self._sharpen(found))
        return found

    async def _sharpen(self, found: Reviewed) -> None:
        """Look at every decision, and again where that may tell more."""
        every = await self._pool.run(found.host, lambda: list(moments(found.game.record())))
        before = 0.0
        for look in (GLANCES, LOOKS, SHARP_LOOKS):
            wanted = every
            if look == SHARP_LOOKS:
                wanted = [one for one in every if is_worth_another_look(found.judged[one.number])]
            pieces = [wanted[i : i + PIECE[look]] for i in range(0, len(wanted), PIECE[look])]
            for number, piece in enumerate(pieces, 1):
                await self._pool.run(found.host, found.look, piece, look)
                found.done = before + SHARE[look] * number / len(pieces)
            before += SHARE[look]
            found.seen.set()
        found.finish()


def _moment(report: Report, judged: Judged) -> ReviewMoment:
    """A decision as it is told."""
    row = judged.to_dict()
    fields = {key: row[key] for key in ("number", "seat", "turn", "action", "win", "loss", "sure")}
    return ReviewMoment(**fields, better=_better(report, judged) if judged.verdict.sure else None)


def _better(report: Report, judged: Judged) -> Better:
    """What would have been better, in both languages."""
    speakers = [report.speaker("en"), report.speaker("fr")]
    moment, best = judged.moment, judged.verdict.best[0]
    offer = row_out(moment.view.record["offer"][moment.seat], moment.view.kit.names.tickets)

    def words(say: Callable[[Speaker], str]) -> Words:
        en, fr = (sentence(say(speaker)) for speaker in speakers)
        return Words(en=en, fr=fr)

    def told(found: Sequence[object]) -> list[Words]:
        return [words(lambda speaker, reason=reason: speaker.reason(reason)) for reason in found]  # type: ignore[misc]

    return Better(
        action=best.action.text,
        routes=[one.route for one in (moment.action, best.action) if one.route is not None],
        cities=[one.city for one in (moment.action, best.action) if one.city is not None],
        win=list(best.win),
        taken=words(lambda speaker: speaker.action(moment.action, offer)),
        says=words(lambda speaker: speaker.action(best.action, offer)),
        why=told(report.why(judged)),
        later=told(report.later(judged)),
    )
