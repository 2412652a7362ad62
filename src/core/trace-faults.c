/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/faults.h"

/* Names of the fault enumerations in tables. Called by the fault tables, and by the builder to name instants. Pure. */

/**
 * tv_fault_kind_name:
 *
 * Returns: the name of the kind in tables
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
 *
 * Returns: the name of the state in tables
 */
const char *
tv_queue_event_state_name (TvQueueEventState state)
{
  static const char *const names[] = { "done", "running", "waiting" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_QUEUE_EVENT_STATES);
  g_return_val_if_fail (state < TV_N_QUEUE_EVENT_STATES, NULL);
  return names[state];
}
