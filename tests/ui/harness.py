# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the real program with a real pointer and keyboard, and checks its reactions.

A test file runs itself again inside a separate session bus and X server. Clicks and keys come from xdotool. The
harness finds the positions to click by colours on the screen, and reads the results from the window's actions,
which GTK exports on the session bus.
"""

import ast
import collections
import contextlib
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

PATIENCE = 60  # timeout in s, long enough for a busy machine
STEP = 0.05

WIDTH, HEIGHT = 1400, 900
NONE = 0xFFFFFFFF

RESULTS = "TRACEVIEW_TEST_RESULTS"  # number of a file descriptor

APP = "io.github.traceview.Traceview"
APP_PATH = "/io/github/traceview/Traceview"
WINDOW_PATH = APP_PATH + "/window/{}"  # windows are numbered from 1 in the order in which they open

# The colours of ranks 0, 1, … in the palette, light and dark
PALETTE = (
    "8cc3fc dd8176 9be3c3 b89ae4 e0b771 2dafcd ffbad4 90ba70 a5bbff d8875d "
    "8ee4d8 cc93d4 ccc072 4fa8dd ffbbbf 72bf89 bdb3fa ce9049 8be2ec db8ebd"
).split()
ACCENT = "3584e4"
TOAST = "4c4c4c"
NOTICE = "f7edd6"  # background of the notification bar
SWATCHES = range(20, 60)  # columns with the method colours in the table
TABLE_TOP = 160  # y position above which the timeline has the same colours
TIMELINE_LEFT = 200  # right edge of the thread names


# Presses one pixel apart are not a double click, even on a fast machine (see move_to_press()). Two presses at the same
# position are a double click, even if xdotool has to wait for a processor between them: GTK keeps a gesture active for
# the time given here.
SETTINGS = """[Settings]
gtk-enable-animations=0
gtk-double-click-distance=1
gtk-double-click-time=3000
"""


def find_missing_tools():
    tools = ("Xvfb", "xdotool", "xwininfo", "import", "dbus-run-session", "gdbus")
    return [tool for tool in tools if not shutil.which(tool)]


@contextlib.contextmanager
def screen(width, height):
    """Yields the name of an X server that runs in this context. It selects a free number, because several tests run at
    the same time. Keys do not repeat: xdotool may wait a long time for a processor before it releases a key."""
    ours, its = os.pipe()
    command = ["Xvfb", "-displayfd", str(its), "-screen", "0", f"{width}x{height}x24", "-noreset", "-r"]
    server = subprocess.Popen([*command, "-nolisten", "tcp"], pass_fds=[its], stderr=subprocess.DEVNULL)
    os.close(its)
    try:
        with open(ours) as answer:
            number = answer.readline().strip()
        assert number, f"{command[0]} exited with status {server.wait()}"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def run_inside(script, arguments):
    """Runs a script again with its own screen, bus and home folder."""
    with tempfile.TemporaryDirectory(prefix="traceview-ui-") as home:
        config = pathlib.Path(home, "config", "gtk-4.0")
        runtime = pathlib.Path(home, "runtime")
        config.mkdir(parents=True)
        runtime.mkdir(mode=0o700)
        config.joinpath("settings.ini").write_text(SETTINGS)
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
        command = ["dbus-run-session", "--", sys.executable, script, "--inside", home, *arguments]
        # Programs that the bus starts may write to standard output; the test results use another descriptor.
        results = os.dup(sys.stdout.fileno())
        environment[RESULTS] = str(results)
        with screen(WIDTH, HEIGHT) as environment["DISPLAY"]:
            return subprocess.run(
                command, env=environment, stdout=sys.stderr, pass_fds=[results], check=False
            ).returncode


@contextlib.contextmanager
def animations():
    """Enables animations for the programs that start in this context."""
    end_shared()
    settings = HOME / "config" / "gtk-4.0" / "settings.ini"
    before = settings.read_text()
    settings.write_text(before.replace("gtk-enable-animations=0", "gtk-enable-animations=1"))
    try:
        yield
    finally:
        end_shared()
        settings.write_text(before)


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


current_test = None  # file and name of the running test


def save_screen():
    """Saves a screenshot of a failure next to meson's log, if the folder exists."""
    folder = pathlib.Path("meson-logs")
    if current_test and folder.is_dir():
        run("import", "-window", "root", str(folder / f"{current_test}.png"))


def wait_for(what, condition):
    """Repeats a condition until it is true, and returns its value."""
    end = time.monotonic() + PATIENCE
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > end:
            save_screen()
            raise AssertionError(f"timed out after {PATIENCE} s waiting for {what}")
        time.sleep(STEP)


def count_windows():
    return len(list_windows())


def list_windows():
    """Returns windows and dialogs, without tooltips, which depend on the pointer."""
    return [window for window in list_surfaces() if not is_popup(window)]


def list_popups():
    return [window for window in list_surfaces() if is_popup(window)]


def list_surfaces():
    search = ["xdotool", "search", "--onlyvisible", "--class", "traceview"]
    return subprocess.run(search, stdout=subprocess.PIPE, text=True, check=False).stdout.split()


def is_popup(window):
    """Returns whether a window is a menu, popover or tooltip, or was closed in the meantime."""
    facts = subprocess.run(
        ["xwininfo", "-id", window], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ).stdout
    return "Override Redirect State: no" not in facts


def find_menu():
    """Returns a popup that is higher than a tooltip."""
    for window in list_popups():
        geometry = subprocess.run(
            ["xdotool", "getwindowgeometry", "--shell", window],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False,
        ).stdout
        if "HEIGHT=" not in geometry:
            continue  # closed in the meantime
        if int(geometry.split("HEIGHT=")[1].split()[0]) > 150:
            return window
    return None


def wait_no_menu():
    """Waits until the window receives clicks again, shortly after the menu has closed."""
    wait_for("the menu to close", lambda: not find_menu())
    time.sleep(0.5)


def click_secondary():
    """Clicks the secondary button at the pointer."""
    run("xdotool", "click", "3")


presses = collections.Counter()  # number of presses of the first button at each position


def move_to_press(x, y):
    """Moves the pointer to the position for a press of the first button, every other time one pixel to the right.

    A second press at exactly the same position would be a double click where a test needs two single clicks.
    """
    beside = presses[x, y] % 2
    presses[x, y] += 1
    run("xdotool", "mousemove", str(x + beside), str(y))


def press(x, y):
    move_to_press(x, y)
    run("xdotool", "mousedown", "1")


def is_framed():
    """Returns whether the window highlights itself as a drop target."""
    screen = Screen()
    return ACCENT in (screen.get(x, HEIGHT // 2) for x in range(20))


def drag_and_drop(start, *places, is_taken, look=lambda: None):
    """Drags the object at a position to other positions, in small steps, and drops it at the last position.

    is_taken: whether the window accepts the drop. look: called before the drop.

    The drag starts when the pointer has left the start; if the button is released earlier, nothing is dropped. During
    a drag, an icon follows the pointer.
    """

    def list_images():
        """Returns {window: (top, bottom)} for all windows."""
        lines = re.findall(r"^ +(0x\w+) .* \d+x(\d+)\+.*?\+-?\d+\+(-?\d+)$",
                           run("xwininfo", "-root", "-children"), re.MULTILINE)
        return {name: (int(top), int(top) + int(height)) for name, height, top in lines}

    def is_near(y):
        """Returns whether the drag icon is near the pointer."""
        news = [edges for name, edges in list_images().items() if name not in before]
        return any(top - 60 <= y <= bottom + 60 for top, bottom in news)

    def move(start, end, parts):
        for part in parts:
            place = [round(a + (b - a) * part) for a, b in zip(start, end)]
            run("xdotool", "mousemove", *map(str, place), "sleep", "0.1")

    move_to_press(*start)
    run("xdotool", "sleep", "0.2")
    before = list_images()
    run("xdotool", "mousedown", "1")
    try:
        for place in places:
            move(start, place, (0.05, 0.1, 0.3, 0.6, 0.9, 1.0))
            wait_for(f"the drag icon near {place}", lambda: is_near(place[1]))
            start = place
        time.sleep(0.5)  # so that the window below the pointer can accept the drag
        wait_for(f"the window to {'show' if is_taken else 'hide'} the drop highlight", lambda: is_framed() == is_taken)
        look()
    finally:
        run("xdotool", "mouseup", "1")


def drop(kind, text, is_taken, look=lambda: None):
    """Drags an object from a window in the corner, the program in TV_DRAG_SOURCE, to the middle."""
    source = subprocess.Popen([os.environ["TV_DRAG_SOURCE"], kind, text])
    search = ["xdotool", "search", "--onlyvisible", "--name", "^drag-source$"]
    try:
        window = wait_for(
            "the window of the drag source",
            lambda: subprocess.run(search, stdout=subprocess.PIPE, text=True).stdout.split(),
        )[0]
        run("xdotool", "windowmove", "--sync", window, str(WIDTH - 100), "0", "windowraise", window)
        drag_and_drop((WIDTH - 60, 20), (WIDTH // 3, HEIGHT // 2), is_taken=is_taken, look=look)
        wait_for("the drag source to exit", lambda: source.poll() is not None)
    finally:
        source.kill()
        source.wait()


def drop_files(*uris, look=lambda: None):
    drop("text/uri-list", "".join(f"{uri}\r\n" for uri in uris), True, look)


def type_path(program, path):
    """Replaces the name in a file dialog with a path."""
    wait_for("the file dialog", lambda: count_windows() == 2)
    time.sleep(0.5)  # the dialog reads its folder, and then selects a name
    program.key("ctrl+a")
    program.type(str(path))
    program.key("Return")
    wait_for("the file dialog to close", lambda: count_windows() == 1)


class Screen:
    """A screenshot of the whole screen."""

    def __init__(self):
        command = ["import", "-silent", "-window", "root", "-depth", "8", "rgb:-"]
        self.pixels = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
        assert len(self.pixels) == WIDTH * HEIGHT * 3

    def get(self, x, y):
        start = (y * WIDTH + x) * 3
        return self.pixels[start : start + 3].hex()

    def find_rows(self, colors, columns, least=5):
        """Returns positions where a colour is at least @least pixels high: (x, y of its middle, colour)."""
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

    def find_underline(self, columns, rows):
        """Returns the longest horizontal run of a blue, such as a link's underline: (length, x of its middle, y)."""
        best = (0, 0, 0)
        for y in rows:
            start = columns[0]
            for x in columns:
                color = self.get(x, y)
                if color == self.get(start, y) and int(color[4:], 16) - int(color[:2], 16) > 60:
                    best = max(best, (x - start, (x + start) // 2, y))
                else:
                    start = x
        return best

    def find_widest(self, color, left, right, top, bottom):
        """Returns the longest horizontal run of a colour: (length, x of its middle, y)."""
        pixel = bytes.fromhex(color)
        runs = re.compile(b"(?:%s)+" % re.escape(pixel))
        best = (0, 0, 0)
        for y in range(top, bottom):
            row = self.pixels[(y * WIDTH + left) * 3 : (y * WIDTH + min(right, WIDTH)) * 3]
            at = row.find(pixel)
            while at >= 0:
                if at % 3:  # the match is not aligned to pixels
                    end = at + 1
                else:
                    end = runs.match(row, at).end()
                    length = (end - at) // 3
                    best = max(best, (length, left + at // 3 + length // 2, y))
                at = row.find(pixel, end)
        return best


def find_toast():
    """Returns whether a toast is visible, which is a dark bar at the bottom."""
    return Screen().find_widest(TOAST, WIDTH // 4, WIDTH * 3 // 4, HEIGHT - 80, HEIGHT)[0] > 40


def has_notice():
    return Screen().find_widest(NOTICE, 0, WIDTH, 0, 150)[0] > WIDTH // 3


@contextlib.contextmanager
def temporary_settings(**settings):
    """Sets the settings of programs that start in this context, and yields a function that changes them. In names, “_”
    replaces “-”."""
    folder = HOME / "config" / "glib-2.0" / "settings"
    folder.mkdir(parents=True, exist_ok=True)

    def keep(**values):
        lines = "".join(f"{key.replace('_', '-')}={value}\n" for key, value in values.items())
        (folder / "keyfile").write_text(f"[io/github/traceview/Traceview]\n{lines}")

    keep(**settings)
    before = os.environ["GSETTINGS_BACKEND"]
    os.environ["GSETTINGS_BACKEND"] = "keyfile"
    try:
        yield keep
    finally:
        os.environ["GSETTINGS_BACKEND"] = before
        shutil.rmtree(folder.parent, True)


class Program:
    """The program, in a window at the top left corner of the screen."""

    def __init__(self, *files, width=WIDTH, height=HEIGHT, keeps_views=False):
        end_shared()  # only one instance can be on a bus
        # Removes the saved view states of earlier tests.
        if not keeps_views:
            shutil.rmtree(pathlib.Path(os.environ["XDG_CACHE_HOME"], "traceview"), True)
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [TRACEVIEW, *map(str, files)], stdout=self.errors, stderr=self.errors,
            restore_signals=False,  # a write beyond the file size limit is then an error, and does not end the program
        )
        self.path = WINDOW_PATH.format(1)
        self.n_exports = 0
        self.window = wait_for("the main window", self.find_window)
        run("xdotool", "windowmove", self.window, "0", "0")
        self.resize(width, height)

    def resize(self, width, height):
        run("xdotool", "windowsize", self.window, str(width), str(height))
        wait_for(f"a window size of {width}×{height}", lambda: self.get_size() == (width, height))
        run("xdotool", "windowfocus", "--sync", self.window)

    def show_only(self, path):
        """Opens a file instead of the current file."""
        while self.state("page") != "start":
            self.activate("close-tab")
        self.activate("open-uri", f"[<'{path.as_uri()}'>]")
        wait_for("the file to open", lambda: self.state("page") != "start")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is not None:
            self.process.kill()
            self.process.wait()
        else:
            self.quit()
            wait_for("the program to exit", lambda: self.process.poll() is not None)
        self.errors.seek(0)
        words = self.errors.read()
        if words:
            print(f"# the program said: {words}")
        assert kind is not None or self.process.returncode == 0, self.process.returncode

    def find_window(self):
        assert self.process.poll() is None, f"the program exited with status {self.process.returncode}"
        search = ["xdotool", "search", "--onlyvisible", "--name", "Traceview"]
        found = subprocess.run(
            search, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False
        )
        return found.stdout.split()[-1] if found.stdout.split() else None

    def get_size(self):
        geometry = run("xdotool", "getwindowgeometry", self.window)
        return tuple(map(int, re.search(r"Geometry: (\d+)x(\d+)", geometry).groups()))

    # ---- Actions of the window on the bus ----

    def call(self, method, *arguments, path=None):
        assert self.process.poll() is None, f"the program exited with status {self.process.returncode}"
        command = ["gdbus", "call", "--session", "--timeout", str(PATIENCE), "--dest", APP]
        command += ["--object-path", path or self.path, "--method", f"org.gtk.Actions.{method}", *arguments]
        found = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        assert found.returncode == 0, found.stdout
        return found.stdout

    @contextlib.contextmanager
    def of_window(self, number):
        """Uses the actions of another window in this context."""
        self.path = WINDOW_PATH.format(number)
        try:
            yield
        finally:
            self.path = WINDOW_PATH.format(1)

    def activate(self, action, parameters="[]"):
        self.call("Activate", action, parameters, "{}")

    def quit(self):
        try:
            self.call("Activate", "quit", "[]", "{}", path=APP_PATH)
        except AssertionError:
            pass  # the program may exit before it replies

    def set_state(self, action, value):
        self.call("SetState", action, f"<{value}>", "{}")

    def describe(self, action):
        """Returns whether an action is enabled, and its state as a Python value."""
        text = self.call("Describe", action).strip()
        enabled, state = re.fullmatch(r"\(\((true|false), .*?, (?:@av )?\[(?:<(.*)>)?\]\),\)", text).groups()
        state = re.sub(r"@\S+ |\b(?:uint32|int64) ", "", state or "None")
        state = re.sub(r"(?:^|(?<=, ))(true|false)(?=$|, )", lambda word: word[0].capitalize(), state)
        return enabled == "true", ast.literal_eval(state)

    def offers(self, action):
        """Returns whether an action exists; most actions belong to the visible page."""
        return f"'{action}'" in self.call("List")

    def state(self, action):
        return self.describe(action)[1]

    def wait_state(self, action, wanted):
        try:
            wait_for(f"{action} to be {wanted!r}", lambda: self.state(action) == wanted)
        except AssertionError as error:
            raise AssertionError(f"{error}; it is {self.state(action)!r}") from None

    def go_to(self, view):
        """Shows a view of the panel, even if the switcher does not show it, and waits until it is computed."""
        self.set_state("panel-page", f"'{view}'")
        self.wait_state("panel-page", view)
        self.wait_idle()

    def wait_ready(self, keeps_thread=False):
        """Waits until the trace is shown. A trace that mostly waits opens with a filter by its main
        thread, which is removed unless keeps_thread is set.
        """
        self.wait_state("page", "ready")
        if not keeps_thread and self.describe("thread")[1] not in (None, NONE):
            self.set_state("thread", f"uint32 {NONE}")
            self.wait_state("thread", NONE)
        self.wait_idle()

    def wait_idle(self):
        """Waits until the view of the panel is computed for the current selection."""
        if self.offers("view-busy"):
            self.wait_state("view-busy", False)

    @contextlib.contextmanager
    def watch(self, action):
        """Yields a list; at the end of the context, it contains all states that the action had."""
        command = ["gdbus", "monitor", "--session", "--dest", APP, "--object-path", self.path]
        states = []
        with tempfile.TemporaryFile("a+") as words:
            monitor = subprocess.Popen(command, stdout=words)
            try:
                wait_for("gdbus monitor to start", lambda: words.seek(0) or "owned by" in words.read())
                yield states
            finally:
                monitor.terminate()
                monitor.wait()
            words.seek(0)
            states += re.findall(rf"'{action}': <(.*?)>", words.read())

    # ---- Input and screen ----

    def click(self, x, y, count=1):
        """Clicks @count times; 2 is a double click. Earlier clicks do not count."""
        move_to_press(x, y)
        run("xdotool", "click", "--repeat", str(count), "--delay", "60", "1")

    def double_click(self, x, y, wanted, is_done):
        """Double-clicks until a condition is true: on a busy machine, the first click may come before the widget at the
        position is replaced, and the second after it, so that the program receives two single clicks."""

        def try_once():
            self.click(x, y, count=2)
            end = time.monotonic() + 3
            while not is_done() and time.monotonic() < end:
                time.sleep(STEP)
            return is_done()

        wait_for(wanted, try_once)

    def key(self, *keys):
        run("xdotool", "key", *keys)

    def open_menu(self, opens):
        """Opens a menu. Repeats a click that only closed a previous menu."""

        def is_open():
            opens()
            end = time.monotonic() + 3
            while not find_menu() and time.monotonic() < end:
                time.sleep(STEP)
            return find_menu()

        wait_for("the previous menu to close", lambda: not find_menu())
        wait_for("the menu to open", is_open)
        time.sleep(0.5)  # the menu accepts keys shortly after it appears

    def choose(self, *keys, opens=click_secondary):
        """Opens a menu and presses keys in it."""
        self.open_menu(opens)
        self.key(*keys)

    def choose_item(self, label, opens=click_secondary):
        """Opens a menu and activates the first item whose label begins with this text, with the keys."""
        self.open_menu(opens)
        self.key(*["Down"] * self.find_item(label), "Return")

    def list_menu(self):
        """Returns the items of the open menu: (label, whether it is enabled, tooltip)."""
        return wait_for("the items of the menu", lambda: self.offers("menu") and self.state("menu"))

    def find_item(self, label):
        """Returns the number of enabled items above the first item whose label begins with this text."""
        labels = [item for item, can, _ in self.list_menu() if can]
        found = [i for i, item in enumerate(labels) if item.startswith(label)]
        assert found, f"no enabled item {label!r} in the menu: {labels}"
        return found[0]

    def type(self, text):
        run("xdotool", "type", "--delay", "20", text)

    def find_method_rows(self):
        """Returns the methods in the table from top to bottom, as soon as they are shown and stable."""

        def find():
            rows = Screen().find_rows(set(PALETTE), SWATCHES)
            return [row for row in rows if row[1] > TABLE_TOP]

        def look():
            self.wait_idle()
            rows = find()
            time.sleep(STEP)  # so that a new frame can be drawn
            return rows if rows and rows == find() else None

        return wait_for("methods in the table", look)

    def export(self, path):
        """Exports the visible list as CSV, and returns its rows. Repeats an export that a list ignored because its
        rows were not computed yet; each export has a separate file, because a late export must not replace a newer
        export."""
        path = pathlib.Path(path)

        def export_once():
            self.n_exports += 1
            part = path.with_suffix(f".{self.n_exports}.csv")
            self.activate("export-csv-to", f"[<'{part}'>]")
            end = time.monotonic() + 5
            while time.monotonic() < end:
                if part.exists() and part.read_bytes().endswith(b"\r\n"):
                    return part
                time.sleep(STEP)
            return None

        wait_for("the exported file", export_once).replace(path)
        return read_csv(path.read_text(encoding="utf-8"))


shared_program = None  # program that several tests share
n_shared = 0  # number of files that it has shown


def end_shared():
    global shared_program
    program, shared_program = shared_program, None
    if program:
        program.__exit__(None)


@contextlib.contextmanager
def shared(path, width=WIDTH, height=HEIGHT):
    """Returns a program in which only this file is open; reuses the program of the previous test.

    For tests that do not change settings. Saved view states depend on the path, so each copy has a different
    path.
    """
    global shared_program, n_shared
    n_shared += 1
    copy = HOME / f"shared-{n_shared}" / path.name
    copy.parent.mkdir()
    shutil.copy(path, copy)
    if shared_program:
        shared_program.show_only(copy)
        shared_program.resize(width, height)
    else:
        shared_program = Program(copy, width=width, height=height)
    program = shared_program
    try:
        yield program
    except BaseException:
        shared_program = None
        program.__exit__(*sys.exc_info())
        raise


def read_csv(text):
    return list(csv.DictReader(text.splitlines()))


def dump(*arguments):
    found = subprocess.run(
        [TRACEDUMP, "table", "--native", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True,
    )
    return read_csv(found.stdout)


def sorted_rows(rows):
    return sorted(tuple(row.items()) for row in rows)


def expect(value, wanted):
    assert value == wanted, f"expected {wanted!r}, found {value!r}"


def main(script, namespace, arguments):
    """Runs the functions test_… of a file, which get the necessary paths as globals."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if arguments[:1] != ["--inside"]:
        missing = find_missing_tools()
        if missing:
            print(f"1..0 # SKIP not installed: {', '.join(missing)}")
            return 0
        return run_inside(script, [os.path.abspath(a) if os.path.exists(a) else a for a in arguments])

    sys.stdout = os.fdopen(int(os.environ[RESULTS]), "w", buffering=1)
    paths = {"HOME": pathlib.Path(arguments[1]), "SAMPLES": pathlib.Path(arguments[5])}
    paths.update(zip(("TRACEVIEW", "TRACEDUMP", "MAKE_TRACE"), arguments[2:5]))
    globals().update(paths)
    namespace.update(paths)
    tests = [(name[5:], test) for name, test in namespace.items() if name.startswith("test_")]
    tests = [(name, test) for name, test in tests if not arguments[6:] or name in arguments[6:]]

    print(f"1..{len(tests)}", flush=True)
    failed = 0
    global current_test
    for number, (name, test) in enumerate(tests, 1):
        current_test = f"{pathlib.Path(script).stem}-{name}"
        try:
            test()
            print(f"ok {number} - {name}: {test.__doc__}", flush=True)
        except Exception as error:  # reports each test
            failed += 1
            print(f"not ok {number} - {name}: {test.__doc__}", flush=True)
            for line in traceback.format_exc().splitlines():
                print(f"# {line}", flush=True)
    end_shared()
    return 1 if failed else 0
