"""Output folders that are not what they seem, writers that meet, writers that are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sspdsl.output import STAGING, WHOLE, OutputError, write_files

FILES = {"a.py": b"1\n"}

WRITER = """
import sys
from pathlib import Path
from sspdsl.output import write_files
folder, mark, times = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
for n in range(times):
    body = f"{mark} {n}\\n".encode() * 2000
    write_files(folder, {f"{name}.py": body for name in "abcdefgh"})
"""


def refused(folder: Path) -> str:
    with pytest.raises(OutputError) as error:
        write_files(folder, FILES)
    return error.value.code


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine\n")
    assert refused(tmp_path / "out") == "SSP801"
    assert refused(tmp_path / "out" / "deeper") == "SSP801"
    assert (tmp_path / "out").read_text() == "mine\n"


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.py").mkdir()
    assert refused(tmp_path) == "SSP801"
    assert os.listdir(tmp_path) == ["a.py"]


def test_a_place_where_nobody_may_write() -> None:
    assert refused(Path("/proc/none/out")) == "SSP802"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir(mode=0o555)
    assert refused(tmp_path / "out") == "SSP802"


def test_a_link_out_of_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    project.mkdir()
    outside.mkdir()
    monkeypatch.chdir(project)
    (project / "out").symlink_to(outside)
    assert refused(Path("out")) == "SSP803"
    assert refused(Path("out/deeper")) == "SSP803"
    assert refused(Path("../project/out")) == "SSP803"
    monkeypatch.chdir(tmp_path / "outside")
    assert refused(project / "out") == "SSP803"
    assert os.listdir(outside) == []


def test_a_link_that_leads_nowhere_or_to_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gone").symlink_to("nothing/there")
    (tmp_path / "loop").symlink_to("loop")
    assert refused(Path("loop")) == "SSP802"
    assert refused(Path("gone")) == "SSP802"
    assert sorted(os.listdir(tmp_path)) == ["gone", "loop"]


def test_a_link_within_the_project_is_fine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "real").mkdir()
    (tmp_path / "out").symlink_to("real")
    write_files(Path("out"), FILES)
    assert (tmp_path / "real" / "a.py").read_bytes() == b"1\n"


def test_a_linked_file_is_replaced_not_written_through(tmp_path: Path) -> None:
    precious = tmp_path / "precious.py"
    precious.write_bytes(b"keep\n")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.py").symlink_to(precious)
    write_files(tmp_path / "out", FILES)
    assert precious.read_bytes() == b"keep\n"
    assert not (tmp_path / "out" / "a.py").is_symlink()


def test_a_linked_file_with_the_right_bytes_becomes_a_file(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.py").write_bytes(FILES["a.py"])
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.py").symlink_to(tmp_path / "elsewhere.py")
    write_files(tmp_path / "out", FILES)
    assert not (tmp_path / "out" / "a.py").is_symlink()


def test_leftovers_that_are_links_are_left_alone(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "b.py").write_bytes(b"keep\n")
    out = tmp_path / "out"
    out.mkdir()
    (out / (STAGING + "x")).symlink_to(precious)
    (out / (WHOLE + "x")).symlink_to(precious)
    write_files(out, FILES)
    assert (precious / "b.py").read_bytes() == b"keep\n"
    assert not (out / "b.py").exists()


def start(folder: Path, mark: str, times: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", WRITER, str(folder), mark, str(times)])


def bodies(folder: Path) -> set[bytes]:
    return {(folder / f"{name}.py").read_bytes() for name in "abcdefgh"}


def test_two_builds_at_once_do_not_mix(tmp_path: Path) -> None:
    writers = [start(tmp_path, mark, 15) for mark in ("one", "two")]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    assert len(bodies(tmp_path)) == 1
    assert len(os.listdir(tmp_path)) == 8


def test_a_killed_build_leaves_nothing_half_written(tmp_path: Path) -> None:
    for turn in range(6):
        writer = start(tmp_path, f"turn{turn}", 100_000)
        deadline = time.monotonic() + 30
        while not (tmp_path / "h.py").exists() and time.monotonic() < deadline:
            time.sleep(0.005)
        time.sleep(0.01 * turn + 0.08)
        writer.send_signal(signal.SIGKILL)
        writer.wait(30)
        for body in bodies(tmp_path):
            lines = body.splitlines()
            assert len(lines) == 2000
            assert len(set(lines)) == 1
    write_files(tmp_path, {f"{name}.py": b"last\n" for name in "abcdefgh"})
    assert bodies(tmp_path) == {b"last\n"}
    assert len(os.listdir(tmp_path)) == 8
