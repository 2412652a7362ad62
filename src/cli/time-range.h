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

void        tv_time_range_clear       (TvTimeRange        *self);
void        tv_time_range_add_options (TvTimeRange        *self,
                                       GOptionContext     *context);
gboolean    tv_time_range_check       (const TvTimeRange  *self,
                                       GError            **error);
gboolean    tv_time_range_is_all      (const TvTimeRange  *self);
TvSelection *tv_time_range_select     (const TvTimeRange  *self,
                                       TvTrace            *trace);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvTimeRange, tv_time_range_clear)

G_END_DECLS
