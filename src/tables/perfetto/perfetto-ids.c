/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/perfetto/perfetto-ids.h"

#include <string.h>

/* Wraps a table so that its id columns contain the ids of Perfetto's tables and can be joined with them. Ids are null
 * for rows that Perfetto's tables lack, such as inferred states. Called by `tracedump table` and by
 * query/query-tables.c, around the tables of tables.c. Reading a cell may create parts of the model, so only one
 * thread at a time may read such a table. */

typedef guint32 (*MapId) (TvPerfettoModel *model, guint32 row);

struct _TvPerfettoIds
{
  TvTable parent_instance;

  TvTable *table;
  TvPerfettoModel *model; /* borrowed model of the trace */
  MapId *maps;            /* mapping function per column; NULL for columns without ids */
  gint
      table_column; /* column that names the table to which the ids in @row_column refer; -1 if there is none */
  gint row_column;
};

#define TV_TYPE_PERFETTO_IDS (tv_perfetto_ids_get_type ())
G_DECLARE_FINAL_TYPE (TvPerfettoIds, tv_perfetto_ids, TV, PERFETTO_IDS, TvTable)
G_DEFINE_FINAL_TYPE (TvPerfettoIds, tv_perfetto_ids, TV_TYPE_TABLE)

/* ---- Columns of ids ---- */

/**
 * Column:
 * @table: (nullable): name of a table; %NULL for all tables without an earlier entry
 * @column: name of the column
 * @map: function that maps a row of the trace to Perfetto's id
 *
 * A column that contains ids.
 */
typedef struct
{
  const char *table;
  const char *column;
  MapId map;
} Column;

static const Column columns[] = {
  { "slice", "id", tv_perfetto_model_map_slice },
  { "slice", "parent_id", tv_perfetto_model_map_slice },
  { "thread_slice", "id", tv_perfetto_model_map_slice },
  { "thread_slice", "parent_id", tv_perfetto_model_map_slice },
  { "process_slice", "id", tv_perfetto_model_map_slice },
  { "process_slice", "parent_id", tv_perfetto_model_map_slice },
  { "expected_frame_timeline_slice", "id", tv_perfetto_model_map_slice },
  { "actual_frame_timeline_slice", "id", tv_perfetto_model_map_slice },
  { "gpu_slice", "id", tv_perfetto_model_map_slice },
  { "flow", "slice_out", tv_perfetto_model_map_slice },
  { "flow", "slice_in", tv_perfetto_model_map_slice },
  { "lock_contention", "parent_id", tv_perfetto_model_map_slice },
  { "binder_transaction", "binder_txn_id", tv_perfetto_model_map_slice },
  { "binder_transaction", "binder_reply_id", tv_perfetto_model_map_slice },
  { "binder_transaction", "aidl_id", tv_perfetto_model_map_slice },
  { "occurrence", "caller_id", tv_perfetto_model_map_slice },
  { "frame", "expected_id", tv_perfetto_model_map_slice },
  { NULL, "slice_id", tv_perfetto_model_map_slice },
  { NULL, "longest_id", tv_perfetto_model_map_slice },
  { NULL, "initial_frame_slice_id", tv_perfetto_model_map_slice },
  { NULL, "full_frame_slice_id", tv_perfetto_model_map_slice },
  { "track", "id", tv_perfetto_model_map_track },
  { "track", "parent_id", tv_perfetto_model_map_track },
  { "thread_track", "id", tv_perfetto_model_map_track },
  { "thread_track", "parent_id", tv_perfetto_model_map_track },
  { "process_track", "id", tv_perfetto_model_map_track },
  { "process_track", "parent_id", tv_perfetto_model_map_track },
  { "cpu_track", "id", tv_perfetto_model_map_track },
  { "counter_track", "id", tv_perfetto_model_map_counter_track },
  { "cpu_counter_track", "id", tv_perfetto_model_map_counter_track },
  { "process_counter_track", "id", tv_perfetto_model_map_counter_track },
  { "counter", "track_id", tv_perfetto_model_map_counter_track },
  { "counter_gap", "track_id", tv_perfetto_model_map_counter_track },
  { "counter_use", "track_id", tv_perfetto_model_map_counter_track },
  { NULL, "track_id", tv_perfetto_model_map_track },
  { "counter", "id", tv_perfetto_model_map_counter },
  { "sched_slice", "id", tv_perfetto_model_map_run },
  { "thread_state", "id", tv_perfetto_model_map_state },
  { "thread_state", "waker_id", tv_perfetto_model_map_state },
  { "sched_latency", "max_id", tv_perfetto_model_map_state },
  { NULL, "thread_state_id", tv_perfetto_model_map_state },
  { NULL, "utid", tv_perfetto_model_map_utid },
  { NULL, "waker_utid", tv_perfetto_model_map_utid },
  { NULL, "owner_utid", tv_perfetto_model_map_utid },
  { NULL, "client_utid", tv_perfetto_model_map_utid },
  { NULL, "server_utid", tv_perfetto_model_map_utid },
  { NULL, "root_utid", tv_perfetto_model_map_utid },
  { NULL, "parent_utid", tv_perfetto_model_map_utid },
  { NULL, "upid", tv_perfetto_model_map_upid },
  { NULL, "parent_upid", tv_perfetto_model_map_upid },
};

/* Tables in which each row refers to a row of another table. One column names that table, another contains the id. */
static const struct
{
  const char *table;
  const char *table_column;
  const char *row_column;
} mixed[] = {
  { "finding", "evidence_table", "evidence_id" },
  { "finding_evidence", "table", "id" },
};

static MapId
find_map (const char *table, const char *column)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if ((columns[i].table == NULL || strcmp (columns[i].table, table) == 0) &&
        strcmp (columns[i].column, column) == 0)
      return columns[i].map;
  return NULL;
}

static gint
find_column (const TvTableInfo *info, const char *name)
{
  for (guint i = 0; i < info->n_columns; i++)
    if (strcmp (info->columns[i].name, name) == 0)
      return (gint) i;
  return -1;
}

/* ---- Cells ---- */

/* Returns: (nullable): the mapping function for a cell; NULL if the cell is no id */
static MapId
get_map (TvPerfettoIds *self, guint32 row, guint column)
{
  TvCell table = { .is_null = TRUE };
  MapId map;

  if ((gint) column != self->row_column)
    return self->maps[column];
  tv_table_get_cell (self->table, row, (guint) self->table_column, &table);
  map = table.is_null ? NULL : find_map (table.text, "id");
  tv_cell_clear (&table);
  return map;
}

static void
tv_perfetto_ids_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvPerfettoIds *self = TV_PERFETTO_IDS (table);
  MapId map = get_map (self, row, column);
  guint32 id;

  tv_table_get_cell (self->table, row, column, cell);
  if (map == NULL || cell->is_null)
    return;
  id = map (self->model, (guint32) cell->integer);
  cell->is_null = id == TV_NONE;
  cell->integer = id;
}

static const TvTableInfo *
tv_perfetto_ids_get_info (TvTable *table)
{
  return tv_table_get_info (TV_PERFETTO_IDS (table)->table);
}

static guint32
tv_perfetto_ids_get_n_rows (TvTable *table)
{
  return tv_table_get_n_rows (TV_PERFETTO_IDS (table)->table);
}

static void
tv_perfetto_ids_finalize (GObject *object)
{
  TvPerfettoIds *self = TV_PERFETTO_IDS (object);

  g_clear_object (&self->table);
  g_free (self->maps);
  G_OBJECT_CLASS (tv_perfetto_ids_parent_class)->finalize (object);
}

static void
tv_perfetto_ids_class_init (TvPerfettoIdsClass *klass)
{
  TvTableClass *table_class = TV_TABLE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_perfetto_ids_finalize;
  table_class->get_info = tv_perfetto_ids_get_info;
  table_class->get_n_rows = tv_perfetto_ids_get_n_rows;
  table_class->get_cell = tv_perfetto_ids_get_cell;
}

static void
tv_perfetto_ids_init (TvPerfettoIds *self)
{
}

/**
 * tv_perfetto_ids_new:
 * @table: a table of the model's trace
 * @model: model of the trace; must outlive the returned table. Only one thread at a time may use the model and the
 *   table
 *
 * Returns: (transfer full): a table with Perfetto's ids
 */
TvTable *
tv_perfetto_ids_new (TvTable *table, TvPerfettoModel *model)
{
  const TvTableInfo *info = tv_table_get_info (table);
  TvPerfettoIds *self = g_object_new (TV_TYPE_PERFETTO_IDS, NULL);

  self->table = g_object_ref (table);
  self->model = model;
  self->maps = g_new0 (MapId, info->n_columns + 1);
  self->table_column = self->row_column = -1;
  for (guint i = 0; i < info->n_columns; i++)
    if (info->columns[i].type == TV_COLUMN_INTEGER)
      self->maps[i] = find_map (info->name, info->columns[i].name);
  for (guint i = 0; i < G_N_ELEMENTS (mixed); i++)
    if (strcmp (mixed[i].table, info->name) == 0)
      {
        self->table_column = find_column (info, mixed[i].table_column);
        self->row_column = find_column (info, mixed[i].row_column);
      }
  return TV_TABLE (self);
}
