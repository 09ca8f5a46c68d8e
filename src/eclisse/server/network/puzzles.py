"""Puzzles over REST, for everybody; which of them one has tried, for players."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from eclisse.server.messages.bodies import WhyNot
from eclisse.server.messages.puzzles import Answered, Puzzle, PuzzleAnswer, PuzzleNumber, Puzzles, Verdict
from eclisse.server.network.rest import REFUSALS, Has, Me, in_thread
from eclisse.server.process import clock
from eclisse.server.tables.puzzles import better, judged, listed, shown, sorted_out, why_not

puzzles = APIRouter(prefix="/api/puzzles", responses=REFUSALS, tags=["puzzles"])


@puzzles.get("")
async def read_puzzles(request: Request) -> Puzzles:
    """All puzzles, and the one of the day."""
    return await in_thread(request, lambda: listed(clock.now()))


@puzzles.get("/answered")
async def read_answered(me: Me, has: Has) -> Answered:
    """The puzzles you have tried, on any device."""
    return sorted_out(await has.store.people.answers(me.id))


@puzzles.post("/answered")
async def add_answered(body: Answered, me: Me, has: Has) -> Answered:
    """Add puzzles that you have tried; what was right once stays right."""
    known = await has.store.people.answers(me.id)
    if more := better(known, body):
        await has.store.people.add_answers(me.id, more)
    return sorted_out(known | more)


@puzzles.get("/{number}")
async def read_puzzle(number: PuzzleNumber, request: Request) -> Puzzle:
    """A puzzle as its seat sees it."""
    return await in_thread(request, lambda: shown(number))


@puzzles.get("/{number}/why-not")
async def read_puzzle_why_not(
    number: PuzzleNumber, route: Annotated[str, Query(max_length=80)], request: Request
) -> WhyNot:
    """Why the seat of a puzzle cannot claim a route."""
    return await in_thread(request, lambda: why_not(number, route))


@puzzles.post("/{number}/answer")
async def answer_puzzle(number: PuzzleNumber, body: PuzzleAnswer, request: Request) -> Verdict:
    """What the coach says to your decision; without one, the solution."""
    return await in_thread(request, lambda: judged(number, body.action))
