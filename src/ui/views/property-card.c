/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Card next to the pointer with the brief properties: a title, a subtitle, a table of figures, and lines with a label
 * and a value. The most important lines come first, because the last are dropped if the card is too high.
 *
 *   title
 *   subtitle
 *            heading  heading
 *   label     figure   figure
 *   label    text
 *
 * Used by the timeline (timeline-hover.c) and the flame graph. Not a widget: the owner places it next to the pointer
 * and paints it in its own snapshot. Owns its text layouts. */

#include "ui/views/property-card.h"

#include <math.h>

#include "paint/kit/label-cache.h"

#define INSET_PX      12.0
#define LINE_GAP_PX   3.0
#define COLUMN_GAP_PX 14.0
#define MAX_WIDTH_EM  30.0
#define MARGIN_PX     4.0 /* margin around the card */
#define RADIUS_PX     8.0

/* Distance of the card from the pointer's hotspot; larger below, because the image of the pointer extends further
 * down than up */
#define OFFSET_PX   14.0
#define OFFSET_Y_PX 22.0

/* Distance of the card from the line of the described item */
#define CLEARANCE_PX 6.0

/* Maximum height of the card, as a fraction of the available height. A title and two lines are always allowed. */
#define MAX_AREA_SHARE 0.55

#define COLUMNS   (1 + TV_PROPERTY_MAX_FIGURES) /* a label, and figures */
#define MAX_LINES 16

typedef struct
{
  PangoLayout *columns[COLUMNS]; /* (nullable) each */
  PangoLayout *text;             /* (nullable): text instead of figures */
  gboolean is_heading;
  gboolean is_group; /* whether the line is the heading of the lines below it */
  gboolean is_hint;
} Line;

struct _TvPropertyCard
{
  GtkWidget *widget;
  gboolean has_line;
  double line_y, line_height; /* vertical extent that the card must not cover */
  double min_width;

  PangoLayout *title;
  PangoLayout *subtitle; /* (nullable) */
  Line lines[MAX_LINES];
  guint n_lines;
  guint n_shown; /* number of lines that fit */

  double columns[COLUMNS];
  double width;
};

static PangoLayout *
make_layout (TvPropertyCard *self, double size, PangoWeight weight, const char *text)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (self->widget, text);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (size));
  pango_attr_list_insert (attributes, pango_attr_weight_new (weight));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  return layout;
}

static double
get_width (PangoLayout *layout)
{
  int width = 0;

  if (layout != NULL)
    pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

static double
get_height (PangoLayout *layout)
{
  int height = 0;

  if (layout != NULL)
    pango_layout_get_pixel_size (layout, NULL, &height);
  return height;
}

/* Limits the width of a layout so that the text is quick to read and fits into the widget. */
static void
limit_width (TvPropertyCard *self, PangoLayout *layout)
{
  double font_px = tv_label_get_font_px (gtk_widget_get_pango_context (self->widget));
  double space = gtk_widget_get_width (self->widget) - 2.0 * (INSET_PX + MARGIN_PX);
  double max = MAX (MIN (MAX_WIDTH_EM * font_px, space), 1.0);

  if (get_width (layout) <= max)
    return;
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (layout, (int) (max * PANGO_SCALE));
}

static double
get_line_height (const Line *line)
{
  double height = get_height (line->text);

  for (int i = 0; i < COLUMNS; i++)
    height = MAX (height, get_height (line->columns[i]));
  return height;
}

/* Returns the height of a card with its first @n_lines lines. */
static double
measure_height (const TvPropertyCard *self, guint n_lines)
{
  double height = 2.0 * INSET_PX - 2.0 + get_height (self->title);

  if (self->subtitle != NULL)
    height += LINE_GAP_PX + get_height (self->subtitle);
  if (n_lines > 0)
    height += LINE_GAP_PX;
  for (guint i = 0; i < n_lines; i++)
    height += LINE_GAP_PX + get_line_height (&self->lines[i]);
  return height;
}

/* Returns the x position of text values, to the right of the column of labels and relative to the card's inset. */
static double
get_text_x (const TvPropertyCard *self)
{
  return self->columns[0] + (self->columns[0] > 0.0 ? COLUMN_GAP_PX : 0.0);
}

static void
measure_width (TvPropertyCard *self)
{
  double figures_width = 0.0;

  for (int column = 0; column < COLUMNS; column++)
    {
      self->columns[column] = 0.0;
      for (guint i = 0; i < self->n_lines; i++)
        self->columns[column] = MAX (self->columns[column],
                                     get_width (self->lines[i].columns[column]));
      if (self->columns[column] > 0.0)
        figures_width += self->columns[column] + (column > 0 ? COLUMN_GAP_PX : 0.0);
    }
  self->width = MAX (MAX (get_width (self->title), get_width (self->subtitle)), figures_width);
  for (guint i = 0; i < self->n_lines; i++)
    self->width = MAX (self->width, get_text_x (self) + get_width (self->lines[i].text));
  self->width = MAX (self->width + 2.0 * INSET_PX, self->min_width);
}

/* ---- Content ---- */

static void
clear (TvPropertyCard *self)
{
  g_clear_object (&self->title);
  g_clear_object (&self->subtitle);
  for (guint i = 0; i < self->n_lines; i++)
    {
      for (int column = 0; column < COLUMNS; column++)
        g_clear_object (&self->lines[i].columns[column]);
      g_clear_object (&self->lines[i].text);
    }
  memset (self->lines, 0, sizeof self->lines);
  self->n_lines = 0;
}

/* Returns: (nullable): a new line; %NULL if the card is full */
static Line *
add_line (TvPropertyCard *self)
{
  return self->n_lines < MAX_LINES ? &self->lines[self->n_lines++] : NULL;
}

/* Adds a line of figures. Each of @texts may be %NULL. */
static void
add_figures (TvPropertyCard *self,
             const char *label,
             char *const texts[TV_PROPERTY_MAX_FIGURES],
             gboolean is_heading)
{
  Line *line = add_line (self);

  if (line == NULL)
    return;
  line->is_heading = is_heading;
  for (int column = 0; column < COLUMNS; column++)
    {
      const char *text = column == 0 ? label : texts[column - 1];

      if (text != NULL && *text != '\0')
        line->columns[column] = make_layout (self, is_heading ? 0.8 : 0.88, PANGO_WEIGHT_NORMAL,
                                             text);
    }
}

static void
add_text (TvPropertyCard *self, const char *label, const char *text, gboolean is_hint)
{
  Line *line = add_line (self);

  if (line == NULL)
    return;
  line->is_hint = is_hint;
  line->is_group = *text == '\0';
  line->columns[0] = make_layout (self, 0.88, PANGO_WEIGHT_NORMAL, label);
  limit_width (self, line->columns[0]);
  line->text = make_layout (self, 0.88, PANGO_WEIGHT_NORMAL, text);
  limit_width (self, line->text);
}

/* Adds the headings of the columns that contain a figure. */
static void
add_headings (TvPropertyCard *self, const TvPropertyList *properties)
{
  char *headings[TV_PROPERTY_MAX_FIGURES] = { NULL };

  for (guint i = 0; i < properties->list->len; i++)
    for (guint k = 0; k < TV_PROPERTY_MAX_FIGURES; k++)
      {
        const TvProperty *property = &g_array_index (properties->list, TvProperty, i);

        if (property->kind == TV_PROPERTY_FIGURES && property->texts[k] != NULL)
          headings[k] = properties->headings[k];
      }
  if (headings[0] != NULL)
    add_figures (self, NULL, headings, TRUE);
}

/* Replaces the lines of the card with the figures and the brief properties of a list. */
void
tv_property_card_set_properties (TvPropertyCard *self, const TvPropertyList *properties)
{
  gboolean has_headings = FALSE;

  clear (self);
  self->title = make_layout (self, 0.95, PANGO_WEIGHT_BOLD, properties->title);
  limit_width (self, self->title);
  if (properties->subtitle != NULL)
    {
      self->subtitle = make_layout (self, 0.82, PANGO_WEIGHT_NORMAL, properties->subtitle);
      limit_width (self, self->subtitle);
    }
  for (guint i = 0; i < properties->list->len; i++)
    {
      const TvProperty *property = &g_array_index (properties->list, TvProperty, i);

      if (property->kind == TV_PROPERTY_FIGURES && !has_headings)
        {
          add_headings (self, properties);
          has_headings = TRUE;
        }
      if (property->kind == TV_PROPERTY_FIGURES)
        add_figures (self, property->label, property->texts, FALSE);
      else if (property->uses & TV_PROPERTY_BRIEF)
        add_text (self, property->label, property->texts[0], property->kind == TV_PROPERTY_HINT);
    }
}

/**
 * tv_property_card_new:
 * @widget: widget to draw on; must outlive the card
 *
 * Returns: (transfer full): an empty card
 */
TvPropertyCard *
tv_property_card_new (GtkWidget *widget)
{
  TvPropertyCard *self = g_new0 (TvPropertyCard, 1);

  self->widget = widget;
  return self;
}

void
tv_property_card_free (TvPropertyCard *self)
{
  if (self == NULL)
    return;
  clear (self);
  g_free (self);
}

/* Sets the minimum width of the card, in px. */
void
tv_property_card_set_min_width (TvPropertyCard *self, double width)
{
  self->min_width = width;
}

/* Sets the vertical extent of a line that the card must not cover, in px. Without such a line, the card avoids only
 * the pointer. */
void
tv_property_card_set_line (TvPropertyCard *self, double y, double height)
{
  self->has_line = TRUE;
  self->line_y = y;
  self->line_height = height;
}

/* ---- Drawing ---- */

/* Drops the last lines of a card that is too high, and headings without lines below them. */
static void
fit_height (TvPropertyCard *self, double height)
{
  self->n_shown = self->n_lines;
  while (self->n_shown > 0 &&
         (measure_height (self, self->n_shown) > height ||
          self->lines[self->n_shown - 1].is_heading || self->lines[self->n_shown - 1].is_group))
    self->n_shown--;
}

/* Computes the vertical position of the card: below the pointer and the line to avoid, or above both if the card fits
 * only there, or if it fits on neither side and there is more space above. Drops lines that do not fit. Returns
 * %FALSE if there is no space. */
static gboolean
place_vertically (TvPropertyCard *self, double pointer_y, double top, double bottom, double *y)
{
  double max = MAX ((bottom - top) * MAX_AREA_SHARE, measure_height (self, MIN (self->n_lines, 2)));
  double below = pointer_y + OFFSET_Y_PX, above = pointer_y - OFFSET_PX;
  gboolean is_below;
  double height;

  if (self->has_line)
    {
      below = MAX (below, self->line_y + self->line_height + CLEARANCE_PX);
      above = MIN (above, self->line_y - CLEARANCE_PX);
    }
  fit_height (self, max);
  height = measure_height (self, self->n_shown);
  is_below = below + height <= bottom || (above - height < top && bottom - below >= above - top);
  fit_height (self, MIN (max, is_below ? bottom - below : above - top));
  height = measure_height (self, self->n_shown);
  *y = is_below ? below : above - height;
  return *y >= top && *y + height <= bottom;
}

/**
 * tv_property_card_place:
 * @pointer_x: x position of the pointer
 * @pointer_y: y position of the pointer
 * @space: available area
 * @bounds: (out): area of the card: below and to the right of the pointer, or on another side if there is no space
 *
 * Places the card so that the line from tv_property_card_set_line() and about half of @space stay visible. Drops
 * lines that do not fit.
 *
 * Returns: whether the card fits
 */
gboolean
tv_property_card_place (TvPropertyCard *self,
                        double pointer_x,
                        double pointer_y,
                        const graphene_rect_t *space,
                        graphene_rect_t *bounds)
{
  double left = space->origin.x + MARGIN_PX, right = left + space->size.width - 2.0 * MARGIN_PX;
  double top = space->origin.y + MARGIN_PX, bottom = top + space->size.height - 2.0 * MARGIN_PX;
  double x, y;

  measure_width (self);
  if (self->width > right - left || !place_vertically (self, pointer_y, top, bottom, &y))
    return FALSE;
  x = pointer_x + OFFSET_PX;
  if (x + self->width > right)
    x = MAX (pointer_x - OFFSET_PX - self->width, left);
  graphene_rect_init (bounds, (float) round (x), (float) round (y), (float) self->width,
                      (float) measure_height (self, self->n_shown));
  return TRUE;
}

static void
show (cairo_t *cr, PangoLayout *layout, double x, double y, const TvColor *color)
{
  if (layout == NULL)
    return;
  tv_color_set_source (color, cr);
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
}

static void
trace_outline (cairo_t *cr, double x, double y, double width, double height)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - RADIUS_PX, y + RADIUS_PX, RADIUS_PX, -G_PI_2, 0.0);
  cairo_arc (cr, x + width - RADIUS_PX, y + height - RADIUS_PX, RADIUS_PX, 0.0, G_PI_2);
  cairo_arc (cr, x + RADIUS_PX, y + height - RADIUS_PX, RADIUS_PX, G_PI_2, G_PI);
  cairo_arc (cr, x + RADIUS_PX, y + RADIUS_PX, RADIUS_PX, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

static void
paint_line (const TvPropertyCard *self,
            cairo_t *cr,
            const Line *line,
            double left,
            double y,
            const TvTheme *theme)
{
  double x = left;

  for (int column = 0; column < COLUMNS; column++)
    {
      /* Labels are left-aligned, figures right-aligned in their columns. */
      gboolean is_figure = column > 0;
      double slack = self->columns[column] - get_width (line->columns[column]);

      show (cr, line->columns[column], is_figure ? x + slack : x, y,
            is_figure && !line->is_heading ? &theme->text : &theme->dim_text);
      if (self->columns[column] > 0.0)
        x += self->columns[column] + COLUMN_GAP_PX;
    }
  show (cr, line->text, left + get_text_x (self), y,
        line->is_hint ? &theme->dim_text : &theme->text);
}

/**
 * tv_property_card_paint:
 * @cr: target
 * @bounds: area from tv_property_card_place()
 * @theme: colours
 *
 * Paints the card.
 */
void
tv_property_card_paint (const TvPropertyCard *self,
                        cairo_t *cr,
                        const graphene_rect_t *bounds,
                        const TvTheme *theme)
{
  double left = bounds->origin.x + INSET_PX;
  double y = bounds->origin.y + INSET_PX - 1.0;

  trace_outline (cr, bounds->origin.x + 0.5, bounds->origin.y + 0.5, bounds->size.width - 1.0,
                 bounds->size.height - 1.0);
  tv_color_set_source (&theme->card, cr);
  cairo_fill_preserve (cr);
  tv_color_set_source (&theme->card_border, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);

  show (cr, self->title, left, y, &theme->text);
  y += get_height (self->title) + LINE_GAP_PX;
  show (cr, self->subtitle, left, y, &theme->dim_text);
  y += self->subtitle != NULL ? get_height (self->subtitle) + LINE_GAP_PX : 0.0;
  for (guint i = 0; i < self->n_shown; i++)
    {
      y += LINE_GAP_PX;
      paint_line (self, cr, &self->lines[i], left, y, theme);
      y += get_line_height (&self->lines[i]);
    }
}
