"""Writes results to disk so that a reader never sees half of them.

A set of files is first written to a hidden staging folder inside the target, which is then renamed
to mark it as whole, and only then are its files moved into place. A build that is cut off leaves
either a staging folder, which the next build removes, or a whole one, which it moves on. What the
files say is the business of others.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

STAGING = ".ssp-staging-"
WHOLE = ".ssp-whole-"
FILE_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_-]+)+")
WAIT_SECONDS = 60.0


class OutputError(Exception):
    """Results cannot be written where they should go. `code` is SSP8xx; `help` says what to do."""

    def __init__(self, code: str, message: str, help: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a write did: names of files that are new or changed, were the same already, or were removed."""

    written: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed: tuple[str, ...]


def write_files(folder: Path, files: Mapping[str, bytes], remove: tuple[str, ...] = ()) -> Outcome:
    """Put these files into the folder, all or none, and take those of `remove` away.

    A file that has its bytes already is not touched. Two writers at once take turns. Raises
    `OutputError`; then nothing was changed, unless the machine stopped while files were moved
    into place, and in that case the next write finishes the job.
    """
    for name in (*files, *remove):
        if not FILE_NAME.fullmatch(name) or len(name) > 120:
            raise OutputError("SSP805", f"`{name[:60]}` is no name for an output file")
    check_folder(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _lock(folder):
            finish_interrupted(folder)
            changed = {name: data for name, data in files.items() if not _has(folder / name, data)}
            removed = tuple(name for name in remove if name not in files and os.path.lexists(folder / name))
            if changed:
                _move_in(_stage(folder, changed), folder)
            for name in removed:
                (folder / name).unlink()
    except OSError as error:
        raise _refusal(folder, error) from error
    return Outcome(tuple(changed), tuple(n for n in files if n not in changed), removed)


def write_file(path: Path, data: bytes, *, replace: bool = True) -> None:
    """Write one file, whole or not at all. Without `replace` an existing one is an `OutputError`.

    What is there and no file, a device or a pipe, is written to and stays what it is.
    """
    if path.is_dir():
        raise OutputError("SSP801", f"`{path}` is a folder, not a file", "name a file to write to")
    try:
        if replace and path.exists() and not path.is_file():
            with open(path, "wb") as device:
                device.write(data)
            return
        mode = path.stat().st_mode & 0o7777 if path.exists() else None
        target = path.resolve() if path.is_symlink() else path
        name = target.parent / f".ssp-{_mark()}"
        descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            os.chmod(name, 0o666 & ~_umask() if mode is None else mode)
            if replace:
                os.replace(name, target)
            else:
                # A link refuses to take the place of a file that is there, even one made just now.
                os.link(name, target)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(name)
    except FileExistsError as error:
        message = f"`{path}` exists already"
        raise OutputError("SSP806", message, "choose another name, or remove that file first") from error
    except OSError as error:
        raise _refusal(path, error) from error


def check_file(path: Path) -> None:
    """Refuse a file that cannot be written, before the work that it is for."""
    folder = path.parent
    if not folder.is_dir():
        message = f"cannot write to `{path}`: there is no folder `{folder}`"
        raise OutputError("SSP802", message, "make that folder, or choose another place")
    if not os.access(path if path.exists() and not path.is_file() else folder, os.W_OK):
        message = f"cannot write to `{path}`: permission denied"
        raise OutputError("SSP802", message, "make it writable, or choose another place")


def is_fresh(folder: Path, files: Mapping[str, bytes]) -> tuple[str, ...]:
    """The names of those files that the folder does not have, or has with other bytes."""
    if any(_leftovers(folder)):
        return tuple(files)
    return tuple(name for name, data in files.items() if not _has(folder / name, data))


def check_folder(folder: Path) -> None:
    """Refuse a folder that is a file, or a link that leads out of the place it seems to be in."""
    absolute = Path(os.path.normpath(folder.absolute()))
    here = Path.cwd()
    inside = absolute.is_relative_to(here)
    leads_out = (
        not Path(os.path.realpath(absolute)).is_relative_to(os.path.realpath(here))
        if inside
        else os.path.islink(absolute)
    )
    if leads_out:
        message = f"the output folder `{folder}` is a link that leads out of the project"
        raise OutputError("SSP803", message, "name the folder itself with `--out`")
    for part in (absolute, *absolute.parents):
        if part.exists() and not part.is_dir():
            message = f"the output folder `{folder}` cannot be made: `{part.name}` is a file"
            raise OutputError("SSP801", message, "name a folder with `--out`, or move that file")


def finish_interrupted(folder: Path) -> None:
    """Move on what an interrupted write had ready, and remove what it had not."""
    for left in _leftovers(folder):
        if left.name.startswith(WHOLE):
            _move_in(left, folder)
        else:
            _remove(left)


def _leftovers(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    found = [folder / name for name in sorted(os.listdir(folder)) if name.startswith((STAGING, WHOLE))]
    return [path for path in found if path.is_dir() and not path.is_symlink()]


def _stage(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write the files to a hidden folder and mark it whole. Nothing stays behind if that fails."""
    mark = _mark()
    staging, whole = folder / (STAGING + mark), folder / (WHOLE + mark)
    staging.mkdir()
    try:
        for name, data in files.items():
            if (folder / name).is_dir() and not (folder / name).is_symlink():
                message = f"`{folder / name}` is a folder where a file belongs"
                raise OutputError("SSP801", message, "move that folder away")
            with open(staging / name, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        staging.rename(whole)
    except BaseException:
        with contextlib.suppress(OSError):
            _remove(staging)
        raise
    return whole


def _move_in(whole: Path, folder: Path) -> None:
    for name in sorted(os.listdir(whole)):
        os.replace(whole / name, folder / name)
    whole.rmdir()


def _remove(folder: Path) -> None:
    """Remove a staging folder, which holds files alone."""
    for name in os.listdir(folder):
        (folder / name).unlink()
    folder.rmdir()


def _mark() -> str:
    """Part of a name that nobody else has. (`tempfile` would do, at the price of a slower start.)"""
    return os.urandom(8).hex()


def _has(path: Path, data: bytes) -> bool:
    # A link is replaced by a file, so that what it points at is not what the build is judged by.
    return path.is_file() and not path.is_symlink() and path.read_bytes() == data


def _umask() -> int:
    value = os.umask(0o022)
    os.umask(value)
    return value


def _refusal(path: Path, error: OSError) -> OutputError:
    reason = (error.strerror or str(error)).lower()
    message = f"cannot write to `{path}`: {reason}"
    return OutputError("SSP802", message, "make it writable, or choose another place")


@contextlib.contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Hold the folder for this process. The system lets go of it when the process ends, however it ends."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        until = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    message = f"another build has held `{folder}` for {WAIT_SECONDS:.0f} seconds"
                    raise OutputError("SSP804", message, "wait for it, or end it") from None
                time.sleep(0.05)
        yield
    finally:
        os.close(handle)
