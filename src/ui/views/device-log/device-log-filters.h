/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/log-filter.h"
#include "ui/kit/filter-button.h"
#include "ui/kit/search-entry.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/**
 * TvDeviceLogFilters:
 * @level: what they offer are levels, of which those that are graver come with each
 * @process: ids of processes
 * @tag: strings
 * @text: what lines must have
 *
 * The widgets by which the lines of a log are filtered; all are of one view, which outlives them.
 */
typedef struct
{
  TvFilterButton *level;
  TvFilterButton *process;
  TvFilterButton *tag;
  TvSearchEntry *text;
} TvDeviceLogFilters;

gboolean tv_device_log_filters_are_set      (const TvDeviceLogFilters *self);
void     tv_device_log_filters_clear        (const TvDeviceLogFilters *self);
char    *tv_device_log_filters_dup_words    (const TvDeviceLogFilters *self);
void     tv_device_log_filters_count       (TvTrace                  *trace,
                                            TvWorkDoneFunc            done,
                                            gpointer                  owner,
                                            GCancellable            **slot);
void     tv_device_log_filters_add_choices (const TvDeviceLogFilters *self,
                                            TvTrace                  *trace,
                                            gpointer                  counted);
void     tv_device_log_filters_run         (const TvDeviceLogFilters *self,
                                            TvTrace                  *trace,
                                            gint64                    start_ns,
                                            gint64                    end_ns,
                                            TvWorkDoneFunc            done,
                                            gpointer                  owner,
                                            GCancellable            **slot);

G_END_DECLS
