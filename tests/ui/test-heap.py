#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests dumps of a Java heap.

Usage: test-heap.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import functools
import sys
import time

from harness import HEIGHT, NONE, PALETTE, WIDTH, Program, Screen, dump, expect, main, read_csv, run, wait_for

HOME = MAKE_TRACE = None  # set by main()

TABLE_TOP = 260  # top of the panel below the timeline, which has only one row
LEFT = 60  # inside the names of classes
LABELS = 210  # right edge of the rows' names
DUMPS = 3


@functools.cache
def make_heap():
    path = HOME / "heap.pftrace"
    size = ("--bytes", "300000", "--processes", "1", "--threads", "2", "--cpus", "1")
    run(MAKE_TRACE, "--form", "perfetto", "--line", "java-heap", *size, "-o", str(path))
    return path


@functools.cache
def read_classes():
    """Returns the classes that have objects, one list for each dump, by descending retained size."""
    rows = dump("heap_graph_class", make_heap())
    rows = [row for row in rows if int(row["object_count"]) + int(row["unreachable_count"]) > 0]
    rows.sort(key=lambda row: (-int(row["retained_size"]), row["class"]))
    times = sorted({int(row["graph_sample_ts"]) for row in rows})
    expect(len(times), DUMPS)
    return [[row for row in rows if int(row["graph_sample_ts"]) == ts] for ts in times]


def export(program, table):
    file = HOME / "heap.csv"
    file.unlink(missing_ok=True)
    program.activate("export-table-to", f"[<('{table}', '{file}')>]")
    wait_for("the exported file", lambda: file.exists() and file.read_bytes().endswith(b"\r\n"))
    return read_csv(file.read_text(encoding="utf-8"))


def wait_classes(program, classes):
    wait_for("the classes", lambda: program.state("heap-classes-left") == len(classes))
    wait_for("the rows of objects and of the path", lambda: all(program.state("heap-rows")))


def ids(rows, column="id"):
    return [row[column] for row in rows]


def find_diamond(x):
    """Returns the position of the diamond of a dump near x."""

    def look():
        for color in PALETTE:
            width, left, y = Screen().find_widest(color, x - 12, x + 12, 150, 320)
            if width > 3:
                return left, y
        return None

    return wait_for("a diamond", look)


def test_classes():
    """The last dump is shown: classes, the objects of a class, and the retainers of an object."""
    classes = read_classes()[-1]
    graphs = {row["id"]: row for row in dump("heap_graph_object", make_heap())}
    with Program(make_heap()) as program:
        program.wait_ready()
        program.wait_state("panel-page", "heap")
        wait_classes(program, classes)
        expect(program.state("heap-graph"), DUMPS - 1)
        expect(ids(export(program, "heap_graph_class")), ids(classes))
        expect(program.state("heap-class"), int(classes[0]["id"]))

        # A click selects a class, and keys move to others. In each class, the object that retains the most is selected.
        program.click(LEFT, TABLE_TOP + 140)
        wait_for("a newly selected class", lambda: program.state("heap-class") != int(classes[0]["id"]))
        place = ids(classes).index(str(program.state("heap-class")))
        program.key("Down")
        program.wait_state("heap-class", int(classes[place + 1]["id"]))
        of_class = [row for row in graphs.values() if row["type_id"] == classes[place + 1]["id"]]
        wait_for("the objects of the selected class", lambda: program.state("heap-rows")[0] == len(of_class))
        most = max(int(row["retained_size"]) for row in of_class)
        wait_for("the object that retains the most", lambda: graphs[str(program.state("heap-object"))] in of_class)
        expect(int(graphs[str(program.state("heap-object"))]["retained_size"]), most)

        # The path to the object starts at a root, and an object in the path can be selected like any other.
        wait_for("the path to the selected object",
                 lambda: export(program, "heap_path")[-1]["id"] == str(program.state("heap-object")))
        path = export(program, "heap_path")
        assert path[0]["root_type"].startswith("ROOT_"), path
        for above, row in zip(path, path[1:]):
            expect(row["field_name"] == "", above["class"].endswith("[]"))
        root = path[0]["id"]
        program.set_state("heap-object", f"uint32 {root}")
        program.wait_state("heap-class", int(graphs[root]["type_id"]))
        wait_for("the path of a root, which has one row", lambda: program.state("heap-rows")[1] == 1)


def test_filter():
    """Entered text filters classes, and Escape removes the filter."""
    classes = read_classes()[-1]
    wanted = [row for row in classes if "example.shop" in row["class"]]
    assert 1 < len(wanted) < len(classes), wanted
    with Program(make_heap()) as program:
        program.wait_ready()
        wait_classes(program, classes)
        program.key("ctrl+f")
        program.type("example.shop")
        wait_classes(program, wanted)
        wait_for("the rows of the filtered classes", lambda: ids(export(program, "heap_graph_class")) == ids(wanted))
        program.key("Escape")
        wait_classes(program, classes)


def test_dumps():
    """A diamond goes to its dump; compared with another dump, classes show their changes."""
    with Program(make_heap()) as program:
        program.wait_ready()
        wait_classes(program, read_classes()[-1])
        program.go_to("range")
        program.click(*find_diamond(LABELS - 15 + (WIDTH - LABELS + 15) // 2))
        program.wait_state("panel-page", "heap")
        program.wait_state("heap-graph", 1)
        wait_classes(program, read_classes()[1])
        expect(ids(export(program, "heap_graph_class")), ids(read_classes()[1]))

        program.set_state("heap-graph", "uint32 2")
        program.set_state("heap-before", "uint32 1")
        key = "heap_graph_class_change"
        wanted = [row for row in dump(key, make_heap()) if row["graph_sample_ts"] == read_classes()[2][0]["graph_sample_ts"]]
        wanted = [row for row in wanted if int(row["object_count"]) + int(row["object_count_before"]) > 0]
        wanted.sort(key=lambda row: (-int(row["retained_size_change"]), row["name"]))
        assert int(wanted[0]["retained_size_change"]) > 0, wanted[0]
        wait_for("the changes to the earlier heap dump",
                 lambda: program.state("heap-before") == 1 and export(program, key) == wanted)

        # A dump is not compared with itself.
        program.set_state("heap-graph", "uint32 1")
        program.wait_state("heap-before", NONE)


def test_tree():
    """The menu of a class leads to its row in the dominator tree."""
    classes = read_classes()[-1]
    with Program(make_heap()) as program:
        program.wait_ready()
        wait_classes(program, classes)
        program.click(LEFT, TABLE_TOP + 140)
        wait_for("a newly selected class", lambda: program.state("heap-class") != int(classes[0]["id"]))
        program.choose_item("Show in Tree")
        program.wait_state("panel-page", "call-tree")
        wait_for("a selected symbol", lambda: program.state("selected-symbol") != NONE)
        program.go_to("heap")
        program.activate("heap-show", "[<'flame'>]")
        program.wait_state("panel-page", "flame")


def test_layout():
    """If there is not enough space, the parts are pages: Enter goes to the next page, and Escape goes back."""
    with Program(make_heap(), width=620) as program:
        program.wait_ready()
        wait_classes(program, read_classes()[-1])
        program.wait_state("heap-parts", "classes")
        program.click(LEFT, TABLE_TOP + 140)
        wait_for("a newly selected class", lambda: program.state("heap-class") != int(read_classes()[-1][0]["id"]))
        program.key("Return")
        program.wait_state("heap-parts", "objects")

        def press_until(key, parts):
            """Repeats the key, because the row only has the focus one frame after the list appears."""

            def press():
                program.key(key)
                end = time.monotonic() + 1
                while program.state("heap-parts") != parts and time.monotonic() < end:
                    time.sleep(0.05)
                return program.state("heap-parts") == parts

            time.sleep(0.5)
            wait_for(parts, press)

        press_until("Return", "path")
        press_until("Escape", "objects")
        press_until("Escape", "classes")
        program.resize(WIDTH, HEIGHT)
        program.wait_state("heap-parts", "classes objects path")


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
