/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analysis/system/wakeup-graph.h"
#include "query/database-parts.h"

/* Implements operators that cannot be written as views. They are table functions with the prefix __tv_. An argument
 * that stands for rows is a handle from the aggregate __tv_rows(), so that operators accept subselects and CTEs:
 *
 *   FROM __tv_graph_bfs ((SELECT __tv_rows (source, dest) FROM edges), (SELECT __tv_rows (node) FROM starts))
 *
 * tv_database_new() registers the operators as virtual tables. A cursor owns the rows of its result; the database
 * owns the rows of handles until the statement ends. */

#define MAX_ARGUMENTS 17

typedef struct
{
  TvDatabase *database;
  int n_args;
  gint64 args[MAX_ARGUMENTS];
  int types[MAX_ARGUMENTS];
} Call;

/**
 * Operator:
 * @n_columns: number of columns of the result
 * @min_args: minimum number of arguments
 * @n_args: maximum number of arguments
 * @run: appends rows to @out; returns an error message, or %NULL on success
 * @cost: estimated cost for SQLite's planner
 */
typedef struct
{
  const char *name;
  const char *columns;
  guint n_columns;
  int min_args;
  int n_args;
  const char *(*run) (const Call *call, TvRowSet *out);
  double cost;
} Operator;

/* Costs of operators on whole tables, and on single rows. The former is high, so that a join runs the operator once
 * and looks up its rows, instead of running it again for each row of the other side. */
#define COST_OF_ALL 1e8
#define COST_OF_ONE 100.0

static gint64
get_integer (const TvRowSet *rows, guint row, guint column)
{
  const TvValue *value = &tv_row_set_get (rows, row)[column];

  return value->type == SQLITE_INTEGER ? value->integer
         : value->type == SQLITE_FLOAT ? (gint64) CLAMP (value->real, -9e18, 9e18)
                                       : 0;
}

static gboolean
is_null (const TvRowSet *rows, guint row, guint column)
{
  return tv_row_set_get (rows, row)[column].type == SQLITE_NULL;
}

/* Returns the rows whose handle is an argument; NULL if there are none, or if they have fewer than @n_columns
 * columns. */
static const TvRowSet *
get_rows (const Call *call, int arg, guint n_columns)
{
  TvRowSet *rows = arg < call->n_args ? tv_database_get_rows (call->database, call->args[arg])
                                      : NULL;

  return rows != NULL && rows->n_columns >= n_columns ? rows : NULL;
}

static void
add_integer (TvRowSet *out, gint64 value)
{
  tv_row_set_add (out, TV_INTEGER_VALUE (value));
}

static void
add_node (TvRowSet *out, gboolean is_set, gint64 value)
{
  tv_row_set_add (out, is_set ? TV_INTEGER_VALUE (value) : TV_NULL_VALUE);
}

/* ---- Intersection of intervals ---- */

#define MAX_TABLES     15
#define MAX_PARTITIONS 4

typedef struct
{
  gint64 ts;
  gint64 end; /* start + 1 if the interval is an instant */
  gint64 raw_end;
  const TvValue *ids[MAX_TABLES];
  const TvValue *partition;
} Piece;

static int
compare_partitions (const Piece *a, const Piece *b, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      int d = tv_value_compare (&a->partition[i], &b->partition[i]);

      if (d != 0)
        return d;
    }
  return 0;
}

static int
compare_pieces (gconstpointer a, gconstpointer b, gpointer data)
{
  const Piece *x = a, *y = b;
  int d = compare_partitions (x, y, GPOINTER_TO_UINT (data));

  return d != 0 ? d : x->ts < y->ts ? -1 : x->ts > y->ts;
}

static const char *
load_pieces (const TvRowSet *rows, guint n_partitions, guint table, GArray *pieces)
{
  for (guint i = 0; i < tv_row_set_get_n (rows); i++)
    {
      const TvValue *values = tv_row_set_get (rows, i);
      gint64 dur = get_integer (rows, i, 2);
      Piece piece = { .ts = get_integer (rows, i, 1), .partition = values + 3 };

      if (dur < 0)
        return "Interval intersect only works on intervals with non negative duration.";
      for (guint p = 0; p < n_partitions; p++)
        if (values[3 + p].type == SQLITE_NULL)
          return "Partition has unknown type in column 0";
      piece.raw_end = piece.ts + dur;
      piece.end = dur > 0 ? piece.raw_end : piece.ts + 1;
      piece.ids[table] = &values[0];
      g_array_append_val (pieces, piece);
    }
  g_array_sort_with_data (pieces, compare_pieces, GUINT_TO_POINTER (n_partitions));
  return NULL;
}

static void
join_pair (const Piece *x, const Piece *y, guint table, GArray *out)
{
  Piece both = *x;

  both.ts = MAX (x->ts, y->ts);
  both.end = MIN (x->end, y->end);
  both.raw_end = MIN (x->raw_end, y->raw_end);
  both.ids[table] = y->ids[table];
  if (both.ts < both.end)
    g_array_append_val (out, both);
}

/* Joins two sorted lists with a sweep: each interval is compared with those intervals of the other list that have
 * begun and not ended. */
static GArray *
join_pieces (const GArray *a, const GArray *b, guint n_partitions, guint table)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (Piece));
  g_autoptr (GArray) active_a = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) active_b = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0, j = 0; i < a->len || j < b->len;)
    {
      const Piece *x = i < a->len ? &g_array_index (a, Piece, i) : NULL;
      const Piece *y = j < b->len ? &g_array_index (b, Piece, j) : NULL;
      gboolean is_a = y == NULL ||
                      (x != NULL && compare_pieces (x, y, GUINT_TO_POINTER (n_partitions)) <= 0);
      const Piece *piece = is_a ? x : y;
      GArray *others = is_a ? active_b : active_a;
      const GArray *list = is_a ? b : a;
      guint n_remaining = 0;

      for (guint k = 0; k < others->len; k++)
        {
          guint at = g_array_index (others, guint, k);
          const Piece *other = &g_array_index (list, Piece, at);

          if (other->end <= piece->ts || compare_partitions (other, piece, n_partitions) != 0)
            continue;
          g_array_index (others, guint, n_remaining++) = at;
          join_pair (is_a ? piece : other, is_a ? other : piece, table, out);
        }
      g_array_set_size (others, n_remaining);
      if (is_a)
        g_array_append_val (active_a, i);
      else
        g_array_append_val (active_b, j);
      if (is_a)
        i++;
      else
        j++;
    }
  g_array_sort_with_data (out, compare_pieces, GUINT_TO_POINTER (n_partitions));
  return out;
}

static void
add_piece (TvRowSet *out, const Piece *piece, guint n_tables, guint n_partitions)
{
  add_integer (out, piece->ts);
  add_integer (out, MAX (piece->raw_end - piece->ts, 0));
  for (guint t = 0; t < MAX_TABLES; t++)
    tv_row_set_add (out, t < n_tables ? tv_row_set_copy (out, *piece->ids[t]) : TV_NULL_VALUE);
  for (guint p = 0; p < MAX_PARTITIONS; p++)
    tv_row_set_add (out,
                    p < n_partitions ? tv_row_set_copy (out, piece->partition[p]) : TV_NULL_VALUE);
}

static const char *
intersect (const Call *call, TvRowSet *out)
{
  guint n_tables = (guint) CLAMP (call->args[0], 0, MAX_TABLES);
  guint n_partitions = (guint) CLAMP (call->args[1], 0, MAX_PARTITIONS);
  g_autoptr (GArray) pieces = NULL;

  if (call->args[0] != n_tables || call->args[1] != n_partitions || n_tables == 0)
    return "Interval intersect takes 1 to 15 tables and up to 4 partition columns";
  for (guint t = 0; t < n_tables; t++)
    {
      const TvRowSet *rows = get_rows (call, (int) t + 2, 3 + n_partitions);
      g_autoptr (GArray) next = g_array_new (FALSE, FALSE, sizeof (Piece));
      const char *error;
      GArray *joined;

      if (rows == NULL)
        return NULL;
      error = load_pieces (rows, n_partitions, t, next);
      if (error != NULL)
        return error;
      joined = pieces != NULL ? join_pieces (pieces, next, n_partitions, t) : g_array_ref (next);
      g_clear_pointer (&pieces, g_array_unref);
      pieces = joined;
    }
  for (guint i = 0; i < pieces->len; i++)
    add_piece (out, &g_array_index (pieces, Piece, i), n_tables, n_partitions);
  return NULL;
}

/* ---- Graphs ---- */

/**
 * Graph:
 * @first: (element-type gint64 guint): per node, 1 + its first edge
 * @next: per edge, 1 + the next edge of the same source node, in edge order; 0 for the last edge
 */
typedef struct
{
  const TvRowSet *edges;
  GHashTable *first;
  guint *next;
} Graph;

static guint
hash_integer (gconstpointer key)
{
  return g_int64_hash (key);
}

static void
graph_init (Graph *self, const TvRowSet *edges)
{
  self->edges = edges;
  self->first = g_hash_table_new_full (hash_integer, g_int64_equal, g_free, NULL);
  self->next = g_new0 (guint, tv_row_set_get_n (edges) + 1);
  for (guint i = tv_row_set_get_n (edges); i > 0; i--)
    {
      gint64 node = get_integer (edges, i - 1, 0);

      if (is_null (edges, i - 1, 0) || is_null (edges, i - 1, 1))
        continue;
      self->next[i - 1] = GPOINTER_TO_UINT (g_hash_table_lookup (self->first, &node));
      g_hash_table_insert (self->first, g_memdup2 (&node, sizeof node), GUINT_TO_POINTER (i));
    }
}

static void
graph_clear (Graph *self)
{
  g_hash_table_unref (self->first);
  g_free (self->next);
}

/* Returns 1 + the node's first edge, or 0 if there is none. */
static guint
graph_get_first (const Graph *self, gint64 node)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->first, &node));
}

typedef struct
{
  gint64 node;
  gint64 parent;
  gint64 weight;
  gboolean has_parent;
} Step;

static gboolean
visit (GHashTable *seen, gint64 node)
{
  return g_hash_table_add (seen, g_memdup2 (&node, sizeof node));
}

static const char *
search (const Call *call, TvRowSet *out, gboolean is_depth_first)
{
  const TvRowSet *edges = get_rows (call, 0, 2), *starts = get_rows (call, 1, 1);
  g_autoptr (TvRowSet) none = tv_row_set_new (2);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (hash_integer, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  guint n_starts = starts != NULL ? tv_row_set_get_n (starts) : 0;
  Graph graph;

  graph_init (&graph, edges != NULL ? edges : none);
  for (guint s = 0, at = 0; s < n_starts || at < steps->len;)
    {
      Step step;

      if (s < n_starts && (!is_depth_first || steps->len == 0))
        {
          /* As in Perfetto, a depth-first search begins with the last start node. */
          step = (Step){ .node = get_integer (starts, is_depth_first ? n_starts - 1 - s : s, 0) };
          s++;
          if (!is_depth_first && !visit (seen, step.node))
            continue;
          g_array_append_val (steps, step);
          continue;
        }
      if (is_depth_first)
        {
          step = g_array_index (steps, Step, steps->len - 1);
          g_array_set_size (steps, steps->len - 1);
          if (!visit (seen, step.node))
            continue;
        }
      else
        step = g_array_index (steps, Step, at++);
      add_integer (out, step.node);
      add_node (out, step.has_parent, step.parent);
      guint first_new = steps->len;

      for (guint e = graph_get_first (&graph, step.node); e > 0; e = graph.next[e - 1])
        {
          Step next = { .node = get_integer (graph.edges, e - 1, 1),
                        .parent = step.node,
                        .has_parent = TRUE };

          if (is_depth_first ? !g_hash_table_contains (seen, &next.node) : visit (seen, next.node))
            g_array_append_val (steps, next);
        }
      /* Reverses the new steps, so that the first edge is on top of the stack and is followed first. */
      for (guint i = first_new, j = steps->len; is_depth_first && i + 1 < j; i++, j--)
        {
          Step first = g_array_index (steps, Step, i);

          g_array_index (steps, Step, i) = g_array_index (steps, Step, j - 1);
          g_array_index (steps, Step, j - 1) = first;
        }
    }
  graph_clear (&graph);
  return NULL;
}

static const char *
search_breadth (const Call *call, TvRowSet *out)
{
  return search (call, out, FALSE);
}

static const char *
search_depth (const Call *call, TvRowSet *out)
{
  return search (call, out, TRUE);
}

/* Searches from each root separately along weighted edges. Follows an edge while the sum of the weights does not
 * exceed the root's maximum; if the third argument is not 0, also follows the edge that exceeds the maximum. */
static const char *
search_bounded (const Call *call, TvRowSet *out)
{
  const TvRowSet *edges = get_rows (call, 0, 3), *roots = get_rows (call, 1, 2);
  g_autoptr (TvRowSet) none = tv_row_set_new (3);
  Graph graph;

  graph_init (&graph, edges != NULL ? edges : none);
  for (guint r = 0; roots != NULL && r < tv_row_set_get_n (roots); r++)
    {
      gint64 root = get_integer (roots, r, 0), target = get_integer (roots, r, 1);
      g_autoptr (GHashTable)
          seen = g_hash_table_new_full (hash_integer, g_int64_equal, g_free, NULL);
      g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
      Step step = { .node = root };

      g_array_append_val (steps, step);
      while (steps->len > 0)
        {
          step = g_array_index (steps, Step, steps->len - 1);
          g_array_set_size (steps, steps->len - 1);
          if (!visit (seen, step.node))
            continue;
          add_integer (out, root);
          add_integer (out, step.node);
          add_node (out, step.has_parent, step.parent);
          for (guint e = graph_get_first (&graph, step.node); e > 0; e = graph.next[e - 1])
            {
              gint64 weight = step.weight + get_integer (graph.edges, e - 1, 2);
              Step next = { get_integer (graph.edges, e - 1, 1), step.node, weight, TRUE };

              if (weight <= target || (call->args[2] != 0 && step.weight < target))
                g_array_append_val (steps, next);
            }
        }
    }
  graph_clear (&graph);
  return NULL;
}

/* ---- Scans ---- */

#define SCAN_COLUMNS                                                                               \
  "v_0, v_1, v_2, v_3, v_4, v_5, v_6, v_7, v_8, v_9, v_10, v_11, v_12, v_13, v_14, v_15"
#define MAX_SCAN_COLUMNS 16

/* Maximum number of values that a scan returns, or that it propagates in one step */
#define MAX_SCAN_VALUES (1u << 26)
#define TOO_MANY_ROWS   "graph scan has too many rows"

/**
 * Scan:
 * @query: statement that computes the rows of a step from a set of rows; its parameter is the handle of the set
 * @levels: (nullable): in an aggregating scan, handles of the rows per level
 * @depths: (nullable): in an aggregating scan, per node, 1 + the maximum number of edges to a node without
 *   successors; 0 while it is being computed
 * @next: (nullable): in a scan that does not aggregate, rows of the next step; owned by the database
 * @out: rows of the result
 *
 * Propagates rows along the edges of a graph. A row consists of the id of a node and its values.
 */
typedef struct
{
  Graph graph;
  sqlite3_stmt *query;
  GArray *levels;
  GHashTable *depths;
  TvRowSet *next;
  TvRowSet *out;
} Scan;

static TvRowSet *
get_target (const Scan *self, const Call *call, gint64 node)
{
  guint depth;

  if (self->levels == NULL)
    return self->next;
  depth = GPOINTER_TO_UINT (g_hash_table_lookup (self->depths, &node)) - 1;
  return tv_database_get_rows (call->database, g_array_index (self->levels, gint64, depth));
}

/* Adds a row to the result, and its values to the next rows of all successors of the row's node. Returns FALSE if
 * there are too many rows. */
static gboolean
propagate (const Scan *self, const Call *call, const TvValue *row)
{
  gint64 node = row[0].type == SQLITE_INTEGER ? row[0].integer : 0;

  for (guint i = 0; i < self->out->n_columns; i++)
    tv_row_set_add (self->out, tv_row_set_copy (self->out, row[i]));
  if (row[0].type != SQLITE_INTEGER)
    return TRUE;
  for (guint e = graph_get_first (&self->graph, node); e > 0; e = self->graph.next[e - 1])
    {
      gint64 successor = get_integer (self->graph.edges, e - 1, 1);
      TvRowSet *target = get_target (self, call, successor);

      add_integer (target, successor);
      for (guint i = 1; i < self->out->n_columns; i++)
        tv_row_set_add (target, tv_row_set_copy (target, row[i]));
      if (target->values->len > MAX_SCAN_VALUES)
        return FALSE;
    }
  return self->out->values->len <= MAX_SCAN_VALUES;
}

static const char *
run_step (const Scan *self, const Call *call, gint64 handle)
{
  guint n_columns = self->out->n_columns;
  g_autofree TvValue *row = g_new0 (TvValue, n_columns);
  int rc;

  sqlite3_reset (self->query);
  sqlite3_bind_int64 (self->query, 1, handle);
  while ((rc = sqlite3_step (self->query)) == SQLITE_ROW)
    {
      for (guint i = 0; i < n_columns; i++)
        {
          row[i].type = sqlite3_column_type (self->query, (int) i);
          if (row[i].type == SQLITE_INTEGER)
            row[i].integer = sqlite3_column_int64 (self->query, (int) i);
          else if (row[i].type == SQLITE_FLOAT)
            row[i].real = sqlite3_column_double (self->query, (int) i);
          else if (row[i].type == SQLITE_TEXT)
            row[i].text = (const char *) sqlite3_column_text (self->query, (int) i);
          else
            row[i].type = SQLITE_NULL;
        }
      if (!propagate (self, call, row))
        return TOO_MANY_ROWS;
    }
  return rc == SQLITE_DONE ? NULL : sqlite3_errmsg (tv_database_get_connection (call->database));
}

static gint64
add_level (const Scan *self, const Call *call)
{
  return tv_database_take_rows (call->database, tv_row_set_new (self->out->n_columns));
}

/* Computes the depths of @node and of the nodes that can be reached from it. Returns FALSE if the graph contains a
 * cycle. */
static gboolean
find_depths (Scan *self, const Call *call, gint64 node)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof node);

  g_array_append_val (stack, node);
  while (stack->len > 0)
    {
      gpointer value;
      gboolean is_known;
      guint depth = 0;

      node = g_array_index (stack, gint64, stack->len - 1);
      is_known = g_hash_table_lookup_extended (self->depths, &node, NULL, &value);
      if (!is_known)
        g_hash_table_insert (self->depths, g_memdup2 (&node, sizeof node), GUINT_TO_POINTER (0));
      else
        g_array_set_size (stack, stack->len - 1);
      if (is_known && GPOINTER_TO_UINT (value) > 0)
        continue;
      for (guint e = graph_get_first (&self->graph, node); e > 0; e = self->graph.next[e - 1])
        {
          gint64 successor = get_integer (self->graph.edges, e - 1, 1);
          gboolean is_seen = g_hash_table_lookup_extended (self->depths, &successor, NULL, &value);

          if (is_seen && GPOINTER_TO_UINT (value) == 0)
            return FALSE;
          if (is_known)
            depth = MAX (depth, GPOINTER_TO_UINT (value));
          else if (!is_seen)
            g_array_append_val (stack, successor);
        }
      if (!is_known)
        continue;
      g_hash_table_insert (self->depths, g_memdup2 (&node, sizeof node),
                           GUINT_TO_POINTER (depth + 1));
      while (self->levels->len <= depth)
        {
          gint64 level = add_level (self, call);

          g_array_append_val (self->levels, level);
        }
    }
  return TRUE;
}

static const char *
run_scan (Scan *self, const Call *call, const TvRowSet *starts)
{
  guint n_starts = tv_row_set_get_n (starts);
  gint64 handles[] = { 0, 0 };
  const char *error = NULL;

  for (guint i = 0; i < n_starts && self->levels != NULL; i++)
    for (guint e = graph_get_first (&self->graph, get_integer (starts, i, 0)); e > 0;
         e = self->graph.next[e - 1])
      if (!find_depths (self, call, get_integer (self->graph.edges, e - 1, 1)))
        return "the graph of an aggregating scan has a cycle";
  for (guint i = 0; i < G_N_ELEMENTS (handles) && self->levels == NULL; i++)
    handles[i] = add_level (self, call);
  self->next = tv_database_get_rows (call->database, handles[0]);
  for (guint i = 0; i < n_starts; i++)
    if (!propagate (self, call, tv_row_set_get (starts, i)))
      return TOO_MANY_ROWS;
  for (guint i = self->levels != NULL ? self->levels->len : 0; i > 0 && error == NULL; i--)
    error = run_step (self, call, g_array_index (self->levels, gint64, i - 1));
  for (guint i = 0; self->next != NULL && self->next->values->len > 0 && error == NULL; i++)
    {
      self->next = tv_database_get_rows (call->database, handles[(i + 1) % 2]);
      g_array_set_size (self->next->values, 0);
      error = run_step (self, call, handles[i % 2]);
    }
  return error;
}

static const char *
scan (const Call *call, TvRowSet *out, gboolean is_aggregating)
{
  const TvRowSet *edges = get_rows (call, 0, 2), *starts = get_rows (call, 1, 1);
  const TvRowSet *query = get_rows (call, 2, 1);
  sqlite3 *connection = tv_database_get_connection (call->database);
  g_autoptr (TvRowSet) none = tv_row_set_new (2);
  g_autofree char *sql = NULL;
  Scan self = { .out = out };
  const char *error = NULL;

  if (starts == NULL || query == NULL || tv_row_set_get_n (query) == 0)
    return NULL;
  out->n_columns = starts->n_columns;
  sql = tv_database_dup_sqlite (call->database, tv_row_set_get (query, 0)->text);
  if (sql == NULL)
    return "the query of a graph scan uses a macro that is not defined";
  if (sqlite3_prepare_v2 (connection, sql, -1, &self.query, NULL) != SQLITE_OK)
    return sqlite3_errmsg (connection);
  graph_init (&self.graph, edges != NULL ? edges : none);
  if (is_aggregating)
    {
      self.levels = g_array_new (FALSE, FALSE, sizeof (gint64));
      self.depths = g_hash_table_new_full (hash_integer, g_int64_equal, g_free, NULL);
    }
  if (!sqlite3_stmt_readonly (self.query))
    error = "the query of a graph scan must be a SELECT";
  else if (sqlite3_column_count (self.query) != (int) out->n_columns)
    error = "the query of a graph scan must return the id and the columns of the scan";
  else
    error = run_scan (&self, call, starts);
  sqlite3_finalize (self.query);
  g_clear_pointer (&self.levels, g_array_unref);
  g_clear_pointer (&self.depths, g_hash_table_unref);
  graph_clear (&self.graph);
  return error;
}

static const char *
scan_rows (const Call *call, TvRowSet *out)
{
  return scan (call, out, FALSE);
}

static const char *
scan_aggregates (const Call *call, TvRowSet *out)
{
  return scan (call, out, TRUE);
}

/* Appends the rows of a handle to the result. Returns NULL, because this operator cannot fail. */
static const char *
read_rows (const Call *call, TvRowSet *out)
{
  const TvRowSet *rows = get_rows (call, 0, 1);

  if (rows == NULL)
    return NULL;
  out->n_columns = rows->n_columns;
  for (guint i = 0; i < rows->values->len; i++)
    tv_row_set_add (out, tv_row_set_copy (out, g_array_index (rows->values, TvValue, i)));
  return NULL;
}

/* ---- Dominators ---- */

/* Computes immediate dominators with the algorithm of Cooper, Harvey and Kennedy: intersects paths in reverse
 * postorder until nothing changes. */
static const char *
dominate (const Call *call, TvRowSet *out)
{
  const TvRowSet *edges = get_rows (call, 0, 2);
  g_autoptr (TvRowSet) none = tv_row_set_new (2);
  g_autoptr (GHashTable)
      indexes = g_hash_table_new_full (hash_integer, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Step));
  g_autoptr (GArray) post = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 root = call->args[1];
  Graph graph;

  if (edges == NULL)
    edges = none;
  graph_init (&graph, edges);
  /* The member weight contains 1 + the edge that is followed next. */
  Step first = { .node = root, .weight = graph_get_first (&graph, root) };

  g_hash_table_insert (indexes, g_memdup2 (&root, sizeof root), NULL);
  g_array_append_val (stack, first);
  while (stack->len > 0)
    {
      Step *top = &g_array_index (stack, Step, stack->len - 1);
      guint e = (guint) top->weight;

      if (e == 0)
        {
          gint64 node = top->node;

          g_array_append_val (post, node);
          g_hash_table_insert (indexes, g_memdup2 (&node, sizeof node),
                               GUINT_TO_POINTER (post->len));
          g_array_set_size (stack, stack->len - 1);
          continue;
        }
      top->weight = graph.next[e - 1];
      Step next = { .node = get_integer (edges, e - 1, 1) };

      if (g_hash_table_contains (indexes, &next.node))
        continue;
      g_hash_table_insert (indexes, g_memdup2 (&next.node, sizeof (gint64)), NULL);
      next.weight = graph_get_first (&graph, next.node);
      g_array_append_val (stack, next);
    }

  guint n = post->len; /* postorder numbers are 1 … n; the root has the number n */
  g_autofree guint *dominator = g_new0 (guint, n + 1);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, 2 * sizeof (guint));

  for (guint i = 0; i < tv_row_set_get_n (edges); i++)
    {
      gint64 from = get_integer (edges, i, 0), to = get_integer (edges, i, 1);
      guint pair[2] = { GPOINTER_TO_UINT (g_hash_table_lookup (indexes, &from)),
                        GPOINTER_TO_UINT (g_hash_table_lookup (indexes, &to)) };

      if (pair[0] > 0 && pair[1] > 0 && !is_null (edges, i, 0) && !is_null (edges, i, 1))
        g_array_append_vals (pairs, pair, 1);
    }
  dominator[n] = n;
  g_autofree guint *head = g_new0 (guint, n + 2);
  g_autofree guint *link = g_new0 (guint, pairs->len + 1);

  for (guint i = 0; i < pairs->len; i++)
    {
      const guint *pair = (const guint *) (gpointer) pairs->data + 2 * (gsize) i;

      link[i] = head[pair[1]];
      head[pair[1]] = i + 1;
    }
  for (gboolean has_changed = TRUE; has_changed;)
    {
      has_changed = FALSE;
      for (guint node = n; node-- > 1;)
        {
          guint new_dominator = 0;

          for (guint l = head[node]; l > 0; l = link[l - 1])
            {
              guint a = ((const guint *) (gpointer) pairs->data)[2 * (gsize) (l - 1)],
                    b = new_dominator;

              if (dominator[a] == 0)
                continue;
              while (b != 0 && a != b)
                {
                  while (a < b)
                    a = dominator[a];
                  while (b < a)
                    b = dominator[b];
                }
              new_dominator = a;
            }
          has_changed |= new_dominator != dominator[node];
          dominator[node] = new_dominator;
        }
    }
  for (guint node = n; node > 0; node--)
    {
      add_integer (out, g_array_index (post, gint64, node - 1));
      add_node (out, node != n, g_array_index (post, gint64, dominator[node] - 1));
    }
  graph_clear (&graph);
  return NULL;
}

/* ---- Trees ---- */

/* Sums up to three values of each node over its subtree. The columns of a row are the node's id, its parent's id and
 * the values. */
static const char *
sum_tree (const Call *call, TvRowSet *out)
{
  const TvRowSet *nodes = get_rows (call, 0, 3);
  guint n = nodes != NULL ? tv_row_set_get_n (nodes) : 0;
  guint n_values = nodes != NULL ? MIN (nodes->n_columns - 2, 3) : 0;
  g_autoptr (GHashTable) rows = g_hash_table_new_full (hash_integer, g_int64_equal, g_free, NULL);
  g_autofree gint64 *sums = g_new0 (gint64, 3 * (gsize) n + 1);
  g_autofree guint *parents = g_new0 (guint, n + 1);
  g_autofree guint *n_children = g_new0 (guint, n + 1);
  g_autofree guint *queue = g_new0 (guint, n + 1);
  guint n_queue = 0;

  for (guint i = 0; i < n; i++)
    {
      gint64 id = get_integer (nodes, i, 0);

      g_hash_table_insert (rows, g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (i + 1));
      for (guint v = 0; v < n_values; v++)
        sums[3 * (gsize) i + v] = get_integer (nodes, i, 2 + v);
    }
  for (guint i = 0; i < n; i++)
    {
      gint64 parent = get_integer (nodes, i, 1);

      if (!is_null (nodes, i, 1))
        parents[i] = GPOINTER_TO_UINT (g_hash_table_lookup (rows, &parent));
      if (parents[i] > 0)
        n_children[parents[i] - 1]++;
    }
  for (guint i = 0; i < n; i++)
    if (n_children[i] == 0)
      queue[n_queue++] = i;
  for (guint q = 0; q < n_queue; q++)
    {
      guint i = queue[q], p = parents[i];

      if (p == 0)
        continue;
      for (guint v = 0; v < n_values; v++)
        sums[3 * (gsize) (p - 1) + v] += sums[3 * (gsize) i + v];
      if (--n_children[p - 1] == 0)
        queue[n_queue++] = p - 1;
    }
  for (guint i = 0; i < n; i++)
    {
      add_integer (out, get_integer (nodes, i, 0));
      for (guint v = 0; v < 3; v++)
        add_node (out, v < n_values, sums[3 * (gsize) i + v]);
    }
  return NULL;
}

/* ---- Slices and flows ---- */

/* Checks that the first argument is the id of a slice. Returns (nullable): error message; @unknown if there is no
 * such slice */
static const char *
check_slice (const Call *call, const char *unknown)
{
  if (call->types[0] != SQLITE_INTEGER)
    return "start id should be an integer.";
  if (call->args[0] < 0 ||
      call->args[0] >= tv_perfetto_model_get_n_slices (tv_database_get_model (call->database)))
    return unknown;
  return NULL;
}

static const char *
find_ancestors (const Call *call, TvRowSet *out)
{
  TvPerfettoModel *model = tv_database_get_model (call->database);
  const char *error;

  if (call->types[0] == SQLITE_NULL)
    return NULL;
  error = check_slice (call, "no row with id %" G_GINT64_FORMAT);
  if (error != NULL)
    return error;
  for (guint32 id = tv_perfetto_model_get_parent (model, (guint32) call->args[0]); id != TV_NONE;
       id = tv_perfetto_model_get_parent (model, id))
    add_integer (out, id);
  return NULL;
}

static const char *
find_descendants (const Call *call, TvRowSet *out)
{
  TvPerfettoModel *model = tv_database_get_model (call->database);
  const char *error;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (call->types[0] == SQLITE_NULL)
    return NULL;
  error = check_slice (call, "no row with id %" G_GINT64_FORMAT);
  if (error != NULL)
    return error;
  tv_perfetto_model_find_descendants (model, (guint32) call->args[0], ids);
  for (guint i = 0; i < ids->len; i++)
    add_integer (out, g_array_index (ids, guint32, i));
  return NULL;
}

typedef enum
{
  FLOWS_FOLLOWING,
  FLOWS_PRECEDING,
  FLOWS_DIRECT,
} FlowKind;

/* Returns a map from each slice with outgoing flows (incoming flows if @is_forward is FALSE) to 1 + its first flow.
 * Sets @next: per flow, 1 + the next flow of the same slice, or 0. */
static GHashTable *
index_flows (TvPerfettoModel *model, gboolean is_forward, guint32 **next)
{
  GHashTable *first = g_hash_table_new (NULL, NULL);
  guint32 n = tv_perfetto_model_get_n_flows (model), from, to;

  *next = g_new0 (guint32, n + 1);
  for (guint32 f = n; f > 0; f--)
    {
      gpointer slice;

      tv_perfetto_model_get_flow (model, f - 1, &from, &to);
      slice = GUINT_TO_POINTER (is_forward ? from : to);
      (*next)[f - 1] = GPOINTER_TO_UINT (g_hash_table_lookup (first, slice));
      g_hash_table_insert (first, slice, GUINT_TO_POINTER (f));
    }
  return first;
}

static guint32
get_first_flow (GHashTable *first, guint32 slice)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (first, GUINT_TO_POINTER (slice)));
}

/* Follows flows breadth-first from a slice. Depending on the kind, also follows the flows of ancestors or
 * descendants. */
static void
follow_flows (TvPerfettoModel *model,
              guint32 start,
              FlowKind kind,
              gboolean is_forward,
              TvRowSet *out,
              GHashTable *emitted)
{
  g_autofree guint32 *next_flow = NULL;
  g_autoptr (GHashTable) first = index_flows (model, is_forward, &next_flow);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint32 from, to;
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_hash_table_add (seen, GUINT_TO_POINTER (start));
  g_array_append_val (queue, start);
  for (guint q = 0; q < queue->len; q++)
    {
      guint32 slice = g_array_index (queue, guint32, q);
      g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (guint32));

      g_array_append_val (sources, slice);
      if (kind == FLOWS_FOLLOWING)
        tv_perfetto_model_find_descendants (model, slice, sources);
      for (guint32 up = slice;
           kind == FLOWS_PRECEDING && (up = tv_perfetto_model_get_parent (model, up)) != TV_NONE;)
        g_array_append_val (sources, up);
      for (guint s = 0; s < sources->len; s++)
        for (guint32 f = get_first_flow (first, g_array_index (sources, guint32, s)); f > 0;
             f = next_flow[f - 1])
          {
            guint32 next;

            tv_perfetto_model_get_flow (model, f - 1, &from, &to);
            next = is_forward ? to : from;
            if (g_hash_table_add (emitted, GUINT_TO_POINTER (f - 1)))
              add_integer (out, f - 1);
            if (next != TV_NONE && g_hash_table_add (seen, GUINT_TO_POINTER (next)))
              g_array_append_val (queue, next);
          }
    }
}

static const char *
find_flows (const Call *call, TvRowSet *out, FlowKind kind)
{
  TvPerfettoModel *model = tv_database_get_model (call->database);
  const char *error;
  g_autoptr (GHashTable) emitted = g_hash_table_new (NULL, NULL);

  if (call->types[0] == SQLITE_NULL)
    return NULL;
  error = check_slice (call, "invalid slice id %" G_GINT64_FORMAT);
  if (error != NULL)
    return error;
  if (kind != FLOWS_PRECEDING)
    follow_flows (model, (guint32) call->args[0], kind, TRUE, out, emitted);
  if (kind != FLOWS_FOLLOWING)
    follow_flows (model, (guint32) call->args[0], kind, FALSE, out, emitted);
  return NULL;
}

static const char *
find_following (const Call *call, TvRowSet *out)
{
  return find_flows (call, out, FLOWS_FOLLOWING);
}

static const char *
find_preceding (const Call *call, TvRowSet *out)
{
  return find_flows (call, out, FLOWS_PRECEDING);
}

static const char *
find_direct (const Call *call, TvRowSet *out)
{
  return find_flows (call, out, FLOWS_DIRECT);
}

/* ---- Critical paths ---- */

enum
{
  SPAN_ID,
  SPAN_TS,
  SPAN_DUR,
  SPAN_IDLE_DUR,
  SPAN_WAKER,
  SPAN_PREV,
  N_SPAN_COLUMNS,
};

/* Returns the row of the span to which a column refers; TV_NONE if the span is missing or does not begin earlier. */
static guint32
find_span (GHashTable *rows, const TvRowSet *spans, guint span, guint column)
{
  gint64 id = get_integer (spans, span, column);
  gpointer row;

  if (is_null (spans, span, column) || !g_hash_table_lookup_extended (rows, &id, NULL, &row) ||
      get_integer (spans, GPOINTER_TO_UINT (row), SPAN_TS) >= get_integer (spans, span, SPAN_TS))
    return TV_NONE;
  return GPOINTER_TO_UINT (row);
}

static GArray *
make_nodes (GHashTable *rows, const TvRowSet *spans)
{
  guint n = tv_row_set_get_n (spans);
  GArray *nodes = g_array_sized_new (FALSE, TRUE, sizeof (TvWakeupNode), n);

  for (guint i = 0; i < n; i++)
    {
      gint64 ts = get_integer (spans, i, SPAN_TS);
      TvWakeupNode node = {
        .ts = ts,
        .idle_ts = ts - MAX (get_integer (spans, i, SPAN_IDLE_DUR), 0),
        .waker = find_span (rows, spans, i, SPAN_WAKER),
        .prev = find_span (rows, spans, i, SPAN_PREV),
      };

      g_array_append_val (nodes, node);
    }
  return nodes;
}

/* Adds the critical path of a root span and of the sleep before it. */
static void
add_path (const GArray *nodes, const TvRowSet *spans, guint root, GArray *pieces, TvRowSet *out)
{
  const TvWakeupNode *node = &g_array_index (nodes, TvWakeupNode, root);

  g_array_set_size (pieces, 0);
  tv_wakeup_nodes_walk ((const TvWakeupNode *) (gconstpointer) nodes->data, root, node->idle_ts,
                        node->ts + MAX (get_integer (spans, root, SPAN_DUR), 0), pieces);
  for (guint i = 0; i < pieces->len; i++)
    {
      const TvPathPiece *piece = &g_array_index (pieces, TvPathPiece, i);

      add_integer (out, get_integer (spans, root, SPAN_ID));
      add_integer (out, get_integer (spans, piece->node, SPAN_ID));
      add_integer (out, piece->from_ns);
      add_integer (out, piece->to_ns - piece->from_ns);
    }
}

static const char *
find_critical_path (const Call *call, TvRowSet *out)
{
  const TvRowSet *spans = get_rows (call, 0, N_SPAN_COLUMNS), *roots = get_rows (call, 1, 1);
  g_autoptr (GHashTable) rows = g_hash_table_new_full (hash_integer, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (TvPathPiece));
  g_autoptr (GArray) nodes = NULL;

  if (spans == NULL || roots == NULL)
    return NULL;
  for (guint i = 0; i < tv_row_set_get_n (spans); i++)
    {
      gint64 id = get_integer (spans, i, SPAN_ID);

      g_hash_table_insert (rows, g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (i));
    }
  nodes = make_nodes (rows, spans);
  for (guint i = 0; i < tv_row_set_get_n (roots); i++)
    {
      gint64 id = get_integer (roots, i, 0);
      gpointer row;

      if (g_hash_table_lookup_extended (rows, &id, NULL, &row))
        add_path (nodes, spans, GPOINTER_TO_UINT (row), pieces, out);
    }
  return NULL;
}

static const Operator operators[] = {
  { "__tv_interval_intersect",
    "ts INTEGER, dur INTEGER, id_0, id_1, id_2, id_3, id_4, id_5, id_6, id_7, id_8, id_9, id_10, id_11, "
    "id_12, id_13, id_14, p_0, p_1, p_2, p_3",
    2 + MAX_TABLES + MAX_PARTITIONS, 3, MAX_ARGUMENTS, intersect, COST_OF_ALL },
  { "__tv_graph_bfs", "node_id INTEGER, parent_node_id INTEGER", 2, 2, 2, search_breadth,
    COST_OF_ALL },
  { "__tv_graph_dfs", "node_id INTEGER, parent_node_id INTEGER", 2, 2, 2, search_depth,
    COST_OF_ALL },
  { "__tv_graph_bounded_dfs", "root_node_id INTEGER, node_id INTEGER, parent_node_id INTEGER", 3, 3,
    3, search_bounded, COST_OF_ALL },
  { "__tv_graph_scan", SCAN_COLUMNS, MAX_SCAN_COLUMNS, 3, 3, scan_rows, COST_OF_ALL },
  { "__tv_graph_aggregating_scan", SCAN_COLUMNS, MAX_SCAN_COLUMNS, 3, 3, scan_aggregates,
    COST_OF_ALL },
  { "__tv_row_values", SCAN_COLUMNS, MAX_SCAN_COLUMNS, 1, 1, read_rows, COST_OF_ONE },
  { "__tv_dominator_tree", "node_id INTEGER, dominator_node_id INTEGER", 2, 2, 2, dominate,
    COST_OF_ALL },
  { "__tv_tree_sum", "id INTEGER, sum_0 INTEGER, sum_1 INTEGER, sum_2 INTEGER", 4, 1, 1, sum_tree,
    COST_OF_ALL },
  { "__tv_ancestors", "id INTEGER", 1, 1, 1, find_ancestors, COST_OF_ONE },
  { "__tv_descendants", "id INTEGER", 1, 1, 1, find_descendants, COST_OF_ONE },
  { "__tv_following_flow", "id INTEGER", 1, 1, 1, find_following, COST_OF_ONE },
  { "__tv_preceding_flow", "id INTEGER", 1, 1, 1, find_preceding, COST_OF_ONE },
  { "__tv_direct_flow", "id INTEGER", 1, 1, 1, find_direct, COST_OF_ONE },
  { "__tv_critical_path", "root_id INTEGER, id INTEGER, ts INTEGER, dur INTEGER", 4, 2, 2,
    find_critical_path, COST_OF_ALL },
};

/* ---- Module ---- */

typedef struct
{
  sqlite3_vtab base;
  TvDatabase *database;
  const Operator *op;
} OperatorTable;

typedef struct
{
  sqlite3_vtab_cursor base;
  TvRowSet *rows;
  guint at;
} OperatorCursor;

/**
 * Registration:
 *
 * User data of a module. SQLite passes it to connect_operator().
 */
typedef struct
{
  TvDatabase *database;
  const Operator *op;
} Registration;

static int
connect_operator (sqlite3 *connection,
                  void *data,
                  int argc,
                  const char *const *argv,
                  sqlite3_vtab **out,
                  char **error)
{
  const Registration *registration = data;
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE x(");
  OperatorTable *table;
  int rc;

  g_string_append (sql, registration->op->columns);
  for (int i = 0; i < registration->op->n_args; i++)
    g_string_append_printf (sql, ", __argument_%d HIDDEN", i);
  g_string_append_c (sql, ')');
  rc = sqlite3_declare_vtab (connection, sql->str);
  if (rc != SQLITE_OK)
    return rc;
  table = g_new0 (OperatorTable, 1);
  table->database = registration->database;
  table->op = registration->op;
  *out = &table->base;
  return SQLITE_OK;
}

static int
disconnect_operator (sqlite3_vtab *base)
{
  g_free (base);
  return SQLITE_OK;
}

static int
plan_operator (sqlite3_vtab *base, sqlite3_index_info *info)
{
  const Operator *op = ((OperatorTable *) base)->op;
  int n = 0;

  for (int i = 0; i < info->nConstraint; i++)
    {
      int arg = info->aConstraint[i].iColumn - (int) op->n_columns;

      if (arg < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
        continue;
      if (!info->aConstraint[i].usable)
        return SQLITE_CONSTRAINT;
      info->aConstraintUsage[i].argvIndex = arg + 1;
      info->aConstraintUsage[i].omit = 1;
      n++;
    }
  if (n < op->min_args)
    return SQLITE_CONSTRAINT;
  info->estimatedCost = op->cost;
  info->estimatedRows = 100;
  return SQLITE_OK;
}

static int
open_operator (sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
  OperatorCursor *cursor = g_new0 (OperatorCursor, 1);

  *out = &cursor->base;
  return SQLITE_OK;
}

static int
close_operator (sqlite3_vtab_cursor *base)
{
  tv_row_set_free (((OperatorCursor *) base)->rows);
  g_free (base);
  return SQLITE_OK;
}

static int
filter_operator (sqlite3_vtab_cursor *base,
                 int plan,
                 const char *text,
                 int argc,
                 sqlite3_value **argv)
{
  OperatorTable *table = (OperatorTable *) base->pVtab;
  OperatorCursor *cursor = (OperatorCursor *) base;
  Call call = { .database = table->database, .n_args = MIN (argc, MAX_ARGUMENTS) };
  const char *error;

  for (int i = 0; i < call.n_args; i++)
    {
      call.args[i] = sqlite3_value_int64 (argv[i]);
      call.types[i] = sqlite3_value_type (argv[i]);
    }
  tv_row_set_free (cursor->rows);
  cursor->rows = tv_row_set_new (table->op->n_columns);
  cursor->at = 0;
  error = table->op->run (&call, cursor->rows);
  if (error == NULL)
    return SQLITE_OK;
  sqlite3_free (base->pVtab->zErrMsg);
  g_autoptr (GString) message = g_string_new (error);
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, call.args[0]);

  g_string_replace (message, "%" G_GINT64_FORMAT, number, 0);
  base->pVtab->zErrMsg = sqlite3_mprintf ("%s", message->str);
  return SQLITE_ERROR;
}

static int
next_of_operator (sqlite3_vtab_cursor *base)
{
  ((OperatorCursor *) base)->at++;
  return SQLITE_OK;
}

static int
is_operator_at_end (sqlite3_vtab_cursor *base)
{
  OperatorCursor *cursor = (OperatorCursor *) base;

  return cursor->at >= tv_row_set_get_n (cursor->rows);
}

static int
get_operator_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  OperatorCursor *cursor = (OperatorCursor *) base;

  if (column < (int) cursor->rows->n_columns)
    tv_value_set_result (&tv_row_set_get (cursor->rows, cursor->at)[column], context);
  return SQLITE_OK;
}

static int
get_operator_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *rowid)
{
  *rowid = ((OperatorCursor *) base)->at;
  return SQLITE_OK;
}

static const sqlite3_module operator_module = {
  .iVersion = 2,
  .xConnect = connect_operator,
  .xBestIndex = plan_operator,
  .xDisconnect = disconnect_operator,
  .xOpen = open_operator,
  .xClose = close_operator,
  .xFilter = filter_operator,
  .xNext = next_of_operator,
  .xEof = is_operator_at_end,
  .xColumn = get_operator_column,
  .xRowid = get_operator_rowid,
};

int
tv_database_add_operators (TvDatabase *self)
{
  int rc = SQLITE_OK;

  for (guint i = 0; i < G_N_ELEMENTS (operators) && rc == SQLITE_OK; i++)
    {
      Registration *registration = g_new0 (Registration, 1);

      registration->database = self;
      registration->op = &operators[i];
      rc = sqlite3_create_module_v2 (tv_database_get_connection (self), operators[i].name,
                                     &operator_module, registration, g_free);
    }
  return rc;
}
