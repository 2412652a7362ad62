/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/device-log/device-log.h"
#include "formats/device-log/log-form.h"

/* By which clock a log is: only one of which UTC is known can be put beside others. */

/* The time of the first record of a text. */
static gboolean
find_first (TvInput *input, TvLogTime *time)
{
  const char *at = (const char *) input->data, *end = at + input->size;
  TvLogShape shape;
  TvSpan line;

  if (!tv_log_shape_find (at, MIN (input->size, input->head_size), input->head_size == input->size,
                          &shape))
    return FALSE;
  while (tv_log_next_line (&at, end, &line))
    {
      TvLogParsed parsed;

      if (tv_log_line_parse (tv_log_line_strip (line), shape.form, shape.has_process, &parsed) &&
          parsed.time.kind != TV_LOG_TIME_NONE)
        {
          *time = parsed.time;
          return TRUE;
        }
    }
  return FALSE;
}

/**
 * tv_device_log_read_clock:
 *
 * See #TvFormat. hilog's monotonic times join the seconds of one clock with the fractions of another,
 * and tie nothing.
 */
gboolean
tv_device_log_read_clock (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error)
{
  TvLogTime time = { .kind = TV_LOG_TIME_NONE };

  if (input->data != NULL && input->size > 0 && find_first (input, &time))
    switch (time.kind)
      {
      case TV_LOG_TIME_UTC:
        *first = (TvClockReading){ tv_clocks_add (clocks, TV_CLOCK_REALTIME), time.ns };
        return TRUE;
      case TV_LOG_TIME_BOOT:
        *first = (TvClockReading){ tv_clocks_add (clocks, TV_CLOCK_MONOTONIC), time.ns };
        return TRUE;
      default:
        g_set_error_literal (
            error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
            _("the log does not tell its time zone, so that nothing ties its times to "
              "those of other files; logcat -v epoch would"));
        return FALSE;
      }
  g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE, _("the log tells no times"));
  return FALSE;
}
