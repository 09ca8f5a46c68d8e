"""The one exception of the server: it refuses something, for a reason with a name."""

from typing import Any

from eclisse.faults import Fault
from eclisse.server.messages.base import RefusalCode


class Refused(Exception):
    """A refusal and the faults that led to it, at least one; nothing has changed."""

    def __init__(self, code: RefusalCode, *faults: Fault) -> None:
        self.code: RefusalCode = code
        self.faults = faults
        super().__init__(code, *faults)

    def __str__(self) -> str:
        """All faults in English, one a line."""
        return "\n".join(map(str, self.faults))

    def to_dict(self) -> dict[str, Any]:
        """The refusal as it is sent."""
        return {"code": self.code, "message": str(self), "faults": [fault.to_dict() for fault in self.faults]}
