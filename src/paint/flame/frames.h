/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/flame/layout.h"

G_BEGIN_DECLS

/* Minimum width of a separate frame, in px. Narrower frames are indistinguishable, so neighbours are merged into a
 * strip. If a px is one device pixel, this rounds to a pixel, so every frame occupies at least one. */
#define TV_FLAME_MIN_FRAME_PX 0.8

/**
 * TvFlameFrame:
 * @node: node of the frame; for a strip, its widest node
 * @n_merged: number of siblings in a strip; 0 for a frame
 * @x0: left edge in device pixels
 * @x1: right edge in device pixels, greater than @x0
 *
 * A drawn frame, or a strip of several narrow siblings.
 */
typedef struct
{
  guint32 node;
  guint32 n_merged;
  gint32 x0;
  gint32 x1;
} TvFlameFrame;

/**
 * TvFlameFrames:
 * @list: (element-type TvFlameFrame): frames by level, the outermost level first, and from left to right
 * @levels: (element-type guint): index of the first frame on each level, followed by the total
 *
 * The visible frames: at most one per pixel on each level, regardless of the size of the tree.
 */
typedef struct
{
  GArray *list;
  GArray *levels;
} TvFlameFrames;

void                tv_flame_frames_init       (TvFlameFrames       *self);
void                tv_flame_frames_clear      (TvFlameFrames       *self);
void                tv_flame_frames_find       (TvFlameFrames       *self,
                                                const TvFlameLayout *layout,
                                                const TvFlameRange  *range,
                                                gint32               width,
                                                double               scale);
guint               tv_flame_frames_count_levels (const TvFlameFrames *self);
const TvFlameFrame *tv_flame_frames_get_level  (const TvFlameFrames *self,
                                                guint                level,
                                                guint               *n);
const TvFlameFrame *tv_flame_frames_find_at    (const TvFlameFrames *self,
                                                guint                level,
                                                gint32               x);

G_END_DECLS
