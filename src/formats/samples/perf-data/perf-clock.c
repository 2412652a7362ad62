/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/perf-data/perf-clock.h"

#include <stdlib.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/samples/perf-data/perf-records.h"

/* Determines the clock of a perf.data file, and synchronizes it with the wall clock. Entry point:
 * tv_perf_data_read_clock(), the read_clock function of perf.data. Changes only the clocks. */

/* Bit 25 of the flags in perf_event_attr: the field clockid is valid. */
#define USES_CLOCK_ID (G_GUINT64_CONSTANT (1) << 25)

#define CLOCK_DATA_UNCERTAINTY_NS 1000

/* Uncertainty of simpleperf's timestamp, which has a resolution of 1 s and is earlier than the first sample. */
#define TIMESTAMP_UNCERTAINTY_NS G_GINT64_CONSTANT (2000000000)

static const char *
get_name (gint64 clock_id)
{
  switch (clock_id)
    {
    case 0:
      return TV_CLOCK_REALTIME;
    case 1:
      return TV_CLOCK_MONOTONIC;
    case 4:
      return "mono_raw";
    case 7:
      return TV_CLOCK_BOOTTIME;
    default:
      return NULL;
    }
}

/* Returns the clock whose name simpleperf stores instead of setting the flag bit, or NULL. */
static const char *
find_word (const TvPerfFile *self)
{
  static const char *const clock_names[][2] = { { "realtime", TV_CLOCK_REALTIME },
                                                { "monotonic", TV_CLOCK_MONOTONIC },
                                                { "monotonic_raw", "mono_raw" },
                                                { "boottime", TV_CLOCK_BOOTTIME } };
  TvSpan word = tv_perf_file_find_meta (self, "clockid");

  for (guint i = 0; i < G_N_ELEMENTS (clock_names); i++)
    if (tv_span_is (word, clock_names[i][0]))
      return clock_names[i][1];
  return NULL;
}

/* Returns the name of the timestamps' clock: a name that core/clocks.h defines, "mono_raw" or another clock of the
 * kernel, or TV_PERF_CLOCK. */
const char *
tv_perf_file_get_clock (const TvPerfFile *self)
{
  const TvPerfAttr *attr = self->attrs->len > 0 ? &g_array_index (self->attrs, TvPerfAttr, 0)
                                                : NULL;
  const char *name = attr != NULL && (attr->flags & USES_CLOCK_ID) != 0 ? get_name (attr->clock_id)
                                                                        : find_word (self);

  return name != NULL ? name : TV_PERF_CLOCK;
}

/* ---- First timestamp ---- */

static gboolean
find_first (TvPerfFile *self, gint64 *ts, GError **error)
{
  const TvReadContext context = { .thread = g_thread_self () };
  TvSpan times = self->features[TV_PERF_FEATURE_SAMPLE_TIME];
  guint64 reported;
  TvPerfRecords records;
  gboolean is_read, is_found = FALSE;

  if (times.text != NULL && tv_perf_take_u64 (&times, &reported) && reported > 0 &&
      reported <= G_MAXINT64 / 2)
    {
      *ts = (gint64) reported;
      return TRUE;
    }
  tv_perf_records_init (&records, self);
  is_read = tv_perf_records_read (&records, &context, error);
  for (guint row = 0; is_read && !is_found && row < tv_perf_records_get_n (&records); row++)
    {
      TvPerfRecord record;

      tv_perf_records_get (&records, row, &record, &reported);
      is_found = record.type == TV_PERF_RECORD_SAMPLE && reported > 0 && reported <= G_MAXINT64 / 2;
    }
  tv_perf_records_clear (&records);
  if (is_found)
    *ts = (gint64) reported;
  else if (is_read)
    g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
                         _("The file contains no samples with timestamps"));
  return is_found;
}

/* ---- Clock snapshots ---- */

static void
tie (TvClocks *clocks, TvClockReading own, gint64 realtime, gint64 uncertainty, const char *source)
{
  TvClockReading both[] = { own, { tv_clocks_add (clocks, TV_CLOCK_REALTIME), realtime } };

  if (both[1].domain != own.domain && realtime > 0)
    tv_clocks_add_snapshot (clocks, both, G_N_ELEMENTS (both), uncertainty, source);
}

/* Synchronizes the clocks with perf's CLOCK_DATA, which consists of a version, a clock id, a wall clock time, and the
 * simultaneous time of the clock. */
static void
sync_by_clock_data (const TvPerfFile *self, TvClocks *clocks, guint domain)
{
  TvSpan data = self->features[TV_PERF_FEATURE_CLOCK_DATA];
  guint32 version, clock_id;
  guint64 realtime, ts;

  if (data.text != NULL && tv_perf_take_u32 (&data, &version) &&
      tv_perf_take_u32 (&data, &clock_id) && tv_perf_take_u64 (&data, &realtime) &&
      tv_perf_take_u64 (&data, &ts) && MAX (realtime, ts) <= G_MAXINT64 / 2)
    tie (clocks, (TvClockReading){ domain, (gint64) ts }, (gint64) realtime,
         CLOCK_DATA_UNCERTAINTY_NS, _("CLOCK_DATA of perf record"));
}

/* Synchronizes the clocks with simpleperf's timestamp, which is the wall clock time in s at the start of the
 * recording. */
static void
sync_by_timestamp (const TvPerfFile *self, TvClocks *clocks, const TvClockReading *first)
{
  TvSpan text = tv_perf_file_find_meta (self, "timestamp");
  g_autofree char *number = g_strndup (text.size > 0 ? text.text : "", text.size);
  gint64 s = g_ascii_strtoll (number, NULL, 10);

  if (s > 0 && s < G_MAXUINT32)
    tie (clocks, *first, s * G_GINT64_CONSTANT (1000000000), TIMESTAMP_UNCERTAINTY_NS,
         _("timestamp of simpleperf"));
}

/* Reads the first timestamp, and synchronizes the clocks. Implements @read_clock of TvFormat. */
gboolean
tv_perf_data_read_clock (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error)
{
  TvPerfFile file;
  gboolean is_read = tv_perf_file_open (&file, input, error) &&
                     find_first (&file, &first->ts, error);

  if (is_read)
    {
      first->domain = tv_clocks_add (clocks, tv_perf_file_get_clock (&file));
      sync_by_clock_data (&file, clocks, first->domain);
      sync_by_timestamp (&file, clocks, first);
    }
  tv_perf_file_clear (&file);
  return is_read;
}
