/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/moment-format.h"

/* (transfer full): @text with the sign that times from something other than the start have */
static char *
take_sign (char *text, gint64 zero_ns, gint64 since_ns)
{
  g_autofree char *unsigned_text = text;

  return g_strconcat (zero_ns != TV_NO_TIME && since_ns > 0 ? "+" : "", unsigned_text, NULL);
}

/**
 * tv_moment_get_ns:
 * @trace: a trace
 * @zero_ns: the time that is 0, or %TV_NO_TIME for the trace's start
 * @ns: a time
 *
 * Returns: how long that is after 0
 */
gint64
tv_moment_get_ns (TvTrace *trace, gint64 zero_ns, gint64 ns)
{
  return ns - (zero_ns != TV_NO_TIME ? zero_ns : tv_trace_get_start_ns (trace));
}

/* Returns: (transfer full): a time with the figures that tv_time_format() gives it, see tv_moment_get_ns() */
char *
tv_moment_format (TvTrace *trace, gint64 zero_ns, gint64 ns)
{
  gint64 since_ns = tv_moment_get_ns (trace, zero_ns, ns);

  return take_sign (tv_time_format (since_ns), zero_ns, since_ns);
}

/* Returns: (transfer full): the same in a unit and with digits that are given */
char *
tv_moment_format_in (TvTrace *trace, gint64 zero_ns, gint64 ns, TvTimeUnit unit, int digits)
{
  gint64 since_ns = tv_moment_get_ns (trace, zero_ns, ns);

  return take_sign (tv_time_format_in (since_ns, unit, digits), zero_ns, since_ns);
}
