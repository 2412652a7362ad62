/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvPlainRows:
 * @table: name of a table
 * @columns: the compared ones, in the order of the table
 * @rows: their cells, one line per row, in the order of the text: "|" between cells, "-" for null;
 *   threads and processes by their ids
 * @is_of_kernel: whether they come from the kernel's events
 *
 * Expected rows of valid packets, whatever lies between these.
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
char      *tv_plain_rows_dup_reported (const TvPlainRows *self,
                                   TvTrace           *trace);

G_END_DECLS
