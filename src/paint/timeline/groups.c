/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Creates the rows of a trace. A method trace has one row per thread with calls, sorted by the time that the calls
 * cover. A system trace has groups: CPUs, processes sorted by CPU time, tracks without a process, and system-wide
 * counters. For a system trace, a list of items is created first, with one or more items per track and counter. The
 * list is sorted so that the items of a group are consecutive, and within a group, the items of a row. Called by
 * layout.c when a layout is created. When the clock changes, only tv_timeline_layout_set_clock() is called, which
 * changes texts. Changes only the layout. */

#include "paint/timeline/layout-private.h"

#include <glib/gi18n.h>

#include "analysis/samples/thread-samples.h"
#include "analysis/system/main-process.h"
#include "analysis/system/use-rank.h"
#include "analysis/system/wakeup-graph.h"
#include "core/time-format.h"

/* Positions of groups within their machine. Groups of processes are consecutive, starting with the main process and
 * the busiest. */
#define CPU_GROUP     0
#define COUNTER_GROUP 1
#define FIRST_PROCESS 2

/* Positions of the groups that follow the processes. */
#define UNOWNED_GROUP(self)  ((self)->n_groups - 5)
#define OTHER_GROUP(self)    ((self)->n_groups - 4)
#define FIRST_COUNTERS(self) ((self)->n_groups - 3)
#define N_LAST_GROUPS        5

/* Groups are sorted by machine first. */
#define GROUP_OF(self, machine, kind) ((machine) * (self)->n_groups + (kind))

/* Content of a row: a track, a counter, samples or a critical path. A row may consist of several items. */
typedef struct
{
  guint32 group;
  TvRowSection section;
  guint64 sort_key; /* sort key within the section; the same for all items of a row */
  const TvBandClass *class;
  guint32 track; /* track, or TV_NONE */
  guint32 id;    /* track, counter or thread */
  guint32
      n_levels; /* number of levels; 0 for an item that only provides the name above nested tracks */
} TvGroupItem;

/* Properties of a system trace that determine the order of items, and the items collected so far. */
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
  guint32 n_groups;       /* number of groups per machine, including unused ones */
  gint64 *group_ns;       /* CPU time or number of samples per group */
  guint32 *group_of_upid; /* group per process */
  guint32 *upid_of_group;
  guint32 *rank_of_thread; /* rank per thread */
  guint32 *
      main_of_upid; /* per process: the main thread; after an exec, several threads may have its id, and the first of
                     * them is used */
  gint64 *uses;            /* per thread: CPU time, or the number of samples if @counts_samples */
  guint32 subject;         /* the trace's main process, or TV_NONE */
  gboolean counts_samples; /* whether @uses and @group_ns are numbers of samples */
  gboolean has_wakers;
  guint *
      row_of_track; /* per track: index of its row if other tracks can be nested in it, or G_MAXUINT */
  GArray *items;
} TvGroupBuilder;

/* Returns whether a thread is the main thread of its process, or another thread with the same id. */
static inline gboolean
tv_group_builder_is_main (const TvGroupBuilder *self, guint32 utid)
{
  const TvThread *thread = &self->threads[utid];

  return thread->upid != TV_NONE && self->processes[thread->upid].pid == thread->tid;
}

/* ==== Threads of a method trace ==== */

/* Returns a text with the time that a thread's calls cover, and the number of calls. */
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
} TrackOrder;

static int
compare_order (const void *a, const void *b)
{
  const TrackOrder *pa = a, *pb = b;

  if (pa->covered_ns != pb->covered_ns)
    return pa->covered_ns > pb->covered_ns ? -1 : 1;
  if (pa->tid != pb->tid)
    return pa->tid < pb->tid ? -1 : 1;
  return (pa->track > pb->track) - (pa->track < pb->track);
}

static TrackOrder *
order_tracks (TvTrace *trace, guint *n_tracks_in_order)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  const TvThread *threads = tv_trace_get_threads (trace, NULL);
  TvClock clock = tv_trace_get_main_clock (trace);
  TrackOrder *tracks_in_order = g_new (TrackOrder, n_tracks);

  *n_tracks_in_order = 0;
  for (guint32 track = 0; track < n_tracks; track++)
    if (tracks[track].kind == TV_TRACK_THREAD && tracks[track].n_slices > 0)
      tracks_in_order[(*n_tracks_in_order)++] = (TrackOrder){
        .covered_ns = tracks[track].covered_ns[clock],
        .tid = threads[tracks[track].utid].tid,
        .track = track
      };
  if (*n_tracks_in_order > 1)
    qsort (tracks_in_order, *n_tracks_in_order, sizeof *tracks_in_order, compare_order);
  return tracks_in_order;
}

void
tv_timeline_layout_add_threads (TvTimelineLayout *self, TvTrace *trace)
{
  guint n_tracks_in_order;
  g_autofree TrackOrder *tracks_in_order = order_tracks (trace, &n_tracks_in_order);

  for (guint i = 0; i < n_tracks_in_order; i++)
    {
      TvTimelineRow *row = tv_timeline_layout_add_row (self, TV_ROWS_TRACKS);
      TvRowPlan *plan = tv_timeline_layout_get_plan (self, self->rows->len - 1);

      fill_row (self, row, trace, tracks_in_order[i].track);
      plan->top = self->metrics.margin;
      plan->has_brackets = TRUE;
      tv_timeline_layout_add_band (self, &tv_band_calls, row->track, TV_NONE, row->n_levels);
    }
}

/* Updates the details of rows for @clock. Does nothing if the trace lacks the clock or has groups. */
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

/* ==== Rows of a group ==== */

#define HEADER_MARGIN 4
#define ROW_GAP       3

static gboolean
has_runs (TvGroupBuilder *self)
{
  return tv_trace_get_runs (self->trace)->n > 0;
}

static const char *
get_text (TvGroupBuilder *self, guint32 string)
{
  const char *text = tv_trace_get_string (self->trace, string);

  return text != NULL ? text : "";
}

static char *
format_use (TvGroupBuilder *self, gint64 ns)
{
  g_autofree char *time = tv_time_format (ns);

  /* Without runs, for example in a trace with only log events, the CPU time is unknown. */
  if (ns == 0 && !has_runs (self))
    return NULL;
  /* Without CPU times, show the number of samples, unless there are several kinds of samples, which cannot be added
   * up. */
  if (self->counts_samples)
    return tv_trace_get_stacks (self->trace)->n_kinds == 1 && ns > 0
               ? tv_number_printf (ngettext ("%" G_GINT64_FORMAT " sample",
                                             "%" G_GINT64_FORMAT " samples", (gulong) ns),
                                   ns)
               : NULL;
  /* Translators: %s is the CPU time of a process, such as 1.42 s */
  return has_runs (self) ? g_strdup_printf (_("CPU %s"), time) : g_steal_pointer (&time);
}

static const struct
{
  const char *title; /* (nullable): title; %NULL if the name of the process is used */
  const char *key;   /* key in the saved choices */
  gboolean has_use;  /* whether the header shows CPU time and activity */
} groups[] = {
  [TV_TIMELINE_CPUS] = { N_("CPUs"), "cpus", TRUE },
  [TV_TIMELINE_CPU_COUNTERS] = { N_("CPU counters"), "cpu counters", FALSE },
  [TV_TIMELINE_PROCESS] = { NULL, NULL, TRUE },
  /* Translators: a group of tracks without a process */
  [TV_TIMELINE_UNOWNED_TRACKS] = { N_("Tracks without a process"), "lanes", FALSE },
  [TV_TIMELINE_OTHERS] = { N_("Kernel and others"), "others", TRUE },
  [TV_TIMELINE_MEMORY] = { N_("Memory"), "memory counters", FALSE },
  /* Translators: a group of counters: battery and energy */
  [TV_TIMELINE_POWER] = { N_("Power"), "power counters", FALSE },
  [TV_TIMELINE_COUNTERS] = { N_("Counters"), "counters", FALSE },
};

/* Sets the label of a group. It includes the name of the machine if the machine is a guest. */
static void
name_header (TvGroupBuilder *self, TvTimelineGroupKind kind, guint32 upid, guint32 machine)
{
  if (upid != TV_NONE)
    tv_timeline_layout_name_row (self->layout, tv_trace_dup_process_label (self->trace, upid),
                                 "process %u %s", self->processes[upid].pid,
                                 get_text (self, self->processes[upid].name));
  else
    tv_timeline_layout_name_row (
        self->layout,
        tv_trace_add_machine (self->trace, machine, g_strdup (_ (groups[kind].title))), "%s",
        groups[kind].key);
}

static void
tv_group_builder_add_header (TvGroupBuilder *self, guint32 order)
{
  TvTimelineLayout *layout = self->layout;
  guint32 upid = self->upid_of_group[order];
  guint32 machine = order / self->n_groups, group = order % self->n_groups;
  TvTimelineGroupKind kind = TV_TIMELINE_PROCESS;
  TvTimelineRow *row;

  if (group == CPU_GROUP)
    kind = TV_TIMELINE_CPUS;
  else if (group == COUNTER_GROUP)
    kind = TV_TIMELINE_CPU_COUNTERS;
  else if (group >= UNOWNED_GROUP (self))
    kind = TV_TIMELINE_UNOWNED_TRACKS + (group - UNOWNED_GROUP (self));
  tv_timeline_layout_add_group (layout, kind, upid, machine);
  row = tv_timeline_layout_add_row (layout, TV_ROWS_HEADER);
  name_header (self, kind, upid, machine);
  tv_timeline_layout_get_plan (layout, layout->rows->len - 1)->top = HEADER_MARGIN;
  if (!groups[kind].has_use)
    return;
  if (kind != TV_TIMELINE_CPUS)
    row->detail = format_use (self, self->group_ns[order]);
  else if (has_runs (self))
    /* Translators: share of the time in which CPUs were busy */
    row->detail = g_strdup_printf (_("busy %.0f %%"),
                                   100.0 * tv_trace_get_busy_share (self->trace, machine));
  tv_timeline_layout_add_band (layout, &tv_band_busy, TV_NONE, TV_NONE, 1);
}

static void
name_thread_row (TvGroupBuilder *self, TvTimelineRow *row, guint32 utid, gboolean has_margins)
{
  const TvThread *thread = &self->threads[utid];
  const char *name = get_text (self, thread->name);
  TvTimelineLayout *layout = self->layout;
  g_autofree char *time = NULL;

  row->utid = utid;
  row->is_main = tv_group_builder_is_main (self, utid);
  tv_timeline_layout_name_row (layout, g_strchomp (g_strdup_printf ("%u %s", thread->tid, name)),
                               "thread %u %s", thread->tid, name);
  if (*name != '\0')
    tv_timeline_layout_get_plan (layout, layout->rows->len - 1)->title = name;
  row->has_inline_detail = !has_margins && self->n_tracks > 0;
  time = format_use (self, self->uses[utid]);
  /* Translators: the main thread of a process, and its CPU time */
  if (time == NULL)
    return;
  row->detail = row->is_main && !row->has_inline_detail ? g_strdup_printf (_("main · %s"), time)
                                                        : g_steal_pointer (&time);
}

static char *
dup_counter_name (TvGroupBuilder *self, const TvCounterTrack *counter)
{
  const char *name = tv_trace_get_string (self->trace, counter->name);
  guint32 number = tv_trace_get_cpu_number (self->trace, counter->cpu);

  if (counter->utid != TV_NONE)
    {
      g_autofree char *thread = tv_trace_dup_thread_label (self->trace, counter->utid);

      /* Translators: name of a counter, and its thread */
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
  return tv_trace_add_machine (self->trace, counter->machine,
                               /* Translators: number of a CPU, and name of a counter */
                               g_strdup_printf (_("CPU %u %s"), number, name));
}

static void
name_counter_row (TvGroupBuilder *self, guint32 id)
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
add_bands (TvGroupBuilder *self, const TvGroupItem *items, guint n)
{
  TvTimelineLayout *layout = self->layout;
  TvTimelineRow *row = &g_array_index (layout->rows, TvTimelineRow, layout->rows->len - 1);
  TvRowPlan *plan = tv_timeline_layout_get_plan (layout, layout->rows->len - 1);
  TvRowPlan *root_plan = tv_timeline_layout_get_plan (layout, plan->root);
  TvRowPlan *header_plan = tv_timeline_layout_get_plan (
      layout, g_array_index (layout->group_plans, TvGroupPlan, row->group).header);

  for (guint i = 0; i < n; i++)
    {
      guint32 track = items[i].track;

      if (items[i].n_levels > 0)
        tv_timeline_layout_add_band (layout, items[i].class, track,
                                     items[i].section == TV_ROWS_COUNTERS ? items[i].id : TV_NONE,
                                     items[i].n_levels);
      if (track == TV_NONE)
        continue;
      if (row->track == TV_NONE || items[i].class->strip != NULL || items[i].n_levels == 0)
        row->track = track;
      if (items[i].class->strip != NULL)
        row->n_levels = self->tracks[track].n_levels;
      if (items[i].n_levels == 0)
        continue;
      plan->first_ns = MIN (plan->first_ns, self->tracks[track].start_ns);
      root_plan->first_ns = MIN (root_plan->first_ns, plan->first_ns);
      header_plan->first_ns = MIN (header_plan->first_ns, plan->first_ns);
    }
}

/* Records that the last row belongs to a track. If the track has an outer track with a row, nests the row in that
 * row. */
static void
put_into_outer (TvGroupBuilder *self, guint32 track)
{
  TvTimelineLayout *layout = self->layout;
  guint at = layout->rows->len - 1;
  guint32 outer = tv_timeline_get_outer_track (self->tracks, track);

  self->row_of_track[track] = at;
  if (outer == TV_NONE || self->row_of_track[outer] == G_MAXUINT)
    return;
  g_array_index (layout->rows, TvTimelineRow, at).indent =
      g_array_index (layout->rows, TvTimelineRow, self->row_of_track[outer]).indent + 1;
  tv_timeline_layout_get_plan (layout, at)->root =
      tv_timeline_layout_get_plan (layout, self->row_of_track[outer])->root;
}

static void
tv_group_builder_add_row (TvGroupBuilder *self, const TvGroupItem *items, guint n)
{
  TvTimelineLayout *layout = self->layout;
  const TvTimelineMetrics *metrics = &layout->metrics;
  TvTimelineRow *row = tv_timeline_layout_add_row (layout, items->section);
  TvRowPlan *plan = tv_timeline_layout_get_plan (layout, layout->rows->len - 1);
  const TvTrack *track = items->track != TV_NONE ? &self->tracks[items->track] : NULL;
  gboolean has_margins = FALSE;

  for (guint i = 0; i < n; i++)
    has_margins |= items[i].class->has_margins;

  plan->top = plan->bottom = ROW_GAP;
  switch (items->section)
    {
    case TV_ROWS_DELAYS:
    case TV_ROWS_ASYNC_TRACKS:
    case TV_ROWS_REPORTS:
      row->is_set_off = TRUE;
      tv_timeline_layout_name_row (layout, g_strdup (get_text (self, track->name)), "async %u %s",
                                   track->upid != TV_NONE ? self->processes[track->upid].pid : 0,
                                   get_text (self, track->name));
      put_into_outer (self, items->track);
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
      row->is_set_off = has_margins;
      name_thread_row (self, row, track->utid, has_margins);
      plan->top = has_margins ? metrics->margin
                              : MAX ((metrics->name_height - metrics->state) / 2, ROW_GAP);
    }
  add_bands (self, items, n);
  plan->has_brackets = plan->n_bands > 0 &&
                       (items->section == TV_ROWS_ASYNC_TRACKS ||
                        items->section == TV_ROWS_DELAYS || items->section == TV_ROWS_REPORTS ||
                        (row->utid != TV_NONE && has_margins));
}

/* ==== Groups of a system trace ==== */

/* ---- Order ---- */

/* Assigns positions to groups, for each machine: CPUs, counters of CPUs, processes, tracks without a process, others,
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
  /* The main process of the trace is first. */
  self->subject = tv_main_process_find (self->trace).upid;
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

/* Returns the group of a process. If @upid is %TV_NONE, returns the group at position @sort_key of the machine. */
static guint32
get_group_of (const TvGroupBuilder *self, guint32 upid, guint32 machine, guint32 sort_key)
{
  return upid != TV_NONE ? self->group_of_upid[upid] : GROUP_OF (self, machine, sort_key);
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
          guint64 sort_key,
          const TvBandClass *class,
          guint32 track,
          guint32 id,
          guint32 n_levels)
{
  TvGroupItem item = { group, section, sort_key, class, track, id, n_levels };

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

/* Adds an item to the row of a thread. */
static void
add_thread_item (TvGroupBuilder *self,
                 guint32 utid,
                 const TvBandClass *class,
                 guint32 track,
                 guint32 n_levels)
{
  add_item (self, get_group_of_thread (self, utid), TV_ROWS_TRACKS, get_thread_place (self, utid),
            class, track, track != TV_NONE ? track : utid, n_levels);
}

static void
add_thread_track (TvGroupBuilder *self, guint32 id)
{
  const TvTrack *track = &self->tracks[id];
  const TvBandClass *class = &tv_band_calls;

  if (track->kind == TV_TRACK_THREAD_STATE)
    class = &tv_band_states;
  else if (track->kind == TV_TRACK_THREAD_EXTRA)
    class = track->role == TV_ROLE_EVENTS ? &tv_band_points : &tv_band_thin;
  add_thread_item (self, track->utid, class, id, MAX (track->n_levels, 1));
  if (track->kind == TV_TRACK_THREAD_STATE && self->has_wakers)
    add_thread_item (self, track->utid, &tv_band_path, TV_NONE, 1);
}

static TvRowSection
get_section (TvTrackRole role)
{
  if (role == TV_ROLE_QUEUE_DELAYS)
    return TV_ROWS_DELAYS;
  return role == TV_ROLE_REPORTS ? TV_ROWS_REPORTS : TV_ROWS_ASYNC_TRACKS;
}

static void
add_tracks (TvGroupBuilder *self)
{
  g_autofree guint64 *positions = tv_timeline_order_tracks (self->tracks, self->n_tracks);

  for (guint32 id = 0; id < self->n_tracks; id++)
    {
      const TvTrack *track = &self->tracks[id];
      guint32 n_levels = MAX (track->n_levels, 1);

      if (track->kind == TV_TRACK_CPU)
        add_item (self, GROUP_OF (self, track->machine, CPU_GROUP), TV_ROWS_TRACKS, track->cpu,
                  &tv_band_runs, id, id, n_levels);
      else if (track->n_slices == 0 && positions[id] == 0)
        continue;
      else if (track->kind == TV_TRACK_CPU_EXTRA)
        add_item (self, GROUP_OF (self, track->machine, CPU_GROUP), TV_ROWS_TRACKS, track->cpu,
                  &tv_band_lines, id, id, n_levels);
      else if (track->kind == TV_TRACK_ASYNC)
        {
          /* All layers of a track have the position of the first layer. */
          if (track->layer > 0)
            positions[id] = positions[track->parent];
          add_item (self, get_group_of (self, track->upid, track->machine, UNOWNED_GROUP (self)),
                    get_section (track->role), positions[id], &tv_band_pills, id, id,
                    track->n_slices > 0 ? n_levels : 0);
        }
      else
        add_thread_track (self, id);
    }
}

static void
add_samples (TvGroupBuilder *self)
{
  g_autofree guint32 *counts = tv_trace_count_samples (self->trace);
  g_autofree guint32 *stack_levels = tv_trace_count_stack_levels (self->trace);

  for (guint32 utid = 0; utid < self->n_threads; utid++)
    if (counts[utid] > 0)
      {
        add_thread_item (self, utid, &tv_band_samples, TV_NONE, 1);
        if (stack_levels[utid] > 0)
          add_thread_item (self, utid, &tv_band_stacks, TV_NONE, stack_levels[utid]);
      }
}

static guint64
get_counter_order (const TvCounterTrack *counter)
{
  if (counter->role == TV_COUNTER_ROLE_CPU_FREQUENCY)
    return 0;
  return counter->role == TV_COUNTER_ROLE_CPU_IDLE ? 1 : 2;
}

/* Returns the group of a counter. Counters of threads are in the group of their thread. */
static guint32
get_counter_group (const TvGroupBuilder *self, const TvCounterTrack *counter)
{
  guint32 sort_key = FIRST_COUNTERS (self);

  if (counter->utid != TV_NONE)
    return get_group_of_thread (self, counter->utid);
  if (counter->cpu != TV_NONE)
    sort_key = COUNTER_GROUP;
  else if (counter->role != TV_COUNTER_ROLE_MEMORY)
    sort_key += counter->role == TV_COUNTER_ROLE_POWER ? 1 : 2;
  return get_group_of (self, counter->upid, counter->machine, sort_key);
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
                &tv_band_counter, TV_NONE, id, 1);
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
  if (ia->sort_key != ib->sort_key)
    return ia->sort_key < ib->sort_key ? -1 : 1;
  if (ia->class != ib->class)
    return tv_band_class_get_place (ia->class) < tv_band_class_get_place (ib->class) ? -1 : 1;
  return (ia->id > ib->id) - (ia->id < ib->id);
}

static gboolean
is_same_row (const TvGroupItem *a, const TvGroupItem *b)
{
  return a->group == b->group && a->section == b->section && a->sort_key == b->sort_key;
}

void
tv_timeline_layout_add_groups (TvTimelineLayout *layout, TvTrace *trace)
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
  self.has_wakers = tv_wakeup_graph_has_wakers (trace);
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
  g_free (self.row_of_track);
  g_free (self.group_ns);
  g_free (self.group_of_upid);
  g_free (self.upid_of_group);
}
