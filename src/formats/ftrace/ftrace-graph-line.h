/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

/**
 * TvFtraceGraphKind:
 * @TV_FTRACE_GRAPH_NONE: ignored text, such as `==========> |` at the start of an interrupt
 * @TV_FTRACE_GRAPH_ENTER: `name() {`
 * @TV_FTRACE_GRAPH_LEAF: `name();`, a call without traced inner calls
 * @TV_FTRACE_GRAPH_LEAVE: `}`, optionally followed by the function in a comment
 * @TV_FTRACE_GRAPH_COMMENT: event of another tracepoint, in a comment
 *
 * Kind of a line's payload.
 */
typedef enum
{
  TV_FTRACE_GRAPH_NONE,
  TV_FTRACE_GRAPH_ENTER,
  TV_FTRACE_GRAPH_LEAF,
  TV_FTRACE_GRAPH_LEAVE,
  TV_FTRACE_GRAPH_COMMENT,
} TvFtraceGraphKind;

/**
 * TvFtraceGraphCall:
 * @kind: kind of line
 * @dur: duration of the call in ns, for a leaf or the end of a call; -1 if missing
 * @name: name of the function, or text of the comment; usually empty for the end of a call
 * @args: arguments of the function; empty without the kernel option funcgraph-args
 * @result: return value of the function; empty without the kernel option funcgraph-retval
 *
 * The payload of a line of the function_graph tracer:
 *
 *     [[mark] digits ["." digits] ws "us" ws "|"] ws name "() {" | name "();" | "}" ["/" "* name *" "/"]
 *
 * trace-cmd report prints the same text as arguments of `funcgraph_entry` and `funcgraph_exit`. The mark
 * indicates that the duration exceeds a limit.
 */
typedef struct
{
  TvFtraceGraphKind kind;
  gint64 dur;
  TvSpan name;
  TvSpan args;
  TvSpan result;
} TvFtraceGraphCall;

/**
 * TvFtraceGraphLine:
 * @is_switch: whether the line is a task switch, which contains only the tasks and the CPU
 * @has_ts: whether the line has a timestamp
 * @ts: timestamp in ns
 * @cpu: CPU number; 0 if missing
 * @tid: thread id of the task, or of the previous task in a switch; -1 if missing
 * @next_tid: thread id of the next task in a switch, otherwise -1
 * @comm: first seven bytes of the task's name
 * @next_comm: first seven bytes of the next task's name
 * @payload: remainder of the line, starting with the duration, for tv_ftrace_graph_parse_call()
 * @call: the parsed call
 *
 * A line of the function_graph tracer, with optional columns:
 *
 *   [seconds "." digits ws "|"] [digits ws "us" ws "|"] [cpu ")"] [comm "-" tid ws "|"] [flags ws "|"] payload
 *   [cpu ")"] comm "-" tid ws "=>" ws comm "-" tid
 */
typedef struct
{
  gboolean is_switch;
  gboolean has_ts;
  gint64 ts;
  guint32 cpu;
  gint32 tid;
  gint32 next_tid;
  TvSpan comm;
  TvSpan next_comm;
  TvSpan payload;
  TvFtraceGraphCall call;
} TvFtraceGraphLine;

gboolean tv_ftrace_graph_parse_call (TvSpan             payload,
                                     TvFtraceGraphCall *out);
gboolean tv_ftrace_graph_parse_line (const char        *line,
                                     gsize              len,
                                     TvFtraceGraphLine *out);

G_END_DECLS
