#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long a small file takes from exec to the end of `tracedump profile`, and to the first frame of the
window.

Usage: bench-start.py TRACEVIEW TRACEDUMP FILE [--runs N]

The window is on a separate X server (xvfb-run) without OpenGL; its first frame is complete when a pixel of the screen,
which is empty before, changes color. Both results are the median and the shortest run.
"""

import argparse
import contextlib
import ctypes
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

WIDTH, HEIGHT = 1400, 900
PATIENCE = 30  # timeout in s
STEP = 0.001

INSIDE = "TRACEVIEW_BENCH_INSIDE"
ENVIRONMENT = {
    "GDK_BACKEND": "x11",
    "GSK_RENDERER": "cairo",
    "GSETTINGS_BACKEND": "memory",
    "GTK_A11Y": "none",
    "ADW_DISABLE_PORTAL": "1",
    "LC_ALL": "C.UTF-8",
}


class Point:
    """A pixel in the middle of the screen; reading it takes less than a millisecond."""

    def __init__(self):
        self.x11 = ctypes.CDLL("libX11.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        self.x11.XGetImage.restype = ctypes.c_void_p
        self.x11.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, *[ctypes.c_int] * 4,
                                       ctypes.c_ulong, ctypes.c_int]
        self.x11.XGetPixel.restype = ctypes.c_ulong
        self.x11.XGetPixel.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
        self.x11.XDestroyImage.argtypes = [ctypes.c_void_p]
        self.display = self.x11.XOpenDisplay(None)
        self.root = self.x11.XDefaultRootWindow(self.display)

    def get(self):
        # Read all planes, in the format in which a pixel is one number.
        image = self.x11.XGetImage(self.display, self.root, WIDTH // 4, HEIGHT // 4, 1, 1,
                                   ctypes.c_ulong(-1).value, 2)
        pixel = self.x11.XGetPixel(image, 0, 0)
        self.x11.XDestroyImage(image)
        return pixel


def wait_for(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise SystemExit("bench-start: the window did not appear in time")
        time.sleep(STEP)


def measure_window(command):
    """Yields the seconds to the first frame, one value per run."""
    point = Point()
    empty = point.get()
    while True:
        started = time.monotonic()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(lambda: point.get() != empty or child.poll() is not None)
        yield time.monotonic() - started
        if child.poll() is not None:
            raise SystemExit("bench-start: the program ended")
        child.terminate()
        child.wait()
        wait_for(lambda: point.get() == empty)


def measure_program(command):
    while True:
        started = time.monotonic()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        yield time.monotonic() - started


def show(what, runs, options):
    with contextlib.closing(runs):
        next(runs)  # brings the files of the program into the page cache
        seconds = [next(runs) for _ in range(options.runs)]
    print(f"{what:<28} {statistics.median(seconds) * 1e3:>8.1f} ms, "
          f"at best {min(seconds) * 1e3:.1f} ms", flush=True)


def run_inside():
    with tempfile.TemporaryDirectory(prefix="traceview-bench-") as home:
        environment = {**os.environ, **ENVIRONMENT, INSIDE: "1", "HOME": home,
                       "XDG_CACHE_HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home,
                       "XDG_RUNTIME_DIR": home}
        command = ["dbus-run-session", "--", "xvfb-run", "-a", "-s",
                   f"-screen 0 {WIDTH}x{HEIGHT}x24 -noreset", sys.executable, *sys.argv]
        return subprocess.run(command, env=environment, check=False).returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("traceview", type=pathlib.Path)
    parser.add_argument("tracedump", type=pathlib.Path)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    if INSIDE not in os.environ:
        sys.exit(run_inside())
    show("tracedump profile", measure_program([options.tracedump, "profile", options.file]),
         options)
    show("first frame of the window", measure_window([options.traceview, options.file]), options)


if __name__ == "__main__":
    main()
