#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the accessible widgets of the program, as a screen reader receives them.

Usage: accessible-tree.py tree     the widgets, one line of JSON each: role, name, description, states
       accessible-tree.py follow   changes of focus and names, when they happen:
                                   one line of JSON each, after a line with "ready"

This is a separate program because only the system's Python has the bindings.
"""

import json
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

EVENTS = ("object:state-changed:focused", "object:property-change:accessible-name")
MAX_CHILDREN = 40  # limit for lists with very many rows


def find_program():
    for _ in range(300):
        desktop = Atspi.get_desktop(0)
        programs = [desktop.get_child_at_index(i) for i in range(desktop.get_child_count())]
        for program in programs:
            if program and program.get_name() == "traceview" and program.get_child_count():
                return program
        time.sleep(0.1)
    sys.exit("the program does not show itself")


def tell(widget, **facts):
    print(json.dumps({"role": widget.get_role_name(), "name": widget.get_name(), **facts}), flush=True)


def visit(widget):
    """Prints a widget, and returns its children."""
    states = widget.get_state_set()
    tell(
        widget,
        description=widget.get_description(),
        can_focus=states.contains(Atspi.StateType.FOCUSABLE),
    )
    n = min(widget.get_child_count(), MAX_CHILDREN)
    return [widget.get_child_at_index(i) for i in range(n)]


def walk(program):
    waiting = [program]
    while waiting:
        try:
            children = visit(waiting.pop())
        except GLib.Error:
            continue  # a row that the list has recycled
        waiting += [child for child in reversed(children) if child]


def on_event(event):
    if event.type.endswith("focused") and not event.detail1:
        return
    tell(event.source, event=event.type.split(":")[-1])


def follow():
    listener = Atspi.EventListener.new(on_event)
    for event in EVENTS:
        listener.register(event)
    find_program()
    print(json.dumps({"event": "ready"}), flush=True)
    GLib.MainLoop().run()


if __name__ == "__main__":
    Atspi.init()
    if sys.argv[1] == "tree":
        walk(find_program())
    else:
        follow()
