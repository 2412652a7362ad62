/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/span.h"

G_BEGIN_DECLS

/* A higher CPU number is a broken line: Linux is built for 8192 at most. */
#define TV_FTRACE_MAX_CPU 65535

/**
 * TvFtraceLine:
 * @head: all before the bracket of the CPU, which is what lines of one thread have in common
 * @comm: the thread's name as the kernel has it: 15 bytes at most, may be empty, `<...>` (not
 *   known), `<idle>`, or hold blanks, dashes, brackets and parentheses
 * @flags: what was going on: irqs-off, need-resched, hard and soft irq, depth of preemption,
 *   migration; empty if the log has none
 * @event: the tracepoint's name; `0` is an old kernel's mark; "function" where a line of the function
 *   tracer has none, which then is not part of the line
 * @args: the rest, without blanks before and the line's end behind
 * @said: the line from the event's name on, with the args
 * @timestamp: in ns, or as it is if @is_counter_clock
 * @tid: the thread's id
 * @tgid: its process's id, or -1 if the log does not tell
 * @cpu: where it ran, 0 … %TV_FTRACE_MAX_CPU
 * @n_timestamp_digits: digits after the dot: 6 for µs, 9 for ns, but any number may be there; what
 *   is behind the ninth is cut
 * @is_counter_clock: whether the time has no dot: the log counts ticks of some clock
 *
 * One event of an ftrace log:
 *
 *     [ws] comm "-" tid ws+ ["(" ws* (digits | "-"+) ")"] ws* "[" cpu "]" ws* [flags ws*]
 *     timestamp ":" ws+ ["(+" digits ")" ws+] event ":" ws* args
 *
 * or, with the kernel's option latency-format, of which trace-cmd report -l has all but the time:
 *
 *     [ws] comm "-" tid ws+ cpu flags ws+ digits "us" mark* ":" ws+ event ":" ws* args
 */
typedef struct
{
  TvSpan head;
  TvSpan comm;
  TvSpan flags;
  TvSpan event;
  TvSpan args;
  TvSpan said;
  gint64 timestamp;
  gint32 tid;
  gint32 tgid;
  guint32 cpu;
  guint n_timestamp_digits;
  gboolean is_counter_clock;
} TvFtraceLine;

/**
 * TvFtraceLineKind:
 * @TV_FTRACE_LINE_EVENT: an event
 * @TV_FTRACE_LINE_COMMENT: `# …`, perhaps with the number of entries
 * @TV_FTRACE_LINE_LOST: `CPU:n [LOST m EVENTS]`, `CPU:n [m EVENTS DROPPED]`
 * @TV_FTRACE_LINE_BLANK: nothing but blanks and NULs
 * @TV_FTRACE_LINE_STACK: ` => function`, `<stack trace>`
 * @TV_FTRACE_LINE_CHATTER: what the capturing programs say: `TRACE:`, `cpus=8`, `version = 6` …
 * @TV_FTRACE_LINE_FOREIGN: an event in a form that is not read, see #TvFtraceForeign
 * @TV_FTRACE_LINE_BAD: an event that is broken
 * @TV_FTRACE_LINE_CONTINUATION: any other text, such as the second line of a printed text
 */
typedef enum
{
  TV_FTRACE_LINE_EVENT,
  TV_FTRACE_LINE_COMMENT,
  TV_FTRACE_LINE_LOST,
  TV_FTRACE_LINE_BLANK,
  TV_FTRACE_LINE_STACK,
  TV_FTRACE_LINE_CHATTER,
  TV_FTRACE_LINE_FOREIGN,
  TV_FTRACE_LINE_BAD,
  TV_FTRACE_LINE_CONTINUATION,
} TvFtraceLineKind;

/**
 * TvFtraceForeign:
 * @TV_FTRACE_FOREIGN_PERF_SCRIPT: `swapper 0 [000] 1234.567890: sched:sched_switch: …`
 * @TV_FTRACE_FOREIGN_RAW: `20341 1 1078643783580 type: 363` of the kernel's option raw
 * @TV_FTRACE_FOREIGN_HEX: `00004f75 00000001 000000fb242df79c type: 363` of its option hex
 * @TV_FTRACE_FOREIGN_BINARY: bytes that are no text, of its option bin
 * @TV_FTRACE_FOREIGN_VERBOSE: `as 20341 1 9 00000002 00000000 [404acc48] 1078643.784ms
 *   (+0.003ms): …` of its option verbose together with latency-format
 * @TV_FTRACE_FOREIGN_NO_CONTEXT: `sched_switch: …` without thread and time, where its option
 *   context-info is off
 * @TV_FTRACE_FOREIGN_MMIO: `R 4 123.456789 1 0xfee00000 …` of its tracer mmiotrace
 *
 * Forms of events that are not read, because what is needed is not in them.
 */
typedef enum
{
  TV_FTRACE_FOREIGN_NONE,
  TV_FTRACE_FOREIGN_PERF_SCRIPT,
  TV_FTRACE_FOREIGN_RAW,
  TV_FTRACE_FOREIGN_HEX,
  TV_FTRACE_FOREIGN_BINARY,
  TV_FTRACE_FOREIGN_VERBOSE,
  TV_FTRACE_FOREIGN_NO_CONTEXT,
  TV_FTRACE_FOREIGN_MMIO,
  TV_N_FTRACE_FOREIGN,
} TvFtraceForeign;

/**
 * TvFtraceNote:
 * @has_entries: whether it is `# entries-in-buffer/entries-written: a/b #P:n`, or, with the option
 *   latency-format, `# latency: 0 us, #a/b, CPU#0 | (… #P:n)`
 * @n_in_buffer: a
 * @n_written: b: as many less a were overwritten
 * @n_cpus: n, or 0 if it was not told
 * @lost_cpu: whose events were lost, in a %TV_FTRACE_LINE_LOST
 * @n_lost: how many, or 0 if it was not told
 * @tracer: of `# tracer: name`: which of the kernel's tracers wrote the log; `nop` for events alone;
 *   else empty
 * @foreign: which form, of a %TV_FTRACE_LINE_FOREIGN
 * @is_unknown_type: of a %TV_FTRACE_LINE_BAD: the kernel did not write what an entry says
 *
 * What the lines say that are no events.
 */
typedef struct
{
  gboolean has_entries;
  guint64 n_in_buffer;
  guint64 n_written;
  guint32 n_cpus;
  guint32 lost_cpu;
  guint64 n_lost;
  TvSpan tracer;
  TvFtraceForeign foreign;
  gboolean is_unknown_type;
} TvFtraceNote;

gboolean         tv_ftrace_line_parse    (const char   *line,
                                          gsize         len,
                                          TvFtraceLine *out);
const char      *tv_ftrace_line_parse_stamp (const char *at,
                                          const char   *end,
                                          TvFtraceLine *out);
gboolean         tv_ftrace_line_parse_event (const char *at,
                                          const char   *end,
                                          TvFtraceLine *out);
gboolean         tv_ftrace_line_has_time (const TvFtraceLine *line);
gint8            tv_ftrace_line_get_irq_context (const TvFtraceLine *self);
const char      *tv_ftrace_line_get_end  (const char   *line,
                                          gsize         len);
gboolean         tv_ftrace_line_next     (const char  **at,
                                          const char   *end,
                                          TvSpan       *line);
gboolean         tv_ftrace_line_parse_as  (const char   *line,
                                          gsize         len,
                                          TvSpan        name,
                                          TvFtraceLine *out);
TvFtraceLineKind tv_ftrace_line_classify (const char   *line,
                                          gsize         len,
                                          TvFtraceLine *out,
                                          TvFtraceNote *note);

G_END_DECLS
