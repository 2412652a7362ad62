/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/log/memory-report.h"

G_BEGIN_DECLS

/* Maximum number of values with unknown headers per row */
#define TV_MEMORY_MAX_OTHERS 4

typedef enum
{
  TV_MEMORY_PSS_TOTAL,
  TV_MEMORY_PSS_CLEAN,
  TV_MEMORY_SHARED_DIRTY,
  TV_MEMORY_PRIVATE_DIRTY,
  TV_MEMORY_SHARED_CLEAN,
  TV_MEMORY_PRIVATE_CLEAN,
  TV_MEMORY_SWAP_DIRTY,
  TV_MEMORY_SWAP_PSS,
  TV_MEMORY_RSS_TOTAL,
  TV_MEMORY_HEAP_SIZE,
  TV_MEMORY_HEAP_ALLOC,
  TV_MEMORY_HEAP_FREE,
  TV_N_MEMORY_VALUES,
} TvMemoryValue;

/**
 * TvMemoryMatrixRow:
 * @first: first number of the row; its @value is also in @values, @amount or @others
 * @values: values in kB by column; -1 for empty cells
 * @amount: number without a column header; in kB if @is_kb of @first, otherwise a count; -1 if there is none
 * @others: numbers with unknown headers
 * @n_others: number of @others
 *
 * A row of a table in `dumpsys meminfo`, with the columns of all Android versions.
 */
typedef struct
{
  TvMemoryReportRow first;
  gint64 values[TV_N_MEMORY_VALUES];
  gint64 amount;
  TvMemoryReportRow others[TV_MEMORY_MAX_OTHERS];
  guint n_others;
} TvMemoryMatrixRow;

GArray *tv_memory_matrix_new (TvTrace           *trace,
                              const TvSelection *selection,
                              GCancellable      *cancellable,
                              GError           **error);

G_END_DECLS
