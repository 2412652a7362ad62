/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The groups and rows of a system trace: CPUs, processes by CPU time, tracks without a process, system-wide
 * counters.
 *
 * First a list of items is collected, one for each track and counter; after sorting, the items of a group are
 * consecutive, and so are those of a row. */

#include "paint/timeline/groups-private.h"

#include "analysis/samples/thread-samples.h"
#include "analysis/system/subject.h"
#include "analysis/system/use-rank.h"

/* ---- Order ---- */

/* Numbers the groups of each machine: CPUs, their counters, processes, tracks without a process, others,
 * system-wide counters. */
static void
order_groups (TvGroupBuilder *self)
{
  g_autofree TvUseRank *ranks = g_new0 (TvUseRank, self->n_processes);
  g_autofree gint64 *use_ns = g_new0 (gint64, self->n_processes + 1);
  guint32 n;

  self->n_groups = FIRST_PROCESS + self->n_processes + N_LAST_GROUPS;
  n = self->n_machines * self->n_groups;
  self->group_ns = g_new0 (gint64, n);
  self->group_of_upid = g_new (guint32, self->n_processes + 1);
  self->upid_of_group = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    self->upid_of_group[i] = TV_NONE;
  for (guint32 upid = 0; upid < self->n_processes; upid++)
    ranks[upid].id = upid;
  for (guint32 utid = 0; utid < self->n_threads; utid++)
    {
      const TvThread *thread = &self->threads[utid];

      if (thread->upid != TV_NONE)
        {
          ranks[thread->upid].ns += self->counts_samples
                                        ? self->uses[utid]
                                        : tv_trace_get_thread_finished_ns (self->trace, utid);
          use_ns[thread->upid] += self->uses[utid];
        }
      else
        self->group_ns[GROUP_OF (self, thread->machine, OTHER_GROUP (self))] += self->uses[utid];
    }
  /* The main process of the trace comes first. */
  self->subject = tv_trace_subject_find (self->trace).upid;
  if (self->subject != TV_NONE)
    ranks[self->subject].ns = G_MAXINT64;
  tv_use_ranks_sort (ranks, self->n_processes);
  for (guint32 i = 0; i < self->n_processes; i++)
    {
      guint32 upid = ranks[i].id;
      guint32 group = GROUP_OF (self, self->processes[upid].machine, FIRST_PROCESS + i);

      self->group_of_upid[upid] = group;
      self->group_ns[group] = use_ns[upid];
      self->upid_of_group[group] = upid;
    }
}

/* Returns the group of a process, or without one a group of the machine. */
static guint32
get_group_of (const TvGroupBuilder *self, guint32 upid, guint32 machine, guint32 place)
{
  return upid != TV_NONE ? self->group_of_upid[upid] : GROUP_OF (self, machine, place);
}

static guint32
get_group_of_thread (const TvGroupBuilder *self, guint32 utid)
{
  const TvThread *thread = &self->threads[utid];

  return get_group_of (self, thread->upid, thread->machine, OTHER_GROUP (self));
}

static void
add_item (TvGroupBuilder *self,
          guint32 group,
          TvRowSection section,
          guint64 place,
          TvTimelineBandKind kind,
          guint32 id)
{
  TvGroupItem item = { group, section, place, kind, id };

  g_array_append_val (self->items, item);
}

static guint64
get_thread_place (TvGroupBuilder *self, guint32 utid)
{
  if (tv_group_builder_is_main (self, utid) && self->main_of_upid[self->threads[utid].upid] == utid)
    return 0;
  return (guint64) self->rank_of_thread[utid] + 1;
}

static void
find_main_threads (TvGroupBuilder *self)
{
  self->main_of_upid = g_new (guint32, self->n_processes + 1);
  for (guint32 upid = 0; upid < self->n_processes; upid++)
    self->main_of_upid[upid] = TV_NONE;
  for (guint32 utid = self->n_threads; utid-- > 0;)
    if (tv_group_builder_is_main (self, utid))
      self->main_of_upid[self->threads[utid].upid] = utid;
}

static void
add_thread_track (TvGroupBuilder *self, guint32 id)
{
  const TvTrack *track = &self->tracks[id];
  guint64 place = get_thread_place (self, track->utid);
  TvTimelineBandKind kind = TV_BAND_CALLS;

  if (track->kind == TV_TRACK_THREAD_STATE)
    kind = TV_BAND_STATES;
  else if (track->kind == TV_TRACK_THREAD_EXTRA)
    kind = track->role == TV_ROLE_EVENTS ? TV_BAND_POINTS : TV_BAND_THIN;
  add_item (self, get_group_of_thread (self, track->utid), TV_ROWS_TRACKS, place, kind, id);
}

static TvRowSection
get_section (TvTrackRole role)
{
  if (role == TV_ROLE_QUEUE_DELAYS)
    return TV_ROWS_DELAYS;
  return role == TV_ROLE_REPORTS ? TV_ROWS_REPORTS : TV_ROWS_LANES;
}

static void
add_tracks (TvGroupBuilder *self)
{
  g_autofree guint64 *lanes = tv_timeline_place_lanes (self->tracks, self->n_tracks);

  for (guint32 id = 0; id < self->n_tracks; id++)
    {
      const TvTrack *track = &self->tracks[id];

      if (track->kind == TV_TRACK_CPU)
        add_item (self, GROUP_OF (self, track->machine, CPU_GROUP), TV_ROWS_TRACKS, track->cpu,
                  TV_BAND_RUNS, id);
      else if (track->n_slices == 0 && lanes[id] == 0)
        continue;
      else if (track->kind == TV_TRACK_CPU_EXTRA)
        add_item (self, GROUP_OF (self, track->machine, CPU_GROUP), TV_ROWS_TRACKS, track->cpu,
                  TV_BAND_LINES, id);
      else if (track->kind == TV_TRACK_ASYNC)
        {
          /* Layers follow the first one. */
          if (track->layer > 0)
            lanes[id] = lanes[track->parent];
          add_item (self, get_group_of (self, track->upid, track->machine, LANE_GROUP (self)),
                    get_section (track->role), lanes[id], TV_BAND_PILLS, id);
        }
      else
        add_thread_track (self, id);
    }
}

static void
add_samples (TvGroupBuilder *self)
{
  g_autofree guint32 *counts = tv_trace_count_samples (self->trace);

  self->stack_levels = tv_trace_count_stack_levels (self->trace);
  for (guint32 utid = 0; utid < self->n_threads; utid++)
    if (counts[utid] > 0)
      add_item (self, get_group_of_thread (self, utid), TV_ROWS_TRACKS,
                get_thread_place (self, utid), TV_BAND_SAMPLES, utid);
}

static guint64
get_counter_order (const TvCounterTrack *counter)
{
  if (counter->role == TV_COUNTER_ROLE_CPU_FREQUENCY)
    return 0;
  return counter->role == TV_COUNTER_ROLE_CPU_IDLE ? 1 : 2;
}

/* Counters of a thread are in the thread's group. */
static guint32
get_counter_group (const TvGroupBuilder *self, const TvCounterTrack *counter)
{
  guint32 place = FIRST_COUNTERS (self);

  if (counter->utid != TV_NONE)
    return get_group_of_thread (self, counter->utid);
  if (counter->cpu != TV_NONE)
    place = COUNTER_GROUP;
  else if (counter->role != TV_COUNTER_ROLE_MEMORY)
    place += counter->role == TV_COUNTER_ROLE_POWER ? 1 : 2;
  return get_group_of (self, counter->upid, counter->machine, place);
}

static void
add_counters (TvGroupBuilder *self)
{
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (self->trace, &n);

  for (guint32 id = 0; id < n; id++)
    {
      const TvCounterTrack *counter = &counters[id];

      if (counter->n_samples == 0)
        continue;
      add_item (self, get_counter_group (self, counter), TV_ROWS_COUNTERS,
                counter->cpu != TV_NONE
                    ? get_counter_order (counter) << 60 | (guint64) counter->cpu << 32 | id
                    : id,
                TV_BAND_COUNTER, id);
    }
}

static int
compare_items (const void *a, const void *b)
{
  const TvGroupItem *ia = a, *ib = b;

  if (ia->group != ib->group)
    return ia->group < ib->group ? -1 : 1;
  if (ia->section != ib->section)
    return ia->section < ib->section ? -1 : 1;
  if (ia->place != ib->place)
    return ia->place < ib->place ? -1 : 1;
  /* Within a row: states, calls, then the rest. */
  if (ia->kind != ib->kind)
    {
      int place_a = ia->kind == TV_BAND_STATES ? -1 : (int) ia->kind;
      int place_b = ib->kind == TV_BAND_STATES ? -1 : (int) ib->kind;

      return place_a < place_b ? -1 : 1;
    }
  return (ia->id > ib->id) - (ia->id < ib->id);
}

static gboolean
is_same_row (const TvGroupItem *a, const TvGroupItem *b)
{
  return a->group == b->group && a->section == b->section && a->place == b->place;
}

void
tv_timeline_layout_add_log (TvTimelineLayout *layout, TvTrace *trace)
{
  TvGroupBuilder self = { .layout = layout, .trace = trace };
  const TvGroupItem *items;
  guint32 group = TV_NONE;

  self.tracks = tv_trace_get_tracks (trace, &self.n_tracks);
  self.threads = tv_trace_get_threads (trace, &self.n_threads);
  self.processes = tv_trace_get_processes (trace, &self.n_processes);
  tv_trace_get_machines (trace, &self.n_machines);
  self.items = g_array_new (FALSE, FALSE, sizeof (TvGroupItem));
  self.rank_of_thread = tv_trace_rank_threads (trace);
  find_main_threads (&self);
  self.uses = tv_trace_dup_thread_uses (trace);
  self.counts_samples = tv_trace_counts_samples (trace);
  self.row_of_track = g_new (guint, self.n_tracks + 1);
  for (guint32 id = 0; id < self.n_tracks; id++)
    self.row_of_track[id] = G_MAXUINT;
  order_groups (&self);
  add_tracks (&self);
  if (tv_trace_has_timed_samples (trace))
    add_samples (&self);
  add_counters (&self);
  g_array_sort (self.items, compare_items);

  items = (const TvGroupItem *) (gpointer) self.items->data;
  for (guint i = 0; i < self.items->len;)
    {
      guint end = i + 1;

      while (end < self.items->len && is_same_row (&items[i], &items[end]))
        end++;
      if (items[i].group != group)
        tv_group_builder_add_header (&self, group = items[i].group);
      tv_group_builder_add_row (&self, &items[i], end - i);
      i = end;
    }
  tv_timeline_layout_fold_groups (layout, self.subject);

  g_array_unref (self.items);
  g_free (self.rank_of_thread);
  g_free (self.main_of_upid);
  g_free (self.uses);
  g_free (self.stack_levels);
  g_free (self.row_of_track);
  g_free (self.group_ns);
  g_free (self.group_of_upid);
  g_free (self.upid_of_group);
}
