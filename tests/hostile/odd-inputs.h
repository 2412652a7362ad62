/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvOddUse:
 * @TV_ODD_USE_ALL: all operations of the programs
 * @TV_ODD_USE_NO_TABLES: all operations except writing tables, which would take too long because each row has a name
 *   of 64 KB
 * @TV_ODD_IS_NO_TRACE: loading, which must fail
 *
 * Operations that are tested with an input.
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
 * @put: function that appends about @size bytes of a file
 * @use: operations to test
 *
 * A generated file of any size that no recorder would write. Such files reveal code whose time or memory per
 * byte grows with the size of the file.
 */
typedef struct
{
  const char *name;
  void (*put) (GByteArray *bytes, gsize size);
  TvOddUse use;
} TvOddInput;

/* Lists of inputs; each ends with an input without a name. */
extern const TvOddInput tv_odd_method_traces[];
extern const TvOddInput tv_odd_logs[];
extern const TvOddInput tv_odd_packets[];

G_END_DECLS
