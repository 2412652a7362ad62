/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/load-memory.h"

#include <malloc.h>

/* Called by session.c on the worker that loads a file. Changes malloc() options of the process; a static counter,
 * guarded by a mutex, counts the running loads. */

/* Minimum size of blocks that are returned to the system when freed, while a trace is loaded. */
#define LOAD_MAPPED_BYTES (128 * 1024)
#define LOAD_TOP_BYTES    (128 * 1024)

/* Limits at other times, the largest values that glibc accepts. An image of 1920×1080 pixels takes 8 MB, and a frame
 * needs three of them. */
#define RETAINED_BYTES     (32 * 1024 * 1024)
#define RETAINED_TOP_BYTES (64 * 1024 * 1024)

static GMutex lock; /* guards n_loads */
static guint n_loads;

static void
set_limits (int mapped_bytes, int top_bytes)
{
#ifdef M_MMAP_THRESHOLD
  mallopt (M_MMAP_THRESHOLD, mapped_bytes);
  mallopt (M_TRIM_THRESHOLD, top_bytes);
#endif
}

/**
 * tv_load_memory_begin:
 *
 * Prepares the allocator for loading; call this before a trace is loaded. Any thread may call it, and several traces
 * may be loaded at the same time. Temporary memory is then returned to the system; malloc() would otherwise retain a
 * seventh of all memory.
 */
void
tv_load_memory_begin (void)
{
  g_mutex_lock (&lock);
  if (n_loads++ == 0)
    set_limits (LOAD_MAPPED_BYTES, LOAD_TOP_BYTES);
  g_mutex_unlock (&lock);
}

/**
 * tv_load_memory_end:
 *
 * Resets the allocator; call this after a trace was loaded. When no other trace is being loaded, malloc() retains
 * freed memory again: each frame allocates new surfaces, and getting their memory from the system takes as long as
 * painting them.
 */
void
tv_load_memory_end (void)
{
  g_mutex_lock (&lock);
  g_assert (n_loads > 0);
  if (--n_loads == 0)
    set_limits (RETAINED_BYTES, RETAINED_TOP_BYTES);
  g_mutex_unlock (&lock);
}
