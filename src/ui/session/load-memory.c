/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/load-memory.h"

#include <malloc.h>

/* Pieces as large are given back to the system when they are freed while a trace is loaded. */
#define LOAD_MAPPED_BYTES (128 * 1024)
#define LOAD_TOP_BYTES    (128 * 1024)

/* Limits otherwise: the largest values that glibc accepts. A picture of 1920×1080 takes 8 MB, and a frame needs three. */
#define KEPT_BYTES     (32 * 1024 * 1024)
#define KEPT_TOP_BYTES (64 * 1024 * 1024)

static GMutex lock; /* guards the next */
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
 * Called before a trace is loaded, on any thread; several may load at a time. Temporary memory of a load is returned to
 * the system: malloc() would keep a seventh of all memory.
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
 * Called after a load. malloc() keeps freed memory from now on: each frame has surfaces of its own, and getting their
 * memory from the system takes as long as painting them.
 */
void
tv_load_memory_end (void)
{
  g_mutex_lock (&lock);
  g_assert (n_loads > 0);
  if (--n_loads == 0)
    set_limits (KEPT_BYTES, KEPT_TOP_BYTES);
  g_mutex_unlock (&lock);
}
