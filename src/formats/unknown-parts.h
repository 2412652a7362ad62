/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/input/span.h"

G_BEGIN_DECLS

#define TV_UNKNOWN_PARTS_MAX        8
#define TV_UNKNOWN_PARTS_NAME_BYTES 64

/**
 * TvUnknownPart:
 * @kind: kind of element, such as "key"; a constant string marked for translation
 * @name: name in the file, possibly truncated
 * @name_size: size of @name in bytes
 * @n: number of occurrences
 *
 * An unknown element of a file.
 */
typedef struct
{
  const char *kind;
  char name[TV_UNKNOWN_PARTS_NAME_BYTES];
  gsize name_size;
  guint64 n;
} TvUnknownPart;

/**
 * TvUnknownElements:
 *
 * Unknown elements of a file, such as keys or types, counted by name. A zero-initialized list is empty.
 */
typedef struct
{
  TvUnknownPart parts[TV_UNKNOWN_PARTS_MAX];
  guint n_parts;
  guint64 n;
  gint64 file_offset;
} TvUnknownElements;

void tv_unknown_parts_add        (TvUnknownElements *self,
                                  const char     *kind,
                                  TvSpan          name,
                                  gint64          file_offset);
void tv_unknown_parts_add_number (TvUnknownElements *self,
                                  const char     *kind,
                                  guint64         number,
                                  gint64          file_offset);
void tv_unknown_parts_report     (TvUnknownElements *self,
                                  TvTraceBuilder *builder);

G_END_DECLS
