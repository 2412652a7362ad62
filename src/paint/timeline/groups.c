/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The groups and rows of a log: CPUs, processes by the time that they used, what belongs to no
 * process, counters of the whole system.
 *
 * What is to be shown is first collected as a list of items, one for each track and counter;
 * sorted, items of one group follow each other, and so do those of one row. */

#include "paint/timeline/layout-private.h"

#include <glib/gi18n.h>

#include "analysis/samples/thread-samples.h"
#include "analysis/system/use-rank.h"
#include "core/time-format.h"

/* The places of groups among those of their machine; processes follow each other, busiest first. */
#define CPU_GROUP     0
#define COUNTER_GROUP 1
#define FIRST_PROCESS 2

/* Behind the processes, from the end. */
#define LANE_GROUP(self)     ((self)->n_groups - 5)
#define OTHER_GROUP(self)    ((self)->n_groups - 4)
#define FIRST_COUNTERS(self) ((self)->n_groups - 3)
#define N_LAST_GROUPS        5

/* Groups of a machine are behind those of the machine before. */
#define GROUP_OF(self, machine, place) ((machine) * (self)->n_groups + (place))

#define HEADER_MARGIN 4
#define STATE_GAP     2
#define ROW_GAP       3

typedef struct
{
  guint32 group;
  TvRowSection section;
  guint64 place; /* within the section; one for each row */
  TvTimelineBandKind kind;
  guint32 id; /* track or counter; a thread, of samples */
} Item;

typedef struct
{
  TvTimelineLayout *layout;
  TvTrace *trace;
  const TvTrack *tracks;
  const TvThread *threads;
  const TvProcess *processes;
  guint32 n_tracks;
  guint32 n_threads;
  guint32 n_processes;
  guint32 n_machines;
  guint32 n_groups;       /* of each machine */
  gint64 *group_ns;       /* by order of groups */
  guint32 *group_of_upid; /* order of groups */
  guint32 *upid_of_group;
  guint32 *rank_of_thread; /* by utid */
  guint32 *
      main_of_upid; /* the first thread of its process's id; others of that id come after an exec */
  gint64 *uses;     /* likewise: the time that it used, or without tracks its samples */
  gboolean counts_samples; /* @uses are how often threads were sampled */
  guint *row_of_track;     /* of lanes that have one */
  GArray *items;
} Builder;

/* ---- Order ---- */

/* Groups of each machine are numbered: CPUs, their counters, processes, lanes of none, others, counters of all of
 * it. */
static void
order_groups (Builder *self)
{
  g_autofree TvUseRank *ranks = g_new0 (TvUseRank, self->n_processes);
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
        ranks[thread->upid].ns += self->uses[utid];
      else
        self->group_ns[GROUP_OF (self, thread->machine, OTHER_GROUP (self))] += self->uses[utid];
    }
  tv_use_ranks_sort (ranks, self->n_processes);
  for (guint32 i = 0; i < self->n_processes; i++)
    {
      guint32 upid = ranks[i].id;
      guint32 group = GROUP_OF (self, self->processes[upid].machine, FIRST_PROCESS + i);

      self->group_of_upid[upid] = group;
      self->group_ns[group] = ranks[i].ns;
      self->upid_of_group[group] = upid;
    }
}

/* The group of what is a process's, or else a machine's. */
static guint32
get_group_of (const Builder *self, guint32 upid, guint32 machine, guint32 place)
{
  return upid != TV_NONE ? self->group_of_upid[upid] : GROUP_OF (self, machine, place);
}

static guint32
get_group_of_thread (const Builder *self, guint32 utid)
{
  const TvThread *thread = &self->threads[utid];

  return get_group_of (self, thread->upid, thread->machine, OTHER_GROUP (self));
}

static void
add_item (Builder *self,
          guint32 group,
          TvRowSection section,
          guint64 place,
          TvTimelineBandKind kind,
          guint32 id)
{
  Item item = { group, section, place, kind, id };

  g_array_append_val (self->items, item);
}

static gboolean
is_main (Builder *self, guint32 utid)
{
  const TvThread *thread = &self->threads[utid];

  return thread->upid != TV_NONE && self->processes[thread->upid].pid == thread->tid;
}

static guint64
get_thread_place (Builder *self, guint32 utid)
{
  if (is_main (self, utid) && self->main_of_upid[self->threads[utid].upid] == utid)
    return 0;
  return (guint64) self->rank_of_thread[utid] + 1;
}

static void
find_main_threads (Builder *self)
{
  self->main_of_upid = g_new (guint32, self->n_processes + 1);
  for (guint32 upid = 0; upid < self->n_processes; upid++)
    self->main_of_upid[upid] = TV_NONE;
  for (guint32 utid = self->n_threads; utid-- > 0;)
    if (is_main (self, utid))
      self->main_of_upid[self->threads[utid].upid] = utid;
}

static void
add_thread_track (Builder *self, guint32 id)
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
add_tracks (Builder *self)
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
          /* Layers are where the first of them is. */
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
add_samples (Builder *self)
{
  g_autofree guint32 *counts = tv_trace_count_samples (self->trace);

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

/* A counter of a thread is where the thread is. */
static guint32
get_counter_group (const Builder *self, const TvCounterTrack *counter)
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
add_counters (Builder *self)
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
  const Item *ia = a, *ib = b;

  if (ia->group != ib->group)
    return ia->group < ib->group ? -1 : 1;
  if (ia->section != ib->section)
    return ia->section < ib->section ? -1 : 1;
  if (ia->place != ib->place)
    return ia->place < ib->place ? -1 : 1;
  /* Within a row: states, calls, what else there is. */
  if (ia->kind != ib->kind)
    {
      int place_a = ia->kind == TV_BAND_STATES ? -1 : (int) ia->kind;
      int place_b = ib->kind == TV_BAND_STATES ? -1 : (int) ib->kind;

      return place_a < place_b ? -1 : 1;
    }
  return (ia->id > ib->id) - (ia->id < ib->id);
}

/* ---- Rows ---- */

static gboolean
has_runs (Builder *self)
{
  return tv_trace_get_runs (self->trace)->n > 0;
}

static const char *
get_text (Builder *self, guint32 string)
{
  const char *text = tv_trace_get_string (self->trace, string);

  return text != NULL ? text : "";
}

static char *
format_use (Builder *self, gint64 ns)
{
  g_autofree char *time = tv_time_format (ns);

  /* Of what has no times of threads, such as what log lines mean. */
  if (ns == 0 && !has_runs (self))
    return NULL;
  /* Nothing but samples: then it is how many there are, but those of several kinds are no sum. */
  if (self->counts_samples)
    return tv_trace_get_stacks (self->trace)->n_kinds == 1 && ns > 0
               ? g_strdup_printf (ngettext ("%" G_GINT64_FORMAT " sample",
                                            "%" G_GINT64_FORMAT " samples", (gulong) ns),
                                  ns)
               : NULL;
  /* Translators: %s is how long a process ran, such as 1.42 s */
  return has_runs (self) ? g_strdup_printf (_("CPU %s"), time) : g_steal_pointer (&time);
}

/* Names a group, of a guest with whose it is. */
static void
name_header (Builder *self, guint32 machine, const char *name, const char *key)
{
  tv_timeline_layout_name_row (
      self->layout, tv_trace_add_machine (self->trace, machine, g_strdup (name)), "%s", key);
}

static void
add_header (Builder *self, guint32 order)
{
  TvTimelineLayout *layout = self->layout;
  guint32 upid = self->upid_of_group[order];
  guint32 machine = order / self->n_groups, place = order % self->n_groups;
  TvTimelineGroupKind kind = TV_TIMELINE_PROCESS;
  TvTimelineRow *row;

  if (place == CPU_GROUP)
    kind = TV_TIMELINE_CPUS;
  else if (place == COUNTER_GROUP)
    kind = TV_TIMELINE_CPU_COUNTERS;
  else if (place >= LANE_GROUP (self))
    kind = TV_TIMELINE_LANES + (place - LANE_GROUP (self));
  tv_timeline_layout_add_group (layout, kind, upid, machine);
  row = tv_timeline_layout_add_row (layout, TV_ROWS_HEADER);
  switch (kind)
    {
    case TV_TIMELINE_CPUS:
      name_header (self, machine, _("CPUs"), "cpus");
      if (has_runs (self))
        /* Translators: which part of the CPUs' time something ran */
        row->detail = g_strdup_printf (_("busy %.0f %%"),
                                       100.0 * tv_trace_get_busy_share (self->trace, machine));
      break;
    case TV_TIMELINE_CPU_COUNTERS:
      name_header (self, machine, _("CPU frequency and idle"), "cpu counters");
      break;
    case TV_TIMELINE_OTHERS:
      name_header (self, machine, _("Kernel and others"), "others");
      row->detail = format_use (self, self->group_ns[order]);
      break;
    case TV_TIMELINE_LANES:
      /* Translators: a group of tracks that belong to no process */
      name_header (self, machine, _("Tracks of no process"), "lanes");
      break;
    case TV_TIMELINE_MEMORY:
      name_header (self, machine, _("Memory"), "memory counters");
      break;
    case TV_TIMELINE_POWER:
      /* Translators: a group of counters: battery and energy */
      name_header (self, machine, _("Power"), "power counters");
      break;
    case TV_TIMELINE_COUNTERS:
      name_header (self, machine, _("Counters"), "counters");
      break;
    case TV_TIMELINE_PROCESS:
    default:
      tv_timeline_layout_name_row (layout, tv_trace_dup_process_label (self->trace, upid),
                                   "process %u %s", self->processes[upid].pid,
                                   get_text (self, self->processes[upid].name));
      row->detail = format_use (self, self->group_ns[order]);
    }
  tv_timeline_layout_get_plan (layout, layout->rows->len - 1)->top = HEADER_MARGIN;
  if (kind < TV_TIMELINE_MEMORY && kind != TV_TIMELINE_CPU_COUNTERS && kind != TV_TIMELINE_LANES)
    tv_timeline_layout_add_band (layout, TV_BAND_BUSY, TV_NONE, TV_NONE, 1);
}

static void
name_thread_row (Builder *self, TvTimelineRow *row, guint32 utid, gboolean has_calls)
{
  const TvThread *thread = &self->threads[utid];
  const char *name = get_text (self, thread->name);
  TvTimelineLayout *layout = self->layout;
  g_autofree char *time = NULL;

  row->utid = utid;
  row->is_main = is_main (self, utid);
  tv_timeline_layout_name_row (layout, g_strchomp (g_strdup_printf ("%u %s", thread->tid, name)),
                               "thread %u %s", thread->tid, name);
  if (*name != '\0')
    tv_timeline_layout_get_plan (layout, layout->rows->len - 1)->title = name;
  if (!has_calls && self->n_tracks > 0)
    return;
  time = format_use (self, self->uses[utid]);
  /* Translators: the first thread of a process, and how long it ran */
  if (time == NULL)
    return;
  row->detail = row->is_main ? g_strdup_printf (_("main · %s"), time) : g_steal_pointer (&time);
}

static char *
dup_counter_name (Builder *self, const TvCounterTrack *counter)
{
  const char *name = tv_trace_get_string (self->trace, counter->name);
  guint32 number = tv_trace_get_cpu_number (self->trace, counter->cpu);

  if (counter->utid != TV_NONE)
    {
      g_autofree char *thread = tv_trace_dup_thread_label (self->trace, counter->utid);

      /* Translators: a counter of a thread: the counter's name, and the thread */
      return g_strdup_printf (_("%s of %s"), name, thread);
    }
  if (counter->cpu == TV_NONE)
    return g_strdup (name);
  if (counter->role == TV_COUNTER_ROLE_CPU_FREQUENCY)
    return tv_trace_add_machine (self->trace, counter->machine,
                                 g_strdup_printf (_("CPU %u frequency"), number));
  if (counter->role == TV_COUNTER_ROLE_CPU_IDLE)
    return tv_trace_add_machine (self->trace, counter->machine,
                                 g_strdup_printf (_("CPU %u idle state"), number));
  return tv_trace_add_machine (
      self->trace, counter->machine,
      /* Translators: a counter of a CPU: its number, and the counter's name */
      g_strdup_printf (_("CPU %u %s"), number, name));
}

static void
name_counter_row (Builder *self, guint32 id)
{
  const TvCounterTrack *counter = &tv_trace_get_counter_tracks (self->trace, NULL)[id];
  const char *name = get_text (self, counter->name);
  char *label = dup_counter_name (self, counter);

  if (counter->cpu != TV_NONE)
    tv_timeline_layout_name_row (self->layout, label, "counter cpu %u %s", counter->cpu, name);
  else if (counter->utid != TV_NONE)
    tv_timeline_layout_name_row (self->layout, label, "counter thread %u %s",
                                 self->threads[counter->utid].tid, name);
  else if (counter->upid != TV_NONE)
    tv_timeline_layout_name_row (self->layout, label, "counter %u %s",
                                 self->processes[counter->upid].pid, name);
  else
    tv_timeline_layout_name_row (self->layout, label, "counter %s", name);
}

static void
add_bands (Builder *self, const Item *items, guint n)
{
  TvTimelineLayout *layout = self->layout;
  TvTimelineRow *row = &g_array_index (layout->rows, TvTimelineRow, layout->rows->len - 1);
  TvRowPlan *plan = tv_timeline_layout_get_plan (layout, layout->rows->len - 1);
  TvRowPlan *root_plan = tv_timeline_layout_get_plan (layout, plan->root);
  TvRowPlan *header_plan = tv_timeline_layout_get_plan (
      layout, g_array_index (layout->group_plans, TvGroupPlan, row->group).header);

  for (guint i = 0; i < n; i++)
    {
      guint32 id = items[i].id;

      /* A mere name of what is in it. */
      if (items[i].kind == TV_BAND_PILLS && self->tracks[id].n_slices == 0)
        {
          row->track = id;
          continue;
        }
      if (items[i].kind == TV_BAND_COUNTER)
        {
          tv_timeline_layout_add_band (layout, TV_BAND_COUNTER, TV_NONE, id, 1);
          continue;
        }
      if (items[i].kind == TV_BAND_SAMPLES)
        {
          tv_timeline_layout_add_band (layout, TV_BAND_SAMPLES, TV_NONE, TV_NONE, 1);
          continue;
        }
      tv_timeline_layout_add_band (layout, items[i].kind, id, TV_NONE,
                                   MAX (self->tracks[id].n_levels, 1));
      plan->first_ns = MIN (plan->first_ns, self->tracks[id].start_ns);
      root_plan->first_ns = MIN (root_plan->first_ns, plan->first_ns);
      header_plan->first_ns = MIN (header_plan->first_ns, plan->first_ns);
      if (row->track == TV_NONE || items[i].kind == TV_BAND_CALLS)
        row->track = id;
      if (items[i].kind == TV_BAND_CALLS)
        row->n_levels = self->tracks[id].n_levels;
    }
}

/* A lane that is a part of another is shown as that. */
static void
put_into_outer (Builder *self, guint32 lane)
{
  TvTimelineLayout *layout = self->layout;
  guint at = layout->rows->len - 1;
  guint32 outer = tv_timeline_get_outer_lane (self->tracks, lane);

  self->row_of_track[lane] = at;
  if (outer == TV_NONE || self->row_of_track[outer] == G_MAXUINT)
    return;
  g_array_index (layout->rows, TvTimelineRow, at).indent =
      g_array_index (layout->rows, TvTimelineRow, self->row_of_track[outer]).indent + 1;
  tv_timeline_layout_get_plan (layout, at)->root =
      tv_timeline_layout_get_plan (layout, self->row_of_track[outer])->root;
}

static void
add_row (Builder *self, const Item *items, guint n)
{
  TvTimelineLayout *layout = self->layout;
  const TvTimelineMetrics *metrics = &layout->metrics;
  TvTimelineRow *row = tv_timeline_layout_add_row (layout, items->section);
  TvRowPlan *plan = tv_timeline_layout_get_plan (layout, layout->rows->len - 1);
  const TvTrack *track = items->kind != TV_BAND_COUNTER && items->kind != TV_BAND_SAMPLES
                             ? &self->tracks[items->id]
                             : NULL;
  gboolean has_calls = FALSE;

  for (guint i = 0; i < n; i++)
    has_calls |= items[i].kind != TV_BAND_STATES && items[i].kind != TV_BAND_POINTS &&
                 items[i].kind != TV_BAND_SAMPLES;

  plan->top = plan->bottom = ROW_GAP;
  plan->state_gap = STATE_GAP;
  switch (items->section)
    {
    case TV_ROWS_DELAYS:
    case TV_ROWS_LANES:
    case TV_ROWS_REPORTS:
      row->is_set_off = TRUE;
      tv_timeline_layout_name_row (layout, g_strdup (get_text (self, track->name)), "async %u %s",
                                   track->upid != TV_NONE ? self->processes[track->upid].pid : 0,
                                   get_text (self, track->name));
      put_into_outer (self, items->id);
      break;
    case TV_ROWS_COUNTERS:
      name_counter_row (self, items->id);
      break;
    case TV_ROWS_HEADER:
    case TV_ROWS_TRACKS:
    default:
      if (track == NULL)
        {
          row->is_set_off = TRUE;
          name_thread_row (self, row, items->id, FALSE);
          plan->top = metrics->margin;
          break;
        }
      if (track->cpu != TV_NONE)
        {
          tv_timeline_layout_name_row (layout, tv_trace_dup_cpu_label (self->trace, track->cpu),
                                       "cpu %u", track->cpu);
          break;
        }
      row->is_set_off = has_calls;
      name_thread_row (self, row, track->utid, has_calls);
      plan->top = has_calls ? metrics->margin
                            : MAX (metrics->name_height / 2 - metrics->state, ROW_GAP);
    }
  add_bands (self, items, n);
  plan->has_lane = plan->n_bands > 0 &&
                   (items->section == TV_ROWS_LANES || items->section == TV_ROWS_DELAYS ||
                    items->section == TV_ROWS_REPORTS || (row->utid != TV_NONE && has_calls));
}

static gboolean
is_same_row (const Item *a, const Item *b)
{
  return a->group == b->group && a->section == b->section && a->place == b->place;
}

void
tv_timeline_layout_add_log (TvTimelineLayout *layout, TvTrace *trace)
{
  Builder self = { .layout = layout, .trace = trace };
  const Item *items;
  guint32 group = TV_NONE;

  self.tracks = tv_trace_get_tracks (trace, &self.n_tracks);
  self.threads = tv_trace_get_threads (trace, &self.n_threads);
  self.processes = tv_trace_get_processes (trace, &self.n_processes);
  tv_trace_get_machines (trace, &self.n_machines);
  self.items = g_array_new (FALSE, FALSE, sizeof (Item));
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

  items = (const Item *) (gpointer) self.items->data;
  for (guint i = 0; i < self.items->len;)
    {
      guint end = i + 1;

      while (end < self.items->len && is_same_row (&items[i], &items[end]))
        end++;
      if (items[i].group != group)
        add_header (&self, group = items[i].group);
      add_row (&self, &items[i], end - i);
      i = end;
    }
  tv_timeline_layout_fold_groups (layout, trace);

  g_array_unref (self.items);
  g_free (self.rank_of_thread);
  g_free (self.main_of_upid);
  g_free (self.uses);
  g_free (self.row_of_track);
  g_free (self.group_ns);
  g_free (self.group_of_upid);
  g_free (self.upid_of_group);
}
