/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* A trace with the numbering of Perfetto's trace processor: the idle thread and process have the id 0, tracks of
 * slices and counters share one range of ids, slices are numbered by start time, and the idle time of CPUs is stored
 * as runs. The rows and ids of each table are computed on demand. Only one thread at a time may use a model. */

typedef struct _TvPerfettoModel TvPerfettoModel;

/**
 * TvPerfettoArg:
 * @type: value of args.value_type
 * @text: (nullable): value of strings and of JSON
 *
 * A row of the args table.
 */
typedef struct
{
  const char *key;
  const char *type;
  const char *text;
  gint64 integer;
  double real;
} TvPerfettoArg;

/**
 * TvPerfettoTable:
 * @traits: (nullable): properties per column: bit 0 if values equal the row number, bit 1 if values never decrease
 *
 * Definition of a table.
 */
typedef struct
{
  const char *name;
  const TvColumn *columns;
  guint n_columns;
  guint32 (*get_n_rows) (TvPerfettoModel *model);
  void (*get_cell) (TvPerfettoModel *model, guint32 row, guint column, TvCell *cell);
  const guint8 *traits;
} TvPerfettoTable;

TvPerfettoModel *tv_perfetto_model_new (TvTrace *trace);
void tv_perfetto_model_free (TvPerfettoModel *self);

const TvPerfettoTable *const *tv_perfetto_tables_list (guint *n);
TvTable *tv_perfetto_table_new (const TvPerfettoTable *kind, TvPerfettoModel *model);

guint32 tv_perfetto_model_get_n_slices (TvPerfettoModel *self);
guint32 tv_perfetto_model_get_parent (TvPerfettoModel *self, guint32 slice);
void tv_perfetto_model_find_descendants (TvPerfettoModel *self, guint32 slice, GArray *out);
guint32 tv_perfetto_model_get_n_flows (TvPerfettoModel *self);
void tv_perfetto_model_get_flow (TvPerfettoModel *self, guint32 flow, guint32 *out, guint32 *in);
guint32 tv_perfetto_model_get_n_args (TvPerfettoModel *self, gint64 set);
gboolean
tv_perfetto_model_get_arg (TvPerfettoModel *self, gint64 set, guint32 index, TvPerfettoArg *arg);
gboolean tv_perfetto_model_get_bounds (TvPerfettoModel *self, gint64 *start, gint64 *end);
guint32 tv_perfetto_model_map_utid (TvPerfettoModel *self, guint32 utid);
guint32 tv_perfetto_model_map_upid (TvPerfettoModel *self, guint32 upid);
guint32 tv_perfetto_model_map_slice (TvPerfettoModel *self, guint32 slice);
guint32 tv_perfetto_model_map_track (TvPerfettoModel *self, guint32 track);
guint32 tv_perfetto_model_map_counter_track (TvPerfettoModel *self, guint32 track);
guint32 tv_perfetto_model_map_counter (TvPerfettoModel *self, guint32 sample);
guint32 tv_perfetto_model_map_run (TvPerfettoModel *self, guint32 slice);
guint32 tv_perfetto_model_map_state (TvPerfettoModel *self, guint32 slice);
const char *tv_perfetto_model_get_symbol_name (TvPerfettoModel *self, guint32 symbol);
guint32 tv_perfetto_model_find_thread (TvPerfettoModel *self, guint32 utid);
guint32 tv_perfetto_model_find_process (TvPerfettoModel *self, guint32 upid);
guint32 tv_perfetto_model_find_slice (TvPerfettoModel *self, guint32 id);
guint32 tv_perfetto_model_find_kernel_slice (TvPerfettoModel *self, guint32 id);
guint32 tv_perfetto_model_find_track (TvPerfettoModel *self, guint32 id, gboolean *is_counter);
gboolean tv_perfetto_model_convert (TvPerfettoModel *self, guint clock, gint64 ts, gint64 *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPerfettoModel, tv_perfetto_model_free)

G_END_DECLS
