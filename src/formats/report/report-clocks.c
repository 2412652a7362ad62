/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/report-clocks.h"

#include <glib/gi18n.h>

#include "formats/input/scan.h"

/* Determines the clocks of a bug report. Each part of a report that contains both uptime and wall clock time provides
 * bounds of the difference between these clocks. The intersection of all bounds from the same period is more precise
 * than each of them:
 *
 *     dumpsys gfxinfo      [─────────────────]
 *     dumpsys meminfo            [────────────────]
 *     a thread dump    [──────────────]
 *     difference                 [────]
 *
 * If the bounds contradict each other, their union is used. Readings from much earlier times, such as boot or an old
 * dump, may have a different difference, because the clock has since been set or the device has been suspended. They
 * become separate snapshots. Called by bug-report.c when a bug report is opened; tv_report_clocks_sync() passes the
 * snapshots to a multi-file session. Pure: reads the report, fills TvReportClocks. */

#define NS_PER_MS G_GINT64_CONSTANT (1000000)
#define NS_PER_S  G_GINT64_CONSTANT (1000000000)

/* Number of bytes at the start of a service's output in which the uptime is searched. */
#define FIRST_BYTES 1024

/* Maximum time in ns from the request for a dump to the start of the dump. */
#define LATE_NS (2 * NS_PER_S)

/* Maximum time in ns by which a line of the event log is later than its event. */
#define LOGGED_NS (50 * NS_PER_MS)

/* Maximum number of lines of the event log that are used. */
#define MAX_PROGRESS 64

/* Latest time in ns for which the time zone applies. One snapshot at this time and one on 2 January 1970 define the
 * same difference for all times. */
#define FAR_NS (G_GINT64_CONSTANT (70) * 365 * 86400 * NS_PER_S)

/* Interval in ns within which readings belong to the same group, even if they contradict each other. */
#define TOGETHER_NS (10 * 60 * NS_PER_S)

/* Maximum number of readings. Only crafted reports exceed it. */
#define MAX_READINGS 4096

/* Bounds of the difference between wall clock and uptime in ns, and the wall clock time at which they apply. */
typedef struct
{
  gint64 when_ns;
  gint64 start;
  gint64 end;
} Reading;

typedef struct
{
  TvReportClocks *clocks;
  GArray *all; /* Reading */
} Readings;

/* Adds a reading of the uptime, with bounds of the simultaneous wall clock time. */
static void
add_reading (Readings *self, gint64 uptime_ns, gint64 min_wall_ns, gint64 max_wall_ns)
{
  Reading reading = { .when_ns = min_wall_ns };

  if (uptime_ns < 0 || min_wall_ns < 0 || max_wall_ns < min_wall_ns ||
      self->all->len >= MAX_READINGS ||
      __builtin_sub_overflow (min_wall_ns, uptime_ns, &reading.start) ||
      __builtin_sub_overflow (max_wall_ns, uptime_ns, &reading.end))
    return;
  self->clocks->n_readings++;
  g_array_append_val (self->all, reading);
}

/* Compares readings by time, newest first. */
static int
compare_readings (gconstpointer a, gconstpointer b)
{
  const Reading *x = a, *y = b;

  return (x->when_ns < y->when_ns) - (x->when_ns > y->when_ns);
}

/* A group of readings that agree or are close in time. The intersection of their bounds is from @latest_start to
 * @earliest_end, the union from @earliest_start to @latest_end. */
typedef struct
{
  gint64 when_ns;
  gint64 latest_start, earliest_start;
  gint64 latest_end, earliest_end;
} Group;

static gboolean
belongs (const Group *group, const Reading *reading)
{
  return group->when_ns - reading->when_ns <= TOGETHER_NS ||
         (reading->start <= group->earliest_end && group->latest_start <= reading->end);
}

static void
add_sync_point (TvReportClocks *clocks, const Group *group)
{
  gboolean agree = group->latest_start <= group->earliest_end;
  gint64 start = agree ? group->latest_start : group->earliest_start;
  gint64 end = agree ? group->earliest_end : group->latest_end;

  if (clocks->n_sync_points < TV_REPORT_MAX_SYNC_POINTS)
    clocks->sync_points[clocks->n_sync_points++] = (TvReportSyncPoint){ group->when_ns,
                                                                        start + (end - start) / 2,
                                                                        (end - start + 1) / 2 };
}

static void
settle (Readings *self)
{
  Group group = { 0 };

  g_array_sort (self->all, compare_readings);
  for (guint i = 0; i < self->all->len; i++)
    {
      const Reading *reading = &g_array_index (self->all, Reading, i);

      if (i == 0 || !belongs (&group, reading))
        {
          if (i > 0)
            add_sync_point (self->clocks, &group);
          group = (Group){ reading->when_ns, reading->start, reading->start, reading->end,
                           reading->end };
          continue;
        }
      group.latest_start = MAX (group.latest_start, reading->start);
      group.earliest_start = MIN (group.earliest_start, reading->start);
      group.latest_end = MAX (group.latest_end, reading->end);
      group.earliest_end = MIN (group.earliest_end, reading->end);
    }
  if (self->all->len > 0)
    add_sync_point (self->clocks, &group);
}

/* ---- Numbers ---- */

static gboolean
take_number (TvSpan *rest, gint64 *number)
{
  guint64 value;

  if (!tv_scan_number (rest, 10, &value) || value >= G_MAXINT64 / 100 / NS_PER_MS)
    return FALSE;
  *number = (gint64) value;
  return TRUE;
}

/* Takes a number of seconds with an optional fraction, in ns. */
static gboolean
take_seconds (TvSpan *rest, gint64 *ns)
{
  if (!take_number (rest, ns) || *ns > G_MAXINT64 / 100 / NS_PER_S)
    return FALSE;
  *ns = *ns * NS_PER_S + tv_scan_fraction_ns (rest);
  return TRUE;
}

/* ---- Sections with uptime and wall clock time ---- */

/* Reads the line `Uptime: MS Realtime: MS` at the start of a service's output, and the end time and duration in the
 * line after the output. The end time is truncated to seconds. */
static void
read_service (Readings *self, const char *text, const TvReportSection *section, gsize next)
{
  const char *start = text + section->start;
  TvSpan content = { start, MIN (section->size, FIRST_BYTES) };
  TvSpan rest = { start + section->size, (gsize) (text + next - start) - section->size };
  const char *line = tv_scan_find (content, "Uptime: ");
  gint64 uptime_ms, realtime_ms, took_ns, wall_s;

  if (line == NULL || (line > start && line[-1] != '\n') || !tv_scan_past (&content, "Uptime: ") ||
      !take_number (&content, &uptime_ms) || !tv_scan_past (&content, "Realtime: "))
    return;
  if (take_number (&content, &realtime_ms) && realtime_ms >= uptime_ms)
    self->clocks->boot_ns = (realtime_ms - uptime_ms) * NS_PER_MS;

  if (!tv_scan_past (&rest, "--------- ") || !take_seconds (&rest, &took_ns) ||
      !tv_scan_past (&rest, "ending at: "))
    return;
  wall_s = tv_report_parse_time (rest);
  if (wall_s >= 0)
    add_reading (self, uptime_ms * NS_PER_MS, wall_s * NS_PER_S - took_ns,
                 (wall_s + 1) * NS_PER_S - took_ns);
}

/* Parses `YYYY-MM-DD hh:mm:ss.fff`. Returns ns since 1970, or -1 if the time is invalid. */
static gint64
parse_time (TvSpan text)
{
  gint64 seconds = tv_report_parse_time (text);
  gint64 ns;

  if (seconds < 0)
    return -1;
  tv_scan_go (&text, text.text + strlen ("YYYY-MM-DD hh:mm:"));
  return seconds * NS_PER_S + (take_seconds (&text, &ns) ? ns % NS_PER_S : 0);
}

/* Reads the lines `dumping pid: N at UPTIME_MS`, each together with the line `----- pid N at TIME` that follows for
 * the same process. */
static void
read_dump (Readings *self, const char *text, const TvReportSection *section)
{
  TvSpan rest = { text + section->start, section->size };

  while (tv_scan_past (&rest, "dumping pid: "))
    {
      g_autofree char *block = NULL;
      gint64 pid, uptime_ms, wall_ns;
      TvSpan of_block;

      if (!take_number (&rest, &pid) || !tv_scan_word (&rest, " at ") ||
          !take_number (&rest, &uptime_ms))
        continue;
      block = g_strdup_printf ("----- pid %" G_GINT64_FORMAT " at ", pid);
      of_block = rest;
      if (!tv_scan_past (&of_block, block))
        continue;
      wall_ns = parse_time (of_block);
      if (wall_ns >= LATE_NS)
        add_reading (self, uptime_ms * NS_PER_MS, wall_ns - LATE_NS, wall_ns);
    }
}

/* Parses `MM-DD hh:mm:ss.fff` in the given year, or a time that contains the year. Returns ns since 1970, or -1 if
 * the time is invalid. */
static gint64
parse_event_time (TvSpan line, int year)
{
  g_autofree char *whole = NULL;

  if (line.size > 5 && line.text[4] == '-')
    return parse_time (line);
  if (line.size < 14)
    return -1;
  whole = g_strdup_printf ("%04d-%.*s", year, (int) MIN (line.size, 18), line.text);
  return parse_time ((TvSpan){ whole, strlen (whole) });
}

/* Reads lines of the event log such as `12-31 23:59:57.123 … I boot_progress_start: UPTIME_MS`. The year is derived
 * from @when_s, the time of the report. */
static void
read_events (Readings *self, const char *text, const TvReportSection *section, gint64 when_s)
{
  const char *at = text + section->start, *end = at + section->size;
  g_autoptr (GDateTime) when = g_date_time_new_from_unix_utc (when_s);
  int year = when != NULL ? g_date_time_get_year (when) : 1970;
  TvSpan line;

  for (guint n = 0; n < MAX_PROGRESS && tv_scan_line (&at, end, &line);)
    {
      TvSpan value = line;
      gint64 uptime_ms, ns;

      if (!tv_scan_past (&value, "boot_progress_"))
        continue;
      n++;
      if (!tv_scan_past (&value, ": ") || !take_number (&value, &uptime_ms))
        continue;
      ns = parse_event_time (line, year);
      if (ns > (when_s + 86400) * NS_PER_S)
        ns = parse_event_time (line, year - 1);
      if (ns >= LOGGED_NS)
        add_reading (self, uptime_ms * NS_PER_MS, ns - LOGGED_NS, ns);
    }
}

/* ---- Time zone ---- */

static void
set_zone (TvReportClocks *clocks, gint32 utc_offset_s)
{
  clocks->has_zone = TRUE;
  clocks->utc_offset_s = utc_offset_s;
}

/* Reads the time zone from the system properties: `[persist.sys.timezone]: [Europe/Berlin]`. */
static void
read_zone_name (TvReportClocks *clocks, const TvReport *report, const TvReportSection *section)
{
  const char *start = g_bytes_get_data (report->bytes, NULL);
  TvSpan rest = { start + section->start, section->size }, value;
  g_autofree char *name = NULL;
  g_autoptr (GTimeZone) zone = NULL;

  if (!tv_scan_past (&rest, "[persist.sys.timezone]: ["))
    return;
  value = tv_scan_before (&rest, ']');
  if (rest.size == 0 || value.size == 0 || value.size > 64)
    return;
  name = g_strndup (value.text, value.size);
  zone = g_time_zone_new_identifier (name);
  if (zone != NULL)
    {
      gint interval = g_time_zone_find_interval (zone, G_TIME_TYPE_STANDARD,
                                                 MAX (report->when_s, 0));

      if (interval >= 0)
        set_zone (clocks, g_time_zone_get_offset (zone, interval));
    }
}

/* Reads the time zone from the first line of a dump: `----- pid N at TIME+0200 -----`. */
static void
read_zone_of_dump (TvReportClocks *clocks, const char *text, const TvReportSection *section)
{
  TvSpan rest = { text + section->start, section->size };

  while (!clocks->has_zone && tv_scan_past (&rest, "----- pid "))
    {
      TvSpan line = tv_scan_before (&rest, '\n');
      gboolean is_west;
      guint32 number;

      if (!tv_scan_past (&line, " at "))
        continue;
      if (line.size > 20)
        tv_scan_go (&line, line.text + strlen ("YYYY-MM-DD"));
      while (line.size > 0 && !tv_scan_is_at (&line, '+') && !tv_scan_is_at (&line, '-'))
        tv_scan_go (&line, line.text + 1);
      is_west = tv_scan_byte (&line, '-');
      if ((is_west || tv_scan_byte (&line, '+')) && tv_scan_digits (&line, 4, &number) &&
          (line.size == 0 || !g_ascii_isdigit (*line.text)) && number / 100 <= 14 &&
          number % 100 < 60)
        set_zone (clocks, (gint32) (number / 100 * 60 + number % 100) * 60 * (is_west ? -1 : 1));
    }
}

/* ---- All clocks ---- */

static gboolean
contains (TvSpan title, const char *text)
{
  return memmem (title.text, title.size, text, strlen (text)) != NULL;
}

/**
 * tv_report_read_clocks:
 * @report: a bug report
 * @clocks: (out): clock information in the report
 *
 * Reads the time zone of a report, and its snapshots of uptime and wall clock.
 */
void
tv_report_read_clocks (const TvReport *report, TvReportClocks *clocks)
{
  gsize size;
  const char *text = g_bytes_get_data (report->bytes, &size);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Reading));
  Readings readings = { clocks, all };

  *clocks = (TvReportClocks){ .boot_ns = -1 };
  for (guint i = 0; i < report->n; i++)
    {
      const TvReportSection *section = &report->sections[i];

      if (section->is_service)
        read_service (&readings, text, section, i + 1 < report->n ? section[1].start : size);
      else if (contains (section->title, "VM TRACES"))
        read_dump (&readings, text, section);
      else if (contains (section->title, "EVENT LOG"))
        read_events (&readings, text, section, MAX (report->when_s, 0));
      else if (contains (section->title, "SYSTEM PROPERTIES"))
        read_zone_name (clocks, report, section);
    }
  for (guint i = 0; i < report->n && !clocks->has_zone; i++)
    if (contains (report->sections[i].title, "VM TRACES"))
      read_zone_of_dump (clocks, text, &report->sections[i]);
  settle (&readings);
}

/**
 * tv_report_clocks_sync:
 * @self: clock information of a report
 * @clocks: clocks to which the snapshots are added
 *
 * Adds the clock snapshots of a report.
 */
void
tv_report_clocks_sync (const TvReportClocks *self, TvClocks *clocks)
{
  guint wall = tv_clocks_add (clocks, TV_CLOCK_LOCAL);
  guint mono = tv_clocks_add (clocks, TV_CLOCK_MONOTONIC);

  if (self->has_zone)
    {
      guint utc = tv_clocks_add (clocks, TV_CLOCK_REALTIME);
      gint64 ahead_ns = self->utc_offset_s * NS_PER_S;

      for (gint64 at = 86400 * NS_PER_S; at <= FAR_NS; at += FAR_NS - 86400 * NS_PER_S)
        {
          TvClockReading readings[] = { { wall, at + ahead_ns }, { utc, at } };

          tv_clocks_add_snapshot (clocks, readings, 2, 0, _("time zone of the bug report"));
        }
    }
  for (guint i = 0; i < self->n_sync_points; i++)
    {
      const TvReportSyncPoint *sync_point = &self->sync_points[i];
      /* CLOCK_BOOTTIME also advances during suspend, so its snapshot with the wall clock is valid for all times. */
      gboolean has_boot = i == 0 && self->boot_ns >= 0;
      TvClockReading readings[3] = { { wall, sync_point->when_ns },
                                     { mono, sync_point->when_ns - sync_point->wall_ns } };

      if (has_boot)
        readings[2] = (TvClockReading){ tv_clocks_add (clocks, TV_CLOCK_BOOTTIME),
                                        readings[1].ts + self->boot_ns };
      tv_clocks_add_snapshot (clocks, readings, has_boot ? 3 : 2, sync_point->uncertainty_ns,
                              _("uptime and wall times in the bug report"));
      if (has_boot)
        tv_clocks_add_snapshot (clocks, readings + 1, 2, NS_PER_MS,
                                _("uptime and elapsed realtime in the bug report"));
    }
}
