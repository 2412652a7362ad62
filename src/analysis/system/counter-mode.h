/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvCounterMode:
 * @TV_COUNTER_VALUE: recorded value
 * @TV_COUNTER_DELTA: change until the next sample
 * @TV_COUNTER_RATE: change until the next sample, per second
 *
 * Displayed value of a sample. The delta and the rate of a sample apply until the next sample. They are undefined for
 * the last sample and before a gap. If several samples have the same time, only the last one has a delta.
 */
typedef enum
{
  TV_COUNTER_VALUE,
  TV_COUNTER_DELTA,
  TV_COUNTER_RATE,
  TV_N_COUNTER_MODES,
} TvCounterMode;

const char *tv_counter_mode_get_name (TvCounterMode  mode);
gboolean    tv_counter_mode_parse    (const char    *name,
                                      TvCounterMode *mode);
gboolean    tv_counter_has_modes     (TvTrace       *trace,
                                      guint32        counter);
double      tv_counter_get_shown     (TvTrace       *trace,
                                      guint32        counter,
                                      guint32        sample,
                                      TvCounterMode  mode);
double     *tv_counter_dup_shown     (TvTrace       *trace,
                                      guint32        counter,
                                      TvCounterMode  mode);

G_END_DECLS
