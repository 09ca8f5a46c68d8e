"""The one exception of the server: something asked for was not done, for a reason that has a name."""

from eclisse.server.messages.base import RefusalCode


class Refused(Exception):
    """A refusal; nothing has changed."""

    def __init__(self, code: RefusalCode, message: str) -> None:
        self.code: RefusalCode = code
        self.message = message
        super().__init__(f"{code}: {message}")
