"""Bodies are what the document says, or refused: "1" is not 1, and nothing is guessed."""

from typing import Any, get_args

import msgspec
from litestar import Request

from croupier.server.errors import Rejected


class StrictRequest(Request[Any, Any, Any]):
    """Reads a body as the very type its handler declares; the framework alone would convert text."""

    async def json(self) -> Any:
        body = await self.body()
        declared = self.route_handler.parsed_fn_signature.parameters.get("data")
        if declared is None:
            return None
        kind = _inner(declared.raw)
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Rejected(
                "malformed", "the body is not what is expected: {error}", error=str(error)[:200]
            ) from None


def _inner(annotation: Any) -> Any:
    """The type inside an annotation such as JSONBody[NewTable]."""
    parts = get_args(annotation)
    return parts[0] if parts else annotation
