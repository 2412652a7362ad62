/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvSliceStates:
 * @ns: time in each #TvStateKind within the slice
 * @unknown_ns: time with an unknown state
 *
 * The states of the slice's thread during the slice; together they are its duration.
 */
typedef struct
{
  gint64 ns[TV_N_STATE_KINDS];
  gint64 unknown_ns;
} TvSliceStates;

/**
 * TvWakeup:
 * @ts_ns: timestamp
 * @waker: waking thread
 * @irq_context: see #TvState
 *
 * End of a wait: the thread is runnable from here on.
 */
typedef struct
{
  gint64 ts_ns;
  guint32 waker;
  gint8 irq_context;
} TvWakeup;

guint32  tv_slice_get_thread (TvTrace       *trace,
                              guint32        slice);
gboolean tv_slice_states_get (TvTrace       *trace,
                              guint32        slice,
                              TvSliceStates *states);
gboolean tv_wakeup_find_last (TvTrace       *trace,
                              guint32        utid,
                              gint64         ts_ns,
                              TvWakeup      *wakeup);

G_END_DECLS
