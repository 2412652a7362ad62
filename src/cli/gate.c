/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/gate.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli/terminal-text.h"
#include "core/number-format.h"
#include "core/time-parse.h"

/* Implements the option --fail-if of `tracedump diff` and `tracedump incident`: parses a condition such as
 * "incl_wall_pct > 10" and checks it for each row of a table. Matching rows are listed on standard error. The command
 * then fails with %TV_GATE_ERROR, for which main() returns exit status 3. A gate owns only the parsed condition. */

#define MAX_REPORTED 10

typedef enum
{
  LESS,
  LESS_OR_EQUAL,
  EQUAL,
  NOT_EQUAL,
  MORE_OR_EQUAL,
  MORE,
} Comparison;

static const char *const signs[] = {
  [LESS] = "<",       [LESS_OR_EQUAL] = "<=", [EQUAL] = "==",
  [NOT_EQUAL] = "!=", [MORE_OR_EQUAL] = ">=", [MORE] = ">",
};

struct _TvGate
{
  char *text;            /* condition as given */
  GPatternSpec *pattern; /* (nullable): pattern for the names of rows; NULL for all rows */
  guint column;
  Comparison comparison;
  double number;
  char *word; /* (nullable): value with which a text column is compared */
};

G_DEFINE_QUARK (tv-gate-error-quark, tv_gate_error)

void
tv_gate_free (TvGate *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->pattern, g_pattern_spec_free);
  g_free (self->text);
  g_free (self->word);
  g_free (self);
}

/* ---- Text ---- */

static gboolean
set_error (const char *text, const char *why, GError **error)
{
  /* Translators: a condition such as "incl_wall_pct > 10", and the error */
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("--fail-if “%s”: %s"), text, why);
  return FALSE;
}

/* Returns whether the column contains times in ns, so that the number in a condition can have a time unit. */
static gboolean
has_times (const TvColumn *column)
{
  return column->unit == TV_UNIT_NS || column->unit == TV_UNIT_TS;
}

static gboolean
find_column (TvGate *self, const TvTableInfo *info, const char *name, GError **error)
{
  for (self->column = 0; self->column < info->n_columns; self->column++)
    if (g_str_equal (info->columns[self->column].name, name))
      return TRUE;
  return set_error (
      self->text,
      _("unknown column; to list the columns, run the command with --help, or run “tracedump "
        "tables”"),
      error);
}

static gboolean
parse_value (TvGate *self, const TvTableInfo *info, const char *value, GError **error)
{
  const TvColumn *column = &info->columns[self->column];
  gint64 ns = has_times (column) ? tv_time_parse (value + (*value == '-')) : -1;
  char *end;

  if (column->type == TV_COLUMN_TEXT)
    {
      self->word = g_strdup (value);
      return self->comparison == EQUAL || self->comparison == NOT_EQUAL ||
             set_error (self->text, _("strings can only be compared with == and !="), error);
    }
  self->number = ns >= 0 ? (double) (*value == '-' ? -ns : ns) : g_ascii_strtod (value, &end);
  if (ns < 0 && (end == value || (*end != '\0' && !g_str_equal (end, "%"))))
    return set_error (self->text, _("missing number"), error);
  return TRUE;
}

static Comparison
find_comparison (const char *sign)
{
  guint comparison = 0;

  while (!g_str_equal (signs[comparison], sign))
    comparison++;
  return comparison;
}

/**
 * tv_gate_parse:
 * @text: `[NAME:] COLUMN SIGN VALUE`. NAME is a pattern with * and ?; COLUMN is a column of the table; SIGN is < <=
 *   == != >= or >; VALUE is a number in the column's unit, a time with a unit, or a string
 * @info: description of the table
 * @error: (nullable): return location for %G_OPTION_ERROR
 *
 * Parses a condition.
 *
 * Returns: (transfer full) (nullable): the condition
 */
TvGate *
tv_gate_parse (const char *text, const TvTableInfo *info, GError **error)
{
  g_autoptr (GRegex)
      form = g_regex_new ("^(?:(.*):)?\\s*([a-z_]+)\\s*(<=|>=|==|!=|<|>)\\s*(.*\\S)\\s*$",
                          G_REGEX_RAW | G_REGEX_DOTALL, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  TvGate *self = g_new0 (TvGate, 1);

  self->text = g_strdup (text);
  if (!g_regex_match (form, text, 0, &match))
    set_error (text, _("expected [NAME:] COLUMN > NUMBER"), error);
  else
    {
      g_autofree char *pattern = g_match_info_fetch (match, 1);
      g_autofree char *column = g_match_info_fetch (match, 2);
      g_autofree char *sign = g_match_info_fetch (match, 3);
      g_autofree char *value = g_match_info_fetch (match, 4);

      if (*g_strstrip (pattern) != '\0')
        self->pattern = g_pattern_spec_new (pattern);
      self->comparison = find_comparison (sign);
      if (find_column (self, info, column, error) && parse_value (self, info, value, error))
        return self;
    }
  tv_gate_free (self);
  return NULL;
}

/* ---- Rows ---- */

static gboolean
compare (Comparison comparison, double order)
{
  switch (comparison)
    {
    case LESS:
      return order < 0.0;
    case LESS_OR_EQUAL:
      return order <= 0.0;
    case EQUAL:
      return order >= 0.0 && order <= 0.0;
    case NOT_EQUAL:
      return order < 0.0 || order > 0.0;
    case MORE_OR_EQUAL:
      return order >= 0.0;
    default:
      return order > 0.0;
    }
}

/* Returns whether a cell meets the condition. A cell without a value never meets it. */
static gboolean
is_fulfilled (const TvGate *self, TvColumnType type, const TvCell *cell)
{
  if (cell->is_null)
    return FALSE;
  if (type == TV_COLUMN_TEXT)
    return compare (self->comparison, strcmp (cell->text, self->word));
  return compare (self->comparison, tv_cell_get_number (cell, type) - self->number);
}

static char *
dup_value (const TvColumn *column, const TvCell *cell)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autoptr (GString) decimal = g_string_new (NULL);

  if (column->type == TV_COLUMN_TEXT)
    return g_strdup (cell->text);
  if (has_times (column))
    return g_strdup_printf (
        "%s ms", g_ascii_formatd (number, sizeof number, "%.6f", (double) cell->integer / 1e6));
  if (column->type == TV_COLUMN_REAL)
    return g_strdup (g_ascii_formatd (number, sizeof number, "%.3f", cell->real));
  tv_decimal_append (decimal, cell->integer, cell->n_digits);
  return g_string_free (g_steal_pointer (&decimal), FALSE);
}

static void
report (const TvGate *self, const char *name, const TvColumn *column, const TvCell *cell)
{
  g_autofree char *value = dup_value (column, cell);

  /* Translators: a condition, then the name of the matching row, a column, and the value in this column */
  tv_terminal_text_warn (_("failed: “%s”: %s: %s is %s"), self->text, name, column->name, value);
}

/**
 * tv_gate_check:
 * @self: a condition
 * @table: a table with a column "name"
 *
 * Counts the rows that meet the condition, and prints the first ten of them to standard error. Prints a warning if no
 * row has a matching name.
 *
 * Returns: number of rows that meet the condition
 */
guint
tv_gate_check (const TvGate *self, TvTable *table)
{
  const TvColumn *column = &tv_table_get_columns (table, NULL)[self->column];
  guint name_column = (guint) tv_table_find_column (table, "name"), n = 0;
  guint32 n_rows = tv_table_get_n_rows (table), n_meant = 0;

  for (guint32 row = 0; row < n_rows; row++)
    {
      TvCell name, cell;

      tv_table_get_cell (table, row, name_column, &name);
      if (self->pattern == NULL ||
          (!name.is_null && g_pattern_spec_match_string (self->pattern, name.text)))
        {
          n_meant++;
          tv_table_get_cell (table, row, self->column, &cell);
          if (is_fulfilled (self, column->type, &cell) && n++ < MAX_REPORTED)
            report (self, name.is_null ? "" : name.text, column, &cell);
          tv_cell_clear (&cell);
        }
      tv_cell_clear (&name);
    }
  if (n_meant == 0)
    tv_terminal_text_warn (_("warning: --fail-if “%s”: no row has a matching name"), self->text);
  if (n > MAX_REPORTED)
    tv_terminal_text_warn (
        ngettext ("failed: “%s”: %u more row", "failed: “%s”: %u more rows", n - MAX_REPORTED),
        self->text, n - MAX_REPORTED);
  return n;
}
