"""One file, then the environment, then the command line; every mistake is named."""

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app
from croupier.server.config import Config, ConfigError, read_config
from tests.server.houses import START

ROOT = Path(__file__).parents[2]


def test_nothing_said_gives_the_defaults() -> None:
    assert read_config(environment={}) == Config()


def test_file_environment_and_command_line_in_that_order(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('port = 1\nstore = "a.db"\npace_ms = 5\n')
    config = read_config(file, {"CROUPIER_STORE": "b.db", "CROUPIER_PORT": "2"}, port=3, store=None)
    assert (config.pace_ms, config.store, config.port) == (5, "b.db", 3)


def test_the_environment_reads_flags_and_lists() -> None:
    config = read_config(
        environment={"CROUPIER_IS_DEMO": "yes", "CROUPIER_ORIGINS": "https://a, https://b", "HOME": "/"}
    )
    assert config.is_demo
    assert config.origins == ("https://a", "https://b")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("prot = 1", "there is no setting 'prot'; did you mean 'port'?"),
        ('port = "many"', "port: a whole number is wanted, not text"),
        ("port = 65536", "port: 65536 is not allowed; from 0 to 65535"),
        ("port = -1", "port: -1 is not allowed"),
        ("pace_ms = 60001", "pace_ms: 60001 is not allowed; from 0 to 60000"),
        ('log_level = "loud"', "log_level: 'loud' is not allowed; one of debug, info, warning, error"),
        ("port =", "is not TOML"),
        ('store = "mysql://db"', "store: 'mysql://db' is not allowed; a SQLite file, or postgresql://..."),
    ],
)
def test_a_file_with_a_mistake(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_config(file, {})
    assert complaint in str(caught.value)
    assert "house.toml" in str(caught.value)


def test_the_bounds_themselves_are_allowed(tmp_path: Path) -> None:
    assert read_config(environment={}, port=0, pace_ms=60_000).pace_ms == 60_000
    assert read_config(environment={}, port=65_535).port == 65_535


def test_a_variable_with_a_mistake_is_named() -> None:
    with pytest.raises(ConfigError, match=r"^CROUPIER_PORT: port: a whole number is wanted, not text"):
        read_config(environment={"CROUPIER_PORT": "eighty"})
    for text in ("--5", "\u00b2", "\u0665", "9" * 30, "1.5", "-"):  # what looks like digits to some
        with pytest.raises(ConfigError, match=r"^CROUPIER_PORT: "):
            read_config(environment={"CROUPIER_PORT": text})
    with pytest.raises(ConfigError, match=r"^CROUPIER_IS_DEMO: is_demo: yes or no"):
        read_config(environment={"CROUPIER_IS_DEMO": "perhaps"})


def test_a_mistyped_variable_stops_the_start() -> None:
    with pytest.raises(ConfigError, match=r"^CROUPIER_PROT: .+ did you mean 'CROUPIER_PORT'"):
        read_config(environment={"CROUPIER_PROT": "80"})
    assert read_config(environment={"CROUPIER_EDITIONS": "drafts", "CROUPIERS": "2"}) == Config()


def test_the_file_may_be_named_by_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("port = 7\n")
    assert read_config(environment={"CROUPIER_CONFIG": str(file)}).port == 7


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(ConfigError, match="cannot be read: No such file"):
        read_config(Path("nowhere.toml"), {})


def test_every_command_of_the_house_reads_the_same_file(tmp_path: Path) -> None:
    """Store and key are where the file says, for whoever looks after the house too."""
    file, wrong = tmp_path / "house.toml", tmp_path / "wrong.toml"
    file.write_text(f'store = "{tmp_path}/nowhere.db"\nkey_file = "{tmp_path}/other.key"\n')
    wrong.write_text("stroe = 1")
    for words in (["audit"], ["round", "show", "t1.1"], ["backup", str(tmp_path / "copy")], ["returns"]):
        done = CliRunner().invoke(app, [*words, "--config", str(file)])
        assert done.exit_code == 2, words
        assert f"there is no store at {tmp_path}/nowhere.db" in done.stderr.replace("\n", "")
        done = CliRunner().invoke(app, [*words, "--config", str(wrong)])
        assert "did you mean 'store'?" in done.stderr.replace("\n", " ")


def test_every_setting_is_documented() -> None:
    text = (ROOT / "docs" / "operating.md").read_text()
    assert [name for name in Config.__struct_fields__ if f"`{name}`" not in text] == []


SIGN_ON = {
    "CROUPIER_SIGN_ON_ISSUER": "https://login.example",
    "CROUPIER_SIGN_ON_CLIENT": "floor",
    "CROUPIER_SIGN_ON_SECRET": "hidden",
    "CROUPIER_SIGN_ON_ROLES": "floor-dealers=dealer, audit=auditor",
}


def test_single_sign_on_is_set_by_the_environment_alone_or_by_both(tmp_path: Path) -> None:
    """Each variable was judged as if there were no other."""
    alone = read_config(environment=SIGN_ON).signing_on
    assert alone is not None
    assert (alone.issuer, alone.client, set(alone.roles)) == (
        "https://login.example",
        "floor",
        {"floor-dealers", "audit"},
    )
    file = tmp_path / "house.toml"
    file.write_text('sign_on_issuer = "https://login.example"\nsign_on_client = "floor"\n')
    both = read_config(file, {"CROUPIER_SIGN_ON_ROLES": SIGN_ON["CROUPIER_SIGN_ON_ROLES"]})
    assert both.signing_on is not None
    for missing, words in (("CLIENT", "sign_on_client: say"), ("ROLES", "sign_on_roles: say")):
        some = {name: value for name, value in SIGN_ON.items() if not name.endswith(missing)}
        with pytest.raises(ConfigError, match=words):
            read_config(environment=some)


@pytest.mark.parametrize(
    "store",
    [
        "postgresql://croupier:hunter2@127.0.0.1:1/house",
        "postgresql://croupier:hun:ter2/@127.0.0.1:1/house",
        "postgresql://127.0.0.1:1/house?user=croupier&password=hunter2",
        "postgresql://croupier:hunter2@127.0.0.1:one/house",
        "mysql://croupier:hunter2@127.0.0.1/house",
    ],
)
@pytest.mark.parametrize("command", [["audit"], ["people", "unlock", "Mona"]])
def test_the_password_of_the_database_is_never_printed(store: str, command: list[str]) -> None:
    said = CliRunner().invoke(app, [*command, "--store", store])
    assert said.exit_code == 2, said.output
    assert "127.0.0.1" in said.output
    assert "ter2" not in said.output


def test_nor_by_the_house_itself() -> None:
    store = "postgresql://croupier:hunter2@127.0.0.1:1/house"
    command = [sys.executable, "-c", START, "serve", "--port", "0", "--store", store]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 2
    assert "croupier:***@127.0.0.1" in said.stderr
    assert "hunter2" not in said.stdout + said.stderr
