/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/stacks.h"
#include "core/trace.h"

G_BEGIN_DECLS

guint32 tv_sample_kind_find_with_any_digits (TvTrace *trace,
                                  const char   *name,
                                  TvWeightUnit  unit);
guint32 tv_sample_kind_find_same (TvTrace      *trace,
                                  guint32       kind,
                                  TvTrace      *other);
gint64  tv_sample_kind_sum       (TvTrace      *trace,
                                  guint32       kind,
                                  guint64      *n);
guint32 tv_sample_kind_find_compared (TvTrace   *trace);
guint32 tv_sample_kind_choose    (TvTrace      *trace);
guint32 tv_heap_count_changes    (TvTrace      *trace);

G_END_DECLS
