#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the contrast of small text on the screen, with the light and the dark colour scheme.

Usage: test-contrast.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import collections
import contextlib
import os
import sys

import harness
from harness import HEIGHT, NONE, WIDTH, Program, Screen, expect, main, wait_for

LEAST = 4.5  # WCAG 2, AA


def luminance(color):
    parts = [int(color[at:at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(color, ground):
    lighter, darker = sorted((luminance(color), luminance(ground)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def measure(left, top, right, bottom):
    """Returns the contrast of the text in a part of the screen: between its strongest pixels and its background."""
    screen = Screen()
    colors = collections.Counter(screen.get(x, y) for y in range(top, bottom) for x in range(left, right))
    ground = colors.most_common(1)[0][0]
    return max(contrast(color, ground) for color in colors)


@contextlib.contextmanager
def scheme(name):
    harness.end_shared()
    os.environ["ADW_DEBUG_COLOR_SCHEME"] = f"prefer-{name}"
    try:
        yield
    finally:
        del os.environ["ADW_DEBUG_COLOR_SCHEME"]


def expect_contrast(what, *part):
    wait_for(f"{what} to have a contrast of {LEAST}", lambda: measure(*part) >= LEAST)


def check(name):
    with scheme(name):
        with Program() as program:
            program.wait_state("page", "start")
            expect_contrast("the start page's subtitle", 170, 124, 600, 144)
        with Program(harness.SAMPLES / "device.ftrace") as program:
            program.wait_ready()
            expect_contrast("the subtitle", WIDTH // 2 - 150, 30, WIDTH // 2 + 150, 46)
            program.go_to("range")
            expect_contrast("the footer", 10, HEIGHT - 26, 400, HEIGHT - 6)
            program.activate("longest-call")
            slices = harness.dump("slice", harness.SAMPLES / "device.ftrace")
            program.set_state("selected-slice", f"uint32 {slices[len(slices) // 2]['id']}")
            program.wait_state("details", True)
            expect(program.state("selected-slice") != NONE, True)
            expect_contrast("the captions of the details", WIDTH - 330, 130, WIDTH - 240, 320)


def test_light():
    """Subtitles, footers and captions are readable in the light colour scheme."""
    check("light")


def test_dark():
    """Subtitles, footers and captions are readable in the dark colour scheme."""
    check("dark")


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
