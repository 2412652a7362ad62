/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvText:
 * @title: string: what it is called, or %TV_NONE
 * @summary: string: what it says in short, or %TV_NONE
 * @bytes: all of it
 * @first_line: row of its first line among those of all texts
 * @n_lines: how many it has
 * @starts: (array length=n_lines): where in @bytes each line begins
 *
 * A text that is read as it is, such as what a service of a device tells of itself.
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
