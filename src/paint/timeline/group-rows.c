/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Labels of the groups and rows of a system trace, and the bands of each row. */

#include "paint/timeline/groups-private.h"

#include <glib/gi18n.h>

#include "analysis/samples/thread-samples.h"
#include "analysis/system/use-rank.h"
#include "core/time-format.h"

#define HEADER_MARGIN 4
#define STATE_GAP     2
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

  /* Log events and other content have no thread times. */
  if (ns == 0 && !has_runs (self))
    return NULL;
  /* With samples only, shows their number; different kinds have no common sum. */
  if (self->counts_samples)
    return tv_trace_get_stacks (self->trace)->n_kinds == 1 && ns > 0
               ? tv_number_printf (ngettext ("%" G_GINT64_FORMAT " sample",
                                             "%" G_GINT64_FORMAT " samples", (gulong) ns),
                                   ns)
               : NULL;
  /* Translators: %s is the CPU time of a process, such as 1.42 s */
  return has_runs (self) ? g_strdup_printf (_("CPU %s"), time) : g_steal_pointer (&time);
}

/* Sets the label of a group; for a guest, with the name of the guest. */
static void
name_header (TvGroupBuilder *self, guint32 machine, const char *name, const char *key)
{
  tv_timeline_layout_name_row (
      self->layout, tv_trace_add_machine (self->trace, machine, g_strdup (name)), "%s", key);
}

void
tv_group_builder_add_header (TvGroupBuilder *self, guint32 order)
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
        /* Translators: share of the time in which CPUs were busy */
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
      /* Translators: a group of tracks without a process */
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
name_thread_row (TvGroupBuilder *self, TvTimelineRow *row, guint32 utid, gboolean has_calls)
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
  row->has_inline_detail = !has_calls && self->n_tracks > 0;
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
      guint32 id = items[i].id;

      /* The item only contains the name of nested items. */
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
          if (self->stack_levels[id] > 0)
            tv_timeline_layout_add_band (layout, TV_BAND_STACKS, TV_NONE, TV_NONE,
                                         self->stack_levels[id]);
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

/* Places a nested track below its parent. */
static void
put_into_outer (TvGroupBuilder *self, guint32 lane)
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

void
tv_group_builder_add_row (TvGroupBuilder *self, const TvGroupItem *items, guint n)
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
                            : MAX ((metrics->name_height - metrics->state) / 2, ROW_GAP);
    }
  add_bands (self, items, n);
  plan->has_lane = plan->n_bands > 0 &&
                   (items->section == TV_ROWS_LANES || items->section == TV_ROWS_DELAYS ||
                    items->section == TV_ROWS_REPORTS || (row->utid != TV_NONE && has_calls));
}
