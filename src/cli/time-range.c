/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/time-range.h"

#include <glib/gi18n.h>
#include <math.h>

#include "traceview-config.h"

#define MAX_NS 4e18 /* 126 years */

void
tv_time_range_clear (TvTimeRange *self)
{
  g_clear_pointer (&self->from, g_free);
  g_clear_pointer (&self->to, g_free);
}

/**
 * tv_time_range_add_options:
 * @self: where to put what is given; lives as long as @context
 * @context: a command's
 *
 * Adds `--from` and `--to`.
 */
void
tv_time_range_add_options (TvTimeRange *self, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "from", 0, 0, G_OPTION_ARG_STRING, &self->from,
      N_("Leave out what is before TIME, such as 1.25s, 300ms or 12us from the trace's start"),
      N_("TIME") },
    { "to", 0, 0, G_OPTION_ARG_STRING, &self->to, N_("Leave out what is from TIME on"),
      N_("TIME") },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, TV_GETTEXT_PACKAGE);
}

/* Returns: ns, or -1 if @text is no time */
static gint64
parse_time (const char *text)
{
  static const struct
  {
    const char *name;
    double ns;
  } units[] = { { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 }, { "µs", 1e3 }, { "ns", 1 } };
  char *end;
  double value;

  if (!g_ascii_isdigit (text[0]) && text[0] != '.')
    return -1;
  value = g_ascii_strtod (text, &end);
  if (end == text)
    return -1;
  if (*end == '\0' && value == 0)
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (end, units[i].name))
      return value * units[i].ns <= MAX_NS ? (gint64) round (value * units[i].ns) : -1;
  return -1;
}

static gboolean
check_time (const char *option, const char *text, GError **error)
{
  if (text == NULL || parse_time (text) >= 0)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("%s takes a time such as 1.25s, 300ms, 12us or 40ns, not “%s”"), option, text);
  return FALSE;
}

/**
 * tv_time_range_check:
 * @self: what was given
 * @error: (nullable): where to put %G_OPTION_ERROR
 *
 * Returns: whether it is a range of time
 */
gboolean
tv_time_range_check (const TvTimeRange *self, GError **error)
{
  if (!check_time ("--from", self->from, error) || !check_time ("--to", self->to, error))
    return FALSE;
  if (self->to == NULL || parse_time (self->to) > (self->from ? parse_time (self->from) : 0))
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _("--to has to be after --from"));
  return FALSE;
}

/**
 * tv_time_range_is_all:
 * @self: what was given
 *
 * Returns: whether neither end was given
 */
gboolean
tv_time_range_is_all (const TvTimeRange *self)
{
  return self->from == NULL && self->to == NULL;
}

/* A trace may count from any moment; what is past the last one is past every trace. */
static gint64
add (gint64 ts_ns, gint64 ns)
{
  return ts_ns > G_MAXINT64 - ns ? G_MAXINT64 : ts_ns + ns;
}

/**
 * tv_time_range_select:
 * @self: a range that was checked
 * @trace: a trace
 *
 * Returns: (transfer full): that part of the trace
 */
TvSelection *
tv_time_range_select (const TvTimeRange *self, TvTrace *trace)
{
  gint64 start_ns = tv_trace_get_start_ns (trace);

  return tv_selection_new_range (
      self->from != NULL ? add (start_ns, parse_time (self->from)) : G_MININT64,
      self->to != NULL ? add (start_ns, parse_time (self->to)) : G_MAXINT64);
}
