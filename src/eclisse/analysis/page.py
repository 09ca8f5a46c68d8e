"""A report as one HTML file that needs nothing else: the curve as SVG, figures, and the costliest decisions."""

from html import escape
from typing import Final

from eclisse.analysis.report import Report
from eclisse.analysis.words import percent, signed, text

WIDTH, HEIGHT, LEFT, TOP = 640, 280, 44, 12
COLOURS: Final = ("#1f5fa8", "#b3261e", "#2e7d32", "#8a5a00", "#6a3fa0")
STYLE: Final = """
:root { color-scheme: light dark; --ink: #222; --paper: #fdfcf8; --line: #ccc; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --paper: #1c1b19; --line: #555; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 60rem; padding: 1rem; }
svg { width: 100%; height: auto; }
svg text { fill: var(--ink); font-size: 13px; }
.grid { stroke: var(--line); stroke-width: 1; }
th, td { text-align: right; padding: .3rem .5rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
@media (max-width: 40rem) { table { font-size: .72rem; } th, td { padding: .3rem .15rem; } }
th:first-child, td:first-child { text-align: left; }
.key { display: inline-block; width: .8em; height: .8em; border-radius: 50%; margin-right: .4em; }
small { opacity: .8; }
"""


def curve(report: Report) -> str:
    """The chances of every seat as it could know them itself, with a dot for each mistake and the result at the end."""
    n = max(1, len(report.game.actions))

    def at(number: int, chance: float) -> tuple[float, float]:
        return LEFT + (WIDTH - LEFT - 8) * number / n, TOP + (HEIGHT - 2 * TOP) * (1 - chance)

    label = escape(text("curve"))
    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">']
    for tenth in (0.0, 0.25, 0.5, 0.75, 1.0):
        _, y = at(0, tenth)
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - 8}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tenth:.0%}</text>')
    for seat in range(report.game.seats):
        way = [at(number, chance) for number, chance in report.own_curve(seat)]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in way)
        parts.append(f'<polyline fill="none" stroke="{COLOURS[seat]}" stroke-width="2" points="{points}"/>')
    for one in report.judged:
        if one.verdict.sure:
            x, y = at(one.moment.number, one.verdict.taken.win[one.moment.seat])
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{COLOURS[one.moment.seat]}"/>')
    return "\n".join([*parts, "</svg>"])


def figures(report: Report) -> str:
    """The figures of each seat, and below them what luck is made of."""
    summary, game = report.summary, report.game
    rows, parts = [], []
    known = [key for key in summary.luck_parts[0] if any(one[key] for one in summary.luck_parts)]
    for seat in range(game.seats):
        added = [signed(value) for value in (summary.skill[seat], summary.luck[seat])]
        shares = [percent(summary.result[seat]), percent(summary.accuracy[seat])]
        rows.append([str(game.result.totals[seat]), *shares, *added])
        parts.append([signed(summary.luck_parts[seat][key]) for key in known])
    heads = [text(key) for key in ("player", "points", "result", "accuracy", "skill", "luck")]
    luck = [text(key) for key in ("of-luck", *known)]
    return table(report, heads, rows) + table(report, luck, parts)


def table(report: Report, heads: list[str], rows: list[list[str]]) -> str:
    """A table with a row for each seat."""
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = ""
    for seat, cells in enumerate(rows):
        key = f'<span class="key" style="background:{COLOURS[seat]}"></span>'
        body += f"<tr><td>{key}{escape(report.game.names[seat])}</td>"
        body += "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def page(report: Report) -> str:
    """The whole file."""
    game = report.game
    title = escape(text("title", game=game.kit.spec.board.name.en))
    body = [f"<h1>{title}</h1>", f"<h2>{escape(text('curve'))}</h2>", curve(report), figures(report)]
    legend = text("legend", fair=percent(1 / game.seats))
    body.append(f"<p><small>{escape(legend)}</small></p><h2>{escape(text('costliest'))}</h2>")
    for seat, player in enumerate(game.names):
        lines = report.mistakes(seat) or [text("none")]
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        body.append(f"<h3>{escape(player)}</h3><ol>{items}</ol>")
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    style = f"<style>{STYLE}</style>"
    top = f'<!doctype html>\n<html lang="en"><head>{head}{style}</head><body>\n'
    return top + "\n".join(body) + "</body></html>\n"
