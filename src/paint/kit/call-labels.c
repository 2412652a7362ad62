/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/kit/call-labels.h"

/* Paints the labels of a drawing. Called by the painters of the timeline and of flame graphs, after the bars. May
 * sort the caller's array by width; draws with the label caches. */

#define INSET_PX   5.0
#define MAX_LABELS 400

static int
compare_widths (const void *a, const void *b)
{
  double wa = ((const TvCallLabel *) a)->width, wb = ((const TvCallLabel *) b)->width;

  return (wa < wb) - (wa > wb);
}

/**
 * tv_call_labels_paint:
 * @self: (element-type TvCallLabel): labels of a drawing; may be reordered
 * @is_still: whether the image is static; if not, only a limited number of labels is drawn, the widest first
 *
 * Paints the labels of calls.
 */
void
tv_call_labels_paint (GArray *self, cairo_t *cr, gboolean is_still)
{
  guint n = self->len;

  if (n > MAX_LABELS && !is_still)
    {
      g_array_sort (self, compare_widths);
      n = MAX_LABELS;
    }
  for (guint i = 0; i < n; i++)
    {
      const TvCallLabel *label = &g_array_index (self, TvCallLabel, i);

      tv_color_set_source (label->color, cr);
      tv_label_cache_draw (label->labels, cr, label->text, label->x + INSET_PX, label->middle_y,
                           label->width - 2.0 * INSET_PX);
    }
}
