/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/id-counts.h"
#include "analysis/text-match.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvLogFilter:
 * @least_level: lines that are less grave are left out; %TV_LOG_LEVEL_NONE for none
 * @tag: string: who logs, or %TV_NONE for all
 * @pid: the process's id, or %TV_NONE for all
 * @start_ns: lines before are left out, and those without a time; %G_MININT64 for none
 * @end_ns: lines behind are left out; %G_MAXINT64 for none
 * @text: (nullable): what their tags, messages, or both together must have
 *
 * Which lines of a device's log are asked for.
 */
typedef struct
{
  TvLogLevel least_level;
  guint32 tag;
  guint32 pid;
  gint64 start_ns;
  gint64 end_ns;
  const TvTextMatch *text;
} TvLogFilter;

/**
 * TvLogCounts:
 * @levels: lines by level
 * @tags: (element-type TvIdCount): most lines first
 * @pids: (element-type TvIdCount): likewise
 *
 * What lines can be filtered by.
 */
typedef struct
{
  guint32 levels[TV_N_LOG_LEVELS];
  GArray *tags;
  GArray *pids;
} TvLogCounts;

GArray      *tv_log_filter_run     (TvTrace           *trace,
                                    const TvLogFilter *filter,
                                    GCancellable      *cancellable);
TvLogCounts *tv_log_counts_new     (TvTrace           *trace);
void         tv_log_counts_free    (TvLogCounts       *self);
guint32      tv_log_find_from      (TvTrace           *trace,
                                    gint64             ts_ns);
const char  *tv_log_find_process   (TvTrace           *trace,
                                    guint32            line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLogCounts, tv_log_counts_free)

G_END_DECLS
