"""A Dockerfile that is read and carried out without Docker: its own COPY and RUN lines, below directories.

Every stage begins with an empty directory in the place of the file system of its base image, whose Python is
that of the tests. A path below the root is one below that directory, in commands and variables too.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

_TOP = re.compile(r"(?<![\w.$}/])/(?=(?:usr/local/lib/conquian|src|var)\b)")
"""The beginning of a path below a directory that the file makes."""


class Line(NamedTuple):
    """An instruction, and what stands after it and its options."""

    word: str
    options: tuple[str, ...]
    rest: str

    def words(self) -> list[str]:
        """Return the words of the exec form, else those between spaces."""
        return list(json.loads(self.rest)) if self.rest.startswith("[") else self.rest.split()

    def pairs(self) -> dict[str, str]:
        """Return the names and values of ENV, LABEL or ARG."""
        matches = re.findall(r'([\w.]+)=("[^"]*"|\S+)', self.rest)
        return {name: value.strip('"') for name, value in matches}


def lines(text: str) -> Iterator[Line]:
    """Yield the instructions of a Dockerfile."""
    joined = re.sub(r"\\\n\s*", "", re.sub(r"(?m)^\s*#.*\n", "", text))
    for line in filter(None, joined.splitlines()):
        word, *options, rest = re.fullmatch(r"(\w+)((?: --\S+)*) +(.*)", line).groups()  # type: ignore[union-attr]
        yield Line(word, tuple(options[0].split()), rest)


@dataclass(slots=True)
class Stage:
    """A stage: its instructions, its variables, and where it works."""

    name: str
    found: list[Line] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=dict)
    workdir: str = "/"

    def last(self, word: str) -> Line:
        """Return the last instruction of this kind."""
        return [line for line in self.found if line.word == word][-1]

    def environment(self, root: Path, path: str) -> dict[str, str]:
        """Return the variables of a process below `root`, where `path` is the PATH of the base image."""
        return {name: moved(text.replace("$PATH", path), root) for name, text in self.variables.items()}


def stages(text: str) -> list[Stage]:
    """Return the stages of a Dockerfile."""
    parsed: list[Stage] = []
    for line in lines(text):
        if line.word == "FROM":
            assert line.rest.split()[0] == "${BASE}", "both stages have the same base"
            parsed.append(Stage(line.rest.partition(" AS ")[2]))
        elif parsed:
            parsed[-1].found.append(line)
    return parsed


def moved(text: str, root: Path) -> str:
    """Return a text in which paths below the root are below `root`."""
    return _TOP.sub(f"{root}/", text)


def _copy_file(source: str, target: str) -> None:
    shutil.copy2(source, target)


def _link_file(source: str, target: str) -> None:
    """Link a file of another stage, which does not change any more."""
    os.link(source, target)


@dataclass(frozen=True, slots=True)
class Builder:
    """Carries stages out. `home` gets their directories, `context` is copied from."""

    home: Path
    context: Path

    @property
    def root(self) -> Path:
        """Directory of the stage that is carried out, and at the end of the image."""
        return self.home / "root"

    def base(self) -> str:
        """Return the PATH of the base image: its Python and its pip, then the system."""
        programs = self.home / "base"
        if not programs.exists():
            programs.mkdir()
            python = Path(sys.base_prefix) / "bin" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
            (programs / "python").write_text(f'#!/bin/sh\nexec {python} "$@"\n')
            (programs / "pip").write_text(f'#!/bin/sh\nexec {sys.executable} -m pip "$@"\n')
            for program in programs.iterdir():
                program.chmod(0o755)
        return f"{programs}:/usr/local/bin:/usr/bin:/bin"

    def build(self, parsed: list[Stage]) -> None:
        """Carry out all stages; the last one is in `root`."""
        for stage in parsed:
            self.root.mkdir()
            for line in stage.found:
                self._carry_out(stage, line)
            if stage.name:
                self.root.rename(self.home / stage.name)

    def _carry_out(self, stage: Stage, line: Line) -> None:
        here = self.root / stage.workdir.lstrip("/")
        if line.word == "WORKDIR":
            stage.workdir = line.rest
            (self.root / line.rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif line.word == "ENV":
            stage.variables |= line.pairs()
        elif line.word == "COPY":
            self._copy(here, line)
        elif line.word == "RUN":
            environ = {"PATH": self.base()} | stage.environment(self.root, self.base())
            self._run(moved(line.rest, self.root), here, environ)

    def _copy(self, here: Path, line: Line) -> None:
        *sources, target = line.words()
        origin, copied = self.context, _copy_file
        for option in line.options:
            name, _, value = option.partition("=")
            assert name == "--from", option
            origin, copied = self.home / value, _link_file
        into = Path(moved(target, self.root)) if target.startswith("/") else here / target
        for source in sources:
            source_path = origin / source.lstrip("/")
            if source_path.is_dir():
                shutil.copytree(
                    source_path,
                    into,
                    symlinks=True,
                    ignore=shutil.ignore_patterns("__pycache__"),
                    copy_function=copied,
                )
            else:
                into.mkdir(parents=True, exist_ok=True)
                shutil.copy(source_path, into)

    def _run(self, command: str, here: Path, environ: dict[str, str]) -> None:
        # Where packages come from is a matter of the machine. Bytecode costs the most time, and is left out.
        own = {name: text for name, text in os.environ.items() if name.startswith(("PIP_", "UV_", "HOME"))}
        done = subprocess.run(
            ["sh", "-ec", command],
            cwd=here,
            env=own | {"PIP_NO_COMPILE": "1"} | environ,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert done.returncode == 0, done.stdout
