/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/log/log-density.h"
#include "ui/kit/canvas.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* Number of log lines over time, decoded events, and a frame around the time range of the lines on screen. The strip
 * shows the visible range of the session, and zooms and pans like a timeline.
 *
 * Signals:
 *   go-to (int64 ns)   the list should scroll to this time
 *   go-to-line (uint)  the list should scroll to this line
 *
 * Actions:
 *   log-strip.zoom-in log-strip.zoom-out log-strip.earlier log-strip.later log-strip.fit */

/**
 * TvLogStripSize:
 * @TV_LOG_STRIP_WHOLE: ruler, bars, and a row of decoded events
 * @TV_LOG_STRIP_BARS: bars only
 * @TV_LOG_STRIP_LOW: bars only, as high as a line of text
 *
 * Size of the strip.
 */
typedef enum
{
  TV_LOG_STRIP_WHOLE,
  TV_LOG_STRIP_BARS,
  TV_LOG_STRIP_LOW,
} TvLogStripSize;

#define TV_TYPE_LOG_STRIP_VIEW (tv_log_strip_view_get_type ())
G_DECLARE_FINAL_TYPE (TvLogStripView, tv_log_strip_view, TV, LOG_STRIP_VIEW, TvCanvas)

GtkWidget *tv_log_strip_view_new         (void);
void       tv_log_strip_view_set_session (TvLogStripView *self,
                                          TvSession      *session);
void       tv_log_strip_view_set_density (TvLogStripView *self,
                                          TvLogDensity   *density);
void       tv_log_strip_view_set_events  (TvLogStripView *self,
                                          GArray         *events);
void       tv_log_strip_view_set_frame   (TvLogStripView *self,
                                          gint64          start_ns,
                                          gint64          end_ns);
void       tv_log_strip_view_set_size    (TvLogStripView *self,
                                          TvLogStripSize  size);

G_END_DECLS
