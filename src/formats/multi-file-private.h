/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/format.h"
#include "formats/multi-file.h"

G_BEGIN_DECLS

/* Internal interface of the source files of multi-file sessions:
 *
 *   multi-file.c        synchronizes the clocks
 *   multi-file-read.c   reads the files into one builder */

typedef struct
{
  char *path;
  char *member;
  char *name;
  TvInput *input;   /* (nullable) */
  TvBundle *bundle; /* (nullable): bundle that contains the file */
  const TvFormat *format;
  TvClockReading first;
  TvClockTime time; /* @first, converted to the timeline's clock */
  gboolean is_synchronized;
  gboolean has_offset; /* whether the user entered @offset_ns */
  gint64 offset_ns;
  GError *failure; /* (nullable): reason why the file is not synchronized */
} TvMultiFileInput;

struct _TvMultiFile
{
  GPtrArray *files; /* TvMultiFileInput */
  GArray *shown;    /* TvMultiFileMember */
  TvClocks *clocks;
  guint reference;
};

static inline TvMultiFileInput *
tv_multi_file_peek (const TvMultiFile *self, guint i)
{
  return g_ptr_array_index (self->files, i);
}

G_END_DECLS
