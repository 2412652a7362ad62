/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/gc-events.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/range/range.h"
#include "analysis/system/mark-list.h"
#include "analysis/system/slice-states.h"

#define SUFFIX     " GC"
#define COMPACTION "CompactionPhase"

enum
{
  MARK_GC = 1,
  MARK_COMPACTION,
  MARK_WAIT,
};

/* Slices in which a thread waits for a collection. */
static const char *const waits[] = { "GC: Wait For", "WaitForGcToComplete", "SuspendAll" };

/* Parts of names, in the order in which they count. */
static const struct
{
  const char *part;
  TvGcKind kind;
} kinds[] = {
  { "NativeAlloc", TV_GC_NATIVE_ALLOC },
  { "Alloc", TV_GC_ALLOC },
  { "young", TV_GC_YOUNG },
  { "CollectorTransition", TV_GC_COLLECTOR_TRANSITION },
  { "Explicit", TV_GC_EXPLICIT },
  { "explicit", TV_GC_EXPLICIT },
};

static guint
classify (const char *name)
{
  if (g_str_has_suffix (name, SUFFIX))
    return MARK_GC;
  if (g_str_equal (name, COMPACTION))
    return MARK_COMPACTION;
  for (gsize i = 0; i < G_N_ELEMENTS (waits); i++)
    if (g_str_has_prefix (name, waits[i]))
      return MARK_WAIT;
  return 0;
}

static TvGcKind
get_kind (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strstr (name, kinds[i].part) != NULL)
      return kinds[i].kind;
  return TV_GC_FULL;
}

/* Returns: the kind in tables */
const char *
tv_gc_kind_get_name (TvGcKind kind)
{
  static const char *const names[TV_N_GC_KINDS] = { "native_alloc",         "alloc",    "young",
                                                    "collector_transition", "explicit", "full" };

  return names[kind];
}

/* Returns whether a slice is part of another collection. */
static gboolean
is_inside (TvTrace *trace, guint32 slice)
{
  const guint32 *parents = tv_trace_get_slices (trace)->parent;

  for (guint32 row = parents[slice]; row != TV_NONE; row = parents[row])
    {
      const char *name = tv_slice_get_name (trace, row);

      if (name != NULL && classify (name) == MARK_GC)
        return TRUE;
    }
  return FALSE;
}

/* Returns the CPU time of a slice's thread in it, or -1. */
static gint64
get_running_ns (TvTrace *trace, guint32 slice)
{
  TvSliceStates states;

  return tv_slice_states_get (trace, slice, &states) && states.unknown_ns == 0
             ? states.ns[TV_STATE_RUNNING]
             : -1;
}

/* Adds the compaction, which is the next slice of the thread after the collection. */
static void
add_compaction (TvTrace *trace, TvGcEvent *self)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *track = &tv_trace_get_tracks (trace,
                                               NULL)[tv_trace_find_track_at (trace, self->slice)];
  guint32 next = tv_trace_get_subtree_end (trace, self->slice);
  const char *name = next - track->first_slice < track->n_slices ? tv_slice_get_name (trace, next)
                                                                 : NULL;
  gint64 running_ns;

  if (g_strcmp0 (name, COMPACTION) != 0 || self->dur < 0)
    return;
  self->end = tv_slices_end (slices, next);
  if (tv_slices_is_unfinished (slices, next))
    {
      self->dur = -1;
      return;
    }
  self->dur += tv_time_column_get (&slices->dur, next);
  running_ns = get_running_ns (trace, next);
  self->running_ns = self->running_ns >= 0 && running_ns >= 0 ? self->running_ns + running_ns : -1;
}

/* The waits of the main thread; nested ones count once. */
static void
add_waits (TvTrace *trace, TvGcEvent *self, const GArray *marks)
{
  gint64 last_end = self->ts;

  for (guint i = 0; i < marks->len; i++)
    {
      const TvMark *mark = &g_array_index (marks, TvMark, i);
      gint64 start = MAX (mark->ts, last_end), end = MIN (mark->end, self->end);

      if (mark->ts >= self->end)
        break;
      if (mark->kind != MARK_WAIT || !mark->is_main || mark->upid != self->upid || end <= start)
        continue;
      self->main_wait_ns += end - start;
      last_end = end;
    }
}

static TvGcEvent
get_event (TvTrace *trace, const TvMark *mark, const GArray *marks)
{
  TvGcEvent self = { .slice = mark->slice,
                     .utid = mark->utid,
                     .upid = mark->upid,
                     .kind = get_kind (mark->name),
                     .is_mark_compact = strstr (mark->name, "mark compact") != NULL ||
                                        strstr (mark->name, "MarkCompact") != NULL,
                     .ts = mark->ts,
                     .dur = mark->end - mark->ts,
                     .end = mark->end,
                     .running_ns = get_running_ns (trace, mark->slice) };

  if (tv_mark_is_unfinished (trace, mark))
    self.dur = -1;
  if (self.is_mark_compact)
    add_compaction (trace, &self);
  add_waits (trace, &self, marks);
  return self;
}

/**
 * tv_gc_events_new:
 * @selection: (nullable): range and collecting threads; %NULL = all
 * @cancellable: (nullable)
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvGcEvent): collections by start, as a whole where the range cuts them; %NULL
 *   if it was cancelled
 */
GArray *
tv_gc_events_new (TvTrace *trace,
                  const TvSelection *selection,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (GArray) marks = tv_mark_list_new (trace, classify, cancellable, error);
  TvRange range = tv_range_new (trace, selection);
  GArray *events;

  if (marks == NULL)
    return NULL;
  events = g_array_new (FALSE, FALSE, sizeof (TvGcEvent));
  for (guint i = 0; i < marks->len; i++)
    {
      const TvMark *mark = &g_array_index (marks, TvMark, i);
      TvGcEvent event;

      if (mark->kind != MARK_GC || mark->utid == TV_NONE || is_inside (trace, mark->slice))
        continue;
      event = get_event (trace, mark, marks);
      if (selection == NULL || (tv_range_has (&range, event.ts, event.end) &&
                                tv_selection_has_thread (selection, event.utid)))
        g_array_append_val (events, event);
    }
  return events;
}

/**
 * tv_gc_events_dup_missing:
 *
 * Returns: (transfer full) (nullable): the events to record, if the trace cannot contain collections; %NULL if it can
 */
char *
tv_gc_events_dup_missing (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_MARKS)
             ? NULL
             : g_strdup (
                   _("no slices of programs; record the atrace category dalvik with the app"));
}
