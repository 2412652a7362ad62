#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests mapped names: opening a mapping, showing, switching off, and restoring it.

Usage: test-mapping.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import contextlib
import pathlib
import sys
import tempfile
import time

from harness import WIDTH, Program, count_windows, drop_files, dump, expect, temporary_settings, main, run, wait_for

HOME = SAMPLES = MAKE_TRACE = None  # set by main()

MAP = """\
# compiler: R8
# pg_map_id: 7299efd
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
com.acme.StoreApp -> com.example.shop.ShopApplication:
# {"id":"sourceFile","fileName":"StoreApp.kt"}
    void bind(android.content.Context) -> attachBaseContext
    void start() -> onCreate
"""


@contextlib.contextmanager
def open_shop(**keywords):
    """Yields the program with a trace, the trace and a mapping in the same folder."""
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder, "shop.trace")
        trace.write_bytes((SAMPLES / "shop-start.trace").read_bytes())
        names = pathlib.Path(folder, "mapping.txt")
        names.write_text(MAP)
        with Program(trace, **keywords) as program:
            program.wait_ready()
            yield program, trace, names


def export_names(program, folder):
    path = pathlib.Path(folder, "out.csv")
    path.unlink(missing_ok=True)
    return {row["name"]: row["raw_name"] for row in program.export(path)}


def find_symbol(trace, name, *options):
    return next(row["id"] for row in dump("symbol", trace, *options) if row["name"] == name)


def wait_mapping(program, name):
    wait_for(f"the mapping “{name}”", lambda: program.offers("mapping") and
             pathlib.Path(program.state("mapping")).name == name)


def give(program, names):
    program.activate("deobfuscate-with", f"[<'{names.resolve().as_uri()}'>]")


def test_given():
    """All views show the mapped names; the selection does not change; a search finds both names."""
    with open_shop() as (program, trace, names):
        symbol = find_symbol(trace, "com.example.shop.ShopApplication.onCreate")
        program.set_state("selected-symbol", f"uint32 {symbol}")
        before = export_names(program, names.parent)
        assert "com.example.shop.ShopApplication.onCreate" in before and not any(before.values()), before
        give(program, names)
        wait_mapping(program, "mapping.txt")
        program.wait_ready()
        after = export_names(program, names.parent)
        assert after["com.acme.StoreApp.start"] == "com.example.shop.ShopApplication.onCreate ()V", after
        assert "com.example.shop.ShopApplication.onCreate" not in after
        assert len(after) == len(before), (len(after), len(before))
        program.wait_state("selected-symbol", int(symbol))

        # A search finds it by both names.
        program.activate("search")
        for text in ("StoreApp.start", "ShopApplication.onCreate", "StoreApp.stop"):
            time.sleep(0.3)
            program.key("ctrl+a")
            program.type(text)
            n = text != "StoreApp.stop"
            wait_for(f"{n} hits of {text}", lambda: tuple(program.state("search-place"))[1] == n)
        program.key("Escape")

        # Switch to the names in the file, and back to the mapped names.
        program.set_state("raw-names", "true")
        wait_for("the names in the file", lambda: program.state("raw-names") is True)
        assert "com.example.shop.ShopApplication.onCreate" in export_names(program, names.parent)
        program.set_state("raw-names", "false")
        wait_mapping(program, "mapping.txt")
        assert "com.acme.StoreApp.start" in export_names(program, names.parent)


def test_dropped():
    """A mapping dropped on a trace renames its symbols; other files are opened."""
    with open_shop() as (program, trace, names):
        drop_files(names.resolve().as_uri())
        wait_mapping(program, "mapping.txt")
        assert "com.acme.StoreApp.start" in export_names(program, names.parent)


def test_bad():
    """An invalid mapping shows an error and changes nothing."""
    with open_shop() as (program, trace, names):
        names.write_text("words\n")
        give(program, names)
        wait_for("the message", lambda: count_windows() == 2)
        program.key("Escape")
        wait_for("the dialog to close", lambda: count_windows() == 1)
        expect(program.state("mapping"), "")


def test_remembered():
    """A reopened file has its mapped names; a missing mapping causes a message."""
    with tempfile.TemporaryDirectory() as folder:
        trace, names = pathlib.Path(folder, "shop.trace"), pathlib.Path(folder, "mapping.txt")
        trace.write_bytes((SAMPLES / "shop-start.trace").read_bytes())
        names.write_text(MAP)
        with Program(trace) as program:
            program.wait_ready()
            give(program, names)
            wait_mapping(program, "mapping.txt")
        with Program(trace, keeps_views=True) as program:
            program.wait_ready()
            wait_mapping(program, "mapping.txt")
            assert "com.acme.StoreApp.start" in export_names(program, folder)
            program.set_state("raw-names", "true")
            wait_for("the names in the file", lambda: program.state("raw-names") is True)
        with Program(trace, keeps_views=True) as program:
            program.wait_ready()
            expect(program.state("mapping"), "")
            assert program.state("raw-names") is True
            program.set_state("raw-names", "false")
            wait_mapping(program, "mapping.txt")
        names.unlink()
        with Program(trace, keeps_views=True) as program:
            program.wait_ready()
            expect(program.state("mapping"), "")
            assert "com.example.shop.ShopApplication.onCreate" in export_names(program, folder)


def open_source(program, trace, name):
    """Opens the source of a method with the menu of its longest call."""
    program.set_state("selected-symbol", f"uint32 {find_symbol(trace, name)}")
    program.activate("longest-call")
    wait_for("a call", lambda: program.state("selected-slice") != 4294967295)
    run("xdotool", "mousemove", str(WIDTH - 40), "880")  # an item below the pointer would be activated
    time.sleep(0.5)  # until the call is visible
    program.choose_item("Open Source", opens=lambda: program.key("shift+F10"))


def test_source():
    """The command in the preferences opens a method's file; if it is missing, the searched folders are shown."""
    trace, name = SAMPLES / "shop-start.trace", "com.example.shop.ShopApplication.onCreate"
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "shop; $(x)", "src/com/example/shop/ShopApplication.kt")
        editor, said = pathlib.Path(folder, "editor"), pathlib.Path(folder, "said")
        editor.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$@\" > '{said}.part'; mv '{said}.part' '{said}'\n")
        editor.chmod(0o755)
        source.parent.mkdir(parents=True)
        with temporary_settings(**{"source_folders": f"['{folder}']",
                              "editor-command": f"'{editor} --at={{line}} {{file}}'"}):
            with Program(trace) as program:
                program.wait_ready()
                open_source(program, trace, name)
                wait_for("the dialog with the error", lambda: count_windows() == 2)
                program.key("Escape")
                wait_for("the dialog to close", lambda: count_windows() == 1)
                source.write_text("class ShopApplication\n")
                open_source(program, trace, name)
                wait_for("the editor", said.exists)
                expect(said.read_text().splitlines(), ["--at=1", str(source)])


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
