"""Reviews of finished games: begun when first asked for, sharpened bit by bit, kept for all who may see the game.

The review of a table's game is stored once it is whole. It says seats, not names: nobody's name is stored with it.
"""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.dialects import postgresql, sqlite

from eclisse.analysis.ideas import Idea, ideas
from eclisse.analysis.person import Figures, OwnGame, OwnReview, figures
from eclisse.analysis.report import Report
from eclisse.analysis.review import (
    GLANCES,
    LOOKS,
    PARTS,
    SHARP_LOOKS,
    Judged,
    Moment,
    is_worth_another_look,
    judge,
    moments,
)
from eclisse.analysis.summary import Summary, summarise
from eclisse.catalogue.find import builtin_games
from eclisse.faults import fault
from eclisse.game import Game
from eclisse.server.coach.hints import DecisionInfo, ReasonInfo, check_debt, decision_info, payer, reason_infos
from eclisse.server.guard import sender
from eclisse.server.messages import Message, Number
from eclisse.server.model import Refused
from eclisse.server.play.services import (
    REFUSALS,
    Has,
    Invite,
    Me,
    ReplayRecord,
    TableId,
    Visitor,
    finished,
    game_of,
    in_thread,
)
from eclisse.server.play.work import FairPool, Payer
from eclisse.server.store import Store
from eclisse.server.store.schema import actions, reviews, seats, tables

KEPT: Final = 100  # reviews in memory
AT_ONCE: Final = 20  # that are being made
EACH: Final = 2  # of them, for one address
NOTHING: Final = Summary((), (), (), (), ())
PIECE: Final = {GLANCES: 16, LOOKS: 2, SHARP_LOOKS: 1}  # moments at a time; others have their turn in between
LATEST_GAMES: Final = 100  # games by which a person is known
OWN_REVIEW: Final = TypeAdapter(OwnReview)
api = APIRouter(prefix="/api", responses=REFUSALS, tags=["tables"])


class Better(Message):
    """A decision that would have been better, and why."""

    action: str
    routes: list[str]  # what is lit on the board: that of the decision made, and that of the better one
    cities: list[str]
    win: list[float]
    taken: DecisionInfo  # what was done instead
    decision: DecisionInfo
    why: list[ReasonInfo]  # from what the seat knew
    later: list[ReasonInfo]  # what only the rest of the game showed


class ReviewMoment(Message):
    """One decision, with the chance of each seat after it."""

    number: Number  # decisions made before it
    seat: int
    turn: int  # of the seat, counted from 1; 0 before the first
    action: str
    win: list[float]
    loss: float  # chance to win that it gave away
    sure: bool  # beyond the noise
    exact: bool = False  # whether all that could happen was summed over; never so in reviews of former times
    better: Better | None  # of a sure loss


class Advised(Message):
    """Advice to a seat for next time: mistakes of one kind, together."""

    idea: Idea
    loss: float  # chance to win that they gave away at least
    moments: list[Number]  # the costliest first


class Review(Message):
    """A finished game as the coach sees it; it becomes sharper as long as `done` is below 1."""

    done: float
    moments: list[ReviewMoment]
    accuracy: list[float | None]
    skill: list[float]
    luck: list[float]
    ideas: list[list[Advised]]  # of each seat, at most three, the costliest first


class KeptReviews:
    """The reviews of one database, as text."""

    def __init__(self, store: Store) -> None:
        self._reading, self._writing, self._clock = store.reading, store.writing, store.clock

    async def read(self, table_id: str) -> str | None:
        """The review of a table's game, if there is one."""
        async with self._reading() as connection:
            found = await connection.scalar(sa.select(reviews.c.review).where(reviews.c.table_id == table_id))
        return None if found is None else str(found)

    async def of_player(self, player_id: str, most: int) -> list[Any]:
        """A player's latest reviewed games: id, game, created_at, seat, review.

        Where a player held several seats, or somebody else decided for them, nobody can tell whose play it was.
        """
        held = sa.select(seats.c.table_id, sa.func.min(seats.c.seat).label("seat")).group_by(seats.c.table_id)
        mine = held.where(seats.c.player_id == player_id).having(sa.func.count() == 1).subquery()
        own = (actions.c.table_id == mine.c.table_id, actions.c.seat == mine.c.seat)
        helped = sa.exists().where(*own, actions.c.by != "player")
        columns = (tables.c.id, tables.c.game, tables.c.created_at, mine.c.seat, reviews.c.review)
        query = sa.select(*columns).join(mine, mine.c.table_id == tables.c.id).join(reviews)
        async with self._reading() as connection:
            found = await connection.execute(query.where(~helped).order_by(tables.c.created_at.desc()).limit(most))
            return list(found)

    async def write(self, table_id: str, review: str) -> None:
        """Keep a review in place of an older one; two processes may have made the same."""
        row = {"table_id": table_id, "review": review, "made_at": self._clock.now()}
        async with self._writing() as connection:
            await connection.execute(reviews.delete().where(reviews.c.table_id == table_id))
            kind = postgresql if connection.dialect.name == "postgresql" else sqlite
            await connection.execute(kind.insert(reviews).values(row).on_conflict_do_nothing())


class Reviewed:
    """A game, and what is known of its decisions so far."""

    def __init__(self, game: Game, host: str, payer: Payer, table_id: str | None) -> None:
        self.game, self.host, self.payer, self.table_id = game, host, payer, table_id
        self.known: dict[int, tuple[Judged, ReviewMoment]] = {}  # one thread writes while others read
        self.seen = asyncio.Event()  # there is a first look at all of it
        self.done = 0.0
        self.final = ""  # as JSON, once all is done
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

    def written(self) -> str:
        """The review as far as it is done."""
        known = dict(self.known)
        if self.final:  # from then on nothing else is known
            return self.final
        looked = [known[number] for number in sorted(known)]
        judged, rows = [one for one, _ in looked], [row for _, row in looked]
        figures = summarise(self.game, judged).to_dict()
        kept = {key: figures[key] for key in ("accuracy", "skill", "luck")}
        late = {row.number for row in rows if row.better is not None and row.better.later}
        found = (ideas(judged, seat, lambda one: one.moment.number in late) for seat in range(self.game.seats))
        advice = [[Advised.model_validate(one.to_dict()) for one in seat] for seat in found]
        return Review(done=round(self.done, 3), moments=rows, ideas=advice, **kept).model_dump_json()

    def finish(self) -> None:
        """Keep the review and nothing that led to it."""
        self.done = 1.0
        self.final = self.written()
        self.known = {}


class Reviews:
    """The reviews of this process, and those that were stored."""

    def __init__(self, pool: FairPool, stored: KeptReviews) -> None:
        self._pool, self._stored = pool, stored
        self._kept: OrderedDict[str, Reviewed] = OrderedDict()

    async def of(self, game: Game, host: str, payer: Payer, table_id: str | None = None) -> str:
        """The review of a game so far, as JSON; who asks first waits for a first look."""
        key = table_id or hashlib.sha256(json.dumps(game.record()).encode()).hexdigest()
        if key not in self._kept and table_id is not None:
            await self._read(Reviewed(game, host, payer, table_id), table_id)
        found = self._kept.get(key)
        if found is None or not (found.is_running or found.final):
            found = self._kept[key] = self._begin(Reviewed(game, host, payer, table_id))
        self._kept.move_to_end(key)
        if found.task is not None and not found.seen.is_set():
            seen = asyncio.ensure_future(found.seen.wait())
            await asyncio.wait([seen, found.task], return_when=asyncio.FIRST_COMPLETED)
            seen.cancel()
        return await self._pool.paid(host, payer, found.written)

    async def _read(self, found: Reviewed, table_id: str) -> None:
        """Take a review that was stored into memory; one that another version wrote otherwise is made again."""
        text = await self._stored.read(table_id)
        if text is None or table_id in self._kept:
            return
        with suppress(ValidationError):
            Review.model_validate_json(text)
            self._make_room()
            self._kept[table_id] = found
            found.final = text

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
                found.done = before + PARTS[look] * number / len(pieces)
            before += PARTS[look]
            found.seen.set()
        found.finish()
        if found.table_id is not None:
            await self._stored.write(found.table_id, found.final)


def _moment(report: Report, judged: Judged) -> ReviewMoment:
    """A decision as it is told."""
    row = judged.to_dict()
    fields = {key: row[key] for key in ("number", "seat", "turn", "action", "win", "loss", "sure", "exact")}
    return ReviewMoment(**fields, better=_better(report, judged) if judged.verdict.sure else None)


def _better(report: Report, judged: Judged) -> Better:
    """The better decision, with its reasons."""
    moment, best = judged.moment, judged.verdict.best[0]
    return Better(
        action=best.action.text,
        routes=[one.route for one in (moment.action, best.action) if one.route is not None],
        cities=[one.city for one in (moment.action, best.action) if one.city is not None],
        win=list(best.win),
        taken=decision_info(moment.view, moment.seat, moment.action),
        decision=decision_info(moment.view, moment.seat, best.action),
        why=reason_infos(report.why(judged)),
        later=reason_infos(report.later(judged)),
    )


def _reviews(request: Request) -> Reviews:
    """The reviews of the application that serves a request."""
    found: Reviews = request.app.state.reviews
    return found


@api.get("/tables/{table_id}/review", response_model=Review)
async def read_review(
    table_id: TableId, visitor: Visitor, has: Has, request: Request, invite: Invite = None
) -> Response:
    """How good each decision of a finished game was; ask again until `done` is 1."""
    table = await finished(has, table_id, visitor, invite)
    return _told(await _reviews(request).of(table.game.copy(), sender(request), payer(has, request), table_id))


@api.post("/review", response_model=Review)
async def review_record(body: ReplayRecord, has: Has, request: Request) -> Response:
    """The same for a record."""
    game = await in_thread(request, lambda: game_of(body.record))
    return _told(await _reviews(request).of(game, sender(request), payer(has, request)))


def _told(review: str) -> Response:
    """A review, which is JSON already."""
    return Response(review, media_type="application/json")


@api.get("/players/me/coach", tags=["players"])
async def read_figures(me: Me, has: Has, request: Request) -> Figures:
    """How you play, by the reviews of your latest games."""
    rows = await KeptReviews(has.store).of_player(me.id, LATEST_GAMES)
    return await in_thread(request, lambda: figures(_own_games(rows)))


def _own_games(rows: Iterable[Any]) -> Iterator[OwnGame]:
    """The games that the database knows, by what any version has written of them."""
    for row in rows:
        with suppress(ValidationError):
            review = OWN_REVIEW.validate_json(row.review)
            yield OwnGame(row.id, builtin_games()[row.game].board.id, row.created_at, row.seat, review)
