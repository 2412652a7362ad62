/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvPlainRows:
 * @table: name of a table
 * @columns: of which these are looked at, in the order of the table
 * @rows: what they say, a line each row, in the order of the text: "|" between cells, "-" for null;
 *   threads and processes by their ids
 * @is_of_kernel: whether they come of the kernel's events
 *
 * Rows of tables that packets as they should be become, whatever lies between these.
 */
typedef struct
{
  const char *table;
  const char *columns;
  const char *rows;
  gboolean is_of_kernel;
} TvPlainRows;

extern const TvPlainRows tv_plain_rows[]; /* the last has no table */

GPtrArray *tv_plain_packets_new   (void);
char      *tv_plain_rows_dup_told (const TvPlainRows *self,
                                   TvTrace           *trace);

G_END_DECLS
