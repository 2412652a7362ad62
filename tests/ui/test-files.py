#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Selects files and drops them on the window, as users do.

Usage: test-files.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]

Dropped data comes from drag-source.c, see drop().
"""

import sys
import time

from harness import (
    HEIGHT, WIDTH, Program, Screen, count_windows, drop, drop_files, dump, expect, main, read_csv, run, sorted_rows,
    type_path, wait_for,
)

TEXT_ACCENT = "1c71d8"  # accent colour of text


def uri(path):
    return path.resolve().as_uri()


def get_title(program):
    return run("xdotool", "getwindowname", program.window).strip()


def wait_title(program, name):
    wait_for(f"{name} in the title", lambda: get_title(program).startswith(name))


def test_open():
    """Ctrl+O opens the entered path; Escape opens nothing."""
    with Program() as program:
        program.wait_state("page", "start")
        program.key("ctrl+o")
        wait_for("the dialog", lambda: count_windows() == 2)
        program.key("Escape")
        wait_for("no dialog", lambda: count_windows() == 1)
        expect(program.state("page"), "start")

        program.key("ctrl+o")
        wait_for("the dialog", lambda: count_windows() == 2)
        time.sleep(0.5)
        program.type(str(SAMPLES / "shop-start.trace"))
        program.key("Return")
        program.wait_ready()
        wait_title(program, "shop-start.trace")


def test_start():
    """Each card opens a file dialog; the sample opens and is then a recent file; a deleted file stays in the list."""
    with Program() as program:
        program.wait_state("page", "start")
        for card in ("method", "system", "incident", "report", "memory", "profile"):
            program.activate("open-for", f"[<'{card}'>]")
            wait_for(f"the dialog for {card}", lambda: count_windows() == 2)
            program.key("Escape")
            wait_for("no dialog", lambda: count_windows() == 1)
        gone = HOME / "gone.trace"
        gone.write_bytes((SAMPLES / "reader.trace").read_bytes())
        for path in (SAMPLES / "shop-start.trace", gone):
            program.show_only(path)
            program.wait_ready()
        gone.unlink()
    with Program() as program:
        program.wait_state("page", "start")
        time.sleep(0.5)
        program.key("Return")  # opens a dialog for the new location of the file
        wait_for("the dialog", lambda: count_windows() == 2)
        program.key("Escape")
        wait_for("no dialog", lambda: count_windows() == 1)
        program.key("Down", "Return")
        program.wait_ready()
        wait_title(program, "shop-start.trace")


def count_color(color, left, right, top, bottom):
    screen = Screen()
    return sum(screen.get(x, y) == color for y in range(top, bottom, 2) for x in range(left, right))


def test_drag_label():
    """While files are dragged over the start page, a message on the page names the effect of a drop."""
    paths = [SAMPLES / name for name in ("shop-start.trace", "reader.trace", "boot-v2.trace")]

    def look():
        wait_for("the message about the drop",
                 lambda: count_color(TEXT_ACCENT, WIDTH // 4, WIDTH * 3 // 4, HEIGHT // 2 - 30,
                                     HEIGHT // 2 + 50) > 40)

    with Program() as program:
        program.wait_state("page", "start")
        time.sleep(0.5)
        expect(count_color(TEXT_ACCENT, WIDTH // 3, WIDTH * 2 // 3, 60, 100), 0)
        drop_files(*map(uri, paths), look=look)
        wait_for("a file", lambda: program.state("page") != "start")


def test_drop_together():
    """Several files dropped on the start page form one timeline; a button in a toast opens separate tabs."""
    log, trace = SAMPLES / "device.ftrace", SAMPLES / "shop-start.trace"
    with Program() as program:
        program.wait_state("page", "start")
        drop_files(uri(log), uri(trace))
        program.wait_ready()
        wait_title(program, "device.ftrace and 1 more")
        program.activate("open-separately", f"[<[('{uri(log)}', ''), ('{uri(trace)}', '')]>]")
        wait_title(program, "shop-start.trace")
        program.wait_ready()
        program.activate("close-tab")
        wait_title(program, "device.ftrace")


def test_start_narrow():
    """A narrow start page shows the recent files first, if there are any."""
    with Program() as program:
        program.show_only(SAMPLES / "shop-start.trace")
        program.wait_ready()
    with Program(width=700) as program:
        program.wait_state("page", "start")
        time.sleep(0.5)
        program.click(200, 235)
        program.wait_ready()


def test_export():
    """Ctrl+E writes the profile to the entered path."""
    trace = SAMPLES / "shop-start.trace"
    path = HOME / "chosen.csv"
    with Program(trace) as program:
        program.wait_ready()
        program.key("ctrl+e")
        type_path(program, path)
        wait_for("the file", lambda: path.exists() and path.read_bytes().endswith(b"\r\n"))
        written = sorted_rows(read_csv(path.read_text(encoding="utf-8")))
        expect(written, sorted_rows(dump("method_profile", trace)))


def test_export_stacks():
    """Exports the selection in each format, by action and in the dialog, with the same bytes as tracedump."""
    trace = SAMPLES / "shop-start.trace"
    with Program(trace) as program:
        program.wait_ready()
        start = int(min(int(row["ts"]) for row in dump("slice", trace)))
        program.set_state("selected-time", f"(int64 {start + 10**8}, int64 {start + 9 * 10**8})")
        for suffix in (".folded", ".speedscope.json", ".pb.gz", ".json"):
            path, again = HOME / f"stacks{suffix}", HOME / f"again{suffix}"
            program.activate("export-stacks-to", f"[<'{path}'>]")
            wait_for("the exported file", path.exists)
            run(TRACEDUMP, "export", trace, "-o", again, "--clock", "wall", "--from", "100ms", "--to", "900ms")
            expect(path.read_bytes() == again.read_bytes(), True)
        program.activate("export-stacks", "[]")
        type_path(program, HOME / "typed.folded")
        wait_for("the typed file", (HOME / "typed.folded").exists)
        expect((HOME / "typed.folded").read_bytes() == (HOME / "stacks.folded").read_bytes(), True)


def check_save_threads(program, trace, part, step):
    """Checks that a thread in the range is saved with the same bytes as by “tracedump cut”."""
    busy = max(dump("thread_track", trace), key=lambda row: int(row["slice_count"]))
    own, again = HOME / "own.trace", HOME / "own-again.trace"
    program.set_state("threads", f"[uint32 {busy['utid']}]")
    program.activate("save-range-to", f"[<'{own}'>]")
    wait_for("the exported file of one thread", own.exists)
    run(TRACEDUMP, "cut", trace, "-o", again, "--from", f"{step // 1000}us", "--to", f"{2 * step // 1000}us",
        "--thread", busy["name"].split("]")[0][1:])
    expect(own.read_bytes() == again.read_bytes(), True)
    assert 0 < len(own.read_bytes()) < len(part.read_bytes())


def test_save_range():
    """A range is saved as by “tracedump cut”, with the selected threads, and never replaces its own file."""
    for name in ("device.ftrace", "shop-start.trace"):
        trace = HOME / f"whole-{name}"
        trace.write_bytes((SAMPLES / name).read_bytes())
        whole = trace.read_bytes()
        with Program(trace) as program:
            program.wait_ready()
            begin, end = program.state("visible-time")
            step = (end - begin) // 4000 * 1000
            expect(program.describe("save-range")[0], False)
            program.set_state("selected-time", f"(int64 {begin + step}, int64 {begin + 2 * step})")
            wait_for("the action", lambda: program.describe("save-range")[0])
            program.activate("save-range", "[]")
            part = HOME / f"part-{name}"
            type_path(program, part)
            wait_for("the exported part of the trace", part.exists)
            again = HOME / f"again-{name}"
            run(TRACEDUMP, "cut", trace, "-o", again, "--from", f"{step // 1000}us", "--to",
                f"{2 * step // 1000}us")
            expect(part.read_bytes() == again.read_bytes(), True)
            assert 0 < len(part.read_bytes()) < len(whole)
            if name == "shop-start.trace":
                check_save_threads(program, trace, part, step)
            link = HOME / f"link-{name}"
            link.symlink_to(trace)
            for target in (trace, link):
                program.activate("save-range-to", f"[<'{target}'>]")
                wait_for("the error", lambda: count_windows() == 2)
                program.key("Escape")
                wait_for("the dialog to close", lambda: count_windows() == 1)
                expect(trace.read_bytes() == whole, True)
                expect(link.is_symlink(), True)


def test_image_suffix():
    """The suffix of an image's name determines the format, which is also suggested for the next image."""
    starts = {".svg": b"<?xml", ".pdf": b"%PDF", ".png": b"\x89PNG"}
    with Program(SAMPLES / "shop-start.trace") as program:
        program.wait_ready()
        program.go_to("flame")
        for suffix, start in starts.items():
            path = HOME / f"picture{suffix}"
            program.key("ctrl+shift+e")
            type_path(program, path)
            wait_for("the exported image", path.exists)
            expect(path.read_bytes()[:len(start)], start)
        program.key("ctrl+shift+e")
        type_path(program, HOME / "another.svg")
        program.key("ctrl+shift+e")
        type_path(program, HOME / "no-suffix")
        wait_for("the image in the format used last", (HOME / "no-suffix").exists)
        expect((HOME / "no-suffix").read_bytes()[:5], b"<?xml")


def test_export_suffix():
    """The suffix of the entered name determines the format, and no other file is written."""
    trace = SAMPLES / "shop-start.trace"
    typed = [HOME / f"typed{suffix}" for suffix in (".speedscope.json", ".folded", ".pb.gz", ".json")]
    with Program(trace) as program:
        program.wait_ready()
        for path in typed + typed[:1]:
            path.unlink(missing_ok=True)
            before = {other.name for other in HOME.iterdir() if other != path}
            program.activate("export-stacks", "[]")
            type_path(program, path)
            wait_for("the typed file", path.exists)
            wanted = HOME / f"wanted{path.name[5:]}"
            run(TRACEDUMP, "export", trace, "-o", wanted, "--clock", "wall")
            wait_for(f"{path.name} in the format of its suffix", lambda: path.read_bytes() == wanted.read_bytes())
            expect({other.name for other in HOME.iterdir()} - before - {wanted.name, path.name}, set())


def test_missing():
    """With several files, a missing file has a tab with the error."""
    files = [SAMPLES / "device.ftrace", HOME / "missing.trace", SAMPLES / "shop-start.trace"]
    with Program(*files) as program:
        program.wait_ready()
        program.activate("close-tab")
        program.wait_state("page", "failed")
        program.activate("close-tab")
        program.wait_ready()
        wait_title(program, "device.ftrace")


def test_as_text():
    """A file of an unknown format can be opened as text."""
    path = HOME / "notes.txt"
    path.write_text("first line\nsecond line\n")
    with Program(path) as program:
        program.wait_state("page", "failed")
        time.sleep(0.5)
        program.key("alt+t")
        program.wait_ready()
        program.wait_state("panel-page", "text")


def test_metadata_only():
    """A trace without events has a message about this and shows its data sources; other tabs work."""
    path = HOME / "metadata.pftrace"
    path.write_bytes(b"\n\x18\x8a\x02\x15\x12\x10\n\x0e\n\x0clinux.ftrace\x18\x90N")
    with Program(SAMPLES / "device.ftrace", path) as program:
        program.wait_ready()
        wait_title(program, "metadata.pftrace")
        expect(program.state("panel-page"), "")
        program.key("alt+1", "ctrl+f", "Escape", "F9", "x")
        program.activate("close-tab")
        program.wait_ready()
        wait_title(program, "device.ftrace")


def test_drop():
    """Each dropped file gets a tab; a file that is already open is shown."""
    log, trace = SAMPLES / "device.ftrace", SAMPLES / "shop-start.trace"
    with Program() as program:
        program.show_only(log)
        program.wait_ready()
        drop_files(uri(log), uri(trace))
        program.wait_ready()
        wait_title(program, "shop-start.trace")
        drop_files(uri(log))
        wait_title(program, "device.ftrace")
        program.activate("close-tab")
        wait_title(program, "shop-start.trace")
        program.activate("close-tab")
        program.wait_state("page", "start")


def test_odd_name():
    """Control characters, mnemonics and markup in file names are shown escaped."""
    name = "a_b\x1b\n<b>&\u202eecart.trace"
    path = HOME / name
    path.write_bytes((SAMPLES / "shop-start.trace").read_bytes())
    shown = "a_b\\x1b\\x0a<b>&\\u202eecart"
    with Program(path) as program:
        program.wait_ready()
        wait_title(program, shown + ".trace")
        program.activate("properties")
        wait_for("the properties", lambda: count_windows() == 2)
        program.key("Escape")
        wait_for("no properties", lambda: count_windows() == 1)

        program.key("ctrl+e")  # the suggested folder contains the trace
        wait_for("the dialog", lambda: count_windows() == 2)
        time.sleep(0.5)
        program.key("Return")
        written = HOME / (shown + "-method-profile.csv")
        wait_for("the file", lambda: written.exists() and written.read_bytes().endswith(b"\r\n"))
        path.write_bytes(b"no trace")
        program.activate("close-tab")
        program.wait_state("page", "start")  # the page lists the file
        program.activate("open-uri", f"[<'{uri(path)}'>]")
        program.wait_state("page", "failed")
        wait_title(program, shown + ".trace")


def test_drop_others():
    """A dropped file that is not a trace shows an error; other dropped data is rejected."""
    with Program() as program:
        program.wait_state("page", "start")
        drop_files(uri(SAMPLES))  # a folder with several traces lists them
        program.wait_state("page", "bundle")
        drop_files("https://example.org/a.trace")
        wait_title(program, "a.trace")
        program.wait_state("page", "failed")
        drop_files(uri(HOME / "is-not-there.trace"))
        wait_title(program, "is-not-there.trace")
        program.wait_state("page", "failed")
        drop("text/plain;charset=utf-8", "/etc/passwd", False)
        wait_title(program, "is-not-there.trace")
        program.activate("close-tab")
        program.wait_state("page", "bundle")
        program.activate("close-tab")
        program.wait_state("page", "start")


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
