#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes manual pages, pages of the users' manual and completions of shells from the programs' --help.

Usage: make-manual.py VERSION TRACEDUMP OUT_DIR [TRACEVIEW]
"""

import html
import os
import pathlib
import re
import subprocess
import sys

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
OPTION = re.compile(r"  (?:-(?P<short>.), )?(?:--(?P<long>[\w-]+)(?:=(?P<value>\S+))?)  +(?P<text>\S.*)")
FILES = {"FILE", "FILE…", "BEFORE… [vs] AFTER…", "NAME FILE", "OTHER", "MAP", "OUT", "RUN", "DIR", "TRACE…"}
# Options whose value is one of a few words list these first or after a colon: "Output format: csv, tsv or json (…)"
WORDS = re.compile(r"(?:[A-Z][\w ]+: )?((?:[a-z]+, )*[a-z]+(?: or| and) [a-z]+)(?: \([^)]*\))?(?:; .*)?$")


class Option:
    def __init__(self, match):
        self.short, self.long, self.value, self.text = match.group("short", "long", "value", "text")
        words = WORDS.match(self.text) if self.value and self.value.isupper() else None
        self.words = re.split(r", | or | and ", words[1]) if words else []
        self.is_file = self.value in FILES

    def names(self):
        return ([f"-{self.short}"] if self.short else []) + [f"--{self.long}"]


class Command:
    """What a --help says: how it is called, what it does, its options."""

    def __init__(self, *arguments):
        out = subprocess.run([*arguments, "--help"], check=True, env=ENVIRONMENT, stdout=subprocess.PIPE,
                             encoding="utf-8").stdout
        lines = out.splitlines()
        self.usage = lines[1].strip()
        options = [line for line in lines if OPTION.fullmatch(line)]
        self.options = [Option(OPTION.fullmatch(line)) for line in options]
        body = lines[2:]
        ends = [i for i, line in enumerate(body) if line.endswith("Options:")]
        self.summary = " ".join(" ".join(body[: ends[0] if ends else None]).split())
        self.operands = self.usage.split("[OPTION…]")[-1].strip()


def read_commands(tracedump):
    out = subprocess.run([tracedump, "--help"], check=True, env=ENVIRONMENT, stdout=subprocess.PIPE,
                         encoding="utf-8").stdout
    part = out.split("Commands:\n")[1].split("\n\n")[0]
    return {line.split()[0]: line.split(None, 1)[1] for line in part.splitlines()}


# ---- Manual pages ----


def roff(text):
    """Text as it is: no line begins a request, hyphens of options stay hyphens."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def roff_heading(name, summary, version):
    return [f'.TH {name.upper()} 1 "" "Traceview {version}" "User Commands"',
            ".SH NAME", f"{roff(name)} \\- {roff(summary)}"]


def roff_options(options):
    lines = []
    for option in options:
        names = ", ".join(f"\\fB{roff(name)}\\fR" for name in option.names())
        value = f"=\\fI{roff(option.value)}\\fR" if option.value else ""
        lines += [".TP", names + value, roff(option.text)]
    return lines


def read_session():
    """Returns the lines of the session in the users' manual."""
    page = (pathlib.Path(__file__).resolve().parent / "help" / "C" / "tracedump-serve.page").read_text(encoding="utf-8")
    return re.search(r"<!\[CDATA\[(→.*?)\]\]>", page, re.S)[1].splitlines()


def roff_session():
    return [".PP", "This is an example of a session. Requests begin with →, and responses with ←. Long lines are wrapped:", ".PP", ".EX",
            *(roff(line) for line in read_session()), ".EE"]


def roff_tracedump(commands, summaries, version):
    lines = roff_heading("tracedump", "read traces, logs, dumps and profiles of devices from a script", version)
    lines += [".SH SYNOPSIS", "\\fBtracedump\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR…]", ".br",
              "\\fBtracedump\\fR [\\fIOPTION\\fR…] \\fIFILE\\fR",
              ".SH DESCRIPTION",
              "Prints the content of recordings that \\fBtraceview\\fR(1) shows in a window. Results are written to "
              "standard output, and warnings about a file to standard error.",
              "Without a command, \\fBtracedump\\fR prints the same output as \\fBdmtracedump\\fR(1).",
              ".SH COMMANDS"]
    for name, command in commands.items():
        lines += [f".SS {roff(command.usage)}", roff(summaries[name]) + "."]
        if command.summary:
            lines += [".PP", roff(command.summary)]
        lines += roff_options(option for option in command.options if option.long != "help")
        if name == "serve":
            lines += roff_session()
    lines += [".SH EXIT STATUS", ".TP", "0", "Success.", ".TP", "1", "A file could not be read or written.",
              ".TP", "2", "Wrong usage.", ".TP", "3",
              "A condition of \\fB\\-\\-fail\\-if\\fR or \\fB\\-\\-fail\\-on\\fR is met.",
              ".SH SEE ALSO", "\\fBtraceview\\fR(1), \\fBdmtracedump\\fR(1)"]
    return lines


def roff_program(name, summary, command, description, others, version):
    usage = roff(command.usage.replace("tracedump dmtracedump", "dmtracedump"))
    lines = roff_heading(name, summary, version) + [".SH SYNOPSIS", usage, ".SH DESCRIPTION", roff(description)]
    return lines + [".SH OPTIONS", *roff_options(command.options), ".SH SEE ALSO",
                    ", ".join(f"\\fB{other}\\fR(1)" for other in others)]


# ---- Pages of the manual for users ----


def mallard(name, title, summary, body):
    """Returns a page below the guide page of tracedump."""
    return ['<?xml version="1.0" encoding="utf-8"?>',
            f'<page xmlns="http://projectmallard.org/1.0/" type="topic" id="{name}">',
            f'<info><link type="guide" xref="tracedump"/><desc>{html.escape(summary)}</desc></info>',
            f"<title>{html.escape(title)}</title>", *body, "</page>"]


def mallard_terms(pairs):
    return ["<terms>", *(f"<item><title><code>{html.escape(name)}</code></title><p>{html.escape(text)}</p></item>"
                         for name, text in pairs), "</terms>"]


def mallard_commands(commands, summaries):
    lines = []
    for name, command in commands.items():
        options = [(", ".join(option.names()) + (f"={option.value}" if option.value else ""), option.text)
                   for option in command.options if option.long != "help"]
        lines += [f'<section id="{name}">', f"<title>{html.escape(name)}</title>",
                  f"<synopsis><code>{html.escape(command.usage)}</code></synopsis>",
                  f"<p>{html.escape(command.summary or summaries[name] + '.')}</p>",
                  *(mallard_terms(options) if options else []), "</section>"]
    return mallard("tracedump-commands", "All Commands", "Look up the options of each command.", lines)


def mallard_tables(tracedump):
    out = subprocess.run([tracedump, "tables"], check=True, env=ENVIRONMENT, stdout=subprocess.PIPE,
                         encoding="utf-8").stdout
    pairs = [line.split(None, 1) for line in out.splitlines()]
    intro = ("<p>Names and columns are those of Perfetto’s trace processor where it has the same concept. Times are "
             "nanoseconds. A slice without an end has the duration −1. <cmd>tracedump tables NAME</cmd> lists the "
             "columns of a table.</p>")
    return mallard("tracedump-tables", "All Tables", "Look up the tables and their rows.",
                   [intro, *mallard_terms(pairs)])


# ---- Completions ----


def bash(commands):
    names = " ".join(commands)
    lines = ["# Completion of tracedump for bash", "_tracedump() {",
             "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}",
             "  local command=${COMP_WORDS[1]} options",
             # A value behind "=" is a word of its own for bash.
             "  if [ \"$word\" = = ]; then word=; elif [ \"$before\" = = ]; then "
             "before=${COMP_WORDS[COMP_CWORD-2]}; fi",
             "  [ \"$COMP_CWORD\" -gt 1 ] && [ \"${COMP_WORDS[COMP_CWORD]}\" = = ] && "
             "before=${COMP_WORDS[COMP_CWORD-1]}",
             "  COMPREPLY=()",
             "  if [ \"$COMP_CWORD\" -eq 1 ]; then",
             f"    mapfile -t COMPREPLY < <(compgen -W '{names} --help --version' -- \"$word\"; "
             "compgen -f -- \"$word\")", "    return", "  fi",
             "  case $command:$before in"]
    for name, command in commands.items():
        for option in command.options:
            if option.words:
                patterns = "|".join(f"{name}:{spelling}" for spelling in option.names())
                lines.append(f"    {patterns}) mapfile -t COMPREPLY < <(compgen -W '{' '.join(option.words)}' "
                             "-- \"$word\"); return ;;")
    lines += [
        "    table:table|tables:tables) if [[ $word != -* ]]; then mapfile -t COMPREPLY < <(compgen -W "
        "\"$(tracedump tables 2>/dev/null | cut -d' ' -f1)\" -- \"$word\"); return; fi ;;",
        "  esac", "  case $command in"]
    for name, command in commands.items():
        spellings = " ".join(spelling for option in command.options for spelling in option.names())
        lines.append(f"    {name}) options='{spellings}' ;;")
    lines += ["    *) options= ;;", "  esac",
              "  if [[ $word == -* ]]; then",
              "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")", "  else",
              "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")", "  fi", "}",
              "complete -o filenames -F _tracedump tracedump", ""]
    return "\n".join(lines)


def zsh_text(text):
    return text.replace("\\", "\\\\").replace("'", "’").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def zsh(commands, summaries):
    lines = ["#compdef tracedump", "# Completion of tracedump for zsh", "_tracedump() {",
             "  local -a commands", "  commands=("]
    lines += [f"    '{name}:{zsh_text(summaries[name])}'" for name in commands]
    lines += ["  )", "  if (( CURRENT == 2 )); then", "    _describe command commands",
              "    _files", "    return", "  fi", "  local command=$words[2]",
              "  shift words", "  (( CURRENT-- ))", "  case $command in"]
    for name, command in commands.items():
        lines.append(f"    {name})")
        arguments = []
        for option in command.options:
            action = ""
            if option.value:
                values = f"({' '.join(option.words)})" if option.words else "_files" if option.is_file else ""
                action = f":{zsh_text(option.value)}:{values}"
            text = zsh_text(option.text)
            for spelling in option.names():
                equals = "=" if option.value and spelling.startswith("--") else ""
                arguments.append(f"'*{spelling}{equals}[{text}]{action}'")
        if name in ("table", "tables"):
            arguments.append("'1:table:($(tracedump tables 2>/dev/null | cut -d\" \" -f1))'")
        if command.operands and name != "tables":
            arguments.append("'*:file:_files'")
        lines.append("      _arguments -s " + " \\\n        ".join(arguments))
        lines.append("      ;;")
    return "\n".join(lines + ["  esac", "}", "_tracedump \"$@\"", ""])


def fish_text(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish(commands, summaries):
    lines = ["# Completion of tracedump for fish"]
    for name in commands:
        lines.append(f"complete -c tracedump -n __fish_use_subcommand -a {name} -d {fish_text(summaries[name])}")
    for name, command in commands.items():
        seen = f"-n '__fish_seen_subcommand_from {name}'"
        for option in command.options:
            # An option of one letter is a short one; "-?" is the only one that is no letter.
            parts = ["complete -c tracedump", seen, f"-l {option.long}"]
            parts += [f"-s {option.short}"] if option.short and option.short.isalnum() else []
            if option.value:
                parts.append("-r" if option.is_file else "-x")
                parts += [f"-a {fish_text(' '.join(option.words))}"] if option.words else []
            lines.append(" ".join([*parts, f"-d {fish_text(option.text)}"]))
        if name in ("table", "tables"):
            lines.append(f"complete -c tracedump {seen} -a '(tracedump tables 2>/dev/null | string match -r \"^\\S+\")'")
    return "\n".join([*lines, ""])


def main(version, tracedump, folder, traceview=None):
    folder = pathlib.Path(folder)
    summaries = read_commands(tracedump)
    commands = {name: Command(tracedump, name) for name in summaries}
    pages = {
        "tracedump": roff_tracedump(commands, summaries, version),
        "dmtracedump": roff_program(
            "dmtracedump", "print the profile of a method trace", commands["dmtracedump"],
            "Prints the profile of a method trace in the same format as the former dmtracedump of the Android SDK: "
            "methods by exclusive and inclusive time, with their callers and callees. dmtracedump is another name "
            "of “tracedump dmtracedump”, which can also read files that the original rejected.", ["tracedump", "traceview"], version),
    }
    if traceview:
        command = Command(traceview)
        pages["traceview"] = roff_program(
            "traceview", "show traces, logs, dumps and profiles of devices", command,
            command.summary, ["tracedump", "dmtracedump"], version)
    for name, lines in pages.items():
        (folder / f"{name}.1").write_text("\n".join([*lines, ""]), encoding="utf-8")
    for name, lines in (("tracedump-commands", mallard_commands(commands, summaries)),
                        ("tracedump-tables", mallard_tables(tracedump))):
        (folder / f"{name}.page").write_text("\n".join([*lines, ""]), encoding="utf-8")
    (folder / "tracedump").write_text(bash(commands), encoding="utf-8")
    (folder / "_tracedump").write_text(zsh(commands, summaries), encoding="utf-8")
    (folder / "tracedump.fish").write_text(fish(commands, summaries), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
