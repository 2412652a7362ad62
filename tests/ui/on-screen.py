#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a test of a widget on a separate X server.

Usage: on-screen.py PROGRAM [ARGUMENT…]
"""

import os
import shutil
import subprocess
import sys

from harness import HEIGHT, WIDTH, screen

if __name__ == "__main__":
    if not shutil.which("Xvfb"):
        print("1..0 # SKIP not installed: Xvfb")
        sys.exit(0)
    with screen(WIDTH, HEIGHT) as display:
        program = subprocess.run(sys.argv[1:], env={**os.environ, "DISPLAY": display}, check=False)
    sys.exit(program.returncode)
