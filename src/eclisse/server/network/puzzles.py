"""Puzzles over REST, for everybody."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from eclisse.server.messages.bodies import WhyNot
from eclisse.server.messages.puzzles import Puzzle, PuzzleAnswer, Puzzles, Verdict
from eclisse.server.network.rest import REFUSALS, in_thread
from eclisse.server.process import clock
from eclisse.server.tables.puzzles import judged, listed, shown, why_not

puzzles = APIRouter(prefix="/api/puzzles", responses=REFUSALS, tags=["puzzles"])
PuzzleNumber = Annotated[int, Path(ge=1, lt=1_000_000)]


@puzzles.get("")
async def read_puzzles(request: Request) -> Puzzles:
    """All puzzles, and the one of the day."""
    return await in_thread(request, lambda: listed(clock.now()))


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
