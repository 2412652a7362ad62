/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Strings of the overview: next to the chart, in its tooltip, and for assistive technologies. */

#include "ui/views/timeline/overview-view-private.h"

#include <glib/gi18n.h>

#include "core/time-format.h"

/* Smallest peak that is not formatted as 0.0 */
#define MIN_PEAK 0.05

static char *
format_number (double number)
{
  return g_strdup_printf (number < 9.95 ? "%.1f" : "%.0f", number);
}

/* Returns: (nullable): phrase with the maximum activity; %NULL until it is known */
char *
tv_overview_view_dup_detail (TvOverviewView *self)
{
  const TvActivity *activity = self->activities[TV_OVERVIEW_ALL];
  g_autofree char *peak = NULL;

  if (activity == NULL)
    return NULL;
  if (tv_activity_get_max_busy (activity) == 0 || tv_activity_get_peak (activity) < MIN_PEAK)
    return g_strdup (_("No CPU activity recorded"));
  peak = format_number (tv_activity_get_peak (activity));
  switch (tv_activity_get_kind (activity))
    {
    case TV_ACTIVITY_CPUS:
      /* Translators: busy CPUs and number of CPUs, such as "5.8 of 8" */
      return g_strdup_printf (_("up to %s of %u CPUs busy"), peak,
                              tv_activity_get_max_busy (activity));
    case TV_ACTIVITY_RUNNING:
      return g_strdup_printf (_("up to %s threads running"), peak);
    case TV_ACTIVITY_SAMPLES:
      return g_strdup_printf (_("up to %s threads sampled"), peak);
    case TV_ACTIVITY_THREADS:
    case TV_ACTIVITY_SLICES:
    default:
      return g_strdup_printf (_("up to %s threads in calls"), peak);
    }
}

static char *
dup_level (const TvActivity *activity, const TvActivityLevel *level)
{
  g_autofree char *mean = g_strdup_printf ("%.2f", level->mean);
  guint32 max_busy = tv_activity_get_max_busy (activity);

  switch (tv_activity_get_kind (activity))
    {
    case TV_ACTIVITY_CPUS:
      return g_strdup_printf (_("%s of %u CPUs busy on average (%.0f %%)"), mean, max_busy,
                              100.0 * level->mean / MAX (max_busy, 1));
    case TV_ACTIVITY_RUNNING:
      return g_strdup_printf (_("%s threads running on average: in calls and not switched away"),
                              mean);
    case TV_ACTIVITY_SAMPLES:
      return g_strdup_printf (_("%s threads sampled on average"), mean);
    case TV_ACTIVITY_THREADS:
    case TV_ACTIVITY_SLICES:
    default:
      return g_strdup_printf (_("%s threads in calls on average"), mean);
    }
}

/* Describes the visible part of the trace to assistive technologies. */
void
tv_overview_view_update_description (TvOverviewView *self)
{
  TvOverview overview;
  const TvTimeBase *base;
  g_autofree char *start = NULL, *end = NULL, *text = NULL;

  if (!tv_overview_view_get_overview (self, &overview))
    return;
  base = tv_session_get_time_base (self->session);
  start = tv_time_base_format (base, overview.visible_start_ns);
  end = tv_time_base_format (base, overview.visible_end_ns);
  /* Translators: start and end of the visible part of a trace, duration of the trace */
  text = g_strdup_printf (_("The timeline shows %s to %s of %s"), start, end, self->title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

gboolean
tv_overview_view_query_tooltip (GtkWidget *widget,
                                int x,
                                int y,
                                gboolean is_keyboard,
                                GtkTooltip *tooltip)
{
  TvOverviewView *self = TV_OVERVIEW_VIEW (widget);
  g_autofree char *time = NULL, *level_text = NULL, *text = NULL;
  TvOverview overview;
  TvActivityLevel level;
  gint64 ns, px_ns;

  if (is_keyboard || self->drag != TV_OVERVIEW_DRAG_NONE ||
      !tv_overview_view_get_overview (self, &overview) || self->activities[TV_OVERVIEW_ALL] == NULL)
    return FALSE;
  if (x < self->label_width)
    {
      text = g_strdup_printf (_("Overview of the whole trace: %s\nAt its busiest: %s"), self->title,
                              self->detail);
      gtk_tooltip_set_text (tooltip, text);
      return TRUE;
    }
  ns = tv_overview_get_ns (&overview, x) - overview.start_ns;
  px_ns = tv_overview_get_ns (&overview, x + 1) - overview.start_ns - ns;
  level = tv_activity_get_level (self->activities[TV_OVERVIEW_ALL], (double) ns,
                                 (double) (ns + px_ns));
  time = tv_time_base_format_at (tv_session_get_time_base (self->session), overview.start_ns + ns,
                                 MAX (px_ns, 1));
  level_text = dup_level (self->activities[TV_OVERVIEW_ALL], &level);
  text = g_strconcat (time, "\n", level_text, NULL);
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x, 0, 1, gtk_widget_get_height (widget) });
  return TRUE;
}
