"""Results reach the disk whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sspdsl.output import STAGING, WHOLE, OutputError, is_fresh, write_file, write_files


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def test_files_are_written_and_told_apart(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    outcome = write_files(folder, {"a.py": b"1\n", "a.json": b"{}\n"})
    assert (outcome.written, outcome.unchanged, outcome.removed) == (("a.py", "a.json"), (), ())
    outcome = write_files(folder, {"a.py": b"2\n", "a.json": b"{}\n"}, remove=("old.svg",))
    assert (outcome.written, outcome.unchanged, outcome.removed) == (("a.py",), ("a.json",), ())
    assert (folder / "a.py").read_bytes() == b"2\n"
    assert names(folder) == ["a.json", "a.py"]


def test_an_unchanged_file_keeps_its_time(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.py": b"1\n"})
    os.utime(tmp_path / "a.py", ns=(1, 1))
    write_files(tmp_path, {"a.py": b"1\n"})
    assert (tmp_path / "a.py").stat().st_mtime_ns == 1


def test_what_is_out_of_date_is_removed(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.py": b"1\n", "a.dot": b"2\n"})
    outcome = write_files(tmp_path, {"a.py": b"1\n"}, remove=("a.py", "a.dot"))
    assert outcome.removed == ("a.dot",)
    assert names(tmp_path) == ["a.py"]


@pytest.mark.parametrize(
    "name", ["../a.py", "/a.py", "a", ".py", "A.py", "a/b.py", "a\n.py", "a.py" * 50, "é.py"]
)
def test_a_name_that_is_no_file_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputError) as refused:
        write_files(tmp_path / "out", {"good.py": b"", name: b""})
    assert refused.value.code == "SSP805"
    assert names(tmp_path) == []


def test_nothing_is_left_when_staging_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, {"a.py": b"1\n"})

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError) as refused:
        write_files(tmp_path, {"a.py": b"2\n", "b.py": b"2\n"})
    assert refused.value.code == "SSP802"
    assert "no space left" in refused.value.message
    assert names(tmp_path) == ["a.py"]
    assert (tmp_path / "a.py").read_bytes() == b"1\n"


def test_leftovers_of_a_build_cut_off_while_staging_go(tmp_path: Path) -> None:
    staging = tmp_path / (STAGING + "x1")
    staging.mkdir()
    (staging / "a.py").write_bytes(b"hal")
    assert is_fresh(tmp_path, {"a.py": b"1\n"}) == ("a.py",)
    write_files(tmp_path, {"a.py": b"1\n"})
    assert names(tmp_path) == ["a.py"]
    assert (tmp_path / "a.py").read_bytes() == b"1\n"


def test_a_build_cut_off_while_moving_is_finished(tmp_path: Path) -> None:
    (tmp_path / "b.py").write_bytes(b"moved\n")
    whole = tmp_path / (WHOLE + "x1")
    whole.mkdir()
    (whole / "c.py").write_bytes(b"not yet moved\n")
    assert is_fresh(tmp_path, {"b.py": b"moved\n"}) == ("b.py",)
    write_files(tmp_path, {"a.py": b"1\n"})
    assert names(tmp_path) == ["a.py", "b.py", "c.py"]
    assert (tmp_path / "c.py").read_bytes() == b"not yet moved\n"


def test_a_build_cut_off_between_two_moves_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved: list[object] = []

    def replace_one(source: Path, target: Path) -> None:
        if moved:
            raise KeyboardInterrupt
        moved.append(target)
        source.rename(target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace_one)
        with pytest.raises(KeyboardInterrupt):
            write_files(tmp_path, {"a.py": b"1\n", "b.py": b"1\n"})
    assert not (tmp_path / "b.py").exists()
    write_files(tmp_path, {"c.py": b"1\n"})
    assert names(tmp_path) == ["a.py", "b.py", "c.py"]


def test_fresh_means_equal_bytes(tmp_path: Path) -> None:
    files = {"a.py": b"1\n", "b.py": b"2\n"}
    assert is_fresh(tmp_path / "none", files) == ("a.py", "b.py")
    write_files(tmp_path, files)
    assert is_fresh(tmp_path, files) == ()
    assert is_fresh(tmp_path, {**files, "b.py": b"2\r\n"}) == ("b.py",)


def test_one_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    real = tmp_path / "real.ssp"
    real.write_bytes(b"1\n")
    real.chmod(0o640)
    link = tmp_path / "link.ssp"
    link.symlink_to("real.ssp")
    write_file(link, b"2\n")
    assert link.is_symlink()
    assert real.read_bytes() == b"2\n"
    assert real.stat().st_mode & 0o777 == 0o640
    assert names(tmp_path) == ["link.ssp", "real.ssp"]


def test_one_file_is_not_replaced_unless_meant(tmp_path: Path) -> None:
    path = tmp_path / "a.ssp"
    write_file(path, b"1\n", replace=False)
    with pytest.raises(OutputError) as refused:
        write_file(path, b"2\n", replace=False)
    assert refused.value.code == "SSP806"
    assert path.read_bytes() == b"1\n"
    assert names(tmp_path) == ["a.ssp"]
