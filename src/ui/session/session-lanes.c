/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/session/session-lanes.h"

#include <glib/gi18n.h>

#include "paint/kit/palette.h"
#include "ui/kit/work.h"
#include "ui/session/lane-query.h"
#include "ui/session/session-part.h"

#define ROWS_PER_CANCEL_CHECK 65536

/**
 * LanesPart:
 * @filling: (nullable): slot of the worker, set while it runs a query
 * @filled_id: id of the lane with that query
 *
 * State of the lanes of a session.
 */
typedef struct
{
  GPtrArray *lanes;
  guint last_id;
  GCancellable *filling;
  guint filled_id;
} LanesPart;

static LanesPart *
get_part (TvSession *self)
{
  return tv_session_get_part (self, TV_SESSION_PART_LANES);
}

static void
unref_lane (gpointer data)
{
  tv_lane_unref (data);
}

static void
part_init (TvSession *self, gpointer data)
{
  ((LanesPart *) data)->lanes = g_ptr_array_new_with_free_func (unref_lane);
}

static void
part_stop (gpointer data)
{
  tv_work_stop (&((LanesPart *) data)->filling);
}

static void
part_clear (gpointer data)
{
  g_ptr_array_unref (((LanesPart *) data)->lanes);
}

const TvSessionPart tv_session_part_lanes = { .size = sizeof (LanesPart),
                                              .init = part_init,
                                              .stop = part_stop,
                                              .clear = part_clear };

/* ---- Lanes ---- */

void
tv_lane_source_copy (const TvLaneSource *from, TvLaneSource *to)
{
  *to = (TvLaneSource){ g_strdup (from->query), g_strdup (from->filter), from->is_regex };
}

void
tv_lane_source_clear (TvLaneSource *self)
{
  g_free (self->query);
  g_free (self->filter);
  *self = (TvLaneSource){ NULL };
}

static int
find_integer (TvTable *table, const char *name)
{
  int column = tv_table_find_column (table, name);

  return column >= 0 && tv_table_get_columns (table, NULL)[column].type == TV_COLUMN_INTEGER
             ? column
             : -1;
}

/* Returns whether a table has a column “ts” with timestamps. */
gboolean
tv_lane_is_possible (TvTable *table)
{
  return find_integer (table, "ts") >= 0;
}

static int
compare_slices (gconstpointer a, gconstpointer b)
{
  const TvLaneSlice *first = a, *second = b;

  if (first->ts != second->ts)
    return first->ts < second->ts ? -1 : 1;
  /* The longer slice is below the shorter one. */
  return first->dur < second->dur ? 1 : first->dur > second->dur ? -1 : 0;
}

/* Returns: (transfer full): a lane without slices */
static TvLane *
lane_new_empty (void)
{
  TvLane *self = g_new0 (TvLane, 1);

  g_atomic_ref_count_init (&self->references);
  self->label = -1;
  self->slices = g_array_new (FALSE, FALSE, sizeof (TvLaneSlice));
  return self;
}

/**
 * tv_lane_new:
 * @table: an immutable table with the column “ts”; the columns “dur” and “name” are used if they exist
 * @cancellable: (nullable): a #GCancellable
 *
 * Creates a lane and finds its slices; call this in a worker. Rows without a time are skipped. If the duration is
 * missing or negative, the slice is an instant event.
 *
 * Returns: (transfer full) (nullable): the lane; %NULL if cancelled
 */
TvLane *
tv_lane_new (TvTable *table, GCancellable *cancellable)
{
  g_autoptr (TvLane) self = lane_new_empty ();
  int ts = find_integer (table, "ts"), dur = find_integer (table, "dur");
  guint32 n = tv_table_get_n_rows (table);

  self->table = g_object_ref (table);
  self->label = tv_table_find_column (table, "name");
  if (self->label < 0)
    self->label = tv_table_find_column (table, "text");
  if (self->label >= 0 && tv_table_get_columns (table, NULL)[self->label].type != TV_COLUMN_TEXT)
    self->label = -1;
  for (guint32 row = 0; row < n; row++)
    {
      TvLaneSlice slice = { .row = row };

      if (row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (!tv_table_get_integer (table, row, ts, &slice.ts))
        continue;
      if (!tv_table_get_integer (table, row, dur, &slice.dur) || slice.dur < 0 ||
          slice.dur > G_MAXINT64 - MAX (slice.ts, 0))
        slice.dur = 0;
      self->longest_ns = MAX (self->longest_ns, slice.dur);
      g_array_append_val (self->slices, slice);
    }
  g_array_sort (self->slices, compare_slices);
  return g_steal_pointer (&self);
}

/* Returns: (transfer full): a lane with the same rows */
static TvLane *
lane_copy_rows (const TvLane *from)
{
  TvLane *self = g_new0 (TvLane, 1);

  g_atomic_ref_count_init (&self->references);
  self->table = from->table != NULL ? g_object_ref (from->table) : NULL;
  self->label = from->label;
  self->slices = g_array_ref (from->slices);
  self->longest_ns = from->longest_ns;
  self->is_pending = from->is_pending;
  self->message = g_strdup (from->message);
  return self;
}

/* Copies id, colour, name and source of another lane to a new one. */
static void
lane_take_place (TvLane *self, const TvLane *of)
{
  self->id = of->id;
  self->color = of->color;
  self->name = g_strdup (of->name);
  tv_lane_source_copy (&of->source, &self->source);
}

TvLane *
tv_lane_ref (TvLane *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
tv_lane_unref (TvLane *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_clear_object (&self->table);
  g_clear_pointer (&self->slices, g_array_unref);
  tv_lane_source_clear (&self->source);
  g_free (self->message);
  g_free (self->name);
  g_free (self);
}

/* Returns: the index of the first slice that starts at or after a time; the number of slices if there is none */
guint
tv_lane_find_first (const TvLane *self, gint64 ns)
{
  guint low = 0, high = self->slices->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->slices, TvLaneSlice, middle).ts < ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns: (transfer full) (nullable): the label of a slice */
char *
tv_lane_dup_label (const TvLane *self, guint slice)
{
  TvCell cell;
  char *label;

  if (self->label < 0)
    return NULL;
  tv_table_get_cell (self->table, g_array_index (self->slices, TvLaneSlice, slice).row,
                     (guint) self->label, &cell);
  label = cell.is_null ? NULL : g_strdup (cell.text);
  tv_cell_clear (&cell);
  return label;
}

/* ---- Session ---- */

/* Returns: (transfer none) (element-type TvLane): the lanes in the order in which they were added; the array is
 * immutable */
GPtrArray *
tv_session_get_lanes (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return get_part (self)->lanes;
}

static void
take_lanes (TvSession *self, GPtrArray *lanes)
{
  g_ptr_array_unref (get_part (self)->lanes);
  get_part (self)->lanes = lanes;
  tv_session_notify (self, TV_SESSION_PROP_LANES);
}

static GPtrArray *
copy_lanes (TvSession *self, guint without)
{
  GPtrArray *before = get_part (self)->lanes;
  GPtrArray *lanes = g_ptr_array_new_with_free_func (unref_lane);

  for (guint i = 0; i < before->len; i++)
    if (((const TvLane *) before->pdata[i])->id != without)
      g_ptr_array_add (lanes, tv_lane_ref (before->pdata[i]));
  return lanes;
}

static TvLane *
find_lane (TvSession *self, guint id)
{
  GPtrArray *lanes = get_part (self)->lanes;

  for (guint i = 0; i < lanes->len; i++)
    if (((TvLane *) lanes->pdata[i])->id == id)
      return lanes->pdata[i];
  return NULL;
}

/* Replaces the lane that has the same id. @lane: (transfer full) */
static void
replace_lane (TvSession *self, TvLane *lane)
{
  GPtrArray *lanes = copy_lanes (self, 0);

  for (guint i = 0; i < lanes->len; i++)
    if (((TvLane *) lanes->pdata[i])->id == lane->id)
      {
        tv_lane_unref (lanes->pdata[i]);
        lanes->pdata[i] = lane;
      }
  take_lanes (self, lanes);
}

/* ---- Queries of restored lanes ---- */

typedef struct
{
  TvTrace *trace;
  TvLaneSource source;
} FillJob;

static void
free_fill_job (gpointer data)
{
  FillJob *job = data;

  g_object_unref (job->trace);
  tv_lane_source_clear (&job->source);
  g_free (job);
}

static gpointer
fill_lane (gpointer data, GCancellable *cancellable, GError **error)
{
  const FillJob *job = data;

  return tv_lane_query_run (job->trace, &job->source, cancellable, error);
}

static const TvWork fill_work = { fill_lane, free_fill_job, (GDestroyNotify) tv_lane_unref };

static void fill_next (TvSession *self);

static void
on_filled (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvSession *self = owner;
  TvLane *lane = result != NULL ? result : lane_new_empty ();

  lane_take_place (lane, find_lane (self, get_part (self)->filled_id));
  if (result == NULL)
    lane->message = g_strdup (error->message);
  replace_lane (self, lane);
  fill_next (self);
}

/* Runs the query of the first lane whose rows are not known yet, unless a query is already running. */
static void
fill_next (TvSession *self)
{
  LanesPart *part = get_part (self);
  const TvLane *lane = NULL;
  FillJob *job;

  for (guint i = 0; lane == NULL && i < part->lanes->len; i++)
    if (((const TvLane *) part->lanes->pdata[i])->is_pending)
      lane = part->lanes->pdata[i];
  if (lane == NULL || part->filling != NULL)
    return;
  job = g_new0 (FillJob, 1);
  job->trace = g_object_ref (tv_session_get_trace (self));
  tv_lane_source_copy (&lane->source, &job->source);
  part->filled_id = lane->id;
  tv_work_start (&fill_work, job, on_filled, self, &part->filling);
}

/* ---- Changes ---- */

/**
 * tv_session_add_lane:
 * @self: a session
 * @lane: (transfer full): a new lane
 * @name: name of the lane
 * @source: (nullable): description of its rows; a lane without a query is not saved
 *
 * Adds a lane.
 *
 * Returns: %FALSE if there are already %TV_SESSION_MAX_LANES lanes
 */
gboolean
tv_session_add_lane (TvSession *self, TvLane *lane, const char *name, const TvLaneSource *source)
{
  LanesPart *part;
  GPtrArray *lanes;

  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);

  part = get_part (self);
  if (part->lanes->len >= TV_SESSION_MAX_LANES)
    {
      tv_lane_unref (lane);
      return FALSE;
    }
  lane->id = ++part->last_id;
  lane->color = tv_palette_get_index (lane->id - 1);
  lane->name = g_strdup (name);
  if (source != NULL)
    tv_lane_source_copy (source, &lane->source);
  lanes = copy_lanes (self, 0);
  g_ptr_array_add (lanes, lane);
  take_lanes (self, lanes);
  return TRUE;
}

/**
 * tv_session_restore_lane:
 * @self: a session
 * @name: name of the lane
 * @source: description of its rows, with a query
 *
 * Adds a lane, and runs its query in a worker.
 */
void
tv_session_restore_lane (TvSession *self, const char *name, const TvLaneSource *source)
{
  TvLane *lane = lane_new_empty ();

  g_return_if_fail (TV_IS_SESSION (self) && source->query != NULL);

  lane->is_pending = TRUE;
  lane->message = g_strdup (_("Running the query…"));
  if (tv_session_add_lane (self, lane, name, source))
    fill_next (self);
}

/* Renames a lane; does nothing if the id is unknown or the name is empty. */
void
tv_session_rename_lane (TvSession *self, guint id, const char *name)
{
  const TvLane *before;
  TvLane *lane;

  g_return_if_fail (TV_IS_SESSION (self));

  before = find_lane (self, id);
  if (before == NULL || *name == '\0' || g_str_equal (before->name, name))
    return;
  lane = lane_copy_rows (before);
  lane_take_place (lane, before);
  g_free (lane->name);
  lane->name = g_strdup (name);
  replace_lane (self, lane);
}

/* Removes a lane, and cancels its query; does nothing if the id is unknown. */
void
tv_session_remove_lane (TvSession *self, guint id)
{
  GPtrArray *lanes;

  g_return_if_fail (TV_IS_SESSION (self));

  if (get_part (self)->filled_id == id)
    tv_work_stop (&get_part (self)->filling);
  lanes = copy_lanes (self, id);
  if (lanes->len == get_part (self)->lanes->len)
    g_ptr_array_unref (lanes);
  else
    take_lanes (self, lanes);
  fill_next (self);
}
