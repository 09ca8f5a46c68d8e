"""`docs/insights.md`: the best routes and tickets of each board, in words and pictures, made by one command."""

import io
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import polars as pl
from matplotlib.colors import CenteredNorm
from matplotlib.figure import Figure
from PIL import Image

from eclisse.arena import beside
from eclisse.arena.boardmap import draw_board
from eclisse.arena.insights import FEWEST, Insight, Longest, Seat, Worth, study
from eclisse.arena.ratings import wilson
from eclisse.arena.schedule import Settings, chunks
from eclisse.arena.style import BALANCE, INK, MUTED, PALETTE, add_axes, make_figure, percent, picture, plain
from eclisse.arena.tournament import Tournament
from eclisse.boards.names import Names
from eclisse.catalogue.find import builtin_games
from eclisse.catalogue.kit import open_kit

SHOWN: Final = 6  # routes and tickets in a table
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")


def plan(bot: str, games: int, key: str) -> list[tuple[Settings, Settings]]:
    """The tournaments to play: every board with two seats, and a third as many games with all its seats taken."""
    found = []
    for name in board_games():
        seats = int(open_kit(name).rules.max_seats)
        two = Settings(name, (), 2, (bot,), games, key, decisions=False)
        found.append((two, Settings(name, (), seats, (bot,), max(1, games // 3), key, decisions=False)))
    return found


def plan_beside(bot: str, games: int, key: str) -> list[Settings]:
    """The tournaments of a better bot: every board with two seats."""
    return [Settings(name, (), 2, (bot,), games, key, decisions=False) for name in board_games()]


def board_games() -> list[str]:
    """The first game of every board, in the order of the catalogue."""
    return [name for name, spec in builtin_games().items() if name == spec.board.id]


def count_games(planned: Iterable[Settings]) -> int:
    """How many games that is."""
    return sum(chunk.n_games for settings in planned for chunk in chunks(settings))


def write_insights(
    planned: Sequence[tuple[Settings, Settings]],
    better: Sequence[Settings],
    out: Path,
    workers: int,
    step: Callable[[int], object],
) -> Path:
    """Play, study and write, with the games of a better bot beside if there are any; returns the page."""
    found = []
    for two, full in planned:
        kit = two.check()
        found.append(study(kit, _played(two, workers, step), _played(full, workers, step)))
    pairs = [
        beside.Pair(insight.kit, insight.games, _played(settings, workers, step))
        for insight, settings in zip(found, better, strict=False)
    ]
    images = out / "images"
    images.mkdir(parents=True, exist_ok=True)
    for name, figure in _pictures(found).items():
        (images / f"insights-{name}.png").write_bytes(to_png(figure))
    path = out / "insights.md"
    path.write_text(page(planned[0][0], found, better[0] if better else None, pairs), encoding="utf-8")
    return path


def _played(settings: Settings, workers: int, step: Callable[[int], object]) -> pl.DataFrame:
    """The games of a tournament that is not saved."""
    with TemporaryDirectory() as folder:
        tournament = Tournament(settings, Path(folder) / "arena")
        tournament.play(workers, None, step)
        if tournament.interrupted:
            raise KeyboardInterrupt
        return tournament.folder.gather()


def to_png(figure: Figure) -> bytes:
    """A picture in few colours, small enough to be kept with the documents."""
    raw, small = io.BytesIO(), io.BytesIO()
    figure.savefig(raw, format="png", dpi=110, facecolor=figure.get_facecolor())
    image = Image.open(raw).convert("RGB")
    image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(small, "png", optimize=True)
    return small.getvalue()


def _pictures(found: Sequence[Insight]) -> dict[str, Figure]:
    """All pictures by name."""
    pictures = {"first-seat": seat_picture(found), "longest": longest_picture(found)}
    for insight in found:
        pictures[f"{insight.kit.spec.id}-routes"] = route_picture(insight)
        pictures[f"{insight.kit.spec.id}-tickets"] = ticket_picture(insight)
    return pictures


def route_picture(insight: Insight) -> Figure:
    """The board, every route by how often its owner wins."""
    shares: dict[str, float | None] = {worth.name: worth.share for worth in insight.routes}
    widest = max((abs(worth.share - 0.5) for worth in insight.routes), default=0.1)
    scale = CenteredNorm(0.5, halfrange=max(0.05, widest))
    return draw_board(insight.kit.spec.board, shares, BALANCE, scale, "of games won by the owner of the route")


@picture
def ticket_picture(insight: Insight) -> Figure:
    """Every ticket: the lead of the player who kept it, in points, with the interval."""
    rows, names = sorted(insight.tickets, key=lambda row: -row.margin), Names(insight.kit.spec.board)
    tall = max(1, -(-len(rows) // 2))
    figure = make_figure(11, 0.8 + 0.235 * tall)
    for column, ax in enumerate(add_axes(figure, 1, 2, sharex=True)):
        plain(ax, "x")
        part = rows[column * tall : (column + 1) * tall]
        for i, row in enumerate(part):
            colour = PALETTE[0] if row.margin >= 0 else PALETTE[1]
            ax.plot([row.margin_low, row.margin_high], [i, i], color=colour, lw=3.5, alpha=0.3, solid_capstyle="round")
            ax.plot([row.margin], [i], "o", color=colour, ms=5.5)
        ax.axvline(0, color=INK, lw=0.8)
        ax.set_yticks(range(len(part)), [names.link(row.name) for row in part], fontsize=8)
        ax.set_ylim(tall - 0.4, -0.6)
    figure.supxlabel(
        "final lead over the other seat, in points, of the player who kept the ticket", fontsize=9, color=MUTED
    )
    return figure


@picture
def seat_picture(found: Sequence[Insight]) -> Figure:
    """How often each place in the order of turns wins, against the fair share."""
    figure = make_figure(11, 0.9 + 0.9 * len(found))
    axes = add_axes(figure, 1, 2)
    for ax, pick, title in zip(axes, (min, max), ("Two players", "All seats taken"), strict=True):
        plain(ax, "x")
        ax.set_title(title)
        for i, insight in enumerate(found):
            seats = insight.seats[pick(insight.seats)]
            for seat in seats:
                y = i + 0.62 * ((seat.order + 0.5) / len(seats) - 0.5)
                colour = PALETTE[seat.order]
                edges = [100 * (edge - 1 / len(seats)) for edge in (seat.low, seat.high)]
                ax.plot(edges, [y, y], color=colour, lw=4, alpha=0.35, solid_capstyle="round")
                label = f"{ORDINALS[seat.order]} to move" if i == _most(found, pick) else None
                share = 100 * (seat.wins / seat.n - 1 / len(seats))
                ax.plot([share], [y], "o", color=colour, ms=6, label=label)
        ax.axvline(0, color=INK, lw=0.8)
        labels = [f"{i.kit.spec.name.en} ({pick(i.seats)})" for i in found]
        ax.set_yticks(range(len(found)), labels)
        ax.set_ylim(len(found) - 0.5, -0.5)
        ax.set_xlabel("wins above or below the fair share, in percentage points")
    handles, labels = axes[1].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=5, frameon=False, fontsize=9)
    return figure


def _most(found: Sequence[Insight], pick: Callable[[Iterable[int]], int]) -> int:
    """The place of the board with most seats."""
    return max(range(len(found)), key=lambda i: pick(found[i].seats))


@picture
def longest_picture(found: Sequence[Insight]) -> Figure:
    """On every board with the bonus: how often its holder wins, and how often the bonus decides."""
    rows = [(insight.kit.spec.name.en, insight.longest) for insight in found if insight.longest]
    figure = make_figure(9, 1.2 + 0.7 * len(rows))
    (ax,) = add_axes(figure)
    plain(ax, "x")
    for i, (_, longest) in enumerate(rows):
        shares = ((longest.won, longest.games, PALETTE[0]), (longest.decided, longest.all_games, PALETTE[3]))
        for j, (wins, n, colour) in enumerate(shares):
            y, (low, high) = i - 0.17 + 0.34 * j, wilson(wins, n)
            ax.barh(y, 100 * wins / n, height=0.3, color=colour, alpha=0.85, label=_LONGEST[j] if i == 0 else None)
            ax.plot([100 * low, 100 * high], [y, y], color=INK, lw=1.4)
            ax.text(100 * high + 1, y, percent(wins / n), va="center", fontsize=9, weight="bold")
    ax.set_yticks(range(len(rows)), [name for name, _ in rows])
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xlim(0, 100)
    ax.set_xlabel("% of games; the black line is the 95% interval")
    figure.legend(loc="outside upper center", ncols=2, frameon=False, fontsize=9)
    return figure


_LONGEST: Final = ("the holder of the bonus wins", "without the bonus somebody else would win")


def page(settings: Settings, found: Sequence[Insight], better: Settings | None, pairs: Sequence[beside.Pair]) -> str:
    """The whole document."""
    parts = [_introduction(settings, found, better), _seats(found), _longest(found)]
    if better:
        parts.append(beside.section(settings.bots[0], better.bots[0], pairs))
    parts += [_board(insight) for insight in found]
    return "\n".join(parts)


def _introduction(settings: Settings, found: Sequence[Insight], better: Settings | None) -> str:
    """The introduction: the method and its limits."""
    games = sum(insight.games["game"].n_unique() + insight.full["game"].n_unique() for insight in found)
    rows = [_typical(insight) for insight in found]
    head = "| board | games | mean score | winners: middle half | tickets kept | completed | turns each |"
    bot = settings.bots[0]
    command = f"eclisse insights --bot {bot} --games {settings.games} --seed {int(settings.key, 16)}"
    if better:
        command += f" --beside {better.bots[0]} --beside-games {better.games}"
    return f"""# What the games say

These are statistics of {games:,} games that the bot `{bot}` played against itself, with two seats and with all seats
taken. `{command}` made this page; run it again and you get the same page.

How to read it:
- All this is about one bot. People play differently, and so would another bot.
- Correlation is not causation. The owner of a route had the cards, the time and the plan for it; a long route also
  brings more points by itself.
- A 95% interval shows where the true value probably lies. Of a hundred routes, about five fall outside theirs by luck
  alone. A **★** marks a result that luck does not explain, even if you compare all routes, or all tickets, of the board
  at once (Bonferroni's correction).
- Each table is sorted by the end of the interval that is nearer to no difference, so that a few lucky games put nothing
  at the top. Routes and tickets held fewer than {FEWEST} times are left out.

A typical game for two:

{head}
|---|---|---|---|---|---|---|
{chr(10).join(rows)}
"""


def _typical(insight: Insight) -> str:
    """One row: how a game for two usually goes."""
    rows = insight.games
    won = rows.filter(pl.col("win") > 0)["score"]
    low, high = (float(won.quantile(q) or 0) for q in (0.25, 0.75))
    kept = float((rows["tickets_completed"] + rows["tickets_failed"]).mean())  # type: ignore[arg-type]
    done = float(rows["tickets_completed"].sum()) / max(1.0, kept * len(rows))
    mean, turns = (float(rows[name].mean()) for name in ("score", "turns"))  # type: ignore[arg-type]
    cells = (
        insight.kit.spec.name.en,
        f"{rows['game'].n_unique():,}",
        f"{mean:.0f}",
        f"{low:.0f} to {high:.0f}",
        f"{kept:.1f}",
        percent(done),
        f"{turns / 2:.0f}",
    )
    return f"| {' | '.join(cells)} |"


def _seats(found: Sequence[Insight]) -> str:
    """The first seat."""
    lines = []
    for insight in found:
        first = insight.seats[2][0]
        lines.append(f"- **{insight.kit.spec.name.en}**: {_first_seat(first)}")
    return f"""## Does it help to begin?

{chr(10).join(lines)}

![Wins by order of turns](images/insights-first-seat.png)
"""


def _first_seat(first: Seat) -> str:
    """The advantage of the first of two seats."""
    share = f"with two players, the first wins {100 * first.wins / first.n:.1f}% ({_range(first.low, first.high, 1)})"
    if first.low > 0.5:
        return f"{share}. It helps to begin."
    if first.high < 0.5:
        return f"{share}. It is better to go second."
    return f"{share}. {first.n:,} games show no difference."


def _longest(found: Sequence[Insight]) -> str:
    """The longest path."""
    lines = []
    for insight in found:
        told = _bonus(insight.longest) if insight.longest else "this game has no such bonus."
        lines.append(f"- **{insight.kit.spec.name.en}**: {told}")
    return f"""## What is the longest path worth?

{chr(10).join(lines)}

![The bonus for the longest path](images/insights-longest.png)

The holder wins more often for two reasons: the bonus brings points, and a player with a long path has built a lot
anyway. The second bar takes the bonus away and asks who would win then: that shows how many games the bonus decides.
"""


def _bonus(longest: Longest) -> str:
    """The effect of the bonus on one board."""
    won = percent(longest.won / max(1, longest.games))
    holder = f"the only holder of the {longest.bonus}-point bonus wins {won} of the time"
    low, high = wilson(longest.decided, longest.all_games)
    decided = f"the bonus decides {percent(longest.decided / longest.all_games)} of games ({_range(low, high)})"
    return f"{holder}; {decided}. The winning path is {longest.length:.0f} trains long on average."


def _board(insight: Insight) -> str:
    """Routes and tickets of one board."""
    name, game = insight.kit.spec.name.en, insight.kit.spec.id
    names = Names(insight.kit.spec.board)
    doubt = {"reconstruction": " Its map is a reconstruction, not the published one."}
    routes, tickets = insight.routes, insight.tickets
    best_routes = sorted(routes, key=lambda row: -row.low)[:SHOWN]
    worst_routes = sorted(routes, key=lambda row: row.high)[:SHOWN]
    best_tickets = sorted(tickets, key=lambda row: -row.margin_low)[:SHOWN]
    worst_tickets = sorted(tickets, key=lambda row: row.margin_high)[:SHOWN]
    return f"""## {name}
{doubt.get(insight.kit.spec.board.provenance, "")}
### Routes

{_spread_line(routes, "route", "owner")}

![Routes of {name} by how often their owner wins](images/insights-{game}-routes.png)

{_route_table("Owners win most often", best_routes, insight, names)}
{_route_table("Owners win least often", worst_routes, insight, names)}
### Tickets

A ticket is worth keeping if players who keep it end up ahead, whether they complete it or not.

![Tickets of {name} by the points of those who keep them](images/insights-{game}-tickets.png)

{_ticket_table("The best to keep", best_tickets, insight, names)}
{_ticket_table("The worst to keep", worst_tickets, insight, names)}"""


def _spread_line(rows: Sequence[Worth], what: str, who: str) -> str:
    """How many stand out."""
    sure = [row for row in rows if row.sure]
    good = sum(row.share > 0.5 for row in sure)
    if not sure:
        return f"Of the {len(rows)} {what}s none stands out beyond luck: on this board no single {what} wins games."
    return (
        f"Of {len(rows)} {what}s, {good} go with winning and {len(sure) - good} with losing, beyond luck. "
        f"With the other {len(rows) - len(sure)} the {who} wins about half of the games, as far as we can tell."
    )


def _route_table(title: str, rows: Sequence[Worth], insight: Insight, names: Names) -> str:
    """Some routes."""
    length = {route.id: route.length for route in insight.kit.spec.board.routes}
    games = insight.games["game"].n_unique()
    lines = [f"| {title} | length | owner wins | 95% | points ahead | claimed in |", "|---|---|---|---|---|---|"]
    for row in rows:
        share = f"{100 * row.share:.0f}% | {_range(row.low, row.high)} | {row.margin:+.1f}"
        lines.append(f"| {_starred(row, names)} | {length[row.name]} | {share} | {percent(row.n / games)} |")
    return "\n".join(lines) + "\n"


def _ticket_table(title: str, rows: Sequence[Worth], insight: Insight, names: Names) -> str:
    points = {name: int(insight.kit.board.ticket_points[i]) for name, i in insight.kit.ticket_index.items()}
    lines = [f"| {title} | worth | points ahead | 95% | wins | completed | kept |", "|---|---|---|---|---|---|---|"]
    for row in rows:
        ahead = f"{row.margin:+.1f} | {row.margin_low:+.1f} to {row.margin_high:+.1f} | {100 * row.share:.0f}%"
        done = f"{percent(row.completed / row.n)} | {row.n:,}"
        lines.append(f"| {_starred(row, names)} | {points[row.name] or 'varies'} | {ahead} | {done} |")
    return "\n".join(lines) + "\n"


def _starred(row: Worth, names: Names) -> str:
    """A name, with a star if it stands out beyond luck."""
    return names.link(row.name) + (" ★" if row.sure else "")


def _range(low: float, high: float, digits: int = 0) -> str:
    """An interval of shares."""
    return f"{100 * low:.{digits}f} to {100 * high:.{digits}f}%"
