/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/log/log-density.h"
#include "analysis/range/time-base.h"
#include "analysis/range/time-scale.h"
#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* Heights of the ruler, the bars and the events, in px at the default font size. */
#define TV_LOG_STRIP_RULER_PX  24
#define TV_LOG_STRIP_BARS_PX   82
#define TV_LOG_STRIP_EVENTS_PX 44

/**
 * TvLogStrip:
 * @trace: a trace with log lines
 * @base: base of the ruler's times
 * @density: (nullable): line counts over time; %NULL until they have been computed
 * @events: (nullable) (element-type TvDecodedLogLine): events, sorted by line
 * @theme: theme colours
 * @scale: visible time range, mapped to the pixels to the right of the labels
 * @label_width: width of the labels, in px
 * @ruler_height: height in px; 0 without a ruler
 * @bars_height: height in px
 * @events_height: height in px; 0 without events
 * @frame_start_ns: start of the range that the list shows
 * @frame_end_ns: end of this range; less than @frame_start_ns if there is no frame
 * @cursor_ns: bookmark, or %G_MININT64
 *
 * The number of log lines over time by severity, and decoded events:
 *
 *     per second   23:58:00      23:58:15      23:58:30       ruler
 *     ■ Error         ▂▁  ▂▁        █▆▅         ┌───┐
 *     ■ Warning    ▂▃▅█▇▅▇█▆▃▂▁▂▃▅▇██▇▅▂▁▁▁▁▁▁▁▁│▁▂▃│         bars, and the frame
 *                                               └───┘
 *     Events         ━━━━ displayed   ● GC 106 ms    ▲ …      event row
 */
typedef struct
{
  TvTrace *trace;
  const TvTimeBase *base;
  const TvLogDensity *density;
  const GArray *events;
  const TvTheme *theme;
  TvTimeScale scale;
  int label_width;
  int ruler_height;
  int bars_height;
  int events_height;
  gint64 frame_start_ns;
  gint64 frame_end_ns;
  gint64 cursor_ns;
} TvLogStrip;

const TvColor *tv_log_share_get_color (TvLogShare        share,
                                       const TvTheme    *theme);
const char    *tv_log_share_get_name  (TvLogShare        share);

gint64         tv_log_strip_get_step  (const TvLogStrip *self);
void           tv_log_strip_find_bar  (const TvLogStrip *self,
                                       double            x,
                                       gint64           *start_ns,
                                       gint64           *end_ns);
guint32        tv_log_strip_find_event (const TvLogStrip *self,
                                       double            x,
                                       double            y);
void           tv_log_strip_get_frame (const TvLogStrip *self,
                                       double           *x,
                                       double           *width);
void           tv_log_strip_paint     (const TvLogStrip *self,
                                       cairo_t          *cr,
                                       TvLabelCache     *labels);

G_END_DECLS
