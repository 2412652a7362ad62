/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What only logs have: runs of CPUs, states of threads, spans that belong to no thread, what
 * else happens on threads and CPUs, counters. */

#include "ui/views/timeline/timeline-card-private.h"

#include <glib/gi18n.h>

#include "core/state-kind.h"
#include "paint/timeline/counter-spans.h"
#include "paint/kit/time-format.h"

/* Of a span's arguments, the first few. */
#define MAX_ARGS 4

/* Why a run ended, by the state that the thread was in then; (nullable). */
static const char *
get_end_reason (const char *end_state)
{
  if (end_state == NULL)
    return NULL;
  switch (end_state[0])
    {
    case 'R':
      return _("preempted");
    case 'S':
      return _("went to sleep");
    case 'D':
      return _("blocked");
    case 'I':
      return _("idle");
    case 'T':
    case 't':
    case 'P':
      return _("stopped");
    case 'X':
    case 'x':
    case 'Z':
    case 'K':
      return _("ended");
    default:
      return NULL;
    }
}

static void
add_duration (TvTimelineCard *self)
{
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (self->session));
  guint8 flags = slices->flags[self->hit.slice];
  g_autofree char *time = tv_time_format (tv_time_column_get (&slices->dur, self->hit.slice));
  /* Translators: %s is a duration */
  g_autofree char *open = g_strdup_printf (_("%s, until the end of the log"), time);

  if (flags & TV_SLICE_LOST)
    tv_timeline_card_add_line (self, _("Duration"), _("not known: events were lost"));
  else if (!(flags & TV_SLICE_INSTANT))
    tv_timeline_card_add_line (self, _("Duration"), flags & TV_SLICE_OPEN ? open : time);
  if (flags & TV_SLICE_FAILED)
    tv_timeline_card_add_line (self, _("Ended"), _("failed"));
}

static void
add_bound (TvTimelineCard *self)
{
  gint64 bound_ns = tv_trace_get_bound_ns (tv_session_get_trace (self->session), self->hit.slice);
  g_autofree char *bound = bound_ns >= 0 ? tv_time_format (bound_ns) : NULL;
  g_autofree char *text = NULL;

  if (bound == NULL)
    return;
  /* Translators: %s is a duration */
  text = g_strdup_printf (_("at most %s off"), bound);
  tv_timeline_card_add_line (self, _("Inferred"), text);
}

static void
add_process (TvTimelineCard *self, guint32 upid)
{
  g_autofree char *process = NULL;

  if (upid == TV_NONE)
    return;
  process = tv_trace_dup_process_label (tv_session_get_trace (self->session), upid);
  tv_timeline_card_add_line (self, _("Process"), process);
}

static void
set_thread (TvTimelineCard *self, guint32 utid)
{
  g_autofree char *thread = tv_trace_dup_thread_label (tv_session_get_trace (self->session), utid);

  tv_timeline_card_set_subtitle (self, thread);
}

static void
fill_run (TvTimelineCard *self, const TvRun *run, guint32 cpu)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autofree char *thread = tv_trace_dup_thread_label (trace, run->utid);
  g_autofree char *text = g_strdup_printf (_("CPU %u"), cpu);
  const char *end_state = tv_trace_get_string (trace, run->end_state);
  const char *reason = get_end_reason (end_state);

  tv_timeline_card_set_title (self, thread);
  tv_timeline_card_set_subtitle (self, text);
  add_process (self, tv_trace_get_threads (trace, NULL)[run->utid].upid);
  if (run->priority != 0)
    {
      g_autofree char *priority = tv_number_take_sign (g_strdup_printf ("%d", run->priority));

      tv_timeline_card_add_line (self, _("Priority"), priority);
    }
  add_duration (self);
  add_bound (self);
  if (end_state != NULL)
    {
      g_autofree char *end = reason != NULL ? g_strdup_printf ("%s (%s)", reason, end_state)
                                            : g_strdup (end_state);

      tv_timeline_card_add_line (self, _("Then"), end);
    }
}

static void
fill_state (TvTimelineCard *self, const TvState *state, guint32 utid)
{
  TvTrace *trace = tv_session_get_trace (self->session);

  tv_timeline_card_set_title (self, tv_state_kind_get_name (state->kind));
  set_thread (self, utid);
  add_duration (self);
  add_bound (self);
  if (state->kind == TV_STATE_RUNNING)
    {
      g_autofree char *cpu = g_strdup_printf ("%u", state->cpu);

      tv_timeline_card_add_line (self, _("CPU"), cpu);
    }
  else
    tv_timeline_card_add_line (self, _("In the log"), tv_trace_get_string (trace, state->text));
  if (state->waker != TV_NONE)
    {
      g_autofree char *waker = tv_trace_dup_thread_label (trace, state->waker);

      tv_timeline_card_add_line (self, _("Woken by"), waker);
    }
  if (state->blocked_function != TV_NONE)
    tv_timeline_card_add_line (self, _("Blocked in"),
                               tv_trace_get_string (trace, state->blocked_function));
}

/* The arguments of a slice, the first few. */
void
tv_timeline_card_add_args (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n;
  const TvArg *args = tv_trace_get_args (
      trace, slices->arg_set != NULL ? slices->arg_set[self->hit.slice] : TV_NONE, &n);

  for (guint32 i = 0; i < MIN (n, MAX_ARGS); i++)
    tv_timeline_card_add_line (self, tv_trace_get_string (trace, args[i].key),
                               tv_trace_get_string (trace, args[i].value));
  if (n > MAX_ARGS)
    {
      g_autofree char *more = g_strdup_printf (
          ngettext ("%u more argument", "%u more arguments", n - MAX_ARGS), n - MAX_ARGS);

      tv_timeline_card_add_line (self, "", more);
    }
}

/* A span of an async lane, or what else happens on a thread or a CPU. */
static void
fill_span (TvTimelineCard *self, const TvTrack *track)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autofree char *name = tv_timeline_dup_call_label (
      trace, tv_slices_symbol (tv_trace_get_slices (trace), self->hit.slice));
  const char *lane = tv_trace_get_string (trace, track->name);
  g_autofree char *owner = NULL;
  g_autofree char *subtitle = NULL;

  if (track->cpu != TV_NONE)
    owner = g_strdup_printf (_("CPU %u"), track->cpu);
  else if (track->utid != TV_NONE)
    owner = tv_trace_dup_thread_label (trace, track->utid);
  else if (track->upid != TV_NONE)
    owner = tv_trace_dup_process_label (trace, track->upid);
  subtitle = g_strjoin (owner != NULL && lane != NULL ? " · " : "", owner != NULL ? owner : "",
                        lane != NULL ? lane : "", NULL);
  tv_timeline_card_set_title (self, name);
  tv_timeline_card_set_subtitle (self, subtitle);
  add_duration (self);
  tv_timeline_card_add_args (self);
}

static void
fill_counter (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 id = self->hit.counter;
  const TvCounterTrack *counter = &tv_trace_get_counter_tracks (trace, NULL)[id];
  g_autofree char *min = tv_counter_format_value (trace, id, counter->min);
  g_autofree char *max = tv_counter_format_value (trace, id, counter->max);
  g_autofree char *value = NULL;

  tv_timeline_card_set_title (self, tv_trace_get_string (trace, counter->name));
  if (counter->cpu != TV_NONE)
    {
      g_autofree char *cpu = g_strdup_printf (_("CPU %u"), counter->cpu);

      tv_timeline_card_set_subtitle (self, cpu);
    }
  else if (counter->upid != TV_NONE)
    {
      g_autofree char *process = tv_trace_dup_process_label (trace, counter->upid);

      tv_timeline_card_set_subtitle (self, process);
    }
  if (self->hit.sample != TV_NONE)
    value = tv_counter_format_value (trace, id,
                                     tv_trace_get_samples (trace)->value[self->hit.sample]);
  tv_timeline_card_add_line (self, _("Value"), value != NULL ? value : _("not known yet"));
  tv_timeline_card_add_line (self, _("Minimum"), min);
  tv_timeline_card_add_line (self, _("Maximum"), max);
}

/* Fills the card with what is known about anything but a mark. */
void
tv_timeline_card_fill_log (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvTrack *track;

  if (self->hit.slice == TV_NONE)
    fill_counter (self);
  else
    {
      track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, self->hit.slice)];
      if (track->kind == TV_TRACK_CPU)
        fill_run (self, tv_trace_get_run (trace, self->hit.slice), track->cpu);
      else if (track->kind == TV_TRACK_THREAD_STATE)
        fill_state (self, tv_trace_get_state (trace, self->hit.slice), track->utid);
      else
        fill_span (self, track);
    }
}
