/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/app-start.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/range/range.h"
#include "analysis/system/app-start-private.h"
#include "analysis/system/mark-list.h"
#include "core/error.h"

/* Finds the app starts of a trace. app-start-android.c and app-start-openharmony.c list starts and phases; this file
 * sorts and numbers them, and selects those of a range. Called by the tables of app starts, the Starts view and the
 * rules about starts. Pure: only reads the trace, and searches it again for each call. */

#define ACTIVITY "launchingActivity#"

/* ---- Shared with app-start-android.c and app-start-openharmony.c ---- */

/**
 * tv_app_starts_add_phase:
 * @self: starts found so far
 * @start: index of the start
 * @name: name of the phase; must be static
 * @slice: slice that defines the phase
 *
 * Adds a phase with the range of a slice.
 */
void
tv_app_starts_add_phase (TvAppStarts *self, guint32 start, const char *name, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvTrack *track = &tv_trace_get_tracks (self->trace,
                                               NULL)[tv_trace_find_track_at (self->trace, slice)];
  gint64 dur = tv_slices_is_unfinished (slices, slice) ? -1
                                                       : tv_time_column_get (&slices->dur, slice);
  TvAppStartPhase phase = { start, name,       tv_slices_start (slices, slice), dur, dur,
                            slice, track->utid };

  g_array_append_val (self->phases, phase);
}

/* Returns the start of the first slice of a track in a range, clipped to the range, or TV_NO_TIME. */
static gint64
find_first (TvTrace *trace, guint32 track, const TvRange *range)
{
  TvRangeWalk walk;

  if (track == TV_NONE)
    return TV_NO_TIME;
  walk = tv_range_walk (range, trace, track);
  return tv_range_walk_next (&walk)
             ? MAX (tv_slices_start (tv_trace_get_slices (trace), walk.row), range->start_ns)
             : TV_NO_TIME;
}

/**
 * tv_app_start_find_main_ts:
 * @trace: a trace
 * @utid: main thread of a start, or %TV_NONE
 * @start_ns: start of the range in ns
 * @end_ns: end of the range in ns
 *
 * Returns: start of the thread's first state or slice in the range, whichever is earlier; %TV_NO_TIME if the range
 * contains no state of the thread
 */
gint64
tv_app_start_find_main_ts (TvTrace *trace, guint32 utid, gint64 start_ns, gint64 end_ns)
{
  TvRange range = { start_ns, end_ns, end_ns - start_ns };
  const TvThread *thread;
  gint64 state, mark;

  if (utid == TV_NONE)
    return TV_NO_TIME;
  thread = &tv_trace_get_threads (trace, NULL)[utid];
  state = find_first (trace, thread->state_track, &range);
  mark = state != TV_NO_TIME ? find_first (trace, thread->track, &range) : TV_NO_TIME;
  return mark != TV_NO_TIME ? MIN (state, mark) : state;
}

/* ---- All starts ---- */

static void
tv_app_starts_clear (TvAppStarts *self)
{
  g_clear_pointer (&self->starts, g_array_unref);
  g_clear_pointer (&self->phases, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvAppStarts, tv_app_starts_clear)

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const TvAppStart *x = a, *y = b;

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return (x->slice > y->slice) - (x->slice < y->slice);
}

static int
compare_phases (gconstpointer a, gconstpointer b)
{
  const TvAppStartPhase *x = a, *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return (x->ts > y->ts) - (x->ts < y->ts);
}

/* Returns the number in the name of a launch on Android 13 and later, or TV_NONE. */
static guint32
find_number (TvTrace *trace, const TvAppStart *start)
{
  const char *name = tv_slice_get_name (trace, start->slice);
  guint64 number;

  if (start->kind != TV_APP_START_ANDROID_13 || !g_str_has_prefix (name, ACTIVITY) ||
      !g_ascii_isdigit (name[strlen (ACTIVITY)]))
    return TV_NONE;
  number = g_ascii_strtoull (name + strlen (ACTIVITY), NULL, 10);
  return number < G_MAXINT32 ? (guint32) number : TV_NONE;
}

/* Returns: (transfer full): number of each start, indexed by @id. The recorded number is used if it is unique,
 * otherwise the next unused number */
static guint32 *
number_starts (const TvAppStarts *self)
{
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  guint32 *numbers = g_new (guint32, MAX (self->starts->len, 1)), next = 0;

  for (guint i = 0; i < self->starts->len; i++)
    {
      const TvAppStart *start = &g_array_index (self->starts, TvAppStart, i);
      guint32 number = find_number (self->trace, start);

      numbers[start->id] = TV_NONE;
      if (number != TV_NONE && g_hash_table_add (used, GUINT_TO_POINTER (number + 1)))
        numbers[start->id] = number;
    }
  for (guint i = 0; i < self->starts->len; i++)
    {
      guint32 *number = &numbers[g_array_index (self->starts, TvAppStart, i).id];

      if (*number != TV_NONE)
        continue;
      while (g_hash_table_contains (used, GUINT_TO_POINTER (next + 1)))
        next++;
      *number = next++;
    }
  return numbers;
}

static gboolean
find_starts (TvAppStarts *self, TvTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autofree guint32 *numbers = NULL;

  *self = (TvAppStarts){ .trace = trace,
                         .starts = g_array_new (FALSE, FALSE, sizeof (TvAppStart)),
                         .phases = g_array_new (FALSE, FALSE, sizeof (TvAppStartPhase)) };
  if (!tv_app_starts_add_android (self, cancellable, error) ||
      !tv_app_starts_add_openharmony (self, cancellable, error))
    return FALSE;
  g_array_sort (self->starts, compare_starts);
  numbers = number_starts (self);
  for (guint i = 0; i < self->starts->len; i++)
    {
      TvAppStart *start = &g_array_index (self->starts, TvAppStart, i);

      start->id = numbers[start->id];
    }
  for (guint i = 0; i < self->phases->len; i++)
    {
      TvAppStartPhase *phase = &g_array_index (self->phases, TvAppStartPhase, i);

      phase->start = numbers[phase->start];
    }
  g_array_sort (self->phases, compare_phases);
  return TRUE;
}

/**
 * tv_app_starts_new:
 * @trace: a trace
 * @selection: (nullable): selection; only its range is used, and starts that overlap it are not clipped
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvAppStart) (nullable): starts of apps, sorted by time; %NULL if cancelled
 */
GArray *
tv_app_starts_new (TvTrace *trace,
                   const TvSelection *selection,
                   GCancellable *cancellable,
                   GError **error)
{
  g_auto (TvAppStarts) all = { 0 };
  TvRange range = tv_range_new (trace, selection);
  GArray *starts;

  if (!find_starts (&all, trace, cancellable, error))
    return NULL;
  starts = g_array_new (FALSE, FALSE, sizeof (TvAppStart));
  for (guint i = 0; i < all.starts->len; i++)
    {
      const TvAppStart *start = &g_array_index (all.starts, TvAppStart, i);

      if (selection == NULL || tv_range_has (&range, start->ts, start->end))
        g_array_append_vals (starts, start, 1);
    }
  return starts;
}

/**
 * tv_app_start_phases_new:
 * @trace: a trace
 * @selection: (nullable): selection; only its range is used, and phases that overlap it are not clipped
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvAppStartPhase) (nullable): phases of all starts, sorted by start and time;
 * %NULL if cancelled
 */
GArray *
tv_app_start_phases_new (TvTrace *trace,
                         const TvSelection *selection,
                         GCancellable *cancellable,
                         GError **error)
{
  g_auto (TvAppStarts) all = { 0 };
  TvRange range = tv_range_new (trace, selection);
  GArray *phases;

  if (!find_starts (&all, trace, cancellable, error))
    return NULL;
  phases = g_array_new (FALSE, FALSE, sizeof (TvAppStartPhase));
  for (guint i = 0; i < all.phases->len; i++)
    {
      const TvAppStartPhase *phase = &g_array_index (all.phases, TvAppStartPhase, i);

      if (selection == NULL ||
          tv_range_has (&range, phase->ts,
                        phase->dur >= 0 ? phase->ts + phase->dur : tv_trace_get_end_ns (trace)))
        g_array_append_vals (phases, phase, 1);
    }
  return phases;
}

/**
 * tv_app_start_pieces_new:
 * @trace: a trace
 * @selection: (nullable): selection; only its range is used, and starts that overlap it are broken down completely
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvAppStartPiece) (nullable): pieces of all starts, sorted by start and time;
 * %NULL if cancelled
 */
GArray *
tv_app_start_pieces_new (TvTrace *trace,
                         const TvSelection *selection,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GArray) starts = tv_app_starts_new (trace, selection, cancellable, error);
  g_autoptr (GArray) pieces = NULL;

  if (starts == NULL)
    return NULL;
  pieces = g_array_new (FALSE, FALSE, sizeof (TvAppStartPiece));
  for (guint i = 0; i < starts->len; i++)
    {
      g_autoptr (GArray) some = NULL;

      if (g_cancellable_is_cancelled (cancellable))
        {
          tv_error_set_cancelled (error);
          return NULL;
        }
      some = tv_app_start_break_down (trace, &g_array_index (starts, TvAppStart, i));
      g_array_append_vals (pieces, some->data, some->len);
    }
  return g_steal_pointer (&pieces);
}

/* ---- Names ---- */

/* Returns: (nullable): name of a type in tables; %NULL if unknown */
const char *
tv_app_start_type_get_name (TvAppStartType type)
{
  static const char *const names[TV_N_APP_START_TYPES] = { NULL, "cold", "warm", "hot" };

  return names[type];
}

/* Returns the name of a state in tables. */
const char *
tv_app_start_state_get_name (TvAppStartState state)
{
  static const char *const names[TV_N_APP_START_STATES] = { "ended", "not reported", "open",
                                                            "began before" };

  return names[state];
}

/* Returns the name of a kind in tables. */
const char *
tv_app_start_kind_get_name (TvAppStartKind kind)
{
  static const char *const names[TV_N_APP_START_KINDS] = { "Android 9 or earlier",
                                                           "Android 10 to 12",
                                                           "Android 13 or later", "OpenHarmony" };

  return names[kind];
}

static guint
classify_start (const char *name)
{
  return tv_app_start_is_of_android (name) || tv_app_start_is_of_openharmony (name);
}

/* Returns whether the trace may contain starts, according to the names of its slices. Much faster than
 * tv_app_starts_new(). */
gboolean
tv_app_starts_are_named (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_MARKS) && tv_mark_list_has_name (trace, classify_start);
}

/**
 * tv_app_starts_dup_missing:
 *
 * Returns: (transfer full) (nullable): advice on what to record if the trace contains no app starts; %NULL if it
 * contains any
 */
char *
tv_app_starts_dup_missing (TvTrace *trace)
{
  g_autoptr (GArray) starts = tv_app_starts_new (trace, NULL, NULL, NULL);

  if (starts->len > 0)
    return NULL;
  if (!tv_trace_has (trace, TV_HAS_MARKS))
    return g_strdup (
        _("no slices of apps; record the atrace categories am, view and wm and enable atrace for "
          "the app, or record the hitrace tags ability and app"));
  return g_strdup (
      _("no app starts; slices such as “launchingActivity” of system_server (atrace category am) "
        "or “HandleLaunchAbility” (hitrace tag ability) are missing"));
}
