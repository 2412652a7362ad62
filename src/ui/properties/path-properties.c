/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Properties of a segment of a critical path: thread, state, wakeup, and the longest slice in the segment. Called by
 * the timeline for its card and its accessible text, and by the details. Only reads the trace. */

#include "ui/properties/path-properties.h"

#include <glib/gi18n.h>

#include "core/state-kind.h"
#include "core/time-format.h"
#include "ui/kit/number-format.h"

static const char *
get_state_name (const TvPathRow *row)
{
  return row->kind == TV_PATH_UNRECORDED
             ? _("not recorded")
             : tv_state_kind_get_name (tv_path_kind_get_state (row->kind));
}

/* Returns: (nullable): end of a wait, if the path cannot be followed to another thread */
static const char *
get_wait_end (const TvPathRow *row)
{
  static const char *const texts[TV_N_WAKE_KINDS] = {
    [TV_WAKE_INTERRUPT] = N_("an interrupt whose cause was not recorded"),
    [TV_WAKE_IO] = N_("the end of I/O"),
    [TV_WAKE_UNRECORDED] = N_("a wakeup that was not recorded"),
  };

  return row->is_wait && texts[row->wake] != NULL ? _ (texts[row->wake]) : NULL;
}

/* Adds the longest slice in the segment as a link. */
static void
add_slice (TvPropertyList *self, TvTrace *trace, const TvPathSegment *segment)
{
  const TvPathRow *row = &segment->row;
  g_autofree char *name = NULL;
  g_autofree char *time = NULL;

  if (row->slice == TV_NONE)
    return;
  name = tv_trace_dup_symbol_name (trace,
                                   tv_slices_symbol (tv_trace_get_slices (trace), row->slice));
  time = tv_time_format (segment->slice_ns);
  tv_property_list_take (self, TV_PROPERTY_ALL,
                         segment->slice_ns < row->dur ? _("Longest In") : _("In"),
                         segment->slice_ns < row->dur
                             /* Translators: name of a slice; its time */
                             ? g_strdup_printf (_("%s, %s"), name, time)
                             : g_steal_pointer (&name))
      ->slice = row->slice;
}

/**
 * tv_path_properties_new:
 * @base: base for times
 * @segment: segment of a critical path
 *
 * Returns: (transfer full): all properties of the segment
 */
TvPropertyList *
tv_path_properties_new (TvTrace *trace, const TvTimeBase *base, const TvPathSegment *segment)
{
  const TvPathRow *row = &segment->row;
  g_autofree char *root = tv_trace_dup_thread_label (trace, row->root_utid);
  guint32 upid = tv_trace_get_threads (trace, NULL)[row->utid].upid;
  TvPropertyList *self = tv_property_list_new (tv_trace_dup_thread_label (trace, row->utid),
                                               /* Translators: a thread */
                                               g_strdup_printf (_("Critical path of %s"), root));
  const char *end = get_wait_end (row);

  /* Links to the state in the row of the thread. */
  tv_property_list_add (self, TV_PROPERTY_ALL, _("State"), get_state_name (row))->slice =
      row->state;
  tv_property_list_add_time (self, TV_PROPERTY_ALL, _("Duration"), row->dur);
  add_slice (self, trace, segment);
  tv_property_list_add_timestamp (self, TV_PROPERTY_ALL, _("Start"), trace, base, row->ts);
  tv_property_list_add_timestamp (self, TV_PROPERTY_FULL, _("End"), trace, base,
                                  row->ts + row->dur);
  if (upid != TV_NONE)
    tv_property_list_take (self, TV_PROPERTY_FULL, _("Process"),
                           tv_trace_dup_process_label (trace, upid));
  if (row->depth > 0)
    /* Translators: number of wakeups between two threads */
    tv_property_list_take (self, TV_PROPERTY_FULL, _("Wakeups"), tv_format_count (row->depth));
  if (end != NULL)
    tv_property_list_add (self, TV_PROPERTY_ALL, _("Ended By"), end);
  if (!row->has_context)
    tv_property_list_add (self, TV_PROPERTY_FULL, _("Certain"),
                          _("likely; wakeups without flags may have been caused by interrupts"));
  return self;
}

/* Returns: (transfer full): accessible text of a segment: thread, state and duration */
char *
tv_path_facts_dup_spoken (TvTrace *trace, const TvPathSegment *segment)
{
  g_autofree char *root = tv_trace_dup_thread_label (trace, segment->row.root_utid);
  g_autofree char *thread = tv_trace_dup_thread_label (trace, segment->row.utid);
  g_autofree char *time = tv_time_format (segment->row.dur);

  /* Translators: a thread; its state; a duration; another thread */
  return g_strdup_printf (_("%s, %s, %s, on the critical path of %s"), thread,
                          get_state_name (&segment->row), time, root);
}
