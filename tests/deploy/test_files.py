"""What is meant for a machine that runs a house fits the program: settings, commands, metrics."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import typer
import yaml

from croupier.cli import app
from croupier.server.config import Config, read_config
from croupier.server.metrics import Metrics
from croupier.server.serving import serving

DEPLOY = Path(__file__).parents[2] / "deploy"


def exported() -> set[str]:
    """Every name under which a house gives a figure."""
    found = set()
    for metric in Metrics().registry.collect():
        kind = metric.type
        ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}.get(kind, ("",))
        found |= {metric.name + end for end in ends}
    return found


def test_the_settings_are_settings() -> None:
    config = read_config(DEPLOY / "house.toml", {})
    assert config.is_behind_tls
    assert tomllib.loads((DEPLOY / "house.toml").read_text())["origins"] == ["https://floor.example"]


def test_the_variables_of_the_containers_are_settings() -> None:
    told = (DEPLOY / "compose.yaml").read_text() + (DEPLOY / "Containerfile").read_text()
    named = {name.lower() for name in re.findall(r"\bCROUPIER_([A-Z_]+)", told)}
    assert named
    assert named <= set(Config.__struct_fields__)


def test_the_unit_starts_a_command_that_there_is() -> None:
    unit = (DEPLOY / "croupier.service").read_text()
    found = re.search(r"^ExecStart=\S+/croupier (.*)$", unit, re.MULTILINE)
    assert found is not None
    name, *left = found[1].split()
    command = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    command.make_context(name, left)


@pytest.mark.parametrize("file", ["grafana.json", "alerts.yml"])
def test_every_figure_that_is_watched_is_exported(file: str) -> None:
    text = (DEPLOY / file).read_text()
    if file == "grafana.json":
        panels = json.loads(text)["panels"]
        asked = [target["expr"] for panel in panels for target in panel["targets"]]
    else:
        asked = [rule["expr"] for group in yaml.safe_load(text)["groups"] for rule in group["rules"]]
    named = {name for expr in asked for name in re.findall(r"\bcroupier_\w+", expr)}
    process = {name for name in named if name.startswith("croupier_process_")}
    assert named - process <= exported()
    assert process <= {"croupier_process_cpu_seconds_total", "croupier_process_resident_memory_bytes"}


def test_everything_that_is_exported_is_on_the_dashboard() -> None:
    text = (DEPLOY / "grafana.json").read_text()
    missing = [
        metric.name
        for metric in Metrics().registry.collect()
        if metric.name not in text and not metric.name.startswith("croupier_process_")
    ]
    assert missing == []


def test_compose_and_alerts_are_yaml() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert {"house-1", "house-2", "database", "proxy"} == set(services)


def test_the_house_keeps_an_idle_connection_longer_than_its_proxy() -> None:
    """nginx keeps one for 60 seconds unless told. A request that sets out as the house hangs up is lost."""
    assert "keepalive 32;" in (DEPLOY / "nginx.conf").read_text()
    assert "keepalive_timeout" not in (DEPLOY / "nginx.conf").read_text()
    assert serving(None, Config()).timeout_keep_alive > 60
