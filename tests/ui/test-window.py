#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the window with method traces.

Usage: test-window.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import os
import pathlib
import re
import shutil
import sys
import tempfile
import time
import zipfile

from harness import (
    NONE, PALETTE, SWATCHES, TIMELINE_LEFT, WIDTH, Program, Screen, count_windows, dump, expect,
    find_menu, list_popups, list_windows, main, run, sorted_rows, wait_for,
)

FOCUS = "83ade1"  # colour of the ring around the focused widget in the header bar
SMALL_SCREEN = (1366, 768)
CHILD_TINT = "fdf8dc"
EDGE_SWATCHES = range(60, 110)  # columns with the colours of parents and children in the table


def test_tooltip():
    """The tooltip of a button does not cover the menu that the button opened."""
    with Program(SAMPLES / "device.ftrace") as program:
        program.wait_ready()
        x, y = WIDTH - 142, 27  # the menu of the window
        run("xdotool", "mousemove", str(x), str(y), "sleep", "0.2", "mousemove", str(x + 1), str(y))
        wait_for("the tooltip", list_popups)
        program.click(x, y)
        wait_for("the menu", find_menu)
        for step in range(4):
            run("xdotool", "mousemove", str(x - 2 + step % 2 * 3), str(y), "sleep", "0.6")
        expect(len(list_popups()), 1)
        program.key("Escape")


def test_times_offered():
    """Going to a time is only available if a trace has several times; time bases only if it has several of them."""
    thread = ('"main" prio=5 tid=1 Blocked\n  at com.example.Shop.open(Shop.java:10)\n'
              "  - waiting to lock <0x0a> (a java.lang.Object) held by thread 2\n\n")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "dump.txt")
        path.write_text(f"----- pid 100 at 2025-11-28 10:00:00 -----\nCmd line: shop\n\n{thread}----- end 100 -----\n")
        for file, can_go in ((SAMPLES / "reader.trace", True), (path, False)):
            with Program(file) as program:
                program.wait_ready()
                expect(program.describe("go-to-time")[0], can_go)
                bases = ("since-start", "as-recorded", "utc", "local")
                offered = [base for base in bases if program.describe(f"time-{base}")[0]]
                assert len(offered) != 1, offered


def test_version():
    """--version does not require a display and opens nothing."""
    assert re.fullmatch(r"traceview \d+\.\d+\.\d+\n", run(TRACEVIEW, "--version"))


def test_profile():
    """A method is expanded by a click; its children can be selected, also with keys."""
    with Program(SAMPLES / "shop-start") as program:  # the name without its extension
        program.wait_ready()
        x, y, color = program.find_method_rows()[0]
        expect(color in PALETTE, True)  # ranks are by CPU time, rows by wall time

        program.click(x + 60, y)
        first = wait_for("an expanded method", lambda: program.state("expanded"))[0]
        expect(program.state("selected-symbol"), first)
        expect(program.state("selected-slice"), NONE)

        # The arrow and keys expand and collapse the method.
        program.click(x - 20, y)
        program.wait_state("expanded", [])
        program.key("Right")
        program.wait_state("expanded", [first])
        program.key("Left")
        program.wait_state("expanded", [])
        program.key("Return")
        program.wait_state("expanded", [first])

        # A click on a child selects another method: its row moves to the top, and is the only expanded row.
        def find_child():
            rows = Screen().find_rows(set(PALETTE), EDGE_SWATCHES)
            return next((row for row in rows if Screen().get(row[0] - 20, row[1]) == CHILD_TINT), None)

        x, y, color = wait_for("the child row", find_child)
        program.click(x + 40, y)
        wait_for("the child as the only expanded row", lambda: program.state("expanded") not in ([], [first]))
        child = program.state("expanded")
        expect(len(child), 1)
        expect(program.state("selected-symbol"), child[0])
        wait_for("the child in the first row", lambda: program.find_method_rows()[0][2] == color)

        # Moving down into its children does not change the selection; Left returns to the row, and collapses it.
        program.key("Down", "Down")
        expect(program.state("selected-symbol"), child[0])
        program.key("Left", "Left")
        program.wait_state("expanded", [])

        # After a double click, the method is expanded.
        x, y, color = program.find_method_rows()[1]
        program.double_click(x + 60, y, "the only expanded row", lambda: len(program.state("expanded")) == 1)


def test_timeline():
    """A click on a call on the timeline updates the profile and details; Escape clears the selection."""
    trace = SAMPLES / "shop-start.trace"
    slices = dump("slice", trace)
    methods = dump("method_profile", trace)
    with Program(trace) as program:
        program.wait_ready()
        table_top = program.find_method_rows()[0][1]
        expect(program.state("details"), False)

        # The widest call of one of the first methods
        rank = 2
        width, x, y = Screen().find_widest(
            PALETTE[rank], TIMELINE_LEFT, WIDTH - 10, 100, table_top - 120
        )
        assert width > 20, width
        program.click(x, y)
        selected = wait_for(
            "a selected call", lambda: program.state("selected-slice") not in (NONE, None)
        )
        assert selected
        row = slices[program.state("selected-slice")]
        expect(program.state("selected-symbol"), int(row["symbol_id"]))
        names = [method["name"] for method in methods if int(method["rank"] or -1) % 20 == rank]
        assert row["name"] in names, (row["name"], names)
        program.wait_state("details", True)
        expect(program.state("expanded"), [])

        # The next call of the same method; Escape then clears one selection at a time.
        others = [s for s in slices if s["symbol_id"] == row["symbol_id"]]
        program.key("period")
        at = (others.index(row) + 1) % len(others)
        program.wait_state("selected-slice", int(others[at]["id"]))
        program.key("Escape")
        program.wait_state("selected-slice", NONE)
        expect(program.state("selected-symbol"), int(row["symbol_id"]))
        program.key("Escape")
        program.wait_state("selected-symbol", NONE)
        program.wait_state("details", False)


def test_first_thread():
    """A trace that mostly waits begins with its main thread selected; removing the filter shows all."""
    trace = SAMPLES / "shop-start.trace"
    main_thread = next(row for row in dump("thread", trace) if row["name"] == "main")
    with Program(trace) as program:
        program.wait_ready(keeps_thread=True)
        program.wait_state("thread", int(main_thread["utid"]))
        program.set_state("thread", f"uint32 {NONE}")
        program.wait_state("thread", NONE)


def test_export():
    """The exported file equals the output of tracedump, in the visible order, also for a range."""
    trace = SAMPLES / "shop-start.trace"
    path = HOME / "profile.csv"
    with Program(trace) as program:
        program.wait_ready()
        x, y, _ = program.find_method_rows()[0]
        rows = program.export(path)
        expect(sorted_rows(rows), sorted_rows(dump("method_profile", trace)))
        shares = [float(row["incl_wall_pct"]) for row in rows]
        expect(shares, sorted(shares, reverse=True))

        # Clicks on the last heading sort by largest first, then by smallest first; another heading sorts by name.
        def is_sorted_by(column, reverse):
            values = [row[column] for row in program.export(path)]
            values = values if column == "name" else list(map(float, values))
            fold = (lambda value: value.lower()) if column == "name" else None
            return values == sorted(values, reverse=reverse, key=fold)

        def scroll(button):
            run("xdotool", "mousemove", str(WIDTH // 2), str(y), "click", "--repeat", "30", button)

        scroll("7")  # scrolls to the right
        program.click(WIDTH - 60, y - 24)
        wait_for("the rows sorted with the largest first", lambda: is_sorted_by("wall_ns_per_call", True))
        program.click(WIDTH - 60, y - 24)
        wait_for("the rows sorted with the smallest first", lambda: is_sorted_by("wall_ns_per_call", False))
        scroll("6")
        program.click(x, y - 24)
        wait_for("the rows sorted by name", lambda: is_sorted_by("name", False))

        # The export of a range
        start = min(int(row["ts"]) for row in dump("slice", trace))
        program.set_state("selected-time", f"(int64 {start + 10**9}, int64 {start + 2 * 10**9})")
        origin = ("--from", "1s", "--to", "2s")
        wanted = sorted_rows(dump("method_profile", trace, *origin))
        wait_for("the range's profile", lambda: sorted_rows(program.export(path)) == wanted)

        # In a folder that does not exist, nothing is written, and the program continues.
        program.activate("export-csv-to", f"[<'{HOME}/none/profile.csv'>]")
        wait_for("a message", lambda: count_windows() == 2)
        assert not pathlib.Path(HOME, "none").exists()
        program.key("Escape")


def test_counted():
    """In a range, the steps visit as many calls as the table counts."""
    trace = SAMPLES / "shop-start.trace"
    slices = {int(row["id"]): row for row in dump("slice", trace)}
    start = min(int(row["ts"]) for row in slices.values()) + 10**9
    end = start + 10**9
    profile = {row["name"]: row for row in dump("method_profile", trace, "--from", "1s", "--to", "2s")}

    def is_inside(row):
        return int(row["ts"]) < end and int(row["ts"]) + int(row["dur"]) > start

    # A method with some calls in the range, and more outside it
    calls = {}
    for row in slices.values():
        calls.setdefault(row["symbol_id"], []).append(row)
    symbol, inside = next(
        (symbol, [int(row["id"]) for row in rows if is_inside(row)])
        for symbol, rows in sorted(calls.items())
        if 3 <= sum(map(is_inside, rows)) <= 20 and not all(map(is_inside, rows))
    )
    counted = profile[calls[symbol][0]["name"]]
    expect(len(inside), int(counted["calls"]) + int(counted["recursive_calls"]))
    with Program(trace) as program:
        program.wait_ready()
        program.set_state("selected-time", f"(int64 {start}, int64 {end})")
        program.set_state("selected-symbol", f"uint32 {symbol}")
        wait_for("the action “next call” to be enabled", lambda: program.describe("next-call")[0])
        seen = []
        for _ in range(len(inside) + 1):
            program.key("period")
            before = seen[-1] if seen else NONE
            seen.append(
                wait_for("a newly selected call", lambda: (
                    program.state("selected-slice") not in (before, NONE)
                    and program.state("selected-slice")
                ))
            )
        expect(seen, sorted(inside) + sorted(inside)[:1])

        # Without the range, the steps visit all calls of the method.
        program.set_state("selected-time", "(int64 0, int64 0)")
        outside = [int(row["id"]) for row in calls[symbol] if int(row["id"]) > max(inside)]
        program.set_state("selected-slice", f"uint32 {max(inside)}")
        wait_for("the action “next call” to be enabled", lambda: program.describe("next-call")[0])
        program.key("period")
        program.wait_state("selected-slice", min(outside) if outside else min(map(int, (
            row["id"] for row in calls[symbol]))))


def test_find():
    """The search box selects matches, and steps go forward, back and around."""
    trace = SAMPLES / "shop-start.trace"
    names = {}
    for row in dump("slice", trace):
        names[int(row["symbol_id"])] = row["name"]

    with Program(trace) as program:
        program.wait_ready()
        program.find_method_rows()

        def selected_name():
            return names.get(program.state("selected-symbol"), "")

        program.key("ctrl+f")
        program.type("inflate")
        wait_for("a match", lambda: "inflate" in selected_name().lower())
        seen = [program.state("selected-symbol")]
        for _ in range(50):
            program.key("Return")
            before = seen[-1]
            wait_for("the next match", lambda: program.state("selected-symbol") != before)
            assert "inflate" in selected_name().lower(), selected_name()
            seen.append(program.state("selected-symbol"))
            if seen[-1] == seen[0]:
                break
        expect(seen[-1], seen[0])
        assert len(seen) > 2, seen

        program.key("shift+Return")
        program.wait_state("selected-symbol", seen[-2])
        program.key("ctrl+g")
        program.wait_state("selected-symbol", seen[-1])
        program.key("Escape")
        expect(program.state("selected-symbol"), seen[-1])


def test_cancel():
    """Escape while a large file loads returns to the start page immediately."""
    trace = HOME / "large.trace"
    run(MAKE_TRACE, "--records=20000000", "-o", str(trace))
    with Program(trace) as program:
        expect(program.state("page"), "loading")
        expect(program.offers("export-csv"), False)
        program.key("Escape")
        program.wait_state("page", "start")

        # The window works, and opens another file.
        program.activate("open-uri", f"[<'{(SAMPLES / 'shop-start.trace').as_uri()}'>]")
        program.wait_ready()
        program.find_method_rows()

    # Closing the tab also stops the loading.
    with Program(trace) as program:
        expect(program.state("page"), "loading")
        program.key("ctrl+w")
        program.wait_state("page", "start")
    trace.unlink()


def test_failure():
    """A file that is not a trace shows an error page; another file can be opened from there."""
    path = HOME / "not-a.trace"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "nothing to see here\n" * 100)
    with Program(path) as program:
        program.wait_state("page", "failed")
        expect(program.describe("properties")[0], False)
        for action in ("export-csv", "find", "selected-symbol"):
            expect(program.offers(action), False)
        shutil.copy(SAMPLES / "shop-start.trace", path)
        program.activate("open-uri", f"[<'{path.as_uri()}'>]")
        program.wait_ready()

    with Program(HOME / "no-such-file") as program:
        program.wait_state("page", "failed")


def test_tabs():
    """Two runs of the program open two files in one window."""
    names = ("shop-start.trace", "boot-v2.trace")
    with Program(SAMPLES / names[0]) as program:
        program.wait_ready()
        program.find_method_rows()
        run(TRACEVIEW, str(SAMPLES / names[1]))

        def title():
            return run("xdotool", "getwindowname", program.window).strip()

        wait_for("the second file", lambda: title().startswith(names[1]))
        program.wait_ready()
        program.find_method_rows()
        program.key("ctrl+Page_Up")
        wait_for("the first file", lambda: title().startswith(names[0]))
        program.key("ctrl+w")
        wait_for("the second file only", lambda: title().startswith(names[1]))
        program.key("ctrl+w")
        program.wait_state("page", "start")


def test_narrow():
    """At 700×500 pixels everything fits; details cover the profile only if requested."""
    width, height = 700, 500
    with Program(SAMPLES / "shop-start.trace", width=width, height=height) as program:
        program.wait_ready()
        rows = wait_for("three rows", lambda: program.find_method_rows()[2:] and program.find_method_rows())
        expect(program.get_size(), (width, height))

        program.click(rows[0][0] + 60, rows[0][1])
        wait_for("an expanded method", lambda: program.state("expanded"))
        # Clearly above the edge between timeline and panel, which can also be clicked
        _, x, y = Screen().find_widest(PALETTE[2], TIMELINE_LEFT, width - 10, 100, 280)
        program.click(x, y)
        wait_for("a selected call", lambda: program.state("selected-slice") != NONE)
        expect(program.state("details"), False)
        program.key("F9")
        program.wait_state("details", True)
        program.key("F9")
        program.wait_state("details", False)


def has_focus_in_header():
    return Screen().find_widest(FOCUS, 0, WIDTH, 0, 50)[0] > 10


def test_start_page():
    """Tab and Shift+Tab move from the start page to the header bar."""
    with Program() as program:

        def walk(key):
            """Moves past the cards and the recent files."""
            program.key(key)
            time.sleep(0.2)
            return has_focus_in_header()

        wait_for("the header bar", lambda: walk("shift+Tab"))
        program.key("Tab")
        wait_for("the page", lambda: not has_focus_in_header())
        wait_for("the focus in the header bar after the last widget", lambda: walk("Tab"))


def test_windows():
    """The windows for properties and shortcuts open, fit on a small screen, and close."""
    with Program(SAMPLES / "reader.trace") as program:
        program.wait_ready()
        wait_for("one window", lambda: count_windows() == 1)
        for action in ("properties", "show-help-overlay"):
            program.activate(action)
            wait_for(f"the window of {action}", lambda: count_windows() == 2)
            other = next(window for window in list_windows() if window != program.window)
            geometry = run("xdotool", "getwindowgeometry", other)
            size = tuple(map(int, re.search(r"Geometry: (\d+)x(\d+)", geometry).groups()))
            assert size[0] <= SMALL_SCREEN[0] and size[1] <= SMALL_SCREEN[1], (action, size)
            run("xdotool", "windowfocus", "--sync", other)
            program.key("Escape")
            wait_for(f"the window of {action} to close", lambda: count_windows() == 1)
            run("xdotool", "windowfocus", "--sync", program.window)


def test_help():
    """F1 opens the manual in the viewer for help: URIs; without a manual it has no effect."""
    with tempfile.TemporaryDirectory() as folder:
        data, log = pathlib.Path(folder), pathlib.Path(folder, "opened")
        applications = data / "applications"
        applications.mkdir()
        (applications / "viewer.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Viewer\nExec=sh -c 'echo \"$0\" >>{log}' %u\n"
            "MimeType=x-scheme-handler/help;\n")
        (applications / "mimeapps.list").write_text("[Default Applications]\nx-scheme-handler/help=viewer.desktop\n")
        folders = os.environ.get("XDG_DATA_DIRS", "/usr/local/share:/usr/share")
        os.environ["XDG_DATA_DIRS"] = f"{data}:{folders}"
        try:
            is_installed = any(pathlib.Path(one, "help", "C", "traceview").exists() for one in folders.split(":"))
            for has_manual in (True,) if is_installed else (False, True):
                if has_manual:
                    page = data / "help" / "C" / "traceview" / "index.page"
                    page.parent.mkdir(parents=True)
                    page.write_text("<page/>")
                with Program(SAMPLES / "reader.trace") as program:
                    program.wait_ready()
                    program.key("F1")
                    if has_manual:
                        wait_for("the manual", lambda: log.exists() and log.read_text() == "help:traceview\n")
                    else:
                        time.sleep(0.5)
                        assert not log.exists(), log.read_text()
        finally:
            os.environ["XDG_DATA_DIRS"] = folders


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
