/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "query/database-parts.h"

/* Implements CREATE VIRTUAL TABLE … USING SPAN_JOIN (a PARTITIONED p, b PARTITIONED p), and the left and outer forms.
 *
 * The rows of each table, sorted by partition and time, form a chain of spans. Gaps between rows are also spans, but
 * without a row: those of the second table in a left join, those of both tables in an outer join. Two chains are
 * merged like sorted lists: two overlapping spans form a row of the result; then the span that ends first is replaced
 * by its successor.
 *
 *   a     ├───a1───┤      ├──a2──┤
 *   b          ├────b1─────┤
 *   left  ├─a1─┤a1b1┤     │├ a2 ─┤      (the short piece before a2 is a2b1)
 *
 * database.c registers the module through which SQLite calls the functions of this file. The virtual table describes
 * both sides. Each scan reads the rows of both sides into memory; the cursor owns the result. */

typedef enum
{
  SPAN_INNER,
  SPAN_LEFT,
  SPAN_OUTER,
} SpanKind;

/**
 * Side:
 * @table: name of the table
 * @partition: (nullable): name of the partition column
 * @has_dur: whether the table has a column dur; otherwise, all rows are instants
 * @columns: (element-type utf8): names of the columns other than ts, dur and the partition
 * @types: (element-type utf8): declared type of each of @columns; "" if it has none
 */
typedef struct
{
  char *table;
  char *partition;
  gboolean has_dur;
  GPtrArray *columns;
  GPtrArray *types;
} Side;

typedef struct
{
  sqlite3_vtab base;
  TvDatabase *database;
  SpanKind kind;
  Side sides[2];
} SpanTable;

/* Row numbers of gaps. A gap after an instant begins at the same time as the instant, but does not overlap it. */
#define GAP               -1
#define GAP_AFTER_INSTANT -2

/* An interval in time. @row is negative for a gap. */
typedef struct
{
  gint64 start;
  gint64 end; /* start + dur of the row; less than @start if dur is -1 */
  gint64 row;
} Span;

typedef struct
{
  gint64 ts;
  gint64 dur;
  gint64 partition;
  gint64 rows[2];
} Result;

typedef struct
{
  sqlite3_vtab_cursor base;
  TvRowSet *rows[2];
  GArray *results;
  guint at;
} SpanCursor;

static gboolean
is_partitioned (const SpanTable *self)
{
  return self->sides[0].partition != NULL || self->sides[1].partition != NULL;
}

/* Returns: (transfer full): an error message for SQLite, which frees it */
static char *dup_message (const char *format, ...) G_GNUC_PRINTF (1, 2);

static char *
dup_message (const char *format, ...)
{
  va_list args;
  char *message;

  va_start (args, format);
  message = sqlite3_vmprintf (format, args);
  va_end (args);
  return message;
}

/* ---- Definition ---- */

static gboolean
parse_side (Side *side, const char *text, char **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_auto (GStrv) parts = g_regex_split_simple ("\\s+", stripped, 0, 0);
  guint n = g_strv_length (parts);

  if (n == 1 || (n == 3 && g_ascii_strcasecmp (parts[1], "partitioned") == 0))
    {
      side->table = g_strdup (parts[0]);
      side->partition = n == 3 ? g_strdup (parts[2]) : NULL;
      return TRUE;
    }
  *error = dup_message ("SPAN_JOIN: syntax error in '%s'", text);
  return FALSE;
}

static gboolean
find_columns (TvDatabase *database, Side *side, char **error)
{
  g_autofree char *sql = g_strdup_printf ("SELECT * FROM \"%s\" LIMIT 0", side->table);
  gboolean has_ts = FALSE, has_partition = side->partition == NULL;
  sqlite3_stmt *statement = NULL;

  side->columns = g_ptr_array_new_with_free_func (g_free);
  side->types = g_ptr_array_new_with_free_func (g_free);
  if (sqlite3_prepare_v2 (tv_database_get_connection (database), sql, -1, &statement, NULL) !=
      SQLITE_OK)
    {
      *error = dup_message ("SPAN_JOIN: %s",
                            sqlite3_errmsg (tv_database_get_connection (database)));
      return FALSE;
    }
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    {
      const char *name = sqlite3_column_name (statement, i);
      const char *type = sqlite3_column_decltype (statement, i);

      if (g_ascii_strcasecmp (name, "ts") == 0)
        has_ts = TRUE;
      else if (g_ascii_strcasecmp (name, "dur") == 0)
        side->has_dur = TRUE;
      else if (side->partition != NULL && g_ascii_strcasecmp (name, side->partition) == 0)
        has_partition = TRUE;
      else
        {
          g_ptr_array_add (side->columns, g_strdup (name));
          g_ptr_array_add (side->types, g_strdup (type != NULL ? type : ""));
        }
    }
  sqlite3_finalize (statement);
  if (!has_ts)
    *error = dup_message ("SPAN_JOIN: Missing ts column in table %s", side->table);
  else if (!has_partition)
    *error = dup_message ("SPAN_JOIN: Missing partition column '%s' in table %s", side->partition,
                          side->table);
  return has_ts && has_partition;
}

static gboolean
check_sides (const Side *a, const Side *b, char **error)
{
  if (a->partition != NULL && b->partition != NULL &&
      g_ascii_strcasecmp (a->partition, b->partition) != 0)
    {
      *error = dup_message (
          "SPAN_JOIN: mismatching partitions between the two tables; (partition %s "
          "in table %s, partition %s in table %s)",
          a->partition, a->table, b->partition, b->table);
      return FALSE;
    }
  if (!a->has_dur && !b->has_dur)
    {
      *error = dup_message ("SPAN_JOIN: column dur is missing in both tables %s and %s", a->table,
                            b->table);
      return FALSE;
    }
  for (guint i = 0; i < a->columns->len; i++)
    for (guint j = 0; j < b->columns->len; j++)
      if (g_ascii_strcasecmp (g_ptr_array_index (a->columns, i),
                              g_ptr_array_index (b->columns, j)) == 0)
        {
          *error = dup_message ("SPAN_JOIN: column %s present in both tables %s and %s",
                                (const char *) g_ptr_array_index (a->columns, i), a->table,
                                b->table);
          return FALSE;
        }
  return TRUE;
}

static void
clear_side (Side *side)
{
  g_free (side->table);
  g_free (side->partition);
  g_clear_pointer (&side->columns, g_ptr_array_unref);
  g_clear_pointer (&side->types, g_ptr_array_unref);
}

static int
disconnect_span (sqlite3_vtab *base)
{
  SpanTable *self = (SpanTable *) base;

  clear_side (&self->sides[0]);
  clear_side (&self->sides[1]);
  g_free (self);
  return SQLITE_OK;
}

static int
declare (sqlite3 *connection, const SpanTable *self)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE x(ts INTEGER, dur INTEGER");
  const char *partition = self->sides[0].partition != NULL ? self->sides[0].partition
                                                           : self->sides[1].partition;

  if (partition != NULL)
    g_string_append_printf (sql, ", \"%s\" INTEGER", partition);
  for (guint s = 0; s < 2; s++)
    for (guint i = 0; i < self->sides[s].columns->len; i++)
      g_string_append_printf (sql, ", \"%s\" %s",
                              (char *) g_ptr_array_index (self->sides[s].columns, i),
                              (char *) g_ptr_array_index (self->sides[s].types, i));
  g_string_append_c (sql, ')');
  return sqlite3_declare_vtab (connection, sql->str);
}

static int
connect_span (sqlite3 *connection,
              void *data,
              int argc,
              const char *const *argv,
              sqlite3_vtab **out,
              char **error)
{
  SpanTable *self;
  int rc = SQLITE_ERROR;

  if (argc != 5)
    {
      *error = dup_message ("SPAN_JOIN: two tables are needed");
      return SQLITE_ERROR;
    }
  self = g_new0 (SpanTable, 1);
  self->database = data;
  self->kind = strstr (argv[0], "left") != NULL || strstr (argv[0], "LEFT") != NULL ? SPAN_LEFT
               : strstr (argv[0], "outer") != NULL || strstr (argv[0], "OUTER") != NULL
                   ? SPAN_OUTER
                   : SPAN_INNER;
  if (parse_side (&self->sides[0], argv[3], error) &&
      parse_side (&self->sides[1], argv[4], error) &&
      find_columns (self->database, &self->sides[0], error) &&
      find_columns (self->database, &self->sides[1], error) &&
      check_sides (&self->sides[0], &self->sides[1], error))
    rc = declare (connection, self);
  if (rc != SQLITE_OK)
    disconnect_span (&self->base);
  else
    *out = &self->base;
  return rc;
}

/* ---- Plan ---- */

static int
plan_span (sqlite3_vtab *base, sqlite3_index_info *info)
{
  const SpanTable *self = (const SpanTable *) base;

  info->estimatedCost = 1e6;
  info->estimatedRows = 100000;
  for (int i = 0; i < info->nConstraint && is_partitioned (self); i++)
    if (info->aConstraint[i].usable && info->aConstraint[i].iColumn == 2 &&
        info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_EQ)
      {
        info->aConstraintUsage[i].argvIndex = 1;
        info->idxNum = 1;
        info->estimatedCost = 1e4;
        info->estimatedRows = 1000;
        break;
      }
  return SQLITE_OK;
}

/* ---- Rows ---- */

static int
fail_span (SpanTable *self, const char *message)
{
  sqlite3_free (self->base.zErrMsg);
  self->base.zErrMsg = sqlite3_mprintf ("%s", message);
  return SQLITE_ERROR;
}

/* Reads the rows of a table: ts, dur, the partition, then all other columns. */
static int
read_side (SpanTable *self, const Side *side, sqlite3_value *partition, TvRowSet **out)
{
  g_autoptr (GString) sql = g_string_new ("SELECT ts, ");
  g_autoptr (TvRowSet) rows = tv_row_set_new (3 + side->columns->len);
  g_autofree sqlite3_value **values = g_new0 (sqlite3_value *, rows->n_columns);
  sqlite3_stmt *statement = NULL;
  int rc;

  g_string_append_printf (sql, "%s, ", side->has_dur ? "dur" : "0");
  if (side->partition != NULL)
    g_string_append_printf (sql, "\"%s\"", side->partition);
  else
    g_string_append (sql, "0");
  for (guint i = 0; i < side->columns->len; i++)
    g_string_append_printf (sql, ", \"%s\"", (char *) g_ptr_array_index (side->columns, i));
  g_string_append_printf (sql, " FROM \"%s\"", side->table);
  if (side->partition != NULL && partition != NULL)
    g_string_append_printf (sql, " WHERE \"%s\" = ?", side->partition);
  g_string_append (sql, side->partition != NULL ? " ORDER BY 3, 1" : " ORDER BY 1");
  if (sqlite3_prepare_v2 (tv_database_get_connection (self->database), sql->str, -1, &statement,
                          NULL) != SQLITE_OK)
    return fail_span (self, sqlite3_errmsg (tv_database_get_connection (self->database)));
  if (side->partition != NULL && partition != NULL)
    sqlite3_bind_value (statement, 1, partition);
  while ((rc = sqlite3_step (statement)) == SQLITE_ROW)
    {
      int type = sqlite3_column_type (statement, 2);

      if (type == SQLITE_NULL)
        continue;
      if (type != SQLITE_INTEGER)
        {
          sqlite3_finalize (statement);
          return fail_span (self, "SPAN_JOIN: partition is not an INT column");
        }
      for (guint i = 0; i < rows->n_columns; i++)
        values[i] = sqlite3_column_value (statement, (int) i);
      tv_row_set_append (rows, values);
    }
  sqlite3_finalize (statement);
  if (rc != SQLITE_DONE)
    return fail_span (self, sqlite3_errmsg (tv_database_get_connection (self->database)));
  *out = g_steal_pointer (&rows);
  return SQLITE_OK;
}

static gint64
get_time (const TvRowSet *rows, guint row, guint column)
{
  const TvValue *value = &tv_row_set_get (rows, row)[column];

  return value->type == SQLITE_INTEGER ? value->integer
         : value->type == SQLITE_FLOAT ? (gint64) CLAMP (value->real, -9e18, 9e18)
                                       : 0;
}

/* Returns the end of a span. Rows with a duration of 0 or -1 are instants, which last 1 ns here. */
static gint64
get_end (const Span *span)
{
  return span->end > span->start ? span->end : span->start + 1;
}

/* Returns the chain of spans for the rows from @from to @to, exclusive; with the gaps if @has_gaps is TRUE. */
static GArray *
make_chain (const TvRowSet *rows, guint from, guint to, gboolean has_gaps)
{
  GArray *chain = g_array_new (FALSE, FALSE, sizeof (Span));
  gint64 end = G_MININT64, gap = GAP;
  Span span;

  for (guint i = from; i < to; i++)
    {
      gint64 ts = get_time (rows, i, 0), dur = get_time (rows, i, 1);

      if (has_gaps && ts > end)
        {
          span = (Span){ end, ts, gap };
          g_array_append_val (chain, span);
        }
      span = (Span){ ts, (gint64) ((guint64) ts + (guint64) dur), i };
      g_array_append_val (chain, span);
      if (MAX (ts, span.end) >= end)
        gap = span.end > ts ? GAP : GAP_AFTER_INSTANT;
      end = MAX (end, MAX (ts, span.end));
    }
  if (has_gaps && end < G_MAXINT64)
    {
      span = (Span){ end, G_MAXINT64, gap };
      g_array_append_val (chain, span);
    }
  return chain;
}

/* Returns whether a gap after an instant begins at the time of the other side's instant. */
static gboolean
is_at_instant (const Span *gap, const Span *point)
{
  return gap->row == GAP_AFTER_INSTANT && point->end <= point->start && point->start == gap->start;
}

static void
merge (SpanCursor *cursor, gint64 partition, const GArray *a, const GArray *b)
{
  for (guint i = 0, j = 0; i < a->len && j < b->len;)
    {
      const Span *x = &g_array_index (a, Span, i), *y = &g_array_index (b, Span, j);
      gint64 start = MAX (x->start, y->start), end = MIN (get_end (x), get_end (y));

      if (start < end && (x->row >= 0 || y->row >= 0) && !is_at_instant (x, y) &&
          !is_at_instant (y, x))
        {
          Result result = { start, MIN (x->end, y->end) - start, partition, { x->row, y->row } };

          g_array_append_val (cursor->results, result);
        }
      if (get_end (x) <= get_end (y))
        i++;
      else
        j++;
    }
}

/* Returns the end, exclusive, of the partition that contains the row @from. */
static guint
find_partition_end (const TvRowSet *rows, guint from)
{
  guint n = tv_row_set_get_n (rows), i = from;

  while (i < n && get_time (rows, i, 2) == get_time (rows, from, 2))
    i++;
  return i;
}

static void
join_rows (const SpanTable *self, SpanCursor *cursor)
{
  gboolean has_gaps[2] = { self->kind == SPAN_OUTER, self->kind != SPAN_INNER };
  guint at[2] = { 0, 0 }, n[2];

  for (guint s = 0; s < 2; s++)
    n[s] = tv_row_set_get_n (cursor->rows[s]);
  for (gboolean is_first = TRUE;; is_first = FALSE)
    {
      gint64 partition = G_MAXINT64;
      gboolean is_any = FALSE;
      GArray *chains[2];

      for (guint s = 0; s < 2; s++)
        if (self->sides[s].partition != NULL && at[s] < n[s])
          {
            partition = MIN (partition, get_time (cursor->rows[s], at[s], 2));
            is_any = TRUE;
          }
      if (!is_any && (is_partitioned (self) || !is_first))
        return;
      for (guint s = 0; s < 2; s++)
        {
          guint from = 0, to = n[s];

          if (self->sides[s].partition != NULL)
            {
              from = at[s];
              to = from < n[s] && get_time (cursor->rows[s], from, 2) == partition
                       ? find_partition_end (cursor->rows[s], from)
                       : from;
              at[s] = to;
            }
          chains[s] = make_chain (cursor->rows[s], from, to, has_gaps[s]);
        }
      merge (cursor, partition, chains[0], chains[1]);
      g_array_unref (chains[0]);
      g_array_unref (chains[1]);
    }
}

static int
open_span (sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
  SpanCursor *cursor = g_new0 (SpanCursor, 1);

  cursor->results = g_array_new (FALSE, FALSE, sizeof (Result));
  *out = &cursor->base;
  return SQLITE_OK;
}

static int
close_span (sqlite3_vtab_cursor *base)
{
  SpanCursor *cursor = (SpanCursor *) base;

  tv_row_set_free (cursor->rows[0]);
  tv_row_set_free (cursor->rows[1]);
  g_array_unref (cursor->results);
  g_free (cursor);
  return SQLITE_OK;
}

static int
filter_span (sqlite3_vtab_cursor *base, int plan, const char *text, int argc, sqlite3_value **argv)
{
  SpanTable *self = (SpanTable *) base->pVtab;
  SpanCursor *cursor = (SpanCursor *) base;
  int rc = SQLITE_OK;

  cursor->at = 0;
  g_array_set_size (cursor->results, 0);
  for (guint s = 0; s < 2 && rc == SQLITE_OK; s++)
    {
      g_clear_pointer (&cursor->rows[s], tv_row_set_free);
      rc = read_side (self, &self->sides[s], argc > 0 ? argv[0] : NULL, &cursor->rows[s]);
    }
  if (rc == SQLITE_OK)
    join_rows (self, cursor);
  return rc;
}

static int
next_span (sqlite3_vtab_cursor *base)
{
  ((SpanCursor *) base)->at++;
  return SQLITE_OK;
}

static int
is_span_at_end (sqlite3_vtab_cursor *base)
{
  SpanCursor *cursor = (SpanCursor *) base;

  return cursor->at >= cursor->results->len;
}

static int
get_span_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  const SpanTable *self = (const SpanTable *) base->pVtab;
  const SpanCursor *cursor = (const SpanCursor *) base;
  const Result *result = &g_array_index (cursor->results, Result, cursor->at);
  int i = column - (is_partitioned (self) ? 3 : 2);
  guint s = 0;

  if (i < 0)
    {
      sqlite3_result_int64 (context, column == 0   ? result->ts
                                     : column == 1 ? result->dur
                                                   : result->partition);
      return SQLITE_OK;
    }
  if (i >= (int) self->sides[0].columns->len)
    {
      i -= (int) self->sides[0].columns->len;
      s = 1;
    }
  if (result->rows[s] >= 0)
    tv_value_set_result (&tv_row_set_get (cursor->rows[s], (guint) result->rows[s])[3 + i],
                         context);
  return SQLITE_OK;
}

static int
get_span_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *rowid)
{
  *rowid = ((SpanCursor *) base)->at;
  return SQLITE_OK;
}

static const sqlite3_module span_module = {
  .iVersion = 2,
  .xCreate = connect_span,
  .xConnect = connect_span,
  .xBestIndex = plan_span,
  .xDisconnect = disconnect_span,
  .xDestroy = disconnect_span,
  .xOpen = open_span,
  .xClose = close_span,
  .xFilter = filter_span,
  .xNext = next_span,
  .xEof = is_span_at_end,
  .xColumn = get_span_column,
  .xRowid = get_span_rowid,
};

int
tv_database_add_span_joins (TvDatabase *self)
{
  static const char *const names[] = { "span_join", "span_left_join", "span_outer_join" };
  int rc = SQLITE_OK;

  for (guint i = 0; i < G_N_ELEMENTS (names) && rc == SQLITE_OK; i++)
    rc = sqlite3_create_module (tv_database_get_connection (self), names[i], &span_module, self);
  return rc;
}
