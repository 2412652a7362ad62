/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-paths.h"
#include "core/selection.h"

G_BEGIN_DECLS

/**
 * TvCallMeasure:
 * @TV_MEASURE_WALL: for calls, wall time in ns; for samples, weight in the unit of their kind, such as allocated
 *   minus freed bytes for live heap memory
 * @TV_MEASURE_CPU: CPU time of calls in ns; 0 for samples
 * @TV_MEASURE_COUNT: number of calls or samples
 *
 * A quantity that is summed per call path.
 */
typedef enum
{
  TV_MEASURE_WALL,
  TV_MEASURE_CPU,
  TV_MEASURE_COUNT,
  TV_N_MEASURES,
} TvCallMeasure;

/**
 * TvCallValue:
 * @of: sum per #TvCallMeasure
 *
 * Wall time, CPU time and number of the calls of a path or node; for samples, their weight and number.
 */
typedef struct
{
  gint64 of[TV_N_MEASURES];
} TvCallValue;

/* Returns whether all measures are 0. */
static inline gboolean
tv_call_value_is_nothing (const TvCallValue *value)
{
  for (guint m = 0; m < TV_N_MEASURES; m++)
    if (value->of[m] != 0)
      return FALSE;
  return TRUE;
}

/**
 * TvCallValues:
 * @utid: thread, or %TV_NONE for all threads
 * @n: number of paths; at least 1, the root
 * @paths: (array length=n) (nullable): paths in ascending order, including all ancestors; %NULL for all paths
 * @own: (array length=n): exclusive value per path
 *
 * Exclusive values of call paths. Immutable; the values of the whole trace are shared.
 */
typedef struct
{
  gatomicrefcount ref_count;
  guint32 utid;
  guint32 n;
  guint32 *paths;
  TvCallValue *own;
} TvCallValues;

gboolean
tv_call_values_has_sample (const TvCallPaths *paths, const TvSelection *selection, guint32 sample);
GPtrArray *tv_call_values_new (TvCallPaths *paths,
                               const TvSelection *selection,
                               gboolean by_thread,
                               GCancellable *cancellable,
                               GError **error);
TvCallValues *tv_call_values_ref (TvCallValues *self);
void tv_call_values_unref (gpointer self);

static inline guint32
tv_call_values_get_path (const TvCallValues *self, guint32 i)
{
  return self->paths != NULL ? self->paths[i] : i;
}

G_END_DECLS
