/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/gc-events.h"

#include <string.h>

#include "analysis/range/range.h"
#include "analysis/system/mark-list.h"
#include "analysis/system/slice-states.h"

/* Finds the garbage collections of Android's runtime by the names of their slices ("… GC"), adds the compaction that
 * follows, and adds up the waits of main threads during each collection. Called only by the table gc_event. Pure:
 * only reads the trace. */

#define SUFFIX     " GC"
#define COMPACTION "CompactionPhase"

enum
{
  MARK_GC = 1,
  MARK_COMPACTION,
  MARK_WAIT,
};

/* Prefixes of slices in which a thread waits for a garbage collection */
static const char *const waits[] = { "GC: Wait For", "WaitForGcToComplete", "SuspendAll" };

/* Parts of names. The first one that matches determines the kind. */
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

/* Returns the name of a kind in tables. */
const char *
tv_gc_kind_get_name (TvGcKind kind)
{
  static const char *const names[TV_N_GC_KINDS] = { "native_alloc",         "alloc",    "young",
                                                    "collector_transition", "explicit", "full" };

  return names[kind];
}

/* Returns whether a slice is nested in another garbage collection. */
static gboolean
is_inside (TvTrace *trace, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (trace);

  for (guint32 row = tv_slices_parent (slices, slice); row != TV_NONE;
       row = tv_slices_parent (slices, row))
    {
      const char *name = tv_slice_get_name (trace, row);

      if (name != NULL && classify (name) == MARK_GC)
        return TRUE;
    }
  return FALSE;
}

/* Returns the time that the thread ran during a slice, in ns; -1 if not recorded. */
static gint64
get_running_ns (TvTrace *trace, guint32 slice)
{
  TvSliceStates states;

  return tv_slice_states_get (trace, slice, &states) && states.unknown_ns == 0
             ? states.ns[TV_STATE_RUNNING]
             : -1;
}

/* Adds the compaction if the next slice of the thread after the collection is one. */
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

typedef struct
{
  gint64 start;
  gint64 end;
} Wait;

/* Returns: (element-type guint GArray): per process, the waits of its main thread as #Wait, sorted by time;
 * overlapping waits are merged */
static GHashTable *
list_waits (const GArray *marks)
{
  GHashTable *by_process = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < marks->len; i++)
    {
      const TvMark *mark = &g_array_index (marks, TvMark, i);
      gpointer key = GUINT_TO_POINTER (mark->upid);
      GArray *own = g_hash_table_lookup (by_process, key);
      Wait *last = own != NULL ? &g_array_index (own, Wait, own->len - 1) : NULL;

      if (mark->kind != MARK_WAIT || !mark->is_main)
        continue;
      if (own == NULL)
        {
          own = g_array_new (FALSE, FALSE, sizeof (Wait));
          g_hash_table_insert (by_process, key, own);
        }
      if (last != NULL && mark->ts <= last->end)
        last->end = MAX (last->end, mark->end);
      else
        g_array_append_val (own, ((Wait){ mark->ts, mark->end }));
    }
  return by_process;
}

/* Returns the index of the first wait that ends after @ns. Waits do not overlap, so they are also sorted by end. */
static guint
find_wait (const GArray *own, gint64 ns)
{
  guint low = 0, high = own->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (own, Wait, middle).end <= ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
add_waits (TvGcEvent *self, GHashTable *by_process)
{
  const GArray *own = g_hash_table_lookup (by_process, GUINT_TO_POINTER (self->upid));

  for (guint i = own != NULL ? find_wait (own, self->ts) : 0; own != NULL && i < own->len; i++)
    {
      const Wait *wait = &g_array_index (own, Wait, i);

      if (wait->start >= self->end)
        break;
      self->main_wait_ns += MIN (wait->end, self->end) - MAX (wait->start, self->ts);
    }
}

static TvGcEvent
get_event (TvTrace *trace, const TvMark *mark, GHashTable *by_process)
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
  add_waits (&self, by_process);
  return self;
}

/**
 * tv_gc_events_new:
 * @trace: a trace
 * @selection: (nullable): range, and collecting threads; %NULL for all
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvGcEvent) (nullable): garbage collections, sorted by start and not clipped
 * to the range; %NULL if cancelled
 */
GArray *
tv_gc_events_new (TvTrace *trace,
                  const TvSelection *selection,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (GArray) marks = tv_mark_list_new (trace, classify, cancellable, error);
  g_autoptr (GHashTable) by_process = NULL; /* per process, waits of the main thread */
  TvRange range = tv_range_new (trace, selection);
  GArray *events;

  if (marks == NULL)
    return NULL;
  by_process = list_waits (marks);
  events = g_array_new (FALSE, FALSE, sizeof (TvGcEvent));
  for (guint i = 0; i < marks->len; i++)
    {
      const TvMark *mark = &g_array_index (marks, TvMark, i);
      TvGcEvent event;

      if (mark->kind != MARK_GC || mark->utid == TV_NONE || is_inside (trace, mark->slice))
        continue;
      event = get_event (trace, mark, by_process);
      if (selection == NULL || (tv_range_has (&range, event.ts, event.end) &&
                                tv_selection_has_thread (selection, event.utid)))
        g_array_append_val (events, event);
    }
  return events;
}
