# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the accessibility events of the program, which contain all visible text."""

import contextlib
import json
import os
import pathlib
import subprocess
import tempfile

from harness import Program, wait_for

PYTHON = "/usr/bin/python3"  # the interpreter with the bindings
TREE = pathlib.Path(__file__).with_name("accessible-tree.py")
MISSING = "at-spi2-core, gir1.2-atspi-2.0"


def is_there():
    question = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    if not os.path.exists(PYTHON) or not os.path.exists("/usr/libexec/at-spi-bus-launcher"):
        return False
    return subprocess.run([PYTHON, "-c", question], stderr=subprocess.DEVNULL).returncode == 0


@contextlib.contextmanager
def open_told(path):
    os.environ["GTK_A11Y"] = "atspi"
    with Program(path) as program:
        program.wait_ready()
        yield program


def get_reader_environment():
    """Returns the environment without G_DEBUG, because warnings are expected: the program may delete a row that it has
    just announced."""
    return {name: value for name, value in os.environ.items() if name != "G_DEBUG"}


def read_tree():
    lines = subprocess.run(
        [PYTHON, TREE, "tree"], stdout=subprocess.PIPE, text=True, check=True,
        env=get_reader_environment(),
    ).stdout.splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


@contextlib.contextmanager
def follow():
    """Yields a function that returns the events so far."""
    with tempfile.TemporaryFile("a+") as words:
        listener = subprocess.Popen(
            [PYTHON, TREE, "follow"], stdout=words, env=get_reader_environment()
        )

        def tell():
            words.seek(0)
            return [json.loads(line) for line in words.read().splitlines() if line.startswith("{")]

        try:
            wait_for("the event listener to start", tell)
            yield tell
        finally:
            listener.kill()
            listener.wait()
