/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

/**
 * TvFtraceGraphKind:
 * @TV_FTRACE_GRAPH_NONE: nothing that is read, such as `==========> |`, where an interrupt begins
 * @TV_FTRACE_GRAPH_ENTER: `name() {`
 * @TV_FTRACE_GRAPH_LEAF: `name();`: the function calls none that is traced
 * @TV_FTRACE_GRAPH_LEAVE: `}`, perhaps with the function in a comment behind
 * @TV_FTRACE_GRAPH_COMMENT: what another tracepoint says, in a comment
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
 * @kind: what happens
 * @dur: how long the call took, in ns, of a leaf and of what is left; -1 if it does not tell
 * @name: the function, or what the comment says; of what is left mostly empty
 * @args: of the function, where the kernel prints them (option funcgraph-args); else empty
 * @result: what the function returned (option funcgraph-retval); else empty
 *
 * What the function_graph tracer says of a call:
 *
 *     [[mark] digits ["." digits] ws "us" ws "|"] ws name "() {" | name "();" | "}" ["/" "* name *" "/"]
 *
 * which is also what trace-cmd report prints as args of `funcgraph_entry` and `funcgraph_exit`. The
 * mark stands for a duration above some limit.
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
 * @is_switch: the CPU goes on with another task: only tasks and CPU tell something
 * @has_ts: whether the line has a time
 * @ts: when, in ns
 * @cpu: on which CPU; 0 where the log does not tell
 * @tid: which task, or -1; of a switch the one before
 * @next_tid: of a switch, the one after
 * @comm: what the task is called: its first seven bytes
 * @next_comm: likewise
 * @said: the line from the duration on, for tv_ftrace_graph_parse_call()
 * @call: what it says
 *
 * A line of the function_graph tracer, with the columns that its options turn on:
 *
 *     [seconds "." digits ws "|"] [digits ws "us" ws "|"] [cpu ")"] [comm "-" tid ws "|"] [flags ws "|"] said
 *     [cpu ")"] comm "-" tid ws "=>" ws comm "-" tid
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
  TvSpan said;
  TvFtraceGraphCall call;
} TvFtraceGraphLine;

gboolean tv_ftrace_graph_parse_call (TvSpan             said,
                                     TvFtraceGraphCall *out);
gboolean tv_ftrace_graph_parse_line (const char        *line,
                                     gsize              len,
                                     TvFtraceGraphLine *out);

G_END_DECLS
