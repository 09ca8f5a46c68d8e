"""`eclisse check-bot`: lists what a user's own bot does wrong, or says that all is well."""

import sys

from eclisse.bots.conformance import Report, check
from eclisse.bots.own import is_own
from eclisse.faults import cut, fault
from eclisse.terminal.files import BadInput


def check_bot(name: str, limit: float) -> Report:
    """Let a user's bot play games of several kinds."""
    if not is_own(name):
        raise BadInput(fault("own-bot-expected", name=cut(name)))
    return check(name, limit)


def print_report(report: Report) -> None:
    """The faults, or that there are none."""
    if not report.faults:
        slowest = f"the slowest took {report.slowest * 1000:.1f} ms"
        print(f"{report.bot} plays by the rules: {report.games} games, {report.decisions:,} decisions, {slowest}.")
    for one in report.faults:
        print(one, file=sys.stderr)
