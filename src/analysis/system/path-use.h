/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/critical-path.h"

G_BEGIN_DECLS

/**
 * TvPathUse:
 * @root_utid: thread that has the critical path
 * @utid: thread on which @root_utid depended
 * @kind: state of @utid
 * @symbol: symbol of the innermost slice of @utid, or %TV_NONE
 * @ns: total time of the pieces in ns
 * @n: number of pieces
 * @longest: longest piece
 *
 * Total time for which a thread depended on another thread, or on itself, while that thread was in one state and in
 * slices with one name.
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
