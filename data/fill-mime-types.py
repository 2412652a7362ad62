#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Put the MIME types of all formats where a template has @MIME_TYPES@.

Usage: fill-mime-types.py TRACEDUMP TEMPLATE RESULT
"""

import pathlib
import subprocess
import sys

tracedump, template, result = sys.argv[1:]
types = subprocess.run(
    [tracedump, "formats", "--mime-types"], stdout=subprocess.PIPE, text=True, check=True
).stdout.strip()
text = pathlib.Path(template).read_text(encoding="utf-8")
pathlib.Path(result).write_text(text.replace("@MIME_TYPES@", types), encoding="utf-8")
