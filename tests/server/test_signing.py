"""Coming in: who may, and what everyone else is told."""

from .conftest import PASSWORD, SITE, Floor


def test_sign_in_out_and_me(floor: Floor) -> None:
    floor.token("Ann")
    answer = floor.call("POST", "/api/session", {"name": "Ann", "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert answer.json()["balance"] == 1_000_00
    me = floor.http.get("/api/me")  # the client keeps the cookie
    assert (me.status_code, me.json()["name"], me.json()["roles"]) == (200, "Ann", ["player"])
    assert floor.http.delete("/api/session", headers=SITE).status_code == 204
    assert floor.http.get("/api/me").status_code == 401
