/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/critical-path.h"

G_BEGIN_DECLS

/**
 * TvPathUse:
 * @root_utid: thread whose path it is
 * @utid: thread that it depended on
 * @kind: state of that thread
 * @symbol: name of its innermost slice, or %TV_NONE
 * @ns: Σ of the pieces
 * @n: number of pieces
 * @longest: longest piece
 *
 * Time that a thread depended on another one, or on itself, in one state and slice.
 */
typedef struct
{
  guint32 root_utid;
  guint32 utid;
  TvPathKind kind;
  guint32 symbol;
  gint64 ns;
  guint n;
  TvPathRow longest;
} TvPathUse;

GArray *tv_path_use_list         (TvTrace           *trace,
                                  const GArray      *rows);
GArray *tv_path_use_new          (TvTrace           *trace,
                                  const TvSelection *selection,
                                  GCancellable      *cancellable,
                                  GError           **error);
char   *tv_path_use_dup_sentence (TvTrace           *trace,
                                  guint32            utid,
                                  gint64             from_ns,
                                  gint64             to_ns,
                                  GCancellable      *cancellable);

G_END_DECLS
