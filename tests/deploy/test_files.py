"""What is meant for a machine that runs a house fits the program: settings, commands, metrics."""

import json
import re
import socket
import tomllib
from pathlib import Path

import kubernetes_validate
import pytest
import typer
import yaml

from croupier.cli import app
from croupier.server.config import Config, read_config
from croupier.server.metrics import Metrics
from croupier.server.serving import serving
from tests.patience import PATIENCE_S
from tests.server.houses import HouseProcess

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
    told = "".join((DEPLOY / file).read_text() for file in ("compose.yaml", "Containerfile", "house.env"))
    named = {name.lower() for name in re.findall(r"\bCROUPIER_([A-Z_]+)", told)}
    assert named
    assert named <= set(Config.__struct_fields__)


def test_the_unit_starts_a_command_that_there_is() -> None:
    unit = (DEPLOY / "croupier@.service").read_text()
    found = re.search(r"^ExecStart=\S+/croupier (.*)$", unit, re.MULTILINE)
    assert found is not None
    name, *left = found[1].replace("%i", "8000").split()
    command = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    command.make_context(name, left)


def test_the_supervisor_is_told_that_the_house_is_open_and_runs(tmp_path: Path) -> None:
    """Or it would be started again and again: the unit says Type=notify, with a watchdog."""
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.settimeout(PATIENCE_S)
    heard.bind(str(tmp_path / "notify"))
    with pytest.MonkeyPatch.context() as patch, heard:
        patch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        house = HouseProcess(str(tmp_path / "house.db"), tmp_path, "house").ready()
        try:
            told = [heard.recv(100) for _ in range(3)]
        finally:
            house.stop()
    assert told == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]


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
    assert all("healthcheck" in each for name, each in services.items() if name != "proxy")
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in services["proxy"]["volumes"]


def test_the_house_keeps_an_idle_connection_longer_than_its_proxy() -> None:
    """nginx keeps one for 60 seconds unless told. A request that sets out as the house hangs up is lost."""
    assert "keepalive 32;" in (DEPLOY / "nginx.conf").read_text()
    assert "keepalive_timeout" not in (DEPLOY / "nginx.conf").read_text()
    assert serving(None, Config()).timeout_keep_alive > 60


def test_the_manifests_are_what_kubernetes_expects_and_name_settings_that_there_are() -> None:
    text = (DEPLOY / "kubernetes.yaml").read_text()
    manifests = list(yaml.safe_load_all(text))
    for manifest in manifests:
        kubernetes_validate.validate(manifest, kubernetes_validate.latest_version(), strict=True)
    named = {name.lower() for name in re.findall(r"\bCROUPIER_([A-Z_]+)", text)}
    assert named <= set(Config.__struct_fields__)
    (house,) = (each for each in manifests if each["kind"] == "Deployment")
    (container,) = house["spec"]["template"]["spec"]["containers"]
    assert container["readinessProbe"]["httpGet"]["path"] == "/healthz"
    assert container["args"] == ["serve"]
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(
            house | {"replicas": 2}, kubernetes_validate.latest_version(), strict=True
        )
