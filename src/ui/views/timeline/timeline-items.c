/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Classes of the items that a hit test can find: descriptions for the card below the pointer, and effects of clicks
 * and double clicks. Used by timeline-hover.c and timeline-input.c. Clicks change only the session. */

#include "ui/views/timeline/timeline-items.h"

#include "ui/properties/counter-properties.h"
#include "ui/properties/path-properties.h"
#include "ui/properties/sample-properties.h"
#include "ui/properties/slice-properties.h"
#include "ui/views/timeline/timeline-motion.h"

static TvPropertyList *
describe_slice (TvTrace *trace, const TvTimeBase *base, const TvTimelineHit *hit)
{
  return tv_slice_properties_new (trace, base, hit->slice, TV_PROPERTY_BRIEF);
}

static void
click_slice (TvTimeline *self, const TvTimelineHit *hit, gint64 ns, GdkModifierType state)
{
  TvSession *session = tv_timeline_get_session (self);
  guint32 before = tv_session_get_selected_slice (session);

  tv_session_select_slice (session, hit->slice);
  tv_session_show_heap_dump (session, hit->slice);
  if (state & GDK_SHIFT_MASK && tv_session_is_heap_dump (session, hit->slice))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.compare-dumps", "(uu)", hit->slice, before);
}

static void
fit_slice (TvTimeline *self, const TvTimelineHit *hit)
{
  tv_timeline_fit_slice (self, hit->slice);
}

static TvPropertyList *
describe_counter (TvTrace *trace, const TvTimeBase *base, const TvTimelineHit *hit)
{
  gint64 ns = tv_trace_get_start_ns (trace) -
              1; /* before all values, so that the properties contain no value */

  if (hit->sample != TV_NONE)
    ns = tv_trace_get_samples (trace)->ts[hit->sample];
  else if (hit->gap != TV_NONE)
    ns = tv_trace_get_counter_gaps (trace, NULL)[hit->gap].end_ns - 1;
  return tv_counter_properties_new (trace, base, hit->counter, ns, hit->mode);
}

static void
click_counter (TvTimeline *self, const TvTimelineHit *hit, gint64 ns, GdkModifierType state)
{
  tv_session_select_counter (tv_timeline_get_session (self), hit->counter, ns);
}

static TvPropertyList *
describe_sample (TvTrace *trace, const TvTimeBase *base, const TvTimelineHit *hit)
{
  return tv_sample_properties_new (trace, base, hit->stack_sample);
}

static void
click_sample (TvTimeline *self, const TvTimelineHit *hit, gint64 ns, GdkModifierType state)
{
  tv_session_select_sample (tv_timeline_get_session (self), hit->stack_sample);
}

static TvPropertyList *
describe_stack (TvTrace *trace, const TvTimeBase *base, const TvTimelineHit *hit)
{
  return tv_stack_run_properties_new (trace, base, hit->stack_sample, &hit->stack);
}

static void
click_stack (TvTimeline *self, const TvTimelineHit *hit, gint64 ns, GdkModifierType state)
{
  tv_session_select_on_stack (tv_timeline_get_session (self), hit->stack_sample,
                              tv_call_name_get_symbol (hit->stack.name));
}

static TvPropertyList *
describe_path (TvTrace *trace, const TvTimeBase *base, const TvTimelineHit *hit)
{
  return tv_path_properties_new (trace, base, &hit->path);
}

static void
click_path (TvTimeline *self, const TvTimelineHit *hit, gint64 ns, GdkModifierType state)
{
  tv_session_select_path (tv_timeline_get_session (self), &hit->path);
}

static void
fit_path (TvTimeline *self, const TvTimelineHit *hit)
{
  tv_session_set_visible (tv_timeline_get_session (self), hit->path.row.ts,
                          hit->path.row.ts + hit->path.row.dur);
}

/* Clears the selection. */
static void
click_nothing (TvTimeline *self, const TvTimelineHit *hit, gint64 ns, GdkModifierType state)
{
  TvSession *session = tv_timeline_get_session (self);

  tv_session_select_symbol (session, TV_NONE);
  tv_session_select_sample (session, TV_NONE);
  tv_session_select_counter (session, TV_NONE, G_MININT64);
  tv_session_select_path (session, NULL);
}

const TvItemClass tv_item_classes[] = {
  [TV_ITEM_NONE] = { .click = click_nothing },
  [TV_ITEM_SLICE] = { describe_slice, click_slice, fit_slice },
  [TV_ITEM_COUNTER] = { describe_counter, click_counter, NULL },
  [TV_ITEM_SAMPLE] = { describe_sample, click_sample, NULL },
  [TV_ITEM_STACK] = { describe_stack, click_stack, NULL },
  [TV_ITEM_PATH] = { describe_path, click_path, fit_path },
};
