/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/log/log-timestamp.h"
#include "core/time-format.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Formats and parses times of a trace. Charts, lists, labels and exports of a session share one base:
 *
 *   timestamp ─┬─ minus the start of the trace ──────────▶ 1.234567 s
 *              ├─ as recorded ──────────────────────────▶ 217 160.012345 s
 *              └─ plus the offset of the wall clock ─┬──▶ 06:13:20.012 (UTC)
 *                                                    └──▶ 08:13:20.012 (local time) */

/**
 * TvTimeBaseKind:
 * @TV_TIME_BASE_START: time since the start of the trace, or since the alignment point of two runs
 * @TV_TIME_BASE_RAW: timestamps as recorded, usually since boot
 * @TV_TIME_BASE_UTC: wall clock in UTC
 * @TV_TIME_BASE_LOCAL: wall clock in the device's time zone, or in this computer's time zone if the device's is
 *   unknown
 *
 * Reference point of displayed times.
 */
typedef enum
{
  TV_TIME_BASE_START,
  TV_TIME_BASE_RAW,
  TV_TIME_BASE_UTC,
  TV_TIME_BASE_LOCAL,
  TV_N_TIME_BASES,
} TvTimeBaseKind;

#define TV_TIME_BASE_MAX_STEPS 8

/**
 * TvTimeBase:
 * @kind: kind of the base
 * @zero_ns: timestamp that is displayed as 0
 * @is_signed: whether positive times have a plus sign
 * @unit: unit of times in lists
 * @has_days: whether the trace spans midnight, so that wall clock times include dates
 * @n_steps: number of @steps
 * @steps: offsets of the wall clock (wall clock minus timestamp, in ns), each valid from its timestamp to that of the
 *   next step; there are several if the clock was set during the recording
 *
 * Zero point and format of displayed times. A plain value, which any thread may copy.
 */
typedef struct
{
  TvTimeBaseKind kind;
  gint64 zero_ns;
  gboolean is_signed;
  TvTimeUnit unit;
  gboolean has_days;
  guint n_steps;
  struct
  {
    gint64 from_ns;
    gint64 offset_ns;
  } steps[TV_TIME_BASE_MAX_STEPS];
} TvTimeBase;

const char    *tv_time_base_get_id       (TvTimeBaseKind    kind);
gboolean       tv_time_base_is_offered   (TvTrace          *trace,
                                          TvTimeBaseKind    kind);
TvTimeBaseKind tv_time_base_get_default  (TvTrace          *trace);
void           tv_time_base_init         (TvTimeBase       *self,
                                          TvTrace          *trace,
                                          TvTimeBaseKind    kind);
void           tv_time_base_init_aligned (TvTimeBase       *self,
                                          TvTrace          *trace,
                                          gint64            zero_ns);

gboolean       tv_time_base_is_wall      (const TvTimeBase *self);
gint64         tv_time_base_get_shown    (const TvTimeBase *self,
                                          gint64            ns);
gint64         tv_time_base_find_step    (const TvTimeBase *self,
                                          gint64            ns,
                                          gint64            step);

char          *tv_time_base_format       (const TvTimeBase *self,
                                          gint64            ns);
char          *tv_time_base_format_at    (const TvTimeBase *self,
                                          gint64            ns,
                                          gint64            resolution_ns);
char          *tv_time_base_format_cell  (const TvTimeBase *self,
                                          gint64            ns);
char          *tv_time_base_format_parts (const TvTimeBase *self,
                                          gint64            ns,
                                          TvLogTimestampParts  parts);
char          *tv_time_base_format_range (const TvTimeBase *self,
                                          gint64            start_ns,
                                          gint64            end_ns);
gboolean       tv_time_base_parse        (TvTrace          *trace,
                                          const TvTimeBase *self,
                                          const char       *text,
                                          gint64            near_ns,
                                          gint64           *ns);

G_END_DECLS
