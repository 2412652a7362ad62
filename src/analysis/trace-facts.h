/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvTraceFact:
 * @key: its name for programs, such as "log_lines"
 * @title: what it is called, translated
 * @value: the number
 * @is_time: whether that is a time in ns; else it counts something
 *
 * One number about a trace as a whole.
 */
typedef struct
{
  const char *key;
  const char *title;
  guint64 value;
  gboolean is_time;
} TvTraceFact;

GArray *tv_trace_facts_new   (TvTrace *trace);
guint32 tv_trace_count_calls (TvTrace *trace);

G_END_DECLS
