/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the visible frames: descends from the root, level by level, only into frames that are wide enough to be
 * visible. Siblings are sorted by width, so the first one that is too narrow ends the search. Called by the painter
 * of flame graphs after each change of the visible range. The arrays of the result are reused. */

#include "paint/flame/frames.h"

#include <math.h>

typedef struct
{
  TvFlameFrames *frames;
  const TvFlameLayout *layout;
  const TvFlameRange *range;
  double width; /* width of the image in device pixels */
  double min;   /* minimum width of a separate frame, in the layout's unit */
} Search;

void
tv_flame_frames_init (TvFlameFrames *self)
{
  self->list = g_array_new (FALSE, FALSE, sizeof (TvFlameFrame));
  self->levels = g_array_new (FALSE, FALSE, sizeof (guint));
}

void
tv_flame_frames_clear (TvFlameFrames *self)
{
  g_clear_pointer (&self->list, g_array_unref);
  g_clear_pointer (&self->levels, g_array_unref);
}

/* Converts a position to device pixels, clamped to the image. */
static gint32
get_x (const Search *self, gint64 at)
{
  double x = round (tv_flame_range_get_part (self->range, at) * self->width);

  return (gint32) CLAMP (x, 0.0, self->width);
}

/* Adds a frame or strip, clipped to the frame of its caller, because inexact values must not make a call wider than
 * its caller. */
static void
add (Search *self, guint32 node, guint32 n_merged, gint64 end, const TvFlameFrame *parent)
{
  TvFlameFrame frame = {
    .node = node,
    .n_merged = n_merged,
    .x0 = MAX (get_x (self, tv_flame_layout_get_start (self->layout, node)), parent->x0),
    .x1 = MIN (get_x (self, end), parent->x1),
  };

  if (frame.x1 > frame.x0)
    g_array_append_val (self->frames->list, frame);
}

static void
add_children (Search *self, const TvFlameFrame *parent)
{
  const TvFlameLayout *layout = self->layout;
  guint32 n_wide = tv_flame_layout_count_wide (layout, parent->node, self->min);
  guint32 n = tv_flame_layout_count_wide (layout, parent->node, 0.0);
  guint32 first = tv_flame_layout_find_child (layout, parent->node, self->range->start);

  for (guint32 index = first; index < n_wide; index++)
    {
      guint32 child = tv_flame_layout_get_child (layout, parent->node, index);

      if (tv_flame_range_get_part (self->range, tv_flame_layout_get_start (layout, child)) >= 1.0)
        return;
      add (self, child, 0, tv_flame_layout_get_end (layout, child), parent);
    }
  if (n > n_wide)
    add (self, tv_flame_layout_get_child (layout, parent->node, n_wide), n - n_wide,
         tv_flame_layout_get_end (layout, tv_flame_layout_get_child (layout, parent->node, n - 1)),
         parent);
}

/**
 * tv_flame_frames_find:
 * @self: (inout): visible frames; replaced by the result
 * @layout: positions of all nodes
 * @range: visible range
 * @width: width of the image in device pixels
 * @scale: device pixels per px
 *
 * Finds the visible frames and strips. Edges are rounded to the nearest device pixel.
 */
void
tv_flame_frames_find (TvFlameFrames *self,
                      const TvFlameLayout *layout,
                      const TvFlameRange *range,
                      gint32 width,
                      double scale)
{
  Search search = {
    .frames = self,
    .layout = layout,
    .range = range,
    .width = width,
    .min = MAX (TV_FLAME_MIN_FRAME_PX * scale, 1.0) * range->length / MAX (width, 1),
  };
  const TvFlameFrame bounds = { .x0 = 0, .x1 = width };
  guint first = 0;

  g_array_set_size (self->list, 0);
  g_array_set_size (self->levels, 0);
  g_array_append_val (self->levels, first);
  if (tv_flame_layout_get_length (layout, 0) > 0)
    add (&search, 0, 0, tv_flame_layout_get_end (layout, 0), &bounds);
  while (self->list->len > first)
    {
      guint end = self->list->len;

      g_array_append_val (self->levels, end);
      for (guint i = first; i < end; i++)
        {
          /* Copied, because appending may move the array. */
          TvFlameFrame frame = g_array_index (self->list, TvFlameFrame, i);

          if (frame.n_merged == 0)
            add_children (&search, &frame);
        }
      first = end;
    }
}

guint
tv_flame_frames_count_levels (const TvFlameFrames *self)
{
  return self->levels->len > 0 ? self->levels->len - 1 : 0;
}

/* Returns: (transfer none) (array length=n): the frames of a level, from the left */
const TvFlameFrame *
tv_flame_frames_get_level (const TvFlameFrames *self, guint level, guint *n)
{
  guint first = g_array_index (self->levels, guint, level);

  *n = g_array_index (self->levels, guint, level + 1) - first;
  return &g_array_index (self->list, TvFlameFrame, first);
}

/* Returns: (transfer none) (nullable): the frame of @level at device pixel @x */
const TvFlameFrame *
tv_flame_frames_find_at (const TvFlameFrames *self, guint level, gint32 x)
{
  const TvFlameFrame *frames;
  guint n, low = 0;

  if (level >= tv_flame_frames_count_levels (self))
    return NULL;
  frames = tv_flame_frames_get_level (self, level, &n);
  for (guint high = n; low < high;)
    {
      guint middle = low + (high - low) / 2;

      if (frames[middle].x1 > x)
        high = middle;
      else
        low = middle + 1;
    }
  return low < n && frames[low].x0 <= x ? &frames[low] : NULL;
}
