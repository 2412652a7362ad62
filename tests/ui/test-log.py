#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests an ftrace log of a device.

Usage: test-log.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import os
import sys
import time

from harness import (
    HEIGHT, NONE, WIDTH, Program, Screen, dump, expect, main, read_csv, sorted_rows, wait_for, has_notice,
)

NO_TIME = -(2**63)
ENTRY = "ebebeb"  # background of an entry in the light colour scheme
CHOSEN = "e0ecfb"  # background of an active filter
RANGE_TABLES = (
    "cpu_use_by_thread", "state_use", "slice_use", "counter_use",
)


def open_log():
    return Program(SAMPLES / "device.ftrace")


def export_table(program, name):
    """Exports a table of the panel in its order, and returns its rows."""
    path = HOME / f"{name}.csv"
    path.unlink(missing_ok=True)
    program.activate("export-table-to", f"[<('{name}', '{path}')>]")
    end = wait_for("the exported file", lambda: os.path.exists(path) and path.read_bytes())
    assert end.endswith(b"\r\n"), end[-20:]
    return read_csv(path.read_text(encoding="utf-8"))


def test_range():
    """The values of the range view equal tracedump's output, for the whole log and for a range."""
    log = SAMPLES / "device.ftrace"
    with open_log() as program:
        program.wait_ready()
        program.go_to("range")

        def is_shown(name, *options, is_awake=True):
            rows = dump(name, log, *options)
            if name == "state_use" and is_awake:
                rows = [row for row in rows if row["state"] not in ("S", "I")]
            wanted = sorted_rows(rows)
            return lambda: sorted_rows(export_table(program, name)) == wanted

        # Tables that are not visible are not computed; in a wide window, three are visible.
        for name in RANGE_TABLES[:3]:
            wait_for(name, is_shown(name))
        times = [int(row["cpu_ns"]) for row in export_table(program, "cpu_use_by_thread")]
        expect(times, sorted(times, reverse=True))

        start = get_start(log)
        program.set_state(
            "selected-time", f"(int64 {start + 4 * 10**8}, int64 {start + 9 * 10**8})"
        )
        for name in RANGE_TABLES[:3]:
            wait_for(f"{name} of the range", is_shown(name, "--from", "400ms", "--to", "900ms"))

        def step_back():
            program.key("Escape")  # the first Escape closes the toast about the export
            return program.state("selected-time") == (0, 0)

        wait_for("no range", step_back)
        wait_for("the whole log", is_shown("cpu_use_by_thread"))

        # Sleeping threads are hidden until a click on their chip.
        def find_chip():
            width, x, y = Screen().find_widest(CHOSEN, 300, WIDTH - 100, 600, 720)
            return (x, y) if width > 20 else None

        wait_for("the state totals", is_shown("state_use"))
        program.click(*wait_for("the chip", find_chip))
        wait_for("all states", is_shown("state_use", is_awake=False))
        wait_for("no chip", lambda: not find_chip())


def get_start(log):
    return min(int(row["ts"]) for row in dump("ftrace_event", log))


def test_pages():
    """Keys select the pages of the panel; a page that the trace does not have is not selected."""
    with open_log() as program:
        program.wait_ready()
        for key, page in (("1", "findings"), ("2", "profile"), ("0", "events"), ("7", "range")):
            program.key(f"alt+{key}")
            program.wait_state("panel-page", page)
    with Program(SAMPLES / "shop-start.trace") as program:
        program.wait_ready()
        program.wait_state("panel-page", "profile")
        program.set_state("panel-page", "'events'")
        program.set_state("panel-page", "'range'")
        program.wait_state("panel-page", "range")
        wanted = sorted_rows(dump("slice_use", SAMPLES / "shop-start.trace"))
        wait_for("the slices in the range", lambda: sorted_rows(export_table(program, "slice_use")) == wanted)


def find_entry():
    """Returns the position of the arguments entry: the first area of its colour in the lower half that is not a wide
    bar."""
    screen = Screen()
    runs = [screen.find_widest(ENTRY, 100, 600, y, y + 1) for y in range(HEIGHT // 2, HEIGHT - 150)]
    entry = [run for run in runs if 80 < run[0] < 300 and run[2] > HEIGHT * 0.7]
    return entry[0][1:] if entry else None


def test_events():
    """A click on a filtered event moves the cursor there; the list follows the cursor."""
    events = dump("ftrace_event", SAMPLES / "device.ftrace")
    with open_log() as program:
        program.wait_ready()
        program.go_to("events")
        program.wait_state("panel-page", "events")
        expect(program.state("events-shown"), len(events))
        expect(program.state("cursor-time"), NO_TIME)

        x, y = wait_for("the entry", find_entry)
        program.click(x, y)
        program.type("prev_comm")
        wanted = [row for row in events if "prev_comm" in row["args"].lower()]
        program.wait_state("events-shown", len(wanted))

        # The first rows are below the headings.
        program.click(x, y + 90)
        cursor = wait_for(
            "the cursor", lambda: program.state("cursor-time") not in (NO_TIME, None)
        )
        assert cursor
        assert program.state("cursor-time") in [int(row["ts"]) for row in wanted[:6]]

        # Escape removes the cursor, and in the entry it removes the filter.
        program.key("Escape")
        program.wait_state("cursor-time", NO_TIME)
        expect(export_table(program, "ftrace_event"), wanted)
        program.click(x, y)
        program.key("Escape", "Escape")  # the first Escape closes the toast about the export
        program.wait_state("events-shown", len(events))


def test_thread():
    """A filter by thread applies to all pages, and Escape removes it."""
    events = dump("ftrace_event", SAMPLES / "device.ftrace")
    states = dump("state_use", SAMPLES / "device.ftrace")
    utid = next(row["utid"] for row in events if row["utid"] in {row["utid"] for row in states})
    wanted = [row for row in events if row["utid"] == utid]
    assert 0 < len(wanted) < len(events)
    with open_log() as program:
        program.wait_ready()
        program.set_state("thread", f"uint32 {utid}")
        program.wait_state("events-shown", len(wanted))
        expect(export_table(program, "ftrace_event"), wanted)
        program.go_to("range")
        wait_for("the states of the selected thread",
                 lambda: {row["utid"] for row in export_table(program, "state_use")} == {utid})

        # Removing the filter on the events page removes it on all pages.
        program.go_to("events")
        program.wait_state("panel-page", "events")
        program.click(*wait_for("the button that removes the thread filter", find_clear_button))
        program.wait_state("thread", NONE)
        program.wait_state("events-shown", len(events))

        # A filter by a thread without events is removed with Escape.
        with_events = {row["utid"] for row in events}
        threads = dump("thread", SAMPLES / "device.ftrace")
        other = next(row["utid"] for row in threads if row["utid"] not in with_events)
        program.set_state("thread", f"uint32 {other}")
        program.wait_state("events-shown", 0)
        # The first Escape closes toasts about exports.
        wait_for("all threads", lambda: program.key("Escape") or program.state("thread") == NONE)
        program.wait_state("events-shown", len(events))


def find_clear_button():
    """Returns the position of the right end of the button of the active filter."""
    length, middle, y = Screen().find_widest(CHOSEN, 8, 700, HEIGHT // 2, HEIGHT)
    return (middle + length // 2 - 8, y - 10) if length > 80 else None  # y is its lower edge


def count_hits(program):
    """Returns the number of hits when it no longer changes during typing, or 0."""
    before = program.state("search-place")[1]
    time.sleep(0.5)
    return before if program.state("search-place")[1] == before else 0


def test_search():
    """A search finds slices, threads and events; steps go forward, back and around."""
    log = SAMPLES / "device.ftrace"
    names = {int(row["id"]): row["name"] for row in dump("slice", log)}
    with open_log() as program:
        program.wait_ready()
        program.key("ctrl+shift+f")
        program.type("Http")
        n = wait_for("search matches", lambda: count_hits(program))
        expect(program.state("search-place"), (0, n))
        assert n > 3, n

        seen = set()
        for place in range(1, n + 1):
            program.key("Return")
            program.wait_state("search-place", (place, n))
            if program.state("selected-slice") != NONE:
                seen.add(program.state("selected-slice"))
                assert "Http" in names[program.state("selected-slice")], seen
        expect(seen, {slice for slice, name in names.items() if "Http" in name})
        program.key("Return")
        program.wait_state("search-place", (1, n))
        program.key("shift+Return")
        program.wait_state("search-place", (n, n))
        program.key("ctrl+g")
        program.wait_state("search-place", (1, n))

        # Text is only treated as a regular expression on request; Escape closes the search.
        program.key("ctrl+shift+f")
        program.type("no such thing")
        wait_for("no hits", lambda: program.state("search-place")[1] == 0)
        program.key("Escape")
        program.wait_state("search-place", (0, 0))


def find_first_word():
    """Returns the start of the first table row: its text is dark, while the headings are dim.

    The tabs above the headings are skipped: the text of the tab below the pointer is dark, too.
    """
    screen = Screen()
    dark = [(x, y) for y in range(HEIGHT * 2 // 3 + 30, HEIGHT) for x in range(14, 60)
            if all(int(screen.get(x, y)[i : i + 2], 16) < 0x48 for i in (0, 2, 4))]
    return dark[0] if dark else None


def test_problems():
    """Common problems cause no notification; a loss of data causes one, which leads to its time and line."""
    log = SAMPLES / "device.ftrace"
    assert {row["severity"] for row in dump("problem", log)} == {"note"}
    with open_log() as program:
        program.wait_ready()
        program.go_to("problems")
        program.wait_state("panel-page", "problems")
        assert not has_notice()

    lines = log.read_text().splitlines(keepends=True)
    lines.insert(len(lines) // 2, "CPU:1 [LOST 5 EVENTS]\n")
    lossy = HOME / "lossy.ftrace"
    lossy.write_text("".join(lines))
    first = dump("problem", lossy)[0]
    expect((first["kind"], first["severity"]), ("lost-events", "warning"))
    with Program(lossy) as program:
        program.wait_ready()
        wait_for("the notification", has_notice)
        program.go_to("problems")
        program.wait_state("panel-page", "problems")

        def is_followed():
            """Clicks again if the previous view was still visible when the row was located."""
            program.click(*wait_for("the first row", find_first_word))
            time.sleep(1)
            return program.state("cursor-time") == int(first["ts"])

        wait_for("the time of the problem", is_followed)
        start, end = program.state("visible-time")
        assert start <= int(first["ts"]) <= end
        program.key("Return")
        program.wait_state("panel-page", "events")
        expect(program.state("cursor-time"), int(first["ts"]))


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
