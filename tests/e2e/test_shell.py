"""The command as a shell sees it: exit codes, streams, colour, readers that go away."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from sspdsl import __version__
from sspdsl.cli.main import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PIN = str(ROOT / "pins" / "carniball.ssp")
BROKEN = 'pin broken "Broken" {\n  zone a "A" {\n    set x = nothing_here erases\n  }\n}\n'


def ssp(
    *arguments: str,
    stdin: str = "",
    cwd: Path | None = None,
    unbuffered: bool = False,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    options = ["-u"] if unbuffered else []
    bare = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return subprocess.run(
        [sys.executable, *options, "-m", "sspdsl", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=cwd or ROOT,
        env={**bare, "PYTHONPATH": str(ROOT), **(env or {})},
        timeout=60,
        check=False,
    )


def shell(line: str, *arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which `$SSP` is the command."""
    env = {**os.environ, "SSP": f"{sys.executable} -m sspdsl", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["bash", "-c", line, "bash", *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=env,
        timeout=60,
        check=False,
    )


def test_version() -> None:
    run = ssp("--version")
    assert (run.returncode, run.stdout) == (0, f"ssp {__version__}\n")


def test_help_lists_every_command_and_the_exit_codes() -> None:
    run = ssp("--help")
    assert run.returncode == 0
    assert all(f"\n  {name} " in run.stdout for name in COMMANDS)
    assert "141" in run.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help(name: str) -> None:
    run = ssp(name, "--help")
    assert run.returncode == 0
    assert run.stdout.startswith(f"Usage: ssp {name} ")
    assert "--color" in run.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("chekc",),
        ("check", "--nonsense"),
        ("check", "no/such/file.ssp"),
        ("new",),
        ("new", "../evil"),
        ("new", "Überpin"),
        ("explain", "SSP999"),
        ("--color", "purple", "check"),
    ],
    ids=str,
)
def test_wrong_use_is_one_line_and_exit_2(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    run = ssp(*arguments, cwd=tmp_path)
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.startswith("error")
    assert "Traceback" not in run.stderr
    assert len([line for line in run.stderr.splitlines() if not line.startswith("  = help")]) == 1
    assert os.listdir(tmp_path) == []


def test_an_empty_folder_has_no_pins(tmp_path: Path) -> None:
    run = ssp("check", str(tmp_path))
    assert run.returncode == 2
    assert "no pins" in run.stderr


@pytest.mark.parametrize("before", ["", "PYTHONUNBUFFERED=1 "])
@pytest.mark.parametrize(
    "command", ["--help", "check PIN", "explain PIN", "graph PIN", "trace PIN", "explain SSP900"]
)
def test_a_reader_that_goes_away_is_met_with_silence(command: str, before: str) -> None:
    # The sleep makes sure that the reader is gone before anything is written.
    line = f"{before}$SSP {command.replace('PIN', PIN)}"
    run = shell(f"(sleep 0.3; {line}) | true; echo ${{PIPESTATUS[0]}}")
    assert (run.stdout, run.stderr) == ("141\n", "")


def test_a_reader_that_stops_early_is_met_with_silence() -> None:
    run = shell(f"$SSP graph {PIN} | head -1")
    assert (run.stdout, run.stderr) == ("{\n", "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("command", ["--help", "check PIN", "explain PIN", "graph PIN", "explain SSP900"])
def test_a_full_disk_is_one_line_and_exit_2(command: str) -> None:
    for before in ("", "PYTHONUNBUFFERED=1 "):
        run = shell(f"{before}$SSP {command.replace('PIN', PIN)} > /dev/full")
        assert run.returncode == 2
        assert len(run.stderr.splitlines()) == 1
        assert run.stderr.startswith("error[SSP807]: ")


@pytest.mark.parametrize("command", ["--help", "check PIN", "explain PIN", "graph PIN"])
def test_closed_output_is_one_line_and_exit_2(command: str) -> None:
    run = shell(f"$SSP {command.replace('PIN', PIN)} >&-")
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 1
    assert run.stderr.startswith("error[SSP807]: ")


def test_closed_error_stream_and_input_do_no_harm() -> None:
    assert shell("$SSP --version 2>&-").returncode == 0
    assert shell("$SSP check - <&-").returncode == 2


def test_colour_is_asked_for_forced_or_left_out() -> None:
    assert "\x1b[" not in ssp("check", "-", stdin=BROKEN).stdout
    assert "\x1b[" in ssp("check", "--color", "always", "-", stdin=BROKEN).stdout
    assert "\x1b[" in ssp("--color", "always", "check", "-", stdin=BROKEN).stdout
    assert "\x1b[" in ssp("check", "-", stdin=BROKEN, env={"FORCE_COLOR": "1"}).stdout
    assert "\x1b[" not in ssp("check", "-", stdin=BROKEN, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout
    never = ssp("check", "--color", "never", "-", stdin=BROKEN, env={"FORCE_COLOR": "1"})
    assert "\x1b[" not in never.stdout


def test_findings_give_exit_1_and_name_standard_input() -> None:
    run = ssp("check", "-", stdin=BROKEN)
    assert run.returncode == 1
    assert "nothing_here" in run.stdout
    assert "standard input:3:" in run.stdout
    assert run.stderr == ""


def test_a_fault_of_ours_is_one_line_and_a_traceback_only_on_request() -> None:
    code = "import sspdsl.cli.check as c\nfrom sspdsl.cli.main import main\n"
    code += "c.compile_all = lambda *_, **__: 1 // 0\n"
    plain = shell(f'{sys.executable} -c "$1"', code + "raise SystemExit(main(['check']))")
    assert plain.returncode == 2
    assert plain.stderr.startswith("internal error[SSP900]: ZeroDivisionError")
    assert len(plain.stderr.splitlines()) == 1
    loud = shell(f'{sys.executable} -c "$1"', code + "raise SystemExit(main(['check', '--debug']))")
    assert "Traceback" in loud.stderr


def test_json_and_sarif_are_json() -> None:
    import json

    for form in ("json", "sarif"):
        run = ssp("check", "--format", form, "-", stdin=BROKEN)
        assert run.returncode == 1
        assert json.loads(run.stdout)["version"] in (1, "2.1.0")
