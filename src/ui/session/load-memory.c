/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/load-memory.h"

#include <malloc.h>

/* Called by session.c on the worker that loads files. Changes the malloc() options of the process. A static counter,
 * guarded by a mutex, counts the running loads. */

/* Options while traces are loaded: freed blocks of at least this size are returned to the system. */
#define LOAD_MAPPED_BYTES (128 * 1024)
#define LOAD_TOP_BYTES    (128 * 1024)

/* Options at other times: freed blocks up to this size are retained. These are the largest values that glibc accepts.
 * An image of 1920×1080 pixels takes 8 MB, and a frame needs three of them. */
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
 * Prepares the allocator for loading a trace: temporary memory is returned to the system when it is freed. Otherwise,
 * malloc() would retain a seventh of all memory. Any thread may call this function, and several traces may be loaded
 * at the same time.
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
 * Resets the allocator after a trace was loaded, unless another trace is still being loaded. malloc() then retains
 * freed memory: each frame allocates new surfaces, and getting their memory from the system takes as long as painting
 * them.
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
