"""What `docs/operations.md` provides: units that systemd accepts, and commands; and the settings that the README lists."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.tools import need

ROOT = Path(__file__).parents[2]
PRODUCT = ("config", "games", "laptop", "operations", "referee", "tournament")
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
UNITS = sorted((ROOT / "docs" / "operations").glob("sdadata*"))


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_accepts_the_unit(unit, tmp_path):
    """With this checkout in the place of /opt/sdadata, so that the programs that it starts are there."""
    systemd_analyze = need("systemd-analyze")
    (tmp_path / "bin").mkdir()
    python = tmp_path / "bin" / "python"
    python.symlink_to("/bin/true")
    for one in UNITS:
        text = (
            one.read_text().replace("/opt/sdadata/.venv/bin/python", str(python)).replace("/opt/sdadata", str(tmp_path))
        )
        (tmp_path / one.name).write_text(text)
    done = subprocess.run(
        [systemd_analyze, "verify", "--man=no", str(tmp_path / unit.name)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, re.findall(rf".*{unit.name}.*", done.stderr)) == (0, [])


def test_every_way_to_install_is_documented_tried_by_a_script_and_in_ci():
    table = re.search(r"^\| you have \|.*?\n\n", OPERATIONS, re.MULTILINE | re.DOTALL)[0]
    documented = {
        name for line in table.strip().splitlines()[2:] for name in re.findall(r"`(\w+)`", line.split("|")[-2])
    }
    script = (ROOT / "tools" / "try-install").read_text()
    scripted = {way for line in re.findall(r"^([a-z| ]+)\)$", script, re.MULTILINE) for way in line.split(" | ")}
    (in_ci,) = re.findall(r"way: \[(.+)\]", (ROOT / ".github" / "workflows" / "ci.yml").read_text())
    assert documented == scripted == set(in_ci.split(", "))


def test_the_links_within_the_page_lead_somewhere():
    headings = re.findall(r"^#+ (.+)$", OPERATIONS, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", OPERATIONS)) - anchors == set()


def test_the_readme_lists_every_setting_that_the_product_reads():
    listed = re.findall(r"^\| `(\w+)` \|", (ROOT / "README.md").read_text(), flags=re.MULTILINE)
    code = "".join(path.read_text() for app in PRODUCT for path in (ROOT / app).rglob("*.py"))
    assert sorted(listed) == sorted(set(re.findall(r'"(SDADATA_\w+|DATABASE_URL)"', code)))


def test_commands_run_with_the_rights_and_variables_of_the_service():
    unit = (ROOT / "docs" / "operations" / "sdadata.service").read_text()
    function = re.search(
        r"^sdadata\(\) \{.*?\}$", (ROOT / "docs" / "operations.md").read_text(), re.MULTILINE | re.DOTALL
    )[0]
    for name in ("DynamicUser", "User", "StateDirectory", "EnvironmentFile"):
        value = re.search(rf"^{name}=-?(.+)$", unit, re.MULTILINE)[1]
        assert f"-p {name}={value}" in function
    for given in (r"SDADATA_VAR=\S+", r"/opt/sdadata/\.venv/bin/python manage\.py"):
        assert re.search(given, unit)[0] in function


@pytest.mark.parametrize("path", ["docs/operations/sdadata.service", "tools/serve-container"])
def test_a_worker_that_is_busy_is_not_killed_with_the_entries_that_it_writes(path):
    """uvicorn kills a worker that has not answered its supervisor for five seconds, which a large page took on a busy machine."""
    command = (ROOT / path).read_text().split("-m config.serve ")[1]
    patience = re.search(r"--timeout-worker-healthcheck (\d+)", command)
    assert "--workers" not in command or int(patience[1]) >= 30


def test_the_steps_to_a_name_of_the_public_internet_do_what_they_say(tmp_path):
    """As printed, with other folders in the place of /etc, and without the services."""
    (block,) = re.findall(r"```sh\n(name=torneo\.example.*?)```", OPERATIONS, re.DOTALL)
    (tmp_path / "caddy").mkdir()
    environment = tmp_path / "sdadata.env"
    environment.write_text("SDADATA_SECRET_KEY=k\nSDADATA_HOSTS=sala.lan\nSDADATA_TRUSTED_ORIGINS=https://sala.lan\n")
    steps = block.replace("sudo ", "").replace("/etc/", f"{tmp_path}/").replace("=torneo.example", "=sito.example.org")
    steps = "".join(line for line in steps.splitlines(True) if not line.startswith(("systemctl", "curl")))
    for _again in range(2):
        subprocess.run(["sh", "-ec", steps], cwd=ROOT, check=True, capture_output=True)
        assert environment.read_text().splitlines() == [
            "SDADATA_SECRET_KEY=k", "SDADATA_HTTPS=1", "SDADATA_HOSTS=sito.example.org",
            "SDADATA_TRUSTED_ORIGINS=https://sito.example.org",
        ]  # fmt: skip
    assert "sito.example.org}" in (tmp_path / "caddy" / "Caddyfile").read_text()


def test_the_page_names_no_version_of_postgresql_in_a_path():
    found = re.findall(r"\S*postgresql/\d+\S*|pg_ctlcluster \d+ .*", OPERATIONS)
    assert found == []
