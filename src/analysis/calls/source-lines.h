/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvSourceLine:
 * @symbol: the function, or %TV_NONE
 * @file: string: the file of its source, or %TV_NONE
 * @line: the line, or 0 where it is not told
 * @kind: which #TvSampleKind the numbers are of
 * @is_inlined: the function was put into the code of others here, wherever it is on stacks
 * @inclusive: what samples weigh that have the line on their stacks, each once
 * @exclusive: what samples weigh that were taken at it
 * @n_samples: how many samples were taken at it
 * @total: what all samples that count weigh, of all functions
 *
 * A line of the source, and what samples say of it.
 */
typedef struct
{
  guint32 symbol;
  guint32 file;
  guint32 line;
  guint32 kind;
  gboolean is_inlined;
  gint64 inclusive;
  gint64 exclusive;
  guint64 n_samples;
  gint64 total;
} TvSourceLine;

double  tv_source_line_get_percent (const TvSourceLine *self,
                              gint64             weight);

GArray *tv_source_lines_find (TvTrace           *trace,
                              guint32            kind,
                              guint32            symbol,
                              const TvSelection *selection,
                              GCancellable      *cancellable,
                              GError           **error);

/**
 * TvSymbolSamples:
 * @inclusive: what samples weigh that have the function on their stacks, each once
 * @exclusive: what samples weigh that were taken in it
 * @n_inclusive: how many samples have it on their stacks
 * @n_exclusive: how many were taken in it
 * @total: what all samples that count weigh
 * @n_total: how many these are
 * @lines: (element-type TvSourceLine): its lines, the most inclusive weight first
 *
 * What samples say of a function.
 */
typedef struct
{
  gint64 inclusive;
  gint64 exclusive;
  guint64 n_inclusive;
  guint64 n_exclusive;
  gint64 total;
  guint64 n_total;
  GArray *lines;
} TvSymbolSamples;

TvSymbolSamples *tv_symbol_samples_find (TvTrace           *trace,
                                         guint32            kind,
                                         guint32            symbol,
                                         const TvSelection *selection,
                                         GCancellable      *cancellable,
                                         GError           **error);
void             tv_symbol_samples_free (TvSymbolSamples   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSymbolSamples, tv_symbol_samples_free)

G_END_DECLS
