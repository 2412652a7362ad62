/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvTraceNumber:
 * @key: machine-readable name, such as "log_lines"
 * @title: translated title
 * @value: count, or duration in ns
 * @is_time: whether @value is a duration
 *
 * A number that describes a whole trace.
 */
typedef struct
{
  const char *key;
  const char *title;
  guint64 value;
  gboolean is_time;
} TvTraceNumber;

GArray *tv_trace_numbers_new   (TvTrace *trace);
guint32 tv_trace_count_calls (TvTrace *trace);

G_END_DECLS
