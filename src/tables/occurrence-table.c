/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/occurrence-table.h"

#include <glib/gi18n.h>

#include "analysis/calls/occurrences.h"
#include "core/error.h"
#include "tables/trace-table.h"

/* Implements the table of all slices with a symbol, or of a list of slices, with their inclusive and exclusive times.
 * Opened by tables.c (for one symbol or all symbols) and by the Occurrences view (for a list). Exclusive times of all
 * slices are computed when a cell first needs them, once per clock. Any thread may do this. */

enum
{
  OCCURRENCE_SLICE_ID,
  OCCURRENCE_TS,
  OCCURRENCE_UTID,
  OCCURRENCE_THREAD,
  OCCURRENCE_NAME,
  OCCURRENCE_WALL_NS,
  OCCURRENCE_SELF_WALL_NS,
  OCCURRENCE_CPU_NS,
  OCCURRENCE_SELF_CPU_NS,
  OCCURRENCE_DEPTH,
  OCCURRENCE_CALLER,
  OCCURRENCE_CALLER_ID,
  OCCURRENCE_SYMBOL_ID,
  OCCURRENCE_UNFINISHED,
  N_OCCURRENCE_COLUMNS,
};

static const TvColumn columns[N_OCCURRENCE_COLUMNS] = {
  [OCCURRENCE_SLICE_ID] = {
    "slice_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("ID of the slice in the table “slice”"),
  },
  [OCCURRENCE_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Start of the slice, on the trace’s clock"),
  },
  [OCCURRENCE_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [OCCURRENCE_THREAD] = {
    "thread", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Thread name"),
    N_("Device thread ID and name of the thread"),
  },
  [OCCURRENCE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Class and method of a call, or the name of a slice"),
  },
  [OCCURRENCE_WALL_NS] = {
    "wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall"),
    N_("Wall time from the start to the end, not clipped to the range"),
  },
  [OCCURRENCE_SELF_WALL_NS] = {
    "self_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall"),
    N_("Wall time from the start to the end, without child slices"),
  },
  [OCCURRENCE_CPU_NS] = {
    "cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU"),
    N_("CPU time of the thread from the start to the end; empty for slices without a thread"),
  },
  [OCCURRENCE_SELF_CPU_NS] = {
    "self_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU"),
    N_("CPU time of the thread, without child slices; empty for slices without a thread"),
  },
  [OCCURRENCE_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Depth"),
    N_("Number of enclosing slices on the same track"),
  },
  [OCCURRENCE_CALLER] = {
    "caller", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Caller"),
    N_("Name of the calling or enclosing slice; empty for the outermost slice"),
  },
  [OCCURRENCE_CALLER_ID] = {
    "caller_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Caller’s slice"),
    N_("ID of the calling or enclosing slice"),
  },
  [OCCURRENCE_SYMBOL_ID] = {
    "symbol_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Symbol"),
    N_("ID of the method or slice name in the table “symbol”"),
  },
  [OCCURRENCE_UNFINISHED] = {
    "unfinished", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Unfinished"),
    N_("1 if the end was not recorded, so that the times extend to the end of the recording; else "
       "0"),
  },
};

const TvTableInfo tv_occurrence_table_info = {
  "occurrence", N_("A call or slice with a given name; without --symbol, every call and slice"),
  columns,      N_OCCURRENCE_COLUMNS,
  TRUE,
};

struct _TvOccurrenceTable
{
  TvTable parent_instance;

  TvTrace *trace;
  GArray *rows; /* (element-type guint32): slice of each row */
  gsize self_ns
      [TV_N_CLOCKS]; /* (nullable): per clock: exclusive time of each slice in the trace; NULL until first needed */
};

G_DEFINE_FINAL_TYPE (TvOccurrenceTable, tv_occurrence_table, TV_TYPE_TABLE)

static const TvTableInfo *
tv_occurrence_table_get_info (TvTable *table)
{
  return &tv_occurrence_table_info;
}

static guint32
tv_occurrence_table_get_n_rows (TvTable *table)
{
  return TV_OCCURRENCE_TABLE (table)->rows->len;
}

/* Returns the exclusive times of all slices in ns. Computes all of them when first needed, because computing them one
 * by one would take quadratic time for deep stacks. */
static const gint64 *
get_self_ns (TvOccurrenceTable *self, TvClock clock)
{
  if (g_once_init_enter (&self->self_ns[clock]))
    g_once_init_leave (&self->self_ns[clock],
                       (gsize) (gpointer) tv_trace_dup_self_ns (self->trace, clock));
  return (const gint64 *) (gconstpointer) self->self_ns[clock];
}

static void
set_time (TvOccurrenceTable *self, guint32 slice, TvClock clock, gboolean is_self, TvCell *cell)
{
  TvTrace *trace = self->trace;
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];

  if (!tv_trace_has_clock (trace, clock) || (clock == TV_CLOCK_CPU && track->utid == TV_NONE))
    return;
  if (is_self)
    tv_cell_set_integer (cell, get_self_ns (self, clock)[slice]);
  else
    tv_cell_set_integer (
        cell, tv_time_column_get (clock == TV_CLOCK_CPU ? &slices->cpu_dur : &slices->dur, slice));
}

static guint32
get_utid (TvTrace *trace, guint32 slice)
{
  return tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)].utid;
}

static void
set_symbol (TvTrace *trace, guint32 slice, TvCell *cell)
{
  if (slice != TV_NONE)
    tv_cell_take_text (cell, tv_trace_dup_symbol_name (
                                 trace, tv_slices_symbol (tv_trace_get_slices (trace), slice)));
}

static void
tv_occurrence_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvOccurrenceTable *self = (TvOccurrenceTable *) table;
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  guint32 slice = g_array_index (self->rows, guint32, row);

  switch (column)
    {
    case OCCURRENCE_SLICE_ID:
      tv_cell_set_id (cell, slice);
      break;
    case OCCURRENCE_TS:
      tv_cell_set_integer (cell, tv_slices_start (slices, slice));
      break;
    case OCCURRENCE_UTID:
      tv_cell_set_id (cell, get_utid (self->trace, slice));
      break;
    case OCCURRENCE_THREAD:
      if (get_utid (self->trace, slice) != TV_NONE)
        tv_cell_take_text (cell,
                           tv_trace_dup_thread_label (self->trace, get_utid (self->trace, slice)));
      break;
    case OCCURRENCE_NAME:
      set_symbol (self->trace, slice, cell);
      break;
    case OCCURRENCE_WALL_NS:
    case OCCURRENCE_SELF_WALL_NS:
      set_time (self, slice, TV_CLOCK_WALL, column == OCCURRENCE_SELF_WALL_NS, cell);
      break;
    case OCCURRENCE_CPU_NS:
    case OCCURRENCE_SELF_CPU_NS:
      set_time (self, slice, TV_CLOCK_CPU, column == OCCURRENCE_SELF_CPU_NS, cell);
      break;
    case OCCURRENCE_DEPTH:
      tv_cell_set_integer (cell, tv_slices_depth (slices, slice));
      break;
    case OCCURRENCE_CALLER:
      set_symbol (self->trace, tv_slices_parent (slices, slice), cell);
      break;
    case OCCURRENCE_CALLER_ID:
      tv_cell_set_id (cell, tv_slices_parent (slices, slice));
      break;
    case OCCURRENCE_SYMBOL_ID:
      tv_cell_set_id (cell, tv_slices_symbol (slices, slice));
      break;
    case OCCURRENCE_UNFINISHED:
      tv_cell_set_integer (cell, tv_slices_is_unfinished (slices, slice));
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
tv_occurrence_table_get_text_id (TvTable *table, guint32 row, guint column, guint32 *id)
{
  TvOccurrenceTable *self = TV_OCCURRENCE_TABLE (table);
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  guint32 slice = g_array_index (self->rows, guint32, row);

  if (column == OCCURRENCE_CALLER)
    slice = tv_slices_parent (slices, slice);
  if (column == OCCURRENCE_THREAD)
    *id = get_utid (self->trace, slice);
  else
    *id = slice != TV_NONE ? tv_slices_symbol (slices, slice) : TV_NONE;
  return TRUE;
}

/* Sorts unfinished slices below all others, because their durations are unknown. */
static gboolean
tv_occurrence_table_get_sort_key (TvTable *table, guint32 row, guint column, guint64 *sort_key)
{
  TvOccurrenceTable *self = TV_OCCURRENCE_TABLE (table);
  gboolean is_self = column == OCCURRENCE_SELF_WALL_NS || column == OCCURRENCE_SELF_CPU_NS;
  gboolean is_cpu = column == OCCURRENCE_CPU_NS || column == OCCURRENCE_SELF_CPU_NS;
  TvCell cell = { .is_null = TRUE };
  guint32 slice = g_array_index (self->rows, guint32, row);

  if (!is_self && !is_cpu && column != OCCURRENCE_WALL_NS)
    return FALSE;
  set_time (self, slice, is_cpu ? TV_CLOCK_CPU : TV_CLOCK_WALL, is_self, &cell);
  if (cell.is_null)
    return FALSE;
  *sort_key = (guint64) MAX (cell.integer, 0) + 1;
  if (!tv_slices_is_unfinished (tv_trace_get_slices (self->trace), slice))
    *sort_key |= G_GUINT64_CONSTANT (1) << 63;
  return TRUE;
}

/* Sorts rows with equal keys by time. */
static const TvTableTie *
tv_occurrence_table_get_ties (TvTable *table)
{
  static const TvTableTie ties[TV_TABLE_MAX_TIES] = { { "ts", FALSE }, { "slice_id", FALSE } };

  return ties;
}

static void
tv_occurrence_table_finalize (GObject *object)
{
  TvOccurrenceTable *self = TV_OCCURRENCE_TABLE (object);

  g_clear_object (&self->trace);
  g_clear_pointer (&self->rows, g_array_unref);
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    g_free ((gpointer) self->self_ns[c]);
  G_OBJECT_CLASS (tv_occurrence_table_parent_class)->finalize (object);
}

static void
tv_occurrence_table_class_init (TvOccurrenceTableClass *class)
{
  TvTableClass *table_class = TV_TABLE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tv_occurrence_table_finalize;
  table_class->get_info = tv_occurrence_table_get_info;
  table_class->get_n_rows = tv_occurrence_table_get_n_rows;
  table_class->get_cell = tv_occurrence_table_get_cell;
  table_class->get_text_id = tv_occurrence_table_get_text_id;
  table_class->get_sort_key = tv_occurrence_table_get_sort_key;
  table_class->get_ties = tv_occurrence_table_get_ties;
}

static void
tv_occurrence_table_init (TvOccurrenceTable *self)
{
}

/* Returns all slices except runs and states. */
static GArray *
list_all (TvTrace *trace)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 t = 0; t < n_tracks; t++)
    for (guint32 i = 0; i < tracks[t].n_slices; i++)
      if (tracks[t].kind != TV_TRACK_CPU && tracks[t].kind != TV_TRACK_THREAD_STATE)
        {
          guint32 row = tracks[t].first_slice + i;

          g_array_append_val (rows, row);
        }
  return rows;
}

/**
 * tv_occurrence_table_new_of:
 * @slices: (element-type guint32): slices of @trace; must not be modified afterwards
 *
 * Returns: (transfer full): a table with one row per slice, in the order of @slices
 */
TvTable *
tv_occurrence_table_new_of (TvTrace *trace, GArray *slices)
{
  TvOccurrenceTable *self = g_object_new (TV_TYPE_OCCURRENCE_TABLE, NULL);

  self->trace = g_object_ref (trace);
  self->rows = g_array_ref (slices);
  return TV_TABLE (self);
}

/* Returns: (transfer none) (element-type guint32): the slice of each row */
GArray *
tv_occurrence_table_get_slices (TvOccurrenceTable *self)
{
  g_return_val_if_fail (TV_IS_OCCURRENCE_TABLE (self), NULL);
  return self->rows;
}

/**
 * tv_occurrence_table_new:
 * @trace: a trace
 * @symbol: a symbol, or %TV_NONE for all symbols
 * @selection: (nullable): selected part of the trace; %NULL for the whole trace
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): a table of the slices with the symbol in the selection; %NULL if cancelled
 */
TvTable *
tv_occurrence_table_new (TvTrace *trace,
                         guint32 symbol,
                         const TvSelection *selection,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GArray) all = symbol != TV_NONE ? tv_occurrences_find (trace, symbol, cancellable)
                                             : list_all (trace);
  GArray *rows = all != NULL ? tv_occurrences_select (trace, NULL, all, selection, cancellable)
                             : NULL;
  TvTable *self;

  if (rows == NULL)
    {
      tv_error_set_cancelled (error);
      return NULL;
    }
  self = tv_occurrence_table_new_of (trace, rows);
  g_array_unref (rows);
  return self;
}
