#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests Perfetto traces.

Usage: test-perfetto.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]

The traces are in TV_SAMPLES; without them, each test prints a message and ends.
"""

import functools
import os
import pathlib
import sys
import time

from harness import (
    HEIGHT, NONE, WIDTH, Program, Screen, dump, expect, find_menu, main, press, read_csv, run, type_path, wait_for,
)

LINK = "1c71d8"  # links, in the light colour scheme
LATE = "dd8176"  # late frames
VALUES = (1160, 1240)  # left edge of values in the details; the buttons at their right edge have other targets
BAR = "ebebeb"  # background of bars, in the light colour scheme
BAR_X = 286  # where the bar between timeline and tables is empty in a small window
SMALL = (700, 500)
LABELS = 210  # right edge of the row labels


def needs(name):
    """Decorates a test that requires one of the traces, and receives its path."""

    def decorate(test):
        @functools.wraps(test)
        def run():
            path = pathlib.Path(os.environ.get("TV_SAMPLES", "../shared/samples")) / "perfetto" / name
            if path.exists():
                test(path)
            else:
                print(f"# not tested: {path} not found")

        return run

    return decorate


def list_links():
    """Returns the middles of the links in the details, from top to bottom."""
    screen, lines = Screen(), []
    for y in range(100, HEIGHT - 40):
        x = next((x for x in range(*VALUES) if screen.get(x, y) == LINK), None)
        if x is None:
            continue
        if lines and y - lines[-1][2] <= 6:
            lines[-1][2] = y
        else:
            lines.append([x, y, y])
    return [(x, (top + bottom) // 2) for x, top, bottom in lines]


def wait_links(count):
    """Returns the links when they are stable. The tooltip of a link below the pointer would cover the next one."""

    def look():
        run("xdotool", "mousemove", str(WIDTH // 2), str(HEIGHT - 5))
        links = list_links()
        time.sleep(0.3)
        return links if len(links) >= count and links == list_links() else None

    return wait_for(f"{count} links", look)


def follow(program, link):
    """Clicks a link, and returns the slice that it selects."""
    before = program.state("selected-slice")

    def click():
        program.click(*wait_links(link + 1)[link])
        end = time.monotonic() + 4  # a click on details that are being rebuilt is lost
        while time.monotonic() < end:
            now = program.state("selected-slice")
            if now not in (before, NONE):
                return str(now)
            time.sleep(0.1)
        return None

    return int(wait_for("a newly selected slice", click))


def drag_range(program, left, right, y):
    """Selects a range of the timeline with the pointer, and returns its ends."""
    run("xdotool", "keydown", "shift")
    press(left, y)
    for x in (left + 10, (left + right) // 2, right):
        run("xdotool", "mousemove", "--sync", str(x), str(y))
        time.sleep(0.05)
    run("xdotool", "mouseup", "1", "keyup", "shift")
    return wait_for("a range", lambda: program.state("selected-time")[1] and program.state("selected-time"))


def by_id(path, table):
    return {int(row["id"]): row for row in dump(table, path)}


@needs("own-misc.pftrace")
def test_frames(path):
    """A late frame is red; its details link to its expected slice, which links back."""
    slices = by_id(path, "slice")
    tracks = by_id(path, "process_track")
    with Program(path) as program:
        program.wait_ready()

        def find_late():
            width, x, y = Screen().find_widest(LATE, LABELS, WIDTH - 20, 150, 560)
            return (x, y) if width > 4 else None

        program.click(*wait_for("a late frame", find_late))
        wait_for("a selected slice", lambda: program.state("selected-slice") != NONE)
        frame = slices[program.state("selected-slice")]
        expect(tracks[int(frame["track_id"])]["name"], "Actual Timeline")

        expected = slices[follow(program, 0)]
        expect(tracks[int(expected["track_id"])]["name"], "Expected Timeline")
        expect(expected["name"], frame["name"])
        expect(slices[follow(program, 0)]["name"], frame["name"])


@needs("own-misc.pftrace")
def test_surface(path):
    """Frames of a surface belong together: steps go to its late frames, and all its frames are listed."""
    rows = [row for row in dump("actual_frame_timeline_slice", path) if row["layer_name"]]
    frames = sorted(int(row["id"]) for row in rows)
    late = sorted(int(row["id"]) for row in rows if row["present_type"] != "On-time Present")
    assert late[0] != frames[0]
    start, end = sorted(int(row["ts"]) for row in rows)[10:20:9]
    inside = [row for row in rows if int(row["ts"]) < end and int(row["ts"]) + int(row["dur"]) > start]
    with Program(path) as program:
        program.wait_ready()
        program.go_to("occurrences")
        program.set_state("selected-slice", f"uint32 {frames[0]}")
        program.wait_state("occurrences-shown", len(frames))
        for step, wanted in (("next", late[:2]), ("previous", (late[0], late[-1], late[-2]))):
            for frame in wanted:
                program.activate(f"{step}-call")
                program.wait_state("selected-slice", frame)
                expect(program.state("occurrences-shown"), len(frames))
        program.set_state("selected-slice", f"uint32 {frames[-1]}")
        program.set_state("selected-time", f"(int64 {start}, int64 {end})")
        program.wait_state("occurrences-shown", len(inside))


def find_woken_run(states):
    """Yields (wait, latency, run) ids: a run of a thread, after a wait for a CPU, after another wait."""
    rows = list(states.values())
    for wait, latency, run in zip(rows, rows[1:], rows[2:]):
        times = [int(row["ts"]) for row in (wait, latency, run)]
        if (
            run["state"] == "Running"
            and latency["state"] == "R"
            and latency["waker_utid"]
            and wait["state"] in ("S", "D")
            and len({row["utid"] for row in (wait, latency, run)}) == 1
            and times[0] + int(wait["dur"]) == times[1]
            and times[1] + int(latency["dur"]) == times[2]
            and states[int(wait["id"])]["utid"] != latency["waker_utid"]
        ):
            yield int(wait["id"]), int(latency["id"]), int(run["id"])


@needs("own-sched.pftrace")
def test_wakeups(path):
    """Details of a run link to its wait for a CPU, then to the wait before it, and further."""
    states = by_id(path, "thread_state")
    wait, latency, run = next(find_woken_run(states))
    with Program(path) as program:
        program.wait_ready()
        program.set_state("selected-slice", f"uint32 {run}")

        def visit():
            """Returns the targets of all links of the selection."""
            here = program.state("selected-slice")
            found = set()
            for link in range(len(wait_links(1))):
                found.add(follow(program, link))
                program.set_state("selected-slice", f"uint32 {here}")
                wait_for("the first slice to be selected again", lambda: program.state("selected-slice") == here)
            return found

        expect({wait, latency} <= visit(), True)
        program.set_state("selected-slice", f"uint32 {wait}")
        wait_for("the selected slice of the wait", lambda: program.state("selected-slice") == wait)
        expect(latency in visit(), True)


@needs("own-sched.pftrace")
def test_range(path):
    """The totals of a range equal tracedump's totals."""
    with Program(path) as program:
        program.wait_ready()
        program.go_to("range")

        def export(table):
            file = HOME / "cpu.csv"
            file.unlink(missing_ok=True)
            program.activate("export-table-to", f"[<('{table}', '{file}')>]")
            wait_for("the exported file", lambda: file.exists() and file.read_bytes())
            return read_csv(file.read_text(encoding="utf-8"))

        def key(row):
            return sorted(row.items())

        wanted = sorted(dump("cpu_use_by_thread", path), key=key)
        wait_for("the threads", lambda: sorted(export("cpu_use_by_thread"), key=key) == wanted)

        # Words keep the rows of one process in one state; Escape shows all rows again.
        states = dump("state_use", path)
        wanted = sorted((row for row in states if "app1" in row["thread"] + row["process"] and
                         row["state"] in ("R", "R+")), key=key)
        assert 2 < len(wanted) < len(states) / 4, len(wanted)
        program.key("ctrl+f")
        program.type("app1 runnable")
        wait_for("the rows that match the search", lambda: sorted(export("state_use"), key=key) == wanted)
        program.key("Escape")
        wait_for("all rows", lambda: len(export("state_use")) > len(wanted))


def find_panel_top(path):
    """Returns the top of the bar below the timeline in a small window."""

    def find():
        screen = Screen()
        is_bar = [screen.get(BAR_X, y) == BAR for y in range(SMALL[1])]
        return next((y for y in range(SMALL[1] - 40, 150, -1) if all(is_bar[y : y + 30])), None)

    def look():
        y = find()
        time.sleep(0.3)
        return y if y == find() else None

    with Program(path, width=SMALL[0], height=SMALL[1]) as program:
        program.wait_ready()
        program.go_to("range")
        return wait_for("the bar", look)


@needs("own-misc.pftrace")
def test_log(path):
    """The device log in the trace is a separate view, and only shrinks the timeline while it is visible."""
    expect(find_panel_top(path), find_panel_top(path.with_name("own-track.pftrace")))
    with Program(path) as program:
        program.wait_ready()
        program.go_to("log")
        program.set_state("selected-line", "uint32 2")
        program.wait_state("selected-line", 2)
        program.wait_state("details", True)


@needs("own-misc.pftrace")
def test_save_range(path):
    """A dragged range is saved with the main menu and its dialog; the new file contains its slices."""
    part = HOME / "part.pftrace"
    with Program(path) as program:
        program.wait_ready()
        start, end = drag_range(program, 400, 900, 220)
        program.key("F10")
        wait_for("the menu", find_menu)
        time.sleep(0.5)
        program.key(*["Down"] * 3, "Return")  # “Save This Range As…”
        type_path(program, part)
        wait_for("the exported part of the trace", part.exists)

        def list_inside(name):
            rows = [(int(row["ts"]), int(row["dur"]), row["name"]) for row in dump("slice", name)]
            return sorted(row for row in rows if start <= row[0] and row[1] >= 0 and row[0] + row[1] <= end)

        wanted = list_inside(path)
        assert len(wanted) > 5, wanted
        expect(list_inside(part), wanted)
        assert part.stat().st_size < path.stat().st_size
        program.show_only(part)
        program.wait_ready()
        seen = program.state("visible-time")
        assert seen[0] < end and start < seen[1], (seen, start, end)
        program.set_state("selected-time", f"(int64 {start}, int64 {end})")
        program.wait_state("selected-time", (start, end))


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
