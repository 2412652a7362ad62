# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums a pprof profile per source line, directly from its messages."""

import collections
import gzip


def read_fields(data):
    """Yields (field, number or bytes) of each field of a message."""
    at = 0
    while at < len(data):
        key, at = read_varint(data, at)
        value, at = read_varint(data, at)
        if key & 7 == 2:
            value, at = data[at:at + value], at + value
        elif key & 7 != 0:
            raise ValueError(f"wire type {key & 7}")
        yield key >> 3, value


def read_varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def read_numbers(values):
    """Yields the numbers of a repeated field, packed or not."""
    for value in values:
        at = 0
        if isinstance(value, int):
            yield value
            continue
        while at < len(value):
            number, at = read_varint(value, at)
            yield number


def group(data):
    fields = collections.defaultdict(list)
    for field, value in read_fields(data):
        fields[field].append(value)
    return fields


def read_locations(profile, texts):
    """Returns location id → [(function, file, line, whether it was inlined)], innermost frame first."""
    functions, locations = {}, {}
    for data in profile[5]:
        function = group(data)
        functions[function[1][0]] = (texts[function[2][0]], texts[function[4][0]] if function[4] else "")
    for data in profile[4]:
        location = group(data)
        lines = [group(line) for line in location[4]]
        locations[location[1][0]] = [
            (*functions[line[1][0]], line[2][0] if line[2] else 0, place + 1 < len(lines))
            for place, line in enumerate(lines)]
    return locations


def count_lines(path, column):
    """Returns the counts per line and the number of inlined frames. The counts are
    {(function, file, line): [inclusive, exclusive, samples, is always inlined]}."""
    profile = group(gzip.open(path).read())
    texts = [text.decode("utf-8") for text in profile[6]]
    locations = read_locations(profile, texts)
    lines, n_inlined = {}, 0
    for data in profile[2]:
        sample = group(data)
        weight = list(read_numbers(sample[2]))[column]
        stack = [frame for id in read_numbers(sample[1]) for frame in locations[id]]
        for place, (name, file, line, inlined) in enumerate(stack):
            numbers = lines.setdefault((name, file, line), [0, 0, 0, True])
            numbers[3] &= inlined
            n_inlined += inlined
            if place == 0:
                numbers[1] += weight
                numbers[2] += 1
        for key in {frame[:3] for frame in stack}:
            lines[key][0] += weight
    return lines, n_inlined
