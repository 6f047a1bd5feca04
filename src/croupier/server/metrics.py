"""Figures for Prometheus. Labels are games, tables, codes and kinds: never people, never cards."""

from functools import partial

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class OfGame:
    """What is counted with every command of one game: looked up once."""

    def __init__(self, metrics: "Metrics", game: str) -> None:
        self.seconds = metrics.command_seconds.labels(game)
        self.done = metrics.commands.labels(game, "done")
        self.events = metrics.events.labels(game)


class Metrics:
    """One registry a process, so that tests and several houses do not mix."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        histogram = partial(Histogram, registry=registry)
        self.commands = counter(
            "croupier_commands", "Commands by game and how they were answered.", ("game", "answer")
        )
        self.command_seconds = histogram(
            "croupier_command_seconds",
            "From a command's arrival to its durable acknowledgement.",
            ("game",),
            buckets=_SECONDS,
        )
        self.events = counter("croupier_events", "Events told to this process.", ("game",))
        self.rounds = counter("croupier_rounds", "Rounds concluded.", ("game",))
        self.tables = gauge("croupier_tables", "Tables by status.", ("status",))
        self.stuck = gauge(
            "croupier_tables_stuck", "Tables that stand still for longer than their clocks allow."
        )
        self.sockets = gauge("croupier_sockets", "Open table sockets.")
        self.cut_off = counter("croupier_sockets_closed", "Sockets the server closed, by code.", ("code",))
        self.sign_ins = counter("croupier_sign_ins", "Sign-ins by result.", ("result",))
        self.requests = counter(
            "croupier_requests", "HTTP requests by method and status.", ("method", "status")
        )
        self.faults = counter("croupier_faults", "Errors of ours.", ("where",))
        self.system_decisions = counter(
            "croupier_system_decisions", "Clocks run out and courses taken by the machine.", ("kind",)
        )

        self.clock_steps = counter(
            "croupier_clock_steps", "How often the machine's clock was set by a second or more."
        )
        self.decisions = gauge("croupier_decisions_waiting", "Questions that wait for a person's ruling.")
        self.jackpots = gauge("croupier_jackpot_cents", "What the meter of a jackpot shows.", ("link",))
        self.win = gauge(
            "croupier_table_win_cents",
            "What the House has won at a table, rake included; below zero what it has lost.",
            ("table",),
        )
        self.handle, self.day_win, self.hold = (
            gauge(f"croupier_table_day_{name}", words, ("table",))
            for name, words in (
                ("handle_cents", "What was staked at a table since its gaming day began."),
                ("win_cents", "What the House has won there in that time, rake included."),
                ("hold_ratio", "What part of the chips brought to it in that time the House has kept."),
            )
        )
        self.backed_up = gauge(
            "croupier_backup_timestamp_seconds",
            "When the store was last copied by croupier backup; 0 if never.",
        )
        self.anchored = gauge(
            "croupier_anchor_timestamp_seconds",
            "When this process last noted the head of the journal outside; 0 if it notes none.",
        )
        self.free = gauge(
            "croupier_store_free_bytes",
            "Room left on the disk of a SQLite store; +Inf for PostgreSQL, which watches its own.",
        )
        self.lost = gauge(
            "croupier_store_lost_position",
            "Up to which position the store lacks what was acknowledged; 0 while it lacks nothing.",
        )
        self.peers = gauge("croupier_peers", "Other processes that this one sees serving the same house.")
        self.tables_here = gauge(
            "croupier_tables_here",
            "Tables that belong to this process: their dealers, clocks and bots run here.",
        )
        self.request_seconds = histogram(
            "croupier_request_seconds",
            "From an HTTP request to the first byte of its answer.",
            ("method",),
            buckets=_SECONDS,
        )
        ProcessCollector(namespace="croupier", registry=registry)
        self._of_game: dict[str, OfGame] = {}

    def of_game(self, game: str) -> OfGame:
        found = self._of_game.get(game)
        if found is None:
            found = self._of_game[game] = OfGame(self, game)
        return found

    def text(self) -> bytes:
        return generate_latest(self.registry)
