/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The card beside the pointer: where it is placed and how it is painted. */

#include "ui/timeline-card-private.h"

#include <math.h>

#define INSET_PX      12.0
#define LINE_GAP_PX   3.0
#define COLUMN_GAP_PX 10.0
#define NOTE_GAP_PX   24.0
#define MAX_WIDTH_PX  420.0
#define RADIUS_PX     8.0

/* From the pointer's tip; its own picture reaches further down than up. */
#define OFFSET_X_PX 14.0
#define OFFSET_Y_PX 22.0

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

static void
limit_width (PangoLayout *layout)
{
  if (layout == NULL || get_width (layout) <= MAX_WIDTH_PX)
    return;
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (layout, (int) (MAX_WIDTH_PX * PANGO_SCALE));
}

static double
get_line_height (const TvCardLine *line)
{
  double height = get_height (line->note);

  for (int i = 0; i < TV_CARD_COLUMNS; i++)
    height = MAX (height, get_height (line->columns[i]));
  return height;
}

void
tv_timeline_card_measure (TvTimelineCard *self)
{
  double lines_width = 0.0, note_width = 0.0;

  self->height = 2.0 * INSET_PX - 2.0 + get_height (self->title) + LINE_GAP_PX;
  if (self->subtitle != NULL)
    self->height += get_height (self->subtitle);
  self->height += LINE_GAP_PX;

  for (int column = 0; column < TV_CARD_COLUMNS; column++)
    {
      self->columns[column] = 0.0;
      for (guint i = 0; i < self->n_lines; i++)
        self->columns[column] = MAX (self->columns[column],
                                     get_width (self->lines[i].columns[column]));
      lines_width += self->columns[column] + (column > 0 ? COLUMN_GAP_PX : 0.0);
    }
  for (guint i = 0; i < self->n_lines; i++)
    {
      note_width = MAX (note_width, get_width (self->lines[i].note));
      self->height += LINE_GAP_PX + get_line_height (&self->lines[i]);
    }
  if (note_width > 0.0)
    lines_width += NOTE_GAP_PX + note_width;
  self->width = MAX (get_width (self->title), get_width (self->subtitle));
  self->width = MAX (self->width, lines_width) + 2.0 * INSET_PX;
}

void
tv_timeline_card_set_title (TvTimelineCard *self, const char *text)
{
  self->title = make_layout (self, 0.95, PANGO_WEIGHT_BOLD, text);
  limit_width (self->title);
}

void
tv_timeline_card_set_subtitle (TvTimelineCard *self, const char *text)
{
  self->subtitle = make_layout (self, 0.82, PANGO_WEIGHT_NORMAL, text);
  limit_width (self->subtitle);
}

/* @second_word and @second_figure may be NULL. Lines for which there is no room are left out. */
void
tv_timeline_card_add_line (TvTimelineCard *self,
                           const char *word,
                           const char *figure,
                           const char *second_word,
                           const char *second_figure)
{
  const char *texts[TV_CARD_COLUMNS] = { word, figure, second_word, second_figure };

  if (self->n_lines == TV_CARD_MAX_LINES)
    return;
  for (int column = 0; column < TV_CARD_COLUMNS; column++)
    if (texts[column] != NULL)
      {
        PangoLayout *layout = make_layout (self, 0.88, PANGO_WEIGHT_NORMAL, texts[column]);

        limit_width (layout);
        self->lines[self->n_lines].columns[column] = layout;
      }
  self->n_lines++;
}

/* The line may be the one after the last. */
void
tv_timeline_card_add_note (TvTimelineCard *self, guint line, const char *text)
{
  if (line >= TV_CARD_MAX_LINES)
    return;
  self->lines[line].note = make_layout (self, 0.8, PANGO_WEIGHT_NORMAL, text);
  self->n_lines = MAX (self->n_lines, line + 1);
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
  g_object_unref (self->title);
  g_clear_object (&self->subtitle);
  for (guint i = 0; i < G_N_ELEMENTS (self->lines); i++)
    {
      for (int column = 0; column < TV_CARD_COLUMNS; column++)
        g_clear_object (&self->lines[i].columns[column]);
      g_clear_object (&self->lines[i].note);
    }
  g_free (self);
}

/* Whether a card for what is hit would be the same. */
gboolean
tv_timeline_card_is_for (const TvTimelineCard *self, const TvTimelineHit *hit)
{
  return self->hit.slice == hit->slice && self->hit.counter == hit->counter &&
         self->hit.sample == hit->sample;
}

/**
 * tv_timeline_card_dup_text:
 * @self: a card
 *
 * Returns: (transfer full): all that it says, for those who hear it
 */
char *
tv_timeline_card_dup_text (const TvTimelineCard *self)
{
  g_autoptr (GString) text = g_string_new (pango_layout_get_text (self->title));

  if (self->subtitle != NULL)
    g_string_append_printf (text, " %s", pango_layout_get_text (self->subtitle));
  for (guint i = 0; i < self->n_lines; i++)
    {
      const TvCardLine *line = &self->lines[i];

      for (int column = 0; column < TV_CARD_COLUMNS; column++)
        if (line->columns[column] != NULL)
          g_string_append_printf (text, "%s%s", column == 0 ? ", " : " ",
                                  pango_layout_get_text (line->columns[column]));
      if (line->note != NULL)
        g_string_append_printf (text, ", %s", pango_layout_get_text (line->note));
    }
  return g_strdup (text->str);
}

/* ---- Drawing ---- */

/**
 * tv_timeline_card_place:
 * @self: a card
 * @pointer_x: where the pointer is
 * @pointer_y: where the pointer is
 * @room: what the card may not leave
 * @place: (out): where it goes: below and right of the pointer, or else on another side of it
 *
 * Returns: whether there is such a place that is not under the pointer
 */
gboolean
tv_timeline_card_place (const TvTimelineCard *self,
                        double pointer_x,
                        double pointer_y,
                        const graphene_rect_t *room,
                        graphene_rect_t *place)
{
  double left = room->origin.x + 4.0, right = room->origin.x + room->size.width - 4.0;
  double top = room->origin.y + 4.0, bottom = room->origin.y + room->size.height - 4.0;
  double x = pointer_x + OFFSET_X_PX, y = pointer_y + OFFSET_Y_PX;

  if (self->width > right - left || self->height > bottom - top)
    return FALSE;
  if (x + self->width > right)
    x = pointer_x - OFFSET_X_PX - self->width;
  if (y + self->height > bottom)
    y = pointer_y - OFFSET_X_PX - self->height;

  /* Where only one of the directions has room, the card may slide along the other. */
  if (y < top && x >= left)
    y = CLAMP (pointer_y - self->height / 2.0, top, bottom - self->height);
  else if (x < left && y >= top)
    x = CLAMP (pointer_x - self->width / 2.0, left, right - self->width);
  if (x < left || y < top)
    return FALSE;
  graphene_rect_init (place, (float) round (x), (float) round (y), (float) self->width,
                      (float) self->height);
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
            double right,
            double y,
            const TvTheme *theme)
{
  double x = left;
  double height = get_line_height (line);

  for (int column = 0; column < TV_CARD_COLUMNS; column++)
    {
      /* Words on the left, figures on the right of their columns. */
      gboolean is_figure = column % 2 == 1;
      double slack = self->columns[column] - get_width (line->columns[column]);

      show (cr, line->columns[column], is_figure ? x + slack : x, y,
            is_figure ? &theme->text : &theme->dim_text);
      x += self->columns[column] + COLUMN_GAP_PX;
    }
  show (cr, line->note, right - get_width (line->note),
        y + round ((height - get_height (line->note)) / 2.0), &theme->dim_text);
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
  double right = place->origin.x + place->size.width - INSET_PX;
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
  y += get_height (self->subtitle) + LINE_GAP_PX;
  for (guint i = 0; i < self->n_lines; i++)
    {
      y += LINE_GAP_PX;
      paint_line (self, cr, &self->lines[i], left, right, y, theme);
      y += get_line_height (&self->lines[i]);
    }
}
