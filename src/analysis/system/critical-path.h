/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/system/wakeup-graph.h"
#include "core/selection.h"

G_BEGIN_DECLS

/* The critical path of a thread: for each point in time, the thread on whose work or wait the thread depended. While
 * the thread is awake, this is the thread itself; while it sleeps, this is the thread that later wakes it, and so
 * on. */

/**
 * TvPathKind:
 * @TV_PATH_RUNNING: running
 * @TV_PATH_RUNNABLE: waiting for a CPU
 * @TV_PATH_SLEEPING: sleeping
 * @TV_PATH_BLOCKED: blocked, but not known to be on I/O
 * @TV_PATH_IO: blocked on I/O
 * @TV_PATH_OTHER: stopped, ended or unknown
 * @TV_PATH_UNRECORDED: state not recorded
 *
 * State of the thread in a piece of a critical path.
 */
typedef enum
{
  TV_PATH_RUNNING,
  TV_PATH_RUNNABLE,
  TV_PATH_SLEEPING,
  TV_PATH_BLOCKED,
  TV_PATH_IO,
  TV_PATH_OTHER,
  TV_PATH_UNRECORDED,
  TV_N_PATH_KINDS,
} TvPathKind;

/**
 * TvPathRow:
 * @ts: start in ns
 * @dur: duration in ns
 * @root_utid: thread that has the critical path
 * @utid: thread on which @root_utid depended during this time
 * @kind: state of @utid
 * @state: row of the state of @utid, or %TV_NONE
 * @slice: innermost slice of @utid, or %TV_NONE
 * @depth: number of wakeups from @utid to @root_utid
 * @is_wait: whether @utid slept, and its wait could not be attributed to another thread
 * @wake: cause of the wakeup that ended this sleep; valid only if @is_wait is %TRUE
 * @has_context: whether the trace records for all of these wakeups if they occurred in an interrupt
 *
 * A piece of a critical path with one state and one slice.
 */
typedef struct
{
  gint64 ts;
  gint64 dur;
  guint32 root_utid;
  guint32 utid;
  TvPathKind kind;
  guint32 state;
  guint32 slice;
  guint32 depth;
  gboolean is_wait;
  TvWakeKind wake;
  gboolean has_context;
} TvPathRow;

void        tv_critical_path_append (TvTrace              *trace,
                                     const TvWakeupGraph  *graph,
                                     guint32               utid,
                                     gint64                from_ns,
                                     gint64                to_ns,
                                     GArray               *rows);
GArray     *tv_critical_path_new    (TvTrace              *trace,
                                     const TvSelection    *selection,
                                     GCancellable         *cancellable,
                                     GError              **error);
const char *tv_path_kind_get_name   (TvPathKind            kind);
TvStateKind tv_path_kind_get_state  (TvPathKind            kind);
const char *tv_wake_kind_get_name   (TvWakeKind            kind);

G_END_DECLS
