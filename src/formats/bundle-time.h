/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/bundle.h"

G_BEGIN_DECLS

/**
 * TvBundleTime:
 * @has_clock: it can be put on a timeline with others of that clock
 * @wall_s: when it begins, by the device's wall clock, in s since 1970; -1 if that is not known
 */
typedef struct
{
  gboolean has_clock;
  gint64 wall_s;
} TvBundleTime;

void tv_bundle_find_time (const TvBundle *self,
                          guint           member,
                          TvBundleTime   *time,
                          GCancellable   *cancellable);

G_END_DECLS
