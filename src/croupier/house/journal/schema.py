"""The schema of the store, as steps that only go forward. `{blob}` and `{int}` differ between engines."""

OLDEST = 20  # of croupier 2.0; stores of 1.x counted up to 10
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # `lost`: up to where a store that has gone back lacks what somebody saw in it: see witness.py.
        """CREATE TABLE head (id {int} PRIMARY KEY, position {int} NOT NULL, hash {blob} NOT NULL,
            lost {int} NOT NULL DEFAULT 0)""",
        "INSERT INTO head VALUES (1, 0, {zero}, 0)",
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
        "CREATE INDEX round_first ON round (stream, first)",
        "CREATE INDEX round_open ON round (stream) WHERE closed_at IS NULL",
        """CREATE TABLE round_mark (mark TEXT NOT NULL, opened_at {int} NOT NULL, stream TEXT NOT NULL,
            number {int} NOT NULL, PRIMARY KEY (mark, opened_at, stream, number)){clustered}""",
        """CREATE TABLE session (
            token {blob} PRIMARY KEY, person TEXT NOT NULL, role TEXT NOT NULL, started {int} NOT NULL,
            seen {int} NOT NULL, idle_ms {int} NOT NULL, until {int} NOT NULL)""",
        # Processes, who is connected through which, and whose a table is: see floor/leases.py.
        # Terms are counted over all tables, so that whoever knows the last one asks for what is new.
        """CREATE TABLE process (id TEXT PRIMARY KEY, beat {int} NOT NULL, changes {int} NOT NULL,
            is_watched {int} NOT NULL DEFAULT 0){clustered}""",
        """CREATE TABLE presence (at_table TEXT NOT NULL, person TEXT NOT NULL, process TEXT NOT NULL,
            PRIMARY KEY (at_table, person)){clustered}""",
        "CREATE INDEX presence_process ON presence (process)",
        """CREATE TABLE lease (at_table TEXT PRIMARY KEY, process TEXT NOT NULL,
            term {int} NOT NULL){clustered}""",
        "CREATE UNIQUE INDEX lease_term ON lease (term)",
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
        # Months that moved to files of their own, and how far each stream is in them: see archive/.
        """CREATE TABLE archive (
            month TEXT PRIMARY KEY, first {int} NOT NULL, last {int} NOT NULL, since {int} NOT NULL,
            until {int} NOT NULL, entries {int} NOT NULL, digest {blob} NOT NULL){clustered}""",
        "CREATE TABLE archived (stream TEXT PRIMARY KEY, last {int} NOT NULL){clustered}",
    ),
)
NEWEST = OLDEST + len(MIGRATIONS) - 1


def statements(version: int, dialect: dict[str, str]) -> list[str]:
    """The statements that lead to this version from the one before."""
    return [text.format(**dialect) for text in MIGRATIONS[version - OLDEST]]
