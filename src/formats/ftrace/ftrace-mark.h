/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

/**
 * TvFtraceMarkKind:
 * @TV_FTRACE_MARK_OTHER: text that is not a mark
 * @TV_FTRACE_MARK_CUT: `48|H:name`: mark without its first letter, from a damaged capture
 * @TV_FTRACE_MARK_BEGIN: `B|pid|name`: begins a slice of the thread
 * @TV_FTRACE_MARK_END: `E` or `E|pid`: ends the innermost slice of the thread
 * @TV_FTRACE_MARK_ASYNC_BEGIN: `S|pid|name|cookie`, or with a blank before the cookie
 * @TV_FTRACE_MARK_ASYNC_END: `F|pid|name|cookie`; any thread of the process may write it
 * @TV_FTRACE_MARK_COUNTER: `C|pid|name|value`
 * @TV_FTRACE_MARK_INSTANT: `I|pid|name`
 * @TV_FTRACE_MARK_TRACK_INSTANT: `N|pid|track|name`
 * @TV_FTRACE_MARK_TRACK_BEGIN: `G|pid|track|name|cookie`; some programs omit the track
 * @TV_FTRACE_MARK_TRACK_END: `H|pid|track|name|cookie`; Android omits the name
 * @TV_FTRACE_MARK_CLOCK_SYNC: `trace_event_clock_sync: …`
 *
 * Kind of an atrace mark.
 */
typedef enum
{
  TV_FTRACE_MARK_OTHER,
  TV_FTRACE_MARK_CUT,
  TV_FTRACE_MARK_BEGIN,
  TV_FTRACE_MARK_END,
  TV_FTRACE_MARK_ASYNC_BEGIN,
  TV_FTRACE_MARK_ASYNC_END,
  TV_FTRACE_MARK_COUNTER,
  TV_FTRACE_MARK_INSTANT,
  TV_FTRACE_MARK_TRACK_INSTANT,
  TV_FTRACE_MARK_TRACK_BEGIN,
  TV_FTRACE_MARK_TRACK_END,
  TV_FTRACE_MARK_CLOCK_SYNC,
} TvFtraceMarkKind;

/**
 * TvFtraceClockSync:
 * @TV_FTRACE_CLOCK_SYNC_PARENT: `parent_ts=`, monotonic clock of the device, in seconds
 * @TV_FTRACE_CLOCK_SYNC_REALTIME: `realtime_ts=`, in ms since 1970
 *
 * Clock of a clock sync mark.
 */
typedef enum
{
  TV_FTRACE_CLOCK_SYNC_UNKNOWN,
  TV_FTRACE_CLOCK_SYNC_PARENT,
  TV_FTRACE_CLOCK_SYNC_REALTIME,
} TvFtraceClockSync;

/**
 * TvFtraceMark:
 * @kind: kind of mark
 * @sync: clock of a %TV_FTRACE_MARK_CLOCK_SYNC
 * @is_hitrace: whether HiTraceMeter wrote the mark, with `H:` before the name
 * @has_chain: whether the mark belongs to a HiTraceChain
 * @has_value: whether @value is set; a truncated mark may lack it
 * @level: `D`, `I`, `C`, `M`, or 0; see tv_hitrace_level_name()
 * @chain_side: `C` (client) or `S` (server) in old chains, otherwise 0
 * @pid: process id in the mark, or -1
 * @value: cookie of an async slice, value of a counter, or time of a clock sync in ns
 * @name: display name, without `H:`, chain and tags; "(empty)" if the name is empty; usually empty for an end;
 *   the whole text for %TV_FTRACE_MARK_OTHER
 * @tags: two digits per tag, such as `3062`; see tv_hitrace_tags_next()
 * @category: category of an async slice
 * @args: customArgs, for #TvFtraceArgIter
 * @end: end of the message
 * @track: name of the track, for the kinds with a track; empty for `G|pid|name|cookie`
 * @chain_id: id of the chain
 * @span_id: id of the span in the chain
 * @parent_span_id: id of the parent span
 *
 * A parsed message that a thread wrote to the trace_marker. The spans point into the message, except "(empty)".
 * Since API level 18, HiTraceMeter writes
 *
 *     B|pid|H:[chain,span,parent]#name|LEVELtags|args
 *     S|pid|H:[chain,span,parent]#name|cookie|LEVELtags|category|args
 *
 * and before that, `B|pid|H:…name ` and `S|pid|H:…name cookie`. Chain ids are lower-case hexadecimal numbers;
 * without a chain, ids and brackets are omitted. A name may contain bars: it ends before the leftmost complete
 * field that consists of a level and tags, or before the number that precedes that field.
 */
typedef struct
{
  TvFtraceMarkKind kind;
  TvFtraceClockSync sync;
  gboolean is_hitrace;
  gboolean has_chain;
  gboolean has_value;
  char level;
  char chain_side;
  gint32 pid;
  gint64 value;
  TvSpan name;
  TvSpan tags;
  TvSpan category;
  TvSpan args;
  const char *end;
  TvSpan track;
  guint64 chain_id;
  guint64 span_id;
  guint64 parent_span_id;
} TvFtraceMark;

/**
 * TvFtraceArgIter:
 *
 * Iterator over the `key=value` pairs of customArgs. Commas separate pairs. A comma that is not followed by `key=`
 * belongs to the value.
 */
typedef struct
{
  const char *at;
  const char *end;
} TvFtraceArgIter;

gboolean tv_ftrace_mark_parse    (const char      *args,
                                  gsize            len,
                                  TvFtraceMark    *out);
gboolean tv_ftrace_mark_set      (char             letter,
                                  gint32           pid,
                                  TvSpan           name,
                                  gint64           value,
                                  TvFtraceMark    *out);
void     tv_ftrace_arg_iter_init (TvFtraceArgIter *self,
                                  TvSpan           args);
gboolean tv_ftrace_arg_iter_next (TvFtraceArgIter *self,
                                  TvSpan          *key,
                                  TvSpan          *value);

G_END_DECLS
