/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"

G_BEGIN_DECLS

/* The options `--from TIME --to TIME` as they were given; NULL where they were not. */
typedef struct
{
  char *from;
  char *to;
} TvTimeRange;

void     tv_time_range_clear  (TvTimeRange        *self);
gboolean tv_time_range_check  (const TvTimeRange  *self,
                               GError            **error);
gboolean tv_time_range_is_all (const TvTimeRange  *self);
TvSelection tv_time_range_select (const TvTimeRange *self,
                                  TvTrace           *trace);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvTimeRange, tv_time_range_clear)

#define TV_TIME_RANGE_ENTRIES(range)                                                               \
  { "from", 0, 0, G_OPTION_ARG_STRING, &(range).from,                                              \
    N_ ("Leave out what is before TIME, such as 1.25s, 300ms or 12us from the trace's start"),     \
    N_ ("TIME") },                                                                                 \
  {                                                                                                \
    "to", 0, 0, G_OPTION_ARG_STRING, &(range).to, N_ ("Leave out what is from TIME on"),           \
    N_ ("TIME")                                                                                    \
  }

G_END_DECLS
