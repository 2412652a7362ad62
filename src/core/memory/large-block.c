/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/large-block.h"

#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>

/* From here on it is worth to have huge pages, and for the last one as well: where less of it were
 * used, to clear the rest would take longer than faults do. */
#define LARGE_BYTES (1u * 1024 * 1024)
#define HUGE_PAGE   (2u * 1024 * 1024)
#define PAGE        4096u

/* Pieces as large are given back to the system when they are freed while a trace is loaded or
 * counted. */
#define WORK_MAPPED_BYTES (128 * 1024)
#define WORK_TOP_BYTES    (128 * 1024)

/* Else they are kept: the largest that glibc can be told to, and what of them is free at a time. A
 * picture of 1920×1080 takes 8 MB, and three of them are made for a frame. */
#define KEPT_BYTES     (32 * 1024 * 1024)
#define KEPT_TOP_BYTES (64 * 1024 * 1024)

static GMutex lock; /* guards the next */
static guint n_works;

static void
set_limits (int mapped_bytes, int top_bytes)
{
#ifdef M_MMAP_THRESHOLD
  mallopt (M_MMAP_THRESHOLD, mapped_bytes);
  mallopt (M_TRIM_THRESHOLD, top_bytes);
#endif
}

/**
 * tv_large_block_begin_work:
 *
 * To be called before a trace is loaded or counted. What it is made of is freed once, when it is laid
 * out, and would be a seventh of all memory if malloc() kept it. On any thread; may be nested.
 */
void
tv_large_block_begin_work (void)
{
  g_mutex_lock (&lock);
  if (n_works++ == 0)
    set_limits (WORK_MAPPED_BYTES, WORK_TOP_BYTES);
  g_mutex_unlock (&lock);
}

/**
 * tv_large_block_end_work:
 *
 * To be called behind that by programs that go on to paint. What is freed is kept from now on: each
 * frame has surfaces of its own, and to get their memory anew takes as long again as to paint them.
 */
void
tv_large_block_end_work (void)
{
  g_mutex_lock (&lock);
  g_assert (n_works > 0);
  if (--n_works == 0)
    set_limits (KEPT_BYTES, KEPT_TOP_BYTES);
  g_mutex_unlock (&lock);
}

/**
 * tv_large_block_new:
 * @bytes: how much, at least 1
 *
 * If it is much, it comes as huge pages: a fault for each 4 KB takes longer than to fill it, and
 * whoever looks here and there misses the page's address nearly every time.
 *
 * Returns: (transfer full): memory with anything in it, to be freed with g_free()
 */
gpointer
tv_large_block_new (gsize bytes)
{
  gpointer block = NULL;
  gsize last_page = bytes % HUGE_PAGE, huge_bytes = bytes - last_page;

  if (bytes < LARGE_BYTES)
    return g_malloc (bytes);
  if (last_page >= LARGE_BYTES)
    huge_bytes = bytes = huge_bytes + HUGE_PAGE;
  if (posix_memalign (&block, HUGE_PAGE, bytes) != 0)
    g_error ("no memory for %" G_GSIZE_FORMAT " bytes", bytes);
  madvise (block, huge_bytes, MADV_HUGEPAGE);
  return block;
}

/* Has the system put huge pages where there are none yet: into the whole of the mapping, for it would
 * not move one that is partly advised. */
static void
advise_mapping (gpointer block)
{
  gsize start = (gsize) block / PAGE * PAGE;
  gsize end = (gsize) block + malloc_usable_size (block);

  madvise ((gpointer) start, (end - start) / PAGE * PAGE, MADV_HUGEPAGE);
}

/**
 * tv_large_block_new_cleared:
 * @bytes: how much, at least 1
 *
 * What is never written to takes no memory, if it is much.
 *
 * Returns: (transfer full): memory that is all 0, to be freed with g_free()
 */
gpointer
tv_large_block_new_cleared (gsize bytes)
{
  gpointer block = g_malloc0 (bytes);

  if (bytes >= LARGE_BYTES)
    advise_mapping (block);
  return block;
}

/**
 * tv_large_block_resize:
 * @block: (transfer full) (nullable): what this function gave before
 * @bytes: how much it shall be from here on, at least 1
 *
 * Makes memory longer or shorter. If it is much, the system moves it without a copy.
 *
 * Returns: (transfer full): the memory, perhaps at another place
 */
gpointer
tv_large_block_resize (gpointer block, gsize bytes)
{
  if (block == NULL)
    return tv_large_block_new (bytes);
  block = g_realloc (block, bytes);
  if (bytes >= LARGE_BYTES)
    advise_mapping (block);
  return block;
}
