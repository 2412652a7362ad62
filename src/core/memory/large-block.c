/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/large-block.h"

#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Allocation with huge pages (madvise). Called by readers, by the builder, by the indexes, and by analyses with a
 * value per slice. No state; see tv_large_block_new(). */

/* Minimum size of a block with huge pages. The last huge page of a block is used only if the block fills at least
 * this part of the page; otherwise, clearing the rest of the page would take longer than the page faults. */
#define LARGE_BYTES (1u * 1024 * 1024)
#define HUGE_PAGE   (2u * 1024 * 1024)
#define PAGE        4096u

/**
 * tv_large_block_new:
 * @bytes: size in bytes, at least 1
 *
 * Allocates memory. Large blocks get huge pages: with small pages, each page fault takes longer than filling the 4
 * KiB, and nearly every random access causes a TLB miss.
 *
 * Returns: (transfer full): memory with undefined content; free it with g_free()
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

/* Advises huge pages for a block that was allocated without them. The advice covers the whole mapping, because the
 * kernel could not move a partially advised mapping. */
static void
advise_mapping (gpointer block)
{
  gsize start = (gsize) block / PAGE * PAGE;
  gsize end = (gsize) block + malloc_usable_size (block);

  madvise ((gpointer) start, (end - start) / PAGE * PAGE, MADV_HUGEPAGE);
}

/**
 * tv_large_block_new_cleared:
 * @bytes: size in bytes, at least 1
 *
 * Allocates memory filled with zeros. Pages of a large block that are never written use no memory.
 *
 * Returns: (transfer full): the memory; free it with g_free()
 */
gpointer
tv_large_block_new_cleared (gsize bytes)
{
  gpointer block = g_malloc0 (bytes);

  if (bytes >= LARGE_BYTES)
    advise_mapping (block);
  return block;
}

/* Advises huge pages for a range of a block, if the range is large. */
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
 * @bytes: size in bytes, at least 1
 * @first_empty: offset in bytes of a range that is rarely written
 * @n_empty: size of that range in bytes
 *
 * Allocates memory filled with zeros, in which one range uses hardly any memory. The system allocates huge pages even
 * for reading, so the range gets small pages, which use no memory until they are written.
 *
 * Returns: (transfer full): the memory; free it with g_free()
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
 * @block: (transfer full) (nullable): a block returned by this function
 * @bytes: new size in bytes, at least 1
 *
 * Resizes a block, or allocates one. Large blocks are remapped, not copied.
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
 * tv_large_block_release_start:
 * @end: offset of the first byte that is still needed
 *
 * Returns the memory before @end to the system. Only whole huge pages are returned, because splitting a huge page
 * costs more than it saves. Afterwards, the bytes before @end are 0 or unchanged.
 */
void
tv_large_block_release_start (gpointer block, gsize end)
{
  gsize start = ((gsize) block + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
  gsize stop = ((gsize) block + end) / HUGE_PAGE * HUGE_PAGE;

  if (start < stop)
    madvise ((gpointer) start, stop - start, MADV_DONTNEED);
}
