# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads HTML pages that tracedump writes, for checks."""

import html.parser

from tracedump_checks import expect, expect_equal

VOID = {"meta", "input", "br", "link"}


class Page(html.parser.HTMLParser):
    """The elements of a page; fails if elements are not closed in order, or if an attribute occurs twice."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.texts, self.cells, self.rows = [], [], [], [], []
        self.feed(text)
        self.close()
        expect_equal(self.open, [], "not closed:")
        self.ids = [attributes["id"] for _, attributes in self.elements if "id" in attributes]
        self.links = [attributes["href"] for tag, attributes in self.elements if tag == "a"]

    def handle_starttag(self, tag, attributes):
        expect_equal(len(dict(attributes)), len(attributes), tag)
        self.elements.append((tag, dict(attributes)))
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        expect(self.open and self.open[-1] == tag, f"</{tag}> in", self.open)
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "script"):
            self.texts.append(data)
        if self.rows and any(tag in ("td", "th") for tag in self.open):
            self.rows[-1][-1] += data

    def is_self_contained(self):
        return not any("src" in attributes or tag in ("link", "iframe", "img", "base")
                       for tag, attributes in self.elements)

    def count(self, tag):
        return sum(name == tag for name, _ in self.elements)
