/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <math.h>

#include "tables/trace-table.h"

/* Implements the table of slices' arguments. Listed in trace_tables in tables.c. Pure: cells are read from the
 * trace. */

enum
{
  ARG_ID,
  ARG_ARG_SET_ID,
  ARG_FLAT_KEY,
  ARG_KEY,
  ARG_STRING_VALUE,
  ARG_INT_VALUE,
  ARG_REAL_VALUE,
  N_ARG_COLUMNS,
};

static const TvColumn arg_columns[N_ARG_COLUMNS] = {
  [ARG_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [ARG_ARG_SET_ID] = {
    "arg_set_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Set"),
    N_("ID of the set that contains the argument; slices with equal arguments share a set"),
  },
  [ARG_FLAT_KEY] = {
    "flat_key", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Flat key"),
    N_("Key of the argument without array indexes"),
  },
  [ARG_KEY] = {
    "key", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Key"),
    N_("Key of the argument"),
  },
  [ARG_STRING_VALUE] = {
    "string_value", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Value"),
    N_("Value as text"),
  },
  [ARG_INT_VALUE] = {
    "int_value", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Number"),
    N_("Value as an integer; empty if the value is not a decimal number"),
  },
  [ARG_REAL_VALUE] = {
    "real_value", TV_COLUMN_REAL, TV_UNIT_NONE, N_("Real number"),
    N_("Value as a floating-point number; empty for other types"),
  },
};

/* Returns the index after the last argument of a set. All sets are consecutive in one array. */
static guint32
get_end_of_set (TvTrace *trace, guint32 set)
{
  guint32 n;
  const TvArg *first = tv_trace_get_args (trace, 0, &n);
  const TvArg *args = tv_trace_get_args (trace, set, &n);

  return (guint32) (args - first) + n;
}

static guint32
arg_get_n_rows (TvTrace *trace)
{
  guint32 n_sets = tv_trace_get_n_arg_sets (trace);

  return n_sets > 0 ? get_end_of_set (trace, n_sets - 1) : 0;
}

/* Returns the set that contains an argument. This is the first set that ends after the argument. */
static guint32
find_set_at (TvTrace *trace, guint32 arg)
{
  guint32 low = 0, high = tv_trace_get_n_arg_sets (trace) - 1;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (get_end_of_set (trace, middle) <= arg)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Sets the key without the indexes in brackets: `a.b[2].c` becomes `a.b.c`. */
static void
set_flat_key (TvCell *cell, const char *key)
{
  const char *at = key, *open, *end;
  GString *flat;

  if (strchr (key, '[') == NULL)
    {
      tv_cell_set_text (cell, key);
      return;
    }
  flat = g_string_new (NULL);
  while ((open = strchr (at, '[')) != NULL && (end = strchr (open, ']')) != NULL)
    {
      g_string_append_len (flat, at, open - at);
      at = end + 1;
    }
  g_string_append (flat, at);
  tv_cell_take_text (cell, g_string_free (flat, FALSE));
}

static void
set_arg_text (TvCell *cell, TvTrace *trace, const TvArg *arg)
{
  char buffer[TV_ARG_TEXT_BYTES];

  if (tv_arg_get_type (arg) == TV_ARG_STRING)
    {
      tv_cell_set_trace_text (cell, trace, tv_arg_get_string (arg));
      return;
    }
  tv_cell_take_text (cell, g_strdup (tv_trace_get_arg_text (trace, arg, buffer)));
  cell->is_literal = tv_arg_get_type (arg) == TV_ARG_DOUBLE
                         ? isfinite (tv_trace_get_arg_double (trace, arg))
                         : tv_arg_get_type (arg) != TV_ARG_POINTER;
}

static void
arg_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  guint32 n;
  const TvArg *arg = &tv_trace_get_args (trace, 0, &n)[row];

  switch (column)
    {
    case ARG_ID:
      tv_cell_set_id (cell, row);
      break;
    case ARG_ARG_SET_ID:
      tv_cell_set_id (cell, find_set_at (trace, row));
      break;
    case ARG_FLAT_KEY:
      set_flat_key (cell, tv_trace_get_string (trace, tv_arg_get_key (arg)));
      break;
    case ARG_KEY:
      tv_cell_set_trace_text (cell, trace, tv_arg_get_key (arg));
      break;
    case ARG_STRING_VALUE:
      set_arg_text (cell, trace, arg);
      break;
    case ARG_INT_VALUE:
      if (tv_arg_get_type (arg) == TV_ARG_STRING)
        tv_cell_set_number_of (cell, tv_trace_get_string (trace, tv_arg_get_string (arg)));
      else if (tv_arg_get_type (arg) != TV_ARG_DOUBLE)
        tv_cell_set_integer (cell, tv_trace_get_arg_int (trace, arg));
      break;
    case ARG_REAL_VALUE:
      if (tv_arg_get_type (arg) == TV_ARG_DOUBLE)
        tv_cell_set_real (cell, tv_trace_get_arg_double (trace, arg));
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
arg_get_text_id (TvTrace *trace, guint32 row, guint column, guint32 *id)
{
  guint32 n;
  const TvArg *arg = &tv_trace_get_args (trace, 0, &n)[row];

  if (column == ARG_KEY || column == ARG_FLAT_KEY)
    *id = tv_arg_get_key (arg);
  else if (tv_arg_get_type (arg) == TV_ARG_STRING)
    *id = arg_get_n_rows (trace) + tv_arg_get_string (arg);
  else
    *id = row;
  return TRUE;
}

const TvTraceTableKind tv_args_table = {
  .info = { "args", N_("An argument of a slice"), arg_columns, N_ARG_COLUMNS, FALSE },
  .get_n_rows = arg_get_n_rows,
  .get_cell = arg_get_cell,
  .get_text_id = arg_get_text_id,
};
