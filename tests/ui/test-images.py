#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests exporting and printing the timeline.

Usage: test-images.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import pathlib
import re
import struct
import sys
import xml.etree.ElementTree

from harness import PALETTE, Program, Screen, count_windows, expect, main, wait_for


def export(program, part, name, action="export-timeline-to"):
    path = HOME / name
    path.unlink(missing_ok=True)
    program.activate(action, f"[<('{part}', '{path}')>]")
    wait_for(f"the file {name}", path.exists)  # the file gets its name only when it is complete
    return path.read_bytes()


def get_png_size(data):
    assert data.startswith(b"\x89PNG\r\n") and data[-8:-4] == b"IEND"
    return struct.unpack(">II", data[16:24])


def print_pages(program, part, name):
    """Prints, and returns the sizes of the pages."""
    export(program, part, name, "print-to")
    read = (HOME / name).read_bytes  # GTK writes the file in parts
    wait_for("the end of the PDF file", lambda: read().rstrip().endswith(b"%%EOF"))
    boxes = re.findall(rb"/MediaBox \[ ?([\d. ]+)\]", read())
    return [tuple(float(number) for number in box.split()[2:]) for box in boxes]


def test_export():
    """Exports the visible range, a selected range and the whole trace, in each format."""
    trace = SAMPLES / "shop-start.trace"
    with Program(trace) as program:
        program.wait_ready()
        visible = export(program, "visible", "visible.png")
        whole = export(program, "whole", "whole.png")
        assert get_png_size(whole)[1] > get_png_size(visible)[1]
        expect(get_png_size(whole)[0], get_png_size(visible)[0])
        expect(export(program, "whole", "again.png") == whole, True)

        svg = export(program, "whole", "whole.svg")
        xml.etree.ElementTree.fromstring(svg)
        assert export(program, "whole", "whole.pdf").startswith(b"%PDF-")

        program.set_state("selected-time", "(int64 1000000000, int64 1500000000)")
        selected = export(program, "selected", "selected.svg")
        assert selected not in (svg, export(program, "whole", "marked.svg"))


def test_unwritable():
    """A failure to write shows an error, and no file remains."""
    with Program(SAMPLES / "shop-start.trace") as program:
        program.wait_ready()
        wait_for("a single window", lambda: count_windows() == 1)
        program.activate("export-timeline-to", f"[<('whole', '{HOME}/none/a.png')>]")
        wait_for("a message", lambda: count_windows() == 2)
        assert not (HOME / "none").exists()


def test_dialog():
    """A key opens the dialog, which draws a preview; Escape closes it."""
    with Program(SAMPLES / "shop-start.trace") as program:
        program.wait_ready()
        before = count_windows()
        program.key("ctrl+shift+e")
        wait_for("the dialog", lambda: count_windows() > before)
        # The dialog is in the corner. The widest call in it is the first thread's first call, at a small size.
        wait_for("the preview", lambda: Screen().find_widest(PALETTE[0], 60, 480, 60, 260)[0] > 100)
        program.key("Escape")
        wait_for("the dialog to close", lambda: count_windows() == before)


def test_print():
    """Prints landscape pages, as many as the rows need."""
    with Program(SAMPLES / "shop-start.trace") as program:
        program.wait_ready()
        expect(len(print_pages(program, "visible", "one.pdf")), 1)
        pages = print_pages(program, "whole", "more.pdf")
        assert len(pages) > 1, pages
        assert all(width > height for width, height in pages), pages
        before = count_windows()
        program.key("ctrl+p")
        wait_for("the print dialog", lambda: count_windows() > before)
        program.key("Escape")
        wait_for("the dialog to close", lambda: count_windows() == before)


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
