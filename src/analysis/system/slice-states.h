/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvSliceStates:
 * @ns: time in ns within the slice, per #TvStateKind
 * @unknown_ns: time with an unknown state in ns
 *
 * Times of a thread's states during a slice, which add up to the slice's duration.
 */
typedef struct
{
  gint64 ns[TV_N_STATE_KINDS];
  gint64 unknown_ns;
} TvSliceStates;

/**
 * TvWakeup:
 * @ts_ns: time in ns at which the thread becomes runnable
 * @waker: waking thread
 * @irq_context: whether the wakeup was in an interrupt, see #TvState
 *
 * The end of a wait.
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
