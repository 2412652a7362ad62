#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the report, the records and the difference of traces with the original dmtracedump.

Where the original is correct, our output is identical; where it is wrong, a check shows both outputs.

Usage: check-dmtracedump.py TRACEDUMP MAKE_TRACE SAMPLES_DIR TAP on standard output

The original is the program of Debian's package dmtracedump, even if a link with this name to our program is installed.
"""

import os
import re
import struct
import subprocess
import sys
import zipfile

from dmtracedump_checks import (
    METHODS, exclusive, expect_same, inclusive, make_runs, original, ours, write_trace,
)
from tap_checks import REAL
from tracedump_checks import ENVIRONMENT, TRACEDUMP, Skip, expect, expect_equal, main, make_trace, run

CLOCKS = [(1, "thread-cpu"), (1, "wall"), (1, "global"), (2, "thread-cpu"), (2, "wall"),
          (3, "thread-cpu"), (3, "wall"), (3, "dual")]
KINDS = [
    "", "--recursion 300 --methods 30", "--threads 9 --open", "--exceptions 200", "--methods 40 --records 20000",
    "--methods 4000", "--app shop", "--plunge --depth 300 --threads 1", "--first-tid 200 --threads 5",
    "--recursion 900 --depth 400 --methods 12 --threads 1",
]
NAME_RULE = "Exclusive elapsed time for each method, summed"


def compare_matrix(folder, *options):
    n = 0
    for number, (version, clock) in enumerate(CLOCKS):
        for seed, kind in enumerate(KINDS):
            if version == 1 and "--threads 9" in kind:
                kind += " --first-tid 3"
            arguments = ["--fields", "6", "--records", "2000", "--version", str(version), "--clock", clock,
                         "--seed", str(100 * number + seed), *kind.split()]
            path = make_trace(folder, "m.trace", *arguments)
            expect_same(run("dmtracedump", *options, path).bytes, original(*options, path).out,
                        " ".join(arguments))
            n += 1
    expect_equal(n, len(CLOCKS) * len(KINDS))


# ---- Correct output of the original ----


def check_report_is_the_original_to_the_byte(folder):
    compare_matrix(folder)


def check_records_are_the_original_to_the_byte(folder):
    compare_matrix(folder, "-o")


def check_records_of_a_member(folder):
    """The records of a trace in a zip archive are the same, and exclude the records of the other members."""
    paths = [make_trace(folder, f"{seed}.trace", f"--seed={seed}", "--records=500") for seed in (1, 2)]
    with zipfile.ZipFile(folder / "both.zip", "w") as packed:
        for path in paths:
            packed.write(path, path.name)
    for path in paths:
        expect_same(run("dmtracedump", "-o", "--member", path.name, folder / "both.zip").bytes,
                    run("dmtracedump", "-o", path).bytes, path.name)
    expect_equal(run("dmtracedump", "-o", "--member", "none.trace", folder / "both.zip").code, 1)


def check_device_sample(_):
    """The original appends the file name to the signature; all other output for that real trace is the same."""
    path = REAL / "legacy.trace"
    if not path.exists():
        raise Skip(f"{path} not found; set TV_SAMPLES to the folder of the samples")
    for options in ((), ("-o",)):
        theirs = original(*options, path).out
        expect(b")V\tZygoteInit.java\n" in theirs, "the original prints no file names; update this check")
        expect_same(ours(*options, path).bytes, re.sub(rb"\t.*", b"", theirs), path.name)


def check_ties(folder):
    """Equal times are sorted by class, method and signature; each is compared by bytes."""
    names = [("a.B", "x", "(Z)V"), ("a.B$1", "x", "()V"), ("a.B", "x", "()V"), ("a.B", "e", "()V"), ("$a", "g", "()I"),
             ("a.Z", "z", "()V"), ("a.B", "y", "(A)V"), ("a.Z", "e", "()V"), ("a.Y", "q", "(Z)V")]
    methods = [(4 * number, *name) for number, name in enumerate(names)]
    records = []
    for place, (number, *_) in enumerate(reversed(methods)):
        records += [(1, number, 0, 10 * place), (1, number, 1, 10 * place + 10)]
    records.append((1, 16, 0, 100))
    for place, (number, *_) in enumerate(methods):
        if number != 16:
            records += [(1, number, 0, 100 + 5 * place), (1, number, 1, 105 + 5 * place)]
    records.append((1, 16, 1, 200))
    path = write_trace(folder / "ties.trace", records, methods)
    theirs = original(path).text
    expect_equal(ours(path).out.split(NAME_RULE)[0], theirs.split(NAME_RULE)[0])


def check_nothing(folder):
    """Tests traces without records, calls without time, and threads without a name."""
    for name, records in (("none", []), ("no-time", [(1, 0, 0, 5), (1, 0, 1, 5)]),
                          ("unnamed", [(2, 0, 0, 5), (2, 0, 1, 9)])):
        path = write_trace(folder / f"{name}.trace", records, threads=[(1, "main"), (2, ""), (22, "x y")])
        for options in ((), ("-o",)) if name != "unnamed" else ((),):
            expect_equal(run("dmtracedump", *options, path).out, original(*options, path).text, name)


# ---- Errors of the original: its output and ours ----


def check_exit_without_a_call(folder):
    """The original treats the exit as the end of a call that began at 0."""
    path = write_trace(folder / "a.trace", [(1, 0, 1, 1000), (1, 4, 0, 1010), (1, 4, 1, 1020)])
    expect_equal(inclusive(original(path).text)["a.B.f ()V"], ("1+0", 1000))
    expect("5000.0%" in original(path).text)
    text = ours(path).out
    expect_equal(inclusive(text), {"(toplevel)": ("0+0", 10), "a.B.g ()V": ("1+0", 10)})
    expect_equal(ours("-o", path).out.splitlines()[-3:],
                 [" 1 xit      1000 ..a.B.f ()V", " 1 ent      1010 ...a.B.g ()V", " 1 xit      1020 ...a.B.g ()V"])


def check_exit_of_an_outer_call(folder):
    """The original fails with an error."""
    path = write_trace(folder / "a.trace", [(1, 0, 0, 0), (1, 4, 0, 10), (1, 0, 1, 30), (1, 8, 0, 40),
                                            (1, 8, 1, 50)])
    answer = original(path)
    expect_equal(answer.code, 1)
    expect(b"does not match stack" in answer.err + answer.out, answer.err)
    text = ours(path).out
    expect_equal(exclusive(text), {None: 50, "(toplevel)": 10, "a.B.f ()V": 10, "a.B.g ()V": 20, "a.C.h ()V": 10})
    expect_equal(ours("-o", path).out.splitlines()[-3], " 1 xit        30 ...a.B.f ()V")


def check_exit_of_no_call_that_is_open(folder):
    """The original fails with an error. The exit must not end any call."""
    path = write_trace(folder / "a.trace", [(1, 0, 0, 0), (1, 8, 1, 10), (1, 4, 0, 20), (1, 8, 1, 25), (1, 4, 1, 30),
                                            (1, 0, 1, 50)])
    expect_equal(original(path).code, 1)
    expect_equal(exclusive(ours(path).out), {None: 50, "a.B.f ()V": 40, "a.B.g ()V": 10})
    expect_equal([line.split()[-2] for line in ours("-o", path).out.splitlines()[-6:]],
                 ["...a.B.f", "...a.C.h", "....a.B.g", "....a.C.h", "....a.B.g", "...a.B.f"])


def check_large_thread_ids(folder):
    """The original writes beyond its table of threads, and loses the total and the levels."""
    path = write_trace(folder / "a.trace", [(40000, 0, 0, 0), (40000, 4, 0, 2), (40000, 4, 1, 4), (40000, 0, 1, 10)],
                       threads=[(40000, "big")], version=2)
    answer = original("-o", path)
    expect(answer.code != 0 or "...a.B.f" not in answer.text, answer.text)
    expect_equal(exclusive(ours(path).out), {None: 10, "a.B.f ()V": 8, "a.B.g ()V": 2})
    expect_equal(ours("-o", path).out.splitlines()[-4:],
                 ["40000 ent         0 ...a.B.f ()V", "40000 ent         2 ....a.B.g ()V",
                  "40000 xit         4 ....a.B.g ()V", "40000 xit        10 ...a.B.f ()V"])


def check_deep_stacks(folder):
    """The original fails above 10,000 levels."""
    n = 10002
    path = write_trace(folder / "a.trace", [(1, 0, 0, i) for i in range(n)] + [(1, 0, 1, n + i) for i in range(n)])
    answer = original(path)
    expect_equal(answer.code, 1)
    expect(b"Stack overflow" in answer.err + answer.out, answer.err)
    expect_equal(inclusive(ours(path).out)["a.B.f ()V"], (f"1+{n - 1}", 2 * n - 1))
    lines = ours("-o", path).out.splitlines()[-2 * n:]
    expect_equal(lines[9999], " 1 ent      9999 " + 10002 * "." + "a.B.f ()V")
    expect_equal(lines[10000], " 1 ent     10000 ..[10001]a.B.f ()V")


def check_one_name_in_several_places(folder):
    """The original lists some names of methods several times."""
    methods = [(0, "a.B", "f", "(Z)V"), (4, "a.B", "f", "()V"), (8, "a.B", "e", "()V"), (12, "$a", "g", "()I"),
               (16, "a.Z", "z", "()V"), (20, "a.B", "f", "(A)V"), (24, "a.Z", "e", "()V"), (28, "a.Y", "e", "()V"),
               (32, "a.Y", "q", "(Z)V"), (36, "a.Y", "q", "()V"), (40, "#x", "q", "()V")]
    records = []
    for place, (number, *_) in enumerate(reversed(methods[:10])):
        records += [(1, number, 0, 10 * place), (1, number, 1, 10 * place + 10)]
    path = write_trace(folder / "a.trace", records, methods)

    def groups(text):
        return re.findall(r"^-+\n +(\d+) +\S+ +\S+ +\d+\+\d+ +(\S+)$", text.split(NAME_RULE)[1], re.M)

    names = [name for _, name in groups(original(path).text)]
    expect(len(set(names)) < len(names), "the original lists no name twice; update this check", names)
    expect_equal(groups(ours(path).out), [("30", "f"), ("30", "e"), ("20", "q"), ("10", "g"), ("10", "z")])
    expect_equal(ours(path).out.split(NAME_RULE)[0], original(path).text.split(NAME_RULE)[0])


def check_method_lines(folder):
    """The original supports only two of the forms that devices write."""
    methods = [(0, "a.B", "f", "()V"), (4, "a.C", "f"), (8, "a.D"), (12, "a.E", "f", "()V", "F.java"),
               (16, "a.G", "f", "()V", "F.java", "3"), (20, "a.H", "I.java", "12")]
    records = []
    for place, (number, *_) in enumerate(methods):
        records += [(1, number, 0, place), (1, number, 1, place + 1)]
    path = write_trace(folder / "a.trace", records, methods)
    theirs = exclusive(original(path).text)
    expect("a.E.f ()V\tF.java" in theirs and "a.C\tf" in theirs and "a.H.I.java 12" in theirs, theirs)
    expect_equal(exclusive(ours(path).out),
                 {None: 6, **{name: 1 for name in ("a.B.f ()V", "a.C.f", "a.D", "a.E.f ()V", "a.G.f ()V", "a.H")}})


def check_slashes(folder):
    """Class names are written with dots, even if the file contains slashes."""
    path = make_trace(folder, "a.trace", "--slashes", "--records", "3000")
    with_points = lambda text: re.sub(r"[\w$]+(?:/[\w$]+)+(?=[.\n])", lambda name: name[0].replace("/", "."), text)
    for options in ((), ("-o",)):
        theirs = original(*options, path).text
        expect("com/example/mail/" in theirs, "the original writes dots; update this check")
        expect_same(ours(*options, path).bytes, with_points(theirs).encode(), options)


def check_unknown_methods(folder):
    """The original treats all unlisted methods as a single method."""
    path = write_trace(folder / "a.trace", [(1, 0x100, 0, 0), (1, 0x100, 1, 10), (1, 0x200, 0, 10), (1, 0x200, 1, 30)])
    expect_equal(exclusive(original(path).text), {None: 30, "(unknown)": 30})
    expect_equal(exclusive(ours(path).out), {None: 30, "(0x100)": 10, "(0x200)": 20})


def check_no_threads_listed(folder):
    path = write_trace(folder / "a.trace", [(9, 0, 0, 5), (9, 0, 1, 7)], threads=[])
    expect_equal(original(path).code, 1)
    expect_equal(exclusive(ours(path).out), {None: 2, "a.B.f ()V": 2})


def check_streams_and_packets(folder):
    """The same calls in forms that the original rejects; times in packets are in ns."""
    options = ["--fields", "6", "--records", "3000", "--recursion", "100"]
    classic = make_trace(folder, "classic.trace", *options)
    report, records = ours(classic).out, ours("-o", classic).out.splitlines()
    for form in ("streaming", "packet", "packet-streaming", "packet --payload alpha"):
        path = make_trace(folder, "other.trace", "--form", *form.split(), *options)
        expect(original(path).code != 0, form)
        text = ours(path).out
        expect_equal([calls for calls, _ in sorted(inclusive(text).values())],
                     [calls for calls, _ in sorted(inclusive(report).values())], form)
        if form == "streaming":
            expect_equal(text, report, form)
        lines = ours("-o", path).out.splitlines()
        expect_equal(lines[1:-3000], records[1:-3000], form)
        for tid in {line.split()[0] for line in records[-3000:]}:
            expect_equal([line.split(None, 3)[1::2] for line in lines[-3000:] if line.split()[0] == tid],
                         [line.split(None, 3)[1::2] for line in records[-3000:] if line.split()[0] == tid], form)


def check_cut_file(folder):
    """A file that ends inside a record has the complete records before it."""
    path = make_trace(folder, "cut.trace", "--fields", "6", "--records", "500", "--cut", "5")
    expect_same(ours(path).bytes, original(path).out, "cut")
    expect_same(ours("-o", path).bytes, original("-o", path).out, "cut")


# ---- The difference ----


def check_difference(folder):
    before, after = make_runs(folder)
    theirs = original("-d", before, after).text
    # The original prints a method that became faster by 30 µs as an unsigned number, and 140 % for a method that
    # became slower by 40 %.
    expect(f" {2 ** 64 - 30} " in theirs, theirs)
    expect("Run 1" not in theirs, "the original writes headings; update this check")
    text = ours("-d", before, after).out
    expect_equal(text.splitlines()[:2], [f"Run 1: {before}, cycles in calls: 107",
                                         f"Run 2: {after}, cycles in calls: 153"])
    sections = [section.split("  Method\n")[1].splitlines() for section in re.split(r"\n=+\n", text)[1:]]
    rows = [[line.split(None, 6 if number < 2 else 3) for line in section if line]
            for number, section in enumerate(sections)]
    expect_equal(rows, [
        [["60", "140", "+80", "+133.3", "1", "1", "a.B.f ()V"], ["40", "10", "-30", "-75.0", "1", "1", "a.B.g ()V"]],
        [["100", "150", "+50", "+50.0", "1", "1", "a.B.f ()V"], ["40", "10", "-30", "-75.0", "1", "1", "a.B.g ()V"]],
        [["7", "7", "1", "a.C.h ()V"]], [["3", "3", "1", "a.<N>.new (I)V"]],
    ])
    expect_equal(run("dmtracedump", "-d", folder / "nowhere", after).code, 1)


# ---- Clocks, options, names ----


def swap_clocks(path):
    """Swaps the clocks of a trace with two clocks."""
    data = path.read_bytes()
    start = data.index(b"*end\n") + 5
    first = start + struct.unpack_from("<H", data, start + 6)[0]
    body = bytearray(data[first:])
    for at in range(0, len(body) - 13, 14):
        body[at + 6:at + 10], body[at + 10:at + 14] = body[at + 10:at + 14], body[at + 6:at + 10]
    path = path.with_name("swapped.trace")
    path.write_bytes(data[:first] + body)
    return path


def check_clock(folder):
    """The original uses the clock that comes first in the records."""
    path = make_trace(folder, "dual.trace", "--fields", "6", "--blocking", "200", "--recursion", "100")
    swapped = original(swap_clocks(path)).out
    expect_same(ours("--clock", "cpu", path).bytes, original(path).out, "cpu")
    expect_same(ours("--clock", "wall", path).bytes, swapped, "wall")
    expect(swapped != original(path).out, "both clocks give the same output")
    expect_same(ours("-o", "--clock", "wall", path).bytes, original("-o", folder / "swapped.trace").out, "wall")
    wall = make_trace(folder, "wall.trace", "--clock", "wall")
    for arguments in (["--clock", "cpu", wall], ["--clock", "sun", wall]):
        expect_equal(run("dmtracedump", *arguments).code, 2)


def check_ways_to_call(folder):
    path = make_trace(folder, "a.trace", "--fields", "6")
    link = folder / "bin" / "dmtracedump"
    link.parent.mkdir()
    link.symlink_to(TRACEDUMP)
    for options in ([], ["-o"], ["-d", path]):
        expected = ours(*options, path).out
        expect_equal(run(*options, path).out, expected, options)
        found = subprocess.run([link, *options, path], capture_output=True, text=True, env=ENVIRONMENT, check=True)
        expect_equal(found.stdout, expected, options)
    expect_equal(run(folder / "a").out, ours(path).out, "without .trace")
    for arguments, code in ([[folder / "nowhere.trace"], 2], [["-o", folder / "nowhere.trace"], 1], [["-o"], 2],
                            [["-q", path], 2], [[path, path], 2], [["dmtracedump"], 2], [["-d", path], 2],
                            [["-o", "-d", path, path], 2]):
        answer = run(*arguments)
        expect_equal((answer.code, answer.out), (code, ""), arguments)
        expect(answer.err.startswith("tracedump"), answer.err)
    (folder / "profile.trace").write_bytes(path.read_bytes())
    expect_equal(subprocess.run([TRACEDUMP, "profile"], cwd=folder, capture_output=True, check=False).returncode, 2,
                 "a command goes before a file of its name")


def check_names_are_harmless(folder):
    methods = [(0, "a.\x1b[31mRed", "evil\r\x07", "()V"), (4, "a.\u202eB", "g", "()V")]
    path = write_trace(folder / "a.trace", [(1, 0, 0, 0), (1, 4, 0, 2), (1, 4, 1, 4), (1, 0, 1, 10)], methods,
                       threads=[(1, "ma\x1b]0;in")])
    for options in ((), ("-o",), ("-d", path)):
        text = ours(*options, path).out
        expect(not re.search("[\x00-\x09\x0b-\x1f\u202e]", text), repr(text))
        expect("a.\\x1b[31mRed.evil" in text, text)


def check_a_log_has_no_records(folder):
    path = make_trace(folder, "a.ftrace", "--form", "ftrace", "--records", "500")
    expect_equal(run("dmtracedump", "-o", path).code, 1)
    expect(inclusive(ours(path).out), "no slices")


if __name__ == "__main__":
    sys.exit(main(globals()))
