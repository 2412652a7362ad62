/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A call of a method, or a mark of a log:
 *
 *   LayoutInflater.inflate
 *   (int, ViewGroup, boolean): View
 *   Wall  38.20 ms   self  4.11 ms      62 % of caller
 *   CPU   31.02 ms   self  3.90 ms      call 3 of 14
 */

#include "ui/timeline-card-private.h"

#include <glib/gi18n.h>

#include "core/signature.h"
#include "paint/time-format.h"

/* A call's own time is that of the call without its callees': with more rows below it than this
 * a worker adds them up. */
#define MAX_ROWS_AT_ONCE 20000

typedef struct
{
  TvTrace *trace;
  guint32 slice;
  gint64 ns[TV_N_CLOCKS];
} SelfTime;

/* ---- Own time ---- */

static void
self_time_free (SelfTime *self_time)
{
  g_object_unref (self_time->trace);
  g_free (self_time);
}

static void
find_self_time (SelfTime *self_time)
{
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (self_time->trace, clock))
      self_time->ns[clock] = tv_trace_get_self_ns (self_time->trace, self_time->slice, clock);
}

static void
self_time_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  find_self_time (data);
  g_task_return_boolean (task, TRUE);
}

static void
show_self_time (TvTimelineCard *self, const SelfTime *self_time)
{
  guint line = 0;

  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (self_time->trace, clock))
      {
        g_autofree char *text = tv_time_format (self_time->ns[clock]);

        pango_layout_set_text (self->lines[line++].columns[3], text, -1);
      }
  tv_timeline_card_measure (self);
}

static void
on_self_time_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvTimelineCard *self = user_data;

  /* A card that is gone has cancelled, and is not to be looked at. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->cancellable);
  show_self_time (self, g_task_get_task_data (G_TASK (result)));
  gtk_widget_queue_draw (self->widget);
}

static void
start_self_time (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  SelfTime *self_time = g_new0 (SelfTime, 1);
  guint32 n_rows = tv_trace_get_subtree_end (trace, self->hit.slice) - self->hit.slice;

  self_time->trace = g_object_ref (trace);
  self_time->slice = self->hit.slice;
  if (n_rows <= MAX_ROWS_AT_ONCE)
    {
      find_self_time (self_time);
      show_self_time (self, self_time);
      self_time_free (self_time);
    }
  else
    {
      g_autoptr (GTask) task = NULL;

      self->cancellable = g_cancellable_new ();
      task = g_task_new (NULL, self->cancellable, on_self_time_found, self);
      g_task_set_task_data (task, self_time, (GDestroyNotify) self_time_free);
      g_task_run_in_thread (task, self_time_worker);
    }
}

/* ---- Texts ---- */

static char *
dup_caller_note (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTimeColumn *dur = tv_trace_get_main_clock (trace) == TV_CLOCK_CPU &&
                                    tv_time_column_is_present (&slices->cpu_dur)
                                ? &slices->cpu_dur
                                : &slices->dur;
  guint32 parent = slices->parent[self->hit.slice];
  double percent;

  if (parent == TV_NONE || tv_time_column_get (dur, parent) <= 0)
    return NULL;
  percent = 100.0 * (double) tv_time_column_get (dur, self->hit.slice) /
            (double) tv_time_column_get (dur, parent);
  /* Translators: how much of its caller's time a call takes */
  return g_strdup_printf (_("%.*f %% of caller"), percent < 9.95 ? 1 : 0, percent);
}

static int
compare_slices (gconstpointer a, gconstpointer b)
{
  guint32 sa = *(const guint32 *) a, sb = *(const guint32 *) b;

  return (sa > sb) - (sa < sb);
}

static char *
dup_occurrence_note (TvTimelineCard *self)
{
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (self->session));
  GArray *occurrences = tv_session_get_occurrences (self->session);
  guint at;

  if (occurrences == NULL ||
      tv_session_get_selected_symbol (self->session) != slices->symbol[self->hit.slice] ||
      !g_array_binary_search (occurrences, &self->hit.slice, compare_slices, &at))
    return NULL;
  /* Translators: which of a method's calls this is */
  return g_strdup_printf (_("call %u of %u"), at + 1, occurrences->len);
}

static const char *
get_flag_text (guint8 flags)
{
  if (flags & TV_SLICE_OPEN)
    return _("did not end in the trace");
  if (flags & TV_SLICE_UNWOUND)
    return _("ended by an exception");
  if (flags & TV_SLICE_FORCED)
    return _("its exit is missing");
  return NULL;
}

static void
add_clock (TvTimelineCard *self, TvClock clock)
{
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (self->session));
  gboolean is_wall = clock == TV_CLOCK_WALL;
  gint64 ns = tv_time_column_get (
      is_wall || !tv_time_column_is_present (&slices->cpu_dur) ? &slices->dur : &slices->cpu_dur,
      self->hit.slice);
  g_autofree char *time = tv_time_format (ns);

  tv_timeline_card_add_line (self, is_wall ? _("Wall") : _("CPU"), time, _("self"), "…");
}

static void
add_notes (TvTimelineCard *self)
{
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (self->session));
  const char *flag = get_flag_text (slices->flags[self->hit.slice]);
  g_autofree char *caller = dup_caller_note (self);
  g_autofree char *occurrence = dup_occurrence_note (self);
  const char *notes[] = { caller, occurrence, flag };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (notes); i++)
    if (notes[i] != NULL)
      tv_timeline_card_add_note (self, n++, notes[i]);
}

static void
set_subtitle (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 symbol = tv_trace_get_slices (trace)->symbol[self->hit.slice];
  guint32 signature = tv_trace_get_symbols (trace, NULL)[symbol].signature;
  g_autofree char *text = NULL;

  if (signature != TV_NONE)
    text = tv_signature_to_readable (tv_trace_get_string (trace, signature));
  else if (tv_trace_is_log (trace))
    {
      guint32 track = tv_trace_find_track_at (trace, self->hit.slice);

      text = tv_trace_dup_thread_label (trace, tv_trace_get_tracks (trace, NULL)[track].utid);
    }
  if (text != NULL)
    tv_timeline_card_set_subtitle (self, text);
}

/* Fills the card with what is known about a call. */
void
tv_timeline_card_fill_call (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autofree char *name = tv_timeline_dup_call_label (
      trace, tv_trace_get_slices (trace)->symbol[self->hit.slice]);

  tv_timeline_card_set_title (self, name);
  set_subtitle (self);
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (trace, clock))
      add_clock (self, clock);
  add_notes (self);
  tv_timeline_card_measure (self);
  start_self_time (self);
}
