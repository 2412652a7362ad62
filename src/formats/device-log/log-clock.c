/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/device-log/device-log.h"
#include "formats/device-log/log-form.h"
#include "formats/input/scan.h"

/* Determines the clock of a log. Timestamps without a time zone are local wall clock time: all logs of a device have
 * the same zone, which a bug report may contain. Entry point: tv_device_log_read_clock(), the read_clock function of
 * the log formats. Adds a reading to the clocks; reads only the start and the end of the file. */

/* Number of bytes at the end of the file that are searched for the last record. */
#define TAIL_BYTES (64u * 1024)

/* Maximum time by which timestamps in local time may be later than the modification time, which is in UTC. */
#define DAY_NS TV_LOG_NS_PER_DAY

/* Offset of the seconds since 1970 in a record of a binary log, in bytes. */
#define SECOND_AT 12

static gboolean
find_shape (TvInput *input, TvLogShape *shape)
{
  return tv_log_shape_find ((const char *) input->data, MIN (input->size, input->prefix_size),
                            input->prefix_size == input->size, shape);
}

/* Sets @time to the timestamp of the first or the last record with a timestamp. Returns FALSE if there is none. */
static gboolean
find_time (const char *at,
           const char *end,
           const TvLogShape *shape,
           gboolean is_last,
           TvLogTime *time)
{
  gboolean is_found = FALSE;
  TvSpan line;

  while ((is_last || !is_found) && tv_scan_line (&at, end, &line))
    {
      TvLogParsed parsed;

      if (!tv_log_line_parse (tv_log_line_strip (line), shape->form, shape->has_process, &parsed) ||
          parsed.time.kind == TV_LOG_TIME_NONE)
        continue;
      *time = parsed.time;
      is_found = TRUE;
    }
  return is_found;
}

/* Returns the first timestamp with a year added: the latest year for which the last timestamp is at most a day after
 * the file was modified (or after now, if that time is unknown). */
static gint64
add_year (TvInput *input, const TvLogShape *shape, const TvLogTime *first)
{
  const char *end = (const char *) input->data + input->size;
  const char *tail = end - MIN (input->size, TAIL_BYTES);
  gint64 latest_ns = (input->modified_s > 0 ? input->modified_s
                                            : g_get_real_time () / G_USEC_PER_SEC) *
                     TV_LOG_NS_PER_S;
  int year = tv_log_time_get_year ((latest_ns + DAY_NS) / TV_LOG_NS_PER_S);
  TvLogTime last = *first;

  find_time (tail, end, shape, TRUE, &last);
  if (!tv_log_time_is_yearless (&last))
    last = *first;
  if (tv_log_time_add_year (last.ns, year, last.is_month_0) > latest_ns + DAY_NS)
    year--;
  /* A log in which New Year occurs begins in the previous year. */
  if (first->ns > last.ns && first->ns - last.ns > TV_LOG_YEARLESS_NS / 2)
    year--;
  return tv_log_time_add_year (first->ns, year, first->is_month_0);
}

static gboolean
set_local (TvInput *input,
           const TvLogShape *shape,
           const TvLogTime *time,
           TvClocks *clocks,
           TvClockReading *first)
{
  *first = (TvClockReading){ tv_clocks_add (clocks, TV_CLOCK_LOCAL),
                             time->kind == TV_LOG_TIME_YEARLESS ? add_year (input, shape, time)
                                                                : time->ns };
  return TRUE;
}

/**
 * tv_device_log_read_clock:
 *
 * Reads the first timestamp of a log; see @read_clock of #TvFormat. hilog's monotonic times combine the seconds of
 * one clock with the fractions of another, so they cannot be synchronized.
 */
gboolean
tv_device_log_read_clock (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error)
{
  TvLogTime time = { .kind = TV_LOG_TIME_NONE };
  const char *text = (const char *) input->data;
  TvLogShape shape;

  if (text != NULL && tv_logcat_binary_is_one (input))
    {
      guint32 second;

      memcpy (&second, text + SECOND_AT, sizeof second);
      second = GUINT32_FROM_LE (second);
      *first = (TvClockReading){ tv_clocks_add (clocks, TV_CLOCK_REALTIME),
                                 second * TV_LOG_NS_PER_S };
      return TRUE;
    }
  if (text == NULL || input->size == 0 || !find_shape (input, &shape) ||
      !find_time (text, text + input->size, &shape, FALSE, &time) ||
      time.kind == TV_LOG_TIME_OF_DAY)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
                           time.kind == TV_LOG_TIME_OF_DAY
                               ? _("the timestamps of the log have no date")
                               : _("the log contains no timestamps"));
      return FALSE;
    }
  switch (time.kind)
    {
    case TV_LOG_TIME_YEARLESS_ZONED:
      time.ns = add_year (input, &shape, &time) - time.utc_offset_s * TV_LOG_NS_PER_S;
      *first = (TvClockReading){ tv_clocks_add (clocks, TV_CLOCK_REALTIME), time.ns };
      tv_clocks_sync_zone (clocks, time.ns, time.utc_offset_s);
      return TRUE;
    case TV_LOG_TIME_UTC:
      *first = (TvClockReading){ tv_clocks_add (clocks, TV_CLOCK_REALTIME), time.ns };
      if (time.has_year)
        tv_clocks_sync_zone (clocks, time.ns, time.utc_offset_s);
      return TRUE;
    case TV_LOG_TIME_BOOT:
      *first = (TvClockReading){ tv_clocks_add (clocks, TV_CLOCK_MONOTONIC), time.ns };
      return TRUE;
    default:
      return set_local (input, &shape, &time, clocks, first);
    }
}
