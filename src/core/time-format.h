/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/number-format.h"

G_BEGIN_DECLS

/* Formats times for people: a number in the locale's format, a no-break space and a unit. */

typedef enum
{
  TV_TIME_NS,
  TV_TIME_US,
  TV_TIME_MS,
  TV_TIME_S,
} TvTimeUnit;

TvTimeUnit tv_time_unit_for (gint64 ns);
int tv_time_unit_get_digits (TvTimeUnit unit, gint64 resolution_ns);

char *tv_time_format (gint64 ns);
char *tv_time_format_in (gint64 ns, TvTimeUnit unit, int digits);
char *tv_time_format_at (gint64 ns, gint64 resolution_ns);

char *tv_time_format_range (gint64 start_ns, gint64 end_ns);

G_END_DECLS
