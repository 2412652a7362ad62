/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvPlainRows:
 * @table: name of a table
 * @columns: compared columns, separated by spaces, in the order of the table
 * @rows: expected rows, one per line, sorted as text: "|" between cells, "-" for null; threads and processes by their
 * ids
 * @is_of_kernel: whether the rows come from kernel events
 *
 * Expected rows of the valid packets, regardless of the packets between them.
 */
typedef struct
{
  const char *table;
  const char *columns;
  const char *rows;
  gboolean is_of_kernel;
} TvPlainRows;

extern const TvPlainRows tv_plain_rows[]; /* the last element has no table */

GPtrArray *tv_plain_packets_new   (void);
char      *tv_plain_rows_dup_reported (const TvPlainRows *self,
                                   TvTrace           *trace);

G_END_DECLS
