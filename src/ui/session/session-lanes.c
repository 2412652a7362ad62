/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/session/session-lanes.h"

#include "paint/kit/palette.h"
#include "ui/session/session-part.h"

#define ROWS_PER_CANCEL_CHECK 65536

typedef struct
{
  GPtrArray *lanes;
  guint last_id;
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
part_clear (gpointer data)
{
  g_ptr_array_unref (((LanesPart *) data)->lanes);
}

const TvSessionPart tv_session_part_lanes = { .size = sizeof (LanesPart),
                                              .init = part_init,
                                              .clear = part_clear };

/* ---- Lanes ---- */

static int
find_integer (TvTable *table, const char *name)
{
  int column = tv_table_find_column (table, name);

  return column >= 0 && tv_table_get_columns (table, NULL)[column].type == TV_COLUMN_INTEGER
             ? column
             : -1;
}

/* Returns whether a table has a column “ts” of moments. */
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
  /* The longer one is below. */
  return first->dur < second->dur ? 1 : first->dur > second->dur ? -1 : 0;
}

/**
 * tv_lane_new:
 * @table: an immutable table with the column “ts”; “dur” and “name” are used if they exist
 * @cancellable: (nullable): stops it
 *
 * Finds the slices of a lane, in a worker. Rows without a time are skipped. A duration that is missing or negative
 * becomes a moment.
 *
 * Returns: (transfer full) (nullable): the lane, %NULL if it was cancelled
 */
TvLane *
tv_lane_new (TvTable *table, GCancellable *cancellable)
{
  g_autoptr (TvLane) self = g_new0 (TvLane, 1);
  int ts = find_integer (table, "ts"), dur = find_integer (table, "dur");
  guint32 n = tv_table_get_n_rows (table);

  g_atomic_ref_count_init (&self->references);
  self->table = g_object_ref (table);
  self->label = tv_table_find_column (table, "name");
  if (self->label < 0)
    self->label = tv_table_find_column (table, "text");
  if (self->label >= 0 && tv_table_get_columns (table, NULL)[self->label].type != TV_COLUMN_TEXT)
    self->label = -1;
  self->slices = g_array_new (FALSE, FALSE, sizeof (TvLaneSlice));
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
  g_free (self->name);
  g_free (self);
}

/* Returns: the first slice that starts at a time or later; the number of slices if there is none */
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

/* Returns: (transfer full) (nullable): name of a slice */
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

/* Returns: (transfer none) (element-type TvLane): lanes in the order in which they were added; never changed */
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

/**
 * tv_session_add_lane:
 * @lane: (transfer full): a lane that no session has
 * @name: its name
 *
 * Returns: whether it was added; there are at most %TV_SESSION_MOST_LANES
 */
gboolean
tv_session_add_lane (TvSession *self, TvLane *lane, const char *name)
{
  LanesPart *part;
  GPtrArray *lanes;

  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);

  part = get_part (self);
  if (part->lanes->len >= TV_SESSION_MOST_LANES)
    {
      tv_lane_unref (lane);
      return FALSE;
    }
  lane->id = ++part->last_id;
  lane->color = tv_palette_get_index (lane->id - 1);
  lane->name = g_strdup (name);
  lanes = copy_lanes (self, 0);
  g_ptr_array_add (lanes, lane);
  take_lanes (self, lanes);
  return TRUE;
}

/* Removes the lane with an id, if it exists. */
void
tv_session_remove_lane (TvSession *self, guint id)
{
  GPtrArray *lanes;

  g_return_if_fail (TV_IS_SESSION (self));

  lanes = copy_lanes (self, id);
  if (lanes->len == get_part (self)->lanes->len)
    g_ptr_array_unref (lanes);
  else
    take_lanes (self, lanes);
}
