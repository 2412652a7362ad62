#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the names exposed to screen readers: of focusable widgets, the focused slice and the focused row.

Usage: test-accessibility.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import os
import pathlib
import re
import sys

from harness import HEIGHT, dump, expect, main, wait_for
from screen_reader import MISSING, follow, is_there, open_told, read_tree

HOME = None  # set by main()

CLASS_NAME = re.compile(r"^(Gtk|Adw|Tv)[A-Z]")

# Roles that require a name. Table rows only have a name while they have the focus. In GTK 4.8, scrolled windows can
# have the focus, but do not require a name.
NAMED_ROLES = ("push button", "toggle button", "check box", "entry", "image", "list", "tree table")


def check_names(path):
    with open_told(path):
        tree = read_tree()
        assert len(tree) > 100, len(tree)
        focusable = [widget for widget in tree if widget["can_focus"] and widget["role"] in NAMED_ROLES]
        assert len(focusable) > 20, len(focusable)
        nameless = [w for w in focusable if not w["name"] or CLASS_NAME.match(w["name"])]
        # The button that closes a tab is part of libadwaita; it has only a description.
        nameless = [w for w in nameless if w["description"] != "Close Tab"]
        assert not nameless, nameless
        tables = [w["name"] for w in tree if w["role"] == "tree table"]
        assert tables and all(name and not CLASS_NAME.match(name) for name in tables), tables


def test_names():
    """In a method trace, every focusable widget has a name."""
    check_names(SAMPLES / "shop-start.trace")


def test_log_names():
    """In a log, every focusable widget has a name."""
    check_names(SAMPLES / "device.ftrace")


def test_cursor():
    """The timeline announces the slice at the keyboard cursor; a table row announces all its cells."""
    trace = SAMPLES / "shop-start.trace"
    methods = {row["name"] for row in dump("method_profile", trace)}
    with open_told(trace) as program, follow() as tell:

        def find_call(seen):
            calls = [e["name"] for e in tell()[seen:] if e.get("role") == "image" and "depth" in e["name"]]
            return calls[-1] if calls else None

        program.key("Right")
        first = wait_for("the event for the focused call", lambda: find_call(0))
        assert "depth 0" in first and "main" in first, first
        seen = len(tell())
        program.key("Down")
        second = wait_for("the event for the call below", lambda: find_call(seen))
        assert "depth 1" in second and second != first, second

        def find_row(seen):
            """Returns the name of the last named row; the focus event may come before the name."""
            rows = [e["name"] for e in tell()[seen:] if e.get("role") == "table row"]
            return next((name for name in reversed(rows) if not CLASS_NAME.match(name)), None)

        seen = len(tell())
        x, y, _ = program.find_method_rows()[0]
        program.click(x + 60, y)
        row = wait_for("the event for a table row", lambda: find_row(seen))
        assert row.split(" (")[0].split(", ")[0] in " ".join(methods), row
        assert "Incl %" in row and "Calls" in row, row
        seen = len(tell())
        program.key("Down")
        wait_for("the event for the next row", lambda: find_row(seen) not in (None, row))


def test_places():
    """The selected call or slice is described by its number among those with the same name, in terms of the format."""
    for sample, word in (("shop-start.trace", "Call"), ("device.ftrace", "Slice|Span")):
        with open_told(SAMPLES / sample) as program:
            program.set_state("selected-slice", "uint32 0")
            wait_for(f"a description “{word} … of …”", lambda: any(
                w["role"] == "image" and re.fullmatch(rf"({word}) \d+ of \d+", w["description"])
                for w in read_tree()))


def test_not_in_profile():
    """A symbol that no thread calls has no call statistics, and the details give the reason."""
    log = SAMPLES / "device.ftrace"
    symbols = {row["name"]: row["id"] for row in dump("symbol", log)}
    called = {row["name"] for row in dump("method_profile", log)}
    other = next(name for name in symbols if name not in called)

    def read_words():
        return [w["name"] for w in read_tree() if w["role"] == "label"]

    with open_told(log) as program:
        headings = read_words().count("Slices")  # column headings
        program.set_state("selected-symbol", f"uint32 {symbols[other]}")
        wait_for("“Not in the profile”", lambda: any("Not in the profile" in text for text in read_words()))
        expect(read_words().count("Slices"), headings)
        program.set_state("selected-symbol", f"uint32 {symbols[called.pop()]}")
        wait_for("the section “Slices” in the details", lambda: read_words().count("Slices") > headings)
        assert "Calls" not in read_words()


def test_cpu_times():
    """The longest slices of a thread have CPU times; runs and states have no CPU times and no column for them."""
    log = SAMPLES / "device.ftrace"
    of_threads = [row for row in dump("slice", log) if row["thread_dur"]]
    names = [row["name"] for row in of_threads]
    call = next(row for row in of_threads if names.count(row["name"]) > 1)
    runs = dump("sched_slice", log)
    threads = [row["utid"] for row in runs]
    run = next(row for row in runs if threads.count(row["utid"]) > 1)
    states = dump("thread_state", log)
    kinds = [(row["utid"], row["state"]) for row in states]
    state = next(row for row in states if kinds.count((row["utid"], row["state"])) > 1)
    slices = {"calls": call, "runs": run, "states": state}

    def count_headings():
        return sum(w["role"] == "label" and w["name"] == "CPU ms" for w in read_tree())

    with open_told(log) as program:
        without = count_headings()
        program.set_state("details", "true")
        for of, row in slices.items():
            program.set_state("selected-slice", f"uint32 {row['id']}")
            wait_for("the label “Longest”",
                     lambda: any(w["role"] == "label" and w["name"] == "Longest" for w in read_tree()))
            wait_for(f"the column headings of the longest {of}", lambda: count_headings() == without + (of == "calls"))


def test_several_rows():
    """Rows selected with Shift, Ctrl or Select All show their sums below the table."""
    log = SAMPLES / "device.ftrace"
    rows = sorted(dump("cpu_use_by_thread", log), key=lambda row: -int(row["cpu_ns"]))

    def wait_sum(what, numbers):
        """Waits for a label with the number of selected rows and the sum of their runs."""
        runs = sum(int(rows[number]["runs"]) for number in numbers)
        count = f"{len(numbers)} of {len(rows)} rows selected"
        wait_for(what, lambda: any(
            w["role"] == "label" and w["name"].startswith(count) and w["name"].endswith(f"Runs {runs}")
            for w in read_tree()))

    with open_told(log) as program:
        program.go_to("range")
        first = f"{rows[0]['tid']} {rows[0]['name']}"
        wait_for("the rows of the table", lambda: any(w["role"] == "label" and w["name"] == first for w in read_tree()))
        program.click(100, HEIGHT - 100)  # selects a row
        program.key("Home")
        program.key("shift+Down", "shift+Down")
        wait_sum("the sum of three rows", range(3))
        program.key("ctrl+Down", "ctrl+Down", "ctrl+space")
        wait_sum("the sum after one more row is selected", [0, 1, 2, 4])
        program.key("ctrl+a")
        wait_sum("the sum of all rows", range(len(rows)))


def test_garbage():
    """The details of a class contain its numbers of reachable and unreachable objects."""
    trace = pathlib.Path(os.environ.get("TV_SAMPLES", "../shared/samples")) / "perfetto/own-javaheap.pftrace"
    if not trace.exists():
        print(f"# not tested: {trace} not found")
        return
    first = max(dump("heap_graph_class", trace), key=lambda row: int(row["retained_size"] or 0))
    objects = [row for row in dump("heap_graph_object", trace) if row["type_id"] == first["id"]]
    reachable = sum(row["reachable"] == "1" for row in objects)
    expect(reachable, int(first["object_count"]))
    assert 0 < reachable < len(objects), (reachable, len(objects))
    words = f"{reachable} objects · {len(objects) - reachable} more are garbage"
    with open_told(trace):
        wait_for("both counts in the details", lambda: any(
            w["role"] == "label" and w["name"] == words for w in read_tree()))


def test_source_lines():
    """The details of a sampled function contain the totals of each of its lines, with the unit."""
    script = HOME / "lines.perf"
    script.write_text("".join(
        f"app 1/2 [000] {ms / 1000:.6f}: 1000000 cpu-clock: \n"
        f"\t1000 clamp\n  clamp.h:{3 + ms % 2} (inlined)\n\t1000 draw+0x{line:x} (/lib/libdraw.so)\n  draw.c:{line}\n"
        "\t2000 main+0x1 (/lib/libapp.so)\n  main.c:20\n\n"
        for ms, line in enumerate([7] * 30 + [9] * 12 + [11] * 5)))
    lines = dump("source_line", script, "--symbol", "draw")
    expect([int(row["line_number"]) for row in lines], [7, 9, 11])
    symbol = next(row for row in dump("symbol", script) if row["name"] == "draw")["id"]
    with open_told(script) as program:
        program.set_state("details", "true")
        program.set_state("selected-symbol", f"uint32 {symbol}")

        def has_all():
            words = [w["name"] for w in read_tree() if w["role"] == "label"]
            numbers = [f"{int(row['incl_weight']) / 1e6:.3f}" for row in lines]
            return {"draw.c", "7", "9", "11", "Incl ms", "Excl ms", *numbers} <= set(words)

        wait_for("the totals of all lines", has_all)


if __name__ == "__main__":
    if not is_there():
        print(f"1..0 # SKIP not installed: {MISSING}")
        sys.exit(0)
    sys.exit(main(__file__, globals(), sys.argv[1:]))
