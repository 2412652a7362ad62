/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/app-start-slices.h"

#include "analysis/range/range.h"
#include "core/error.h"

/* Lays out the phases of a start as a bar, and finds the longest slices of its main thread. Boxes of the bar do not
 * overlap:
 *
 *   phases   [launch_delay][bindApplication][doFrame       ]
 *                                               [DrawFrames       ]
 *   boxes    [launch_delay][bindApplication][doF][DrawFrames      ]
 *
 * Called by the Starts view and its tables (tables/app-start-tables.c). Pure: only reads the trace. */

#define ROWS_PER_CANCEL_CHECK 65536

/* ---- Phases as a bar ---- */

/* Returns the end of the start, or the end of its first draw if that is later. */
gint64
tv_app_start_get_seen_end (const TvAppStart *start)
{
  return MAX (start->end, start->ts + MAX (start->initial_display_ns, 0));
}

/* A phase that has begun and may not have ended */
typedef struct
{
  guint32 phase;
  gint64 end;
  gboolean is_open;
} OpenPhase;

static void
add_box (GArray *boxes, const OpenPhase *phase, gint64 ts, gint64 end)
{
  TvAppStartBox *last = boxes->len > 0 ? &g_array_index (boxes, TvAppStartBox, boxes->len - 1)
                                       : NULL;
  TvAppStartBox box = { phase->phase, ts, end, phase->is_open };

  if (last != NULL && last->phase == box.phase && last->end == ts)
    last->end = end;
  else
    g_array_append_val (boxes, box);
}

/* Adds boxes from @ts to @end. Each point in time belongs to the phase that began last and has not ended. */
static void
add_boxes (GArray *boxes, GArray *open, gint64 ts, gint64 end)
{
  while (ts < end && open->len > 0)
    {
      const OpenPhase *phase = &g_array_index (open, OpenPhase, open->len - 1);

      if (phase->end <= ts)
        {
          g_array_set_size (open, open->len - 1);
          continue;
        }
      add_box (boxes, phase, ts, MIN (phase->end, end));
      ts = MIN (phase->end, end);
    }
}

/**
 * tv_app_start_boxes_new:
 * @start: a start
 * @phases: (element-type TvAppStartPhase): phases, sorted by start and time
 *
 * Returns: (transfer full) (element-type TvAppStartBox): boxes of the phases, sorted by time, without overlap; a
 * phase that begins inside another one divides it
 */
GArray *
tv_app_start_boxes_new (const TvAppStart *start, const GArray *phases)
{
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (TvAppStartBox));
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (OpenPhase));
  gint64 seen_end = tv_app_start_get_seen_end (start), at = start->ts;

  for (guint i = 0; i < phases->len; i++)
    {
      const TvAppStartPhase *phase = &g_array_index (phases, TvAppStartPhase, i);
      gint64 ts = CLAMP (phase->ts, start->ts, seen_end);
      OpenPhase added = { i, phase->dur >= 0 ? MIN (phase->ts + phase->dur, seen_end) : seen_end,
                          phase->dur < 0 };

      if (phase->start != start->id)
        continue;
      add_boxes (boxes, open, at, ts);
      g_array_append_val (open, added);
      at = ts;
    }
  add_boxes (boxes, open, at, seen_end);
  return boxes;
}

/* ---- Longest slices ---- */

/* A slice that contains the current slice */
typedef struct
{
  guint32 slice;
  gint64 dur;
  gint64 inner_dur; /* total duration of its child slices */
} Open;

typedef struct
{
  const TvAppStart *start;
  gint64 main_ts; /* start of the part of the app start in which the main thread exists */
  GArray *open;   /* Open: open slices, outermost first */
  GArray *found;  /* TvAppStartSlice: longest slices, in descending order of exclusive duration */
} Search;

/* Closes the innermost open slice, and adds it to the list if it is one of the longest. */
static void
close_slice (Search *self)
{
  const Open *open = &g_array_index (self->open, Open, self->open->len - 1);
  TvAppStartSlice slice = { .start = self->start->id,
                            .slice = open->slice,
                            .dur = open->dur,
                            .exclusive_dur = MAX (open->dur - open->inner_dur, 0) };
  guint at = self->found->len;

  while (at > 0 &&
         g_array_index (self->found, TvAppStartSlice, at - 1).exclusive_dur < slice.exclusive_dur)
    at--;
  if (slice.exclusive_dur > 0 && at < TV_APP_START_MAX_SLICES)
    {
      g_array_insert_val (self->found, at, slice);
      g_array_set_size (self->found, MIN (self->found->len, TV_APP_START_MAX_SLICES));
    }
  g_array_set_size (self->open, self->open->len - 1);
}

/* Visits the slices of the main thread, parents before children. Returns FALSE if cancelled. */
static gboolean
walk_slices (Search *self, TvTrace *trace, GCancellable *cancellable)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 track = tv_trace_get_threads (trace, NULL)[self->start->utid].track;
  TvRange range = { self->main_ts, self->start->end, self->start->end - self->main_ts };
  TvRangeWalk walk;
  guint n = 0;

  if (track == TV_NONE)
    return TRUE;
  walk = tv_range_walk (&range, trace, track);
  while (tv_range_walk_next (&walk))
    {
      Open open = { .slice = walk.row, .dur = walk.ns };

      if (n++ % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      while (self->open->len > 0 && g_array_index (self->open, Open, self->open->len - 1).slice !=
                                        tv_slices_parent (slices, walk.row))
        close_slice (self);
      if (self->open->len > 0)
        g_array_index (self->open, Open, self->open->len - 1).inner_dur += open.dur;
      g_array_append_val (self->open, open);
    }
  while (self->open->len > 0)
    close_slice (self);
  return TRUE;
}

/* Returns: (nullable): name of the phase of @start that began last and is in progress at @ts */
static const char *
find_phase (const TvAppStart *start, const GArray *phases, gint64 ts)
{
  const char *name = NULL;

  for (guint i = 0; i < phases->len; i++)
    {
      const TvAppStartPhase *phase = &g_array_index (phases, TvAppStartPhase, i);

      if (phase->start == start->id && phase->ts <= ts &&
          (phase->dur < 0 || ts < phase->ts + phase->dur))
        name = phase->name;
    }
  return name;
}

static gboolean
add_slices (TvTrace *trace,
            const TvAppStart *start,
            const GArray *phases,
            GArray *found,
            GCancellable *cancellable)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Open));
  g_autoptr (GArray) longest = g_array_new (FALSE, FALSE, sizeof (TvAppStartSlice));
  gint64 first = tv_app_start_find_main_ts (trace, start->utid, start->ts, start->end);
  Search search = { start, first != TV_NO_TIME ? MAX (first, start->ts) : start->ts, open,
                    longest };
  gint64 life_ns = start->end - search.main_ts;

  if (start->utid == TV_NONE || life_ns <= 0)
    return TRUE;
  if (!walk_slices (&search, trace, cancellable))
    return FALSE;
  for (guint i = 0; i < longest->len; i++)
    {
      TvAppStartSlice *slice = &g_array_index (longest, TvAppStartSlice, i);
      gint64 ts = MAX (tv_slices_start (tv_trace_get_slices (trace), slice->slice), search.main_ts);

      slice->phase = find_phase (start, phases, ts);
      slice->percent = 100.0 * (double) slice->exclusive_dur / (double) life_ns;
    }
  g_array_append_vals (found, longest->data, longest->len);
  return TRUE;
}

/**
 * tv_app_start_slices_new:
 * @trace: a trace
 * @selection: (nullable): selection; only its range is used, and starts that overlap it are not clipped
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvAppStartSlice) (nullable): slices of the main thread with the longest
 * exclusive time, at most %TV_APP_START_MAX_SLICES per start, sorted by start, then by descending time; %NULL if
 * cancelled
 */
GArray *
tv_app_start_slices_new (TvTrace *trace,
                         const TvSelection *selection,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GArray) starts = tv_app_starts_new (trace, selection, cancellable, error);
  g_autoptr (GArray) phases = NULL;
  g_autoptr (GArray) found = NULL;

  if (starts == NULL)
    return NULL;
  phases = tv_app_start_phases_new (trace, NULL, cancellable, error);
  if (phases == NULL)
    return NULL;
  found = g_array_new (FALSE, FALSE, sizeof (TvAppStartSlice));
  for (guint i = 0; i < starts->len; i++)
    if (!add_slices (trace, &g_array_index (starts, TvAppStart, i), phases, found, cancellable))
      {
        tv_error_set_cancelled (error);
        return NULL;
      }
  return g_steal_pointer (&found);
}
