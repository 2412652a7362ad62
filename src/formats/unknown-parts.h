/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/span.h"

G_BEGIN_DECLS

#define TV_UNKNOWN_PARTS_MOST       8
#define TV_UNKNOWN_PARTS_NAME_BYTES 64

/**
 * TvUnknownPart:
 * @kind: its kind, such as "key", marked for translation
 * @name: its name in the file
 * @name_size: bytes of @name
 * @n: number of such parts
 */
typedef struct
{
  const char *kind;
  char name[TV_UNKNOWN_PARTS_NAME_BYTES];
  gsize name_size;
  guint64 n;
} TvUnknownPart;

/**
 * TvUnknownParts:
 *
 * The parts of a file that its reader does not know, such as keys or types, counted by name. Zeros are an
 * empty list.
 */
typedef struct
{
  TvUnknownPart parts[TV_UNKNOWN_PARTS_MOST];
  guint n_parts;
  guint64 n;
  gint64 where;
} TvUnknownParts;

void tv_unknown_parts_add        (TvUnknownParts *self,
                                  const char     *kind,
                                  TvSpan          name,
                                  gint64          where);
void tv_unknown_parts_add_number (TvUnknownParts *self,
                                  const char     *kind,
                                  guint64         number,
                                  gint64          where);
void tv_unknown_parts_report     (TvUnknownParts *self,
                                  TvTraceBuilder *builder);

G_END_DECLS
