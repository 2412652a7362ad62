/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/row-table.h"

G_BEGIN_DECLS

/**
 * TvFrameCache:
 *
 * Cache of frame ids by code location, so that each frame is created only once. A location consists of a container,
 * such as a file, and an address or number inside the container.
 */
typedef struct
{
  GArray *entries;
  TvRowTable rows;
  guint64 seed;
} TvFrameCache;

void    tv_frame_cache_init  (TvFrameCache *self);
void    tv_frame_cache_clear (TvFrameCache *self);
guint32 tv_frame_cache_find  (TvFrameCache *self,
                              guint64       where,
                              guint64       address);
void    tv_frame_cache_add   (TvFrameCache *self,
                              guint64       where,
                              guint64       address,
                              guint32       frame);

G_END_DECLS
