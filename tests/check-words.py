#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the words of translated strings, comments and documents.

Translated strings, in all files that po/POTFILES lists, must use a single word for each thing, and each word for a
single thing; tests/ui/test-names.py checks the labels in the window. In comments and strings, the share of
words that plain technical English rarely needs must not grow, and some phrases are not allowed. Sentences of the README
and of the manual must be short.
“check-words.py measure” prints the shares of all folders.
"""

import collections
import pathlib
import re
import sys
import tokenize

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Words to avoid, each with its replacement and the strings that use it with another meaning
WORDS = [
    (r"\bself\b", "exclusive", {"self"}),
    (r"\bstretch", "range, run or state", set()),
    (r"\breal time\b", "wall time", set()),
    (r"\bmarks\b", "slices", {"Align at the Selected Slic_es", "Align at Slices Named"}),
    (r"\b(smallest|largest)$", "Minimum, Maximum", set()),
    (r"\bunknown$", "not known", set()),
    (r"\bclear the filter\b", "remove filter", set()),
    (r"” was written", "saved", set()),
    (r"\btotal ms\b|\btotal time of\b", "inclusive", {"Total ms"}),
]

# Words that plain technical English rarely needs
RARE_WORDS = {
    "what": {"what"},
    "tell": {"tell", "tells", "telling", "told", "say", "says", "saying", "said"},
}

# Maximum number of rare words per 1,000 words, in comments and in strings of at least three words
AIMS = ((1.0, 0.2), (1.2, 0.1))

# Higher limits for folders that exceed these. Lower a limit when the share has fallen.
LIMITS = {
    "tests": ((0.1, 0.1), (0.5, 0.8)),
}

# Phrases that comments must not contain, and their replacement.
PHRASES = [
    (r"\basked for\b", "requested"),
    (r"\b(it|that|they|which|these|those) (is|are|was|were) no (?!longer|more)[a-z]+", "is not a"),
    (r"\bas far as (it|they|these|those|its)\b", "“only the part that …” or “if known”"),
    (r"\b(seldom|anew|lest|hence|thereof|wherein|whereof|amongst|whilst)\b", "a modern word"),
    (r"\b(if need be|for it is|there is but|none but)\b", "“if necessary”, “because”, “only”"),
    (r"^/\* (So many|None but|Not where|Only where)\b", "a noun phrase such as “maximum number of rows”"),
    (r"\bto stop it\b", "a #GCancellable"),
    (r"\b(at|behind|of) a place\b", "position, offset, index or location"),
    (r"\blanes?\b", "track, query track or row"),
    (r"\bmoments?\b", "time, timestamp, snapshot or instant"),
    (r"\brooms?\b", "space, width, height, layout or area"),
    (r"\bpictures?\b", "image, drawing or screenshot"),
    (r"\b(the|a|its) (head|look) of\b", "prefix, header, heading or appearance"),
    (r"\bin words\b", "as text"),
]

# Highest average number of words in the sentences of the README and of the manual
MAX_SENTENCE_WORDS = 20

LITERAL = r'"(?:[^"\\]|\\.)*"'
IN_C = re.compile(rf"\b(?:_|N_|C_|NC_|ngettext)\s*\(((?:\s*{LITERAL}\s*,?)+)")
IN_XML = re.compile(r'translatable="yes"[^>]*>([^<]*)<|<(?:summary|description|p|li)>([^<]*)<')


def list_strings(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".c", ".h"):
        for call in IN_C.findall(text):
            parts = re.split(rf"(?<=\")\s*,\s*(?=\")", call)
            yield from ("".join(literal[1:-1] for literal in re.findall(LITERAL, part)) for part in parts)
    else:
        for groups in IN_XML.findall(text):
            yield " ".join("".join(groups).split())


def split_c(text):
    """Returns all comments of a C file, and all its strings with at least three words."""
    comments, strings = [], []
    for match in re.finditer(rf"{LITERAL}|'(?:[^'\\]|\\.)'|/\*.*?\*/", text, re.DOTALL):
        if match[0].startswith("/*"):
            comments.append(match[0])
        elif match[0].startswith('"') and len(match[0].split()) >= 3:
            strings.append(match[0])
    return comments, strings


def split_python(path):
    """Returns all comments and docstrings of a Python file, and all its other strings."""
    comments, strings = [], []
    with tokenize.open(path) as file:
        last = tokenize.NEWLINE
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT:
                comments.append(token.string)
            elif token.type == tokenize.STRING:
                is_doc = last in (tokenize.NEWLINE, tokenize.INDENT)
                if is_doc or len(token.string.split()) >= 3:
                    (comments if is_doc else strings).append(token.string)
            if token.type not in (tokenize.COMMENT, tokenize.NL):
                last = token.type
    return comments, strings


def count_words(folder):
    """Counts the words of comments and of strings in the C and Python files of a folder."""
    counts = collections.Counter(), collections.Counter()
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in (".c", ".h"):
            texts = split_c(path.read_text(encoding="utf-8"))
        elif path.suffix == ".py":
            texts = split_python(path)
        else:
            continue
        for count, parts in zip(counts, texts):
            for part in parts:
                count.update(re.findall(r"[a-z']+", part.lower()))
    return counts


def measure_words(folder):
    """Returns the number of rare words per 1,000 words, in comments and in strings, in the order of RARE_WORDS.

    A folder with fewer words is treated as if it had 1,000, because a share of so few words is meaningless.
    """
    return tuple(tuple(1000 * sum(counts[word] for word in words) / max(sum(counts.values()), 1000)
                       for words in RARE_WORDS.values()) for counts in count_words(folder))


def list_folders():
    """Returns the folders that are counted separately."""
    paths = [path for folder in ("src", "src/ui") for path in (ROOT / folder).iterdir()]
    return sorted(str(path.relative_to(ROOT)) for path in paths if path.is_dir() and path.name != "ui") + ["tests"]


def check_rare_words():
    """Prints the folders that use rare words too often, and returns their number."""
    wrong = 0
    for folder in list_folders():
        limits = LIMITS.get(folder, AIMS)
        for place, shares, mosts in zip(("comments", "strings"), measure_words(folder), limits):
            for name, share, most in zip(RARE_WORDS, shares, mosts):
                if share > most:
                    print(f"{place} in {folder} have “{name}” {share:.2f} times per 1,000 words, at most {most} are "
                          f"allowed: use a noun or a verb of the field instead")
                    wrong += 1
    return wrong


def list_comments():
    """Yields the comments of all C and Python files: (file name, comment in one line)."""
    for folder in ("src", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".c", ".h"):
                comments = split_c(path.read_text(encoding="utf-8"))[0]
            elif path.suffix == ".py" and path != pathlib.Path(__file__).resolve():
                comments = split_python(path)[0]
            else:
                continue
            name = str(path.relative_to(ROOT))
            yield from ((name, " ".join(re.sub(r"\n *(\*|#)", " ", comment).split())) for comment in comments)


def check_phrases():
    """Prints the comments with phrases that plain technical English does not use, and returns their number."""
    wrong = 0
    for name, comment in list_comments():
        for pattern, better in PHRASES:
            found = re.search(pattern, comment)
            if found:
                print(f"{name}: “{found[0]}” in “{comment[:80]}”: write {better}")
                wrong += 1
    return wrong


def list_sentences(path):
    """Returns the sentences of the paragraphs of a page; a piece of code counts as one word."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        blocks = [block for block in re.split(r"\n\s*\n", text) if not re.match(r"[#|!]|    ", block)]
        paragraphs = [re.sub(r"\[([^]]*)\]\([^)]*\)|`[^`]*`", r"\1x", part)
                      for block in blocks for part in re.split(r"\n- ", block)]
    else:
        text = re.sub(r"<(code|cmd|file|input|key)\b[^>]*>.*?</\1>", "x", text, flags=re.DOTALL)
        paragraphs = [re.sub(r"<[^>]*>", " ", part) for part in re.findall(r"<p\b[^>]*>(.*?)</p>", text, re.DOTALL)]
    sentences = [sentence.split() for part in paragraphs for sentence in re.split(r"[.!?:](?=\s|$)", part)]
    return [words for words in sentences if len(words) > 1]


def check_sentences():
    """Prints the documents whose average sentence is too long, and returns their number."""
    wrong = 0
    manual = sorted((ROOT / "data" / "help" / "C").glob("*.page"))
    for name, paths in (("README.md", [ROOT / "README.md"]), ("the manual", manual)):
        sentences = [words for path in paths for words in list_sentences(path)]
        if len(sentences) < 20:
            print(f"only {len(sentences)} sentences were found in {name}")
            wrong += 1
            continue
        average = sum(map(len, sentences)) / len(sentences)
        if average > MAX_SENTENCE_WORDS:
            print(f"the average sentence in {name} has {average:.1f} words, at most {MAX_SENTENCE_WORDS} are allowed")
            wrong += 1
    return wrong


def find_better(words):
    """Returns the replacements for the words that a string should not use."""
    plain = words.replace("_", "")
    return [better for pattern, better, others in WORDS
            if re.search(pattern, plain, re.IGNORECASE) and words not in others]


def main():
    if sys.argv[1:] == ["measure"]:
        for folder in list_folders():
            print(folder, *(f"{share:.2f}" for shares in measure_words(folder) for share in shares))
        return 0

    files = ROOT.joinpath("po", "POTFILES").read_text(encoding="utf-8").split()
    strings = [(name, words) for name in files for words in list_strings(ROOT / name)]
    if len(strings) < 500:
        print(f"only {len(strings)} strings were found")
        return 1

    wrong = check_rare_words() + check_phrases() + check_sentences()
    for name, words in strings:
        for better in find_better(words):
            print(f"{name}: “{words}”: say “{better}”")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
