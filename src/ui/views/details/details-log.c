/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/details/details-log.h"

#include <glib/gi18n.h>

#include "analysis/slice-states.h"
#include "core/state-kind.h"
#include "paint/kit/time-format.h"
#include "ui/kit/number-format.h"
#include "ui/kit/slice-words.h"
#include "ui/views/details/state-bar.h"
#include "ui/kit/state-text.h"

/* Arguments that are shown among the facts, each by its own name, in this order. */
static const struct
{
  const char *key;
  const char *title;
} known_args[] = {
  { "level", N_("Level") }, { "tags", N_("Tags") },          { "category", N_("Category") },
  { "chain", N_("Chain") }, { "span", N_("Span in chain") }, { "parent span", N_("Parent span") },
};

typedef struct
{
  TvFactList *facts;
  TvSession *session;
  TvTrace *trace;
  const TvSlices *slices;
  guint32 slice;
  const TvTrack *track;
  gint64 start_ns;
  gint64 dur_ns;
} Details;

static const TvTrack *
get_track (TvTrace *trace, guint32 slice)
{
  return &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
}

/* "532 foundation" */
static char *
dup_thread (TvTrace *trace, guint32 utid)
{
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[utid];
  const char *name = tv_trace_get_string (trace, thread->name);

  return name != NULL ? g_strdup_printf ("%u %s", thread->tid, name)
                      : g_strdup_printf ("%u", thread->tid);
}

/* ---- Elsewhere ---- */

/* What a thread did at a time: the innermost of its slices, or else its state. */
static guint32
find_at (TvTrace *trace, guint32 utid, gint64 ts_ns)
{
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[utid];
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);
  guint32 found = TV_NONE, n_levels = thread->track != TV_NONE ? tracks[thread->track].n_levels : 0;

  for (guint32 depth = n_levels; depth > 0 && found == TV_NONE; depth--)
    found = tv_trace_find_slice_at (trace, thread->track, depth - 1, ts_ns);
  if (found == TV_NONE && thread->state_track != TV_NONE)
    found = tv_trace_find_slice_at (trace, thread->state_track, 0, ts_ns);
  return found;
}

static void
add_waker (const Details *self, const TvWakeup *wakeup, gint64 before_ns)
{
  gboolean is_idle = tv_trace_get_threads (self->trace, NULL)[wakeup->waker].is_idle;
  /* A CPU that has nothing to run wakes somebody only when it is interrupted. */
  g_autofree char *thread = is_idle ? g_strdup (_("an interrupt"))
                                    : dup_thread (self->trace, wakeup->waker);
  g_autofree char *time = tv_time_format (before_ns);
  /* Translators: a thread, and how long before it woke another one */
  g_autofree char *text = before_ns > 0 ? g_strdup_printf (_("%s, %s before"), thread, time)
                                        : g_strdup (thread);

  tv_fact_list_add_slice (self->facts, _("Woken by"), text, self->session,
                          find_at (self->trace, wakeup->waker, wakeup->ts_ns));
}

static void
add_flow (const Details *self, const char *title, guint32 slice)
{
  const TvTrack *track = get_track (self->trace, slice);
  g_autofree char *name = tv_trace_dup_symbol_name (self->trace,
                                                    tv_slices_symbol (self->slices, slice));
  g_autofree char *thread = track->utid != TV_NONE ? dup_thread (self->trace, track->utid) : NULL;
  g_autofree char *text = g_strdup_printf ("%s%s%s", thread != NULL ? thread : "",
                                           thread != NULL ? " · " : "", name);

  tv_fact_list_add_slice (self->facts, title, text, self->session, slice);
}

static void
add_flows (const Details *self)
{
  guint32 n;
  const TvFlow *flows = tv_trace_get_flows (self->trace, &n);

  for (guint32 i = 0; i < n; i++)
    {
      if (flows[i].from == self->slice)
        add_flow (self, _("Sent to"), flows[i].to);
      if (flows[i].to == self->slice)
        add_flow (self, _("Received from"), flows[i].from);
    }
}

/* ---- Facts ---- */

static void
add_thread (const Details *self, guint32 utid)
{
  guint32 upid = tv_trace_get_threads (self->trace, NULL)[utid].upid;
  g_autofree char *thread = dup_thread (self->trace, utid);

  tv_fact_list_add (self->facts, _("Thread"), thread);
  if (upid != TV_NONE)
    {
      g_autofree char *process = tv_trace_dup_process_label (self->trace, upid);

      tv_fact_list_add (self->facts, _("Process"), process);
    }
}

static void
add_times (const Details *self)
{
  guint8 flags = self->slices->flags[self->slice];

  tv_fact_list_add_time (self->facts, _("Start"),
                         self->start_ns - tv_trace_get_start_ns (self->trace));
  if (flags & TV_SLICE_LOST)
    tv_fact_list_add (self->facts, _("Duration"), _("Not known"));
  else if (!(flags & TV_SLICE_INSTANT))
    tv_fact_list_add_time (self->facts, _("Duration"), self->dur_ns);
}

/* Of a run or a state. */
static void
add_bound (const Details *self)
{
  gint64 bound_ns = tv_trace_get_bound_ns (self->trace, self->slice);
  g_autofree char *bound = bound_ns >= 0 ? tv_time_format (bound_ns) : NULL;
  g_autofree char *text = NULL;

  if (bound == NULL)
    return;
  /* Translators: %s is a duration */
  text = g_strdup_printf (_("From other lines, at most %s off"), bound);
  tv_fact_list_add (self->facts, _("Inferred"), text);
}

/* Of a slice's CPU time. */
static void
add_inferred (const Details *self)
{
  TvInferred inferred = tv_trace_get_inferred_cpu (self->trace, self->slice);
  g_autofree char *time = tv_time_format (inferred.ns);
  g_autofree char *bound = tv_time_format (inferred.bound_ns);
  g_autofree char *text = NULL;

  if (inferred.ns == 0 && inferred.bound_ns == 0)
    return;
  /* Translators: durations, the first a part of a CPU time */
  text = g_strdup_printf (_("%s of it, at most %s off"), time, bound);
  tv_fact_list_add (self->facts, _("Inferred"), text);
}

static void
add_parent (const Details *self)
{
  guint32 parent = self->slices->parent[self->slice];
  g_autofree char *name = NULL;

  if (parent == TV_NONE)
    return;
  name = tv_trace_dup_symbol_name (self->trace, tv_slices_symbol (self->slices, parent));
  tv_fact_list_add_slice (self->facts, tv_slice_words_get_parent (self->trace, self->slice), name,
                          self->session, parent);
}

static gboolean
is_known_arg (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (known_args); i++)
    if (g_str_equal (key, known_args[i].key))
      return TRUE;
  return FALSE;
}

static const TvArg *
get_args (const Details *self, guint32 *n)
{
  return tv_trace_get_args (
      self->trace, self->slices->arg_set != NULL ? self->slices->arg_set[self->slice] : TV_NONE, n);
}

static void
add_known_args (const Details *self)
{
  guint32 n;
  const TvArg *args = get_args (self, &n);

  for (guint known = 0; known < G_N_ELEMENTS (known_args); known++)
    for (guint32 i = 0; i < n; i++)
      if (g_strcmp0 (tv_trace_get_string (self->trace, args[i].key), known_args[known].key) == 0)
        tv_fact_list_add (self->facts, _ (known_args[known].title),
                          tv_trace_get_string (self->trace, args[i].value));
}

static void
add_other_args (const Details *self)
{
  guint32 n;
  const TvArg *args = get_args (self, &n);
  gboolean has_heading = FALSE;

  for (guint32 i = 0; i < n; i++)
    {
      const char *key = tv_trace_get_string (self->trace, args[i].key);

      if (is_known_arg (key))
        continue;
      if (!has_heading)
        tv_fact_list_add_heading (self->facts, _("Arguments"));
      has_heading = TRUE;
      tv_fact_list_add (self->facts, key, tv_trace_get_string (self->trace, args[i].value));
    }
}

static void
add_state_share (const Details *self, TvStateKind kind, gint64 ns)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *name = gtk_label_new (tv_state_kind_get_name (kind));
  g_autofree char *time = tv_time_format (ns);
  g_autofree char *percent = tv_format_percent (100.0 * (double) ns / (double) self->dur_ns);
  g_autofree char *text = g_strdup_printf ("%s · %s", time, percent);
  GtkWidget *value = gtk_label_new (text);

  gtk_widget_add_css_class (value, "numeric");
  gtk_label_set_xalign (GTK_LABEL (name), 0.0f);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_box_append (GTK_BOX (box), tv_state_bar_new_spot (kind));
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), value);
  tv_fact_list_add_wide (self->facts, box);
}

static void
add_states (const Details *self)
{
  TvSliceStates states;

  if (self->dur_ns <= 0 || !tv_slice_states_get (self->trace, self->slice, &states) ||
      states.unknown_ns >= self->dur_ns)
    return;
  tv_fact_list_add_heading (self->facts, _("Thread States Meanwhile"));
  tv_fact_list_add_wide (self->facts, tv_state_bar_new (&states));
  for (int kind = 0; kind < TV_N_STATE_KINDS; kind++)
    if (states.ns[kind] > 0)
      add_state_share (self, kind, states.ns[kind]);
  if (states.unknown_ns > 0)
    tv_fact_list_add_share (self->facts, _("Not known"), states.unknown_ns, self->dur_ns);
}

/* ---- Kinds of slices ---- */

static void
fill_run (const Details *self)
{
  const TvRun *run = tv_trace_get_run (self->trace, self->slice);
  const char *end_state = tv_trace_get_string (self->trace, run->end_state);
  g_autofree char *cpu = g_strdup_printf ("%u", self->track->cpu);
  g_autofree char *priority = tv_number_take_sign (g_strdup_printf ("%d", run->priority));

  add_thread (self, run->utid);
  tv_fact_list_add (self->facts, _("CPU"), cpu);
  add_times (self);
  add_bound (self);
  if (run->priority != 0)
    tv_fact_list_add (self->facts, _("Priority"), priority);
  if (end_state != NULL)
    {
      const char *name = tv_state_kind_get_name (tv_state_text_find_kind (end_state, -1));
      g_autofree char *text = g_strdup_printf ("%s (%s)", name, end_state);

      tv_fact_list_add (self->facts, _("State after"), text);
    }
}

static void
fill_state (const Details *self)
{
  const TvState *state = tv_trace_get_state (self->trace, self->slice);

  add_thread (self, self->track->utid);
  tv_fact_list_add (self->facts, _("In the log"), tv_trace_get_string (self->trace, state->text));
  if (state->cpu != TV_NONE)
    {
      g_autofree char *cpu = g_strdup_printf ("%u", state->cpu);

      tv_fact_list_add (self->facts, _("CPU"), cpu);
    }
  add_times (self);
  add_bound (self);
  if (state->blocked_function != TV_NONE)
    tv_fact_list_add (self->facts, _("Blocked in"),
                      tv_trace_get_string (self->trace, state->blocked_function));
  if (state->waker != TV_NONE)
    add_waker (self, &(TvWakeup){ self->start_ns, state->waker }, 0);
}

static void
fill_span (const Details *self)
{
  guint32 utid = tv_slice_get_thread (self->trace, self->slice);
  gboolean has_length = (self->slices->flags[self->slice] & (TV_SLICE_INSTANT | TV_SLICE_LOST)) ==
                        0;
  TvWakeup wakeup;

  if (utid != TV_NONE)
    add_thread (self, utid);
  else if (self->track->upid != TV_NONE)
    {
      g_autofree char *process = tv_trace_dup_process_label (self->trace, self->track->upid);

      tv_fact_list_add (self->facts, _("Process"), process);
    }
  else if (self->track->cpu != TV_NONE)
    {
      g_autofree char *cpu = g_strdup_printf ("%u", self->track->cpu);

      tv_fact_list_add (self->facts, _("CPU"), cpu);
    }
  add_times (self);
  if (has_length && self->track->kind != TV_TRACK_ASYNC)
    tv_fact_list_add_time (self->facts, _("Exclusive"),
                           tv_trace_get_self_ns (self->trace, self->slice, TV_CLOCK_WALL));
  if (has_length && utid != TV_NONE && tv_time_column_is_present (&self->slices->cpu_dur))
    {
      tv_fact_list_add_time (self->facts, _("CPU time"),
                             tv_time_column_get (&self->slices->cpu_dur, self->slice));
      add_inferred (self);
    }
  add_known_args (self);
  add_parent (self);
  if (utid != TV_NONE && tv_wakeup_find_last (self->trace, utid, self->start_ns, &wakeup))
    add_waker (self, &wakeup, self->start_ns - wakeup.ts_ns);
  add_flows (self);
  add_states (self);
  add_other_args (self);
}

/* ---- */

/* Returns: (transfer full): what a slice is called */
char *
tv_details_log_dup_title (TvSession *session, guint32 slice)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvRun *run = tv_trace_get_run (trace, slice);
  const TvState *state = tv_trace_get_state (trace, slice);

  if (run != NULL)
    return dup_thread (trace, run->utid);
  if (state != NULL)
    return g_strdup (tv_state_kind_get_name (state->kind));
  return tv_trace_dup_symbol_name (trace, tv_slices_symbol (tv_trace_get_slices (trace), slice));
}

/* Returns: (transfer full): what kind of slice it is */
char *
tv_details_log_dup_subtitle (TvSession *session, guint32 slice)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvTrack *track = get_track (trace, slice);
  const char *name = tv_trace_get_string (trace, track->name);

  switch (track->kind)
    {
    case TV_TRACK_CPU:
      return g_strdup_printf (_("Run on CPU %u"), track->cpu);
    case TV_TRACK_THREAD_STATE:
      return g_strdup (_("State of a thread"));
    case TV_TRACK_ASYNC:
      return name != NULL ? g_strdup_printf (_("Asynchronous, %s"), name)
                          : g_strdup (_("Asynchronous"));
    case TV_TRACK_THREAD_EXTRA:
    case TV_TRACK_CPU_EXTRA:
      return g_strdup (name);
    case TV_TRACK_THREAD:
    default:
      return NULL;
    }
}

/* Returns: (transfer none) (nullable): what is odd about it */
const char *
tv_details_log_get_remark (TvSession *session, guint32 slice)
{
  guint8 flags = tv_trace_get_slices (tv_session_get_trace (session))->flags[slice];

  if (flags & TV_SLICE_OPEN)
    return _("Did not end: the log stopped first.");
  if (flags & TV_SLICE_LOST)
    return _("When it ended is not known: events were lost.");
  if (flags & TV_SLICE_FORCED)
    return _("Its end is missing: it was ended where what is around it, or its thread, ended.");
  if (flags & TV_SLICE_FAILED)
    return _("Failed.");
  return NULL;
}

/* Adds all facts about a slice. */
void
tv_details_log_fill (TvFactList *facts, TvSession *session, guint32 slice)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  Details details = {
    .facts = facts,
    .session = session,
    .trace = trace,
    .slices = slices,
    .slice = slice,
    .track = get_track (trace, slice),
    .start_ns = tv_slices_start (slices, slice),
    .dur_ns = tv_time_column_get (&slices->dur, slice),
  };

  if (details.track->kind == TV_TRACK_CPU)
    fill_run (&details);
  else if (details.track->kind == TV_TRACK_THREAD_STATE)
    fill_state (&details);
  else
    fill_span (&details);
}
