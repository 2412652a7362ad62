/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "other-ways.h"

#include <sqlite3.h>

/* ---- Frames in maps, as speedscope does ---- */

/* A tree of objects, each with a map of its children by callee, sorted at the end. */
typedef struct _Frame Frame;
struct _Frame
{
  Frame *parent;
  GHashTable *children; /* (nullable) */
  GPtrArray *sorted;
  gint64 total_ns;
};

static Frame *
get_child (Frame *self, guint32 symbol)
{
  Frame *child;

  if (self->children == NULL)
    self->children = g_hash_table_new (NULL, NULL);
  child = g_hash_table_lookup (self->children, GUINT_TO_POINTER (symbol));
  if (child == NULL)
    {
      child = g_new0 (Frame, 1);
      child->parent = self;
      g_hash_table_insert (self->children, GUINT_TO_POINTER (symbol), child);
    }
  return child;
}

static int
compare_frames (gconstpointer a, gconstpointer b)
{
  const Frame *left = *(Frame *const *) a, *right = *(Frame *const *) b;

  return (left->total_ns < right->total_ns) - (left->total_ns > right->total_ns);
}

/* Sorts all descendants of a frame, and frees it. Returns: number of nodes, including the frame */
static guint64
sort_and_free (Frame *root)
{
  g_autoptr (GPtrArray) stack = g_ptr_array_new ();
  guint64 n = 0;

  g_ptr_array_add (stack, root);
  while (stack->len > 0)
    {
      Frame *frame = g_ptr_array_steal_index_fast (stack, stack->len - 1);
      GHashTableIter iter;
      gpointer child;

      n++;
      if (frame->children != NULL)
        {
          frame->sorted = g_ptr_array_sized_new (g_hash_table_size (frame->children));
          g_hash_table_iter_init (&iter, frame->children);
          while (g_hash_table_iter_next (&iter, NULL, &child))
            g_ptr_array_add (frame->sorted, child);
          g_ptr_array_sort (frame->sorted, compare_frames);
          for (guint i = 0; i < frame->sorted->len; i++)
            g_ptr_array_add (stack, frame->sorted->pdata[i]);
          g_ptr_array_unref (frame->sorted);
          g_hash_table_unref (frame->children);
        }
      g_free (frame);
    }
  return n;
}

/* Returns the time of a slice inside the selection. */
static gint64
get_inside (const TvSlices *slices, const TvSelection *selection, guint32 slice)
{
  gint64 start = tv_slices_start (slices, slice), end = tv_slices_end (slices, slice);

  if (tv_selection_has_range (selection))
    {
      start = MAX (start, tv_selection_get_start_ns (selection));
      end = MIN (end, tv_selection_get_end_ns (selection));
    }
  return MAX (end - start, 0);
}

/* Returns: number of nodes */
guint64
bench_merge_by_maps (TvTrace *trace, const TvSelection *selection, guint32 merged, gint64 *total_ns)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  Frame *root = g_new0 (Frame, 1);
  g_autoptr (GPtrArray) stack = g_ptr_array_new ();
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 t = 0; t < n_tracks; t++)
    for (guint32 row = tracks[t].first_slice;
         tracks[t].kind == TV_TRACK_THREAD && row < tracks[t].first_slice + tracks[t].n_slices;
         row++)
      {
        guint32 depth = tv_slices_depth (slices, row), symbol = tv_slices_symbol (slices, row);
        gint64 inside_ns = get_inside (slices, selection, row);
        Frame *parent;

        g_ptr_array_set_size (stack, (int) depth);
        parent = depth > 0 ? stack->pdata[depth - 1] : root;
        if (inside_ns == 0 && tv_selection_has_range (selection))
          {
            g_ptr_array_add (stack, parent);
            continue;
          }
        if (symbol != merged)
          {
            parent = get_child (parent, symbol);
            parent->total_ns += inside_ns;
          }
        if (depth == 0)
          root->total_ns += inside_ns;
        g_ptr_array_add (stack, parent);
      }
  *total_ns = root->total_ns;
  return sort_and_free (root);
}

/* ---- Slices in SQL, as Perfetto does ---- */

/* Each slice has a hash of its stack, by which the database groups the slices: once per selection. */

static void
run_sql (sqlite3 *sql, const char *text)
{
  char *error = NULL;

  if (sqlite3_exec (sql, text, NULL, NULL, &error) != SQLITE_OK)
    g_error ("%s: %s", text, error);
}

/* Returns: (transfer full): in-memory database that contains all slices of threads */
gpointer
bench_sql_open (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  sqlite3_stmt *insert;
  sqlite3 *sql;
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  if (sqlite3_open (":memory:", &sql) != SQLITE_OK)
    g_error ("no engine");
  run_sql (sql, "CREATE TABLE slice (id INTEGER PRIMARY KEY, ts, dur, depth, name, parent)");
  run_sql (sql, "BEGIN");
  sqlite3_prepare_v2 (sql, "INSERT INTO slice VALUES (?, ?, ?, ?, ?, ?)", -1, &insert, NULL);
  for (guint32 t = 0; t < n_tracks; t++)
    for (guint32 row = tracks[t].first_slice;
         tracks[t].kind == TV_TRACK_THREAD && row < tracks[t].first_slice + tracks[t].n_slices;
         row++)
      {
        sqlite3_bind_int64 (insert, 1, row);
        sqlite3_bind_int64 (insert, 2, tv_slices_start (slices, row));
        sqlite3_bind_int64 (insert, 3, tv_slices_end (slices, row) - tv_slices_start (slices, row));
        sqlite3_bind_int64 (insert, 4, tv_slices_depth (slices, row));
        sqlite3_bind_int64 (insert, 5, tv_slices_symbol (slices, row));
        sqlite3_bind_int64 (
            insert, 6,
            tv_slices_parent (slices, row) != TV_NONE ? tv_slices_parent (slices, row) : -1);
        sqlite3_step (insert);
        sqlite3_reset (insert);
      }
  sqlite3_finalize (insert);
  run_sql (sql, "COMMIT");
  return sql;
}

static guint64
mix (guint64 hash, guint32 symbol)
{
  hash = (hash ^ (symbol + 1)) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

typedef struct
{
  const TvSlices *slices;
  guint32 merged;
  GArray *hashes; /* guint64: hash per depth */
} Stacks;

/* Computes the hash of a slice's stack from the hash of its parent's stack, which was computed before. */
static void
hash_stack (sqlite3_context *context, int n, sqlite3_value **values)
{
  Stacks *stacks = sqlite3_user_data (context);
  guint depth = (guint) sqlite3_value_int (values[0]);
  guint32 symbol = (guint32) sqlite3_value_int64 (values[1]);
  guint64 hash = depth > 0 && depth <= stacks->hashes->len
                     ? g_array_index (stacks->hashes, guint64, depth - 1)
                     : 0;

  if (symbol != stacks->merged)
    hash = mix (hash, symbol);
  if (stacks->hashes->len <= depth)
    g_array_set_size (stacks->hashes, depth + 1);
  g_array_index (stacks->hashes, guint64, depth) = hash;
  sqlite3_result_int64 (context, (gint64) hash);
}

/* Returns: number of nodes */
guint64
bench_sql_merge (gpointer sql,
                 TvTrace *trace,
                 const TvSelection *selection,
                 guint32 merged,
                 gint64 *total_ns)
{
  g_autoptr (GArray) hashes = g_array_new (FALSE, TRUE, sizeof (guint64));
  Stacks stacks = { tv_trace_get_slices (trace), merged, hashes };
  gboolean has_range = tv_selection_has_range (selection);
  gint64 start_ns = has_range ? tv_selection_get_start_ns (selection) : G_MININT64 / 4;
  gint64 end_ns = has_range ? tv_selection_get_end_ns (selection) : G_MAXINT64 / 4;
  sqlite3_stmt *query;
  guint64 n = 0;

  *total_ns = 0;
  sqlite3_create_function (sql, "stack_hash", 2, SQLITE_UTF8, &stacks, hash_stack, NULL, NULL);
  sqlite3_prepare_v2 (sql,
                      "SELECT stack_hash (depth, name) AS stack, min (depth), min (name),"
                      " sum (max (0, min (ts + dur, ?2) - max (ts, ?1))) AS total"
                      " FROM slice WHERE ts + dur >= ?1 AND ts <= ?2"
                      " GROUP BY stack ORDER BY min (depth), total DESC",
                      -1, &query, NULL);
  sqlite3_bind_int64 (query, 1, start_ns);
  sqlite3_bind_int64 (query, 2, end_ns);
  while (sqlite3_step (query) == SQLITE_ROW)
    {
      n++;
      if (sqlite3_column_int (query, 1) == 0)
        *total_ns += sqlite3_column_int64 (query, 3);
    }
  sqlite3_finalize (query);
  return n + 1;
}

void
bench_sql_close (gpointer sql)
{
  sqlite3_close (sql);
}
