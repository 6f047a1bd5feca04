"""The schema of the store, as steps that only go forward. `{blob}` and `{int}` differ between engines."""

NOT_COUNTED = (
    "INSERT INTO uncounted SELECT stream, 0, max(last) FROM entry"
    " WHERE substr(stream, 1, 5) <> 'shoe/' GROUP BY stream"
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE head (id {int} PRIMARY KEY, position {int} NOT NULL, hash {blob} NOT NULL)",
        "INSERT INTO head VALUES (1, 0, {zero})",
        """CREATE TABLE entry (
            position {int} PRIMARY KEY, stream TEXT NOT NULL, first {int} NOT NULL, last {int} NOT NULL,
            command_id TEXT NOT NULL, who TEXT NOT NULL, role TEXT NOT NULL, at {int} NOT NULL,
            command {blob} NOT NULL, events {blob} NOT NULL, digests {blob} NOT NULL,
            hash {blob} NOT NULL)""",
        "CREATE UNIQUE INDEX entry_stream ON entry (stream, first)",
        "CREATE UNIQUE INDEX entry_command ON entry (stream, command_id) WHERE command_id <> ''",
        """CREATE TABLE snapshot (stream TEXT NOT NULL, version {int} NOT NULL, program TEXT NOT NULL,
            body {blob} NOT NULL, PRIMARY KEY (stream, version)){clustered}""",
        """CREATE TABLE posting (
            account TEXT NOT NULL, position {int} NOT NULL, line {int} NOT NULL, other TEXT NOT NULL,
            cents {int} NOT NULL, at {int} NOT NULL, memo TEXT NOT NULL,
            PRIMARY KEY (account, position, line)){clustered}""",
        "CREATE TABLE balance (account TEXT PRIMARY KEY, cents {int} NOT NULL){clustered}",
        """CREATE TABLE round (
            stream TEXT NOT NULL, number {int} NOT NULL, edition TEXT NOT NULL, first {int} NOT NULL,
            last {int}, opened_at {int} NOT NULL,
            closed_at {int}, PRIMARY KEY (stream, number)){clustered}""",
        "CREATE INDEX round_time ON round (opened_at)",
    ),
    (
        """CREATE TABLE session (
            token {blob} PRIMARY KEY, person TEXT NOT NULL, role TEXT NOT NULL, started {int} NOT NULL,
            seen {int} NOT NULL, idle_ms {int} NOT NULL)""",
    ),
    ("CREATE INDEX round_first ON round (stream, first)",),
    (
        "CREATE TABLE process (id TEXT PRIMARY KEY, beat {int} NOT NULL, changes {int} NOT NULL){clustered}",
        """CREATE TABLE presence (at_table TEXT NOT NULL, person TEXT NOT NULL, process TEXT NOT NULL,
            PRIMARY KEY (at_table, person)){clustered}""",
        "CREATE INDEX presence_process ON presence (process)",
    ),
    (
        """CREATE TABLE round_mark (mark TEXT NOT NULL, opened_at {int} NOT NULL, stream TEXT NOT NULL,
            number {int} NOT NULL, PRIMARY KEY (mark, opened_at, stream, number)){clustered}""",
        "ALTER TABLE round ADD COLUMN is_marked {int} NOT NULL DEFAULT 0",  # see history/reindex.py
        "CREATE INDEX round_unmarked ON round (stream, number) WHERE is_marked = 0",
        "CREATE INDEX round_open ON round (stream) WHERE closed_at IS NULL",
    ),
    (
        # Totals: see counts.py. `stake` is what lay together on one fate; "" in `dealer` is the auto-dealer.
        """CREATE TABLE ruleset (
            id TEXT PRIMARY KEY, edition TEXT NOT NULL, settings TEXT NOT NULL){clustered}""",
        """CREATE TABLE bet_total (
            hour {int} NOT NULL, stream TEXT NOT NULL, rules TEXT NOT NULL, dealer TEXT NOT NULL,
            bet TEXT NOT NULL, stake {int} NOT NULL, bets {int} NOT NULL, fates {int} NOT NULL,
            base {int} NOT NULL, staked {int} NOT NULL, net {int} NOT NULL, metered {int} NOT NULL,
            PRIMARY KEY (hour, stream, rules, dealer, bet, stake)){clustered}""",
        """CREATE TABLE table_total (
            hour {int} NOT NULL, stream TEXT NOT NULL, rules TEXT NOT NULL, dealer TEXT NOT NULL,
            rounds {int} NOT NULL, voids {int} NOT NULL, brought {int} NOT NULL, taken {int} NOT NULL,
            PRIMARY KEY (hour, stream, rules, dealer)){clustered}""",
        """CREATE TABLE stay_total (
            player TEXT NOT NULL, day {int} NOT NULL, stream TEXT NOT NULL, since {int} NOT NULL,
            rules TEXT NOT NULL, bet TEXT NOT NULL, rounds {int} NOT NULL, idle {int} NOT NULL,
            bets {int} NOT NULL, base {int} NOT NULL, staked {int} NOT NULL, net {int} NOT NULL,
            metered {int} NOT NULL, until {int} NOT NULL,
            PRIMARY KEY (player, day, stream, since, rules, bet)){clustered}""",
        "CREATE INDEX stay_day ON stay_total (day)",
        """CREATE TABLE notable (
            kind TEXT NOT NULL, position {int} NOT NULL, line {int} NOT NULL, at {int} NOT NULL,
            stream TEXT NOT NULL, cents {int} NOT NULL, person TEXT NOT NULL,
            PRIMARY KEY (kind, position, line)){clustered}""",
        "CREATE INDEX notable_at ON notable (at)",
        # What was written before there were totals, stream by stream: see totals/building.py.
        """CREATE TABLE uncounted (
            stream TEXT PRIMARY KEY, done {int} NOT NULL, until {int} NOT NULL){clustered}""",
        NOT_COUNTED,
    ),
    (
        # Months that moved to files of their own, and how far each stream is in them: see archive/.
        """CREATE TABLE archive (
            month TEXT PRIMARY KEY, first {int} NOT NULL, last {int} NOT NULL, since {int} NOT NULL,
            until {int} NOT NULL, entries {int} NOT NULL, digest {blob} NOT NULL){clustered}""",
        "CREATE TABLE archived (stream TEXT PRIMARY KEY, last {int} NOT NULL){clustered}",
    ),
    (
        # Which process a table belongs to: see floor/leases.py. Terms are counted over all tables, so that
        # whoever knows the last one asks for what is new. And where a process is reached, and whether
        # anybody is about there.
        """CREATE TABLE lease (at_table TEXT PRIMARY KEY, process TEXT NOT NULL,
            term {int} NOT NULL){clustered}""",
        "CREATE UNIQUE INDEX lease_term ON lease (term)",
        "ALTER TABLE process ADD COLUMN address TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE process ADD COLUMN is_watched {int} NOT NULL DEFAULT 0",
    ),
)


def statements(step: int, dialect: dict[str, str]) -> list[str]:
    """The statements that lead from schema version `step` to the next."""
    return [text.format(**dialect) for text in MIGRATIONS[step]]
