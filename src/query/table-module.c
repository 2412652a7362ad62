/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/table-module.h"
#include "core/memory/key-order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Implements the virtual table module for all tables. Rows are read from the TvTable cell by cell, without a copy of
 * the table.
 *
 *   plan        column          rows
 *   SCAN        –               all
 *   ROWS        row number      a range
 *   SORTED      ascending       a range, found by binary search
 *   INDEX       any integer     those with a value, from a row order that is sorted once
 *   SELECTED    hidden columns  all rows of the table for a selection; the cursor owns the table
 *
 * query-tables.c registers the module, through which SQLite calls the functions of this file. Hidden state in
 * TvQueryTable: on first use, the table is opened, and the row order of an integer column is sorted; both remain
 * until the database is freed. Only one thread at a time may use them. */

const char *const tv_selected_columns[TV_N_SELECTED] = {
  [TV_SELECTED_FROM] = "selected_from",
  [TV_SELECTED_TO] = "selected_to",
  [TV_SELECTED_UTID] = "selected_utid",
};

typedef enum
{
  PLAN_SCAN,
  PLAN_ROWS,
  PLAN_SORTED,
  PLAN_INDEX,
  PLAN_SELECTED,
} Plan;

#define PLAN_BACKWARD 16

typedef struct
{
  sqlite3_vtab base;
  TvQueryTable *source;
} Module;

/* Estimated number of rows of a table for a selection. The table is not computed only for the plan. */
#define SELECTED_ROWS 1000

/**
 * Cursor:
 * @table: (nullable): table to read: that of the source, or @owned; %NULL for a selection without rows
 * @owned: (nullable): table for @selected
 * @order: (nullable): row order; if set, @row, @first and @last are indexes in @order
 */
typedef struct
{
  sqlite3_vtab_cursor base;
  TvTable *table;
  TvTable *owned;
  TvSelectedValues selected;
  const guint32 *order;
  gint64 row;
  gint64 first;
  gint64 last; /* inclusive */
  gboolean is_backward;
} Cursor;

void
tv_query_table_clear (TvQueryTable *self)
{
  for (guint i = 0; self->orders != NULL && i < self->n_columns; i++)
    g_free (self->orders[i]);
  g_clear_pointer (&self->orders, g_free);
  g_clear_object (&self->table);
}

/* ---- Module ---- */

static int
connect_table (sqlite3 *connection,
               void *data,
               int argc,
               const char *const *argv,
               sqlite3_vtab **out,
               char **error)
{
  TvQueryTable *source = argc > 3 ? g_hash_table_lookup (data, argv[3]) : NULL;
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE x(");
  static const char *const types[] = { "INTEGER", "REAL", "TEXT" };
  Module *module;
  int rc;

  if (source == NULL)
    {
      *error = sqlite3_mprintf ("no such table");
      return SQLITE_ERROR;
    }
  for (guint i = 0; i < source->n_columns; i++)
    g_string_append_printf (sql, "%s\"%s\" %s", i > 0 ? ", " : "", source->columns[i].name,
                            types[source->columns[i].type]);
  for (guint i = 0; source->open_selected != NULL && i < TV_N_SELECTED; i++)
    g_string_append_printf (sql, ", %s INTEGER HIDDEN", tv_selected_columns[i]);
  g_string_append_c (sql, ')');
  rc = sqlite3_declare_vtab (connection, sql->str);
  if (rc != SQLITE_OK)
    return rc;
  sqlite3_vtab_config (connection, SQLITE_VTAB_INNOCUOUS);
  module = g_new0 (Module, 1);
  module->source = source;
  *out = &module->base;
  return SQLITE_OK;
}

static int
disconnect_table (sqlite3_vtab *base)
{
  g_free (base);
  return SQLITE_OK;
}

static int
open_table (Module *module)
{
  TvQueryTable *source = module->source;
  g_autoptr (GError) error = NULL;

  if (source->table != NULL)
    return SQLITE_OK;
  source->table = source->open (source, &error);
  if (source->table != NULL)
    return SQLITE_OK;
  sqlite3_free (module->base.zErrMsg);
  module->base.zErrMsg = sqlite3_mprintf ("%s", error->message);
  return SQLITE_ERROR;
}

/* ---- Plans ---- */

static guint
get_traits (const TvQueryTable *source, int column)
{
  if (column < 0)
    return TV_TABLE_IS_ROW | TV_TABLE_IS_SORTED;
  return source->get_traits != NULL ? source->get_traits (source, (guint) column) : 0;
}

static gboolean
is_hidden (const TvQueryTable *source, int column)
{
  return column >= (int) source->n_columns;
}

static gboolean
is_integer (const TvQueryTable *source, int column)
{
  return column < 0 || source->columns[column].type == TV_COLUMN_INTEGER;
}

static int
get_operator (guchar op)
{
  switch (op)
    {
    case SQLITE_INDEX_CONSTRAINT_EQ:
      return '=';
    case SQLITE_INDEX_CONSTRAINT_GT:
    case SQLITE_INDEX_CONSTRAINT_GE:
      return '>';
    case SQLITE_INDEX_CONSTRAINT_LT:
    case SQLITE_INDEX_CONSTRAINT_LE:
      return '<';
    default:
      return 0;
    }
}

static Plan
find_plan (const TvQueryTable *source, int column, int op)
{
  guint traits;

  if (op == 0 || is_hidden (source, column) || !is_integer (source, column))
    return PLAN_SCAN;
  traits = get_traits (source, column);
  if (traits & TV_TABLE_IS_ROW)
    return PLAN_ROWS;
  if (traits & TV_TABLE_IS_SORTED)
    return PLAN_SORTED;
  return op == '=' ? PLAN_INDEX : PLAN_SCAN;
}

/* Returns the estimated cost of a plan. The plan with the lowest cost is chosen. */
static double
estimate (double n, Plan plan, int op)
{
  switch (plan)
    {
    case PLAN_ROWS:
      return op == '=' ? 1 : n / 4 + 1;
    case PLAN_SORTED:
      return op == '=' ? MIN (n, 4) : n / 4 + 2;
    case PLAN_INDEX:
      return MIN (n / 8, sqrt (n) + 4) + 3;
    case PLAN_SCAN:
    default:
      return n + 1;
    }
}

static gboolean
can_order (const TvQueryTable *source, const sqlite3_index_info *info)
{
  for (int i = 0; i < info->nOrderBy; i++)
    if (info->aOrderBy[i].desc != info->aOrderBy[0].desc ||
        is_hidden (source, info->aOrderBy[i].iColumn) ||
        get_traits (source, info->aOrderBy[i].iColumn) == 0)
      return FALSE;
  return info->nOrderBy > 0;
}

/* Plans a query that sets hidden columns. Returns FALSE for other queries. Sets @rc to SQLITE_CONSTRAINT if the
 * values are not available when the tables are joined in this order. */
static gboolean
plan_selected (const TvQueryTable *source, sqlite3_index_info *info, int *rc)
{
  g_autoptr (GString) columns = g_string_new ("0 ");
  int n_args = 0;

  *rc = SQLITE_OK;
  for (int i = 0; i < info->nConstraint; i++)
    {
      int column = info->aConstraint[i].iColumn;

      if (!is_hidden (source, column) || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
        continue;
      if (!info->aConstraint[i].usable)
        *rc = SQLITE_CONSTRAINT;
      info->aConstraintUsage[i].argvIndex = ++n_args;
      info->aConstraintUsage[i].omit = 1;
      g_string_append_c (columns, (char) ('0' + column - (int) source->n_columns));
    }
  if (n_args == 0)
    return FALSE;
  info->idxNum = PLAN_SELECTED;
  info->idxStr = sqlite3_mprintf ("%s", columns->str);
  info->needToFreeIdxStr = 1;
  info->estimatedRows = SELECTED_ROWS;
  info->estimatedCost = 10 * SELECTED_ROWS;
  return TRUE;
}

static int
plan_query (sqlite3_vtab *base, sqlite3_index_info *info)
{
  Module *module = (Module *) base;
  int rc, column = 0, n_args = 0;
  double n, best;
  Plan plan = PLAN_SCAN;
  g_autoptr (GString) ops = g_string_new (NULL);

  if (plan_selected (module->source, info, &rc))
    return rc;
  rc = open_table (module);
  if (rc != SQLITE_OK)
    return rc;
  n = tv_table_get_n_rows (module->source->table);
  best = n + 1;
  for (int i = 0; i < info->nConstraint; i++)
    {
      int op = get_operator (info->aConstraint[i].op);
      Plan p = info->aConstraint[i].usable
                   ? find_plan (module->source, info->aConstraint[i].iColumn, op)
                   : PLAN_SCAN;

      if (p == PLAN_SCAN || estimate (n, p, op) >= best)
        continue;
      best = estimate (n, p, op);
      plan = p;
      column = info->aConstraint[i].iColumn;
    }
  for (int i = 0; plan != PLAN_SCAN && i < info->nConstraint; i++)
    {
      int op = get_operator (info->aConstraint[i].op);

      if (!info->aConstraint[i].usable || info->aConstraint[i].iColumn != column || op == 0 ||
          (plan == PLAN_INDEX && op != '='))
        continue;
      info->aConstraintUsage[i].argvIndex = ++n_args;
      g_string_append_c (ops, (char) op);
    }
  info->idxNum = (int) plan;
  if (can_order (module->source, info))
    {
      info->orderByConsumed = 1;
      if (info->aOrderBy[0].desc)
        info->idxNum |= PLAN_BACKWARD;
    }
  info->idxStr = sqlite3_mprintf ("%d %s", column, ops->str);
  info->needToFreeIdxStr = 1;
  info->estimatedRows = (sqlite3_int64) best;
  info->estimatedCost = plan == PLAN_SCAN ? 2 * best : best + log2 (n + 2);
  if (best <= 1 && plan == PLAN_ROWS)
    info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
  return SQLITE_OK;
}

/* ---- Orders ---- */

/* Gets the number in a cell. Rounds it down; this is sufficient, because SQLite checks the exact value again. Returns
 * whether the cell has a value. */
static gboolean
get_integer (TvTable *table, guint32 row, int column, gint64 *value)
{
  TvCell cell = { .is_null = TRUE };

  if (column < 0)
    {
      *value = row;
      return TRUE;
    }
  tv_table_get_cell (table, row, (guint) column, &cell);
  *value = cell.is_null ? G_MININT64 : cell.integer;
  if (!cell.is_null && cell.n_digits > 0)
    *value = (gint64) floor (tv_cell_get_number (&cell, TV_COLUMN_INTEGER));
  return !cell.is_null;
}

/* Returns the order of the rows by a column, which is cached. Rows without a value come first, and rows with equal
 * values remain in order. Returns NULL if there is not enough memory. */
static const guint32 *
get_order (TvQueryTable *source, int column)
{
  guint32 n = tv_table_get_n_rows (source->table), n_nulls = 0, n_set = 0;
  g_autofree guint64 *keys = NULL;
  g_autofree guint32 *order = NULL, *spare = NULL;

  if (source->orders == NULL)
    source->orders = g_new0 (guint32 *, source->n_columns);
  if (source->orders[column] != NULL)
    return source->orders[column];
  keys = g_try_new (guint64, n + 1);
  order = g_try_new (guint32, n + 1);
  spare = g_try_new (guint32, n + 1);
  if (keys == NULL || order == NULL || spare == NULL)
    return NULL;
  for (guint32 i = 0; i < n; i++)
    {
      gint64 value;

      if (get_integer (source->table, i, column, &value))
        spare[n_set++] = i;
      else
        order[n_nulls++] = i;
      keys[i] = (guint64) value ^ (G_GUINT64_CONSTANT (1) << 63);
    }
  memcpy (order + n_nulls, spare, n_set * sizeof *order);
  tv_key_order_sort (keys, n, &order, &spare, NULL);
  source->orders[column] = g_steal_pointer (&order);
  return source->orders[column];
}

/* Returns the first index with a value of at least @value; if @is_behind is TRUE, with a value greater than @value. */
static gint64
bisect (TvTable *table, const guint32 *order, int column, gint64 value, gboolean is_behind)
{
  gint64 low = 0, high = tv_table_get_n_rows (table);

  while (low < high)
    {
      gint64 middle = (low + high) / 2, v;
      gboolean is_set = get_integer (table, order != NULL ? order[middle] : (guint32) middle,
                                     column, &v);

      if (!is_set || v < value || (is_behind && v == value))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* ---- Cursor ---- */

static int
open_cursor (sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
  Cursor *cursor = g_new0 (Cursor, 1);

  *out = &cursor->base;
  return SQLITE_OK;
}

static int
close_cursor (sqlite3_vtab_cursor *base)
{
  g_clear_object (&((Cursor *) base)->owned);
  g_free (base);
  return SQLITE_OK;
}

/* Narrows the range of rows by a constraint. The range may still be too wide, because SQLite checks all constraints
 * again. */
static void
narrow (Cursor *cursor, Plan plan, int column, char op, sqlite3_value *arg)
{
  int type = sqlite3_value_numeric_type (arg);
  double real = type == SQLITE_FLOAT ? sqlite3_value_double (arg) : 0;
  gint64 value, first, behind;

  if (type == SQLITE_NULL || (type != SQLITE_INTEGER && type != SQLITE_FLOAT && op == '='))
    {
      cursor->last = cursor->first - 1;
      return;
    }
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
    return;
  if (type == SQLITE_FLOAT && !(real > -9e18 && real < 9e18))
    return;
  value = type == SQLITE_FLOAT ? (gint64) floor (real) : sqlite3_value_int64 (arg);
  if (plan == PLAN_ROWS)
    {
      first = CLAMP (value, -1, (gint64) G_MAXUINT32 + 1);
      behind = first + 1;
    }
  else
    {
      first = bisect (cursor->table, cursor->order, column, value, FALSE);
      behind = bisect (cursor->table, cursor->order, column, value, TRUE);
    }
  if (op != '<')
    cursor->first = MAX (cursor->first, first);
  if (op != '>')
    cursor->last = MIN (cursor->last, behind - 1);
}

/* Opens the table for a selection. If a value is not a number, there are no rows. */
static int
select_rows (Cursor *cursor, const char *columns, int argc, sqlite3_value **argv)
{
  Module *module = (Module *) cursor->base.pVtab;
  TvSelectedValues selected = { { FALSE }, { 0 } };
  gboolean is_known = TRUE;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < argc; i++)
    {
      int column = columns[i] - '0', type = sqlite3_value_numeric_type (argv[i]);
      gint64 value = sqlite3_value_int64 (argv[i]);

      is_known = is_known && (type == SQLITE_INTEGER || type == SQLITE_FLOAT) &&
                 (!selected.is_set[column] || selected.values[column] == value);
      selected.is_set[column] = TRUE;
      selected.values[column] = value;
    }
  if (cursor->owned == NULL || memcmp (&selected, &cursor->selected, sizeof selected) != 0)
    {
      g_clear_object (&cursor->owned);
      if (is_known)
        cursor->owned = module->source->open_selected (module->source, &selected, &error);
    }
  cursor->selected = selected;
  cursor->table = is_known ? cursor->owned : NULL;
  cursor->order = NULL;
  cursor->is_backward = FALSE;
  cursor->first = cursor->row = 0;
  cursor->last = cursor->table != NULL ? (gint64) tv_table_get_n_rows (cursor->table) - 1 : -1;
  if (error == NULL)
    return SQLITE_OK;
  sqlite3_free (module->base.zErrMsg);
  module->base.zErrMsg = sqlite3_mprintf ("%s", error->message);
  return SQLITE_ERROR;
}

static int
filter (sqlite3_vtab_cursor *base, int plan, const char *text, int argc, sqlite3_value **argv)
{
  Cursor *cursor = (Cursor *) base;
  Module *module = (Module *) base->pVtab;
  TvQueryTable *source = module->source;
  int column = atoi (text), rc;
  const char *ops = strchr (text, ' ') + 1;

  if (plan == PLAN_SELECTED)
    return select_rows (cursor, ops, argc, argv);
  rc = open_table (module);
  if (rc != SQLITE_OK)
    return rc;
  cursor->table = source->table;
  cursor->is_backward = (plan & PLAN_BACKWARD) != 0;
  plan &= ~PLAN_BACKWARD;
  cursor->first = 0;
  cursor->last = (gint64) tv_table_get_n_rows (cursor->table) - 1;
  cursor->order = plan == PLAN_INDEX ? get_order (source, column) : NULL;
  if (plan == PLAN_INDEX && cursor->order == NULL)
    return SQLITE_NOMEM;
  for (int i = 0; i < argc; i++)
    narrow (cursor, (Plan) plan, column, ops[i], argv[i]);
  cursor->row = cursor->is_backward ? cursor->last : cursor->first;
  return SQLITE_OK;
}

static int
next (sqlite3_vtab_cursor *base)
{
  Cursor *cursor = (Cursor *) base;

  cursor->row += cursor->is_backward ? -1 : 1;
  return SQLITE_OK;
}

static int
is_at_end (sqlite3_vtab_cursor *base)
{
  Cursor *cursor = (Cursor *) base;

  return cursor->row < cursor->first || cursor->row > cursor->last;
}

static guint32
get_row (const Cursor *cursor)
{
  return cursor->order != NULL ? cursor->order[cursor->row] : (guint32) cursor->row;
}

static int
get_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  const Cursor *cursor = (const Cursor *) base;
  const TvQueryTable *source = ((Module *) base->pVtab)->source;
  TvCell cell = { .is_null = TRUE };

  if (is_hidden (source, column))
    {
      int hidden = column - (int) source->n_columns;

      if (cursor->selected.is_set[hidden])
        sqlite3_result_int64 (context, cursor->selected.values[hidden]);
      return SQLITE_OK;
    }
  tv_table_get_cell (cursor->table, get_row (cursor), (guint) column, &cell);
  if (cell.is_null)
    sqlite3_result_null (context);
  else
    switch (source->columns[column].type)
      {
      case TV_COLUMN_INTEGER:
        if (cell.n_digits > 0)
          sqlite3_result_double (context, tv_cell_get_number (&cell, TV_COLUMN_INTEGER));
        else
          sqlite3_result_int64 (context, cell.integer);
        break;
      case TV_COLUMN_REAL:
        sqlite3_result_double (context, cell.real);
        break;
      case TV_COLUMN_TEXT:
        if (cell.owned != NULL)
          sqlite3_result_text (context, g_steal_pointer (&cell.owned), -1, g_free);
        else
          sqlite3_result_text (context, cell.text, -1, SQLITE_STATIC);
        break;
      default:
        g_assert_not_reached ();
      }
  tv_cell_clear (&cell);
  return SQLITE_OK;
}

static int
get_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *rowid)
{
  *rowid = get_row ((const Cursor *) base);
  return SQLITE_OK;
}

static const sqlite3_module module = {
  .iVersion = 2,
  .xCreate = connect_table,
  .xConnect = connect_table,
  .xBestIndex = plan_query,
  .xDisconnect = disconnect_table,
  .xDestroy = disconnect_table,
  .xOpen = open_cursor,
  .xClose = close_cursor,
  .xFilter = filter,
  .xNext = next,
  .xEof = is_at_end,
  .xColumn = get_column,
  .xRowid = get_rowid,
};

/* Registers the module. Returns a result code of SQLite. @tables: (element-type utf8 TvQueryTable): tables by name */
int
tv_table_module_register (sqlite3 *connection, GHashTable *tables)
{
  return sqlite3_create_module (connection, "__tv_table", &module, tables);
}
