#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the pages and call graphs that tracedump creates in place of dmtracedump: they match the text, are complete,
and escape the names of a trace.

Usage: check-dmtracedump-pages.py TRACEDUMP MAKE_TRACE SAMPLES_DIR TAP on standard output
"""

import re
import sys
import xml.etree.ElementTree

from dmtracedump_checks import exclusive, make_runs, original, ours, write_trace
from html_page import Page
from tracedump_checks import Skip, expect, expect_equal, main, make_trace, run

# ---- HTML ----

def parse_page(*arguments):
    text = ours("-h", *arguments).out
    expect(text.startswith("<!DOCTYPE html>\n<html lang="), text[:100])
    expect(text.endswith("</html>\n"), text[-100:])
    page = Page(text)
    expect_equal(len(set(page.ids)), len(page.ids), "ids")
    expect(all(link[:1] == "#" and link[1:] in page.ids for link in page.links), "links")
    return page


def check_html_says_what_the_text_does(folder):
    path = make_trace(folder, "a.trace", "--fields", "6", "--recursion", "200", "--methods", "60")
    page, text = parse_page(path), ours(path).out
    digits = lambda cell: cell.replace("\u202f", "")
    expect(page.is_self_contained())
    found = {re.sub(r"^\[\d+\] ", "", row[5]): int(digits(row[0])) for row in page.rows if len(row) == 6
             and row[5] != "Method"}
    expected = exclusive(text)
    total = expected.pop(None)
    expect_equal(found, expected)
    expect(f"{total:,}".replace(",", "\u202f") + " µs of CPU time, 4 threads" in "".join(page.texts), total)
    n_methods = text.count("\n----------------------------------------------------\n")
    expect_equal(sum(name.startswith("m") and name[1:].isdigit() for name in page.ids), n_methods)
    relatives = re.findall(r"^ {15}.{6} +\[(\d+)\] +(\d+)/(\d+) +(\d+) ", text, re.M)
    links = [row for row in page.rows if len(row) == 4 and "/" in row[2]]
    expect_equal([tuple(digits(part) for part in (re.match(r"\[(\d+)\]", row[3])[1], *row[2].split("/"), row[1]))
                  for row in links], relatives)
    # The page of the original is incomplete.
    expect(original("-h", "-d", path, path).text.rstrip().endswith("</html"),
           "the original completes its page; update this check")


WEAPONS = [
    "<script>alert(1)</script>", "</td></table><h1>", "<img src=x onerror=alert(1)>", "\"onload=alert(1) x=\"",
    "'><svg/onload=alert(1)>", "&lt;b&gt;", "&#60;", "</title></style><body>", "<!--", "]]>", "javascript:alert(1)",
    "\x1b[2J", "\u202egnp", "${alert(1)}", "<init>", "\u2028", "{{7*7}}", "%3Cscript%3E",
]


def check_html_with_names_as_weapons(folder):
    methods = [(4 * number, f"a.{weapon}", weapon, f"({weapon})V") for number, weapon in enumerate(WEAPONS)]
    records = [(1, 0, 0, 0)]
    for number, *_ in methods[1:]:
        records += [(1, number, 0, number), (1, number, 1, number + 4)]
    records.append((1, 0, 1, 100))
    path = write_trace(folder / "<b onclick=x>'\"&.trace", records, methods, threads=[(1, "<script>")])
    harmless = write_trace(folder / "harmless.trace", records,
                           [(number, f"a.C{number}", f"m{number}", "()V") for number, *_ in methods])
    for options, other in (((), ()), (("-d", harmless), ("-d", harmless))):
        page, plain = parse_page(*options, path), parse_page(*other, harmless)
        if not options:
            expect_equal([tag for tag, _ in page.elements], [tag for tag, _ in plain.elements])
        attributes = {name for _, given in page.elements for name in given}
        expect(not any(name.startswith("on") for name in attributes), attributes)
        expect(page.is_self_contained())
        text = "".join(page.texts)
        for weapon in WEAPONS:
            shown = weapon.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e").replace("\u2028", "\\u2028")
            expect(shown in text, weapon)
    expect_equal(page.count("script"), 1)


def check_html_difference(folder):
    before, after = make_runs(folder)
    page = parse_page("-d", before, after)
    rows = [row for row in page.rows if len(row) == 7 and row[6] != "Method"]
    expect_equal(rows[:2], [["60", "140", "▲ +80", "+133.3", "1", "1", "a.B.f ()V"],
                            ["40", "10", "▼ -30", "-75.0", "1", "1", "a.B.g ()V"]])
    expect_equal([row for row in page.rows if len(row) == 4 and row[3] != "Method"],
                 [["7", "7", "1", "a.C.h ()V"], ["3", "3", "1", "a.<N>.new (I)V"]])


def check_html_with_a_script_of_its_own(folder):
    path = make_trace(folder, "a.trace", "--records", "200")
    expect('src="(null)sortable.js"' in original("-h", path).text, "the original does not need -s; update this check")
    page = parse_page("-s", "https://example.org/\"x&y/", path)
    sources = [attributes["src"] for tag, attributes in page.elements if "src" in attributes]
    expect_equal(sources, ["https://example.org/\"x&y/sortable.js"])
    expect(any(attributes.get("class") == "sortable" for tag, attributes in page.elements if tag == "table"))


# ---- The call graph ----


def read_dot(text):
    """Returns the values in each node's label by node name, and the edges."""
    nodes = {}
    for name, label in re.findall(r'^ *(node\d+) ?\[label ?= ?"((?:[^"\\]|\\.)*)"', text, re.M):
        number, called, inclusive_ms, exclusive_ms, calls = re.fullmatch(
            r"\[(\d+)\] (.*?)(?: |\\n)\((\S+), (\S+), (\S+)\)", label).groups()
        nodes[name] = (int(number), called.removesuffix(".(null)"), int(float(inclusive_ms)),
                       int(float(exclusive_ms)), int(calls.split("+")[0]))
    return nodes, sorted(re.findall(r"^ *(node\d+) -> (node\d+)", text, re.M))


def draw(path, image, *options):
    answer = run("dmtracedump", *options, "-g", image, path)
    if answer.code == 1 and "built without Graphviz" in answer.err:
        raise Skip("built without Graphviz")
    return answer


def check_graph_is_the_original_s(folder):
    for kind in ("--methods 30 --recursion 200", "--methods 200 --callees 4", "--app shop"):
        path = make_trace(folder, "a.trace", "--fields", "6", "--clock", "wall", "--records", "3000", *kind.split())
        sizes = set()
        for threshold in ("0", "5", "20", "50", "99", "100", "-1", None):
            options = ["-t", threshold] if threshold else []
            original(*options, "-k", "-g", folder / "theirs.png", path)
            answer = ours(*options, "-g", folder / "ours.dot", path)
            expect_equal(answer.out, ours(path).out)
            theirs, mine = (read_dot((folder / name).read_text()) for name in ("theirs.png.dot", "ours.dot"))
            expect_equal(mine, theirs, kind, threshold)
            sizes.add(len(mine[1]))
        expect(len(sizes) > 2, "the threshold does not change the graph", sizes)


def check_images_of_graphs(folder):
    path = make_trace(folder, "a.trace", "--fields", "6", "--methods", "30")
    for name, magic in (("a.svg", b"<?xml"), ("a.png", b"\x89PNG\r\n"), ("a.PDF", b"%PDF-"), ("image", b"\x89PNG")):
        answer = draw(path, folder / name, "-k")
        expect_equal((answer.code, answer.out), (0, ours(path).out), answer.err)
        expect((folder / name).read_bytes().startswith(magic), name)
        expect((folder / f"{name}.dot").read_text().startswith("digraph"), name)
    expect(not list(folder.glob("a.dot*")), "a .dot file without -k")
    draw(path, folder / "b.svg")
    expect(not (folder / "b.svg.dot").exists(), "a .dot file without -k")


def check_a_graph_that_fails(folder):
    """The original does not report a failure by its exit status."""
    path = make_trace(folder, "a.trace", "--fields", "6")
    expect_equal(original("-g", folder / "none" / "a.png", path).code, 0)
    for name in ("a.png", "a.svg", "a.dot"):
        answer = draw(path, folder / "none" / name)
        expect_equal((answer.code, answer.out), (1, ""), name)
        expect("none/" in answer.err, answer.err)
    many = make_trace(folder, "many.trace", "--methods", "3000", "--records", "20000")
    answer = draw(many, folder / "many.svg", "-t", "0")
    expect_equal(answer.code, 1)
    expect("-t" in answer.err and not (folder / "many.svg").exists(), answer.err)
    expect_equal(draw(many, folder / "many.dot", "-t", "0").code, 0)


def check_graph_with_names_as_weapons(folder):
    weapons = [*WEAPONS, '"];evil [label="', "\\", "\\N\\G\\n", "{a|b}", "<f0>", "&amp;&#34;", "a\\"]
    methods = [(4 * number, f"a.{weapon}", weapon, "()V") for number, weapon in enumerate(weapons)]
    records = [(1, 0, 0, 0)]
    for number, *_ in methods[1:]:
        records += [(1, number, 0, number), (1, number, 1, number + 4)]
    path = write_trace(folder / "a.trace", [*records, (1, 0, 1, 200)], methods)
    expect_equal(draw(path, folder / "a.svg", "-t", "0").code, 0)
    root = xml.etree.ElementTree.parse(folder / "a.svg").getroot()
    found = ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for number, weapon in enumerate(weapons):
        shown = weapon.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e").replace("\u2028", "\\u2028")
        whole = f" a.{shown.replace('/', '.')}.{shown}"
        expect(any(text.replace("\xa0", " ").endswith(whole) for text in found), weapon, found)
    expect_equal(len([text for text in found if text.startswith("[")]), len(weapons) + 1)
    expect(not list(root.iter("{http://www.w3.org/2000/svg}script")))


if __name__ == "__main__":
    sys.exit(main(globals()))
