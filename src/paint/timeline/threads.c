/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of a method trace: every thread with calls, ordered by the time that the calls cover. */

#include "paint/timeline/layout-private.h"

#include <glib/gi18n.h>

#include "core/time-format.h"

/* Returns the time that a thread's calls cover, and their number. */
static char *
dup_detail (TvTrace *trace, const TvTrack *track, TvClock clock)
{
  g_autofree char *time = tv_time_format (track->covered_ns[clock]);
  g_autofree char *count = tv_count_format (track->n_slices);
  /* Translators: %s is a number of calls, such as 8,204 */
  g_autofree char *calls = g_strdup_printf (ngettext ("%s call", "%s calls", track->n_slices),
                                            count);

  /* Translators: CPU time, then the number of calls */
  return clock == TV_CLOCK_CPU ? g_strdup_printf (_("CPU %s · %s"), time, calls)
                               : g_strdup_printf ("%s · %s", time, calls);
}

static void
fill_row (TvTimelineLayout *layout, TvTimelineRow *row, TvTrace *trace, guint32 track_id)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[track_id];
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[track->utid];
  const TvProcess *processes = tv_trace_get_processes (trace, NULL);
  const char *name = tv_trace_get_string (trace, thread->name);
  TvRowPlan *plan = tv_timeline_layout_get_plan (layout, layout->rows->len - 1);

  row->track = track_id;
  row->utid = track->utid;
  row->n_levels = track->n_levels;
  row->is_main = thread->upid != TV_NONE && processes[thread->upid].pid == thread->tid;
  tv_timeline_layout_name_row (layout, tv_trace_dup_thread_label (trace, track->utid),
                               "thread %u %s", thread->tid, name != NULL ? name : "");
  row->detail = dup_detail (trace, track, tv_trace_get_default_clock (trace));
  plan->title = name;
  plan->first_ns = track->start_ns;
}

typedef struct
{
  gint64 covered_ns;
  guint32 tid;
  guint32 track;
} Place;

static int
compare_places (const void *a, const void *b)
{
  const Place *pa = a, *pb = b;

  if (pa->covered_ns != pb->covered_ns)
    return pa->covered_ns > pb->covered_ns ? -1 : 1;
  if (pa->tid != pb->tid)
    return pa->tid < pb->tid ? -1 : 1;
  return (pa->track > pb->track) - (pa->track < pb->track);
}

static Place *
order_tracks (TvTrace *trace, guint *n_places)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  const TvThread *threads = tv_trace_get_threads (trace, NULL);
  TvClock clock = tv_trace_get_main_clock (trace);
  Place *places = g_new (Place, n_tracks);

  *n_places = 0;
  for (guint32 track = 0; track < n_tracks; track++)
    if (tracks[track].kind == TV_TRACK_THREAD && tracks[track].n_slices > 0)
      places[(*n_places)++] = (Place){ .covered_ns = tracks[track].covered_ns[clock],
                                       .tid = threads[tracks[track].utid].tid,
                                       .track = track };
  if (*n_places > 1)
    qsort (places, *n_places, sizeof *places, compare_places);
  return places;
}

void
tv_timeline_layout_add_threads (TvTimelineLayout *self, TvTrace *trace)
{
  guint n_places;
  g_autofree Place *places = order_tracks (trace, &n_places);

  for (guint i = 0; i < n_places; i++)
    {
      TvTimelineRow *row = tv_timeline_layout_add_row (self, TV_ROWS_TRACKS);
      TvRowPlan *plan = tv_timeline_layout_get_plan (self, self->rows->len - 1);

      fill_row (self, row, trace, places[i].track);
      plan->top = self->metrics.margin;
      plan->has_lane = TRUE;
      tv_timeline_layout_add_band (self, TV_BAND_CALLS, row->track, TV_NONE, row->n_levels);
    }
}

/* Updates the details of rows of threads with calls for @clock, which the trace has. */
void
tv_timeline_layout_set_clock (TvTimelineLayout *self, TvTrace *trace, TvClock clock)
{
  if (tv_timeline_has_groups (trace) || !tv_trace_has_clock (trace, clock))
    return;
  for (guint i = 0; i < self->rows->len; i++)
    {
      TvTimelineRow *row = &g_array_index (self->rows, TvTimelineRow, i);

      g_free (row->detail);
      row->detail = dup_detail (trace, &tv_trace_get_tracks (trace, NULL)[row->track], clock);
    }
}
