/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/id-counts.h"
#include "analysis/text-match.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvEventFilter:
 * @cpu: the CPU, or %TV_NONE for all
 * @utid: the thread, or %TV_NONE for all
 * @name: string: the event, or %TV_NONE for all
 * @text: (nullable): what their names, arguments, or both together must have
 *
 * Which events of a log are asked for.
 */
typedef struct
{
  guint32 cpu;
  guint32 utid;
  guint32 name;
  const TvTextMatch *text;
} TvEventFilter;

/**
 * TvEventCounts:
 * @cpus: (element-type TvIdCount): by number
 * @threads: (element-type TvIdCount): most events first
 * @names: (element-type TvIdCount): most events first
 *
 * What the events of a log can be filtered by. Of CPUs, threads and names only those that have
 * events are there.
 */
typedef struct
{
  GArray *cpus;
  GArray *threads;
  GArray *names;
} TvEventCounts;

GArray        *tv_event_filter_run    (TvTrace             *trace,
                                       const TvEventFilter *filter,
                                       GCancellable        *cancellable);
TvEventCounts *tv_event_counts_new    (TvTrace             *trace);
void           tv_event_counts_free   (TvEventCounts       *self);
gboolean       tv_event_has_text      (TvTrace             *trace,
                                       guint32              event,
                                       const TvTextMatch   *match,
                                       GString             *room);
guint32        tv_events_find_from    (TvTrace             *trace,
                                       gint64               ts_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvEventCounts, tv_event_counts_free)

G_END_DECLS
