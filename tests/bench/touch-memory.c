/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Allocates as much memory as a trace requires, on all CPUs, and writes to each page, but does nothing else:
 *
 *   touch-memory KILOBYTES
 *
 * Its running time is the part that the operating system contributes to the loading time of such a trace. */

#include <malloc.h>
#include <stdlib.h>

#include "core/memory/large-block.h"
#include "core/memory/parallel.h"

#define PAGE 4096

/* size of a column with some millions of calls */
#define BLOCK_BYTES (32u * 1024 * 1024)

typedef struct
{
  guint64 bytes;
  guint8 **blocks;
} Memory;

/* Allocates and touches a block; a #TvParallelTask. */
static void
touch_block (guint task, gpointer data)
{
  Memory *self = data;
  guint64 first = (guint64) task * BLOCK_BYTES, n = MIN (BLOCK_BYTES, self->bytes - first);

  self->blocks[task] = tv_large_block_new (n);
  for (guint64 at = 0; at < n; at += PAGE)
    *(volatile guint8 *) &self->blocks[task][at] = 1;
}

int
main (int argc, char **argv)
{
  guint64 kilobytes;
  Memory memory;
  guint n_blocks;

  mallopt (M_MMAP_THRESHOLD, 128 * 1024); /* the same thresholds as in tracedump */
  mallopt (M_TRIM_THRESHOLD, 128 * 1024);
  if (argc != 2 || !g_ascii_string_to_unsigned (argv[1], 10, 1, G_MAXUINT32, &kilobytes, NULL))
    {
      g_printerr ("Usage: touch-memory KILOBYTES\n");
      return EXIT_FAILURE;
    }
  memory.bytes = kilobytes * 1024;
  n_blocks = (guint) ((memory.bytes + BLOCK_BYTES - 1) / BLOCK_BYTES);
  memory.blocks = g_new (guint8 *, n_blocks);
  tv_parallel_run (n_blocks, touch_block, &memory);
  g_print ("ready\n");
  for (guint i = 0; i < n_blocks; i++)
    g_free (memory.blocks[i]);
  g_free (memory.blocks);
  return EXIT_SUCCESS;
}
