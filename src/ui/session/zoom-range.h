/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvZoomLimits:
 * @first_ns: earliest start of the visible range
 * @last_ns: latest end of the visible range
 * @min_ns: minimum length of the visible range; at most @last_ns - @first_ns
 *
 * Limits of the visible range.
 */
typedef struct
{
  gint64 first_ns;
  gint64 last_ns;
  gint64 min_ns;
} TvZoomLimits;

void tv_zoom_range (const TvZoomLimits *limits,
                    gint64             *start_ns,
                    gint64             *end_ns,
                    double              factor,
                    gint64              about_ns);

G_END_DECLS
