/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/format.h"
#include "formats/multi-file.h"

G_BEGIN_DECLS

/* Source files of the multi-file session:
 *
 *   multi-file.c        synchronizes the clocks
 *   multi-file-read.c   reads them into one builder */

typedef struct
{
  char *path;
  char *member;
  char *name;
  TvInput *input;   /* (nullable) */
  TvBundle *bundle; /* (nullable): bundle that contains it */
  const TvFormat *format;
  TvClockReading first;
  TvClockTime time; /* of its clock, on the timeline's clock */
  gboolean is_synchronized;
  gboolean has_offset; /* whether the user gave it */
  gint64 offset_ns;
  GError *failure; /* reason why it is not synchronized */
} TvMultiFileInput;

struct _TvTogether
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
