/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Times as people read them: a number, a no-break space and one unit. The decimal sign is the
 * locale's. And the sign of what is less than nothing, for all numbers on the screen: as wide as a
 * plus, and not a hyphen. */

#define TV_MINUS_SIGN "\342\210\222"

typedef enum
{
  TV_TIME_NS,
  TV_TIME_US,
  TV_TIME_MS,
  TV_TIME_S,
} TvTimeUnit;

TvTimeUnit  tv_time_unit_for      (gint64      ns);
int         tv_time_unit_get_digits (TvTimeUnit unit,
                                     gint64     resolution_ns);

char       *tv_time_format        (gint64      ns);
char       *tv_time_format_in     (gint64      ns,
                                   TvTimeUnit  unit,
                                   int         digits);
char       *tv_time_format_at     (gint64      ns,
                                   gint64      resolution_ns);

char       *tv_time_format_range  (gint64      start_ns,
                                   gint64      end_ns);

char       *tv_number_take_sign   (char       *text);
char       *tv_count_format       (gint64      count);

G_END_DECLS
