/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/query-result.h"

#include <glib/gi18n.h>
#include <string.h>

#include "core/memory/string-pool.h"

/* Runs a query and stores its rows as a TvTable. Called by the query view (in a worker) and by query tracks. Guesses
 * units of columns from their names, and links from their names and original tables. A finished result is immutable
 * and independent of the database. */

#define KIND_BIT(kind) (1u << (kind))

typedef union
{
  gint64 integer;
  double real;
  guint32 text; /* string id in the pool */
} Value;

/**
 * Column:
 * @kinds: (element-type guint8): #TvQueryType per cell
 * @values: (element-type Value): value per cell
 * @seen: bit mask of all kinds that occur in the column
 */
typedef struct
{
  GByteArray *kinds;
  GArray *values;
  guint seen;
  TvQueryLink link;
} Column;

/**
 * TvQueryResult:
 * @info: description of the table; refers to @table_columns
 * @n_found: number of rows, including those that are not stored
 * @n_bytes: size of the cells and strings in bytes
 */
struct _TvQueryResult
{
  TvTable parent_instance;

  TvTableInfo info;
  TvColumn *table_columns;
  Column *columns;
  TvStringPool *texts;
  TvQueryLimits limits;
  guint32 n_rows;
  guint64 n_found;
  gsize n_bytes;
};

G_DEFINE_FINAL_TYPE (TvQueryResult, tv_query_result, TV_TYPE_TABLE)

/* Text of a cell that contains a blob; the same as in `tracedump query` */
#define BLOB_TEXT "<raw bytes>"

/* ---- Table ---- */

static const TvTableInfo *
tv_query_result_get_info (TvTable *table)
{
  return &TV_QUERY_RESULT (table)->info;
}

static guint32
tv_query_result_get_n_rows (TvTable *table)
{
  return TV_QUERY_RESULT (table)->n_rows;
}

static void
set_text_cell (TvQueryResult *self, TvQueryType kind, const Value *value, TvCell *cell)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  switch (kind)
    {
    case TV_QUERY_INTEGER:
      tv_cell_take_text (cell, g_strdup_printf ("%" G_GINT64_FORMAT, value->integer));
      break;
    case TV_QUERY_REAL:
      tv_cell_take_text (cell,
                         g_strdup (g_ascii_formatd (number, sizeof number, "%.17g", value->real)));
      break;
    case TV_QUERY_TEXT:
      tv_cell_set_text (cell, tv_string_pool_get (self->texts, value->text));
      break;
    case TV_QUERY_BLOB:
      tv_cell_set_text (cell, BLOB_TEXT);
      break;
    case TV_QUERY_NULL:
    default:
      break;
    }
}

static void
tv_query_result_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvQueryResult *self = TV_QUERY_RESULT (table);
  const Column *from = &self->columns[column];
  TvQueryType kind = (TvQueryType) from->kinds->data[row];
  const Value *value = &g_array_index (from->values, Value, row);

  if (kind == TV_QUERY_NULL)
    return;
  if (self->table_columns[column].type == TV_COLUMN_TEXT)
    set_text_cell (self, kind, value, cell);
  else if (self->table_columns[column].type == TV_COLUMN_INTEGER)
    tv_cell_set_integer (cell, value->integer);
  else
    tv_cell_set_real (cell, kind == TV_QUERY_REAL ? value->real : (double) value->integer);
}

static gboolean
tv_query_result_get_text_id (TvTable *table, guint32 row, guint column, guint32 *id)
{
  const Column *from = &TV_QUERY_RESULT (table)->columns[column];

  if ((from->seen & ~(KIND_BIT (TV_QUERY_NULL) | KIND_BIT (TV_QUERY_TEXT))) != 0)
    return FALSE;
  *id = from->kinds->data[row] == TV_QUERY_TEXT ? g_array_index (from->values, Value, row).text
                                                : TV_NONE;
  return TRUE;
}

static void
tv_query_result_finalize (GObject *object)
{
  TvQueryResult *self = TV_QUERY_RESULT (object);

  for (guint i = 0; i < self->info.n_columns; i++)
    {
      g_byte_array_unref (self->columns[i].kinds);
      g_array_unref (self->columns[i].values);
      g_free ((char *) self->table_columns[i].name);
    }
  g_free (self->columns);
  g_free (self->table_columns);
  tv_string_pool_free (self->texts);
  G_OBJECT_CLASS (tv_query_result_parent_class)->finalize (object);
}

static void
tv_query_result_class_init (TvQueryResultClass *klass)
{
  TvTableClass *table_class = TV_TABLE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_query_result_finalize;
  table_class->get_info = tv_query_result_get_info;
  table_class->get_n_rows = tv_query_result_get_n_rows;
  table_class->get_cell = tv_query_result_get_cell;
  table_class->get_text_id = tv_query_result_get_text_id;
}

static void
tv_query_result_init (TvQueryResult *self)
{
  self->texts = tv_string_pool_new ();
}

/* ---- Columns ---- */

static gboolean
has_name (TvQueryResult *self, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (self->table_columns[i].name, name))
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full): @name, or a variant of it if one of the columns before @column has the same name, because
 * lists identify columns by name */
static char *
dup_unique_name (TvQueryResult *self, guint column, const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);

  if (*valid != '\0' && !has_name (self, column, valid))
    return g_steal_pointer (&valid);
  for (guint n = *valid != '\0' ? 2 : 1;; n++)
    {
      g_autofree char *other = g_strdup_printf ("%s (%u)", valid, n);

      if (!has_name (self, column, other))
        return g_steal_pointer (&other);
    }
}

/* Returns TV_UNIT_NS for durations, TV_UNIT_TS for timestamps, otherwise TV_UNIT_NONE. SQL has no units, so the unit
 * is derived from the column's name. A time on the CPU clock of a thread ("thread_ts") gets the unit of a duration. */
TvUnit
tv_query_find_unit (const char *name, TvColumnType type)
{
  if (type == TV_COLUMN_TEXT)
    return TV_UNIT_NONE;
  if (g_str_equal (name, "dur") || g_str_has_suffix (name, "_dur") ||
      g_str_has_suffix (name, "_ns") || g_str_equal (name, "thread_ts"))
    return TV_UNIT_NS;
  if (type == TV_COLUMN_INTEGER &&
      (g_str_equal (name, "ts") || g_str_has_suffix (name, "_ts") || g_str_equal (name, "ts_end")))
    return TV_UNIT_TS;
  return TV_UNIT_NONE;
}

static TvQueryResult *
result_new (guint n_columns, const char *const *names, const TvQueryLimits *limits)
{
  TvQueryResult *self = g_object_new (TV_TYPE_QUERY_RESULT, NULL);

  self->limits = *limits;
  self->columns = g_new0 (Column, n_columns + 1);
  self->table_columns = g_new0 (TvColumn, n_columns + 1);
  for (guint i = 0; i < n_columns; i++)
    {
      self->columns[i].kinds = g_byte_array_new ();
      self->columns[i].values = g_array_new (FALSE, FALSE, sizeof (Value));
      self->table_columns[i].name = dup_unique_name (self, i, names[i]);
    }
  self->info = (TvTableInfo){ .name = "query",
                              .description = N_("A row of the query result"),
                              .columns = self->table_columns,
                              .n_columns = n_columns };
  return self;
}

static gboolean
is_full (const TvQueryResult *self)
{
  return self->n_rows >= self->limits.rows || self->n_bytes >= self->limits.bytes;
}

static Value
take_value (TvQueryResult *self, const TvQueryCell *cell)
{
  guint32 n = tv_string_pool_get_n (self->texts);
  Value value = { .integer = 0 };

  if (cell->type == TV_QUERY_INTEGER)
    value.integer = cell->integer;
  else if (cell->type == TV_QUERY_REAL)
    value.real = cell->real;
  else if (cell->type == TV_QUERY_TEXT)
    {
      value.text = tv_string_pool_intern (self->texts, cell->text, cell->size);
      if (tv_string_pool_get_n (self->texts) > n)
        self->n_bytes += cell->size;
    }
  return value;
}

/* Stores a row. If a limit has been reached, only counts the row. */
static void
store_row (TvQueryResult *self, const TvQueryCell *cells)
{
  self->n_found++;
  if (is_full (self))
    return;
  for (guint i = 0; i < self->info.n_columns; i++)
    {
      Column *column = &self->columns[i];
      guint8 kind = (guint8) cells[i].type;
      Value value = take_value (self, &cells[i]);

      g_byte_array_append (column->kinds, &kind, 1);
      g_array_append_val (column->values, value);
      column->seen |= KIND_BIT (kind);
    }
  self->n_bytes += self->info.n_columns * (sizeof (Value) + 1);
  self->n_rows++;
}

/* Sets the kind of the objects that a column identifies. */
static void
set_link (TvQueryResult *self, guint column, TvQueryLink link)
{
  self->columns[column].link = link;
}

/* Derives the types and units of the columns from their cells. A column with text or blobs becomes a text column. */
static void
finish (TvQueryResult *self)
{
  for (guint i = 0; i < self->info.n_columns; i++)
    {
      TvColumn *column = &self->table_columns[i];
      guint seen = self->columns[i].seen;

      if ((seen & (KIND_BIT (TV_QUERY_TEXT) | KIND_BIT (TV_QUERY_BLOB))) != 0 ||
          (seen & ~KIND_BIT (TV_QUERY_NULL)) == 0)
        column->type = TV_COLUMN_TEXT;
      else
        column->type = (seen & KIND_BIT (TV_QUERY_REAL)) != 0 ? TV_COLUMN_REAL : TV_COLUMN_INTEGER;
      column->unit = tv_query_find_unit (column->name, column->type);
      column->title = column->name;
      column->description = column->name;
      if (column->type != TV_COLUMN_INTEGER)
        self->columns[i].link = TV_QUERY_LINK_NONE;
    }
}

/* Returns the kind of the objects that a column identifies. */
TvQueryLink
tv_query_result_get_link (TvQueryResult *self, guint column)
{
  return self->columns[column].link;
}

/* Returns the number of rows of the query, including those that are not stored. */
guint64
tv_query_result_get_n_found (TvQueryResult *self)
{
  return self->n_found;
}

/* ---- Running ---- */

typedef struct
{
  TvDatabase *database;
  const TvQueryLimits *limits;
  TvQueryResult *result;
} Run;

static gboolean
begin_result (gpointer data, guint n_columns, const char *const *names, GError **error)
{
  Run *self = data;

  g_clear_object (&self->result);
  self->result = result_new (n_columns, names, self->limits);
  for (guint i = 0; i < n_columns; i++)
    set_link (self->result, i, tv_database_find_link (self->database, i));
  return TRUE;
}

static gboolean
add_row (gpointer data, guint n_columns, const TvQueryCell *cells, GError **error)
{
  store_row (((Run *) data)->result, cells);
  return TRUE;
}

/**
 * tv_query_result_run:
 * @database: a database
 * @text: SQL statements, separated by `;`
 * @limits: limits of the stored rows
 * @result: (out) (transfer full) (nullable): result of the last statement that has columns; %NULL if no statement has
 *   columns, or on error
 * @error: return location for an error
 *
 * Runs statements one after another.
 *
 * Returns: whether all statements were completed
 */
gboolean
tv_query_result_run (TvDatabase *database,
                     const char *text,
                     const TvQueryLimits *limits,
                     TvQueryResult **result,
                     GError **error)
{
  static const TvQuerySink sink = { begin_result, add_row };
  Run run = { .database = database, .limits = limits };

  *result = NULL;
  if (!tv_database_run (database, text, &sink, &run, error))
    {
      g_clear_object (&run.result);
      return FALSE;
    }
  if (run.result != NULL)
    finish (run.result);
  *result = run.result;
  return TRUE;
}
