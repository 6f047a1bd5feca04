"""Examples for the OpenAPI document: whatever a schema describes, with values that a house could have."""

from typing import Any

# By the name of a field or parameter; taken only where the schema allows it.
_KNOWN: dict[str, Any] = {
    "id": "t1", "table": "t1", "stream": "table/t1", "title": "Poker 1", "name": "Ann", "person": "ann",
    "player": "ann", "owner": "ann", "dealer": "dora", "game": "rws-poker", "edition": "rws-poker@7",
    "other": "rws-poker@6", "number": "3.12.3", "paragraph": "3.12.3", "round": "t1.12", "link": "main",
    "reason": "asked for by the pit", "words": "Ann calls 200", "password": "a long password",
    "old": "a long password", "new": "another long password", "code": "123456",
    "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "token": "kX1yV0n2", "chips": 20000, "cents": 5000,
    "balance": 100000, "amount": 5000, "place": 3, "seat": 3, "count": 2, "seq": 41, "day": "2026-11-16",
    "from": "2026-11-16", "to": "2026-11-16", "until": "2027-01-01", "role": "dealer",
    "expires_at": 1794873600000, "at": 1794787200000, "since": 1794787200000, "opened_at": 1794787200000,
}  # fmt: skip
_DEEP = 6  # what refers to itself ends here


def example(schema: dict[str, Any], schemas: dict[str, Any], name: str = "", depth: int = 0) -> Any:
    """A value that fits the schema."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if choices := schema.get("oneOf") or schema.get("anyOf"):
        real = [each for each in choices if each.get("type") != "null"]
        return example((real or choices)[0], schemas, name, depth)
    if parts := schema.get("allOf"):
        return example(parts[0], schemas, name, depth)
    kind = schema.get("type", "object" if "properties" in schema else "")
    if isinstance(kind, list):
        kind = next(each for each in kind if each != "null")
    match kind:
        case "object":
            return _object(schema, schemas, depth)
        case "array":
            return _array(schema, schemas, name, depth)
        case "integer" | "number":
            return _number(schema, name)
        case "string":
            return _text(schema, name)
        case "boolean":
            return False
        case _:
            return None if kind == "null" else {}


def _object(schema: dict[str, Any], schemas: dict[str, Any], depth: int) -> dict[str, Any]:
    required = set(schema.get("required", ()))
    return {
        name: example(part, schemas, name, depth + 1)
        for name, part in schema.get("properties", {}).items()
        if name in required or depth < _DEEP // 2
    }


def _array(schema: dict[str, Any], schemas: dict[str, Any], name: str, depth: int) -> list[Any]:
    fewest = schema.get("minItems", 0)
    if parts := schema.get("prefixItems"):
        return [example(part, schemas, name, depth + 1) for part in parts]
    inner = schema.get("items")
    if not isinstance(inner, dict) or (depth >= _DEEP and not fewest):
        return []
    one = example(inner, schemas, name.removesuffix("s"), depth + 1)
    return [one] * max(1, fewest)


def _number(schema: dict[str, Any], name: str) -> Any:
    low = schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
    high = schema.get("maximum", schema.get("exclusiveMaximum", 2**53))
    known = _KNOWN.get(name)
    return known if isinstance(known, int) and low <= known <= high else low


def _text(schema: dict[str, Any], name: str) -> str:
    shaped = {"date": "2026-11-16", "date-time": "2026-11-16T20:00:00Z"}.get(schema.get("format", ""))
    known = _KNOWN.get(name)
    value = shaped or (known if isinstance(known, str) else name or "text")
    shortest, longest = schema.get("minLength", 0), schema.get("maxLength", len(value))
    return (value + "x" * max(0, shortest - len(value)))[:longest] if not shaped else value
