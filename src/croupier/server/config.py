"""What an operator may set: a TOML file, then the environment, then the command line; checked first."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias, get_type_hints

import msgspec
from msgspec import Struct

from croupier.house.cage.limits import Limits
from croupier.house.history.publishing import Publication
from croupier.house.journal import without_password
from croupier.house.people import Terms
from croupier.house.totals import NOTED_WIN_CENTS
from croupier.house.totals.shifts import USUAL, Shifts
from croupier.rulebook.errors import suggest
from croupier.server.sign_on.settings import SignOn, role_named, sign_on_of

_PREFIX = "CROUPIER_"
_FILE = "CROUPIER_CONFIG"
# Variables of ours that are no settings of a house.
_OTHERS = {_FILE, "CROUPIER_EDITIONS", "CROUPIER_GAMES", "CROUPIER_CACHE", "CROUPIER_PASSWORD"}
_KINDS = {
    "int": "a whole number",
    "str": "text",
    "bool": "yes or no (true or false in a file)",
    "array": "a list",
    "float": "a number with a fraction",
    "object": "a table of values",
    "null": "nothing",
}

# From the lowest value that is allowed to the highest.
Sum: TypeAlias = Annotated[int, (0, 10**12)]
WithinADay: TypeAlias = Annotated[int, (0, 86_400)]
Seconds: TypeAlias = Annotated[int, (1, 86_400)]
Rate: TypeAlias = Annotated[int, (1, 1_000_000)]
Pace: TypeAlias = Annotated[int, (0, 60_000)]

_MISFIT = re.compile(r"Expected `([a-z]+)(?: \| null)?`, got `([a-z]+)` - at `\$\.(\w+).*`")


class ConfigError(ValueError):
    """A setting that is unknown or does not fit; says which, where it came from and what would."""


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting with its default. docs/operating.md explains each."""

    store: str = "data/house.db"
    key_file: str = ""  # what undealt cards are encrypted with; beside the store if nothing is said
    anchor: str = ""  # a file, best on another machine, to which the journal's head is noted
    anchor_seconds: Seconds = 300
    host: str = "127.0.0.1"
    port: Annotated[int, (0, 65_535)] = 8000
    is_demo: bool = False
    origins: tuple[str, ...] = ()  # how browsers reach us, if not by the Host they send: behind a proxy
    proxies: tuple[str, ...] = ()  # addresses whose X-Forwarded-For is believed
    is_behind_tls: bool = False  # cookies are marked Secure
    metrics_token: str = ""  # who may read /metrics from elsewhere than this machine
    traces: str = ""  # an OpenTelemetry collector, such as http://127.0.0.1:4318/v1/traces
    log_level: str = "info"
    log_format: str = "json"
    pace_ms: Pace = 900  # how long the auto-dealer lets each of its own moves be seen
    betting_seconds: Annotated[int, (0, 3_600)] = 20  # how long bets are open where nobody is quicker
    time_banks: Annotated[int, (0, 10)] = 4  # how often a player whose clock has run out gets more time
    time_bank_seconds: Annotated[int, (1, 120)] = 15  # how much
    thinking_ms: Pace = 700  # how long a bot thinks, so that people can follow
    bot_chips: Annotated[int, (1, 10**12)] = 1_000_00  # what a bot brings to the table, if the table takes it
    absent_seconds: WithinADay = 60  # how long a player without a connection is waited for if no clock runs
    away_seconds: WithinADay = 600  # this long without a connection one goes home, if the rules allow it
    stuck_seconds: Seconds = 180  # after this long without a move a table without a clock is shown to the pit
    interruption_seconds: WithinADay = 120  # how long the pit has to confirm what becomes of a Round
    player_idle_seconds: Seconds = 1_800  # after this long without doing anything one signs in again
    staff_idle_seconds: Seconds = 300  # the same at a console of the staff
    player_session_seconds: Annotated[int, (1, 31 * 86_400)] = 86_400  # then one signs in again
    staff_session_seconds: Annotated[int, (1, 31 * 86_400)] = 43_200  # the same for staff
    sign_on_session_seconds: Seconds = 3_600  # by single sign-on: then the provider says anew who may do what
    second_factor_roles: tuple[str, ...] = ()  # roles that count only for accounts with a second factor
    queue_length: Annotated[int, (8, 65_536)] = 256  # messages a socket may be behind before it is cut off
    messages_per_second: Annotated[int, (1, 10_000)] = 20
    requests_per_second: Rate = 20  # that change something, from one session
    request_seconds: Annotated[int, (1, 600)] = 20  # how long a request may take to arrive
    reading_ms_per_second: Rate = 100  # processor time for questions of one client, and of one address
    requests_ms_per_second: Rate = 100  # time of the event loop for one session: see `turns`
    sign_ins_per_minute: Rate = 30  # from one address
    sign_on_issuer: str = ""  # the OpenID provider that staff sign in with, if there is one
    sign_on_client: str = ""  # what the house is called there
    sign_on_secret: str = ""
    sign_on_title: str = "the company's account"
    sign_on_scopes: tuple[str, ...] = ("openid", "profile")
    sign_on_claim: str = "groups"  # where the provider says what somebody may do
    sign_on_roles: tuple[str, ...] = ()  # what it says there, and the role it means: "floor-dealers=dealer"
    two_persons_cents: Sum = 10_000_00  # money at the window, or a jackpot's meter, by more needs two persons
    cash_limit_pit_manager: Sum = 0  # what they pay in or out alone, in cents; 0 for no own limit
    cash_limit_shift_manager: Sum = 0
    cash_limit_player_day: Sum = 10_000_00  # the same for one player, one direction and one gaming day
    two_persons_setting_cents: Sum = 100_000_00  # a limit or stake of a table above it needs two persons
    approval_seconds: Seconds = 900  # how long a second person has to confirm
    practice_tables_max: Annotated[int, (0, 1_000)] = 3  # per person
    publish_seeds: str = "never"  # to players: never, some days after, or if every hand was turned up
    publish_seeds_days: Annotated[int, (1, 36_500)] = 30  # how many, where it is days
    entropy_wait_ms: Annotated[int, (0, 10_000)] = 500  # how long a shuffle waits for devices
    demo_chips: Sum = 10_000_00
    shifts: tuple[str, ...] = USUAL  # name and full hour, +08:00; a day of the house begins with the first
    large_win: Annotated[int, (NOTED_WIN_CENTS, 10**12)] = 10_000_00  # cents; a significant event
    drift_one_in: Annotated[int, (2, 10**9)] = 1_000  # a rarer day of a table is shown to the pit
    demo_tables: tuple[str, ...] | None = None  # editions to open in demo mode; all playable if not said

    @property
    def signing_on(self) -> SignOn | None:
        return sign_on_of(self)

    @property
    def cash_limits(self) -> Limits:
        return Limits(
            house=self.two_persons_cents,
            pit_manager=self.cash_limit_pit_manager,
            shift_manager=self.cash_limit_shift_manager,
            player_day=self.cash_limit_player_day,
        )

    @property
    def session_terms(self) -> Terms:
        return Terms(
            player_idle_ms=self.player_idle_seconds * 1000,
            staff_idle_ms=self.staff_idle_seconds * 1000,
            player_age_ms=self.player_session_seconds * 1000,
            staff_age_ms=self.staff_session_seconds * 1000,
            sign_on_age_ms=self.sign_on_session_seconds * 1000,
            second_factor_roles=frozenset(
                role_named("second_factor_roles", each) for each in self.second_factor_roles
            ),
        )

    @property
    def key(self) -> Path:
        """The file of the key: where it is told to, or else beside an embedded store."""
        if self.key_file:
            return Path(self.key_file)
        if self.store.startswith(("postgres://", "postgresql://")):
            return Path("data/house.key")
        return Path(self.store.removeprefix("sqlite://")).with_suffix(".key")

    @property
    def publication(self) -> Publication:
        return Publication(self.publish_seeds, self.publish_seeds_days)

    def __post_init__(self) -> None:
        for name, (low, high) in _BOUNDS.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"{name}: {value} is not allowed; from {low} to {high}")
        scheme, is_address, _ = self.store.partition("://")
        if is_address and scheme not in _STORES:
            store = without_password(self.store)
            raise ValueError(f"store: {store!r} is not allowed; a SQLite file, or postgresql://...")
        Shifts(self.shifts)
        assert self.session_terms
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if value not in choices:
                raise ValueError(f"{name}: {value!r} is not allowed; one of {', '.join(choices)}")


# The settings that have bounds: their lowest and highest values.
_BOUNDS = {
    name: kind.__metadata__[0]
    for name, kind in get_type_hints(Config, include_extras=True).items()
    if hasattr(kind, "__metadata__")
}
_STORES = ("postgresql", "postgres", "sqlite")
_CHOICES = {
    "log_level": ("debug", "info", "warning", "error"),
    "log_format": ("json", "text"),
    "publish_seeds": ("never", "days", "shown"),
}


def read_config(
    file: Path | None = None, environment: Mapping[str, str] | None = None, **given: Any
) -> Config:
    """The settings of a house. `given` comes from the command line: None means nothing was said."""
    variables = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    if file is None and variables.get(_FILE):
        file = Path(variables[_FILE])
    if file is not None:
        values |= _from_file(file)
    values |= _from_environment(variables)
    values |= {name: value for name, value in given.items() if value is not None}
    config = _convert(values, "the settings")
    try:
        sign_on_of(config)  # what belongs together may come from file and environment
    except ValueError as error:
        raise ConfigError(f"the settings: {error}") from None
    return config


def _from_file(file: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(file.read_text())
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file}: is not TOML: {error}") from None
    _convert(found, str(file))
    return found


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    names = {_PREFIX + name.upper(): name for name in Config.__struct_fields__}
    values: dict[str, Any] = {}
    for variable, text in environment.items():
        if variable.startswith(_PREFIX) and variable not in {*names, *_OTHERS}:
            near = suggest(variable, {*names, *_OTHERS})
            raise ConfigError(f"{variable}: there is no such setting; {near}")
        if variable in names:
            values[names[variable]] = _read(names[variable], text)
            _convert({names[variable]: values[names[variable]]}, variable)
    return values


def _read(name: str, text: str) -> Any:
    """The environment knows text only; lists are separated by commas."""
    default = getattr(Config(), name)
    if isinstance(default, bool):
        return {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}.get(
            text.lower(), text
        )
    if isinstance(default, int):
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 20 else text
    if isinstance(default, tuple) or name == "demo_tables":
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return text


def _convert(values: Mapping[str, Any], where: str) -> Config:
    if unknown := sorted(set(values) - set(Config.__struct_fields__)):
        known = ", ".join(sorted(Config.__struct_fields__))
        near = suggest(unknown[0], Config.__struct_fields__)
        raise ConfigError(f"{where}: there is no setting {unknown[0]!r}; {near} Settings are {known}")
    try:
        return msgspec.convert(dict(values), Config)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{where}: {_in_words(str(error))}") from None


def _in_words(complaint: str) -> str:
    """ "Expected `int`, got `str` - at `$.port`" as a person says it."""
    found = _MISFIT.fullmatch(complaint)
    if found is None:
        return complaint
    wanted, given, name = found.groups()
    return f"{name}: {_KINDS.get(wanted, wanted)} is wanted, not {_KINDS.get(given, given)}"
