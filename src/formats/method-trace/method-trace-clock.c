/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/method-trace-clock.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/method-trace/method-trace-header.h"
#include "formats/method-trace/packets/packet-trace.h"

/* Reads the clock of a method trace. Each trace has a separate clock, which starts at the start time in the header.
 * Dalvik took the start time from the wall clock; ART takes it from the monotonic clock. Entry point:
 * tv_method_trace_read_clock(), the read_clock function of method traces. Called before a session with several files
 * is read; adds readings to the clocks only. */

/* Start times from the year 2000 on are wall clock times: the monotonic clock would reach this value only after 30
 * years of uptime. */
#define EPOCH_NS (G_GUINT64_CONSTANT (946684800) * 1000000000)

#define START_UNCERTAINTY_NS 1000 /* resolution of the start time, which is stored in µs */

/**
 * tv_method_trace_set_no_clock:
 * @error: set to %TV_ERROR_UNSYNCHRONIZED_CLOCKS
 *
 * Sets the error for a trace that has only thread clocks.
 */
void
tv_method_trace_set_no_clock (GError **error)
{
  g_set_error_literal (
      error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
      _("it contains only the CPU times of threads, which cannot be compared with other files; "
        "record it with the wall clock or with both clocks"));
}

/**
 * tv_method_trace_sync_start:
 * @clocks: receives a snapshot of the trace's clock and the device's clock
 * @start_ns: start time in the header, in ns
 * @first: clock of the trace, and its reading at the start
 * @error: set to %TV_ERROR_UNSYNCHRONIZED_CLOCKS if the header has no valid start time
 *
 * Synchronizes the clock of the trace with the clock of the device.
 */
gboolean
tv_method_trace_sync_start (TvClocks *clocks,
                            guint64 start_ns,
                            TvClockReading *first,
                            GError **error)
{
  TvClockReading readings[2] = { *first };

  if (start_ns == 0 || start_ns > G_MAXINT64)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
                           _("its header contains no start time"));
      return FALSE;
    }
  readings[1].domain = tv_clocks_add (clocks, start_ns >= EPOCH_NS ? TV_CLOCK_REALTIME
                                                                   : TV_CLOCK_MONOTONIC);
  readings[1].ts = (gint64) start_ns;
  tv_clocks_add_snapshot (clocks, readings, G_N_ELEMENTS (readings), START_UNCERTAINTY_NS,
                          _("start time in the trace’s header"));
  return TRUE;
}

static gboolean
sync_records (const TvMethodHeader *header,
              TvMethodClock clock,
              TvClocks *clocks,
              TvClockReading *first,
              GError **error)
{
  if (clock == TV_METHOD_CLOCK_THREAD_CPU)
    {
      tv_method_trace_set_no_clock (error);
      return FALSE;
    }
  *first = (TvClockReading){ tv_clocks_add (clocks, NULL), 0 };
  return tv_method_trace_sync_start (
      clocks, MIN (header->start_us, (guint64) G_MAXINT64 / 1000 + 1) * 1000, first, error);
}

/* Determines the clock of a stream. The summary after all records names the clock; without a summary, it is the wall
 * clock. */
static gboolean
read_stream_clock (const TvMethodHeader *header,
                   TvInput *input,
                   TvClocks *clocks,
                   TvClockReading *first,
                   GError **error)
{
  static const char option[] = "\nclock=thread-cpu\n";
  gboolean has_option = memmem (input->data, input->size, option, strlen (option)) != NULL;

  return sync_records (header, has_option ? TV_METHOD_CLOCK_THREAD_CPU : TV_METHOD_CLOCK_WALL,
                       clocks, first, error);
}

/* Reads the method list from @list and the header of the records from @records. If both are the same file, the
 * header follows the list. */
static gboolean
read_classic_clock (TvInput *list,
                    TvInput *records,
                    TvClocks *clocks,
                    TvClockReading *first,
                    GError **error)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  TvMethodTraceKeys keys;
  TvMethodHeader header;
  TvRecordLayout layout;
  gsize size, at = 0;
  gboolean is_read;

  tv_method_trace_keys_init (&keys, builder);
  is_read = tv_method_trace_keys_parse (&keys, (const char *) list->data, list->size, 0, &size,
                                        error);
  if (is_read && list == records)
    at = size;
  is_read = is_read && tv_method_header_parse (&header, records->data + at,
                                               MIN (records->size - at, TV_METHOD_HEADER_MAX),
                                               (gint64) at, error);
  if (is_read)
    {
      tv_method_header_guess_records (&header, &keys, &layout);
      is_read = sync_records (&header, layout.clock, clocks, first, error);
    }
  tv_method_trace_keys_clear (&keys);
  return is_read;
}

/* Reads the clock of a trace that consists of two files. Opens the other file, which must be in the same folder. */
static gboolean
read_pair_clock (TvInput *input,
                 gboolean is_list,
                 TvClocks *clocks,
                 TvClockReading *first,
                 GError **error)
{
  g_autoptr (TvInput) other = is_list ? tv_input_open_sibling (input, ".key", ".data", NULL)
                                      : tv_input_open_sibling (input, ".data", ".key", NULL);

  if (other == NULL)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_TRUNCATED,
                           _("its other part, NAME.key or NAME.data, is missing"));
      return FALSE;
    }
  if (!tv_input_load (other, NULL, error))
    return FALSE;
  return read_classic_clock (is_list ? input : other, is_list ? other : input, clocks, first,
                             error);
}

/**
 * tv_method_trace_read_clock:
 * @input: a method trace, in memory
 * @clocks: receives the snapshots of the trace's clock and the device's clock
 * @first: (out): a reading of the trace's clock
 * @error: set in the domain %TV_ERROR if the trace has no usable clock
 *
 * Reads the clock of any method trace; see TvFormat.read_clock.
 */
gboolean
tv_method_trace_read_clock (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error)
{
  static const char end[] = "\n*end\n";
  gsize prefix_size = MIN (input->prefix_size, TV_METHOD_HEADER_MAX);
  const guint8 *list_end;
  TvMethodHeader header;

  if (tv_packet_trace_recognize (input->prefix, prefix_size))
    return tv_packet_trace_read_clock (input, clocks, first, error);
  if (tv_method_header_has_magic (input->prefix, prefix_size))
    {
      if (!tv_method_header_parse (&header, input->prefix, prefix_size, 0, error))
        return FALSE;
      return header.is_stream ? read_stream_clock (&header, input, clocks, first, error)
                              : read_pair_clock (input, FALSE, clocks, first, error);
    }
  list_end = memmem (input->data, input->size, end, strlen (end));
  if (list_end == NULL || list_end + strlen (end) == input->data + input->size)
    return read_pair_clock (input, TRUE, clocks, first, error);
  return read_classic_clock (input, input, clocks, first, error);
}
