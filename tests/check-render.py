#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the images that tracedump draws, and that no file remains after an error.

Usage: check-render.py TRACEDUMP MAKE_TRACE SAMPLES_DIR      TAP on standard output
"""

import os
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree
import zlib

from tap_checks import list_samples
from tracedump_checks import (
    ENVIRONMENT, TRACEDUMP, expect, expect_equal, main, make_log, make_trace, run,
)

FORMATS = ("png", "svg", "pdf")
LIGHT, DARK = "fafafa", "1e1e1e"


def render(trace, output, *arguments):
    answer = run("render", trace, "-o", output, *arguments)
    expect_equal(answer.code, 0, answer.err)
    return output.read_bytes()


def refuse(code, words, *arguments, folder=None):
    """Checks that a command fails with this exit code and message, and does not change the folder."""
    before = folder and {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    answer = run("render", *arguments)
    expect_equal(answer.code, code, arguments, answer.err)
    expect(words in answer.err, words, "is not in", answer.err)
    expect(not answer.bytes)
    if folder:
        after = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        expect_equal(after, before)


class Png:
    """A PNG image: its size and first pixel. Other tests check the rest."""

    def __init__(self, data):
        expect_equal(data[:8], b"\x89PNG\r\n\x1a\n")
        expect_equal(data[-8:-4], b"IEND")
        self.size = struct.unpack(">II", data[16:24])
        place, chunks = 8, b""
        while place < len(data):
            (length,) = struct.unpack(">I", data[place:place + 4])
            if data[place + 4:place + 8] == b"IDAT":
                chunks += data[place + 8:place + 8 + length]
            place += length + 12
        # With any filter of the line, no data precedes the first pixel.
        self.first = zlib.decompress(chunks)[1:4].hex()


class Svg:
    def __init__(self, data):
        self.root = xml.etree.ElementTree.fromstring(data)
        self.size = tuple(float(self.root.get(name).removesuffix("px")) for name in ("width", "height"))


class Pdf:
    def __init__(self, data):
        expect_equal(data[:5], b"%PDF-")
        expect(data.rstrip().endswith(b"%%EOF"), "the PDF file is truncated")
        expect(b"CreationDate" not in data, "the PDF file contains its creation date")
        box = re.search(rb"/MediaBox \[ ?([\d. ]+)\]", data)[1].split()
        self.size = tuple(float(number) / 0.75 for number in box[2:])


KINDS = dict(zip(FORMATS, (Png, Svg, Pdf)))


def check_formats(folder):
    """Draws every format, selected by suffix and by name, to a file and to standard output: the bytes are the same."""
    trace = make_trace(folder, "a.trace")
    for trace in (trace, make_log(folder)):
        sizes = set()
        for name, kind in KINDS.items():
            data = render(trace, folder / f"a.{name.upper()}", "--width", "900")
            sizes.add(kind(data).size)
            expect_equal(render(trace, folder / "other", "--format", name, "--width", "900"), data)
            answer = run("render", trace, "-o", "-", "-f", name, "--width", "900")
            expect_equal((answer.code, answer.bytes == data), (0, True), name)
        expect_equal(len(sizes), 1, sizes)
        expect_equal(sizes.pop()[0], 900)


def check_sizes(folder):
    trace = make_trace(folder, "a.trace", "--threads", "12")
    for name, kind in KINDS.items():
        path = folder / f"a.{name}"
        expect_equal(kind(render(trace, path, "--width", "640", "--height", "400")).size, (640, 400))
    path = folder / "a.png"
    low = Png(render(trace, path, "--width", "640")).size
    expect_equal(Png(render(trace, path, "--width", "640", "--scale", "3")).size,
                 tuple(3 * side for side in low))
    bare = Png(render(trace, path, "--width", "640", "--no-legend")).size
    expect(bare[1] < low[1], bare, low)
    strip = Png(render(trace, path, "--width", "640", "--strip")).size
    expect(strip[1] < low[1], strip, low)


def check_styles(folder):
    trace = make_trace(folder, "a.trace")
    path = folder / "a.png"
    expect_equal(Png(render(trace, path)).first, LIGHT)
    dark = render(trace, path, "--dark")
    expect_equal(Png(dark).first, DARK)
    for option in ("--strip", "--no-legend", "--title=x", "--font=monospace", "--color-by=thread",
                   "--color-by=package", "--color-by=duration", "--color-by=owner"):
        expect(render(trace, path, "--dark", option) != dark, option, "changes nothing")
    log = make_log(folder, "counters.ftrace",
                   "\n".join(f"{t}|101|0|print: C|100|H:queue {v}" for t, v in ((100, 4), (300, 9), (800, 7))))
    counters = {mode: render(log, path, f"--counters={mode}") for mode in ("value", "delta", "rate")}
    expect_equal(counters["value"], render(log, path))
    expect_equal(len(set(counters.values())), 3)
    refuse(2, "value, delta or rate", log, "-o", path, "--counters", "speed", folder=folder)


def check_stacks(folder):
    """Stacks over time use space below their strip, for the samples of the selected event."""
    profile = folder / "stacks.perf"
    profile.write_text("".join(
        f"app 10/11 [000] 5.{i:06}: 1000 {event}: \n" +
        "".join(f"\t1000 f{depth} (/system/lib64/libf.so)\n" for depth in range(4)) + "\n"
        for i, event in ((i, event) for i in range(20) for event in ("cpu-clock", "page-faults")[:1 + i % 2])))
    path = folder / "a.png"
    strip = render(profile, path)
    stacks = render(profile, path, "--stacks")
    expect(Png(stacks).size[1] > Png(strip).size[1], "the stacks add no height")
    expect_equal(render(profile, path, "--stacks", "--samples", "cpu-clock"), stacks)
    expect(render(profile, path, "--stacks", "--samples", "page-faults") != stacks,
           "--samples does not change the image")
    trace = make_trace(folder, "a.trace")
    expect_equal(render(trace, path, "--stacks"), render(trace, path))
    refuse(2, "--view timeline", profile, "-o", path, "--view", "flame", "--stacks", folder=folder)


def check_range(folder):
    """A range limits the image; the times have the same meaning as in the other commands."""
    trace = make_trace(folder, "a.trace", "--records", "3000")
    path = folder / "a.svg"
    whole = render(trace, path)
    expect_equal(render(trace, path, "--from", "0"), whole)
    expect_equal(render(trace, path, "--to", "3600s"), whole)
    part = render(trace, path, "--from", "1ms", "--to", "2.5ms")
    expect(part != whole)
    expect_equal(render(trace, path, "--from", "1000us", "--to", "2500000ns"), part)
    refuse(2, "1.25s", trace, "-o", path, "--from", "soon", folder=folder)
    refuse(2, "after --from", trace, "-o", path, "--from", "2ms", "--to", "1ms", folder=folder)
    refuse(2, "end of the trace", trace, "-o", path, "--from", "3600s", folder=folder)


def check_threads(folder):
    """Threads are selected by name or number; omitted threads are counted."""
    trace = make_trace(folder, "a.trace", "--threads", "6")
    threads = run("table", "--native", "thread", trace, "--format", "tsv").out.splitlines()
    names = [dict(zip(threads[0].split("\t"), line.split("\t"))) for line in threads[1:]]
    first, second = names[0], names[-1]
    path = folder / "a.svg"
    one = render(trace, path, "--threads", first["name"])
    expect_equal(render(trace, path, "-t", first["tid"]), one)
    two = render(trace, path, "-t", f"{first['name']}, {second['tid']}")
    expect_equal(render(trace, path, "-t", first["tid"], "-t", second["name"]), two)
    expect(Svg(one).size[1] < Svg(two).size[1] < Svg(render(trace, path)).size[1])
    refuse(2, "nobody", trace, "-o", path, "--threads", f"{first['name']},nobody", folder=folder)
    log = make_log(folder)
    expect(render(log, path, "-t", "102") != render(log, path))
    refuse(2, "table thread", log, "-o", path, "-t", "t999", folder=folder)


def check_graph(folder):
    """A call graph around a method is as large as its boxes need. With samples, it uses their weights."""
    trace = folder / "stacks.folded"
    trace.write_text("main;load;read 60\nmain;load;parse 30\nmain;draw 9\nmain;log 1\n")
    path = folder / "a.svg"
    answer = run("render", trace, "-o", path, "--view", "graph")
    if "without Graphviz" in answer.err:
        expect_equal((answer.code, path.exists()), (1, False))
        return

    def draw(*options):
        return render(trace, path, "--view", "graph", *options)

    whole = draw()
    for kind in FORMATS:
        expect_equal(KINDS[kind](render(trace, folder / f"a.{kind}", "--view", "graph")).size, Svg(whole).size)
    for options in (["--dark"], ["--title", "x"], ["--font", "monospace"], ["--hide", "read"], ["--drop", "load"],
                    ["--symbol", "load"], ["--threshold", "1"], ["--threshold", "50"]):
        expect(draw(*options) != whole, options, "changes nothing")
    # main, load, draw and log above each other; then only load and its callees
    expect(Svg(draw("--threshold", "1")).size[1] > Svg(draw("--threshold", "5")).size[1] >
           Svg(draw("--threshold", "50")).size[1])
    refuse(2, "nobody", trace, "-o", path, "--view", "graph", "--symbol", "nobody", folder=folder)
    refuse(2, "from 0 to 100", trace, "-o", path, "--view", "graph", "--threshold", "101", folder=folder)
    refuse(2, "--view graph", trace, "-o", path, "--view", "flame", "--symbol", "load", folder=folder)
    refuse(2, "--view graph", trace, "-o", path, "--threshold", "5", folder=folder)
    refuse(2, "--view flame", trace, "-o", path, "--view", "graph", "--flip", folder=folder)
    refuse(2, "--view timeline", trace, "-o", path, "--view", "graph", "--strip", folder=folder)
    refuse(2, "--view timeline", trace, "-o", path, "--view", "graph", "--counters", "rate", folder=folder)
    refuse(2, "no calls", trace, "-o", path, "--view", "graph", "--keep", "nothing", folder=folder)


def check_flame(folder):
    """A flame graph of the selection; its root shows the total."""
    trace = make_trace(folder, "a.trace", "--records", "3000")
    path = folder / "a.svg"
    whole = render(trace, path, "--view", "flame")
    expect(whole != render(trace, path))
    compare_flame_text(trace, folder)
    for options in (["--flip"], ["--by", "count"], ["--by-thread"], ["--reversed"], ["--dark"], ["--clock", "cpu"],
                    ["--from", "1ms", "--to", "2.5ms"], ["--min-duration", "50us"]):
        expect(render(trace, path, "--view", "flame", *options) != whole, options, "changes nothing")
    expect_equal(Png(render(trace, folder / "a.png", "--view", "flame", "--width", "700")).size[0], 700)
    refuse(2, "timeline, flame, graph or waits", trace, "-o", path, "--view", "map", folder=folder)
    refuse(2, "--view flame", trace, "-o", path, "--flip", folder=folder)
    refuse(2, "--view timeline", trace, "-o", path, "--view", "flame", "--strip", folder=folder)
    refuse(2, "mood", trace, "-o", path, "--view", "flame", "--by", "mood", folder=folder)


def compare_flame_text(trace, folder):
    """Frames in an SVG are text with a title that contains the full name, the value and the percentage."""
    script = folder / "names.txt"
    script.write_text("a 1/1 1.0: 3 cycles: \n 1 std::vector<int, std::allocator<int> >::at<A&B>(\x01) (/l.so)\n"
                      " 2 main (/l.so)\n\na 1/1 1.1: 1 cycles: \n 2 main (/l.so)\n\n")
    for source in (trace, script):
        root = xml.etree.ElementTree.fromstring(render(source, folder / "text.svg", "--view", "flame"))
        spaces = {"s": "http://www.w3.org/2000/svg"}
        titles = [frame.find("s:title", spaces).text for frame in root.iterfind(".//s:svg", spaces)]
        texts = [text.text for text in root.iterfind(".//s:text", spaces)]
        expect(texts and len(texts) <= len(titles), source, len(texts), len(titles))
        expect(titles[0].endswith("100.00 %"), titles[0])
    expect(any("allocator<int>" in title and "A&B" in title and title.endswith("75.00 %") for title in titles),
           titles)
    expect(any(text.endswith("vector<…>::at<…>(\\x01)") for text in texts), texts)
    expect(any(text.endswith("main") for text in texts), texts)
    pdf = render(trace, folder / "text.pdf", "--view", "flame")
    expect(b"<title>" not in pdf)


def check_missing_rows(folder):
    trace = make_trace(folder, "a.trace", "--threads", "40")
    answer = run("render", trace, "-o", folder / "a.png", "--height", "300")
    expect_equal(answer.code, 0)
    expect(re.search(r"warning: \d+ rows do not fit", answer.err), answer.err)
    expect("no room" not in run("render", trace, "-o", folder / "a.svg", "--strip").err)


def check_tall_rows(folder):
    """A row that is higher than the image is cut off, never omitted."""
    for depth, options, height in ((3, (), 0), (20, ("--height", "300"), 300), (4000, (), 7000),
                                   (4000, ("--height", "500"), 500)):
        log = "\n".join([f"{i}|101|0|print: B|100|f{i}" for i in range(depth)] +
                        [f"{depth + i}|101|0|print: E|100" for i in range(depth)])
        trace = make_log(folder, "a.ftrace", log)
        path = folder / "a.svg"
        answer = run("render", trace, "-o", path, *options)
        expect_equal((answer.code, answer.err), (0, ""))
        expect(Svg(path.read_bytes()).size[1] >= height, depth, options)


def check_usage(folder):
    trace = make_trace(folder, "a.trace")
    path = folder / "a.png"
    refuse(2, "--output", trace, folder=folder)
    refuse(2, "--format", trace, "-o", "-", folder=folder)
    refuse(2, ".png", trace, "-o", folder / "a.jpeg", folder=folder)
    refuse(2, "png, svg or pdf", trace, "-o", path, "--format", "gif", folder=folder)
    refuse(2, "FILE", "-o", path, folder=folder)
    refuse(2, "unexpected argument", trace, trace, "-o", path, folder=folder)
    refuse(2, "package", trace, "-o", path, "--color-by", "mood", folder=folder)
    for option, value in (("width", "12"), ("width", "40000"), ("height", "-5"), ("scale", "0")):
        refuse(2, f"--{option}", trace, "-o", path, f"--{option}={value}", folder=folder)
    refuse(1, "none.trace", folder / "none.trace", "-o", path, folder=folder)


def check_too_large(folder):
    trace = make_trace(folder, "a.trace")
    path = folder / "a.png"
    path.write_bytes(b"old")
    refuse(1, "32\u202f767", trace, "-o", path, "--width", "9000", "--scale", "8", folder=folder)
    refuse(1, "million", trace, "-o", path, "--width", "32000", "--height", "32000", folder=folder)


def check_unwritable(folder):
    """When writing fails, the old file stays, and no partial file is added."""
    trace = make_trace(folder, "a.trace")
    for name in FORMATS:
        (folder / f"old.{name}").write_bytes(b"old")
    closed = folder / "closed"
    closed.mkdir()
    refuse(1, "nowhere", trace, "-o", folder / "nowhere" / "a.png", folder=folder)
    refuse(1, "closed", trace, "-f", "png", "-o", closed, folder=folder)
    expect_equal(list(closed.iterdir()), [])
    # Files are limited to 2 KB, as if the disk were full.
    for name in FORMATS:
        process = subprocess.run(
            ["sh", "-c", 'ulimit -f 4; trap "" XFSZ; exec "$0" "$@"', TRACEDUMP, "render", trace, "-o",
             folder / f"old.{name}"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, check=False,
        )
        expect_equal(process.returncode, 1, process.stderr)
        expect_equal((folder / f"old.{name}").read_bytes(), b"old")
    expect_equal(sorted(path.name for path in folder.iterdir()),
                 ["a.trace", "closed", "old.pdf", "old.png", "old.svg"])


def check_full_output(folder):
    trace = make_trace(folder, "a.trace")
    for name in FORMATS:
        with open("/dev/full", "wb") as full:
            process = subprocess.run(
                [TRACEDUMP, "render", trace, "-o", "-", "-f", name], stdout=full,
                stderr=subprocess.PIPE, env=ENVIRONMENT, check=False, timeout=120,
            )
        expect_equal(process.returncode, 1, name)
        expect(b"standard output" in process.stderr, process.stderr)


def check_no_display(folder):
    trace = make_trace(folder, "a.trace")
    bare = {key: value for key, value in ENVIRONMENT.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    images = []
    for extra in ({}, {"DISPLAY": ":4711", "WAYLAND_DISPLAY": "none"}):
        output = folder / f"{len(images)}.png"
        subprocess.run([TRACEDUMP, "render", trace, "-o", output], env={**bare, **extra}, check=True)
        images.append(output.read_bytes())
    expect_equal(images[0] == images[1], True)


def check_odd_names(folder):
    """Names from a file and the file name itself are text, never markup or commands."""
    odd = "<b>&amp; \"x\" '\u202e\u05e9\u05dc\u05d5\u05dd\u0627\u0644 \x1b[31m\x01 \u00e9\u0301 😀</b>]]>"
    log = f"0|101|0|print: B|100|{odd}\n900|101|0|print: E|100\n905|101|0|print: S|100|H:{odd}|1\n"
    log += f"990|101|0|print: F|100|H:{odd}|1\n999|101|0|print: C|100|H:{odd} 4"
    trace = make_log(folder, "<odd> & \x1b \u05e9.ftrace", log)
    for name, kind in KINDS.items():
        data = render(trace, folder / f"a.{name}", "--title", odd)
        kind(data)
        expect(b"\x1b[31m" not in data, name)
    answer = run("render", trace, "-o", folder / "no\x1b[31m")
    expect_equal(answer.code, 2)
    expect("\x1b" not in answer.err, repr(answer.err))


def check_empty(folder):
    """The image of a trace without calls has no rows."""
    trace = make_trace(folder, "a.trace", "--records", "0")
    for name, kind in KINDS.items():
        kind(render(trace, folder / f"a.{name}"))


def check_samples(folder):
    for trace in list_samples("trace"):
        for name, kind in KINDS.items():
            data = render(trace, folder / f"a.{name}", "--unfold")
            expect(len(data) < 6_000_000, trace.name, name, len(data))
            kind(data)


if __name__ == "__main__":
    sys.exit(main(globals()))
