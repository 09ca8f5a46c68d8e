"""The report of a tournament: one HTML file with tables and pictures, which needs no network."""

import base64
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

import polars as pl
from matplotlib.figure import Figure

from eclisse.arena import pictures
from eclisse.arena.style import to_svg
from eclisse.arena.tournament import fault_groups
from eclisse.catalogue.kit import Kit

STYLE: Final = """
:root { color-scheme: light }
body { margin: 0 auto; max-width: 68rem; padding: 2.5rem 1.5rem 5rem; background: #fbf8f1; color: #2b2a28;
  font: 16px/1.55 system-ui, "Segoe UI", Helvetica, Arial, sans-serif }
h1 { font-size: 2rem; margin: 0 0 .2rem; letter-spacing: -.01em }
h2 { font-size: 1.25rem; margin: 3rem 0 .3rem; padding-top: 1rem; border-top: 1px solid #e2dbcc }
p { max-width: 44rem; margin: .3rem 0 1rem } .quiet { color: #7a756b; font-size: .9rem }
code { font-size: .85em; overflow-wrap: anywhere }
img { display: block; max-width: 100%; height: auto; margin: .5rem 0 }
.scroll { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .8rem 0 }
th, td { padding: .35rem .9rem .35rem 0; text-align: right; border-bottom: 1px solid #e2dbcc; white-space: nowrap }
th:first-child, td:first-child, td.text { text-align: left } th { font-weight: 600; color: #7a756b; font-size: .85rem }
td.text { white-space: normal } td:first-child { font-weight: 600 } .bad { color: #b5452f; font-weight: 600 }
"""


def write_report(kit: Kit, games: pl.DataFrame, summary: Mapping[str, Any], path: Path) -> None:
    """Write the report of the games so far."""
    bots = [row["bot"] for row in summary["table"]]
    counted = games.filter(pl.col("fault").is_null())
    body = [_head(kit, summary), _standing(summary)]
    if len(counted):
        body += _pictures(kit, games, counted, summary, bots)
    new = path.with_suffix(".new")
    new.write_text(_page(f"Arena: {kit.spec.id}", "\n".join(body + _foot(summary))), encoding="utf-8")
    new.replace(path)


def _page(title: str, body: str) -> str:
    """A whole page."""
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>\n<body>{body}</body></html>\n'


def _head(kit: Kit, summary: Mapping[str, Any]) -> str:
    """The games that were played."""
    modules = "".join(f" + {escape(name)}" for name in summary["modules"])
    kind = "a ladder" if summary["ladder"] else "a round robin"
    part = "" if summary["complete"] else f" of the {summary['planned']:,} planned: it was stopped early"
    bots = "one bot against itself" if len(summary["bots"]) == 1 else f"{len(summary['bots'])} bots, {kind}"
    line = f"{summary['games']:,} games{part}; {bots}, {summary['seats']} seats at a table."
    key = f"Each deal was played once in every seating. Key <code>{escape(summary['key'])}</code>"
    board = escape(kit.spec.name.en)
    return f"<h1>{board}{modules}</h1><p>{line}</p><p class=quiet>{key}</p>"


def _standing(summary: Mapping[str, Any]) -> str:
    """The rating table."""
    if len(summary["table"]) == 1:
        (row,) = summary["table"]
        score = "" if row["mean_score"] is None else f"{row['mean_score']:.1f}"
        return f"<p>Mean score of <b>{escape(row['bot'])}</b>: {score}</p>"
    names = ("bot", "rating", "95%", "won", "95%", "seats played", "mean score", "faults")
    rows = "".join(f"<tr>{''.join(_cells(row))}</tr>" for row in summary["table"])
    head = "".join(f"<th>{name}</th>" for name in names)
    return f'<div class="scroll"><table><tr>{head}</tr>{rows}</table></div>'


def _cells(row: Mapping[str, Any]) -> list[str]:
    """One bot."""
    score = "" if row["mean_score"] is None else f"{row['mean_score']:.1f}"
    faults = f'<span class="bad">{row["faults"]:,}</span>' if row["faults"] else "0"
    values = [
        escape(row["bot"]),
        f"{row['rating']:.1f}",
        f"{row['rating_low']:.1f} to {row['rating_high']:.1f}",
        f"{100 * row['win_rate']:.1f}%",
        f"{100 * row['win_low']:.1f} to {100 * row['win_high']:.1f}%",
        f"{row['seats_played']:,}",
        score,
        faults,
    ]
    return [f"<td>{value}</td>" for value in values]


def _pictures(
    kit: Kit, games: pl.DataFrame, counted: pl.DataFrame, summary: Mapping[str, Any], bots: Sequence[str]
) -> list[str]:
    """All sections with a picture."""
    board, table, pairs = kit.spec.board, summary["table"], summary["pairs"]
    found = []
    if len(bots) > 1:
        found += [
            _section(
                "Which bot is better?",
                "The bar is the 95% interval: the true value probably lies within it. The dashed line is the fair "
                "share of wins.",
                pictures.rating_picture(table, 1 / summary["seats"]),
            ),
            _section(
                "Bot against bot",
                "How often the bot in the row came out ahead of the bot in the column at the same table. A tie counts "
                "half. Below each share is its 95% interval.",
                pictures.matrix_picture(table, pairs),
            ),
        ]
    return [
        *found,
        _section("Final scores", "How the scores of each bot spread.", pictures.score_picture(games, bots)),
        _section(
            "Where the points come from",
            "Tickets that were not completed cost points; they are to the left of zero.",
            pictures.composition_picture(games, bots),
        ),
        _section(
            "Routes claimed",
            "The darker and wider a route, the more often somebody claims it. The tracks of double routes count "
            "separately.",
            pictures.route_picture(board, counted),
        ),
        _section(
            "Tickets completed",
            "How often a kept ticket was completed, with the 95% interval. After its name is its value; on the right "
            "is how often it was kept. Bots keep tickets they expect to complete, so this says more about the tickets "
            "and these bots than about players in general.",
            pictures.ticket_picture(board, ticket_values(kit), counted),
        ),
        _section("Length of a game", "", pictures.length_picture(games)),
    ]


def ticket_values(kit: Kit) -> dict[str, str]:
    """The points of every ticket; one that leads to countries has several values."""
    found = {}
    for i, name in enumerate(kit.names.tickets):
        worth = sorted({int(value) for value in kit.board.ticket_worth[i] if value > 0})
        found[name] = "/".join(str(value) for value in worth) if worth else str(int(kit.board.ticket_points[i]))
    return found


def _section(title: str, text: str, figure: Figure) -> str:
    """A heading, what to see, and the picture."""
    data = base64.b64encode(to_svg(figure).encode()).decode()
    words = f"<p>{escape(text)}</p>" if text else ""
    return f'<h2>{escape(title)}</h2>{words}<img alt="{escape(title)}" src="data:image/svg+xml;base64,{data}">'


def _foot(summary: Mapping[str, Any]) -> list[str]:
    """Games lost by a fault, and how to read the figures."""
    found = []
    if summary["faults"]:
        rows = "".join(
            f'<tr><td class="text">{escape(sentence)}</td><td>{n:,}</td><td><code>{escape(record)}</code></td></tr>'
            for sentence, n, record in fault_groups(summary["faults"])[:200]
        )
        head = "<tr><th>what happened</th><th>games</th><th>record of the first</th></tr>"
        text = "<p>A bot that raises an exception, chooses an illegal action or takes too long loses the game.</p>"
        found.append(f'<h2>Faults</h2>{text}<div class="scroll"><table>{head}{rows}</table></div>')
    notes = (
        "A shared win counts in parts. A bot whose fault ended a game lost it, and the others won; such a game does "
        "not count for points, routes, tickets or length. Ratings are openskill’s (Plackett–Luce), with the model’s "
        "own intervals. Win rates have Wilson intervals, which assume independent games; games of the same deal are "
        "not quite independent."
    )
    return [*found, f'<h2>How to read this</h2><p class="quiet">{notes}</p>']
