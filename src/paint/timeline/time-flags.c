/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws the flags of bookmarks in the ruler. A flag may be partly covered by the next flag. The selected flag is
 * drawn last, with its complete text. Called by ruler.c, and by hit.c to find the flag at the pointer. Pure. */

#include "paint/timeline/time-flags.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/time-format.h"

#define SMALL_PX   9.0
#define INSET_PX   5.0
#define MAX_PX     180.0
#define BETWEEN_PX 2.0
#define REACH_PX   3.0 /* width of the area to the left of the pole that also belongs to the flag */
#define FOOT_PX    8.0 /* length of the pole below the flag */
#define GAP_PX     10.0

static void
clear_flag (gpointer flag)
{
  g_free (((TvTimeFlag *) flag)->text);
}

static void
clear_gap (gpointer gap)
{
  g_free (((TvTimeGap *) gap)->text);
}

static char *
dup_text (const TvBookmark *mark)
{
  g_autofree char *length = NULL;

  if (mark->start_ns == mark->end_ns)
    return g_strdup (mark->name);
  length = tv_time_format (mark->end_ns - mark->start_ns);
  return mark->name != NULL ? g_strdup_printf ("%s · %s", mark->name, length)
                            : g_steal_pointer (&length);
}

/* Returns the width of a flag: its natural width, limited by the next flag, but at least SMALL_PX. */
static double
limit_width (const TvTimeFlag *flag, double next_x)
{
  double space = next_x - BETWEEN_PX - flag->x;

  return space >= flag->width ? flag->width : MIN (MAX (space, SMALL_PX), flag->width);
}

/**
 * tv_time_flags_place:
 * @marks: (nullable) (element-type TvBookmark): bookmarks, sorted
 * @selected: id of the selected bookmark, or 0
 * @scale: time range, and width in px
 * @labels: label cache with the font of the flags
 *
 * Returns: (transfer full) (element-type TvTimeFlag): flags that may be visible, from left to right
 */
GArray *
tv_time_flags_place (const GArray *marks,
                     guint selected,
                     const TvTimeScale *scale,
                     TvLabelCache *labels)
{
  GArray *flags = g_array_new (FALSE, FALSE, sizeof (TvTimeFlag));

  g_array_set_clear_func (flags, clear_flag);
  for (guint i = 0; marks != NULL && i < marks->len; i++)
    {
      const TvBookmark *mark = &g_array_index (marks, TvBookmark, i);
      TvTimeFlag flag = { .id = mark->id };

      flag.x = floor (tv_time_scale_get_x (scale, mark->start_ns));
      flag.end_x = floor (tv_time_scale_get_x (scale, mark->end_ns));
      if (flag.x > scale->n_columns || MAX (flag.x + MAX_PX, flag.end_x) < 0.0)
        continue;
      flag.text = dup_text (mark);
      flag.width = SMALL_PX;
      if (flag.text != NULL)
        flag.width = MIN (ceil (tv_label_cache_measure (labels, flag.text)) + 2.0 * INSET_PX + 1.0,
                          MAX_PX);
      g_array_append_val (flags, flag);
    }
  for (guint i = 0; i + 1 < flags->len; i++)
    {
      TvTimeFlag *flag = &g_array_index (flags, TvTimeFlag, i);

      if (flag->id != selected)
        flag->width = limit_width (flag, g_array_index (flags, TvTimeFlag, i + 1).x);
    }
  return flags;
}

/**
 * tv_time_flags_find_gaps:
 * @flags: (element-type TvTimeFlag): flags of @marks
 * @marks: (element-type TvBookmark): bookmarks
 * @scale: time range and width of the ruler
 * @labels: label cache with the font of the flags
 *
 * Finds the durations to show between adjacent bookmarks. A duration is shown if at least one of the bookmarks is
 * visible, they do not overlap, and the text fits between their flags.
 * Returns: (transfer full) (element-type TvTimeGap): the durations, from left to right
 */
GArray *
tv_time_flags_find_gaps (const GArray *flags,
                         const GArray *marks,
                         const TvTimeScale *scale,
                         TvLabelCache *labels)
{
  GArray *gaps = g_array_new (FALSE, FALSE, sizeof (TvTimeGap));
  double width = scale->n_columns;

  g_array_set_clear_func (gaps, clear_gap);
  for (guint i = 0; i + 1 < flags->len; i++)
    {
      const TvTimeFlag *flag = &g_array_index (flags, TvTimeFlag, i), *next = flag + 1;
      const TvBookmark *mark = tv_bookmarks_find (marks, flag->id);
      const TvBookmark *next_mark = tv_bookmarks_find (marks, next->id);
      double left = MAX (MAX (flag->x + flag->width, flag->end_x), 0.0) + GAP_PX;
      double right = MIN (next->x, width) - GAP_PX;
      g_autofree char *length = NULL;
      TvTimeGap gap;

      if (next_mark->start_ns <= mark->end_ns || (flag->end_x < 0.0 && next->x > width))
        continue;
      length = tv_time_format (next_mark->start_ns - mark->end_ns);
      /* Translators: time between two bookmarks */
      gap.text = g_strdup_printf (_("Δ %s"), length);
      gap.width = tv_label_cache_measure (labels, gap.text);
      gap.x = round ((left + right - gap.width) / 2.0);
      if (gap.width <= right - left)
        g_array_append_val (gaps, gap);
      else
        g_free (gap.text);
    }
  return gaps;
}

static gboolean
is_on_flag (const TvTimeFlag *flag, double x)
{
  return x >= flag->x - REACH_PX && x <= flag->x + flag->width;
}

/**
 * tv_time_flags_hit:
 * @flags: (element-type TvTimeFlag): flags
 * @selected: id of the selected bookmark, or 0
 * @x: distance from the left edge of the ruler in px
 *
 * Returns the id of the bookmark whose flag is at a position, or 0.
 */
guint
tv_time_flags_hit (const GArray *flags, guint selected, double x)
{
  guint id = 0;

  for (guint i = 0; i < flags->len; i++)
    {
      const TvTimeFlag *flag = &g_array_index (flags, TvTimeFlag, i);

      if (!is_on_flag (flag, x))
        continue;
      id = flag->id;
      if (id == selected)
        break;
    }
  return id;
}

static void
paint_flag (const TvTimeFlag *flag,
            gboolean is_selected,
            cairo_t *cr,
            double height,
            TvLabelCache *labels,
            const TvTheme *theme)
{
  double bottom = height - FOOT_PX;

  /* Draw a line between the poles at both ends of a range. */
  tv_color_set_source (&theme->mark, cr);
  cairo_rectangle (cr, flag->x, 1.0, 1.0, height - 1.0);
  if (flag->end_x > flag->x)
    {
      cairo_rectangle (cr, flag->end_x, bottom - 3.0, 1.0, height - bottom + 3.0);
      cairo_rectangle (cr, flag->x, bottom + 2.0, flag->end_x - flag->x, 2.0);
    }
  cairo_fill (cr);

  if (flag->text == NULL)
    {
      cairo_move_to (cr, flag->x + 0.5, 2.5);
      cairo_line_to (cr, flag->x + SMALL_PX - 0.5, 2.5 + (bottom - 4.5) / 2.0);
      cairo_line_to (cr, flag->x + 0.5, bottom - 2.0);
      cairo_close_path (cr);
    }
  else
    cairo_rectangle (cr, flag->x + 0.5, 1.5, flag->width - 1.0, bottom - 1.5);
  tv_color_set_source (&theme->mark_fill, cr);
  cairo_fill_preserve (cr);
  tv_color_set_source (is_selected ? &theme->outline : &theme->mark, cr);
  cairo_set_line_width (cr, is_selected ? 2.0 : 1.0);
  cairo_stroke (cr);
  if (flag->text == NULL)
    return;
  tv_color_set_source (tv_palette_get_text (), cr);
  tv_label_cache_draw (labels, cr, flag->text, flag->x + INSET_PX + 1.0, (bottom + 1.0) / 2.0,
                       flag->width - 2.0 * INSET_PX);
}

/**
 * tv_time_flags_paint:
 * @flags: (element-type TvTimeFlag): flags
 * @selected: id of the selected bookmark, or 0
 * @cr: target; the origin is the upper left corner of the ruler
 * @height: height of the ruler in px
 * @labels: label cache with the font of the flags
 *
 * Paints the flags.
 */
void
tv_time_flags_paint (const GArray *flags,
                     guint selected,
                     cairo_t *cr,
                     double height,
                     TvLabelCache *labels,
                     const TvTheme *theme)
{
  const TvTimeFlag *on_top = NULL;

  for (guint i = 0; i < flags->len; i++)
    {
      const TvTimeFlag *flag = &g_array_index (flags, TvTimeFlag, i);

      if (flag->id == selected)
        on_top = flag;
      else
        paint_flag (flag, FALSE, cr, height, labels, theme);
    }
  if (on_top != NULL)
    paint_flag (on_top, TRUE, cr, height, labels, theme);
}
