/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/timeline/timeline-card.h"

#include "ui/properties/counter-properties.h"
#include "ui/properties/path-properties.h"
#include "ui/properties/sample-properties.h"
#include "ui/properties/slice-properties.h"
#include "ui/views/property-card.h"

struct _TvTimelineCard
{
  GtkWidget *widget;
  TvSession *session;
  TvTimelineHit hit;
  TvPropertyCard *card;
  GCancellable *finding; /* (nullable): running search for the properties that need a worker */
};

static void
on_properties_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvTimelineCard *self = owner;
  g_autoptr (TvPropertyList) properties = result;

  tv_property_card_set_properties (self->card, properties);
  gtk_widget_queue_draw (self->widget);
}

static TvPropertyList *
describe (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvTimeBase *base = tv_session_get_time_base (self->session);
  gint64 ns = tv_trace_get_start_ns (trace) - 1; /* time before all values, for a hit without one */

  if (self->hit.slice != TV_NONE)
    return tv_slice_properties_new (trace, base, self->hit.slice, TV_PROPERTY_BRIEF);
  if (self->hit.path.row.dur > 0)
    return tv_path_properties_new (trace, base, &self->hit.path);
  if (self->hit.stack_sample != TV_NONE && self->hit.stack.n_samples > 0)
    return tv_stack_run_properties_new (trace, base, self->hit.stack_sample, &self->hit.stack);
  if (self->hit.stack_sample != TV_NONE)
    return tv_sample_properties_new (trace, base, self->hit.stack_sample);
  if (self->hit.sample != TV_NONE)
    ns = tv_trace_get_samples (trace)->ts[self->hit.sample];
  else if (self->hit.gap != TV_NONE)
    ns = tv_trace_get_counter_gaps (trace, NULL)[self->hit.gap].end_ns - 1;
  return tv_counter_properties_new (trace, base, self->hit.counter, ns, self->hit.mode);
}

/**
 * tv_timeline_card_new:
 * @widget: widget to draw on; must outlive the card
 * @session: session of the widget; must outlive the card
 * @hit: slice, counter, stack sample or segment of a critical path to describe
 *
 * Returns: (transfer full): a card with the properties that do not need a worker
 */
TvTimelineCard *
tv_timeline_card_new (GtkWidget *widget, TvSession *session, const TvTimelineHit *hit)
{
  TvTimelineCard *self = g_new0 (TvTimelineCard, 1);
  g_autoptr (TvPropertyList) properties = NULL;

  self->widget = widget;
  self->session = session;
  self->card = tv_property_card_new (widget);
  tv_timeline_card_move (self, hit);
  properties = describe (self);
  tv_property_card_set_properties (self->card, properties);
  if (hit->slice != TV_NONE && !properties->is_whole)
    tv_slice_properties_find (tv_session_get_trace (session), tv_session_get_time_base (session),
                              hit->slice, on_properties_found, self, &self->finding);
  return self;
}

void
tv_timeline_card_free (TvTimelineCard *self)
{
  if (self == NULL)
    return;
  tv_work_stop (&self->finding);
  tv_property_card_free (self->card);
  g_free (self);
}

/* Returns whether the card describes the same item as a hit. */
gboolean
tv_timeline_card_is_for (const TvTimelineCard *self, const TvTimelineHit *hit)
{
  const TvStackRun *run = &self->hit.stack;

  if (hit->path.row.dur > 0 || self->hit.path.row.dur > 0)
    return self->hit.path.row.ts == hit->path.row.ts &&
           self->hit.path.row.dur == hit->path.row.dur &&
           self->hit.path.row.root_utid == hit->path.row.root_utid;
  if (hit->stack.n_samples > 0 || run->n_samples > 0)
    return run->name == hit->stack.name && run->start_ns == hit->stack.start_ns &&
           run->n_samples == hit->stack.n_samples;
  return self->hit.slice == hit->slice && self->hit.counter == hit->counter &&
         self->hit.sample == hit->sample && self->hit.gap == hit->gap &&
         self->hit.stack_sample == hit->stack_sample;
}

/* Updates the hit after the described item has moved. */
void
tv_timeline_card_move (TvTimelineCard *self, const TvTimelineHit *hit)
{
  self->hit = *hit;
  if (hit->slice != TV_NONE || hit->path.row.dur > 0)
    tv_property_card_set_line (self->card, hit->rect.y, hit->rect.height);
}

/**
 * tv_timeline_card_place:
 * @pointer_x: x position of the pointer
 * @pointer_y: y position of the pointer
 * @space: available area
 * @bounds: (out): area of the card
 *
 * Places the card; see tv_property_card_place().
 *
 * Returns: whether the card fits
 */
gboolean
tv_timeline_card_place (TvTimelineCard *self,
                        double pointer_x,
                        double pointer_y,
                        const graphene_rect_t *space,
                        graphene_rect_t *bounds)
{
  return tv_property_card_place (self->card, pointer_x, pointer_y, space, bounds);
}

void
tv_timeline_card_paint (const TvTimelineCard *self,
                        cairo_t *cr,
                        const graphene_rect_t *bounds,
                        const TvTheme *theme)
{
  tv_property_card_paint (self->card, cr, bounds, theme);
}
