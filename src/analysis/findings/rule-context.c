/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/findings/rule-context.h"

#include <glib/gi18n.h>

#include "analysis/samples/sample-kinds.h"
#include "analysis/system/app-process.h"
#include "analysis/system/app-start.h"
#include "analysis/system/binder.h"
#include "analysis/system/frame-list.h"
#include "analysis/system/lock-contention.h"
#include "analysis/system/main-thread.h"

/* Caches intermediate results, such as frames, binder calls and profiles, so that each is computed at most once per
 * run of the rules. Created by findings.c; passed to TvRule.run. All getters compute their result on first use; if
 * cancelled, lists are empty and objects NULL. The wakeup graph is cached in the trace, so other modules share it. */

struct _TvRuleContext
{
  TvTrace *trace;
  TvTrace *before; /* (nullable): trace of an earlier run */
  GCancellable *cancellable;
  TvProfile *profile;        /* (nullable): profile of calls */
  TvProfile *sample_profile; /* (nullable): profile of samples */
  GArray *starts;            /* (nullable): TvAppStart */
  GArray *frames;            /* (nullable): TvFrameRow */
  GArray *calls;             /* (nullable): TvBinderCall */
  GArray *staged;            /* (nullable): TvFrameRow, with the stages that made frames late */
  GArray *waits;             /* (nullable): TvLockContention */
  TvWakeupGraph *graph;      /* (nullable) */
  guint32 *mains;            /* per process, its main thread, or TV_NONE */
};

/**
 * tv_rule_context_new:
 * @trace: a trace; must outlive the context
 * @before: (nullable): trace of an earlier run of the same program; must outlive the context
 * @cancellable: (nullable): cancellable of the rules' computations; must outlive the context
 *
 * Returns: (transfer full): a context
 */
TvRuleContext *
tv_rule_context_new (TvTrace *trace, TvTrace *before, GCancellable *cancellable)
{
  TvRuleContext *self = g_new0 (TvRuleContext, 1);

  self->trace = trace;
  self->before = before;
  self->cancellable = cancellable;
  self->mains = tv_main_thread_list (trace);
  return self;
}

void
tv_rule_context_free (TvRuleContext *self)
{
  g_clear_object (&self->profile);
  g_clear_object (&self->sample_profile);
  g_clear_pointer (&self->starts, g_array_unref);
  g_clear_pointer (&self->frames, g_array_unref);
  g_clear_pointer (&self->staged, g_array_unref);
  g_clear_pointer (&self->calls, g_array_unref);
  g_clear_pointer (&self->waits, g_array_unref);
  g_clear_pointer (&self->graph, tv_wakeup_graph_unref);
  g_free (self->mains);
  g_free (self);
}

TvTrace *
tv_rule_context_get_trace (TvRuleContext *self)
{
  return self->trace;
}

/* Returns: (transfer none) (nullable): trace of the earlier run */
TvTrace *
tv_rule_context_get_before (TvRuleContext *self)
{
  return self->before;
}

/* Returns: (transfer none) (nullable): cancellable of the rules' computations */
GCancellable *
tv_rule_context_get_cancellable (TvRuleContext *self)
{
  return self->cancellable;
}

gboolean
tv_rule_context_is_cancelled (TvRuleContext *self)
{
  return g_cancellable_is_cancelled (self->cancellable);
}

/* ---- Subjects ---- */

static gboolean
has_weight (const TvStacks *stacks, guint32 kind)
{
  TvKindRows rows = tv_stacks_get_rows (stacks, kind);

  for (guint32 row = 0; row < rows.n; row++)
    if (tv_kind_rows_has (&rows, row) && tv_kind_rows_get_weight (&rows, row) > 0)
      return TRUE;
  return FALSE;
}

/* Returns the first kind of samples that measures work, rather than memory or waits, and has a weight; TV_NONE if
 * there is none. */
static guint32
find_sample_kind (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  for (guint32 i = 0; i < stacks->n_kinds; i++)
    {
      const TvSampleKind *kind = &stacks->kinds[i];

      if (kind->heap == TV_NONE && !kind->is_off_cpu && kind->unit != TV_WEIGHT_BYTES &&
          has_weight (stacks, i))
        return i;
    }
  return TV_NONE;
}

/* Returns whether the earlier run has samples of the kind that the rules evaluate. */
static gboolean
has_same_samples (TvTrace *trace, TvTrace *before)
{
  guint32 kind = find_sample_kind (trace);
  guint32 same = kind != TV_NONE ? tv_sample_kind_find_same (trace, kind, before) : TV_NONE;

  return same != TV_NONE && has_weight (tv_trace_get_stacks (before), same);
}

/* Returns whether the trace is a system trace. Heap dumps are also stored as slices, but do not make it a system
 * trace. */
static gboolean
has_system (TvTrace *trace)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);

  if (tv_trace_has (trace, TV_HAS_SCHEDULING | TV_HAS_EVENTS))
    return TRUE;
  for (guint32 i = 0; tv_trace_has (trace, TV_HAS_MARKS) && i < n; i++)
    if (tracks[i].n_slices > 0 && tracks[i].role != TV_ROLE_CALLS &&
        tracks[i].role != TV_ROLE_HEAP_DUMPS && tracks[i].role != TV_ROLE_HEAP_GRAPHS)
      return TRUE;
  return FALSE;
}

/**
 * tv_rule_subject_is_in:
 * @subject: kind of content
 * @trace: a trace
 * @before: (nullable): trace of an earlier run
 *
 * Returns: whether the trace has content of this kind
 */
gboolean
tv_rule_subject_is_in (TvRuleSubject subject, TvTrace *trace, TvTrace *before)
{
  switch (subject)
    {
    case TV_RULE_OF_SYSTEM:
      return has_system (trace);
    case TV_RULE_OF_METHODS:
      return tv_trace_names_methods (trace);
    case TV_RULE_OF_SAMPLES:
      return find_sample_kind (trace) != TV_NONE;
    case TV_RULE_OF_CHANGE:
      return before != NULL && has_same_samples (trace, before);
    case TV_RULE_OF_HEAP_GRAPHS:
      return tv_trace_has (trace, TV_HAS_HEAP_GRAPHS);
    case TV_RULE_OF_ALLOCATIONS:
      return tv_heap_count_changes (trace) > 0;
    default:
      g_assert_not_reached ();
    }
}

/* ---- Sources ---- */

static gboolean
has_states (TvTrace *trace)
{
  return tv_trace_get_states (trace)->n > 0;
}

static gboolean
has_io (TvTrace *trace)
{
  const TvStates *states = tv_trace_get_states (trace);

  for (guint32 i = 0; i < states->n; i++)
    if (states->names[tv_id_column_get (&states->name, i)].io_wait >= 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_marks (TvTrace *trace)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);

  for (guint32 i = 0; i < n; i++)
    if (tracks[i].role == TV_ROLE_MARKS && tracks[i].n_slices > 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_counter (TvTrace *trace, TvCounterRole role)
{
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (trace, &n);

  for (guint32 i = 0; i < n; i++)
    if (counters[i].role == role && counters[i].n_samples > 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_frequency (TvTrace *trace)
{
  return has_counter (trace, TV_COUNTER_ROLE_CPU_FREQUENCY);
}

static gboolean
has_frequency_limit (TvTrace *trace)
{
  return has_counter (trace, TV_COUNTER_ROLE_CPU_FREQUENCY_LIMIT);
}

static gboolean
has_frees (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  for (guint32 i = 0; i < stacks->n_heaps; i++)
    if (stacks->heaps[i].reports_frees && !stacks->heaps[i].is_graph)
      return TRUE;
  return FALSE;
}

static gboolean
has_wall_clock (TvTrace *trace)
{
  return tv_trace_has_clock (trace, TV_CLOCK_WALL);
}

static const struct
{
  gboolean (*has_any) (TvTrace *trace);
  const char *advice;
} sources[TV_RULE_N_SOURCES] = {
  { has_states, N_("thread states; record sched_switch") },
  { tv_wakeup_graph_has_wakers, N_("thread wakeups; record sched_waking") },
  { tv_frame_list_has_any,
    N_("frames with deadlines; record android.surfaceflinger.frametimeline (Android) or the "
       "hitrace tag ace (OpenHarmony)") },
  { tv_binder_has_any,
    N_("binder transactions; record binder_transaction and binder_transaction_received") },
  { has_marks, N_("slices of apps; record atrace or hitrace tags") },
  { has_frequency, N_("CPU frequencies; record cpu_frequency") },
  { has_io, N_("reasons for blocked states; record sched_blocked_reason") },
  { has_wall_clock, N_("wall times of calls; record with the clock wall or dual") },
  { has_frequency_limit, N_("CPU frequency limits; record cpu_frequency_limits") },
  { has_frees, N_("memory frees; record a heap with frees, such as libc.malloc") },
};

/* Returns those sources in @needs that the recording lacks. */
TvRuleSources
tv_rule_context_find_missing (TvRuleContext *self, TvRuleSources needs)
{
  guint missing = 0;

  for (guint i = 0; i < TV_RULE_N_SOURCES; i++)
    if ((needs & 1u << i) != 0 && !sources[i].has_any (self->trace))
      missing |= 1u << i;
  return (TvRuleSources) missing;
}

/* Returns the translated name of one source, and how to record it. */
const char *
tv_rule_source_get_advice (TvRuleSources source)
{
  return _ (sources[g_bit_nth_lsf (source, -1)].advice);
}

/* ---- Shared results ---- */

/* Returns: (transfer none) (element-type TvAppStart): starts of apps, sorted by time; empty if cancelled */
const GArray *
tv_rule_context_get_starts (TvRuleContext *self)
{
  if (self->starts == NULL)
    self->starts = tv_app_starts_new (self->trace, NULL, self->cancellable, NULL);
  if (self->starts == NULL)
    self->starts = g_array_new (FALSE, FALSE, sizeof (TvAppStart));
  return self->starts;
}

/* Returns: (transfer none) (element-type TvFrameRow): frames, sorted by time; empty if cancelled */
const GArray *
tv_rule_context_get_frames (TvRuleContext *self)
{
  if (self->frames == NULL)
    self->frames = tv_frame_list_new (self->trace, NULL, self->cancellable, NULL);
  if (self->frames == NULL)
    self->frames = g_array_new (FALSE, FALSE, sizeof (TvFrameRow));
  return self->frames;
}

/* Returns: (transfer none) (element-type TvFrameRow): frames, sorted by time, with the work of their threads and the
 * stages that made frames late; empty if cancelled */
const GArray *
tv_rule_context_get_staged_frames (TvRuleContext *self)
{
  if (self->staged == NULL)
    self->staged = tv_frame_list_new_with_work (self->trace, NULL, self->cancellable, NULL);
  if (self->staged == NULL)
    self->staged = g_array_new (FALSE, FALSE, sizeof (TvFrameRow));
  return self->staged;
}

/* Returns: (transfer none) (element-type TvBinderCall): binder calls, sorted by time; empty if cancelled */
const GArray *
tv_rule_context_get_calls (TvRuleContext *self)
{
  if (self->calls == NULL)
    self->calls = tv_binder_calls_new (self->trace, NULL, self->cancellable, NULL);
  if (self->calls == NULL)
    self->calls = g_array_new (FALSE, FALSE, sizeof (TvBinderCall));
  return self->calls;
}

/* Returns: (transfer none) (element-type TvLockContention): waits for locks, sorted by time; empty if
 * cancelled */
const GArray *
tv_rule_context_get_waits (TvRuleContext *self)
{
  if (self->waits == NULL)
    self->waits = tv_lock_contentions_new (self->trace, NULL, self->cancellable, NULL);
  if (self->waits == NULL)
    self->waits = g_array_new (FALSE, FALSE, sizeof (TvLockContention));
  return self->waits;
}

/* Returns: (transfer none) (nullable): the wakeup graph; %NULL if cancelled */
const TvWakeupGraph *
tv_rule_context_get_graph (TvRuleContext *self)
{
  if (self->graph == NULL)
    self->graph = tv_wakeup_graph_get (self->trace, self->cancellable, NULL);
  return self->graph;
}

/* Returns: (transfer none) (nullable): profile of all calls; %NULL if cancelled */
TvProfile *
tv_rule_context_get_profile (TvRuleContext *self)
{
  if (self->profile == NULL)
    self->profile = tv_profile_new (self->trace, NULL, TV_PROFILE_DEFAULT, self->cancellable, NULL);
  return self->profile;
}

/* Returns the kind of samples that the rules about profiles evaluate, or %TV_NONE. */
guint32
tv_rule_context_get_sample_kind (TvRuleContext *self)
{
  return find_sample_kind (self->trace);
}

/* Returns: (transfer none) (nullable): profile of the samples of tv_rule_context_get_sample_kind(); %NULL if
 * cancelled */
TvProfile *
tv_rule_context_get_sample_profile (TvRuleContext *self)
{
  if (self->sample_profile == NULL)
    self->sample_profile = tv_profile_new_of_source (self->trace, find_sample_kind (self->trace),
                                                     NULL, TV_PROFILE_DEFAULT, self->cancellable,
                                                     NULL);
  return self->sample_profile;
}

/* Returns whether a thread is the main thread of its process. If the main thread of the process is unknown, this is a
 * thread with the name “main”, which virtual machines give to main threads. */
gboolean
tv_rule_context_is_main (TvRuleContext *self, guint32 utid)
{
  const TvThread *thread = &tv_trace_get_threads (self->trace, NULL)[utid];

  if (thread->upid != TV_NONE && self->mains[thread->upid] != TV_NONE)
    return self->mains[thread->upid] == utid;
  return g_strcmp0 (tv_trace_get_string (self->trace, thread->name), "main") == 0;
}

/* Returns the main thread of a process, or %TV_NONE. */
guint32
tv_rule_context_find_main (TvRuleContext *self, guint32 upid)
{
  return upid != TV_NONE ? self->mains[upid] : TV_NONE;
}

/* Returns whether a process is an app, according to its name. */
gboolean
tv_rule_context_is_app (TvRuleContext *self, guint32 upid)
{
  const char *name;

  if (upid == TV_NONE)
    return FALSE;
  name = tv_trace_get_string (self->trace, tv_trace_get_processes (self->trace, NULL)[upid].name);
  return name != NULL && tv_process_nature_from_name (name) == TV_PROCESS_APP;
}

/* ---- Windows ---- */

static int
compare_windows (gconstpointer a, gconstpointer b)
{
  const TvRuleWindow *x = a, *y = b;

  if (x->utid != y->utid)
    return x->utid < y->utid ? -1 : 1;
  return (x->from_ns > y->from_ns) - (x->from_ns < y->from_ns);
}

/* Merges overlapping windows of a thread. */
static GArray *
merge_windows (GArray *windows)
{
  GArray *merged = g_array_new (FALSE, FALSE, sizeof (TvRuleWindow));

  g_array_sort (windows, compare_windows);
  for (guint i = 0; i < windows->len; i++)
    {
      const TvRuleWindow *window = &g_array_index (windows, TvRuleWindow, i);
      TvRuleWindow *last = merged->len > 0 ? &g_array_index (merged, TvRuleWindow, merged->len - 1)
                                           : NULL;

      if (last != NULL && last->utid == window->utid && window->from_ns <= last->to_ns)
        last->to_ns = MAX (last->to_ns, window->to_ns);
      else
        g_array_append_vals (merged, window, 1);
    }
  return merged;
}

static gboolean
is_renderer (TvTrace *trace, guint32 utid)
{
  return g_strcmp0 (tv_trace_get_string (trace, tv_trace_get_threads (trace, NULL)[utid].name),
                    "RenderThread") == 0;
}

/**
 * tv_rule_context_list_windows:
 * @self: a context
 * @is_of_late: whether to list, of the frames, only those that the app itself delayed
 *
 * Returns: (transfer full) (element-type TvRuleWindow): app starts, for the main threads, and frames, for the main
 * and render threads, sorted by thread and time, without overlap
 */
GArray *
tv_rule_context_list_windows (TvRuleContext *self, gboolean is_of_late)
{
  const GArray *frames = tv_rule_context_get_frames (self);
  const GArray *starts = tv_rule_context_get_starts (self);
  g_autoptr (GArray) windows = g_array_new (FALSE, FALSE, sizeof (TvRuleWindow));
  g_autoptr (GHashTable) renderers = g_hash_table_new (NULL, NULL); /* upid → utid + 1 */
  guint32 n_threads;
  const TvThread *threads = tv_trace_get_threads (self->trace, &n_threads);

  for (guint32 utid = 0; utid < n_threads; utid++)
    if (threads[utid].upid != TV_NONE && is_renderer (self->trace, utid))
      g_hash_table_insert (renderers, GUINT_TO_POINTER (threads[utid].upid),
                           GUINT_TO_POINTER (utid + 1));
  for (guint i = 0; i < starts->len; i++)
    {
      const TvAppStart *start = &g_array_index (starts, TvAppStart, i);

      if (start->utid != TV_NONE)
        g_array_append_val (windows,
                            ((TvRuleWindow){ start->upid, start->utid, start->ts, start->end }));
    }
  for (guint i = 0; i < frames->len; i++)
    {
      const TvFrameRow *frame = &g_array_index (frames, TvFrameRow, i);
      guint32 main = tv_rule_context_find_main (self, frame->upid), render;
      TvRuleWindow window = { frame->upid, main, frame->ts, frame->ts + frame->dur };

      if (main == TV_NONE || frame->dur <= 0 || (is_of_late && frame->outcome != TV_FRAME_LATE))
        continue;
      g_array_append_val (windows, window);
      render = GPOINTER_TO_UINT (g_hash_table_lookup (renderers, GUINT_TO_POINTER (frame->upid)));
      window.utid = render - 1;
      if (render > 0)
        g_array_append_val (windows, window);
    }
  return merge_windows (windows);
}
