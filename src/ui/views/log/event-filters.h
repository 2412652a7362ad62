/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/event-filter.h"
#include "ui/kit/filter-button.h"
#include "ui/kit/search-entry.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/**
 * TvEventFilters:
 * @cpu: what they offer are CPUs
 * @thread: threads
 * @name: names of events
 * @text: what events must have
 *
 * The widgets by which the events of a log are filtered; all are of one view, which outlives them.
 */
typedef struct
{
  TvFilterButton *cpu;
  TvFilterButton *thread;
  TvFilterButton *name;
  TvSearchEntry *text;
} TvEventFilters;

gboolean tv_event_filters_are_set          (const TvEventFilters *self);
void     tv_event_filters_clear            (const TvEventFilters *self);
char    *tv_event_filters_dup_words        (const TvEventFilters *self);
char    *tv_event_filters_dup_thread_label (TvTrace              *trace,
                                            guint32               utid);
void     tv_event_filters_add_choices      (const TvEventFilters *self,
                                            TvTrace              *trace,
                                            const TvEventCounts  *counts);
void     tv_event_filters_count            (TvTrace              *trace,
                                            TvWorkDoneFunc        done,
                                            gpointer              owner,
                                            GCancellable        **slot);
void     tv_event_filters_run              (const TvEventFilters *self,
                                            TvTrace              *trace,
                                            TvWorkDoneFunc        done,
                                            gpointer              owner,
                                            GCancellable        **slot);

G_END_DECLS
