/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/span.h"

G_BEGIN_DECLS

/**
 * TvDumpText:
 *
 * Line iterator for a dump whose lines may be indented, prefixed with log fields or escaped with HTML
 * entities.
 */
typedef struct
{
  const char *start;
  const char *at;
  const char *end;
  gsize indent;
  gboolean is_logged;
  GString *plain;
} TvDumpText;

TvConfidence tv_dump_text_probe (const char  *text,
                                 gsize        size);
void         tv_dump_text_init  (TvDumpText  *self,
                                 const char  *text,
                                 gsize        size);
gboolean     tv_dump_text_next  (TvDumpText  *self,
                                 TvSpan      *line,
                                 gsize       *where);
void         tv_dump_text_clear (TvDumpText  *self);

G_END_DECLS
