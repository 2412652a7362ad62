/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/diff-text.h"

#include <inttypes.h>
#include <math.h>

#include <glib/gi18n.h>

#include "cli/report.h"
#include "cli/terminal-text.h"
#include "core/number-format.h"

/* Formats the text output of `tracedump diff`. Called by diff.c with the rows that it has chosen and sorted. Pure:
 * only reads the comparison and appends to the caller's string. */

/* ---- Cells ---- */

/* Formats a time in ms, or any other weight as a number. */
static char *
dup_value (double value, TvWeightUnit unit, gboolean has_sign)
{
  char format[16];

  if (isnan (value))
    return g_strdup ("");
  if (unit == TV_WEIGHT_NS)
    return tv_report_dup_decimal (value / 1e6, has_sign ? "%+.3f" : "%.3f");
  g_snprintf (format, sizeof format, "%%%s.%uf", has_sign ? "+" : "",
              tv_weight_unit_get_digits (unit));
  return tv_report_dup_decimal (value, format);
}

static char *
dup_state (TvDifferenceTable *table, guint32 row, double percent)
{
  TvCell cell;

  tv_table_get_cell (TV_TABLE (table), row, TV_DIFFERENCE_COLUMN_STATE, &cell);
  if (g_str_equal (cell.text, "new"))
    return g_strdup (_("new"));
  if (g_str_equal (cell.text, "gone"))
    return g_strdup (_("gone"));
  return isnan (percent) ? g_strdup ("") : tv_report_dup_decimal (percent, "%+.1f");
}

/* Returns a phrase for the significance of a p-value. If there are only a few runs, the strongest phrase is
 * "perhaps". */
static char *
dup_significance (TvDifference *difference, double p)
{
  g_autofree char *number = isnan (p) ? NULL : tv_report_dup_decimal (p, "%.3f");

  switch (tv_difference_get_outcome (p))
    {
    case TV_DIFFERENCE_CLEARLY:
      return g_strdup_printf (_("clearly (p %s)"), number);
    case TV_DIFFERENCE_PERHAPS:
      return g_strdup_printf (_("perhaps (p %s)"), number);
    case TV_DIFFERENCE_BY_CHANCE:
      return g_strdup_printf (_("no (p %s)"), number);
    case TV_DIFFERENCE_UNKNOWN:
    default:
      return g_strdup (tv_difference_count_runs (difference, FALSE) == 1 &&
                               tv_difference_count_runs (difference, TRUE) == 1
                           ? _("one run each")
                           : "");
    }
}

/* ---- Lines ---- */

static void
add_value_headers (GPtrArray *cells, TvWeightUnit unit)
{
  const char *const headers[][3] = {
    [TV_WEIGHT_COUNT] = { _("before count"), _("after count"), _("change count") },
    [TV_WEIGHT_NS] = { _("before ms"), _("after ms"), _("change ms") },
    [TV_WEIGHT_BYTES] = { _("before bytes"), _("after bytes"), _("change bytes") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (headers[0]); i++)
    g_ptr_array_add (cells, g_strdup (headers[tv_weight_unit_get_base (unit)][i]));
  g_ptr_array_add (cells, g_strdup (_("change %")));
}

static void
add_header (GPtrArray *lines, TvWeightUnit unit, gboolean is_of_samples)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new ();

  add_value_headers (cells, unit);
  if (is_of_samples)
    {
      g_ptr_array_add (cells, g_strdup (_("before % of all")));
      g_ptr_array_add (cells, g_strdup (_("after % of all")));
    }
  g_ptr_array_add (cells, g_strdup (is_of_samples ? _("samples before") : _("calls before")));
  g_ptr_array_add (cells, g_strdup (is_of_samples ? _("samples after") : _("calls after")));
  g_ptr_array_add (cells, g_strdup (_("significant")));
  g_ptr_array_add (cells, g_strdup (_("name")));
  g_ptr_array_add (cells, NULL);
  g_ptr_array_add (lines, g_ptr_array_free (g_steal_pointer (&cells), FALSE));
}

static double
get (TvDifferenceTable *table, guint32 row, guint number, TvDifferenceColumnSide side)
{
  return tv_difference_table_get_number (table, row, tv_difference_table_get_column (number, side));
}

static void
add_shares (GPtrArray *cells, TvDifferenceTable *table, guint32 row)
{
  for (guint side = TV_DIFFERENCE_BEFORE; side <= TV_DIFFERENCE_AFTER; side++)
    g_ptr_array_add (cells, tv_report_dup_decimal (
                                get (table, row, TV_SAMPLE_DIFFERENCE_INCL_SHARE, side), "%.1f"));
}

static void
add_line (GPtrArray *lines, TvDifferenceTable *table, guint32 row, TvClock clock)
{
  TvDifference *difference = tv_difference_table_get_difference (table);
  guint number = tv_difference_table_get_inclusive (table, clock);
  g_autoptr (GPtrArray) cells = g_ptr_array_new ();
  TvWeightUnit unit;
  gboolean is_of_samples = tv_difference_get_kind (difference, &unit) != NULL;
  guint n_calls = is_of_samples ? (guint) TV_SAMPLE_DIFFERENCE_SAMPLES
                                : (guint) TV_DIFFERENCE_CALLS;
  TvCell name;

  for (guint side = TV_DIFFERENCE_BEFORE; side <= TV_DIFFERENCE_CHANGE; side++)
    g_ptr_array_add (
        cells, dup_value (get (table, row, number, side), unit, side == TV_DIFFERENCE_CHANGE));
  g_ptr_array_add (cells, dup_state (table, row, get (table, row, number, TV_DIFFERENCE_PERCENT)));
  if (is_of_samples)
    add_shares (cells, table, row);
  for (guint side = TV_DIFFERENCE_BEFORE; side <= TV_DIFFERENCE_AFTER; side++)
    g_ptr_array_add (cells, tv_report_dup_decimal (get (table, row, n_calls, side), "%.0f"));
  g_ptr_array_add (
      cells,
      dup_significance (difference, tv_difference_table_get_number (
                                        table, row, tv_difference_table_get_p (table, clock))));
  tv_table_get_cell (TV_TABLE (table), row, TV_DIFFERENCE_COLUMN_NAME, &name);
  g_ptr_array_add (cells, tv_terminal_text_escape (name.is_null ? _("(no name)") : name.text));
  tv_cell_clear (&name);
  g_ptr_array_add (cells, NULL);
  g_ptr_array_add (lines, g_ptr_array_free (g_steal_pointer (&cells), FALSE));
}

/* ---- Heading ---- */

/* Appends the number of samples and their total weight, for comparison with the weights of the rows. */
static void
append_samples (GString *text, TvDifference *difference, const char *kind, TvWeightUnit unit)
{
  gint64 counts[2], totals[2];
  g_autofree char *escaped = tv_terminal_text_escape (kind);
  char *values[2];

  for (guint side = 0; side < G_N_ELEMENTS (totals); side++)
    {
      totals[side] = tv_difference_get_total (difference, side == 1, TV_CLOCK_WALL, &counts[side]);
      values[side] = dup_value ((double) totals[side] /
                                    (double) tv_decimal_get_unit (tv_weight_unit_get_digits (unit)),
                                unit, FALSE);
    }
  g_string_append_printf (text, _("samples:  %s\n"), escaped);
  g_string_append_printf (text,
                          unit == TV_WEIGHT_NS ? _("total:    %s ms before, %s ms after\n")
                          : unit == TV_WEIGHT_BYTES
                              ? _("total:    %s bytes before, %s bytes after\n")
                              : _("total:    %s before, %s after\n"),
                          values[0], values[1]);
  g_string_append_printf (text, _ ("count:    %" PRId64 " before, %" PRId64 " after\n"), counts[0],
                          counts[1]);
  for (guint side = 0; side < G_N_ELEMENTS (values); side++)
    g_free (values[side]);
}

static void
append_heading (GString *text, TvDifferenceTable *table, guint n_shown, TvClock clock)
{
  TvDifference *difference = tv_difference_table_get_difference (table);
  TvWeightUnit unit;
  const char *kind = tv_difference_get_kind (difference, &unit);

  g_string_append_printf (text, _("runs:     %u before, %u after\n"),
                          tv_difference_count_runs (difference, FALSE),
                          tv_difference_count_runs (difference, TRUE));
  if (kind != NULL)
    append_samples (text, difference, kind, unit);
  else
    g_string_append_printf (text, _("clock:    %s\n"),
                            clock == TV_CLOCK_CPU ? _("CPU time") : _("wall time"));
  g_string_append_printf (text, _("rows:     %u of %u\n\n"), n_shown,
                          tv_table_get_n_rows (TV_TABLE (table)));
}

/**
 * tv_diff_text_append:
 * @text: output buffer
 * @table: a comparison
 * @rows: (element-type guint32): rows of @table in output order
 * @clock: clock of the times
 *
 * Appends a comparison as text.
 */
void
tv_diff_text_append (GString *text, TvDifferenceTable *table, const GArray *rows, TvClock clock)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  TvWeightUnit unit;
  gboolean is_of_samples = tv_difference_get_kind (tv_difference_table_get_difference (table),
                                                   &unit) != NULL;

  append_heading (text, table, rows->len, clock);
  add_header (lines, unit, is_of_samples);
  for (guint i = 0; i < rows->len; i++)
    add_line (lines, table, g_array_index (rows, guint32, i), clock);
  tv_report_append_rows (text, lines);
}
