/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/bundle.h"

G_BEGIN_DECLS

/**
 * TvBundleTime:
 * @has_clock: whether the file can share a timeline with other files of the same clock
 * @wall_s: start by the device's wall clock, in s since 1970; -1 if unknown
 *
 * Start of a bundle member.
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
