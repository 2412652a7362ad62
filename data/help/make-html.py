#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the manual as HTML.

Usage: make-html.py YELP_BUILD PAGES FIGURES GENERATED_PAGE… OUT_DIR

Pages refer to figures/NAME, so pages and figures are linked into one temporary folder.
"""

import pathlib
import subprocess
import sys
import tempfile


def main(yelp_build, pages, figures, *rest):
    *generated, out = map(pathlib.Path, rest)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        stage = pathlib.Path(folder)
        for page in [*pathlib.Path(pages).glob("*.page"), *generated]:
            (stage / page.name).symlink_to(page.resolve())
        (stage / "figures").symlink_to(pathlib.Path(figures).resolve())
        subprocess.run([yelp_build, "html", "-o", out.resolve(), *sorted(stage.glob("*.page"))], check=True)
    print(out / "index.html")


if __name__ == "__main__":
    main(*sys.argv[1:])
