/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/span.h"

G_BEGIN_DECLS

/* A higher CPU number is a damaged line: Linux supports 8192 CPUs at most. */
#define TV_FTRACE_MAX_CPU 65535

/**
 * TvFtraceLine:
 * @head: text before the bracket of the CPU, which lines of one thread share
 * @comm: name of the thread in the kernel: 15 bytes at most, may be empty, `<...>` (unknown), `<idle>`, or contain
 *   blanks, dashes, brackets and parentheses
 * @flags: context: irqs-off, need-resched, hard and soft irq, preemption depth, migration; empty if the log has none
 * @event: name of the tracepoint; `0` for a mark of an old kernel; "function" for lines of the function tracer, which
 *   have no name
 * @args: the remaining text, without leading blanks and the line end
 * @payload: the line from the event name on, with the arguments
 * @timestamp: in ns, or unchanged if @is_counter_clock
 * @tid: id of the thread
 * @tgid: id of its process, or -1 if missing
 * @cpu: the CPU, 0 … %TV_FTRACE_MAX_CPU
 * @n_timestamp_digits: digits after the dot: 6 for µs, 9 for ns, other numbers are possible; digits after the ninth
 *   are dropped
 * @is_counter_clock: whether the timestamp has no dot, because the log counts ticks of a clock
 *
 * One event of an ftrace log:
 *
 *     [ws] comm "-" tid ws+ ["(" ws* (digits | "-"+) ")"] ws* "[" cpu "]" ws* [flags ws*]
 *     timestamp ":" ws+ ["(+" digits ")" ws+] event ":" ws* args
 *
 * or, with the kernel's option latency-format; trace-cmd report -l prints an ordinary timestamp instead:
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
 * @TV_FTRACE_LINE_COMMENT: `# …`, perhaps with the number of entries
 * @TV_FTRACE_LINE_LOST: `CPU:n [LOST m EVENTS]`, `CPU:n [m EVENTS DROPPED]`
 * @TV_FTRACE_LINE_BLANK: only blanks and NULs
 * @TV_FTRACE_LINE_STACK: ` => function`, `<stack trace>`
 * @TV_FTRACE_LINE_CHATTER: messages of the capturing programs: `TRACE:`, `cpus=8`, `version = 6` …
 * @TV_FTRACE_LINE_UNSUPPORTED: an event in an unsupported format, see #TvFtraceUnsupported
 * @TV_FTRACE_LINE_BAD: a damaged event
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
  TV_FTRACE_LINE_UNSUPPORTED,
  TV_FTRACE_LINE_BAD,
  TV_FTRACE_LINE_CONTINUATION,
} TvFtraceLineKind;

/**
 * TvFtraceUnsupported:
 * @TV_FTRACE_UNSUPPORTED_PERF_SCRIPT: `swapper 0 [000] 1234.567890: sched:sched_switch: …`
 * @TV_FTRACE_UNSUPPORTED_RAW: `20341 1 1078643783580 type: 363` of the kernel's option raw
 * @TV_FTRACE_UNSUPPORTED_HEX: `00004f75 00000001 000000fb242df79c type: 363` of its option hex
 * @TV_FTRACE_UNSUPPORTED_BINARY: binary data, of its option bin
 * @TV_FTRACE_UNSUPPORTED_VERBOSE: `as 20341 1 9 00000002 00000000 [404acc48] 1078643.784ms
 *   (+0.003ms): …` of its option verbose together with latency-format
 * @TV_FTRACE_UNSUPPORTED_NO_CONTEXT: `sched_switch: …` without thread and time, where its option
 *   context-info is off
 * @TV_FTRACE_UNSUPPORTED_MMIO: `R 4 123.456789 1 0xfee00000 …` of its tracer mmiotrace
 *
 * Unsupported formats of events, which lack required data.
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
 * @has_entries: whether it is `# entries-in-buffer/entries-written: a/b #P:n`, or, with the option
 *   latency-format, `# latency: 0 us, #a/b, CPU#0 | (… #P:n)`
 * @n_in_buffer: a
 * @n_written: b: b - a entries were overwritten
 * @n_cpus: n, or 0 if missing
 * @lost_cpu: CPU of the lost events, in a %TV_FTRACE_LINE_LOST
 * @n_lost: number of lost events, or 0 if missing
 * @tracer: of `# tracer: name`: the tracer of the log; `nop` for events only; else empty
 * @unsupported: format of a %TV_FTRACE_LINE_UNSUPPORTED
 * @is_unknown_type: of a %TV_FTRACE_LINE_BAD: the kernel could not print the entry
 *
 * Content of lines that are not events.
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
