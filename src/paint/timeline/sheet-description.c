/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Describes an exported timeline: duration, number of threads, clock, and recording time. Called by sheet.c. Pure. */

#include "paint/timeline/sheet-description.h"

#include <glib/gi18n.h>

#include "core/time-format.h"

#define EARLIEST_DATE_S G_GINT64_CONSTANT (946684800) /* 2000-01-01 */

/* Returns a time in seconds since 1970. Returns 0 if the year is implausible, because the device's clock was not set
 * or the value is an uptime. */
static gint64
find_date (TvTrace *trace, const char *key, gint64 units_per_second)
{
  const char *value = tv_trace_find_metadata (trace, key);
  gint64 seconds = value != NULL ? g_ascii_strtoll (value, NULL, 10) / units_per_second : 0;

  return seconds >= EARLIEST_DATE_S ? seconds : 0;
}

/* Formats the recording time in UTC, so that it does not depend on the time zone of the computer. Returns NULL if it
 * is unknown. */
static char *
dup_date (TvTrace *trace)
{
  gint64 first = find_date (trace, "start-time-usec", G_USEC_PER_SEC);
  gint64 seconds = first > 0 ? first
                             : find_date (trace, "clock-sync-realtime", 1000 * G_USEC_PER_SEC);
  g_autoptr (GDateTime) date = seconds > 0 ? g_date_time_new_from_unix_utc (seconds) : NULL;
  g_autofree char *text = date != NULL ? g_date_time_format (date, "%F %R UTC") : NULL;

  /* Translators: recording time of a trace, such as 2024-06-10 06:13 UTC */
  return text != NULL ? g_strdup_printf (_("recorded %s"), text) : NULL;
}

static char *
dup_time (const TvTimelineSheetPlan *plan)
{
  gint64 origin = tv_trace_get_start_ns (plan->trace);
  gint64 trace_length = tv_trace_get_end_ns (plan->trace) - origin;
  gint64 length = plan->end_ns - plan->start_ns;
  gint64 resolution = MAX (length / 1000, 1);
  TvTimeBase base;
  g_autofree char *total = tv_time_format (trace_length);
  g_autofree char *start = NULL;
  g_autofree char *end = NULL;
  g_autofree char *duration = NULL;

  if (length >= trace_length)
    return g_steal_pointer (&total);
  if (plan->base == NULL)
    tv_time_base_init (&base, plan->trace, tv_time_base_get_default (plan->trace));
  start = tv_time_base_format_at (plan->base != NULL ? plan->base : &base, plan->start_ns,
                                  resolution);
  end = tv_time_base_format_at (plan->base != NULL ? plan->base : &base, plan->end_ns, resolution);
  duration = tv_time_format (length);
  /* Translators: a duration, its start and its end, and the duration of the whole trace: "310 ms from 1.2 s to
   * 1.51 s of 5.8 s" */
  return g_strdup_printf (_("%s from %s to %s of %s"), duration, start, end, total);
}

/* Formats the number of threads. If rows are not grouped and some threads are hidden, also includes the number of
 * visible threads. */
static char *
dup_threads (const TvTimelineSheetPlan *plan)
{
  guint32 n_tracks, n_threads, n = 0;
  const TvTrack *tracks = tv_trace_get_tracks (plan->trace, &n_tracks);
  guint n_rows = tv_timeline_layout_get_n_rows (plan->layout);

  tv_trace_get_threads (plan->trace, &n_threads);
  if (tv_timeline_has_groups (plan->trace))
    return tv_number_printf (ngettext ("%u thread", "%u threads", n_threads), n_threads);
  for (guint32 track = 0; track < n_tracks; track++)
    n += tracks[track].kind == TV_TRACK_THREAD && tracks[track].n_slices > 0;
  if (n_rows < n)
    /* Translators: number of shown threads, and of all threads in the trace */
    return tv_number_printf (ngettext ("%u of %u thread", "%u of %u threads", n), n_rows, n);
  return tv_number_printf (ngettext ("%u thread", "%u threads", n), n);
}

/**
 * tv_timeline_sheet_describe:
 * @plan: content of the sheet
 * @texts: label cache with the font of the description
 * @width: available width in px
 *
 * Describes the timeline in lines that fit into @width.
 * Returns: (transfer full) (element-type utf8): lines of the description
 */
GPtrArray *
tv_timeline_sheet_describe (const TvTimelineSheetPlan *plan, TvLabelCache *texts, double width)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  char *facts[] = {
    dup_time (plan),
    dup_threads (plan),
    g_strdup (tv_trace_is_rebuilt (plan->trace) ? _("timeline reconstructed from CPU times")
                                                : _("wall time")),
    dup_date (plan->trace),
  };
  g_autofree char *line = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    {
      g_autofree char *fact = facts[i];
      g_autofree char *longer = NULL;

      if (fact == NULL)
        continue;
      longer = line != NULL ? g_strdup_printf ("%s · %s", line, fact) : g_strdup (fact);
      if (line != NULL && tv_label_cache_measure (texts, longer) > width)
        {
          g_ptr_array_add (lines, g_steal_pointer (&line));
          line = g_steal_pointer (&fact);
        }
      else
        {
          g_free (line);
          line = g_steal_pointer (&longer);
        }
    }
  g_ptr_array_add (lines, g_steal_pointer (&line));
  return lines;
}
