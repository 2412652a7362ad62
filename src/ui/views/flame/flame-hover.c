/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What follows the pointer: the outline of the frame below it, and a card with what is known of that. */

#include "ui/views/flame/flame-private.h"

#include <glib/gi18n.h>

#include "ui/facts/call-node-facts.h"
#include "ui/kit/font-scale.h"
#include "ui/kit/number-format.h"
#include "ui/kit/open-menu.h"

/* A card waits until the pointer rests; but where there was one just now the next is there at once. */
#define CARD_DELAY_MS 150
#define CARD_PAUSE_US (300 * 1000)

#define CARD_WIDTH_PX 342
#define NARROW_PX     560 /* from here on down there is no room for all figures */

void
tv_flame_graph_drop_card (TvFlameGraph *self)
{
  g_clear_handle_id (&self->card_id, g_source_remove);
  if (self->card != NULL)
    self->card_gone_us = g_get_monotonic_time ();
  g_clear_pointer (&self->card, tv_fact_card_free);
}

/* Of a strip the widest is told of, and how many there are. */
static TvFacts *
describe (TvFlameGraph *self)
{
  gboolean is_narrow = gtk_widget_get_width (GTK_WIDGET (self)) < NARROW_PX;
  TvFacts *facts = tv_call_node_facts_new (self->layout, self->hit.node, is_narrow);

  if (self->hit.n_merged > 1)
    {
      g_autofree char *count = tv_format_count (self->hit.n_merged - 1);

      tv_facts_take (facts, TV_FACT_BRIEF, _("Beside it"),
                     /* Translators: frames that are too narrow to be drawn one by one */
                     g_strdup_printf (ngettext ("%s that is not wider", "%s that are not wider",
                                                self->hit.n_merged - 1),
                                      count));
    }
  return facts;
}

static void
make_card (TvFlameGraph *self)
{
  g_autoptr (TvFacts) facts = describe (self);
  int width = gtk_widget_get_width (GTK_WIDGET (self));

  self->card = tv_fact_card_new (GTK_WIDGET (self));
  tv_fact_card_set_facts (self->card, facts);
  tv_fact_card_set_line (self->card, self->hit.rect.y, self->hit.rect.height);
  if (width >= NARROW_PX)
    tv_fact_card_set_least_width (self->card, tv_font_scale_apply (CARD_WIDTH_PX));
}

static gboolean
on_pointer_rests (gpointer data)
{
  TvFlameGraph *self = data;

  self->card_id = 0;
  if (self->hit.node != TV_NONE && !tv_open_menu_is_around (GTK_WIDGET (self)))
    make_card (self);
  gtk_widget_queue_draw (self->hover);
  return G_SOURCE_REMOVE;
}

/* Finds what is below the pointer; to be called when that, or what is shown, changes. */
void
tv_flame_graph_update_hover (TvFlameGraph *self)
{
  TvFlameHit hit = { .node = TV_NONE };
  TvFlameView view;

  if (self->has_pointer && tv_flame_graph_get_view (self, &view))
    tv_flame_painter_hit_test (self->painter, &view, self->pointer_x, self->pointer_y, &hit);
  if (hit.node != self->hit.node || hit.n_merged != self->hit.n_merged || self->motion_id != 0)
    {
      tv_flame_graph_drop_card (self);
      self->hit = hit;
      if (hit.node != TV_NONE && self->motion_id == 0 &&
          !tv_open_menu_is_around (GTK_WIDGET (self)))
        {
          if (g_get_monotonic_time () - self->card_gone_us < CARD_PAUSE_US)
            make_card (self);
          else
            self->card_id = g_timeout_add (CARD_DELAY_MS, on_pointer_rests, self);
        }
    }
  self->hit = hit;
  if (self->card != NULL)
    tv_fact_card_set_line (self->card, hit.rect.y, hit.rect.height);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), hit.node != TV_NONE ? "pointer" : NULL);
  gtk_widget_queue_draw (self->hover);
}

static void
draw_outline (TvFlameGraph *self, GtkSnapshot *snapshot)
{
  const TvTimelineRect *rect = &self->hit.rect;
  const TvColor *hover = &self->theme->hover;
  GdkRGBA color = { (float) hover->red, (float) hover->green, (float) hover->blue,
                    (float) hover->alpha };
  const GdkRGBA colors[4] = { color, color, color, color };
  const float widths[4] = { 1.0f, 1.0f, 1.0f, 1.0f };
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) rect->x - 1.0f, (float) rect->y - 1.0f,
                                               (float) MAX (rect->width, 2.0) + 1.0f,
                                               (float) rect->height + 2.0f);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &bounds, 0.0f);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

void
tv_flame_graph_draw_hover (gpointer data, GtkSnapshot *snapshot, int width, int height)
{
  TvFlameGraph *self = data;
  graphene_rect_t room = GRAPHENE_RECT_INIT (0.0f, 0.0f, (float) width, (float) height), place;
  cairo_t *cr;

  if (!self->has_pointer || self->hit.node == TV_NONE || self->motion_id != 0)
    return;
  draw_outline (self, snapshot);
  if (self->card == NULL ||
      !tv_fact_card_place (self->card, self->pointer_x, self->pointer_y, &room, &place))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &place);
  tv_fact_card_paint (self->card, cr, &place, self->theme);
  cairo_destroy (cr);
}
