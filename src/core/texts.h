/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvText:
 * @title: string id, or %TV_NONE
 * @summary: string id, or %TV_NONE
 * @bytes: content of the section
 * @first_line: row of the section's first line, counted across all sections
 * @n_lines: number of lines
 * @starts: (array length=n_lines): offset of each line in @bytes
 *
 * A section of plain text that is shown unparsed, such as the dump of a system service.
 */
typedef struct
{
  guint32 title;
  guint32 summary;
  GBytes *bytes;
  guint32 first_line;
  guint32 n_lines;
  guint32 *starts;
} TvText;

G_END_DECLS
