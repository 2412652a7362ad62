/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/report.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "analysis/samples/sample-limitations.h"
#include "cli/terminal-text.h"
#include "formats/input/input.h"
#include "core/number-format.h"
#include "paint/kit/weight-format.h"

/* Formats the headings and the aligned columns of text reports. Called by the commands that print reports. Pure: only
 * reads the trace and appends to the caller's string. */

/* Formats a number independently of the locale, because programs may parse the output. */
char *
tv_report_dup_decimal (double value, const char *format)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE + 310];

  return g_strdup (g_ascii_formatd (text, sizeof text, format, value));
}

/* Formats a weight without its unit, which is in the column's header. Times are formatted in ms. */
char *
tv_report_dup_weight (gint64 weight, TvWeightUnit unit)
{
  g_autoptr (GString) text = g_string_new (NULL);

  tv_decimal_append (text, weight, tv_weight_unit_get_digits (unit));
  return unit == TV_WEIGHT_NS ? tv_report_dup_decimal ((double) weight / 1e6, "%.3f")
                              : g_string_free (g_steal_pointer (&text), FALSE);
}

/* Appends the number of dumps and of their threads, and the command that diagnoses them. */
static void
append_dumps (GString *text, TvTrace *trace)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 n_threads = 0, n_dumps = 0;

  for (guint32 i = 0; i < dumps->n; i++)
    if (dumps->dumps[i].kind != TV_DUMP_WAIT_CHANNELS)
      {
        n_threads += dumps->dumps[i].n_threads;
        n_dumps++;
      }
  g_string_append_printf (text, _("dumps:    %u with %u threads; see “tracedump incident”\n"),
                          n_dumps, n_threads);
}

/* Appends the first lines of a heading, which all reports have. */
void
tv_report_append_trace (GString *text, const char *file, TvTrace *trace)
{
  g_autofree char *display_name = tv_input_dup_display_name (file);
  g_autofree char *shown_file = tv_terminal_text_escape (display_name);
  g_autofree char *shown_format = tv_terminal_text_escape (tv_trace_get_format (trace));

  g_string_append_printf (text, _("file:     %s\n"), shown_file);
  g_string_append_printf (text, _("format:   %s\n"), shown_format);
  if (tv_trace_has (trace, TV_HAS_DUMPS))
    append_dumps (text, trace);
}

/* Appends the kind of the samples, their total weight and their number. */
void
tv_report_append_samples (GString *text, TvTrace *trace, guint32 kind, gint64 weight, gint64 count)
{
  const TvSampleKind *row = &tv_trace_get_stacks (trace)->kinds[kind];
  g_autofree char *name = tv_terminal_text_escape (tv_trace_get_string (trace, row->name));
  g_autofree char *total = tv_report_dup_weight (weight, row->unit);
  g_autofree char *lacks = tv_sample_limitations_dup_text (trace, NULL);
  g_autofree char *shown = lacks != NULL ? tv_terminal_text_escape (lacks) : NULL;

  g_string_append_printf (text, _("samples:  %s\n"), name);
  if (tv_weight_unit_get_base (row->unit) == TV_WEIGHT_COUNT &&
      tv_weight_get_counted (trace, kind) == NULL)
    g_string_append_printf (text, _("total:    %s\n"), total);
  else
    g_string_append_printf (text, _("total:    %s %s\n"), total, tv_weight_get_noun (trace, kind));
  g_string_append_printf (text, _ ("count:    %" PRId64 "\n"), count);
  if (lacks != NULL)
    g_string_append_printf (text, _("gaps:     %s\n"), shown);
}

/**
 * tv_report_append_rows:
 * @text: output buffer
 * @rows: (element-type GStrv): cells of each row; all rows have the same number of cells
 *
 * Appends one line per row. Each column is as wide as its widest cell. All columns except the last one are
 * right-aligned.
 */
void
tv_report_append_rows (GString *text, const GPtrArray *rows)
{
  guint n = rows->len > 0 ? g_strv_length (rows->pdata[0]) : 0;
  g_autofree glong *widths = g_new0 (glong, MAX (n, 1));

  for (guint i = 0; i < rows->len; i++)
    for (guint c = 0; c + 1 < n; c++)
      widths[c] = MAX (widths[c], g_utf8_strlen (((char **) rows->pdata[i])[c], -1));
  for (guint i = 0; i < rows->len; i++)
    {
      char **cells = rows->pdata[i];

      for (guint c = 0; c + 1 < n; c++)
        g_string_append_printf (text, "%*s%s  ", (int) (widths[c] - g_utf8_strlen (cells[c], -1)),
                                "", cells[c]);
      g_string_append_printf (text, "%s\n", cells[n - 1]);
    }
}
