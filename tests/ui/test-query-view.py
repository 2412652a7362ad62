#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the query view.

Usage: test-query-view.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import re
import subprocess
import sys
import time

from harness import (
    NONE, PALETTE, Program, Screen, click_secondary, expect, list_popups, main, read_csv, shared, wait_for,
)

LABELS = 190  # width of the names next to the timeline
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
ONE = "SELECT ts, dur, name FROM slice ORDER BY dur DESC LIMIT 1"
LONGEST = "SELECT id, ts, dur, name FROM slice WHERE dur >= 0 ORDER BY dur DESC, id LIMIT 40"


def query(trace, text):
    """Returns the rows from tracedump."""
    found = subprocess.run(
        [TRACEDUMP, "query", "--format", "csv", str(trace), text],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True,
    )
    return read_csv(found.stdout)


def quote(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def open_query(program):
    program.wait_ready()
    program.go_to("query")
    wait_for("the actions", lambda: program.offers("query-run"))


def run_query(program, text, rows=None):
    program.set_state("query-text", quote(text))
    program.activate("query-run")
    program.wait_state("query-running", False)
    if rows is not None:
        program.wait_state("query-error", "")
        program.wait_state("query-shown", rows)


def find_editor(program):
    """Moves the focus to the editor."""
    program.activate("show-query")
    time.sleep(0.3)


def test_rows():
    """Ctrl+Enter runs an entered query; its rows equal tracedump's rows, and Export writes them."""
    with shared(SAMPLES / "device.ftrace") as program:
        open_query(program)
        find_editor(program)
        program.type("SELECT name, count(*) AS n, sum(dur) AS dur FROM slice WHERE dur > 0 GROUP BY name ORDER BY name")
        program.key("ctrl+Return")
        wanted = query(SAMPLES / "device.ftrace", program.state("query-text"))
        assert len(wanted) > 5, wanted
        program.wait_state("query-shown", len(wanted))
        expect(program.export(HOME / "rows.csv"), wanted)


def test_key():
    """Alt+Q goes to the editor from another view, and back from the rows."""
    with shared(SAMPLES / "device.ftrace") as program:
        program.wait_ready()
        program.go_to("events")
        program.key("alt+q")
        program.wait_state("panel-page", "query")
        time.sleep(0.5)
        program.type("SELECT 1")
        program.key("ctrl+Return")
        program.wait_state("query-shown", 1)
        program.key("Escape")
        time.sleep(0.3)
        program.key("alt+q")
        time.sleep(0.3)
        program.type("2")
        program.wait_state("query-text", "SELECT 12")


def test_key_elsewhere():
    """Ctrl+Enter also runs the query from outside the text, and letters typed there do not move the timeline."""
    with shared(SAMPLES / "device.ftrace") as program:
        open_query(program)
        whole = program.state("visible-time")
        for rows in (1, 2, 3):
            find_editor(program)
            program.set_state("query-text", quote(" UNION ALL ".join(["SELECT 1 AS a"] * rows)))
            program.key("Escape")
            time.sleep(0.3)
            program.type("wsda")
            program.key("ctrl+Return")
            program.wait_state("query-shown", rows)
            expect(program.state("query-error"), "")
        time.sleep(0.5)
        expect(program.state("visible-time"), whole)
        # The keys of the timeline still work.
        program.click(500, 150)
        program.key("w")
        wait_for("the zoom", lambda: program.state("visible-time") != whole)


def test_selection():
    """Ctrl+Enter runs only the selected text."""
    with shared(SAMPLES / "device.ftrace") as program:
        open_query(program)
        program.set_state("query-text", quote("SELECT 1 AS a UNION ALL SELECT 2\nSELECT 3"))
        find_editor(program)
        program.key("ctrl+Home", "shift+End", "ctrl+Return")
        program.wait_state("query-shown", 2)
        expect(program.state("query-error"), "")


def test_errors():
    """An error is shown with its position; the previous rows stay."""
    with shared(SAMPLES / "device.ftrace") as program:
        open_query(program)
        run_query(program, LONGEST, 40)
        run_query(program, "SELECT name,\n  durr\nFROM slice")
        wait_for("the error", lambda: "durr" in program.state("query-error"))
        expect(program.state("query-error-place"), (2, 3))
        expect(program.state("query-shown"), 40)
        run_query(program, "SELECT 'é', x")
        wait_for("the error", lambda: "x" in program.state("query-error"))
        expect(program.state("query-error-place"), (1, 13))
        run_query(program, LONGEST, 40)
        expect(program.state("query-error-place"), (0, 0))


def test_cancel():
    """Escape, a newer query and closing the file stop an endless query."""
    with Program(SAMPLES / "device.ftrace") as program:
        open_query(program)
        program.set_state("query-text", quote(ENDLESS))
        find_editor(program)
        program.key("ctrl+Return")
        program.wait_state("query-running", True)
        time.sleep(0.5)
        program.key("Escape")
        program.wait_state("query-running", False)
        expect(program.state("query-shown"), -1)

        program.activate("query-run")
        program.wait_state("query-running", True)
        run_query(program, LONGEST, 40)

        program.set_state("query-text", quote(ENDLESS))
        program.activate("query-run")
        program.wait_state("query-running", True)
        program.activate("close-tab")
        program.wait_state("page", "start")


def test_completion():
    """Typing and Ctrl+Space list names; Enter inserts a name while the list is open, otherwise a line break."""
    def names():
        return program.state("query-completion")[1]

    with Program(SAMPLES / "device.ftrace") as program:
        open_query(program)
        find_editor(program)
        wait_for("the completions", lambda: (program.key("ctrl+space"), time.sleep(0.3), names())[2])
        program.key("Escape")
        wait_for("the completions to close", lambda: not names())
        program.type("SELECT x.thr FROM thread_track x")
        expect(names(), [])
        program.set_state("query-text", quote("SELECT  FROM thread_state"))
        program.key("ctrl+Home", "ctrl+Right", "Right")
        program.type("u")
        expect(names(), [])
        program.type("t")
        wait_for("the list of completions", lambda: names())
        expect(names()[0], "utid")
        program.key("Return")
        program.wait_state("query-text", "SELECT utid FROM thread_state")
        expect(names(), [])
        program.type(", wa")
        wait_for("the list of completions", lambda: names())
        shown = names()
        expect(sorted(shown[:2]), ["waker_id", "waker_utid"])
        program.key("Down", "Down", "Up")
        expect(program.state("query-completion")[0], 1)
        program.key("Tab")
        program.wait_state("query-text", f"SELECT utid, {shown[1]} FROM thread_state")
        program.key("Return")
        program.wait_state("query-text", f"SELECT utid, {shown[1]}\nFROM thread_state")
        # Escape closes the list, and the focus stays in the editor.
        program.type(", du")
        wait_for("the list of completions", lambda: names())
        program.key("Escape")
        wait_for("the completions to close", lambda: not names())
        program.type("r ")
        program.wait_state("query-text", f"SELECT utid, {shown[1]}\n, dur FROM thread_state")
        program.key("ctrl+Return")
        wait_for("rows of the result", lambda: program.state("query-shown") > 0)
        # Tables that a query creates are completed from now on.
        run_query(program, "CREATE PERFETTO TABLE zebra AS SELECT 1 AS stripes; SELECT 1", 1)
        program.set_state("query-text", "'SELECT * FROM '")
        find_editor(program)
        program.key("ctrl+End")
        program.type("zeb")
        wait_for("the new table", lambda: names() == ["zebra"])
        program.key("BackSpace", "BackSpace")
        wait_for("the completions to close", lambda: not names())


def show_as_query(program, view, table, order="", is_descending=False):
    """Shows a list as a query, and returns the rows of the list and the rows of the query."""
    program.go_to(view)
    rows = wait_for("rows in the exported result", lambda: program.export(HOME / "list.csv"))
    program.activate("show-as-query", f"[<('{table}', '{order}', {str(is_descending).lower()})>]")
    program.wait_state("panel-page", "query")
    wait_for("the query", lambda: f"FROM {table}" in program.state("query-text"))
    program.wait_state("query-running", False)
    wait_for("the result of the query", lambda: program.state("query-shown") >= 0)
    expect(program.state("query-error"), "")
    return rows, program.export(HOME / "query.csv")


def expect_same(rows, found):
    """Compares rows; exports of lists round fractions and have the trace's thread ids."""
    for row in rows + found:
        row.pop("utid", None)
    fractions = {name for row in rows + found for name, cell in row.items()
                 if re.fullmatch(r"-?[0-9]+[.][0-9]+(e-?[0-9]+)?", cell)}

    def split(rows):
        """Returns, for each row, the cells of columns without fractions, and the cells of columns with fractions."""
        return sorted(([cell for name, cell in row.items() if name not in fractions],
                       [float(row[name] or 0) for name in sorted(fractions)]) for row in rows)

    expect(list(found[0]), list(rows[0]))
    expect([cells for cells, _ in split(found)], [cells for cells, _ in split(rows)])
    for (_, some), (_, others) in zip(split(found), split(rows)):
        assert all(abs(one - other) < 1e-3 for one, other in zip(some, others)), (some, others)


def test_show_as_query():
    """A list is shown as a query with the same rows, also with filters by range and thread."""
    with Program(SAMPLES / "shop-start.trace") as program:
        open_query(program)
        rows, found = show_as_query(program, "profile", "method_profile", "calls", True)
        expect_same(rows, found)
        calls = [int(row["calls"]) for row in found]
        expect(calls, sorted(calls, reverse=True))
        expect_same(*show_as_query(program, "problems", "problem"))
        start, end = program.state("visible-time")
        middle = (start + end) // 2
        program.set_state("selected-time", f"(int64 {start}, int64 {middle})")
        program.wait_state("selected-time", (start, middle))
        rows, found = show_as_query(program, "profile", "method_profile")
        assert f"selected_to = {middle}" in program.state("query-text")
        expect_same(rows, found)
        assert len(rows) > 5, len(rows)
        program.set_state("thread", "uint32 1")
        program.wait_state("thread", 1)
        rows, found = show_as_query(program, "profile", "method_profile")
        assert "selected_utid = 2" in program.state("query-text")
        expect_same(rows, found)


def test_show_as_query_menu():
    """The menu of a list contains “Show as Query”; the menu of a query's rows does not."""
    with shared(SAMPLES / "shop-start.trace") as program:
        open_query(program)
        program.go_to("problems")
        time.sleep(1)
        program.click(400, 648)
        program.choose_item("Show as Query")
        program.wait_state("panel-page", "query")
        program.wait_state("query-error", "")
        assert "FROM problem" in program.state("query-text"), program.state("query-text")
        wait_for("rows of the result", lambda: program.state("query-shown") > 0)
        program.click(300, 824)
        wait_for("no menu", lambda: not program.state("menu"))

        def open_menu():
            """Clicks, repeatedly if the rows are not visible yet, and returns the items of the menu."""
            click_secondary()
            time.sleep(1)
            return program.offers("menu") and program.state("menu")

        labels = [label for label, _, _ in wait_for("the items of the menu", open_menu)]
        assert "Show as Query" not in labels and labels, labels
        program.key("Escape")


def test_chart():
    """A chart shows two columns; its kind and columns depend on the result, and can be selected."""
    def chart():
        return program.state("query-chart")

    with shared(SAMPLES / "device.ftrace") as program:
        open_query(program)
        run_query(program, "SELECT 1 AS a WHERE 0", 0)
        program.set_state("query-shows", "'chart'")
        wait_for("a message", lambda: chart()[4] == "No rows")
        run_query(program, LONGEST, 40)
        wait_for("a line chart", lambda: chart()[:4] == (0, 1, 2, 40))
        assert chart()[4].startswith("dur over ts, 40 rows"), chart()
        # The line has the first colour of the palette.
        time.sleep(1)
        assert Screen().find_rows({PALETTE[0]}, range(100, 1300), least=1)[-1][1] > 760
        program.activate("query-chart-choose", "[<(uint32 1, uint32 3, uint32 2)>]")
        wait_for("a bar chart", lambda: chart()[0] == 1 and chart()[3] > 1)
        program.activate("query-chart-choose", "[<(uint32 0, uint32 3, uint32 2)>]")
        wait_for("a message", lambda: "A line chart needs" in chart()[4])
        # The selection stays for the same columns, and the pickers can be used with the keyboard.
        program.activate("query-chart-choose", "[<(uint32 2, uint32 1, uint32 2)>]")
        wait_for("a histogram", lambda: chart()[0] == 2 and chart()[3] > 1)
        run_query(program, LONGEST.replace("40", "20"), 20)
        wait_for("a histogram", lambda: chart()[0] == 2 and "20 rows" in chart()[4])
        find_editor(program)
        program.key("Escape")
        time.sleep(0.3)
        program.key("space")
        time.sleep(0.5)
        program.key("Up", "Return")
        wait_for("another kind of chart", lambda: chart()[0] != 2)
        run_query(program, "SELECT NULL AS a, 'x' AS b", 1)
        wait_for("bars of a name", lambda: chart()[0] == 1 and "Number of rows by" in chart()[4])
        program.set_state("query-shows", "'rows'")


def test_filter():
    """The box keeps rows that contain its text in any column; count, export and chart are also filtered."""
    text = "SELECT id, ts, dur, name, dur / 1e6 AS ms FROM slice WHERE dur >= 0 ORDER BY id"

    def find(wanted):
        return [row for row in query(SAMPLES / "device.ftrace", text)
                if any(wanted in cell.lower() for cell in row.values())]

    with shared(SAMPLES / "device.ftrace") as program:
        open_query(program)
        rows = query(SAMPLES / "device.ftrace", text)
        run_query(program, text, len(rows))
        expect(program.state("query-left"), len(rows))
        word = min(word for row in rows for word in re.findall("[A-Za-z]{6,}", row["name"]))
        program.activate("find")
        time.sleep(0.3)
        program.type(word.lower())
        wanted = find(word.lower())
        assert 0 < len(wanted) < len(rows), (word, len(wanted))
        program.wait_state("query-left", len(wanted))
        expect(program.state("query-shown"), len(rows))
        expect(program.export(HOME / "filtered.csv"), wanted)
        program.set_state("query-shows", "'chart'")
        words = f"{len(wanted)} row" + ("s" if len(wanted) != 1 else "")
        wait_for("the chart of the filtered rows", lambda: words in program.state("query-chart")[4])
        program.set_state("query-shows", "'rows'")
        # a number, which is not in the name column
        number = wanted[0]["dur"]
        program.set_state("query-filter", quote(number))
        program.wait_state("query-left", len(find(number)))
        # The next query is also filtered; text that no row contains leaves no rows.
        run_query(program, text + " DESC", len(rows))
        program.wait_state("query-left", len(find(number)))
        program.set_state("query-filter", "'no row has this'")
        program.wait_state("query-left", 0)
        expect(program.describe("query-mark")[0], False)
        program.activate("find")
        time.sleep(0.3)
        program.key("Escape")
        program.wait_state("query-left", len(rows))


def test_filter_many():
    """A million rows are filtered in the background; newer filter text replaces older text."""
    with shared(SAMPLES / "device.ftrace") as program:
        open_query(program)
        run_query(program, "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999999) "
                           "SELECT i, 'row ' || i AS name, i * 1000 AS dur FROM n", 1000000)
        program.set_state("query-filter", "'row'")
        program.set_state("query-filter", "'row 99999'")
        started = time.monotonic()
        program.state("query-filter")
        assert time.monotonic() - started < 0.5, "the window waits for the filter"
        program.wait_state("query-left", 11)
        program.set_state("query-filter", "''")
        program.wait_state("query-left", 1000000)
        run_query(program, "SELECT 1 WHERE 0", 0)


def test_tables():
    """The list of tables finds names, descriptions and columns; keys and clicks insert names at the cursor."""
    def names():
        return program.state("query-tables")

    with Program(SAMPLES / "device.ftrace") as program:
        open_query(program)
        program.set_state("query-text", quote("SELECT  FROM x"))
        program.activate("query-tables-open", "[<''>]")
        wait_for("the completions for tables", lambda: len(names()) > 50)
        assert "slice" in names() and "thread_state" in names() and "track_id" not in names(), names()
        program.activate("query-tables-open", "[<'waker_utid'>]")
        wait_for("the completions for columns", lambda: "waker_utid" in names())
        expect(names()[:2], ["thread_state", "waker_utid"])
        program.key("Escape")
        wait_for("the completions to close", lambda: names() == [])
        # By keyboard: find a table that a query created, open it, close it from a column, insert names.
        run_query(program, 'CREATE VIEW zebra AS SELECT 1 AS stripes, 2 AS "a b"; SELECT 1', 1)
        program.set_state("query-text", quote("SELECT  FROM"))
        find_editor(program)
        program.key("ctrl+Home", "ctrl+Right", "Right")
        program.activate("query-tables-open", "[<'zebra'>]")
        wait_for("the new table", lambda: names() == ["zebra"])
        time.sleep(0.3)
        program.key("Down", "Right")
        program.wait_state("query-tables", ["zebra", "stripes", "a b"])
        program.key("Down", "Down", "Left")
        program.wait_state("query-tables", ["zebra"])
        program.key("Right")
        program.wait_state("query-tables", ["zebra", "stripes", "a b"])
        program.key("Down", "Down", "Return")
        program.wait_state("query-text", 'SELECT "a b" FROM')
        wait_for("the completions to close", lambda: names() == [])
        program.key("ctrl+End")
        program.activate("query-tables-open", "[<'zebra'>]")
        wait_for("the table", lambda: names()[:1] == ["zebra"])
        time.sleep(0.3)
        program.key("Return")
        program.wait_state("query-text", 'SELECT "a b" FROM zebra')
        program.type("x")
        program.wait_state("query-text", 'SELECT "a b" FROM zebrax')
        program.activate("query-tables-open", "[<'thread_stat'>]")
        wait_for("the matching table as the first completion", lambda: names()[:1] == ["thread_state"])
        program.activate("query-tables-open", "[<'no such name'>]")
        wait_for("no completions", lambda: names() == [])
        program.key("Escape")


def test_many_rows():
    """The window responds while it shows a million rows."""
    with shared(SAMPLES / "device.ftrace") as program:
        open_query(program)
        run_query(program, "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999999) "
                           "SELECT i, 'row ' || i AS name, i * 1000 AS dur FROM n", 1000000)
        run_query(program, "SELECT 1 WHERE 0", 0)


def test_links():
    """Enter on a row follows its link and selects the slice."""
    with shared(SAMPLES / "shop-start.trace") as program:
        open_query(program)
        program.set_state("selected-slice", f"uint32 {NONE}")
        run_query(program, LONGEST, 40)
        find_editor(program)
        program.key("Escape")
        time.sleep(0.3)
        program.key("Home", "Return")
        first = query(SAMPLES / "shop-start.trace", LONGEST)[0]
        wait_for("a selected slice", lambda: program.state("selected-slice") != NONE)
        table = subprocess.run(
            [TRACEDUMP, "table", "--native", "slice", str(SAMPLES / "shop-start.trace")],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True,
        )
        row = {row["id"]: row for row in read_csv(table.stdout)}[str(program.state("selected-slice"))]
        expect((row["ts"], row["dur"], row["name"]), (first["ts"], first["dur"], first["name"]))


def test_mark():
    """Rows with times become a timeline row that a cross removes; rows without times cannot be shown there."""
    with shared(SAMPLES / "device.ftrace") as program:
        open_query(program)
        run_query(program, "SELECT 1 AS a", 1)
        expect(program.describe("query-mark")[0], False)
        run_query(program, LONGEST, 40)
        expect(program.describe("query-mark")[0], True)
        run_query(program, ONE, 1)
        program.activate("query-mark")
        program.wait_state("query-tracks", [(1, "slice", 1, "")])
        time.sleep(1)
        longest, = query(SAMPLES / "device.ftrace", ONE)
        start, dur = int(longest["ts"]), int(longest["dur"])
        seen = program.state("visible-time")
        width = program.get_size()[0]
        scale = (width - LABELS) / (seen[1] - seen[0])
        x = LABELS + (start + dur / 2 - seen[0]) * scale
        for y in range(98, 130, 6):
            program.click(x, y)
            time.sleep(0.2)
            if program.state("selected-time") == (start, start + dur):
                break
        expect(program.state("selected-time"), (start, start + dur))
        # A click on its name edits the name.
        program.click(60, y)
        time.sleep(0.5)
        program.key("ctrl+a")
        program.type("longest")
        program.key("Return")
        program.wait_state("query-tracks", [(1, "longest", 1, "")])
        wait_for("no entry", lambda: not list_popups())
        program.click(LABELS - 14, y)
        program.wait_state("query-tracks", [])


def tracks(program):
    """Returns name, number of slices and message of each timeline row that shows a query."""
    return [track[1:] for track in program.state("query-tracks")]


def mark(program, text, name, n, **renamed):
    """Adds the rows of a query to the timeline."""
    before = tracks(program)
    run_query(program, text)
    program.wait_state("query-error", "")
    wait_for("rows that can be added to the timeline", lambda: program.describe("query-mark")[0])
    program.activate("query-mark")
    wait_for("the new query track", lambda: tracks(program) == before + [(name, n, "")])


def test_saved_tracks():
    """Timeline rows of queries are restored when the file is reopened, even if it changed; errors have a message."""
    path = HOME / "kept.ftrace"
    path.write_bytes((SAMPLES / "device.ftrace").read_bytes())
    with Program(path) as program:
        open_query(program)
        mark(program, LONGEST, "slice", 40)
        program.activate("query-track-rename", "[<(uint32 1, 'the longest')>]")
        wait_for("the name", lambda: tracks(program) == [("the longest", 40, "")])
        run_query(program, LONGEST, 40)
        name = query(path, LONGEST)[0]["name"]
        n = len([row for row in query(path, LONGEST) if name.lower() in "\0".join(row.values()).lower()])
        program.set_state("query-filter", quote(name))
        program.wait_state("query-left", n)
        program.activate("query-mark")
        wait_for("the query track “slice”", lambda: tracks(program)[1:] == [("slice", n, "")])
        program.set_state("query-filter", "''")
        run_query(program, "CREATE PERFETTO TABLE zebra AS SELECT ts, dur FROM slice LIMIT 3; SELECT 1", 1)
        mark(program, "SELECT * FROM zebra", "zebra", 3)
        mark(program, "SELECT 1 AS ts", "query", 1)
        program.activate("query-track-remove", "[<uint32 4>]")
        wait_for("3 query tracks", lambda: len(tracks(program)) == 3)
    wanted = [("the longest", 40, ""), ("slice", n, "")]
    with Program(path, keeps_views=True) as program:
        program.wait_ready()
        wait_for("the query tracks of the restored view", lambda: tracks(program)[:2] == wanted)
        wait_for("an error", lambda: "zebra" in tracks(program)[2][2])
        expect(tracks(program)[2][:2], ("zebra", 0))
        assert tracks(program)[2][2].startswith("The query failed:"), tracks(program)
        program.activate("query-track-remove", f"[<uint32 {program.state('query-tracks')[2][0]}>]")
        wait_for("2 query tracks", lambda: tracks(program) == wanted)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[: len(lines) * 3 // 4]), "utf-8")
    expected = len(query(path, LONGEST))
    with Program(path, keeps_views=True) as program:
        program.wait_ready()
        wait_for("the query track “the longest”", lambda: tracks(program)[:1] == [("the longest", expected, "")])
        expect(len(tracks(program)), 2)


def test_endless_track():
    """A saved endless query does not block the window, and is stopped when its timeline row is removed."""
    path = HOME / "endless.ftrace"
    path.write_bytes((SAMPLES / "device.ftrace").read_bytes())
    with Program(path) as program:
        open_query(program)
        mark(program, "SELECT 1 AS ts", "query", 1)
    saved, = (HOME / "cache" / "traceview" / "views").glob("*.view")
    saved.write_text(saved.read_text("utf-8").replace("SELECT 1 AS ts", ENDLESS.replace("SELECT count", "SELECT 1 AS ts, count")),
                    "utf-8")
    with Program(path, keeps_views=True) as program:
        open_query(program)
        expect(tracks(program), [("query", 0, "Running the query…")])
        run_query(program, LONGEST, 40)
        program.activate("query-track-remove", "[<uint32 1>]")
        program.wait_state("query-tracks", [])
        mark(program, ONE, "slice", 1)
    with Program(path, keeps_views=True) as program:
        program.wait_ready()
        wait_for("the query track “slice” with one slice", lambda: tracks(program) == [("slice", 1, "")])


def test_narrow():
    """A narrow window stays narrow with rows, a chart, a timeline row and an error; the profile needs over 360 px."""
    with Program(SAMPLES / "shop-start.trace") as program:
        open_query(program)
        mark(program, "SELECT * FROM slice LIMIT 1000", "slice", 1000)
        program.resize(380, 700)
        program.set_state("query-shows", "'chart'")
        wait_for("the chart", lambda: program.state("query-chart")[3] > 1)
        time.sleep(0.5)
        run_query(program, "SELECT a_name_that_is_long_and_of_one_word_which_cannot_be_broken_anywhere FROM slice")
        wait_for("the error", lambda: program.state("query-error"))
        time.sleep(0.5)
        expect(program.get_size(), (380, 700))


def test_history():
    """Alt+Up and Alt+Down move through the queries that were run, also after the view is reopened."""
    with Program(SAMPLES / "device.ftrace") as program:
        open_query(program)
        for number in range(3):
            run_query(program, f"SELECT {number} AS a", 1)
        program.set_state("query-text", quote("-- own"))
        find_editor(program)
        for wanted in ("SELECT 2 AS a", "SELECT 1 AS a", "SELECT 0 AS a", "SELECT 0 AS a"):
            program.key("alt+Up")
            program.wait_state("query-text", wanted)
        for wanted in ("SELECT 1 AS a", "SELECT 2 AS a", "-- own"):
            program.key("alt+Down")
            program.wait_state("query-text", wanted)


def test_saved():
    """A query is saved as a file in the user's data folder; an invalid name is an error."""
    with Program(SAMPLES / "device.ftrace") as program:
        open_query(program)
        program.set_state("query-text", quote(LONGEST))
        program.activate("query-save", "[<'longest slices'>]")
        path = HOME / "data" / "traceview" / "queries" / "longest slices.sql"
        wait_for("the file", path.exists)
        expect(path.read_text("utf-8"), LONGEST)
        program.activate("query-save", "[<'../out'>]")
        wait_for("an error", lambda: "../out" in program.state("query-error"))


sys.exit(main(__file__, globals(), sys.argv[1:]))
