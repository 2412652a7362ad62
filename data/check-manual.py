#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Check that manual pages and completions name each command and option that the programs have.

Usage: check-manual.py TRACEDUMP FOLDER [TRACEVIEW]      TAP on standard output
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

TRACEDUMP, FOLDER = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
TRACEVIEW = sys.argv[3:4]
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "",
               "PATH": f"{TRACEDUMP.parent}:{os.environ['PATH']}"}


def answer(*arguments, **keywords):
    return subprocess.run(arguments, check=True, env=ENVIRONMENT, stdout=subprocess.PIPE, encoding="utf-8",
                          timeout=60, **keywords).stdout


def find_options(program, *arguments):
    return set(re.findall(r"--[a-z][\w-]*", "\n".join(
        line[:line.find("  ", 6)] for line in answer(program, *arguments, "--help").splitlines()
        if line.startswith("  -"))))


def find_commands():
    part = answer(TRACEDUMP, "--help").split("Commands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in part.splitlines()]


COMMANDS = {name: find_options(TRACEDUMP, name) for name in find_commands()}


def expect(found, wanted, what):
    missing = set(wanted) - set(found)
    if missing:
        raise AssertionError(f"{what}: {sorted(missing)}")


def read_page(name):
    return (FOLDER / f"{name}.1").read_text(encoding="utf-8").replace("\\-", "-")


def check_pages():
    if len(COMMANDS) < 10 or not any(COMMANDS.values()):
        raise AssertionError(f"--help is not understood: {COMMANDS}")
    sections = dict(re.findall(r"^\.SS tracedump (\S+).*\n((?:(?!\.S[SH]).*\n)*)", read_page("tracedump"), re.M))
    expect(sections, COMMANDS, "commands")
    for name, options in COMMANDS.items():
        expect(re.findall(r"--[a-z][\w-]*", sections[name]), options - {"--help"}, f"tracedump {name}")
    expect(re.findall(r"--[a-z][\w-]*", read_page("dmtracedump")), COMMANDS["dmtracedump"], "dmtracedump")
    for program in TRACEVIEW:
        expect(re.findall(r"--[a-z][\w-]*", read_page("traceview")), find_options(program), "traceview")


def check_help_pages():
    """Pages of the users' manual have each command with its options, and each table."""
    namespace = "{http://projectmallard.org/1.0/}"

    def read_help(name):
        return xml.etree.ElementTree.parse(FOLDER / f"{name}.page").getroot()

    sections = {section.get("id"): " ".join(section.itertext())
                for section in read_help("tracedump-commands").iter(f"{namespace}section")}
    expect(sections, COMMANDS, "commands")
    for name, options in COMMANDS.items():
        expect(re.findall(r"--[a-z][\w-]*", sections[name]), options - {"--help"}, f"tracedump {name}")
    tables = {title.findtext(f"{namespace}code") for title in read_help("tracedump-tables").iter(f"{namespace}title")}
    expect(tables, [line.split()[0] for line in answer(TRACEDUMP, "tables").splitlines()], "tables")


def list_examples():
    """Returns the command lines of tracedump in the pages of the manual and in the README."""
    root = pathlib.Path(__file__).resolve().parent.parent
    for path in [*sorted((root / "data" / "help" / "C").glob("*.page")), root / "README.md"]:
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        for line in re.findall(r"(?:^ *|<code>|\[)(tracedump [a-z].*)", text, re.M):
            yield path.name, re.split(r"</code>|\]\]>|   #|[|>`]", line)[0].split()


def check_examples():
    """Each command, option and table of an example exists."""
    tables = {line.split()[0] for line in answer(TRACEDUMP, "tables").splitlines()}
    examples = [(page, words) for page, words in list_examples() if words[1:2] and words[1].isalpha()]
    if len(examples) < 30:
        raise AssertionError(f"only {len(examples)} examples were found")
    for page, words in examples:
        line = f"{page}: {' '.join(words)}"
        expect(COMMANDS, [words[1]], line)
        expect(COMMANDS[words[1]], re.findall(r"(?<=\s)--[a-z][\w-]*", " ".join(words)), line)
        if words[1] == "table" and len(words) > 2 and words[2].islower() and not words[2].startswith("-"):
            expect(tables, [words[2]], line)


def check_markup():
    mandoc = shutil.which("mandoc")
    if mandoc is None:
        return "mandoc is not installed"
    for page in FOLDER.glob("*.1"):
        answer(mandoc, "-T", "lint", "-W", "error", page)
    return None


def check_bash():
    def complete(*words):
        return answer("bash", "-c", 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tracedump; '
                      'printf "%s\\n" "${COMPREPLY[@]}"', FOLDER / "tracedump", *words, cwd="/").split()

    expect(complete("tracedump", ""), COMMANDS, "commands")
    for name, options in COMMANDS.items():
        expect(complete("tracedump", name, "--"), options, name)
    expect(complete("tracedump", "table", "--format", ""), ["csv", "tsv", "json"], "formats")
    expect(complete("tracedump", "profile", "--clock", "=", "w"), ["wall"], "clocks")
    expect(complete("tracedump", "table", ""), ["slice", "thread_use", "problem"], "tables")
    expect(complete("tracedump", "profile", ""), ["usr"], "files")


def check_zsh():
    if shutil.which("zsh") is None:
        return "zsh is not installed"

    # The functions of its completion system only say what they are given.
    def complete(*words):
        return answer("zsh", "-f", "-c", '_arguments() { print -rl -- "$@" }; _files() { print files }; '
                      '_describe() { print -rl -- ${(P)2} }; words=("$@"); CURRENT=$#words; source "$0"',
                      FOLDER / "_tracedump", *words)

    expect(re.findall(r"^(\w+):", complete("tracedump", ""), re.M), COMMANDS, "commands")
    for name, options in COMMANDS.items():
        expect(re.findall(r"^\*(--[\w-]+)", complete("tracedump", name, ""), re.M), options, name)
    expect(re.findall(r"\((csv tsv json)\)$", complete("tracedump", "table", ""), re.M), ["csv tsv json"], "formats")
    return None


def check_fish():
    if shutil.which("fish") is None:
        return "fish is not installed"

    def complete(line):
        return [row.split("\t")[0] for row in
                answer("fish", "--no-config", "-c", 'source $argv[1]; complete -C $argv[2]',
                       FOLDER / "tracedump.fish", line, cwd="/").splitlines()]

    expect(complete("tracedump "), COMMANDS, "commands")
    for name, options in COMMANDS.items():
        expect([row.removesuffix("=") for row in complete(f"tracedump {name} --")], options, name)
    expect(complete("tracedump table --format "), ["csv", "tsv", "json"], "formats")
    expect(complete("tracedump table "), ["slice", "thread_use", "problem"], "tables")
    return None


def main():
    checks = [check_pages, check_help_pages, check_examples, check_markup, check_bash, check_zsh, check_fish]
    failed = False

    print(f"1..{len(checks)}")
    for number, check in enumerate(checks, 1):
        name = check.__name__[6:]
        try:
            reason = check()
            print(f"ok {number} {name}" + (f" # SKIP {reason}" if reason else ""))
        except (AssertionError, KeyError, subprocess.SubprocessError) as error:
            failed = True
            print(f"not ok {number} {name}\n# {error}")
    return 1 if failed else 0


sys.exit(main())
