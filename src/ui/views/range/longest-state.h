/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

/**
 * TvStateTimes:
 * @utid: thread, or %TV_NONE for all threads
 * @is_of_process: whether to include only threads of @upid
 * @upid: process, or %TV_NONE for threads without a known process
 * @state: text of the state, as in the table of states
 * @io_wait: whether the state is a wait for I/O: 1 or 0, or -1 if that was not recorded
 *
 * Thread state to search for, and the threads to search.
 */
typedef struct
{
  guint32 utid;
  gboolean is_of_process;
  guint32 upid;
  const char *state;
  int io_wait;
} TvStateTimes;

void tv_longest_state_go_to (TvSession          *session,
                             const TvStateTimes *times,
                             GCancellable      **worker);

G_END_DECLS
