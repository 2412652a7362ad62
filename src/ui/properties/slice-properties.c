/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Properties of slices. The example is a method call. A slice of a thread in a log looks the same, except that it is
 * called a slice and has a parent instead of a caller.
 *
 *   LayoutInflater.inflate
 *   (int, ViewGroup, boolean): View
 *          inclusive  exclusive  of caller  of thread
 *   Wall    38.20 ms    4.11 ms     62.1 %      3.1 %
 *   CPU     31.02 ms    3.90 ms     70.4 %      2.2 %
 *   Call    3 of 14, 2 are longer
 *   Caller  Activity.onCreate
 *   Thread  [14210] main, depth 7
 *   Start   1.234 s
 *
 * Other kinds of slices have fewer properties. tv_slice_properties_new() runs on the main thread and omits properties
 * that need a long search. tv_slice_properties_find() computes all properties in a worker. Called by the timeline for
 * its card, its accessible text and copying, and by the details. Only reads the trace. */

#include "ui/properties/slice-properties.h"

#include <glib/gi18n.h>

#include "analysis/calls/call-numbers.h"
#include "analysis/log/async-threads.h"
#include "analysis/system/gpu-process.h"
#include "analysis/system/path-use.h"
#include "analysis/system/wake.h"
#include "core/signature.h"
#include "core/state-kind.h"
#include "core/time-format.h"
#include "paint/timeline/painter.h"
#include "ui/properties/arg-properties.h"
#include "ui/properties/binder-properties.h"
#include "ui/properties/clock-properties.h"
#include "ui/properties/frame-properties.h"
#include "ui/properties/symbol-properties.h"
#include "ui/properties/wake-properties.h"
#include "ui/kit/number-format.h"
#include "ui/kit/slice-labels.h"

/* Maximum number of slices of a trace that is searched on the main thread */
#define MAX_ROWS_AT_ONCE 100000

/* Maximum number of callers beyond the nearest one */
#define MORE_CALLERS 3

typedef struct
{
  TvPropertyList *properties;
  TvPropertyUse uses; /* uses for which slow properties are computed */
  TvTrace *trace;
  const TvTimeBase *base;
  const TvSlices *slices;
  guint32 slice;
  const TvTrack *track;
  guint8 flags;
  gint64 start_ns;
  gint64 dur_ns;
} Slice;

static const TvTrack *
get_track (TvTrace *trace, guint32 slice)
{
  return &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
}

/* Returns the name of the CPU, thread or process that owns the track; NULL if there is none. */
static char *
dup_owner (TvTrace *trace, const TvTrack *track)
{
  if (track->cpu != TV_NONE)
    return tv_trace_dup_cpu_label (trace, track->cpu);
  if (track->utid != TV_NONE)
    return tv_trace_dup_thread_label (trace, track->utid);
  return track->upid != TV_NONE ? tv_trace_dup_process_label (trace, track->upid) : NULL;
}

/* ---- Location and time ---- */

/* Adds the process of a thread if the process has a name. */
static void
add_thread_process (const Slice *self, TvPropertyUse uses, guint32 utid)
{
  guint32 upid = tv_trace_get_threads (self->trace, NULL)[utid].upid;

  if (upid != TV_NONE && tv_trace_get_processes (self->trace, NULL)[upid].name != TV_NONE)
    tv_property_list_take (self->properties, uses, _("Process"),
                           tv_trace_dup_process_label (self->trace, upid));
}

static void
add_process (const Slice *self, guint32 upid)
{
  if (upid != TV_NONE)
    tv_property_list_take (self->properties, TV_PROPERTY_ALL, _("Process"),
                           tv_trace_dup_process_label (self->trace, upid));
}

static void
add_start (const Slice *self, TvPropertyUse uses)
{
  tv_property_list_add_timestamp (self->properties, uses, _("Start"), self->trace, self->base,
                                  self->start_ns);
}

static void
add_duration (const Slice *self)
{
  if (self->flags & TV_SLICE_LOST)
    tv_property_list_add (self->properties, TV_PROPERTY_ALL, _("Duration"), _("not known"));
  else if (!(self->flags & TV_SLICE_INSTANT))
    tv_property_list_add_time (self->properties, TV_PROPERTY_ALL, _("Duration"), self->dur_ns);
  tv_property_list_add (self->properties, TV_PROPERTY_BRIEF, "", self->properties->remark);
}

/* Adds the maximum error of a run or state that was inferred. */
static void
add_bound (const Slice *self)
{
  gint64 bound_ns = tv_trace_get_bound_ns (self->trace, self->slice);
  g_autofree char *bound = bound_ns >= 0 ? tv_time_format (bound_ns) : NULL;

  if (bound != NULL)
    tv_property_list_take (self->properties, TV_PROPERTY_ALL, _("Inferred"),
                           /* Translators: %s is a duration */
                           g_strdup_printf (_("off by at most %s"), bound));
}

/* Adds the part of the CPU time of the slice that was inferred. */
static void
add_inferred (const Slice *self)
{
  TvInferred inferred = tv_trace_get_inferred_cpu (self->trace, self->slice);
  g_autofree char *time = tv_time_format (inferred.ns);
  g_autofree char *bound = tv_time_format (inferred.bound_ns);

  if (inferred.ns != 0 || inferred.bound_ns != 0)
    tv_property_list_take (
        self->properties, TV_PROPERTY_ALL, _("Inferred"),
        /* Translators: inferred part of the CPU time; maximum error */
        g_strdup_printf (_("%s of the CPU time, off by at most %s"), time, bound));
}

static const char *
get_remark (const Slice *self)
{
  gboolean is_call = self->track->role == TV_ROLE_CALLS;
  guint8 flags = self->flags;

  if (flags & TV_SLICE_UNFINISHED)
    return _("Had not ended when the device reported it.");
  if (flags & TV_SLICE_OPEN)
    return is_call ? _("Had not ended at the end of the trace.")
                   : _("Had not ended at the end of the recording.");
  if (flags & TV_SLICE_LOST)
    return _("End unknown: events were lost.");
  if (flags & TV_SLICE_FORCED && self->track->role == TV_ROLE_OTHER && self->track->upid == TV_NONE)
    return _("End missing: too many unfinished slices followed.");
  if (flags & TV_SLICE_FORCED && self->track->kind == TV_TRACK_ASYNC)
    return _("End missing; assumed to end with its process.");
  if (flags & TV_SLICE_FORCED)
    return is_call ? _("Exit missing; assumed to end with its caller.")
                   : _("End missing; assumed to end with its parent or thread.");
  if (flags & TV_SLICE_UNWOUND)
    return _("Ended by an exception.");
  return flags & TV_SLICE_FAILED ? _("Failed.") : NULL;
}

/* ---- Calls, and slices of threads ---- */

/* Adds the durations of the slice by clock. A slice without a known duration only gets a remark. */
static void
add_clocks (const Slice *self, const TvCallNumbers *call)
{
  if (self->flags & (TV_SLICE_INSTANT | TV_SLICE_LOST))
    {
      add_duration (self);
      return;
    }
  tv_property_list_add_clocks (self->properties, self->trace, self->slice, call);
  tv_property_list_add_reported_clock (self->properties, self->trace, self->slice);
  add_inferred (self);
  tv_property_list_add (self->properties, TV_PROPERTY_BRIEF, "", self->properties->remark);
}

/* Adds the position among the calls with the same name to the brief properties; the details show the position
 * elsewhere. */
static void
add_position (const Slice *self, const TvCallNumbers *call)
{
  g_autofree char *position = tv_format_count (call->position);
  g_autofree char *n = tv_format_count (call->n);
  g_autofree char *n_longer = tv_format_count (call->n_longer);
  char *text;

  if (call->n == 0)
    text = g_strdup (TV_PROPERTY_PENDING);
  else if (call->n == 1)
    text = g_strdup (_("the only one"));
  else if (call->n_longer == 0)
    /* Translators: position of a call; number of calls of its method; for example "3 of 14, none is longer" */
    text = g_strdup_printf (_("%s of %s, none is longer"), position, n);
  else
    /* Translators: position of a call; number of calls of its method; number of longer calls */
    text = g_strdup_printf (
        ngettext ("%s of %s, %s is longer", "%s of %s, %s are longer", call->n_longer), position, n,
        n_longer);
  tv_property_list_take (self->properties, TV_PROPERTY_BRIEF,
                         tv_slice_labels_get_name (self->trace, self->slice), text);
  if (call->n_longer > 0)
    /* Translators: L is a key */
    tv_property_list_add (self->properties, TV_PROPERTY_BRIEF, "", _("L selects the longest"))
        ->kind = TV_PROPERTY_HINT;
}

/* Adds the enclosing calls, nearest first. */
static void
add_callers (const Slice *self)
{
  guint32 caller = tv_slices_parent (self->slices, self->slice);

  for (guint i = 0; i <= MORE_CALLERS && caller != TV_NONE; i++)
    {
      tv_property_list_take (
          self->properties, i == 0 ? TV_PROPERTY_ALL : TV_PROPERTY_FULL,
          i == 0 ? tv_slice_labels_get_parent (self->trace, self->slice) : "",
          tv_timeline_dup_call_label (self->trace, tv_slices_symbol (self->slices, caller)))
          ->slice = caller;
      caller = tv_slices_parent (self->slices, caller);
    }
}

static void
add_thread (const Slice *self, const TvCallNumbers *call)
{
  g_autofree char *thread = tv_trace_dup_thread_label (self->trace, self->track->utid);

  tv_property_list_take (self->properties, TV_PROPERTY_ALL, _("Thread"),
                         /* Translators: a thread; number of calls that enclose the described one */
                         g_strdup_printf (_("%s, depth %u"), thread, call->depth));
  if (call->n_enclosing_calls > 0)
    tv_property_list_take (
        self->properties, TV_PROPERTY_ALL, _("Recursive"),
        tv_slice_labels_dup_around (self->trace, self->slice, call->n_enclosing_calls));
  add_thread_process (self, TV_PROPERTY_FULL, self->track->utid);
}

/* ---- Other threads ---- */

static void
add_flow (const Slice *self, const char *label, guint32 slice)
{
  g_autofree char *name = tv_trace_dup_symbol_name (self->trace,
                                                    tv_slices_symbol (self->slices, slice));
  g_autofree char *owner = dup_owner (self->trace, get_track (self->trace, slice));

  tv_property_list_take (
      self->properties, TV_PROPERTY_FULL, label,
      g_strconcat (owner != NULL ? owner : "", owner != NULL ? " · " : "", name, NULL))
      ->slice = slice;
}

static void
add_flows (const Slice *self)
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

static void
add_states (const Slice *self)
{
  TvSliceStates *states = &self->properties->states;

  if (self->dur_ns <= 0 || !tv_slice_states_get (self->trace, self->slice, states) ||
      states->unknown_ns >= self->dur_ns)
    return;
  tv_property_list_add_heading (self->properties, _("Thread States During the Slice"));
  tv_property_list_add (self->properties, TV_PROPERTY_FULL, "", "")->kind = TV_PROPERTY_STATES;
  for (TvStateKind kind = 0; kind < TV_N_STATE_KINDS; kind++)
    if (states->ns[kind] > 0)
      {
        TvProperty *property;

        tv_property_list_add_share (self->properties, TV_PROPERTY_FULL,
                                    tv_state_kind_get_name (kind), states->ns[kind], self->dur_ns);
        property = &g_array_index (self->properties->list, TvProperty,
                                   self->properties->list->len - 1);
        property->kind = TV_PROPERTY_STATE;
        property->state = kind;
      }
  if (states->unknown_ns > 0)
    tv_property_list_add_share (self->properties, TV_PROPERTY_FULL, _("Not known"),
                                states->unknown_ns, self->dur_ns);
}

/* Adds the waker of the thread, links to other slices, the thread's states during the slice, and its longest wait.
 * @utid: %TV_NONE for a slice without a thread. @is_binder: whether the link to the other side of a binder call has
 * already been added. */
static void
add_elsewhere (const Slice *self, guint32 utid, gboolean is_binder)
{
  TvWakeup wakeup;

  if (utid != TV_NONE && tv_wakeup_find_last (self->trace, utid, self->start_ns, &wakeup))
    tv_property_list_add_waker (self->properties, self->trace, TV_PROPERTY_FULL, &wakeup,
                                self->start_ns);
  if (!is_binder)
    add_flows (self);
  add_states (self);
  if (utid != TV_NONE && self->dur_ns > 0)
    tv_property_list_add_longest_wait (self->properties, self->trace, utid, self->start_ns,
                                       self->start_ns + self->dur_ns);
}

/* ---- Kinds of slices ---- */

/* Adds the reason why a run started, if the thread's running state starts at the same time. @state: the state of the
 * thread at that time, or %TV_NONE. */
static void
add_run_causes (const Slice *self, guint32 state)
{
  TvState s;

  if (state != TV_NONE && tv_trace_get_state (self->trace, state, &s) &&
      s.kind == TV_STATE_RUNNING && tv_slices_start (self->slices, state) == self->start_ns)
    tv_property_list_add_run (self->properties, self->trace, state);
}

static void
describe_run (const Slice *self)
{
  TvRun run = { .utid = TV_NONE };
  const char *end_state;
  guint32 state;

  tv_trace_get_run (self->trace, self->slice, &run);
  end_state = tv_trace_get_string (self->trace, run.end_state);
  state = tv_wake_find_state (self->trace, run.utid, self->start_ns);
  /* Link to the state in the row of the thread, which links back to the run on the CPU */
  if (state != TV_NONE)
    tv_property_list_take (self->properties, TV_PROPERTY_FULL, _("Thread"),
                           tv_trace_dup_thread_label (self->trace, run.utid))
        ->slice = state;
  add_thread_process (self, TV_PROPERTY_ALL, run.utid);
  if (run.priority != 0)
    tv_property_list_take (self->properties, TV_PROPERTY_ALL, _("Priority"),
                           tv_number_take_sign (g_strdup_printf ("%d", run.priority)));
  add_duration (self);
  add_bound (self);
  add_start (self, TV_PROPERTY_FULL);
  if (end_state != NULL)
    {
      TvStateKind kind = tv_state_kind_find (end_state, -1);

      /* Translators: label of the state of a thread after a run, for example “End state: Sleeping (S)” */
      tv_property_list_take (
          self->properties, TV_PROPERTY_ALL, _("End state"),
          g_strdup_printf (
              "%s (%s)", kind == TV_STATE_RUNNABLE ? _("Preempted") : tv_state_kind_get_name (kind),
              end_state));
    }
  add_run_causes (self, state);
}

static void
describe_state (const Slice *self)
{
  TvState state = { .kind = TV_STATE_OTHER };

  tv_trace_get_state (self->trace, self->slice, &state);
  add_duration (self);
  add_bound (self);
  if (state.kind == TV_STATE_RUNNING)
    tv_property_list_take (self->properties, TV_PROPERTY_ALL, _("CPU"),
                           tv_trace_dup_cpu_number (self->trace, state.cpu))
        ->slice = tv_wake_find_run (self->trace, self->slice);
  else
    tv_property_list_add (self->properties, TV_PROPERTY_ALL, _("As recorded"),
                          tv_trace_get_string (self->trace, state.text));
  if (state.waker != TV_NONE)
    tv_property_list_add_waker (self->properties, self->trace, TV_PROPERTY_ALL,
                                &(TvWakeup){ self->start_ns, state.waker, state.irq_context },
                                self->start_ns);
  if (state.blocked_function != TV_NONE)
    tv_property_list_add (self->properties, TV_PROPERTY_ALL, _("Blocked in"),
                          tv_trace_get_string (self->trace, state.blocked_function));
  if (state.kind == TV_STATE_RUNNING)
    tv_property_list_add_run (self->properties, self->trace, self->slice);
  else if (state.kind == TV_STATE_RUNNABLE)
    tv_property_list_add_latency (self->properties, self->trace, self->slice);
  else
    tv_property_list_add_wait (self->properties, self->trace, self->slice);
  add_start (self, TV_PROPERTY_FULL);
  add_thread_process (self, TV_PROPERTY_FULL, self->track->utid);
}

/* Adds the threads on which an async slice began and ended, as one property if both are the same thread. */
static void
add_async_threads (const Slice *self)
{
  guint32 begin, end;

  tv_async_find_threads (self->trace, self->slice, &begin, &end);
  if (begin != TV_NONE && begin == end)
    {
      tv_property_list_take (self->properties, TV_PROPERTY_ALL, _("Thread"),
                             tv_trace_dup_thread_label (self->trace, begin));
      return;
    }
  if (begin != TV_NONE)
    tv_property_list_take (self->properties, TV_PROPERTY_ALL, _("Begin thread"),
                           tv_trace_dup_thread_label (self->trace, begin));
  if (end != TV_NONE)
    tv_property_list_take (self->properties, TV_PROPERTY_ALL, _("End thread"),
                           tv_trace_dup_thread_label (self->trace, end));
}

/* Adds the properties of a call, or of another slice that is neither a run nor a state. */
static void
describe_span (const Slice *self, const TvCallNumbers *call)
{
  gboolean is_call = self->track->kind == TV_TRACK_THREAD;
  guint32 utid = tv_slice_get_thread (self->trace, self->slice);
  gboolean is_binder;

  if (is_call)
    {
      add_clocks (self, call);
      add_position (self, call);
    }
  else
    {
      add_duration (self);
      tv_property_list_add_reported_clock (self->properties, self->trace, self->slice);
    }
  tv_property_list_add_frame (self->properties, self->trace, self->slice, self->uses);
  is_binder = tv_property_list_add_binder (self->properties, self->trace, self->slice);
  add_callers (self);
  if (is_call)
    add_thread (self, call);
  else if (utid != TV_NONE)
    add_thread_process (self, TV_PROPERTY_FULL, utid);
  else if (self->track->role == TV_ROLE_REPORTS)
    add_process (self, self->track->upid);
  else if (self->track->role == TV_ROLE_GPU)
    add_process (self, tv_gpu_find_process (self->trace, self->slice));
  else
    add_async_threads (self);
  add_start (self, TV_PROPERTY_ALL);
  tv_property_list_add_args (self->properties, self->trace, self->slice, TRUE);
  if (self->uses & TV_PROPERTY_FULL)
    add_elsewhere (self, utid, is_binder);
  tv_property_list_add_symbol (self->properties, self->trace,
                               tv_slices_symbol (self->slices, self->slice));
  tv_property_list_add_args (self->properties, self->trace, self->slice, FALSE);
}

/* ---- Titles ---- */

static char *
dup_title (const Slice *self)
{
  guint32 utid = tv_trace_get_run_thread (self->trace, self->slice);
  TvState state;

  if (utid != TV_NONE)
    return tv_trace_dup_thread_label (self->trace, utid);
  if (tv_trace_get_state (self->trace, self->slice, &state))
    return g_strdup (tv_state_kind_get_name (state.kind));
  return tv_timeline_dup_call_label (self->trace, tv_slices_symbol (self->slices, self->slice));
}

static char *
dup_subtitle (const Slice *self)
{
  const TvSymbol *symbol = &tv_trace_get_symbols (
      self->trace, NULL)[tv_slices_symbol (self->slices, self->slice)];
  g_autofree char *owner = dup_owner (self->trace, self->track);
  const char *track_name = tv_trace_get_string (self->trace, self->track->name);

  switch (self->track->kind)
    {
    case TV_TRACK_CPU:
      /* Translators: %s is a CPU, such as CPU 3 */
      return g_strdup_printf (_("Run on %s"), owner);
    case TV_TRACK_THREAD_STATE:
      return g_strdup_printf (_("State of %s"), owner);
    case TV_TRACK_THREAD:
      return symbol->signature != TV_NONE
                 ? tv_signature_to_readable (tv_trace_get_string (self->trace, symbol->signature))
                 : NULL;
    case TV_TRACK_ASYNC:
    case TV_TRACK_THREAD_EXTRA:
    case TV_TRACK_CPU_EXTRA:
    default:
      return g_strconcat (owner != NULL ? owner : "",
                          owner != NULL && track_name != NULL ? " · " : "",
                          track_name != NULL ? track_name : "", NULL);
    }
}

static TvPropertyList *
describe (TvTrace *trace,
          const TvTimeBase *base,
          guint32 slice,
          TvPropertyUse uses,
          const TvCallNumbers *call)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  Slice self = {
    .uses = uses,
    .trace = trace,
    .base = base,
    .slices = slices,
    .slice = slice,
    .track = get_track (trace, slice),
    .flags = slices->flags[slice],
    .start_ns = tv_slices_start (slices, slice),
    .dur_ns = tv_time_column_get (&slices->dur, slice),
  };

  self.properties = tv_property_list_new (dup_title (&self), dup_subtitle (&self));
  self.properties->remark = g_strdup (get_remark (&self));
  self.properties->is_whole = self.track->kind != TV_TRACK_THREAD || call->n > 0;
  if (self.track->kind == TV_TRACK_CPU)
    describe_run (&self);
  else if (self.track->kind == TV_TRACK_THREAD_STATE)
    describe_state (&self);
  else
    describe_span (&self, call);
  tv_property_list_add_uncertainty (self.properties, self.track->uncertainty_ns);
  return self.properties;
}

/**
 * tv_slice_properties_new:
 * @base: base for times
 * @slice: a slice
 * @uses: uses for which properties are needed
 *
 * Returns: (transfer full): the properties that can be computed immediately; tv_slice_properties_find() computes all
 * properties
 */
TvPropertyList *
tv_slice_properties_new (TvTrace *trace, const TvTimeBase *base, guint32 slice, TvPropertyUse uses)
{
  TvCallNumbers call;

  tv_call_numbers_find (trace, slice, &call);
  if (tv_trace_get_slices (trace)->n <= MAX_ROWS_AT_ONCE)
    tv_call_numbers_find_slow (trace, slice, NULL, &call);
  return describe (trace, base, slice, uses, &call);
}

/* Returns: (transfer full): accessible text of a slice */
char *
tv_slice_facts_dup_spoken (TvTrace *trace, const TvTimeBase *base, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *track = get_track (trace, slice);
  Slice self = { .trace = trace, .slices = slices, .slice = slice, .track = track };
  g_autofree char *owner = dup_owner (trace, track);
  g_autofree char *title = dup_title (&self);
  g_autofree char *start = tv_time_base_format (base, tv_slices_start (slices, slice));
  g_autofree char *length = tv_time_format (tv_time_column_get (&slices->dur, slice));

  /* Translators: accessible text of the selected call: its name; duration; start; number of enclosing calls; thread */
  return g_strdup_printf (_("%s, %s at %s, depth %u, %s"), title, length, start,
                          tv_slices_depth (slices, slice), owner != NULL ? owner : "");
}

/* ---- Slow properties ---- */

typedef struct
{
  TvTrace *trace;
  TvTimeBase base;
  guint32 slice;
} PropertiesJob;

static void
facts_job_free (gpointer data)
{
  g_object_unref (((PropertiesJob *) data)->trace);
  g_free (data);
}

/* Adds a sentence about the critical path during a slice, with the reasons why the thread was not running. */
static void
add_path (const PropertiesJob *job, TvPropertyList *properties, GCancellable *cancellable)
{
  const TvSlices *slices = tv_trace_get_slices (job->trace);
  const TvTrack *track = get_track (job->trace, job->slice);
  g_autofree char *sentence = NULL;
  TvState state;

  if (track->utid == TV_NONE ||
      (track->kind == TV_TRACK_THREAD_STATE
           ? !tv_trace_get_state (job->trace, job->slice, &state) || state.kind == TV_STATE_RUNNING
           : track->kind != TV_TRACK_THREAD))
    return;
  sentence = tv_path_use_dup_sentence (job->trace, track->utid,
                                       tv_slices_start (slices, job->slice),
                                       tv_slices_end (slices, job->slice), cancellable);
  if (sentence != NULL)
    tv_property_list_add (properties, TV_PROPERTY_FULL, _("Critical path"), sentence);
}

static gpointer
find_properties (gpointer data, GCancellable *cancellable, GError **error)
{
  const PropertiesJob *job = data;
  TvCallNumbers call;
  TvPropertyList *properties;

  tv_call_numbers_find (job->trace, job->slice, &call);
  if (!tv_call_numbers_find_slow (job->trace, job->slice, cancellable, &call))
    return NULL;
  properties = describe (job->trace, &job->base, job->slice, TV_PROPERTY_ALL, &call);
  add_path (job, properties, cancellable);
  return properties;
}

static const TvWork properties_work = { find_properties, facts_job_free,
                                        (GDestroyNotify) tv_property_list_free };

/* Computes all properties of a slice in a worker; see tv_work_start() for @done, @owner and @slot. The result is a
 * #TvPropertyList. */
void
tv_slice_properties_find (TvTrace *trace,
                          const TvTimeBase *base,
                          guint32 slice,
                          TvWorkDoneFunc done,
                          gpointer owner,
                          GCancellable **slot)
{
  PropertiesJob *job = g_new0 (PropertiesJob, 1);

  job->trace = g_object_ref (trace);
  job->base = *base;
  job->slice = slice;
  tv_work_start (&properties_work, job, done, owner, slot);
}
