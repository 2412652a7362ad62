/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvOddUse:
 * @TV_ODD_USE_ALL: everything that the programs do
 * @TV_ODD_USE_NO_TABLES: all but writing tables, each row of which has a name of 64 KB
 * @TV_ODD_IS_NO_TRACE: it is an error
 *
 * Use of an input.
 */
typedef enum
{
  TV_ODD_USE_ALL,
  TV_ODD_USE_NO_TABLES,
  TV_ODD_IS_NO_TRACE,
} TvOddUse;

/**
 * TvOddInput:
 * @name: description
 * @put: appends about @size bytes of a file
 * @use: use of the file
 *
 * A file of any size that no recorder writes, made to find code whose time or memory per byte grows
 * with the size of the file.
 */
typedef struct
{
  const char *name;
  void (*put) (GByteArray *bytes, gsize size);
  TvOddUse use;
} TvOddInput;

/* All end with an input that has no name. */
extern const TvOddInput tv_odd_method_traces[];
extern const TvOddInput tv_odd_logs[];
extern const TvOddInput tv_odd_packets[];

G_END_DECLS
