/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvSourceLine:
 * @symbol: function, or %TV_NONE
 * @file: string id of the source file, or %TV_NONE
 * @line: line number, or 0 if unknown
 * @kind: kind of samples (an index in TvStacks.kinds)
 * @is_inlined: whether the function is inlined in all frames at this line
 * @inclusive: weight of the samples with the line on their stacks; each sample counts once
 * @exclusive: weight of the samples taken at the line
 * @n_samples: number of samples taken at the line
 * @total: weight of all selected samples of all functions
 *
 * A source line with the weights of its samples.
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
 * @inclusive: weight of the samples with the function on their stacks; each sample counts once
 * @exclusive: weight of the samples taken in the function itself
 * @n_inclusive: number of samples with the function on their stacks
 * @n_exclusive: number of samples taken in the function itself
 * @total: weight of all selected samples
 * @n_total: number of all selected samples
 * @lines: (element-type TvSourceLine): lines of the function, in descending order of inclusive weight
 *
 * Weights and numbers of the selected samples of a function.
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
