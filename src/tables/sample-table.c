/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/sample-table.h"

#include <glib/gi18n.h>

#include "analysis/calls/sample-rows.h"
#include "analysis/samples/frame-source.h"
#include "tables/trace-table.h"

/* Implements the table sample, opened by tables.c and by the Samples view. The rows are found when the table is
 * created (analysis/calls/sample-rows.c). Cells only read the trace. */

enum
{
  SAMPLE_ID,
  SAMPLE_TS,
  SAMPLE_UTID,
  SAMPLE_THREAD,
  SAMPLE_CPU,
  SAMPLE_EVENT,
  SAMPLE_WEIGHT,
  SAMPLE_UNIT,
  SAMPLE_STATE,
  SAMPLE_NAME,
  SAMPLE_SOURCE,
  SAMPLE_LIBRARY,
  SAMPLE_ORIGIN,
  SAMPLE_DEPTH,
  SAMPLE_SYMBOL_ID,
  SAMPLE_CALLSITE_ID,
  N_SAMPLE_COLUMNS,
};

static const TvColumn columns[N_SAMPLE_COLUMNS] = {
  [SAMPLE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Sample"),
    N_("ID of the sample in the table “perf_sample”, in chronological order"),
  },
  [SAMPLE_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time of the sample, on the trace’s clock, if known"),
  },
  [SAMPLE_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [SAMPLE_THREAD] = {
    "thread", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Thread name"),
    N_("Device thread ID and name of the thread"),
  },
  [SAMPLE_CPU] = {
    "cpu", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("CPU"),
    N_("Number of the CPU on which the sample was taken"),
  },
  [SAMPLE_EVENT] = {
    "event", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Event"),
    N_("Event of the sample; only weights of the same event can be added up"),
  },
  [SAMPLE_WEIGHT] = {
    "weight", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Weight"),
    N_("Weight of the sample"),
  },
  [SAMPLE_UNIT] = {
    "unit", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Unit"),
    N_("Unit of the weight: count, ns or bytes"),
  },
  [SAMPLE_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("Whether the thread was on a CPU or off-CPU"),
  },
  [SAMPLE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Innermost frame of the stack"),
  },
  [SAMPLE_SOURCE] = {
    "source", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Source"),
    N_("Source file and line of the frame, if known"),
  },
  [SAMPLE_LIBRARY] = {
    "library", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Library"),
    N_("Owner of the frame’s code: package of the class, or file that contains the code"),
  },
  [SAMPLE_ORIGIN] = {
    "origin", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Origin"),
    N_("Kind of code: kernel, native, managed, jit or js, if known"),
  },
  [SAMPLE_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Depth"),
    N_("Number of frames on the stack"),
  },
  [SAMPLE_SYMBOL_ID] = {
    "symbol_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Symbol"),
    N_("ID of the innermost function in the table “symbol”"),
  },
  [SAMPLE_CALLSITE_ID] = {
    "callsite_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Callsite"),
    N_("ID of the stack in the table “stack_profile_callsite”"),
  },
};

const TvTableInfo tv_sample_table_info = {
  "sample",
  N_("A selected sample and its innermost frame; with --samples, only samples of one "
     "event"),
  columns,
  N_SAMPLE_COLUMNS,
  TRUE,
};

struct _TvSampleTable
{
  TvTable parent_instance;

  TvTrace *trace;
  GArray *rows; /* (element-type guint32): indexes of samples or of heap changes, sorted */
  guint32
      heap_kind; /* if the rows are heap changes, the sample kind of the heap; otherwise %TV_NONE */
};

G_DEFINE_FINAL_TYPE (TvSampleTable, tv_sample_table, TV_TYPE_TABLE)

static const TvTableInfo *
tv_sample_table_get_info (TvTable *table)
{
  return &tv_sample_table_info;
}

static guint32
tv_sample_table_get_n_rows (TvTable *table)
{
  return TV_SAMPLE_TABLE (table)->rows->len;
}

static void
set_frame_cell (TvTrace *trace, const TvFrame *frame, guint column, TvCell *cell)
{
  if (frame == NULL)
    return;
  if (column == SAMPLE_NAME)
    tv_cell_take_text (cell, tv_frame_dup_name (trace, frame));
  else if (column == SAMPLE_SOURCE)
    tv_cell_take_text (cell, tv_frame_dup_source (trace, frame));
  else if (column == SAMPLE_LIBRARY)
    tv_cell_take_text (cell, tv_frame_dup_library (trace, frame));
  else
    tv_cell_set_text (cell, tv_frame_kind_name (frame->kind));
}

/* Returns the sample kind of a row. Sets @rows to the trace's samples or heap changes, and @at to the row's index in
 * @rows. */
static guint32
find_row (TvSampleTable *self, guint32 row, TvKindRows *rows, guint32 *at)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  guint32 kind = self->heap_kind;

  *at = g_array_index (self->rows, guint32, row);
  if (kind == TV_NONE)
    kind = stacks->samples.kind[*at];
  *rows = tv_stacks_get_rows (stacks, kind);
  return kind;
}

static void
set_thread_cell (TvTrace *trace, const TvKindRows *rows, guint32 at, TvCell *cell)
{
  if (rows->utid[at] != TV_NONE)
    tv_cell_take_text (cell, tv_trace_dup_thread_label (trace, rows->utid[at]));
  else if (rows->upid != NULL && rows->upid[at] != TV_NONE)
    tv_cell_take_text (cell, tv_trace_dup_process_label (trace, rows->upid[at]));
}

static void
tv_sample_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvSampleTable *self = (TvSampleTable *) table;
  TvTrace *trace = self->trace;
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  TvKindRows rows;
  guint32 at, number = find_row (self, row, &rows, &at);
  const TvSampleKind *kind = &stacks->kinds[number];
  const TvFrame *leaf = tv_callsite_find_frame (trace, rows.callsite[at]);

  switch (column)
    {
    case SAMPLE_ID:
      tv_cell_set_id (cell, at);
      break;
    case SAMPLE_TS:
      if (rows.ts[at] != TV_NO_TIME)
        tv_cell_set_integer (cell, rows.ts[at]);
      break;
    case SAMPLE_UTID:
      tv_cell_set_id (cell, rows.utid[at]);
      break;
    case SAMPLE_THREAD:
      set_thread_cell (trace, &rows, at, cell);
      break;
    case SAMPLE_CPU:
      if (self->heap_kind == TV_NONE)
        tv_cell_set_id (cell, tv_trace_get_cpu_number (trace, stacks->samples.cpu[at]));
      break;
    case SAMPLE_EVENT:
      tv_cell_set_trace_text (cell, trace, kind->name);
      break;
    case SAMPLE_WEIGHT:
      tv_cell_set_weight (cell, kind->unit, tv_kind_rows_get_weight (&rows, at));
      break;
    case SAMPLE_UNIT:
      tv_cell_set_text (cell, tv_weight_unit_name (kind->unit));
      break;
    case SAMPLE_STATE:
      if (self->heap_kind == TV_NONE)
        tv_cell_set_text (cell, kind->is_off_cpu ? "off-CPU" : "on-CPU");
      break;
    case SAMPLE_NAME:
    case SAMPLE_SOURCE:
    case SAMPLE_LIBRARY:
    case SAMPLE_ORIGIN:
      set_frame_cell (trace, leaf, column, cell);
      break;
    case SAMPLE_DEPTH:
      tv_cell_set_integer (
          cell, rows.callsite[at] != TV_NONE ? stacks->callsites[rows.callsite[at]].depth + 1 : 0);
      break;
    case SAMPLE_SYMBOL_ID:
      tv_cell_set_id (cell, leaf != NULL ? leaf->symbol : TV_NONE);
      break;
    case SAMPLE_CALLSITE_ID:
      tv_cell_set_id (cell, rows.callsite[at]);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Gets the text id of a cell. Texts other than threads and events depend on the innermost frame. */
static gboolean
tv_sample_table_get_text_id (TvTable *table, guint32 row, guint column, guint32 *id)
{
  TvSampleTable *self = (TvSampleTable *) table;
  const TvFrame *leaf;
  TvKindRows rows;
  guint32 at, kind = find_row (self, row, &rows, &at);

  switch (column)
    {
    case SAMPLE_THREAD:
      *id = rows.utid[at];
      return rows.utid[at] != TV_NONE || rows.upid == NULL;
    case SAMPLE_NAME:
    case SAMPLE_SOURCE:
    case SAMPLE_LIBRARY:
    case SAMPLE_ORIGIN:
      leaf = tv_callsite_find_frame (self->trace, rows.callsite[at]);
      *id = leaf != NULL ? (guint32) (leaf - tv_trace_get_stacks (self->trace)->frames) : TV_NONE;
      return TRUE;
    default:
      *id = kind;
      return TRUE;
    }
}

/* Sorts rows with equal keys by time. */
static const TvTableTie *
tv_sample_table_get_ties (TvTable *table)
{
  static const TvTableTie ties[TV_TABLE_MAX_TIES] = { { "id", FALSE } };

  return ties;
}

static void
tv_sample_table_finalize (GObject *object)
{
  TvSampleTable *self = TV_SAMPLE_TABLE (object);

  g_clear_object (&self->trace);
  g_clear_pointer (&self->rows, g_array_unref);
  G_OBJECT_CLASS (tv_sample_table_parent_class)->finalize (object);
}

static void
tv_sample_table_class_init (TvSampleTableClass *class)
{
  TvTableClass *table_class = TV_TABLE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tv_sample_table_finalize;
  table_class->get_info = tv_sample_table_get_info;
  table_class->get_n_rows = tv_sample_table_get_n_rows;
  table_class->get_cell = tv_sample_table_get_cell;
  table_class->get_text_id = tv_sample_table_get_text_id;
  table_class->get_ties = tv_sample_table_get_ties;
}

static void
tv_sample_table_init (TvSampleTable *self)
{
}

/**
 * tv_sample_table_new:
 * @trace: a trace
 * @source: a kind of samples, or %TV_CALLS_OF_SLICES for all kinds
 * @selection: (nullable): selected part of the trace; %NULL for the whole trace
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): a table of the selected samples, or heap changes if @source is a heap, in
 * chronological order; %NULL if cancelled
 */
TvTable *
tv_sample_table_new (TvTrace *trace,
                     guint32 source,
                     const TvSelection *selection,
                     GCancellable *cancellable,
                     GError **error)
{
  GArray *rows = tv_sample_rows_find (trace, source, selection, cancellable, error);
  TvSampleTable *self;

  if (rows == NULL)
    return NULL;
  self = g_object_new (TV_TYPE_SAMPLE_TABLE, NULL);
  self->trace = g_object_ref (trace);
  self->rows = rows;
  self->heap_kind = source < tv_trace_get_stacks (trace)->n_kinds &&
                            tv_trace_get_stacks (trace)->kinds[source].heap != TV_NONE
                        ? source
                        : TV_NONE;
  return TV_TABLE (self);
}

/* Returns the sample of a row; %TV_NONE if the rows are heap changes. */
guint32
tv_sample_table_get_sample (TvSampleTable *self, guint32 row)
{
  g_return_val_if_fail (TV_IS_SAMPLE_TABLE (self) && row < self->rows->len, TV_NONE);
  return self->heap_kind == TV_NONE ? g_array_index (self->rows, guint32, row) : TV_NONE;
}

/* Returns: (nullable): the innermost frame of a row's stack */
const TvFrame *
tv_sample_table_get_leaf (TvSampleTable *self, guint32 row)
{
  TvKindRows rows;
  guint32 at;

  g_return_val_if_fail (TV_IS_SAMPLE_TABLE (self) && row < self->rows->len, NULL);
  find_row (self, row, &rows, &at);
  return tv_callsite_find_frame (self->trace, rows.callsite[at]);
}

/**
 * tv_sample_table_get_weight:
 * @row: index of a row
 * @kind: (out) (optional): kind of the sample or heap change
 * @ts: (out) (optional): time of the sample or heap change, or %TV_NO_TIME
 *
 * Returns the weight of the sample or heap change, in the unit of its kind.
 */
gint64
tv_sample_table_get_weight (TvSampleTable *self, guint32 row, guint32 *kind, gint64 *ts)
{
  TvKindRows rows;
  guint32 at, of;

  g_return_val_if_fail (TV_IS_SAMPLE_TABLE (self) && row < self->rows->len, 0);
  of = find_row (self, row, &rows, &at);
  if (kind != NULL)
    *kind = of;
  if (ts != NULL)
    *ts = rows.ts[at];
  return tv_kind_rows_get_weight (&rows, at);
}

static int
compare_samples (gconstpointer a, gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

/* Returns the row of a sample, or %TV_NONE if the table does not contain the sample. */
guint32
tv_sample_table_find_row (TvSampleTable *self, guint32 sample)
{
  guint row;

  g_return_val_if_fail (TV_IS_SAMPLE_TABLE (self), TV_NONE);
  if (self->heap_kind != TV_NONE)
    return TV_NONE;
  return g_array_binary_search (self->rows, &sample, compare_samples, &row) ? row : TV_NONE;
}
