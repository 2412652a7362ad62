# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads columns of tables for which no expected rows exist directly from the packets."""

import zlib

from perfetto_wire import fields

HEAP_GRAPH = 56
DEOBFUSCATION = 64
ZLIB = 50


def packets(data):
    for field, value in fields(data):
        if field != 1:
            continue
        packed = dict(fields(value)).get(ZLIB)
        if packed is None:
            yield list(fields(value))
        else:
            yield from packets(zlib.decompress(packed))


def read(path):
    """Returns the packets of a trace that is not compressed as a whole or archived; otherwise an empty list."""
    data = path.read_bytes()
    return list(packets(data)) if data[:1] == b"\n" else []


def pair(data):
    told = dict(fields(data))
    return told.get(1, b"").decode(), told.get(2, b"").decode()


def list_source_fields(path):
    """Returns (obfuscated name, name in the source) of all fields of heap dumps."""
    members, names = {}, {}
    for packet in read(path):
        for field, value in packet:
            if field == DEOBFUSCATION:
                for of, klass in fields(value):
                    if of != 3:
                        continue
                    short, source = pair(klass)
                    for part, member in fields(klass):
                        if part == 3:
                            was, name = pair(member)
                            members[f"{short}.{was}"] = name if "." in name else f"{source}.{name}"
            elif field == HEAP_GRAPH:
                for part, what in fields(value):
                    if part == 4:
                        told = dict(fields(what))
                        names[told[1]] = told.get(2, b"").decode().rpartition(" ")[2]
    return {(name, members.get(name, name)) for name in names.values() if name}
