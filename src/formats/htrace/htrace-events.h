/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-event-text.h"

G_BEGIN_DECLS

/**
 * TvHtraceEvent:
 * @number: in FtraceEvent of developtools_profiler (ftrace_event.proto)
 * @like: the event of Perfetto whose fields have the same numbers, or 0
 * @name: what the kernel calls it
 * @fields: (nullable): NAME:TYPE of its fields from 1 on, where it is like none
 *
 * An event of the kernel that OpenHarmony records. Its fields are numbered in the order in which the kernel
 * declares them.
 */
typedef struct
{
  guint number;
  guint like;
  const char *name;
  const char *fields;
} TvHtraceEvent;

const TvHtraceEvent *tv_htrace_event_find (guint                  number);
void                 tv_htrace_event_put  (const TvHtraceEvent   *self,
                                           const TvPerfettoTexts *texts,
                                           TvSpan                 message,
                                           GString               *text);

G_END_DECLS
