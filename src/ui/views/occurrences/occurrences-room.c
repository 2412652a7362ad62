/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where it is high the histogram stands above the list:
 *
 *   title            figures      Where it is low and wide, beside it; where it is small there is
 *   histogram                     none.
 *   list
 */

#include "ui/views/occurrences/occurrences-view-private.h"

#include "ui/kit/font-scale.h"

#define EDGE_PX         12
#define GAP_PX          6
#define LEAST_LIST_PX   120 /* below the histogram */
#define BESIDE_PX       380 /* of a histogram beside the list */
#define BESIDE_WIDTH_PX 820 /* from which on there is room for it */

static int
get_natural (GtkWidget *widget, GtkOrientation orientation)
{
  int natural = 0;

  if (gtk_widget_get_visible (widget))
    gtk_widget_measure (widget, orientation, -1, NULL, &natural, NULL, NULL);
  return natural;
}

static void
place (GtkWidget *widget, int x, int y, int width, int height)
{
  int least_width, least_height;

  if (!gtk_widget_get_visible (widget))
    return;
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, -1, &least_height, NULL, NULL, NULL);
  gtk_widget_set_child_visible (widget, width >= least_width && height >= least_height);
  if (gtk_widget_get_child_visible (widget))
    gtk_widget_size_allocate (widget, &(GtkAllocation){ x, y, width, height }, -1);
}

/* In a line the title, and the figures if there is room. */
static int
place_line (TvOccurrencesView *self, int width)
{
  int height = MAX (get_natural (self->title, GTK_ORIENTATION_VERTICAL),
                    get_natural (self->figures, GTK_ORIENTATION_VERTICAL));
  int figures_width = get_natural (self->figures, GTK_ORIENTATION_HORIZONTAL);
  int title_width = width - 2 * EDGE_PX;
  gboolean has_room = get_natural (self->title, GTK_ORIENTATION_HORIZONTAL) + 2 * EDGE_PX +
                          figures_width <=
                      title_width;

  if (has_room)
    title_width -= figures_width + 2 * EDGE_PX;
  place (self->title, EDGE_PX, GAP_PX, title_width, height);
  place (self->figures, width - EDGE_PX - figures_width, GAP_PX, has_room ? figures_width : 0,
         height);
  return height > 0 ? GAP_PX + height : 0;
}

static void
place_below (TvOccurrencesView *self, int width, int height)
{
  int y = place_line (self, width);
  int chart_height = get_natural (GTK_WIDGET (self->histogram), GTK_ORIENTATION_VERTICAL);

  if (height - y - 2 * GAP_PX - chart_height < tv_font_scale_apply (LEAST_LIST_PX))
    chart_height = 0;
  place (GTK_WIDGET (self->histogram), EDGE_PX, y + GAP_PX, width - 2 * EDGE_PX, chart_height);
  y += chart_height > 0 ? chart_height + 2 * GAP_PX : 0;
  place (GTK_WIDGET (self->table), GAP_PX, y, width - 2 * GAP_PX, MAX (height - y, 0));
}

static void
place_beside (TvOccurrencesView *self, int width, int height)
{
  int side = tv_font_scale_apply (BESIDE_PX), x = width - side + EDGE_PX, y = GAP_PX;
  int chart_height = get_natural (GTK_WIDGET (self->histogram), GTK_ORIENTATION_VERTICAL);
  int title_height = get_natural (self->title, GTK_ORIENTATION_VERTICAL);

  place (self->title, x, y, side - 2 * EDGE_PX, title_height);
  y += title_height + GAP_PX;
  place (GTK_WIDGET (self->histogram), x, y, side - 2 * EDGE_PX, chart_height);
  y += chart_height + GAP_PX;
  place (self->figures, x, y, side - 2 * EDGE_PX,
         MIN (get_natural (self->figures, GTK_ORIENTATION_VERTICAL), MAX (height - y, 0)));
  place (GTK_WIDGET (self->table), GAP_PX, 0, width - side - GAP_PX, height);
}

void
tv_occurrences_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvOccurrencesView *self = TV_OCCURRENCES_VIEW (widget);
  int chart_height = get_natural (GTK_WIDGET (self->histogram), GTK_ORIENTATION_VERTICAL);
  int title_height = get_natural (self->title, GTK_ORIENTATION_VERTICAL);
  int above = chart_height + title_height + 4 * GAP_PX;

  place (self->words, 0, 0, width, height);
  if (height < above + 2 * tv_font_scale_apply (LEAST_LIST_PX) &&
      width >= tv_font_scale_apply (BESIDE_WIDTH_PX) && height >= above)
    place_beside (self, width, height);
  else
    place_below (self, width, height);
}

void
tv_occurrences_view_measure (GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  TvOccurrencesView *self = TV_OCCURRENCES_VIEW (widget);
  int title_minimum;

  gtk_widget_measure (GTK_WIDGET (self->table), orientation, -1, minimum, natural, NULL, NULL);
  gtk_widget_measure (self->title, orientation, -1, &title_minimum, NULL, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MAX (*minimum + 2 * GAP_PX, title_minimum + 2 * EDGE_PX);
      *natural = MAX (*natural + 2 * GAP_PX, *minimum);
    }
  else
    {
      *minimum += GAP_PX + title_minimum;
      *natural = *minimum;
    }
}
