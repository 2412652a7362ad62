/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/system/wakeup-graph.h"
#include "core/selection.h"

G_BEGIN_DECLS

/* The critical path of a thread: for each moment, the thread whose work or wait it depended on. While the thread is
 * awake this is itself; while it sleeps, the thread that later wakes it, and so on. */

/**
 * TvPathKind:
 * @TV_PATH_RUNNING: the thread ran
 * @TV_PATH_RUNNABLE: it waited for a CPU
 * @TV_PATH_SLEEPING: it slept
 * @TV_PATH_BLOCKED: it was blocked, not known to be for I/O
 * @TV_PATH_IO: it was blocked for I/O
 * @TV_PATH_OTHER: it was stopped or ended
 * @TV_PATH_UNRECORDED: its state was not recorded
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
 * @ts: start, ns
 * @dur: ns
 * @root_utid: thread whose path it is
 * @utid: thread that it depended on
 * @kind: #TvPathKind of that thread
 * @state: row of its states, or %TV_NONE
 * @slice: its innermost slice, or %TV_NONE
 * @depth: number of wakeups between the two threads
 * @is_wait: @utid slept itself, and no other thread explains it
 * @wake: end of that wait; only with @is_wait
 * @has_context: whether all wakeups on the way were recorded with or without interrupt
 *
 * A piece of a critical path, of one state and one slice.
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
