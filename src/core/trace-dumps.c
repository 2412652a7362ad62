/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dumps.h"

#include "core/stacks.h"

/* Names of the dump enumerations in tables, and lookups of dumps and threads. Called by analyses, tables, the command
 * line, the wait graph and the window. Pure. */

/**
 * tv_dump_kind_name:
 *
 * Returns: the name of the producer in tables
 */
const char *
tv_dump_kind_name (TvDumpKind kind)
{
  static const char *const names[] = { "managed", "native", "wait channels", "coroutines" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_DUMP_KINDS);
  g_return_val_if_fail (kind < TV_N_DUMP_KINDS, NULL);
  return names[kind];
}

/**
 * tv_lock_use_name:
 *
 * Returns: the name of the use in tables
 */
const char *
tv_lock_use_name (TvLockUse use)
{
  static const char *const names[] = { "held",   "wanted", "waited on", "slept on",
                                       "parked", "joined", "eliminated" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_LOCK_USES);
  g_return_val_if_fail (use < TV_N_LOCK_USES, NULL);
  return names[use];
}

/**
 * tv_transaction_kind_name:
 *
 * Returns: the name of the kind in tables
 */
const char *
tv_transaction_kind_name (TvTransactionKind kind)
{
  static const char *const names[] = { "outgoing", "incoming", "pending" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_TRANSACTION_KINDS);
  g_return_val_if_fail (kind < TV_N_TRANSACTION_KINDS, NULL);
  return names[kind];
}

/**
 * tv_frame_kind_name:
 *
 * Returns: (nullable): the name of the kind in tables; %NULL for %TV_FRAME_OTHER
 */
const char *
tv_frame_kind_name (TvFrameKind kind)
{
  static const char *const names[] = { NULL, "managed", "native", "kernel", "js", "jit" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_FRAME_KINDS);
  g_return_val_if_fail (kind < TV_N_FRAME_KINDS, NULL);
  return names[kind];
}

/* Returns the last owner whose first child is at or before @row. This is the owner of @row, because owners without
 * children come before it. */
#define FIND_OWNER(rows, n, first, row)                                                            \
  G_STMT_START                                                                                     \
  {                                                                                                \
    guint32 low = 0, high = (n);                                                                   \
                                                                                                   \
    while (high - low > 1)                                                                         \
      {                                                                                            \
        guint32 middle = low + (high - low) / 2;                                                   \
                                                                                                   \
        if ((rows)[middle].first <= (row))                                                         \
          low = middle;                                                                            \
        else                                                                                       \
          high = middle;                                                                           \
      }                                                                                            \
    return low;                                                                                    \
  }                                                                                                \
  G_STMT_END

/**
 * tv_dumps_find_dump:
 * @thread: row of a #TvDumpThread
 *
 * Returns: row of the dump that contains the thread
 */
guint32
tv_dumps_find_dump (const TvDumps *self, guint32 thread)
{
  g_return_val_if_fail (thread < self->n_threads, TV_NONE);
  FIND_OWNER (self->dumps, self->n, first_thread, thread);
}

/**
 * tv_dumps_find_thread:
 * @lock: row of a #TvDumpLock
 *
 * Returns: row of the thread that lists the lock, because the thread holds the lock or waits for it
 */
guint32
tv_dumps_find_thread (const TvDumps *self, guint32 lock)
{
  g_return_val_if_fail (lock < self->n_locks, TV_NONE);
  FIND_OWNER (self->threads, self->n_threads, first_lock, lock);
}
