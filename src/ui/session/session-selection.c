/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The selected symbol and slice, the slices of that symbol, and one step back from what is
 * selected. */

#include "ui/session/session-private.h"

#include "analysis/calls/occurrences.h"
#include "analysis/calls/sample-rows.h"
#include "analysis/system/frame-surface.h"
#include "analysis/system/slice-kind.h"
#include "analysis/system/slice-states.h"
#include "ui/session/occurrence-step.h"

/* ---- The occurrences of the selected symbol ---- */

static void
set_counted (TvSession *self, GArray *counted)
{
  g_clear_pointer (&self->counted, g_array_unref);
  self->counted = counted;
  tv_session_notify (self, TV_SESSION_PROP_COUNTED_OCCURRENCES);
  tv_session_look_for_longest (self);
}

static gpointer
find_counted (gpointer data, GCancellable *cancellable, GError **error)
{
  const TvSessionJob *job = data;
  g_autoptr (GArray) rows = NULL;

  if (job->counted_like != TV_NONE)
    rows = tv_frame_find_same (job->trace, job->counted_like, cancellable);
  if (rows == NULL && job->occurrences != NULL)
    rows = tv_slices_keep_alike (job->trace, job->occurrences, job->counted_like,
                                 job->counted_thread, cancellable);
  return rows != NULL && !g_cancellable_is_cancelled (cancellable)
             ? tv_occurrences_select (job->trace,
                                      job->call_source == TV_CALLS_OF_SLICES ? job->paths : NULL,
                                      rows, job->selection, cancellable)
             : NULL;
}

static const TvWork counted_work = { find_counted, tv_session_job_free,
                                     (GDestroyNotify) g_array_unref };

static void
on_counted_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  set_counted (owner, result);
}

/* Returns the track of the slice that the counted ones are like, or NULL. */
static const TvTrack *
find_like_track (TvSession *self)
{
  return self->counted_like != TV_NONE
             ? &tv_trace_get_tracks (self->trace,
                                     NULL)[tv_trace_find_track_at (self->trace, self->counted_like)]
             : NULL;
}

/* Returns whether frames of a surface are counted: the name of a frame is a number, its token. */
static gboolean
is_like_frame (TvSession *self)
{
  const TvTrack *track = find_like_track (self);

  return track != NULL && tv_track_has_surfaces (track);
}

/* Returns the only thread whose states or runs are counted, or %TV_NONE. A selection without that thread leaves
 * those of its own threads. */
static guint32
find_counted_thread (TvSession *self)
{
  const TvTrack *track = find_like_track (self);
  guint32 utid;

  if (track == NULL || (track->kind != TV_TRACK_CPU &&
                        (track->kind != TV_TRACK_THREAD_STATE || self->has_all_threads)))
    return TV_NONE;
  utid = tv_slice_get_thread (self->trace, self->counted_like);
  return tv_selection_has_thread (self->selection, utid) ? utid : TV_NONE;
}

/* A dump of heaps is no thread's, and selects the time before itself: whatever is selected leaves none out. */
static gboolean
are_all_counted (TvSession *self)
{
  return self->occurrences == NULL || tv_selection_is_all (self->selection) ||
         (self->occurrences->len > 0 &&
          tv_session_is_heap_dump (self, g_array_index (self->occurrences, guint32, 0)));
}

/* To be called when other occurrences are known, or another part of the trace is counted. */
void
tv_session_update_counted (TvSession *self)
{
  tv_work_stop (&self->work[TV_SESSION_WORK_COUNTED]);
  self->counts_frames = is_like_frame (self);
  self->counted_thread = find_counted_thread (self);
  if (!self->counts_frames &&
      (self->occurrences == NULL ||
       (self->are_alike && self->counted_thread == TV_NONE && are_all_counted (self))))
    {
      set_counted (self, self->occurrences != NULL ? g_array_ref (self->occurrences) : NULL);
      return;
    }
  set_counted (self, NULL);
  tv_work_start (&counted_work, tv_session_job_new (self), on_counted_found, self,
                 &self->work[TV_SESSION_WORK_COUNTED]);
}

/* Counts anew for another slice of the same name, unless the same ones would be counted. */
static void
follow_slice (TvSession *self)
{
  guint n;

  if (self->counts_frames && is_like_frame (self))
    {
      if (tv_session_get_occurrence (self, &n) == 0)
        tv_session_update_counted (self);
    }
  else if (self->counts_frames || is_like_frame (self) || !self->are_alike ||
           find_counted_thread (self) != self->counted_thread)
    tv_session_update_counted (self);
}

static gpointer
find_occurrences (gpointer data, GCancellable *cancellable, GError **error)
{
  TvSessionJob *job = data;
  GArray *occurrences = tv_occurrences_find (job->trace, job->symbol, cancellable);
  g_autoptr (GArray) alike = NULL;

  if (occurrences != NULL)
    alike = tv_slices_keep_alike (job->trace, occurrences, TV_NONE, TV_NONE, cancellable);
  job->are_alike = alike == occurrences;
  return occurrences;
}

static const TvWork occurrences_work = { find_occurrences, tv_session_job_free,
                                         (GDestroyNotify) g_array_unref };

static void
on_occurrences_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvSession *self = owner;

  self->occurrences = result;
  self->are_alike = ((TvSessionJob *) job)->are_alike;
  tv_session_notify (self, TV_SESSION_PROP_OCCURRENCES);
  if (!self->counts_frames)
    tv_session_update_counted (self);
}

static void
update_occurrences (TvSession *self)
{
  guint32 n_symbols;

  tv_work_stop (&self->work[TV_SESSION_WORK_OCCURRENCES]);
  g_clear_pointer (&self->occurrences, g_array_unref);
  tv_trace_get_symbols (self->trace, &n_symbols);
  if (self->selected_symbol < n_symbols)
    tv_work_start (&occurrences_work, tv_session_job_new (self), on_occurrences_found, self,
                   &self->work[TV_SESSION_WORK_OCCURRENCES]);
  tv_session_notify (self, TV_SESSION_PROP_OCCURRENCES);
  if (!self->counts_frames || !is_like_frame (self))
    tv_session_update_counted (self);
  else
    follow_slice (self);
}

/* ---- The symbol and the slice ---- */

guint32
tv_session_get_selected_symbol (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->selected_symbol;
}

guint32
tv_session_get_selected_slice (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->selected_slice;
}

static void
set_counter (TvSession *self, guint32 counter, gint64 ns)
{
  if (self->selected_counter == counter && self->counter_ns == ns)
    return;
  self->selected_counter = counter;
  self->counter_ns = ns;
  tv_session_notify (self, TV_SESSION_PROP_SELECTED_COUNTER);
}

static void
set_line (TvSession *self, guint32 line)
{
  if (self->selected_line == line)
    return;
  self->selected_line = line;
  tv_session_notify (self, TV_SESSION_PROP_SELECTED_LINE);
}

static void
select_all_of (TvSession *self, guint32 symbol, guint32 slice, guint32 sample)
{
  g_object_freeze_notify (G_OBJECT (self));
  if (symbol != TV_NONE || sample != TV_NONE)
    {
      set_counter (self, TV_NONE, G_MININT64);
      set_line (self, TV_NONE);
    }
  if (slice != TV_NONE || self->selected_symbol != symbol)
    self->counted_like = slice;
  if (self->selected_slice != slice)
    {
      self->selected_slice = slice;
      tv_session_notify (self, TV_SESSION_PROP_SELECTED_SLICE);
      if (self->selected_symbol == symbol && slice != TV_NONE)
        follow_slice (self);
    }
  if (self->selected_sample != sample)
    {
      self->selected_sample = sample;
      tv_session_notify (self, TV_SESSION_PROP_SELECTED_SAMPLE);
    }
  if (self->selected_symbol != symbol)
    {
      self->selected_symbol = symbol;
      tv_session_forget_longest (self);
      tv_session_notify (self, TV_SESSION_PROP_SELECTED_SYMBOL);
      update_occurrences (self);
      tv_session_update_sample_marks (self);
    }
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * tv_session_select_symbol:
 * @symbol: a symbol, the profile's "(context switch)", or %TV_NONE
 *
 * Selects all calls of a method. A selected slice or sample stays only if it is one of them.
 */
void
tv_session_select_symbol (TvSession *self, guint32 symbol)
{
  g_return_if_fail (TV_IS_SESSION (self));
  if (symbol != TV_NONE && symbol == self->selected_symbol)
    select_all_of (self, symbol, self->selected_slice, self->selected_sample);
  else
    select_all_of (self, symbol, TV_NONE, TV_NONE);
}

/* What log lines mean is selected with its line, whichever of both was chosen. */
static void
select_line_and_slice (TvSession *self, guint32 line, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);

  if (self->selected_line == line && self->selected_slice == slice)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  select_all_of (self, slice != TV_NONE ? tv_slices_symbol (slices, slice) : TV_NONE, slice,
                 TV_NONE);
  set_counter (self, TV_NONE, G_MININT64);
  set_line (self, line);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * tv_session_select_slice:
 * @slice: a slice, or %TV_NONE
 *
 * Selects one call, and with it its method. Without a slice the method stays selected. With what a log line means
 * the line is selected as well.
 */
void
tv_session_select_slice (TvSession *self, guint32 slice)
{
  const TvSlices *slices;
  const TvLogMeaning *event;

  g_return_if_fail (TV_IS_SESSION (self));

  slices = tv_trace_get_slices (self->trace);
  g_return_if_fail (slice == TV_NONE || slice < slices->n);
  event = slice != TV_NONE ? tv_trace_get_slice_log_event (self->trace, slice) : NULL;
  if (event != NULL || (slice == TV_NONE && self->selected_line != TV_NONE))
    {
      select_line_and_slice (self, event != NULL ? event->line : TV_NONE, slice);
      return;
    }
  if (slice != TV_NONE)
    select_all_of (self, tv_slices_symbol (slices, slice), slice, TV_NONE);
  else
    select_all_of (self, self->selected_symbol, TV_NONE, self->selected_sample);
}

/* Returns: the selected sample of stacks, or %TV_NONE */
guint32
tv_session_get_selected_sample (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->selected_sample;
}

/**
 * tv_session_select_sample:
 * @sample: a sample of stacks, or %TV_NONE
 *
 * Selects one sample, and with it what it ends in. Without a sample that stays selected.
 */
void
tv_session_select_sample (TvSession *self, guint32 sample)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (sample == TV_NONE || sample < tv_trace_get_stacks (self->trace)->samples.n);

  if (sample != TV_NONE)
    select_all_of (self, tv_sample_get_symbol (self->trace, sample), TV_NONE, sample);
  else
    select_all_of (self, self->selected_symbol, self->selected_slice, TV_NONE);
}

/**
 * tv_session_select_on_stack:
 * @sample: a sample of stacks
 * @symbol: a symbol on its stack, or %TV_NONE for code without one
 *
 * Selects a symbol and a sample that has it.
 */
void
tv_session_select_on_stack (TvSession *self, guint32 sample, guint32 symbol)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (sample < tv_trace_get_stacks (self->trace)->samples.n);

  select_all_of (self, symbol, TV_NONE, sample);
}

/**
 * tv_session_get_selected_counter:
 * @ns: (out): at which time, or %G_MININT64
 *
 * Returns: row of a #TvCounterTrack, or %TV_NONE
 */
guint32
tv_session_get_selected_counter (TvSession *self, gint64 *ns)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  *ns = self->counter_ns;
  return self->selected_counter;
}

/**
 * tv_session_select_counter:
 * @counter: row of a #TvCounterTrack, or %TV_NONE
 * @ns: the time whose value is asked for, or %G_MININT64
 *
 * Selects a counter, in place of a slice and a symbol.
 */
void
tv_session_select_counter (TvSession *self, guint32 counter, gint64 ns)
{
  guint32 n_counters;

  g_return_if_fail (TV_IS_SESSION (self));

  tv_trace_get_counter_tracks (self->trace, &n_counters);
  g_return_if_fail (counter == TV_NONE || counter < n_counters);
  g_object_freeze_notify (G_OBJECT (self));
  if (counter != TV_NONE)
    {
      select_all_of (self, TV_NONE, TV_NONE, TV_NONE);
      set_line (self, TV_NONE);
    }
  set_counter (self, counter, counter != TV_NONE ? ns : G_MININT64);
  g_object_thaw_notify (G_OBJECT (self));
}

/* Returns: the selected log line, or %TV_NONE */
guint32
tv_session_get_selected_line (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->selected_line;
}

/* Selects a log line in place of what else is selected, with what stands for it on the timeline; or none with
 * %TV_NONE. */
void
tv_session_select_line (TvSession *self, guint32 line)
{
  const TvLogMeaning *event;

  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (line == TV_NONE || line < tv_trace_get_log_lines (self->trace)->n);

  if (line == TV_NONE && self->selected_line == TV_NONE)
    return;
  event = line != TV_NONE ? tv_trace_find_log_event (self->trace, line) : NULL;
  select_line_and_slice (self, line, event != NULL ? event->slice : TV_NONE);
}

/* (transfer none) (nullable) */
GArray *
tv_session_get_occurrences (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->occurrences;
}

/* (transfer none) (nullable) */
GArray *
tv_session_get_counted_occurrences (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->counted;
}

/* Returns: the slice of the symbol that was selected last, or %TV_NONE: the counted ones are of its kind, its thread
 * or its surface */
guint32
tv_session_get_counted_like (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->counted_like;
}

/* Returns: whether states of threads are counted, of one thread or, with "all-threads", of all */
gboolean
tv_session_counts_states (TvSession *self)
{
  const TvTrack *track;

  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);

  track = find_like_track (self);
  return track != NULL && track->kind == TV_TRACK_THREAD_STATE;
}

gboolean
tv_session_get_all_threads (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return self->has_all_threads;
}

/* Counts states of all threads together, or only those of the selected state's thread. */
void
tv_session_set_all_threads (TvSession *self, gboolean all_threads)
{
  g_return_if_fail (TV_IS_SESSION (self));

  all_threads = !!all_threads;
  if (self->has_all_threads == all_threads)
    return;
  self->has_all_threads = all_threads;
  tv_session_notify (self, TV_SESSION_PROP_ALL_THREADS);
  if (tv_session_counts_states (self))
    tv_session_update_counted (self);
}

/* ---- One step back ---- */

gboolean
tv_session_can_step_back (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return tv_session_get_selected_mark (self) != 0 || self->selected_slice != TV_NONE ||
         self->selected_sample != TV_NONE || self->selected_counter != TV_NONE ||
         self->selected_line != TV_NONE || self->cursor_ns != G_MININT64 ||
         self->selected_symbol != TV_NONE || !tv_selection_is_all (self->selection);
}

/**
 * tv_session_step_back:
 *
 * Takes back what is most special of all that is selected: a mark, a call, a sample, a counter, a log line, a
 * point in time, a range of time, a method, a thread that alone is counted.
 *
 * Returns: whether there was anything
 */
gboolean
tv_session_step_back (TvSession *self)
{
  gint64 start_ns, end_ns;

  if (!tv_session_can_step_back (self))
    return FALSE;
  if (tv_session_get_selected_mark (self) != 0)
    tv_session_select_mark (self, 0);
  else if (self->selected_slice != TV_NONE && self->selected_line == TV_NONE)
    tv_session_select_slice (self, TV_NONE);
  else if (self->selected_sample != TV_NONE)
    tv_session_select_sample (self, TV_NONE);
  else if (self->selected_counter != TV_NONE)
    tv_session_select_counter (self, TV_NONE, G_MININT64);
  else if (self->selected_line != TV_NONE)
    tv_session_select_line (self, TV_NONE);
  else if (self->cursor_ns != G_MININT64)
    tv_session_set_cursor_time (self, G_MININT64);
  else if (tv_session_get_range (self, &start_ns, &end_ns))
    tv_session_clear_range (self);
  else if (self->selected_symbol != TV_NONE)
    tv_session_select_symbol (self, TV_NONE);
  else
    tv_session_widen_selection (self);
  return TRUE;
}
