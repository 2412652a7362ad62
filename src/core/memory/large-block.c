/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/large-block.h"

#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Blocks as large get huge pages. The last huge page must be used as much: to clear the rest of it
 * would otherwise take longer than page faults. */
#define LARGE_BYTES (1u * 1024 * 1024)
#define HUGE_PAGE   (2u * 1024 * 1024)
#define PAGE        4096u

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
 * @bytes: size, at least 1
 *
 * Pages of a large block that are never written take no memory.
 *
 * Returns: (transfer full): zeroed memory, to be freed with g_free()
 */
gpointer
tv_large_block_new_cleared (gsize bytes)
{
  gpointer block = g_malloc0 (bytes);

  if (bytes >= LARGE_BYTES)
    advise_mapping (block);
  return block;
}

/* Advises huge pages for the whole ones of a range. */
static void
advise_range (guint8 *block, gsize first, gsize end)
{
  gsize start = ((gsize) block + first + PAGE - 1) / PAGE * PAGE;
  gsize n = (gsize) block + end > start ? (gsize) block + end - start : 0;

  if (n >= LARGE_BYTES)
    madvise ((gpointer) start, n / PAGE * PAGE, MADV_HUGEPAGE);
}

/**
 * tv_large_block_new_sparse:
 * @bytes: size, at least 1
 * @first_empty: offset of a range that is hardly ever written
 * @n_empty: its size
 *
 * Where pages are huge, the system allocates them even if they are only read. The range has small pages, which take no
 * memory until they are written.
 *
 * Returns: (transfer full): zeroed memory, to be freed with g_free()
 */
gpointer
tv_large_block_new_sparse (gsize bytes, gsize first_empty, gsize n_empty)
{
  guint8 *block = g_malloc0 (bytes);

  advise_range (block, 0, first_empty);
  advise_range (block, first_empty + n_empty, bytes);
  return block;
}

/**
 * tv_large_block_resize:
 * @block: (transfer full) (nullable): a block of this function
 * @bytes: new size, at least 1
 *
 * Resizes a block. Large blocks are remapped, not copied.
 *
 * Returns: (transfer full): the block, possibly at another address
 */
gpointer
tv_large_block_resize (gpointer block, gsize bytes)
{
  block = g_realloc (block, bytes);
  if (bytes >= LARGE_BYTES)
    advise_mapping (block);
  return block;
}

/**
 * tv_large_block_give_back:
 * @block: a block
 * @end: offset up to which it is not needed any more
 *
 * Returns the start of the block to the system, in whole huge pages: to take one apart costs more than the rest of it.
 * Later its bytes are 0 or unchanged.
 */
void
tv_large_block_give_back (gpointer block, gsize end)
{
  gsize start = ((gsize) block + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
  gsize stop = ((gsize) block + end) / HUGE_PAGE * HUGE_PAGE;

  if (start < stop)
    madvise ((gpointer) start, stop - start, MADV_DONTNEED);
}
