#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the hardening options of the programs, and that they use neither the network nor other programs.

Usage: check-hardening.py PROGRAM…      TAP on standard output
"""

import os
import re
import subprocess
import sys

# Functions that traceview's own code must not call. GTK itself uses services of the desktop, for example to
# show a folder in the file manager when the user requests it.
NETWORK = r"socket|connect|bind|listen|accept4?|getaddrinfo|gethostby.*|g_socket_.*|g_network_.*"
PROGRAMS = (r"fork|vfork|exec[lv]p?e?|posix_spawnp?|system|popen|g_spawn_.*|g_subprocess_.*"
            r"|g_app_info_launch.*")
LOADING = r"dlopen|g_module_open.*"

# Exceptions: a method's source opens in the editor that the user sets in the preferences, only if the user
# requests it, and never through a shell.
EDITOR = {"g_spawn_async", "g_app_info_launch_default_for_uri"}


def read(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True,
                          env={**os.environ, "LC_ALL": "C"}).stdout


def imported(program):
    """Returns the names of the functions that the program imports from libraries."""
    names = set()
    for line in read("nm", "-D", "--undefined-only", program).splitlines():
        names.add(line.split()[-1].split("@")[0])
    return names


def checks(program):
    names = imported(program)
    name = os.path.basename(program)
    header = read("readelf", "-hW", program)
    segments = read("readelf", "-lW", program)
    dynamic = read("readelf", "-dW", program)
    for what, pattern in (("network", NETWORK), ("other programs", PROGRAMS),
                          ("code at run time", LOADING)):
        called = sorted(n for n in names if re.fullmatch(pattern, n)
                        and not (name.startswith("traceview") and n in EDITOR))
        yield f"{name} asks for no {what}", not called, ", ".join(called)
    if "__asan_init" in names or "__tsan_init" in names:
        return
    stack = re.search(r"GNU_STACK.*", segments)
    yield f"{name} is position-independent", "DYN" in header, header
    yield f"{name} has relocations read-only", "GNU_RELRO" in segments, segments
    yield f"{name} binds all at the start", "BIND_NOW" in dynamic or "NOW" in dynamic, dynamic
    yield f"{name} has a stack without code", stack and "RWE" not in stack.group(), segments
    yield f"{name} looks after its stack", "__stack_chk_fail" in names, ""
    if name == "tracedump":  # Traceview's own code must not call functions that have a checked variant.
        yield f"{name} looks after its buffers", any(n.endswith("_chk") for n in names), ""


def main():
    failed = False
    number = 0
    print("TAP version 13")
    for program in sys.argv[1:]:
        for name, is_good, details in checks(program):
            number += 1
            failed |= not is_good
            print("ok" if is_good else "not ok", number, "-", name)
            if not is_good:
                print("\n".join("#   " + line for line in details.splitlines()))
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
