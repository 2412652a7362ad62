/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A call of a method, or a slice of a thread of a log, in whose words it is a slice with a parent:
 *
 *   LayoutInflater.inflate
 *   (int, ViewGroup, boolean): View
 *          inclusive  exclusive  of caller  of thread
 *   Wall    38.20 ms    4.11 ms     62.1 %      3.1 %
 *   CPU     31.02 ms    3.90 ms     70.4 %      2.2 %
 *   Call    3 of 14, the longest
 *   Caller  Activity.onCreate
 *   Thread  [14210] main, depth 7
 *   Start   1.234 s
 */

#include "ui/views/timeline/timeline-card-private.h"

#include <glib/gi18n.h>

#include "core/signature.h"
#include "paint/kit/time-format.h"
#include "ui/kit/number-format.h"
#include "ui/kit/slice-words.h"

/* In a trace with more slices a worker looks for what concerns all of them. */
#define MAX_ROWS_AT_ONCE 100000

typedef struct
{
  TvTrace *trace;
  guint32 slice;
  TvCallFacts facts;
} FactsJob;

/* ---- Texts ---- */

static char *
dup_share (double share)
{
  return share >= 0.0 ? tv_format_percent (100.0 * share) : g_strdup ("");
}

static gboolean
is_complete (TvTimelineCard *self)
{
  return self->facts.n > 0;
}

static void
add_clock (TvTimelineCard *self, TvClock clock)
{
  const TvCallFacts *facts = &self->facts;
  g_autofree char *inclusive = tv_time_format (facts->inclusive_ns[clock]);
  g_autofree char *exclusive = is_complete (self) ? tv_time_format (facts->exclusive_ns[clock])
                                                  : g_strdup ("…");
  g_autofree char *of_caller = dup_share (facts->parent_share[clock]);
  g_autofree char *of_thread = dup_share (facts->thread_share[clock]);
  const char *texts[TV_CARD_COLUMNS] = {
    clock == TV_CLOCK_WALL ? _("Wall") : _("CPU"), inclusive, exclusive, of_caller, of_thread,
  };

  tv_timeline_card_add_figures (self, texts, FALSE);
}

static void
add_clocks (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const char *headings[TV_CARD_COLUMNS] = {
    "",
    _("inclusive"),
    _("exclusive"),
    self->facts.parent != TV_NONE ? tv_slice_words_get_share (trace, self->hit.slice) : "",
    _("of thread"),
  };

  tv_timeline_card_add_figures (self, headings, TRUE);
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (trace, clock))
      add_clock (self, clock);
}

static void
add_place (TvTimelineCard *self)
{
  const TvCallFacts *facts = &self->facts;
  g_autofree char *place = tv_format_count (facts->place);
  g_autofree char *n = tv_format_count (facts->n);
  g_autofree char *n_longer = tv_format_count (facts->n_longer);
  g_autofree char *text = NULL;

  if (!is_complete (self))
    text = g_strdup ("…");
  else if (facts->n == 1)
    text = g_strdup (_("the only one"));
  else if (facts->n_longer == 0)
    /* Translators: which of a method's calls this is: "3 of 14, none is longer" */
    text = g_strdup_printf (_("%s of %s, none is longer"), place, n);
  else
    /* Translators: which of a method's calls this is, and how many of them take longer */
    text = g_strdup_printf (
        ngettext ("%s of %s, %s is longer", "%s of %s, %s are longer", facts->n_longer), place, n,
        n_longer);
  tv_timeline_card_add_line (
      self, tv_slice_words_get_name (tv_session_get_trace (self->session), self->hit.slice), text);
  if (is_complete (self) && facts->n_longer > 0)
    /* Translators: L is a key */
    tv_timeline_card_add_hint (self, _("L goes to the longest"));
}

static void
add_caller (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autofree char *name = NULL;

  if (self->facts.parent == TV_NONE)
    return;
  name = tv_timeline_dup_call_label (
      trace, tv_slices_symbol (tv_trace_get_slices (trace), self->facts.parent));
  tv_timeline_card_add_line (self, tv_slice_words_get_parent (trace, self->hit.slice), name);
}

static void
add_position (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *track = &tv_trace_get_tracks (
      trace, NULL)[tv_trace_find_track_at (trace, self->hit.slice)];
  g_autofree char *thread = tv_trace_dup_thread_label (trace, track->utid);
  /* Translators: a thread, and how many calls are around the one that this is about */
  g_autofree char *place = g_strdup_printf (_("%s, depth %u"), thread, self->facts.depth);
  g_autofree char *start = tv_time_format (tv_slices_start (slices, self->hit.slice) -
                                           tv_trace_get_start_ns (trace));

  tv_timeline_card_add_line (self, _("Thread"), place);
  if (self->facts.n_around > 0)
    {
      g_autofree char *text = tv_slice_words_dup_around (trace, self->hit.slice,
                                                         self->facts.n_around);

      tv_timeline_card_add_line (self, _("Recursive"), text);
    }
  tv_timeline_card_add_line (self, _("Start"), start);
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
add_remark (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const char *flag = get_flag_text (tv_trace_get_slices (trace)->flags[self->hit.slice]);

  if (flag != NULL)
    tv_timeline_card_add_line (self, _("End"), flag);
}

static void
set_subtitle (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 symbol = tv_slices_symbol (tv_trace_get_slices (trace), self->hit.slice);
  guint32 signature = tv_trace_get_symbols (trace, NULL)[symbol].signature;
  g_autofree char *text = NULL;

  if (signature == TV_NONE)
    return;
  text = tv_signature_to_readable (tv_trace_get_string (trace, signature));
  tv_timeline_card_set_subtitle (self, text);
}

static void
fill (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autofree char *name = tv_timeline_dup_call_label (
      trace, tv_slices_symbol (tv_trace_get_slices (trace), self->hit.slice));

  tv_timeline_card_clear (self);
  tv_timeline_card_set_title (self, name);
  set_subtitle (self);
  add_clocks (self);
  add_remark (self);
  add_place (self);
  add_caller (self);
  add_position (self);
  tv_timeline_card_add_args (self);
}

/* ---- What takes long ---- */

static void
facts_job_free (FactsJob *job)
{
  g_object_unref (job->trace);
  g_free (job);
}

static void
facts_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  FactsJob *job = data;

  tv_call_facts_find_slow (job->trace, job->slice, cancellable, &job->facts);
  g_task_return_boolean (task, TRUE);
}

static void
on_facts_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvTimelineCard *self = user_data;
  FactsJob *job = g_task_get_task_data (G_TASK (result));

  /* A card that is gone has cancelled, and is not to be looked at. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->cancellable);
  self->facts = job->facts;
  fill (self);
  gtk_widget_queue_draw (self->widget);
  if (self->ready != NULL)
    self->ready (self, self->ready_data);
}

static void
start_worker (TvTimelineCard *self)
{
  FactsJob *job = g_new0 (FactsJob, 1);
  g_autoptr (GTask) task = NULL;

  job->trace = g_object_ref (tv_session_get_trace (self->session));
  job->slice = self->hit.slice;
  job->facts = self->facts;
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, on_facts_found, self);
  g_task_set_task_data (task, job, (GDestroyNotify) facts_job_free);
  g_task_run_in_thread (task, facts_worker);
}

/* Fills the card with what is known about a call; what is not known yet follows. */
void
tv_timeline_card_fill_call (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);

  tv_call_facts_find (trace, self->hit.slice, &self->facts);
  if (tv_trace_get_slices (trace)->n <= MAX_ROWS_AT_ONCE)
    tv_call_facts_find_slow (trace, self->hit.slice, NULL, &self->facts);
  else
    start_worker (self);
  fill (self);
}
