#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Checks the pages of the manual in data/help/C, and the README.

- Each page is well-formed, has its file name as its id, and is listed in data/help/meson.build.
- Each link target is a page or a section, and each page is reachable from the index by guide links.
- Each figure is a screenshot that meson.build installs.
- Each task has a page.
- Sentences have at most 20 words on average, in the pages and in the README.
- The README has at most 250 lines, and the project files that it links to exist.

Pages that the build generates (data/make-manual.py) are checked by data/check-manual.py.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
HELP = ROOT / "data" / "help"
MALLARD = "{http://projectmallard.org/1.0/}"
GENERATED = {"tracedump-commands", "tracedump-tables"}
MAX_WORDS = 20.0  # maximum average length of sentences
README = ROOT / "README.md"
MAX_README_LINES = 250

# Pages that must exist: a page for each task in the release checklist.
TASKS = """hottest-method callers longest-call ran-instead package-share flame-graph compare mapping samples java-heap
app-start late-frame not-running cpu-use binder slices-by-name async memory log-timeline copy-log anr bug-report
compare-dumps crash broken-file keyboard""".split()


class Page:
    """A page of the manual: its links, figures and text."""

    def __init__(self, path):
        self.name = path.stem
        self.root = xml.etree.ElementTree.parse(path).getroot()
        self.sections = {section.get("id") for section in self.root.iter(f"{MALLARD}section")}
        self.links = [link.get("xref") for link in self.root.iter(f"{MALLARD}link") if link.get("xref")]
        self.guides = [link.get("xref") for link in self.root.iter(f"{MALLARD}link") if link.get("type") == "guide"]
        self.figures = [media.get("src") for media in self.root.iter(f"{MALLARD}media")]

    def list_sentences(self):
        cells = {id(paragraph) for cell in self.root.iter(f"{MALLARD}td") for paragraph in cell}
        for element in self.root.iter():
            if element.tag in (f"{MALLARD}p", f"{MALLARD}desc") and id(element) not in cells:
                yield from split_sentences("".join(element.itertext()))


def split_sentences(text):
    """Returns the sentences of a paragraph."""
    return [one for one in re.split(r"(?<=[.!?])\s+", " ".join(text.split())) if re.search(r"\w", one)]


def list_readme_sentences():
    """Yields the sentences of README.md, excluding code, tables, headings and images."""
    text = re.sub(r"^```.*?^```|^    .*?$|^[|#!].*?$", "", README.read_text(encoding="utf-8"),
                  flags=re.DOTALL | re.MULTILINE)
    for paragraph in re.split(r"\n\s*\n|\n(?=- )", text):
        yield from split_sentences(re.sub(r"\]\([^)]*\)", "]", paragraph))


def find_long_average(sentences):
    """Returns the average number of words per sentence if it exceeds the limit, otherwise None."""
    counts = [len(sentence.split()) for sentence in sentences]
    average = sum(counts) / max(len(counts), 1)
    return average if average > MAX_WORDS else None


def find_broken_links(pages):
    for page in pages.values():
        for link in page.links:
            name, _, section = link.partition("#")
            target = pages.get(name or page.name)
            if name in GENERATED:
                continue
            if target is None or section and section not in target.sections:
                yield f"{page.name}.page: the link to “{link}” leads nowhere"


def find_unreachable(pages):
    """Returns the pages that cannot be reached from the index by guide links."""
    reached = {"index"}
    grown = True
    while grown:
        more = {page.name for page in pages.values()
                if any(guide.partition("#")[0] in reached for guide in page.guides)} - reached
        reached |= more
        grown = bool(more)
    return [f"{name}.page: not reachable from the index" for name in sorted(set(pages) - reached)]


def find_readme_errors():
    text = README.read_text(encoding="utf-8")
    lines = text.count("\n")
    if lines > MAX_README_LINES:
        yield f"README.md: {lines} lines, at most {MAX_README_LINES} are allowed: write a page of the manual instead"
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    for link in links:
        if not (ROOT / link).exists():
            yield f"README.md: the link to “{link}” leads nowhere"
    if sum(link.startswith("data/help/C/") for link in links) < 5:
        yield "README.md: no links into the manual"


def list_errors():
    build = (HELP / "meson.build").read_text(encoding="utf-8")
    pages = {}
    for path in sorted((HELP / "C").glob("*.page")):
        try:
            pages[path.stem] = Page(path)
        except xml.etree.ElementTree.ParseError as error:
            yield f"{path.name}: not well-formed: {error}"
    for page in pages.values():
        if page.root.tag != f"{MALLARD}page" or page.root.get("id") != page.name:
            yield f"{page.name}.page: the root element must be a page with the id “{page.name}”"
        for figure in page.figures:
            if not (ROOT / "screenshots" / pathlib.Path(figure).name).is_file():
                yield f"{page.name}.page: no screenshot “{figure}”"
    yield from find_broken_links(pages)
    yield from find_unreachable(pages)
    yield from find_readme_errors()
    for task in TASKS:
        if f"task-{task}" not in pages:
            yield f"the manual has no page task-{task}.page"

    figures = {pathlib.Path(figure).name for page in pages.values() for figure in page.figures}
    for kind, wanted, listed in (("page", {f"{name}.page" for name in pages}, re.findall(r"'C/([^']+)'", build)),
                                 ("figure", figures, re.findall(r"screenshots/([^']+\.png)'", build))):
        for name in sorted(wanted ^ set(listed)):
            yield f"data/help/meson.build: the list of {kind}s and the pages disagree about {name}"

    texts = {"the manual": [one for page in pages.values() for one in page.list_sentences()],
             "README.md": list(list_readme_sentences())}
    for name, sentences in texts.items():
        average = find_long_average(sentences)
        if average:
            yield f"{name}: {average:.1f} words in an average sentence, at most {MAX_WORDS:.0f} are allowed"
    if len(pages) < len(TASKS) or min(map(len, texts.values())) < 20:
        yield f"only {len(pages)} pages, {[len(sentences) for sentences in texts.values()]} sentences were found"


def main():
    errors = list(list_errors())
    print("\n".join(errors))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
