/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/load-memory.h"

#include <malloc.h>

/* Pieces as large are given back to the system when they are freed while a trace is loaded. */
#define LOAD_MAPPED_BYTES (128 * 1024)
#define LOAD_TOP_BYTES    (128 * 1024)

/* Else they are kept: the largest that glibc can be told to, and what of them is free at a time. A
 * picture of 1920×1080 takes 8 MB, and three of them are made for a frame. */
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
 * To be called before a trace is loaded. What it is made of is freed once, when it is laid out, and would
 * be a seventh of all memory if malloc() kept it. On any thread; several may load at a time.
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
 * To be called behind that. What is freed is kept from now on: each frame has surfaces of its own, and to
 * get their memory anew takes as long again as to paint them.
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
