#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls actions of the program over the session bus, for as long as a test runs: starting a program for each
call takes longer than the call.

Usage: bus-calls.py

It reads a line of JSON for each call: name on the bus, path of the object, method of org.gtk.Actions, and its
parameters as text; and writes one for each: the answer as text, and what went wrong, of which one is null.

It is a program of its own, because the bindings are there for the system's Python only.
"""

import json
import sys

from gi.repository import Gio, GLib

INTERFACE = "org.gtk.Actions"
PARAMETERS = {"Activate": ("s", "av", "a{sv}"), "SetState": ("s", "v", "a{sv}"), "Describe": ("s",), "List": ()}
TIMEOUT_MS = 60000


def parse(kind, text):
    return GLib.Variant("s", text) if kind == "s" else GLib.Variant.parse(GLib.VariantType(kind), text)


def call(bus, name, path, method, arguments):
    parameters = GLib.Variant.new_tuple(*map(parse, PARAMETERS[method], arguments))
    answer = bus.call_sync(
        name, path, INTERFACE, method, parameters, None, Gio.DBusCallFlags.NO_AUTO_START, TIMEOUT_MS
    )
    return answer.print_(True)


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    for line in sys.stdin:
        name, path, method, *arguments = json.loads(line)
        try:
            answer, error = call(bus, name, path, method, arguments), None
        except GLib.Error as failure:
            answer, error = None, failure.message
        print(json.dumps([answer, error]), flush=True)


if __name__ == "__main__":
    main()
