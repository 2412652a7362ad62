#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that include lines respect the layers of the program.

Data flows in one direction: formats and core, then analysis, tables, query, export and paint, then ui and cli. Every
include line names its layer, so violations can be detected.

Usage: check-includes.py [SOURCE-ROOT]     one line per finding; exit status 1 if there is any
       check-includes.py --self-test       breaks each rule once and checks that the violation is found
"""

import collections
import fnmatch
import pathlib
import re
import sys
import tempfile

# Layer → other layers that it may include.
LAYERS = {
    "core": set(),
    "formats": {"core"},
    "analysis": {"core"},
    "tables": {"core", "analysis"},
    "query": {"core", "analysis", "tables"},
    "export": {"core", "analysis", "tables", "query"},
    "paint": {"core", "analysis"},
    "ui": {"core", "formats", "analysis", "tables", "query", "export", "paint"},
    "cli": {"core", "formats", "analysis", "tables", "query", "export", "paint"},
}

# Folder of a layer → folders of the same layer that it may include, in addition to itself and its subfolders. A folder
# that is not listed may include only files directly in the layer.
FOLDERS = {
    "core": {"core/memory"},
    "core/builder": {"core", "core/memory"},
    "core/index": {"core", "core/memory"},
    "core/memory": {"core"},
    "analysis": {"analysis/log", "analysis/samples", "analysis/symbols", "analysis/system"},
    "analysis/calls": {"analysis/range", "analysis/samples", "analysis/symbols"},
    "analysis/findings": {"analysis/calls", "analysis/compare", "analysis/heap", "analysis/range", "analysis/samples",
                          "analysis/symbols", "analysis/system"},
    "analysis/compare": {"analysis/calls", "analysis/samples", "analysis/symbols"},
    "analysis/heap": {"analysis/symbols"},
    "analysis/incident": {"analysis", "analysis/log", "analysis/samples", "analysis/system"},
    "analysis/log": {"analysis/symbols"},
    "analysis/range": {"analysis/log"},
    "analysis/samples": set(),
    "analysis/symbols": set(),
    "analysis/system": {"analysis/calls", "analysis/range", "analysis/samples", "analysis/symbols"},
    "formats": {"formats/input", "formats/names", "formats/report"},
    "formats/*": {"formats", "formats/input"},
    "formats/bug-report": {"formats", "formats/input", "formats/report"},
    "formats/text": {"formats", "formats/input", "formats/report"},
    "formats/crash": {"formats", "formats/input", "formats/device-log", "formats/thread-dump"},
    "formats/input": set(),
    "formats/perfetto": {"formats", "formats/device-log", "formats/ftrace", "formats/input", "formats/samples"},
    "formats/htrace": {"formats", "formats/device-log", "formats/ftrace", "formats/input", "formats/perfetto",
                       "formats/samples", "formats/samples/perf-data"},
    "tables/perfetto": {"tables"},
    "paint/chart": {"paint/kit"},
    "paint/flame": {"paint/kit", "paint/timeline"},
    "paint/graph": {"paint/kit", "paint/timeline"},
    "paint/histogram": {"paint/kit"},
    "paint/wait-graph": {"paint/kit"},
    "paint/kit": set(),
    "paint/log": {"paint/kit"},
    "paint/timeline": {"paint/kit", "paint/log"},
    "ui": {"ui/kit", "ui/kit/table", "ui/window"},
    "ui/kit": {"ui/kit/gtk48", "ui/kit/table"},
    "ui/kit/table": {"ui/kit", "ui/kit/gtk48"},
    "ui/kit/gtk48": set(),
    "ui/properties": {"ui/kit", "ui/kit/table"},
    "ui/session": {"ui/kit", "ui/kit/table"},
    "ui/filters": {"ui/kit", "ui/kit/table", "ui/session"},
    "ui/views": {"ui/properties", "ui/kit", "ui/kit/table", "ui/session"},
    "ui/views/*": {"ui/properties", "ui/kit", "ui/kit/table", "ui/session", "ui/views"},
    "ui/pages": {"ui/filters", "ui/kit", "ui/kit/table", "ui/session", "ui/views", "ui/views/*"},
    "ui/window": {"ui/kit", "ui/kit/table", "ui/pages", "ui/session"},
}

# System headers that only some layers may include.
LIBRARIES = [
    ("GTK", r"(gtk|gdk|gsk|graphene)/|(gtk|gdk|gsk|adwaita|graphene)\.h$|graphene-", {"ui"}),
    ("Cairo", r"cairo(/|[-.a-z]*\.h$)", {"paint", "ui", "cli"}),
    ("Pango", r"pango/", {"paint", "ui"}),
    ("zlib", r"zlib\.h$", {"formats"}),
    ("libiberty", r"libiberty/", {"core"}),
    ("libarchive", r"archive(_entry)?\.h$", {"formats"}),
    ("Graphviz", r"graphviz/|gvc\.h$", {"export"}),
    ("json-glib", r"json-glib/", {"cli"}),
    ("SQLite", r"sqlite3\.h$", {"query"}),
]

# Maximum number of files that may include a header with the private struct of a module.
MAX_PRIVATE_INCLUDERS = 3

DRAWERS = {"utils", "util", "common", "helpers", "helper", "misc"}
INCLUDE = re.compile(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def is_generated(source_dir, name):
    """Returns whether a header is generated: a template is next to it, or the folder's meson.build creates it."""
    header = source_dir / name
    if header.with_name(header.name + ".in").exists():
        return True
    build = header.parent / "meson.build"
    if not build.exists():
        return False
    text = build.read_text(encoding="utf-8")
    return any(f"'{output}'" in text for output in (header.name, header.stem))


def find_rule(folder):
    """Returns the folder or pattern in FOLDERS that applies to a folder: the longest match; a name takes precedence
    over a pattern."""
    fitting = [rule for rule in FOLDERS if fnmatch.fnmatchcase(folder, rule) or
               fnmatch.fnmatchcase(folder, rule + "/*")]
    return max(fitting, key=lambda rule: (rule.count("/"), "*" not in rule), default=None)


def is_within(folder, other):
    return f"{folder}/".startswith(f"{other}/")


def may_include(folder, target):
    """Returns whether a folder of a layer may include another folder of the same layer."""
    rule = find_rule(folder)
    if rule is None:
        return target == folder.split("/")[0]
    # All folders that match a pattern form one area.
    area = "/".join(folder.split("/")[: rule.count("/") + 1])
    if area not in LAYERS and is_within(target, area):
        return True
    return target == folder or any(fnmatch.fnmatchcase(target, other) for other in FOLDERS[rule])


def check_folders(path, name, root):
    source_dir = root / "src"
    folder = path.parent.relative_to(source_dir).as_posix()
    target = pathlib.PurePosixPath(name).parent.as_posix()
    if folder.split("/")[0] == target.split("/")[0] and not may_include(folder, target):
        yield f'{folder} must not include "{name}"'


def check_quoted(path, layer, name, root):
    """Checks an #include "name" in a file of a layer, or of the tests if layer is None."""
    source_dir = root / "src"
    exists = (source_dir / name).exists() or is_generated(source_dir, name)
    target = name.split("/")[0]

    if layer is None:
        folders = (path.parent, root / "tests")
        if not exists and not any((folder / name).exists() for folder in folders):
            yield f'"{name}" does not exist'
    elif target not in LAYERS:
        # Only files that meson generates for the whole program, such as its version, do not belong to a layer.
        if target != name or not is_generated(source_dir, name):
            yield f'"{name}" does not name its layer'
    elif target != layer and target not in LAYERS[layer]:
        yield f'{layer} must not include "{name}"'
    elif not exists:
        yield f'"{name}" does not exist'
    else:
        yield from check_folders(path, name, root)


def check_file(path, layer, root):
    if path.stem.lower() in DRAWERS:
        yield 0, f"'{path.stem}' says nothing about what is inside"
    if path.name.startswith(("tv-", "tv_")):
        yield 0, "file names carry no prefix, the folder is the context"

    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or "SPDX-License-Identifier: GPL-3.0-or-later" not in lines[0]:
        yield 1, "the first line is not the SPDX line"
    # Precompiled headers are compiled as main files, in which GCC warns about "#pragma once".
    if path.suffix == ".h" and path.parent.name != "pch" and "#pragma once" not in lines:
        yield 0, "a header without #pragma once"

    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quoted, system = match.groups()
        if quoted:
            for finding in check_quoted(path, layer, quoted, root):
                yield number, finding
        elif layer:
            for library, pattern, allowed in LIBRARIES:
                if re.match(pattern, system) and layer not in allowed:
                    yield number, f"{library} in {layer}: <{system}>"


def check_private(includers):
    """Checks that few files include a private header. includers: header → number of files that include it."""
    for name, number in sorted(includers.items()):
        if name.endswith("-private.h") and number > MAX_PRIVATE_INCLUDERS:
            yield f"src/{name}: included by {number} files, at most {MAX_PRIVATE_INCLUDERS} may see a private struct"


def check_tree(root):
    """Returns all findings below root, as 'path:line: message'."""
    findings = []
    includers = collections.Counter()
    for folder in ("src", "tests"):
        for path in sorted((root / folder).rglob("*.[ch]")):
            parts = path.relative_to(root).parts
            layer = parts[1] if folder == "src" else None
            where = path.relative_to(root)
            matches = map(INCLUDE.match, path.read_text(encoding="utf-8").splitlines())
            includers.update({match[1] for match in matches if match and match[1]})
            if folder == "src" and (len(parts) < 3 or layer not in LAYERS):
                findings.append(f"{where}: not in the folder of a layer")
                continue
            for number, words in check_file(path, layer, root):
                findings.append(f"{where}:{number}: {words}" if number else f"{where}: {words}")
    return findings + list(check_private(includers))


SPDX = "/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
GOOD_TREE = {
    "src/meson.build": "configure_file(output: 'program-config.h', configuration: config)\n",
    "src/core/trace.h": SPDX + "#pragma once\n#include <glib.h>\n",
    "src/core/trace.c": SPDX + '#include "program-config.h"\n#include "core/trace.h"\n',
    "src/core/version.h.in": "",
    "src/formats/zip.c": SPDX
    + '#include <zlib.h>\n#include <archive.h>\n#include "core/trace.h"\n',
    "src/paint/flame.c": SPDX + "#include <cairo-svg.h>\n#include <pango/pangocairo.h>\n",
    "src/ui/meson.build": "gnome.compile_resources('ui-resources', 'ui.gresource.xml')\n",
    "src/ui/window.c": SPDX
    + '#include "core/version.h"\n#include "ui/ui-resources.h"\n#include <adwaita.h>\n',
    "src/cli/render.c": SPDX + "#include <cairo.h>\n",
    "src/core/pool-private.h": SPDX + "#pragma once\n",
    "src/core/pool.c": SPDX + '#include "core/pool-private.h"\n',
    "src/core/pool-fill.c": SPDX + '#include "core/pool-private.h"\n',
    "tests/unit/pool.c": SPDX + '#include "core/pool-private.h"\n',
    "src/core/memory/pool.h": SPDX + '#pragma once\n#include "core/trace.h"\n',
    "src/core/index/rows.c": SPDX + '#include "core/memory/pool.h"\n',
    "src/formats/one/parts/part.h": SPDX + "#pragma once\n",
    "src/formats/one/one.c": SPDX + '#include "formats/one/parts/part.h"\n',
    "src/ui/kit/entry.h": SPDX + "#pragma once\n",
    "src/ui/kit/gtk48/rows.h": SPDX + "#pragma once\n",
    "src/ui/kit/list.c": SPDX + '#include "ui/kit/gtk48/rows.h"\n',
    "src/ui/views/log/log.h": SPDX + '#pragma once\n#include "ui/kit/entry.h"\n',
    "src/ui/pages/page.c": SPDX + '#include "ui/views/log/log.h"\n',
    "tests/unit/fixture.h": SPDX + "#pragma once\n",
    "tests/unit/trace.c": SPDX + '#include "core/trace.h"\n#include "fixture.h"\n',
}
# Additions to the valid tree, each with a part of the expected finding.
BROKEN = [
    ("src/core/a.c", SPDX + '#include "ui/window.h"\n', 'core must not include "ui/window.h"'),
    ("src/paint/a.c", SPDX + '#include "tables/table.h"\n', "paint must not include"),
    ("src/core/a.c", SPDX + '# include "trace.h"\n', "does not name its layer"),
    ("src/core/a.c", SPDX + '#include "config.h"\n', "does not name its layer"),
    ("src/core/a.c", SPDX + '#include "../core/trace.h"\n', "does not name its layer"),
    ("src/core/a.c", SPDX + '#include "core/nowhere.h"\n', '"core/nowhere.h" does not exist'),
    ("tests/unit/a.c", SPDX + '#include "core/nowhere.h"\n', '"core/nowhere.h" does not exist'),
    ("src/cli/a.c", SPDX + "#include <gtk/gtk.h>\n", "GTK in cli"),
    ("src/paint/a.c", SPDX + "#include <adwaita.h>\n", "GTK in paint"),
    ("src/core/a.c", SPDX + "#include <cairo.h>\n", "Cairo in core"),
    ("src/cli/a.c", SPDX + "#include <pango/pangocairo.h>\n", "Pango in cli"),
    ("src/ui/a.c", SPDX + "#include <zlib.h>\n", "zlib in ui"),
    ("src/cli/a.c", SPDX + "#include <archive_entry.h>\n", "libarchive in cli"),
    ("src/ui/a.c", SPDX + "#include <graphviz/gvc.h>\n", "Graphviz in ui"),
    ("src/core/memory/a.c", SPDX + '#include "core/index/rows.h"\n', "does not exist"),
    ("src/core/a.c", SPDX + '#include "formats/one/parts/part.h"\n', "core must not include"),
    ("src/formats/two/a.c", SPDX + '#include "formats/one/parts/part.h"\n',
     "formats/two must not include"),
    ("src/ui/views/flame/a.c", SPDX + '#include "ui/views/log/log.h"\n',
     "ui/views/flame must not include"),
    ("src/ui/kit/a.c", SPDX + '#include "ui/views/log/log.h"\n', "ui/kit must not include"),
    ("src/ui/kit/gtk48/a.c", SPDX + '#include "ui/kit/entry.h"\n', "ui/kit/gtk48 must not include"),
    ("src/ui/session/a.c", SPDX + '#include "ui/views/log/log.h"\n', "ui/session must not include"),
    ("src/core/a.c", SPDX + '#include "core/pool-private.h"\n', "included by 4 files"),
    ("src/core/utils.c", SPDX, "says nothing"),
    ("src/core/tv-trace.c", SPDX, "no prefix"),
    ("src/core/a.c", "#include <glib.h>\n", "SPDX"),
    ("src/core/a.c", "", "SPDX"),
    ("src/core/a.h", SPDX, "#pragma once"),
    ("src/main.c", SPDX, "not in the folder of a layer"),
    ("src/extra/a.c", SPDX, "not in the folder of a layer"),
]


def self_test():
    failures = 0
    for name, content, expected in [("src/core/a.c", SPDX, None), *BROKEN]:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for file, text in {**GOOD_TREE, name: content}.items():
                (root / file).parent.mkdir(parents=True, exist_ok=True)
                (root / file).write_text(text, encoding="utf-8")
            findings = check_tree(root)
        found = len(findings) == 1 and expected in findings[0] if expected else not findings
        if not found:
            failures += 1
            print(f"{name} {content!r}: expected {expected!r}, found {findings}")
    print(f"{len(BROKEN) + 1 - failures} of {len(BROKEN) + 1} trees judged right")
    return 1 if failures else 0


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    default = pathlib.Path(__file__).resolve().parent.parent
    findings = check_tree(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default)
    print("\n".join(findings) if findings else "every include keeps to the layers")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
