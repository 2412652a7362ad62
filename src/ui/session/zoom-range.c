/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Computes the visible time range after zooming about a time, within limits. Called by session.c and by the
 * timeline's animated zoom. Pure. */

#include "ui/session/zoom-range.h"

#include <math.h>

/**
 * tv_zoom_range:
 * @limits: limits of the range
 * @start_ns: (inout): time at the left edge
 * @end_ns: (inout): time at the right edge
 * @factor: magnification: 2 shows half of the time, 0.5 twice as much
 * @about_ns: time that keeps its position on the screen, within the limits
 *
 * Computes the visible range after zooming.
 */
void
tv_zoom_range (const TvZoomLimits *limits,
               gint64 *start_ns,
               gint64 *end_ns,
               double factor,
               gint64 about_ns)
{
  double length = (double) (*end_ns - *start_ns);
  double wanted = CLAMP (length / factor, (double) limits->min_ns,
                         (double) (limits->last_ns - limits->first_ns));
  double before = (double) (about_ns - *start_ns) / length * wanted;

  *start_ns = about_ns - (gint64) llround (before);
  *start_ns = CLAMP (*start_ns, limits->first_ns, limits->last_ns - (gint64) wanted);
  *end_ns = *start_ns + (gint64) wanted;
}
