/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The card beside the pointer: where it is placed and how it is painted. */

#include "ui/views/timeline/timeline-card-private.h"

#include <math.h>

#include "paint/kit/label-cache.h"

#define INSET_PX      12.0
#define LINE_GAP_PX   3.0
#define COLUMN_GAP_PX 14.0
#define MAX_WIDTH_EM  30.0
#define MARGIN_PX     4.0 /* around the card */
#define RADIUS_PX     8.0

/* From the pointer's tip; its own picture reaches further down than up. */
#define OFFSET_PX   14.0
#define OFFSET_Y_PX 22.0

/* From the line of the call that the card is about. */
#define CLEARANCE_PX 6.0

/* Of the height that there is, but for a title with a line or two. */
#define MOST_OF_ROOM 0.55

static PangoLayout *
make_layout (TvTimelineCard *self, double size, PangoWeight weight, const char *text)
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

/* So that a line is read at a glance, and has room in the widget. */
static void
limit_width (TvTimelineCard *self, PangoLayout *layout)
{
  double font_px = tv_label_get_font_px (gtk_widget_get_pango_context (self->widget));
  double room = gtk_widget_get_width (self->widget) - 2.0 * (INSET_PX + MARGIN_PX);
  double most = MAX (MIN (MAX_WIDTH_EM * font_px, room), 1.0);

  if (get_width (layout) <= most)
    return;
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (layout, (int) (most * PANGO_SCALE));
}

static double
get_line_height (const TvCardLine *line)
{
  double height = get_height (line->text);

  for (int i = 0; i < TV_CARD_COLUMNS; i++)
    height = MAX (height, get_height (line->columns[i]));
  return height;
}

/* The height of a card with its first @n_lines lines. */
static double
measure_height (const TvTimelineCard *self, guint n_lines)
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

/* Where texts begin: all words have room before them. */
static double
get_text_x (const TvTimelineCard *self)
{
  return self->columns[0] + (self->columns[0] > 0.0 ? COLUMN_GAP_PX : 0.0);
}

static void
measure_width (TvTimelineCard *self)
{
  double figures_width = 0.0;

  for (int column = 0; column < TV_CARD_COLUMNS; column++)
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
  self->width += 2.0 * INSET_PX;
}

void
tv_timeline_card_set_title (TvTimelineCard *self, const char *text)
{
  self->title = make_layout (self, 0.95, PANGO_WEIGHT_BOLD, text);
  limit_width (self, self->title);
}

void
tv_timeline_card_set_subtitle (TvTimelineCard *self, const char *text)
{
  self->subtitle = make_layout (self, 0.82, PANGO_WEIGHT_NORMAL, text);
  limit_width (self, self->subtitle);
}

/**
 * tv_timeline_card_add_figures:
 * @self: a card
 * @texts: (array fixed-size=5): a word and figures; empty where there is none
 * @is_heading: they are the names of the figures in the lines below
 */
void
tv_timeline_card_add_figures (TvTimelineCard *self, const char *const *texts, gboolean is_heading)
{
  TvCardLine *line = &self->lines[self->n_lines];

  g_return_if_fail (self->n_lines < TV_CARD_MAX_LINES);

  self->n_lines++;
  line->is_heading = is_heading;
  for (int column = 0; column < TV_CARD_COLUMNS; column++)
    if (*texts[column] != '\0')
      line->columns[column] = make_layout (self, is_heading ? 0.8 : 0.88, PANGO_WEIGHT_NORMAL,
                                           texts[column]);
}

/* Lines for which there is no room are left out. */
void
tv_timeline_card_add_line (TvTimelineCard *self, const char *word, const char *text)
{
  TvCardLine *line = &self->lines[self->n_lines];

  if (self->n_lines == TV_CARD_MAX_LINES)
    return;
  self->n_lines++;
  line->columns[0] = make_layout (self, 0.88, PANGO_WEIGHT_NORMAL, word);
  limit_width (self, line->columns[0]);
  line->text = make_layout (self, 0.88, PANGO_WEIGHT_NORMAL, text);
  limit_width (self, line->text);
}

/* A line that is not copied. */
void
tv_timeline_card_add_hint (TvTimelineCard *self, const char *text)
{
  guint n = self->n_lines;

  tv_timeline_card_add_line (self, "", text);
  if (self->n_lines > n)
    self->lines[n].is_hint = TRUE;
}

/* Takes away all that it says. */
void
tv_timeline_card_clear (TvTimelineCard *self)
{
  g_clear_object (&self->title);
  g_clear_object (&self->subtitle);
  for (guint i = 0; i < self->n_lines; i++)
    {
      for (int column = 0; column < TV_CARD_COLUMNS; column++)
        g_clear_object (&self->lines[i].columns[column]);
      g_clear_object (&self->lines[i].text);
      self->lines[i].is_heading = self->lines[i].is_hint = FALSE;
    }
  self->n_lines = 0;
}

/**
 * tv_timeline_card_new:
 * @widget: what the card is drawn on; must outlive it
 * @session: what is shown; must outlive the card
 * @hit: what the card is about: a slice or a counter
 *
 * Returns: (transfer full): a card
 */
TvTimelineCard *
tv_timeline_card_new (GtkWidget *widget, TvSession *session, const TvTimelineHit *hit)
{
  TvTimelineCard *self = g_new0 (TvTimelineCard, 1);
  TvTrace *trace = tv_session_get_trace (session);
  TvTrackKind kind = TV_TRACK_THREAD;

  self->widget = widget;
  self->session = session;
  self->hit = *hit;
  if (hit->slice != TV_NONE)
    kind = tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, hit->slice)].kind;
  if (hit->slice != TV_NONE && kind == TV_TRACK_THREAD)
    tv_timeline_card_fill_call (self);
  else
    tv_timeline_card_fill_log (self);
  return self;
}

void
tv_timeline_card_free (TvTimelineCard *self)
{
  if (self == NULL)
    return;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  tv_timeline_card_clear (self);
  g_free (self);
}

/* Whether a card for what is hit would be the same. */
gboolean
tv_timeline_card_is_for (const TvTimelineCard *self, const TvTimelineHit *hit)
{
  return self->hit.slice == hit->slice && self->hit.counter == hit->counter &&
         self->hit.sample == hit->sample;
}

/* Tells where the same is drawn now. */
void
tv_timeline_card_move (TvTimelineCard *self, const TvTimelineHit *hit)
{
  self->hit = *hit;
}

/**
 * tv_timeline_card_call_when_ready:
 * @self: a card
 * @ready: called once it says all, which may be at once
 * @data: for @ready
 */
void
tv_timeline_card_call_when_ready (TvTimelineCard *self,
                                  void (*ready) (TvTimelineCard *self, gpointer data),
                                  gpointer data)
{
  if (self->cancellable == NULL)
    {
      ready (self, data);
      return;
    }
  self->ready = ready;
  self->ready_data = data;
}

/* (transfer full): what it is about */
char *
tv_timeline_card_dup_title (const TvTimelineCard *self)
{
  return g_strdup (pango_layout_get_text (self->title));
}

static void
append_figures (GString *text, const TvCardLine *heading, const TvCardLine *line)
{
  g_string_append_printf (text, "%s:", pango_layout_get_text (line->columns[0]));
  for (int column = 1; column < TV_CARD_COLUMNS; column++)
    if (line->columns[column] != NULL && heading->columns[column] != NULL)
      g_string_append_printf (text, "%s %s %s", column > 1 ? "," : "",
                              pango_layout_get_text (heading->columns[column]),
                              pango_layout_get_text (line->columns[column]));
}

/**
 * tv_timeline_card_dup_text:
 * @self: a card
 *
 * Returns: (transfer full): all that it says, in lines
 */
char *
tv_timeline_card_dup_text (const TvTimelineCard *self)
{
  g_autoptr (GString) text = g_string_new (pango_layout_get_text (self->title));
  const TvCardLine *heading = NULL;

  if (self->subtitle != NULL)
    g_string_append_printf (text, " %s", pango_layout_get_text (self->subtitle));
  for (guint i = 0; i < self->n_lines; i++)
    {
      const TvCardLine *line = &self->lines[i];

      if (line->is_heading)
        heading = line;
      if (line->is_heading || line->is_hint)
        continue;
      g_string_append_c (text, '\n');
      if (line->text == NULL)
        append_figures (text, heading, line);
      else
        g_string_append_printf (text, "%s%s%s", pango_layout_get_text (line->columns[0]),
                                *pango_layout_get_text (line->columns[0]) != '\0' ? ": " : "",
                                pango_layout_get_text (line->text));
    }
  return g_strdup (text->str);
}

/* ---- Drawing ---- */

/* As many lines as a height has room for, but no heading without what is below it. */
static void
fit_height (TvTimelineCard *self, double height)
{
  self->n_shown = self->n_lines;
  while (self->n_shown > 0 && (measure_height (self, self->n_shown) > height ||
                               self->lines[self->n_shown - 1].is_heading))
    self->n_shown--;
}

/* Finds a place below or else above the line of calls that is pointed at, on the side with more
 * room where there is not enough for all of it; FALSE if there is none. */
static gboolean
place_vertically (TvTimelineCard *self, double pointer_y, double top, double bottom, double *y)
{
  const TvTimelineRect *rect = &self->hit.rect;
  double most = MAX ((bottom - top) * MOST_OF_ROOM, measure_height (self, MIN (self->n_lines, 2)));
  double below = pointer_y + OFFSET_Y_PX, above = pointer_y - OFFSET_PX;
  gboolean is_below;
  double height;

  if (self->hit.slice != TV_NONE)
    {
      below = MAX (below, rect->y + rect->height + CLEARANCE_PX);
      above = MIN (above, rect->y - CLEARANCE_PX);
    }
  fit_height (self, most);
  height = measure_height (self, self->n_shown);
  is_below = below + height <= bottom || (above - height < top && bottom - below >= above - top);
  fit_height (self, MIN (most, is_below ? bottom - below : above - top));
  height = measure_height (self, self->n_shown);
  *y = is_below ? below : above - height;
  return *y >= top && *y + height <= bottom;
}

/**
 * tv_timeline_card_place:
 * @self: a card
 * @pointer_x: where the pointer is
 * @pointer_y: where the pointer is
 * @room: what the card may not leave
 * @place: (out): where it goes: below and right of the pointer, or else on another side of it
 *
 * The line that is pointed at stays in sight, and about half of the room. What the card then has
 * no room for, its last lines, is left out.
 *
 * Returns: whether there is such a place
 */
gboolean
tv_timeline_card_place (TvTimelineCard *self,
                        double pointer_x,
                        double pointer_y,
                        const graphene_rect_t *room,
                        graphene_rect_t *place)
{
  double left = room->origin.x + MARGIN_PX, right = left + room->size.width - 2.0 * MARGIN_PX;
  double top = room->origin.y + MARGIN_PX, bottom = top + room->size.height - 2.0 * MARGIN_PX;
  double x, y;

  measure_width (self);
  if (self->width > right - left || !place_vertically (self, pointer_y, top, bottom, &y))
    return FALSE;
  x = pointer_x + OFFSET_PX;
  if (x + self->width > right)
    x = MAX (pointer_x - OFFSET_PX - self->width, left);
  graphene_rect_init (place, (float) round (x), (float) round (y), (float) self->width,
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
paint_line (const TvTimelineCard *self,
            cairo_t *cr,
            const TvCardLine *line,
            double left,
            double y,
            const TvTheme *theme)
{
  double x = left;

  for (int column = 0; column < TV_CARD_COLUMNS; column++)
    {
      /* Words on the left, figures on the right of their columns. */
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
 * tv_timeline_card_paint:
 * @self: a card
 * @cr: where to paint
 * @place: of tv_timeline_card_place()
 * @theme: colours
 */
void
tv_timeline_card_paint (const TvTimelineCard *self,
                        cairo_t *cr,
                        const graphene_rect_t *place,
                        const TvTheme *theme)
{
  double left = place->origin.x + INSET_PX;
  double y = place->origin.y + INSET_PX - 1.0;

  trace_outline (cr, place->origin.x + 0.5, place->origin.y + 0.5, place->size.width - 1.0,
                 place->size.height - 1.0);
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
