#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the call tree.

Usage: test-call-tree.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import sys

from harness import NONE, WIDTH, click_secondary, dump, expect, main, read_csv, shared, wait_for, wait_no_menu

HOME = SAMPLES = MAKE_TRACE = None  # set by main()

LOOP = "android.os.Looper.loop"


def get_symbols(trace):
    return {row["name"]: int(row["id"]) for row in dump("symbol", trace)}


def get_rows(program):
    """Returns [(level, name)] of the visible rows."""
    rows = [row.split(" ", 1) for row in program.state("tree-shown")]
    return [(int(level), name) for level, name in rows]


def wait_rows(program, what, condition):
    """Waits until the condition is true for the rows, and returns the rows."""
    return wait_for(what, lambda: (rows := get_rows(program)) and condition(rows) and rows)


def open_tree(program):
    """Shows the tree with all rows collapsed; a restored tree has its only chain of calls expanded."""
    program.wait_ready()
    program.activate("panel-page", "[<'call-tree'>]")
    wait_rows(program, "rows in the tree", lambda rows: True)
    program.activate("tree-close-all")
    return wait_rows(program, "all rows to collapse", lambda rows: all(row[0] == 0 for row in rows))


def click_row(program, i):
    """Clicks the name of an outermost row, right of its colour."""
    rows = program.find_method_rows()
    x, y, _ = rows[0]
    program.click(x + 40, y + 24 * i)


def index(rows, name):
    return [row[1] for row in rows].index(name)


def test_walk():
    """Right expands a row or moves into it, Left does the reverse; e expands the hottest path, * all below."""
    trace = SAMPLES / "shop-start.trace"
    symbols = get_symbols(trace)
    with shared(trace) as program:
        closed = open_tree(program)
        click_row(program, index(closed, LOOP))
        program.wait_state("selected-symbol", symbols[LOOP])
        program.key("Right")
        opened = wait_rows(program, "the callees of the expanded row", lambda rows: len(rows) > len(closed))
        loop = index(opened, LOOP)
        callees = [row for row in opened if row[0] == 1]
        expect(opened[loop + 1 : loop + 1 + len(callees)], callees)
        program.key("Right")
        program.wait_state("selected-symbol", symbols[callees[0][1]])
        program.key("Left", "Left")
        program.wait_state("selected-symbol", symbols[LOOP])
        program.key("Left")
        wait_rows(program, "all rows to collapse", lambda rows: rows == closed)

        program.key("e")
        hottest = wait_rows(program, "the hottest path to expand", lambda rows: max(row[0] for row in rows) > 0)
        end = program.state("selected-symbol")
        assert end != NONE
        program.key("Up")  # the keys start from the end of the path
        above = hottest[max(i for i, row in enumerate(hottest) if symbols[row[1]] == end) - 1]
        program.wait_state("selected-symbol", symbols[above[1]])
        program.activate("tree-close-all")
        wait_rows(program, "all rows to collapse", lambda rows: rows == closed)
        click_row(program, index(closed, LOOP))
        program.key("asterisk")
        everything = wait_rows(program, "all rows below to expand", lambda rows: len(rows) > len(hottest))
        assert max(row[0] for row in everything) > 5, everything[-1]


def test_modes():
    """The selection remains in the top-down tree, in the tree of callers, and in the butterfly."""
    trace = SAMPLES / "shop-start.trace"
    symbols = get_symbols(trace)
    wanted = "java.util.concurrent.locks.LockSupport.park"
    with shared(trace) as program:
        program.wait_ready()
        program.set_state("selected-symbol", f"uint32 {symbols[wanted]}")
        program.key("shift+t")
        program.wait_state("panel-page", "call-tree")
        program.wait_state("tree-mode", "top-down")
        wait_rows(program, "the stack of the selected method",
                  lambda rows: any(row[1] == wanted and row[0] > 0 for row in rows))
        expect(program.state("selected-symbol"), symbols[wanted])

        program.key("shift+c")
        program.wait_state("tree-mode", "callers")
        rows = wait_rows(program, "the callers of the selected method", lambda rows: any(row[0] == 1 for row in rows))
        at = index(rows, wanted)
        expect((rows[at][0], rows[at + 1][0]), (0, 1))
        expect(program.state("selected-symbol"), symbols[wanted])

        program.click(WIDTH - 60, find_mode_row(program))
        program.wait_state("tree-mode", "butterfly")
        rows = wait_rows(program, "the selected method in both halves of the butterfly",
                         lambda rows: [row for row in rows if row[0] == 0] == [(0, wanted)] * 2)
        assert (1, "java.util.concurrent.LinkedBlockingQueue.take") in rows or len(rows) > 2, rows
        expect(program.state("selected-symbol"), symbols[wanted])


def find_mode_row(program):
    """Returns the position of the mode buttons: above the headings, which are above the first row."""
    return program.find_method_rows()[0][1] - 24 - 32


def test_find():
    """A search finds matches in collapsed branches, and moves from match to match."""
    trace = SAMPLES / "shop-start.trace"
    with shared(trace) as program:
        closed = open_tree(program)
        program.key("ctrl+f")
        program.type("LayoutInflater.inflate")
        rows = wait_rows(program, "a matching row", lambda rows: len(rows) > len(closed))
        found = {int(row["id"]) for row in dump("symbol", trace) if "LayoutInflater.inflate" in row["name"]}
        wait_for("a selected match", lambda: program.state("selected-symbol") in found)
        program.key("Return")
        more = wait_rows(program, "the next match", lambda now: now != rows)
        assert len(more) > len(rows)


def test_columns():
    """A header sorts callees below their callers; the export matches the visible rows."""
    trace = SAMPLES / "shop-start.trace"
    path = HOME / "tree.csv"
    with shared(trace) as program:
        closed = open_tree(program)
        y = program.find_method_rows()[0][1] - 24
        program.click(60, y)
        by_name = wait_rows(program, "the rows sorted by name", lambda rows: rows != closed)
        expect([row[1] for row in by_name], sorted((row[1] for row in closed), key=str.lower))
        click_row(program, index(by_name, LOOP))
        program.key("Right")
        opened = wait_rows(program, "the callees of the expanded row", lambda rows: len(rows) > len(closed))
        below = [row[1] for row in opened if row[0] == 1]
        expect(below, sorted(below, key=str.lower))
        exported = program.export(path)
        expect([row["name"].split(" ")[0] for row in exported], [row[1] for row in opened])
        profile = {row["name"]: row for row in dump("method_profile", trace)}
        loop = next(row for row in exported if row["name"].startswith(LOOP))
        expect(loop["incl_wall_ns"], profile[LOOP]["incl_wall_ns"])


def test_whole():
    """The exports of the whole tree and of the inverted tree equal tracedump's output, with any rows expanded."""
    trace = SAMPLES / "shop-start.trace"
    with shared(trace) as program:
        open_tree(program)
        for table in ("call_tree", "call_tree_inverted"):
            path = HOME / f"{table}.csv"
            program.activate("export-tree-to", f"[<('{table}', '{path}')>]")
            wait_for(f"the file of {table}", path.exists)
            expect(read_csv(path.read_text()), dump(table, trace, "--clock", "wall"))


def test_transform():
    """A menu item drops a symbol with all calls below it; its chip undoes this, and Ctrl+Z drops it again."""
    trace = SAMPLES / "shop-start.trace"
    with shared(trace) as program:
        closed = open_tree(program)
        click_row(program, index(closed, LOOP))
        program.choose_item("Drop With All Descendants")
        left = wait_rows(program, f"{LOOP} to be dropped", lambda rows: LOOP not in [row[1] for row in rows])
        assert left
        wait_no_menu()
        y = find_mode_row(program)
        program.click(WIDTH // 2, y)  # the first click after a menu may only close the menu
        program.click(60, y)  # the first chip
        wait_rows(program, f"{LOOP} to be restored", lambda rows: LOOP in [row[1] for row in rows])
        program.key("ctrl+z")
        wait_rows(program, f"{LOOP} to be dropped again", lambda rows: LOOP not in [row[1] for row in rows])


def test_menu():
    """Actions that do not apply to a row are disabled with the reason; all others are enabled."""
    trace = SAMPLES / "shop-start.trace"
    leaf = "dalvik.system.VMRuntime.notifyNativeAllocation"
    opening = ("Expand Hottest Path", "Expand All Descendants", "Show Frames Between")
    with shared(trace) as program:
        closed = open_tree(program)
        for name, wanted in ((leaf, (False, False, False)), (LOOP, (True, True, True))):
            click_row(program, index(closed, name))
            program.open_menu(click_secondary)
            items = program.list_menu()
            expect([can for label, can, _ in items if label in opening], list(wanted))
            silent = [label for label, can, why in items if not can and not why]
            expect(silent, [])
            program.key("Escape")
            wait_no_menu()


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
