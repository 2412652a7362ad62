#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests fast actions in a program built with AddressSanitizer: it must end without an error or a leak.

Usage: test-sanitized.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import resource
import sys
import time

from harness import Program, expect, main, run, wait_for

N_FILES = 20
FULL = 8000  # maximum bytes of a file, as if the disk were full


def make(name, *options):
    path = HOME / name
    run(MAKE_TRACE, *options, "-o", str(path))
    return path


def make_slow_traces():
    """Creates one file for each kind of reader, each large enough that reading can be interrupted."""
    return [
        make("slow.trace", "--records", "1500000", "--threads", "8"),
        make("slow-packets.trace", "--form", "packet-streaming", "--records", "1000000"),
        make("slow.ftrace", "--form", "ftrace", "--bytes", "15000000"),
    ]


def open_file(program, path):
    program.activate("open-uri", f"[<'{path.as_uri()}'>]")


def close_all(program):
    for _ in range(2 * N_FILES):
        if program.state("page") == "start":
            return
        program.activate("close-tab")
    raise AssertionError("there are still tabs")


def use_all(program):
    """Starts all work that runs in worker threads."""
    program.activate("zoom-in")
    program.set_state("selected-symbol", "uint32 1")
    program.set_state("selected-time", "(int64 0, int64 900000000)")
    for page in ("range", "events", "problems", "profile"):
        if program.describe("panel-page")[0]:
            program.set_state("panel-page", f"'{page}'")


def test_close_while_loading():
    """Tabs are closed at different times during loading."""
    with Program() as program:
        for number, path in enumerate(make_slow_traces()):
            for step in range(4):
                open_file(program, path)
                time.sleep(0.05 + 0.15 * step + 0.01 * number)
                program.activate("close-tab")
                expect(program.state("page"), "start")


def test_close_when_loaded():
    """Tabs are closed when they show their file, or a little later, while the index of strips is built."""
    path = make("slow.trace", "--records", "1500000", "--threads", "8")
    with Program(path) as program:
        for pause in (0, 0.3, 0.4, 0.5, 0.6):
            while program.state("page") != "ready":  # polls again immediately
                pass
            time.sleep(pause)
            program.activate("close-tab")
            expect(program.state("page"), "start")
            open_file(program, path)
        program.wait_ready()


def test_many():
    """Twenty files are opened from the command line at the same time, and closed while some still load."""
    files = make_slow_traces()[:2]
    files += [make(f"{i}.trace", "--seed", str(i), "--records", "20000") for i in range(9)]
    files += [make(f"{i}.ftrace", "--form", "ftrace", "--seed", str(i), "--records", "3000")
              for i in range(N_FILES - len(files))]
    expect(len(files), N_FILES)
    with Program(*files) as program:
        program.wait_ready()
        use_all(program)
        close_all(program)


def test_quit_while_loading():
    """The program is closed while files load and analyses run."""
    for path in make_slow_traces():
        with Program(path, SAMPLES / "shop-start.trace"):
            pass
    with Program(SAMPLES / "device.ftrace") as program:
        program.wait_ready()
        use_all(program)


def test_full_disk():
    """Exports that do not fit on the disk leave no file; with free space, they are written."""
    # GTK may write its list of recent files at any time, so it must fit.
    (HOME / "data" / "recently-used.xbel").unlink(missing_ok=True)
    with Program(SAMPLES / "shop-start.trace") as program:
        program.wait_ready()
        limits = resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE)
        for action, arguments, name in (
            ("export-csv-to", "<'{}'>", "full.csv"),
            ("export-timeline-to", "<('whole', '{}')>", "full.png"),
            ("export-timeline-to", "<('whole', '{}')>", "full.svg"),
            ("export-timeline-to", "<('whole', '{}')>", "full.pdf"),
        ):
            folder = HOME / name
            folder.mkdir()
            path = folder / name
            resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (FULL, limits[1]))
            program.activate(action, f"[{arguments.format(path)}]")
            time.sleep(1)
            wait_for("the folder to be empty", lambda: not list(folder.iterdir()))
            resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, limits)
            program.activate(action, f"[{arguments.format(path)}]")
            wait_for("the file", path.exists)


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
