/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/format.h"
#include "formats/together.h"

G_BEGIN_DECLS

/* The parts of files for one timeline:
 *
 *   together.c        what ties them
 *   together-read.c   reads them into one builder
 */

typedef struct
{
  char *path;
  char *member;
  char *name;
  TvInput *input;   /* (nullable) */
  TvBundle *bundle; /* (nullable): which it is of */
  const TvFormat *format;
  TvClockReading first;
  TvClockTime time; /* of that, on the timeline's clock */
  gboolean is_tied;
  gboolean has_offset; /* that somebody typed */
  gint64 offset_ns;
  GError *failure; /* why not */
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
