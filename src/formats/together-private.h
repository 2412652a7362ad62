/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/format.h"
#include "formats/together.h"

G_BEGIN_DECLS

/* Source files of the multi-file session:
 *
 *   together.c        what ties them
 *   together-read.c   reads them into one builder */

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
  gboolean is_tied;
  gboolean has_offset; /* whether the user gave it */
  gint64 offset_ns;
  GError *failure; /* reason why it is not synchronized */
} TvTogetherInput;

struct _TvTogether
{
  GPtrArray *files; /* TvTogetherInput */
  GArray *shown;    /* TvTogetherFile */
  TvClocks *clocks;
  guint reference;
};

static inline TvTogetherInput *
tv_together_peek (const TvTogether *self, guint i)
{
  return g_ptr_array_index (self->files, i);
}

G_END_DECLS
