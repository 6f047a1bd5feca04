"""Single sign-on for staff by OpenID Connect: `settings`, then `provider`, which speaks to the other side."""
