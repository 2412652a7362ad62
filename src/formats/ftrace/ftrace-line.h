/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/span.h"

G_BEGIN_DECLS

/* Parsers for the lines of ftrace logs. */

/* Maximum CPU number. A line with a higher number is damaged: Linux supports at most 8192 CPUs. */
#define TV_FTRACE_MAX_CPU 65535

/**
 * TvFtraceLine:
 * @prefix: line prefix: the text before the CPU, and in the usual form before its bracket; lines of the same thread
 *   have the same prefix
 * @comm: kernel name of the thread, at most 15 bytes: may be empty, `<...>` (unknown) or `<idle>`, and may
 *   contain blanks, dashes, brackets and parentheses
 * @flags: context flags: irqs-off, need-resched, hard and soft irq, preemption depth, migration; empty if
 *   missing
 * @event: name of the tracepoint; `0` for a mark of an old kernel; "function" for lines of the function tracer,
 *   which name no event
 * @args: remaining text, without leading blanks or the line terminator
 * @payload: remainder of the line, starting with the event name
 * @timestamp: timestamp in ns, or in ticks if @is_counter_clock
 * @tid: thread id
 * @tgid: process id, or -1 if missing
 * @cpu: CPU number, 0 … %TV_FTRACE_MAX_CPU
 * @n_timestamp_digits: number of digits after the dot: usually 6 (µs) or 9 (ns); digits after the ninth are
 *   dropped
 * @is_counter_clock: whether the timestamp has no dot, because the log counts ticks of a clock
 *
 * An event in an ftrace log:
 *
 *     [ws] comm "-" tid ws+ ["(" ws* (digits | "-"+) ")"] ws* "[" cpu "]" ws* [flags ws*]
 *     timestamp ":" ws+ ["(+" digits ")" ws+] event ":" ws* args
 *
 * With the kernel option latency-format, the form is as follows; trace-cmd report -l prints an ordinary
 * timestamp instead of µs:
 *
 *     [ws] comm "-" tid ws+ cpu flags ws+ digits "us" mark* ":" ws+ event ":" ws* args
 */
typedef struct
{
  TvSpan prefix;
  TvSpan comm;
  TvSpan flags;
  TvSpan event;
  TvSpan args;
  TvSpan payload;
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
 * @TV_FTRACE_LINE_COMMENT: `# …`, optionally with the number of entries
 * @TV_FTRACE_LINE_LOST: `CPU:n [LOST m EVENTS]` or `CPU:n [m EVENTS DROPPED]`
 * @TV_FTRACE_LINE_BLANK: only blanks and NULs
 * @TV_FTRACE_LINE_STACK: ` => function` or `<stack trace>`
 * @TV_FTRACE_LINE_CHATTER: message of a capturing program, such as `TRACE:`, `cpus=8` or `version = 6`
 * @TV_FTRACE_LINE_UNSUPPORTED: an event in an unsupported format, see #TvFtraceUnsupported
 * @TV_FTRACE_LINE_BAD: a damaged event
 * @TV_FTRACE_LINE_CONTINUATION: any other text, such as the second line of a printed message
 *
 * Kind of a line in a log.
 */
typedef enum
{
  TV_FTRACE_LINE_EVENT,
  TV_FTRACE_LINE_COMMENT,
  TV_FTRACE_LINE_LOST,
  TV_FTRACE_LINE_BLANK,
  TV_FTRACE_LINE_STACK,
  TV_FTRACE_LINE_CHATTER,
  TV_FTRACE_LINE_UNSUPPORTED,
  TV_FTRACE_LINE_BAD,
  TV_FTRACE_LINE_CONTINUATION,
} TvFtraceLineKind;

/**
 * TvFtraceUnsupported:
 * @TV_FTRACE_UNSUPPORTED_PERF_SCRIPT: `swapper 0 [000] 1234.567890: sched:sched_switch: …`
 * @TV_FTRACE_UNSUPPORTED_RAW: `20341 1 1078643783580 type: 363`; kernel option raw
 * @TV_FTRACE_UNSUPPORTED_HEX: `00004f75 00000001 000000fb242df79c type: 363`; kernel option hex
 * @TV_FTRACE_UNSUPPORTED_BINARY: binary data; kernel option bin
 * @TV_FTRACE_UNSUPPORTED_VERBOSE: `as 20341 1 9 00000002 00000000 [404acc48] 1078643.784ms (+0.003ms): …`;
 *   kernel option verbose together with latency-format
 * @TV_FTRACE_UNSUPPORTED_NO_CONTEXT: `sched_switch: …` without thread and time; kernel option context-info is
 *   off
 * @TV_FTRACE_UNSUPPORTED_MMIO: `R 4 123.456789 1 0xfee00000 …`; tracer mmiotrace
 *
 * Unsupported event formats, which lack required data.
 */
typedef enum
{
  TV_FTRACE_UNSUPPORTED_NONE,
  TV_FTRACE_UNSUPPORTED_PERF_SCRIPT,
  TV_FTRACE_UNSUPPORTED_RAW,
  TV_FTRACE_UNSUPPORTED_HEX,
  TV_FTRACE_UNSUPPORTED_BINARY,
  TV_FTRACE_UNSUPPORTED_VERBOSE,
  TV_FTRACE_UNSUPPORTED_NO_CONTEXT,
  TV_FTRACE_UNSUPPORTED_MMIO,
  TV_N_FTRACE_UNSUPPORTED,
} TvFtraceUnsupported;

/**
 * TvFtraceNote:
 * @has_entries: whether the line is `# entries-in-buffer/entries-written: a/b #P:n`, or, with the kernel option
 *   latency-format, `# latency: 0 us, #a/b, CPU#0 | (… #P:n)`
 * @n_in_buffer: number a in that line
 * @n_written: number b in that line; b - a entries were overwritten
 * @n_cpus: number n in that line; 0 if missing
 * @lost_cpu: CPU of the lost events in a %TV_FTRACE_LINE_LOST
 * @n_lost: number of lost events; 0 if missing
 * @tracer: name of the tracer in `# tracer: name`; `nop` if the log contains only events; empty for other lines
 * @unsupported: format of a %TV_FTRACE_LINE_UNSUPPORTED
 * @is_unknown_type: for a %TV_FTRACE_LINE_BAD, whether the kernel reported that it could not print the entry
 *
 * Content of a line that is not an event.
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
  TvFtraceUnsupported unsupported;
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
