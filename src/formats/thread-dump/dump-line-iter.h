/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/input/span.h"

G_BEGIN_DECLS

/**
 * TvDumpLineIter:
 *
 * Iterator over the lines of a dump, which may be indented, prefixed with log fields, or escaped with HTML entities.
 */
typedef struct
{
  const char *start;
  const char *at;
  const char *end;
  gsize indent;
  gboolean is_logged;
  GString *plain;
} TvDumpLineIter;

TvConfidence tv_dump_line_iter_probe (const char  *text,
                                 gsize        size);
void         tv_dump_line_iter_init  (TvDumpLineIter  *self,
                                 const char  *text,
                                 gsize        size);
gboolean     tv_dump_line_iter_next  (TvDumpLineIter  *self,
                                 TvSpan      *line,
                                 gsize       *where);
void         tv_dump_line_iter_clear (TvDumpLineIter  *self);

G_END_DECLS
