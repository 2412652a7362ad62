/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/app-start.h"

G_BEGIN_DECLS

/* Maximum number of slices per start in the list of the longest slices */
#define TV_APP_START_MAX_SLICES 10

/**
 * TvAppStartSlice:
 * @start: @id of the #TvAppStart
 * @slice: slice of the main thread
 * @phase: (nullable): name of the phase in which the slice begins
 * @dur: duration in ns of the part of the slice within the app start
 * @exclusive_dur: as @dur, without child slices
 * @percent: @exclusive_dur in percent of the main thread's lifetime during the start
 *
 * One of the longest slices of the main thread during an app start.
 */
typedef struct
{
  guint32 start;
  guint32 slice;
  const char *phase;
  gint64 dur;
  gint64 exclusive_dur;
  double percent;
} TvAppStartSlice;

/**
 * TvAppStartBox:
 * @phase: index of the phase
 * @ts: start in ns
 * @end: end in ns
 * @is_open: whether the phase did not end
 *
 * A box of the bar that shows the phases of a start. A phase inside another phase splits the outer phase into two
 * boxes.
 */
typedef struct
{
  guint32 phase;
  gint64 ts;
  gint64 end;
  gboolean is_open;
} TvAppStartBox;

GArray *tv_app_start_slices_new (TvTrace           *trace,
                                 const TvSelection *selection,
                                 GCancellable      *cancellable,
                                 GError           **error);
GArray *tv_app_start_boxes_new  (const TvAppStart  *start,
                                 const GArray      *phases);
gint64  tv_app_start_get_seen_end (const TvAppStart *start);

G_END_DECLS
