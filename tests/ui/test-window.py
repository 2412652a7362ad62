#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drive the real program with a real pointer and keyboard and look at what it makes of it.

Runs itself again inside a session bus and an X server of their own. Clicks and keys come from
xdotool; where to click is found by looking for colours on the screen; what came of it is read from
the window's actions, which GTK puts on the session bus.

Usage: test-window.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import ast
import csv
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import zipfile

PATIENCE = 60  # seconds, for a machine that does much else
STEP = 0.05

WIDTH, HEIGHT = 1400, 900
NONE = 0xFFFFFFFF

APP = "io.github.traceview.Traceview"
APP_PATH = "/io/github/traceview/Traceview"
WINDOW_PATH = APP_PATH + "/window/1"

# The colours of ranks 0, 1, …; they are the palette's rule, light or dark.
PALETTE = (
    "8cc3fc dd8176 9be3c3 b89ae4 e0b771 2dafcd ffbad4 90ba70 a5bbff d8875d "
    "8ee4d8 cc93d4 ccc072 4fa8dd ffbbbf 72bf89 bdb3fa ce9049 8be2ec db8ebd"
).split()
CHILD_TINT = "fdf8dc"
SWATCHES = range(20, 60)  # where the table has the colours of its methods
EDGE_SWATCHES = range(60, 110)  # and of their parents and children
TIMELINE_LEFT = 200  # right of the threads' names


def find_missing_tools():
    tools = ("xvfb-run", "xauth", "xdotool", "import", "dbus-run-session", "gdbus")
    return [tool for tool in tools if not shutil.which(tool)]


def run_inside(arguments):
    """Runs this script again where it has a screen, a bus and a home to itself."""
    with tempfile.TemporaryDirectory(prefix="traceview-ui-") as home:
        config = pathlib.Path(home, "config", "gtk-4.0")
        runtime = pathlib.Path(home, "runtime")
        config.mkdir(parents=True)
        runtime.mkdir(mode=0o700)
        config.joinpath("settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n")
        environment = {
            **os.environ,
            "HOME": home,
            "XDG_CONFIG_HOME": str(config.parent),
            "XDG_DATA_HOME": str(pathlib.Path(home, "data")),
            "XDG_CACHE_HOME": str(pathlib.Path(home, "cache")),
            "XDG_RUNTIME_DIR": str(runtime),
            "GDK_BACKEND": "x11",
            "GSK_RENDERER": "cairo",
            "GSETTINGS_BACKEND": "memory",
            "GTK_A11Y": "none",
            "NO_AT_BRIDGE": "1",
            "ADW_DISABLE_PORTAL": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "G_DEBUG": "fatal-warnings",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
        }
        screen = f"-screen 0 {WIDTH}x{HEIGHT}x24 -noreset"
        command = ["dbus-run-session", "--", "xvfb-run", "-a", "-s", screen]
        command += [sys.executable, __file__, "--inside", home, *arguments]
        return subprocess.run(command, env=environment, check=False).returncode


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def wait_for(what, condition):
    """Asks until the answer is true, and gives it."""
    end = time.monotonic() + PATIENCE
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"waited {PATIENCE} s in vain: {what}")
        time.sleep(STEP)


def count_windows():
    return len(list_windows())


def list_windows():
    search = ["xdotool", "search", "--onlyvisible", "--class", "traceview"]
    return subprocess.run(search, stdout=subprocess.PIPE, text=True, check=False).stdout.split()


class Screen:
    """A picture of all that is shown."""

    def __init__(self):
        command = ["import", "-silent", "-window", "root", "-depth", "8", "rgb:-"]
        self.pixels = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
        assert len(self.pixels) == WIDTH * HEIGHT * 3

    def get(self, x, y):
        start = (y * WIDTH + x) * 3
        return self.pixels[start : start + 3].hex()

    def find_rows(self, colors, columns, least=5):
        """Where a colour stands at least so many pixels high: (x, y of its middle, colour)."""
        rows, y = [], 0
        while y < HEIGHT:
            hit = next((x for x in columns if self.get(x, y) in colors), None)
            height = 0
            if hit is not None:
                color = self.get(hit, y)
                while y + height < HEIGHT and self.get(hit, y + height) == color:
                    height += 1
            if height >= least:
                rows.append((hit, y + height // 2, color))
            y += max(height, 1)
        return rows

    def find_widest(self, color, left, right, top, bottom):
        """The middle of the longest horizontal run of a colour, and its length."""
        best = (0, 0, 0)
        for y in range(top, bottom):
            start = None
            for x in range(left, right + 1):
                is_hit = x < right and self.get(x, y) == color
                if is_hit and start is None:
                    start = x
                elif not is_hit and start is not None:
                    best = max(best, (x - start, (start + x) // 2, y))
                    start = None
        return best


class Program:
    """The program in a window at the top left corner of the screen."""

    def __init__(self, *files, width=WIDTH, height=HEIGHT):
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [TRACEVIEW, *map(str, files)], stdout=self.errors, stderr=self.errors
        )
        self.window = wait_for("the window", self.find_window)
        run("xdotool", "windowmove", self.window, "0", "0")
        run("xdotool", "windowsize", self.window, str(width), str(height))
        wait_for("its size", lambda: self.get_size() == (width, height))
        run("xdotool", "windowfocus", "--sync", self.window)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is not None:
            self.process.kill()
            self.process.wait()
        else:
            self.quit()
            wait_for("its end", lambda: self.process.poll() is not None)
        self.errors.seek(0)
        words = self.errors.read()
        if words:
            print(f"# the program said: {words}")
        assert kind is not None or self.process.returncode == 0, self.process.returncode

    def find_window(self):
        assert self.process.poll() is None, f"it ended: {self.process.returncode}"
        search = ["xdotool", "search", "--onlyvisible", "--name", "Traceview"]
        found = subprocess.run(
            search, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False
        )
        return found.stdout.split()[-1] if found.stdout.split() else None

    def get_size(self):
        geometry = run("xdotool", "getwindowgeometry", self.window)
        return tuple(map(int, re.search(r"Geometry: (\d+)x(\d+)", geometry).groups()))

    # ---- The window's actions on the bus ----

    def call(self, method, *arguments, path=WINDOW_PATH):
        assert self.process.poll() is None, f"it ended: {self.process.returncode}"
        command = ["gdbus", "call", "--session", "--dest", APP, "--object-path", path]
        command += ["--method", f"org.gtk.Actions.{method}", *arguments]
        found = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True
        )
        return found.stdout

    def activate(self, action, parameters="[]"):
        self.call("Activate", action, parameters, "{}")

    def quit(self):
        try:
            self.call("Activate", "quit", "[]", "{}", path=APP_PATH)
        except subprocess.CalledProcessError:
            pass  # it may be gone before it has answered

    def set_state(self, action, value):
        self.call("SetState", action, f"<{value}>", "{}")

    def describe(self, action):
        """Whether it is enabled, and its state as Python has it."""
        text = self.call("Describe", action).strip()
        enabled, state = re.fullmatch(r"\(\((true|false), .*?, (?:@av )?\[(?:<(.*)>)?\]\),\)", text).groups()
        state = re.sub(r"@\w+ |\b(?:uint32|int64) ", "", state or "None")
        state = {"true": "True", "false": "False"}.get(state, state)
        return enabled == "true", ast.literal_eval(state)

    def state(self, action):
        return self.describe(action)[1]

    def wait_state(self, action, wanted):
        wait_for(f"{action} to be {wanted}", lambda: self.state(action) == wanted)

    def wait_ready(self):
        self.wait_state("page", "ready")

    # ---- Hands and eyes ----

    def click(self, x, y, count=1):
        run("xdotool", "mousemove", str(x), str(y))
        run("xdotool", "click", "--repeat", str(count), "--delay", "60", "1")

    def key(self, *keys):
        run("xdotool", "key", *keys)

    def type(self, text):
        run("xdotool", "type", "--delay", "20", text)

    def find_method_rows(self):
        """The methods in the table from top to bottom, once some are there and stand still."""

        def look():
            rows = Screen().find_rows(set(PALETTE), SWATCHES)
            return rows if rows and rows == Screen().find_rows(set(PALETTE), SWATCHES) else None

        return wait_for("methods in the table", look)

    def export(self, path):
        pathlib.Path(path).unlink(missing_ok=True)
        self.activate("export-csv-to", f"[<'{path}'>]")

        def is_written():
            return os.path.exists(path) and pathlib.Path(path).read_bytes().endswith(b"\r\n")

        wait_for("the exported file", is_written)
        return read_csv(pathlib.Path(path).read_text(encoding="utf-8"))


def read_csv(text):
    return list(csv.DictReader(text.splitlines()))


def dump(*arguments):
    found = subprocess.run(
        [TRACEDUMP, "table", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True,
    )
    return read_csv(found.stdout)


def sorted_rows(rows):
    return sorted(tuple(row.items()) for row in rows)


def expect(value, wanted):
    assert value == wanted, f"{value!r} instead of {wanted!r}"


# ---- Tests ----


def test_version():
    """--version needs no display and opens nothing."""
    assert re.fullmatch(r"traceview \d+\.\d+\.\d+\n", run(TRACEVIEW, "--version"))


def test_profile():
    """Expand a method with the pointer, go to one of its children, walk with the keys."""
    with Program(SAMPLES / "shop-start") as program:  # the name without its extension
        program.wait_ready()
        x, y, color = program.find_method_rows()[0]
        expect(color, PALETTE[0])

        program.click(x + 60, y)
        first = wait_for("a method expanded", lambda: program.state("expanded"))[0]
        expect(program.state("selected-symbol"), first)
        expect(program.state("selected-slice"), NONE)

        # The arrow collapses and expands; so do the keys.
        program.click(x - 20, y)
        program.wait_state("expanded", [])
        program.key("Right")
        program.wait_state("expanded", [first])
        program.key("Left")
        program.wait_state("expanded", [])
        program.key("Return")
        program.wait_state("expanded", [first])

        # A child is another method: it opens, the rest closes, and it stands first.
        def find_child():
            rows = Screen().find_rows(set(PALETTE), EDGE_SWATCHES)
            return next((row for row in rows if Screen().get(row[0] - 20, row[1]) == CHILD_TINT), None)

        x, y, color = wait_for("a child", find_child)
        program.click(x + 40, y)
        wait_for("the child alone expanded", lambda: program.state("expanded") not in ([], [first]))
        child = program.state("expanded")
        expect(len(child), 1)
        expect(program.state("selected-symbol"), child[0])
        wait_for("the child at the top", lambda: program.find_method_rows()[0][2] == color)

        # Down into what is under it selects nothing else; Left comes back, and closes it.
        program.key("Down", "Down")
        expect(program.state("selected-symbol"), child[0])
        program.key("Left", "Left")
        program.wait_state("expanded", [])

        # A double click ends as it began, but open.
        x, y, color = program.find_method_rows()[1]
        program.click(x + 60, y, count=2)
        wait_for("it stays open", lambda: len(program.state("expanded")) == 1)


def test_timeline():
    """Click a call on the timeline; the profile, the details and Esc follow."""
    trace = SAMPLES / "shop-start.trace"
    slices = dump("slice", trace)
    methods = dump("method_profile", trace)
    with Program(trace) as program:
        program.wait_ready()
        table_top = program.find_method_rows()[0][1]
        expect(program.state("details"), False)

        # The widest call of one of the first methods; they are long, but not alone in their rank.
        rank = 2
        width, x, y = Screen().find_widest(
            PALETTE[rank], TIMELINE_LEFT, WIDTH - 10, 100, table_top - 80
        )
        assert width > 20, width
        program.click(x, y)
        selected = wait_for(
            "a call selected", lambda: program.state("selected-slice") not in (NONE, None)
        )
        assert selected
        row = slices[program.state("selected-slice")]
        expect(program.state("selected-symbol"), int(row["symbol_id"]))
        names = [method["name"] for method in methods if int(method["rank"] or -1) % 20 == rank]
        assert row["name"] in names, (row["name"], names)
        program.wait_state("details", True)
        expect(program.state("expanded"), [])

        # The next call of the same method, then one step back after the other.
        others = [s for s in slices if s["symbol_id"] == row["symbol_id"]]
        program.key("ctrl+Right")
        at = (others.index(row) + 1) % len(others)
        program.wait_state("selected-slice", int(others[at]["id"]))
        program.key("Escape")
        program.wait_state("selected-slice", NONE)
        expect(program.state("selected-symbol"), int(row["symbol_id"]))
        program.key("Escape")
        program.wait_state("selected-symbol", NONE)
        program.wait_state("details", False)


def test_export():
    """The file is what tracedump prints, in the order shown; also of a stretch of time."""
    trace = SAMPLES / "shop-start.trace"
    path = HOME / "profile.csv"
    with Program(trace) as program:
        program.wait_ready()
        x, y, _ = program.find_method_rows()[0]
        rows = program.export(path)
        expect(sorted_rows(rows), sorted_rows(dump("method_profile", trace)))
        shares = [float(row["incl_cpu_pct"]) for row in rows]
        expect(shares, sorted(shares, reverse=True))

        # The last heading: largest first, then the other way round, then by name.
        def is_sorted_by(column, reverse):
            values = [row[column] for row in program.export(path)]
            values = values if column == "name" else list(map(float, values))
            fold = (lambda value: value.lower()) if column == "name" else None
            return values == sorted(values, reverse=reverse, key=fold)

        program.click(WIDTH - 60, y - 24)
        wait_for("largest first", lambda: is_sorted_by("wall_ns_per_call", True))
        program.click(WIDTH - 80, y - 24)  # so far aside that it is no double click
        wait_for("smallest first", lambda: is_sorted_by("wall_ns_per_call", False))
        program.click(x, y - 24)
        wait_for("in the order of names", lambda: is_sorted_by("name", False))

        # A stretch of time.
        start = min(int(row["ts"]) for row in dump("slice", trace))
        program.set_state("selected-time", f"(int64 {start + 10**9}, int64 {start + 2 * 10**9})")
        origin = ("--from", "1s", "--to", "2s")
        wanted = sorted_rows(dump("method_profile", trace, *origin))
        wait_for("the stretch's profile", lambda: sorted_rows(program.export(path)) == wanted)

        # A folder that does not exist: nothing is written, and the program lives on.
        program.activate("export-csv-to", f"[<'{HOME}/none/profile.csv'>]")
        wait_for("a message", lambda: count_windows() == 2)
        assert not pathlib.Path(HOME, "none").exists()
        program.key("Escape")


def test_find():
    """The find box selects, goes on and back, and goes round."""
    trace = SAMPLES / "shop-start.trace"
    names = {}
    for row in dump("slice", trace):
        names[int(row["symbol_id"])] = row["name"]

    with Program(trace) as program:
        program.wait_ready()
        program.find_method_rows()

        def selected_name():
            return names.get(program.state("selected-symbol"), "")

        program.key("ctrl+f")
        program.type("inflate")
        wait_for("a match", lambda: "inflate" in selected_name().lower())
        seen = [program.state("selected-symbol")]
        for _ in range(50):
            program.key("Return")
            before = seen[-1]
            wait_for("the next match", lambda: program.state("selected-symbol") != before)
            assert "inflate" in selected_name().lower(), selected_name()
            seen.append(program.state("selected-symbol"))
            if seen[-1] == seen[0]:
                break
        expect(seen[-1], seen[0])
        assert len(seen) > 2, seen

        program.key("shift+Return")
        program.wait_state("selected-symbol", seen[-2])
        program.key("ctrl+g")
        program.wait_state("selected-symbol", seen[-1])
        program.key("Escape")
        expect(program.state("selected-symbol"), seen[-1])


def test_cancel():
    """Esc while a large file loads goes back to the start page, at once."""
    trace = HOME / "large.trace"
    run(MAKE_TRACE, "--records=20000000", "-o", str(trace))
    with Program(trace) as program:
        expect(program.state("page"), "loading")
        expect(program.describe("export-csv")[0], False)
        program.key("Escape")
        program.wait_state("page", "start")

        # The window is alive, and opens something else.
        program.activate("open-uri", f"[<'{(SAMPLES / 'shop-start.trace').as_uri()}'>]")
        program.wait_ready()
        program.find_method_rows()

    # Closing the tab stops the loading too.
    with Program(trace) as program:
        expect(program.state("page"), "loading")
        program.key("ctrl+w")
        program.wait_state("page", "start")
    trace.unlink()


def test_failure():
    """A file that is no trace gets a page that says so; another can be opened from there."""
    path = HOME / "not-a.trace"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "nothing to see here\n" * 100)
    with Program(path) as program:
        program.wait_state("page", "failed")
        for action in ("export-csv", "properties", "find", "selected-symbol"):
            expect(program.describe(action)[0], False)
        shutil.copy(SAMPLES / "shop-start.trace", path)
        program.activate("open-uri", f"[<'{path.as_uri()}'>]")
        program.wait_ready()

    with Program(HOME / "no-such-file") as program:
        program.wait_state("page", "failed")


def test_tabs():
    """Two files in one window, one window for two runs."""
    names = ("shop-start.trace", "boot-v2.trace")
    with Program(SAMPLES / names[0]) as program:
        program.wait_ready()
        program.find_method_rows()
        run(TRACEVIEW, str(SAMPLES / names[1]))

        def title():
            return run("xdotool", "getwindowname", program.window).strip()

        wait_for("the second file", lambda: title().startswith(names[1]))
        program.wait_ready()
        program.find_method_rows()
        program.key("ctrl+Page_Up")
        wait_for("the first file", lambda: title().startswith(names[0]))
        program.key("ctrl+w")
        wait_for("the second file alone", lambda: title().startswith(names[1]))
        program.key("ctrl+w")
        program.wait_state("page", "start")


def test_narrow():
    """At 700×500 all is there; details come over the profile only when asked for."""
    width, height = 700, 500
    with Program(SAMPLES / "shop-start.trace", width=width, height=height) as program:
        program.wait_ready()
        rows = program.find_method_rows()
        assert len(rows) >= 3, rows
        expect(program.get_size(), (width, height))

        program.click(rows[0][0] + 60, rows[0][1])
        wait_for("a method expanded", lambda: program.state("expanded"))
        _, x, y = Screen().find_widest(PALETTE[2], TIMELINE_LEFT, width - 10, 100, rows[0][1] - 80)
        program.click(x, y)
        wait_for("a call selected", lambda: program.state("selected-slice") != NONE)
        expect(program.state("details"), False)
        program.key("F9")
        program.wait_state("details", True)
        program.key("F9")
        program.wait_state("details", False)


def test_windows():
    """Properties, shortcuts and About open and close."""
    with Program(SAMPLES / "reader.trace") as program:
        program.wait_ready()
        wait_for("one window", lambda: count_windows() == 1)
        for action in ("properties", "show-problems", "show-help-overlay"):
            program.activate(action)
            wait_for(f"the window of {action}", lambda: count_windows() == 2)
            other = next(window for window in list_windows() if window != program.window)
            run("xdotool", "windowfocus", "--sync", other)
            program.key("Escape")
            wait_for(f"the end of {action}", lambda: count_windows() == 1)
            run("xdotool", "windowfocus", "--sync", program.window)


def main(arguments):
    global TRACEVIEW, TRACEDUMP, MAKE_TRACE, SAMPLES, HOME
    if arguments[:1] != ["--inside"]:
        missing = find_missing_tools()
        if missing:
            print(f"1..0 # SKIP not installed: {', '.join(missing)}")
            return 0
        return run_inside([os.path.abspath(a) if os.path.exists(a) else a for a in arguments])

    HOME = pathlib.Path(arguments[1])
    TRACEVIEW, TRACEDUMP, MAKE_TRACE = arguments[2:5]
    SAMPLES = pathlib.Path(arguments[5])
    tests = [(name[5:], test) for name, test in globals().items() if name.startswith("test_")]
    tests = [(name, test) for name, test in tests if not arguments[6:] or name in arguments[6:]]

    print(f"1..{len(tests)}", flush=True)
    failed = 0
    for number, (name, test) in enumerate(tests, 1):
        try:
            test()
            print(f"ok {number} - {name}: {test.__doc__}", flush=True)
        except Exception as error:  # every test is to be told of
            failed += 1
            print(f"not ok {number} - {name}: {test.__doc__}", flush=True)
            for line in traceback.format_exc().splitlines():
                print(f"# {line}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main(sys.argv[1:]))
