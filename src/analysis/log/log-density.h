/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvLogShare:
 * @TV_LOG_SHARE_EXCLUDED: lines of any level that a filter excludes
 * @TV_LOG_SHARE_DEBUG: verbose, debug, and lines without a level
 * @TV_LOG_SHARE_INFO: info
 * @TV_LOG_SHARE_WARNING: warning
 * @TV_LOG_SHARE_ERROR: error and fatal
 * @TV_N_LOG_SHARES: number of shares
 *
 * Segments of a bar in the log chart, from bottom to top.
 */
typedef enum
{
  TV_LOG_SHARE_EXCLUDED,
  TV_LOG_SHARE_DEBUG,
  TV_LOG_SHARE_INFO,
  TV_LOG_SHARE_WARNING,
  TV_LOG_SHARE_ERROR,
  TV_N_LOG_SHARES,
} TvLogShare;

/* Counts the log lines of each share in any time range. The cost hardly depends on the size of the log, because sums
 * per block are stored. */
typedef struct _TvLogDensity TvLogDensity;

TvLogDensity *tv_log_density_new   (TvTrace            *trace,
                                    const GArray       *rows,
                                    GCancellable       *cancellable);
TvLogDensity *tv_log_density_ref   (TvLogDensity       *self);
void          tv_log_density_unref (TvLogDensity       *self);
void          tv_log_density_count (const TvLogDensity *self,
                                    gint64              start_ns,
                                    gint64              end_ns,
                                    guint32            *counts);
guint32       tv_log_density_find  (const TvLogDensity *self,
                                    TvLogShare          share,
                                    guint32             line,
                                    int                 direction);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLogDensity, tv_log_density_unref)

G_END_DECLS
