/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-private.h"

/* Crashes and freezes of a trace, and the names of their parts. */

/**
 * tv_trace_get_faults:
 * @self: a trace
 *
 * Returns: (transfer none): its crashes and freezes, which may be none
 */
const TvFaults *
tv_trace_get_faults (TvTrace *self)
{
  return &self->faults;
}

void
tv_trace_clear_faults (TvTrace *self)
{
  g_free ((gpointer) self->faults.faults);
  g_free ((gpointer) self->faults.causes);
  g_free ((gpointer) self->faults.registers);
  g_free ((gpointer) self->faults.regions);
  g_free ((gpointer) self->faults.words);
  g_free ((gpointer) self->faults.files);
  g_free ((gpointer) self->faults.events);
  g_free ((gpointer) self->faults.servers);
}

/**
 * tv_fault_kind_name:
 * @kind: kind of a fault
 *
 * Returns: its name in tables
 */
const char *
tv_fault_kind_name (TvFaultKind kind)
{
  static const char *const names[] = { "crash", "error", "panic", "freeze" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_FAULT_KINDS);
  g_return_val_if_fail (kind < TV_N_FAULT_KINDS, NULL);
  return names[kind];
}

/**
 * tv_queue_event_state_name:
 * @state: progress of an event
 *
 * Returns: its name in tables
 */
const char *
tv_queue_event_state_name (TvQueueEventState state)
{
  static const char *const names[] = { "done", "running", "waiting" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_QUEUE_EVENT_STATES);
  g_return_val_if_fail (state < TV_N_QUEUE_EVENT_STATES, NULL);
  return names[state];
}
