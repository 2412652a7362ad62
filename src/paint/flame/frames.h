/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/flame/layout.h"

G_BEGIN_DECLS

/* Frames narrower than this, in px, are too many to be told apart: neighbours are one strip. On a screen
 * without pixels between pixels it is a pixel, so that every frame has one. */
#define TV_FLAME_MIN_FRAME_PX 0.8

/**
 * TvFlameFrame:
 * @node: of the tree; of a strip the widest that is in it
 * @n_merged: of a strip: how many siblings it stands for; else 0
 * @x0: its left edge in device pixels
 * @x1: its right edge, more than @x0
 *
 * What is drawn of one node, or of several.
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
 * @list: (element-type TvFlameFrame): level by level from the outermost, each from the left
 * @levels: (element-type guint): the first of each level, and behind the last one how many there are
 *
 * The frames of a picture: as many as its pixels can show, however many nodes the tree has.
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
