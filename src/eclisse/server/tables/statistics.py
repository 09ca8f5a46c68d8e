"""How each seat played: counts for the page after the game, from playing its log again."""

from collections import Counter

from eclisse.server.messages.protocol import Statistics
from eclisse.server.tables.table import Table


def statistics(table: Table) -> list[Statistics]:
    """One row a seat."""
    game, counts = table.deal.open(), Counter[tuple[str, int]]()
    for seat in range(game.seats):
        counts["offered", seat] += int(game.state.n_offer[seat]) + int(game.state.n_later[seat])
    for entry in table.kept:
        before = game.states["turns"].item()
        for event in game.play(entry.seat, entry.action):
            if event.seat is not None:
                _count(counts, event.kind, event.seat, {**event.public, **event.private})
        counts["turns", entry.seat] += game.states["turns"].item() - before
    sheet = table.game.result.to_dict()["seats"]
    return [_row(counts, seat, line) for seat, line in enumerate(sheet)]


def _count(counts: Counter[tuple[str, int]], kind: str, seat: int, data: dict[str, object]) -> None:
    """Count one event."""
    if kind in ("took", "drew"):
        counts[kind, seat] += 1
        counts["locomotives", seat] += kind == "took" and data["card"] == "locomotive"
    elif kind == "offered" and isinstance(data["tickets"], int):
        counts["offered", seat] += data["tickets"]


def _row(counts: Counter[tuple[str, int]], seat: int, line: dict[str, list[dict[str, int]]]) -> Statistics:
    """One seat's row, its routes and tickets taken from the final sheet."""
    lengths = [route["length"] for route in line["route_list"]]
    done = sum(ticket["completed"] for ticket in line["ticket_list"])
    return Statistics(
        turns=counts["turns", seat],
        blind=counts["drew", seat],
        face_up=counts["took", seat],
        locomotives=counts["locomotives", seat],
        tickets_drawn=counts["offered", seat],
        tickets_kept=len(line["ticket_list"]),
        tickets_completed=done,
        tickets_failed=len(line["ticket_list"]) - done,
        routes=len(lengths),
        average_length=round(sum(lengths) / len(lengths), 2) if lengths else 0.0,
    )
