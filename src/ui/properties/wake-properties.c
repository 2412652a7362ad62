/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Causes and effects of scheduling. Called by slice-properties.c for runs, states and slices of threads. Only reads
 * the trace and appends to the list. */

#include "ui/properties/wake-properties.h"

#include <glib/gi18n.h>

#include "analysis/system/wake.h"
#include "core/state-kind.h"
#include "core/time-format.h"
#include "ui/kit/number-format.h"

/* Maximum number of listed threads */
#define MAX_GUESTS 3
#define MAX_WOKEN  3

/* Returns the activity of a thread at a time: its innermost slice or, without a slice, its state; TV_NONE if neither is
 * known. */
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

static char *
dup_slice_name (TvTrace *trace, guint32 slice)
{
  return tv_trace_dup_symbol_name (trace, tv_slices_symbol (tv_trace_get_slices (trace), slice));
}

/* Returns the name of a waker. If the CPU was idle, an interrupt must have woken the thread; the name is then that of
 * the interrupt. */
static char *
dup_waker (TvTrace *trace, guint32 waker, guint32 interrupt)
{
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[waker];

  if (thread->is_idle && interrupt != TV_NONE)
    {
      g_autofree char *name = dup_slice_name (trace, interrupt);

      /* Translators: name of the interrupt that woke a thread */
      return g_strdup_printf (_("interrupt %s"), name);
    }
  return thread->is_idle ? g_strdup (_("an interrupt")) : tv_trace_dup_thread_label (trace, waker);
}

/* Adds the waker of a thread, as a link to the waker's slice at that time. If the CPU was idle, the link goes to the
 * interrupt; if the waker was interrupted, the interrupt is another property. @label: translated. */
static void
add_waker (TvPropertyList *self,
           TvTrace *trace,
           TvPropertyUse uses,
           const char *label,
           const TvWakeup *wakeup,
           gint64 ns_before)
{
  gboolean is_idle = tv_trace_get_threads (trace, NULL)[wakeup->waker].is_idle;
  guint32 interrupt = tv_wake_find_interrupt (trace, wakeup->waker, wakeup->ts_ns);
  g_autofree char *thread = dup_waker (trace, wakeup->waker, interrupt);
  g_autofree char *time = tv_time_format (ns_before);

  tv_property_list_take (
      self, uses, label,
      ns_before > 0
          /* Translators: a thread; time from the wakeup of another thread to the start of that
                              * thread */
          ? g_strdup_printf (_("%s, %s before"), thread, time)
          : g_strdup (thread))
      ->slice = is_idle && interrupt != TV_NONE ? interrupt
                                                : find_at (trace, wakeup->waker, wakeup->ts_ns);
  if (!is_idle && interrupt == TV_NONE && wakeup->irq_context > 0)
    /* Translators: a thread was woken in an interrupt without a known name */
    tv_property_list_add (self, uses, _("Woken"), _("in an interrupt"));
  if (!is_idle && interrupt != TV_NONE)
    /* Translators: interrupt in which a thread woke another thread */
    tv_property_list_take (self, uses, _("In interrupt"), dup_slice_name (trace, interrupt))
        ->slice = interrupt;
}

/**
 * tv_property_list_add_waker:
 * @uses: uses of the property
 * @wakeup: wakeup of a thread
 * @start_ns: start of the described state or slice
 *
 * Adds the waker of a thread, as a link to the waker's slice at that time.
 */
void
tv_property_list_add_waker (TvPropertyList *self,
                            TvTrace *trace,
                            TvPropertyUse uses,
                            const TvWakeup *wakeup,
                            gint64 start_ns)
{
  add_waker (self, trace, uses, _("Woken by"), wakeup, start_ns - wakeup->ts_ns);
}

/* Adds a state of a thread with its duration, as a link. */
static void
add_row (TvPropertyList *self, TvTrace *trace, TvPropertyUse uses, const char *label, guint32 row)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  g_autofree char *time = tv_time_format (tv_slices_end (slices, row) -
                                          tv_slices_start (slices, row));
  TvState state = { .kind = TV_STATE_OTHER, .blocked_function = TV_NONE };
  const char *function;

  tv_trace_get_state (trace, row, &state);
  function = tv_trace_get_string (trace, state.blocked_function);
  tv_property_list_take (self, uses, label,
                         g_strconcat (tv_state_kind_get_name (state.kind), " · ", time,
                                      function != NULL ? " · " : NULL, function, NULL))
      ->slice = row;
}

static void
add_latency (TvPropertyList *self,
             TvTrace *trace,
             TvPropertyUse uses,
             const char *label,
             const TvWake *wake)
{
  g_autofree char *time = tv_time_format (wake->latency_ns);

  /* Translators: how long a thread could have run while all its CPUs were busy */
  tv_property_list_take (self, uses, label, g_strdup_printf (_("%s for a CPU"), time))->slice =
      wake->latency;
}

/* ---- Woken threads ---- */

static void
add_woken (TvPropertyList *self, TvTrace *trace, guint32 waker, gint64 start_ns, gint64 end_ns)
{
  g_autoptr (GArray) rows = tv_wake_find_woken (trace, waker, start_ns, end_ns);
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);

  for (guint i = 0; i < MIN (rows->len, MAX_WOKEN); i++)
    {
      guint32 row = g_array_index (rows, guint32, i);
      g_autofree char *thread = tv_trace_dup_thread_label (
          trace, tracks[tv_trace_find_track_at (trace, row)].utid);
      g_autofree char *time = tv_time_format (tv_slices_start (tv_trace_get_slices (trace), row) -
                                              start_ns);

      tv_property_list_take (self, TV_PROPERTY_FULL, i == 0 ? _("Woke") : "",
                             /* Translators: a thread; time until it was woken */
                             g_strdup_printf (_("%s, %s after"), thread, time))
          ->slice = row;
    }
  if (rows->len > MAX_WOKEN)
    {
      g_autofree char *n = tv_format_count (rows->len - MAX_WOKEN);

      tv_property_list_take (self, TV_PROPERTY_FULL, "", g_strdup_printf (_("and %s more"), n));
    }
}

/* ---- By state ---- */

/**
 * tv_property_list_add_run:
 * @state: slice of a running state
 *
 * Adds the reason why a thread started to run: its waker and previous state, or that it had been preempted. Also adds
 * how long the thread waited for a CPU, and the threads that it woke while it ran.
 */
void
tv_property_list_add_run (TvPropertyList *self, TvTrace *trace, guint32 state)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 utid = tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, state)].utid;
  gint64 start_ns = tv_slices_start (slices, state);
  TvWake wake;

  if (tv_wake_find_before (trace, state, &wake))
    {
      if (wake.woken.waker != TV_NONE)
        tv_property_list_add_waker (self, trace, TV_PROPERTY_ALL, &wake.woken, start_ns);
      add_latency (
          self, trace, TV_PROPERTY_ALL,
          /* Translators: how long a thread waited for a CPU */
          wake.woken.waker != TV_NONE || wake.wait != TV_NONE
              ? _("Waited")
              /* Translators: how long a thread waited for a CPU after another thread had replaced it */
              : _("Preempted"),
          &wake);
      if (wake.wait != TV_NONE)
        /* Translators: state of a thread before it was woken */
        add_row (self, trace, TV_PROPERTY_FULL, _("Before that"), wake.wait);
    }
  add_woken (self, trace, utid, start_ns, tv_slices_end (slices, state));
}

/**
 * tv_property_list_add_latency:
 * @state: slice of a runnable state
 *
 * Adds the state before the runnable state, and the CPU on which the thread ran next. Also adds the threads that ran
 * on that CPU while the thread waited, and how long the CPU was idle.
 */
void
tv_property_list_add_latency (TvPropertyList *self, TvTrace *trace, guint32 state)
{
  g_autoptr (GArray) guests = NULL;
  TvWake wake;
  g_autofree char *label = NULL;
  guint32 cpu;
  gint64 busy_ns;

  if (!tv_wake_find_before (trace, state, &wake))
    return;
  if (wake.wait != TV_NONE)
    add_row (self, trace, TV_PROPERTY_FULL, _("Before that"), wake.wait);
  if (wake.run == TV_NONE)
    return;
  cpu = tv_wake_find_cpu (trace, wake.run);
  label = tv_trace_dup_cpu_label (trace, cpu);
  tv_property_list_take (self, TV_PROPERTY_ALL, _("Waited for"),
                         /* Translators: CPU on which a waiting thread ran next */
                         g_strdup_printf (_("%s, where it ran next"), label))
      ->slice = wake.run;
  guests = tv_wake_find_guests (trace, cpu, wake.woken.ts_ns, wake.woken.ts_ns + wake.latency_ns,
                                &busy_ns);
  for (guint i = 0; i < MIN (guests->len, MAX_GUESTS); i++)
    {
      const TvCpuGuest *guest = &g_array_index (guests, TvCpuGuest, i);
      g_autofree char *thread = tv_trace_dup_thread_label (trace, guest->utid);
      g_autofree char *time = tv_time_format (guest->ns);

      tv_property_list_take (
          self, i == 0 ? TV_PROPERTY_ALL : TV_PROPERTY_FULL,
          /* Translators: threads that ran on a CPU while another thread waited for the CPU */
          i == 0 ? _("Ran on that CPU") : "", g_strdup_printf ("%s · %s", thread, time))
          ->slice = guest->run;
    }
  if (guests->len > MAX_GUESTS)
    {
      g_autofree char *n = tv_format_count (guests->len - MAX_GUESTS);

      tv_property_list_take (self, TV_PROPERTY_FULL, "", g_strdup_printf (_("and %s more"), n));
    }
  if (wake.latency_ns > busy_ns)
    /* Translators: how long a CPU was idle while a thread waited for it */
    tv_property_list_add_share (self, TV_PROPERTY_FULL, _("CPU idle"), wake.latency_ns - busy_ns,
                                wake.latency_ns);
}

/**
 * tv_property_list_add_wait:
 * @state: slice of a waiting state
 *
 * Adds the waker that ended a wait, and how long the thread then waited for a CPU.
 */
void
tv_property_list_add_wait (TvPropertyList *self, TvTrace *trace, guint32 state)
{
  TvWake wake;

  if (!tv_wake_find_after (trace, state, &wake))
    return;
  if (wake.woken.waker != TV_NONE)
    /* Translators: label of the waker of a sleeping thread */
    add_waker (self, trace, TV_PROPERTY_ALL, _("Woken by"), &wake.woken, 0);
  /* Translators: label of the wait after a wakeup, for example “Waited: 1.2 ms for a CPU” */
  add_latency (self, trace, TV_PROPERTY_FULL, _("Waited"), &wake);
}

/**
 * tv_property_list_add_longest_wait:
 * @utid: a thread
 * @start_ns: start of a slice of the thread
 * @end_ns: end of the slice
 *
 * Adds the longest wait during the slice, and the waker that ended it, unless the wait ended after the slice.
 */
void
tv_property_list_add_longest_wait (TvPropertyList *self,
                                   TvTrace *trace,
                                   guint32 utid,
                                   gint64 start_ns,
                                   gint64 end_ns)
{
  guint32 row = tv_wake_find_longest_wait (trace, utid, start_ns, end_ns);
  TvWake wake;

  if (row == TV_NONE)
    return;
  add_row (self, trace, TV_PROPERTY_FULL, _("Longest wait"), row);
  if (tv_wake_find_after (trace, row, &wake) && wake.woken.waker != TV_NONE &&
      wake.woken.ts_ns <= end_ns)
    add_waker (self, trace, TV_PROPERTY_FULL, _("Woken by"), &wake.woken, 0);
}
