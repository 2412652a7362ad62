/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/canvas.h"

#include "analysis/calls/durations.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* Histogram of durations. A drag, or a click on a bar, selects a band of durations. With the keyboard, the arrow keys
 * move between bars, Shift extends the band, Space selects the bar, and Delete clears the band.
 *
 * Signals:
 *   band-chosen (int64 from_ns, int64 to_ns)  the user has selected a band; -1 for all durations */

#define TV_TYPE_HISTOGRAM_VIEW (tv_histogram_view_get_type ())
G_DECLARE_FINAL_TYPE (TvHistogramView, tv_histogram_view, TV, HISTOGRAM_VIEW, TvCanvas)

GtkWidget *tv_histogram_view_new           (void);
void       tv_histogram_view_set_durations (TvHistogramView *self,
                                            TvDurations     *durations,
                                            const TvColor   *chosen);
void       tv_histogram_view_set_band      (TvHistogramView *self,
                                            gint64           from_ns,
                                            gint64           to_ns);
void       tv_histogram_view_set_deadline  (TvHistogramView *self,
                                            gint64           ns,
                                            gboolean         has_multiples,
                                            const char      *in_time);
char      *tv_histogram_view_dup_value     (TvHistogramView *self,
                                            gint64           value);
void       tv_histogram_view_set_selected  (TvHistogramView *self,
                                            gint64           ns);

G_END_DECLS
