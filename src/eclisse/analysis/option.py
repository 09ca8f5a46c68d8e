"""One way to decide, as a record: what it brings every seat, beside the decision it is compared with."""

from typing import Final

from eclisse.core.records import MAX_SEATS, record

OPTION: Final = record(
    [
        ("action", "i8"),
        ("win", "f8", MAX_SEATS),
        ("points", "f8", MAX_SEATS),
        ("ahead", "f8"),  # how far the deciding seat's chance is above that of the other decision
        ("error", "f8"),  # half of the interval around it
        ("exact", "i8"),  # 1: all that can happen was summed over
    ]
)
