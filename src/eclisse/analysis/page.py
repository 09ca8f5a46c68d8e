"""A report as one HTML file that needs nothing else: the curve as SVG, figures, and the costliest decisions."""

from html import escape
from typing import Final

from eclisse.analysis.report import Report
from eclisse.analysis.words import Language

WIDTH, HEIGHT, LEFT, TOP = 900, 260, 44, 12
COLOURS: Final = ("#1f5fa8", "#b3261e", "#2e7d32", "#8a5a00", "#6a3fa0")
STYLE: Final = """
:root { color-scheme: light dark; --ink: #222; --paper: #fdfcf8; --line: #ccc; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --paper: #1c1b19; --line: #555; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 60rem; padding: 1rem; }
svg { width: 100%; height: auto; }
svg text { fill: var(--ink); font-size: 13px; }
.grid { stroke: var(--line); stroke-width: 1; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: .3rem .5rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
.key { display: inline-block; width: .8em; height: .8em; border-radius: 50%; margin-right: .4em; }
small { opacity: .8; }
"""


def curve(report: Report, label: str) -> str:
    """The chances of all seats after each decision, with a dot for each mistake."""
    judged, n = report.judged, max(1, len(report.judged) - 1)

    def at(i: int, chance: float) -> tuple[float, float]:
        return LEFT + (WIDTH - LEFT - 8) * i / n, TOP + (HEIGHT - 2 * TOP) * (1 - chance)

    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">']
    for tenth in (0.0, 0.25, 0.5, 0.75, 1.0):
        _, y = at(0, tenth)
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - 8}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tenth:.0%}</text>')
    for seat in range(report.game.seats):
        points = " ".join("{:.1f},{:.1f}".format(*at(i, one.verdict.taken.win[seat])) for i, one in enumerate(judged))
        parts.append(f'<polyline fill="none" stroke="{COLOURS[seat]}" stroke-width="2" points="{points}"/>')
    for i, one in enumerate(judged):
        if one.verdict.sure:
            x, y = at(i, one.verdict.taken.win[one.moment.seat])
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{COLOURS[one.moment.seat]}"/>')
    return "\n".join([*parts, "</svg>"])


def table(report: Report, language: Language) -> str:
    """The figures of each seat."""
    speaker, summary, game = report.speaker(language), report.summary, report.game
    heads = "".join(
        f"<th>{escape(speaker.text(key))}</th>"
        for key in ("player", "points", "result", "accuracy", "skill", "luck", "deal", "cards", "tickets", "tunnels")
    )
    rows = []
    for seat, name in enumerate(game.names):
        parts = summary.luck_parts[seat].values()
        cells = [
            str(game.result.totals[seat]),
            speaker.share(summary.result[seat]),
            speaker.share(summary.accuracy[seat]),
        ]
        cells += [f"{100 * value:+.0f}" for value in (summary.skill[seat], summary.luck[seat], *parts)]
        key = f'<span class="key" style="background:{COLOURS[seat]}"></span>'
        rows.append(f"<tr><td>{key}{escape(name)}</td>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def page(report: Report, language: Language) -> str:
    """The whole file."""
    speaker, game = report.speaker(language), report.game
    name = getattr(game.kit.spec.board.name, language)
    title, label = escape(speaker.text("title", game=name)), speaker.text("curve")
    body = [f"<h1>{title}</h1>", f"<h2>{escape(label)}</h2>", curve(report, label), table(report, language)]
    legend = speaker.text("legend", fair=speaker.share(1 / game.seats))
    body.append(f"<p><small>{escape(legend)}</small></p><h2>{escape(speaker.text('costliest'))}</h2>")
    for seat, player in enumerate(game.names):
        told = report.mistakes(seat, language) or [speaker.text("none")]
        items = "".join(f"<li>{escape(line)}</li>" for line in told)
        body.append(f"<h3>{escape(player)}</h3><ol>{items}</ol>")
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    style = f"<style>{STYLE}</style>"
    return (
        f'<!doctype html>\n<html lang="{language}"><head>{head}{style}</head><body>\n'
        + "\n".join(body)
        + "</body></html>\n"
    )
