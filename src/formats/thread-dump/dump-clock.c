/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/thread-dump/dump-clock.h"

#include <stdlib.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/thread-dump/dump-line.h"
#include "formats/thread-dump/dump-line-iter.h"

/* Reads the clock of dumps: the wall clock, usually with its time zone. When Android requests a dump from a process,
 * it also writes the uptime in ms:
 *
 *   ----- dumping pid: 12 at 629666       CLOCK_MONOTONIC
 *   ----- pid 12 at 2025-12-31 …+0200     wall clock when the process starts to dump, 5 ms to 2 s later
 *
 * The process with the smallest delay provides the best difference between the clocks. HotSpot writes a line with the
 * local time before a dump. Entry point: tv_dump_read_clock(), the read_clock function of thread dumps. Changes only
 * the clocks. */

#define NS_PER_MS G_GINT64_CONSTANT (1000000)

/* Bounds of the uncertainty in ns. The maximum applies if only one process was dumped. */
#define MIN_LATE_NS (5 * NS_PER_MS)
#define MAX_LATE_NS (2000 * NS_PER_MS)

typedef struct
{
  gboolean has_first;
  gint64 first_ns;
  gint32 utc_offset_s;
  guint n;
  gint64 min_ns; /* wall clock time minus uptime */
  gint64 max_ns;
} Readings;

static gint64
parse_ms (TvSpan text)
{
  g_autofree char *digits = g_strndup (text.text, MIN (text.size, 15));

  return g_ascii_isdigit (*digits) ? g_ascii_strtoll (digits, NULL, 10) : -1;
}

static void
add_block (Readings *self, const TvDumpLine *block, gint64 asked_ms)
{
  gint64 ahead_ns;

  if (block->ns == TV_NO_TIME)
    return;
  if (!self->has_first)
    {
      self->has_first = TRUE;
      self->utc_offset_s = block->has_zone ? block->utc_offset_s : G_MININT32;
      self->first_ns = block->ns;
    }
  if (asked_ms < 0)
    return;
  ahead_ns = block->ns - asked_ms * NS_PER_MS;
  self->min_ns = self->n == 0 ? ahead_ns : MIN (self->min_ns, ahead_ns);
  self->max_ns = self->n == 0 ? ahead_ns : MAX (self->max_ns, ahead_ns);
  self->n++;
}

static void
read_blocks (TvInput *input, Readings *readings)
{
  TvDumpLineIter text;
  TvDumpLine line;
  TvSpan bytes;
  gsize file_offset;
  TvDumpLine header = { .ns = TV_NO_TIME };
  guint32 asked = TV_NONE;
  gint64 asked_ms = -1;

  tv_dump_line_iter_init (&text, (const char *) input->data, input->size);
  while (tv_dump_line_iter_next (&text, &bytes, &file_offset))
    {
      tv_dump_line_parse (bytes, &line);
      if (line.kind == TV_DUMP_LINE_DUMPING && line.value.size > 0)
        {
          asked = line.n;
          asked_ms = parse_ms (line.value);
        }
      else if (line.kind == TV_DUMP_LINE_PROCESS)
        add_block (readings, &line, line.n == asked ? asked_ms : -1);
      else if (line.kind == TV_DUMP_LINE_OTHER && line.ns != TV_NO_TIME)
        header.ns = line.ns;
      else if (line.kind == TV_DUMP_LINE_HOTSPOT)
        add_block (readings, &header, -1);
    }
  tv_dump_line_iter_clear (&text);
}

static void
sync_uptime (const Readings *readings, TvClockReading first, TvClocks *clocks)
{
  gint64 late_ns = readings->n > 1
                       ? CLAMP (readings->max_ns - readings->min_ns, MIN_LATE_NS, MAX_LATE_NS)
                       : MAX_LATE_NS;
  TvClockReading both[] = {
    first, { tv_clocks_add (clocks, TV_CLOCK_MONOTONIC), readings->first_ns - readings->min_ns }
  };

  if (readings->n > 0)
    tv_clocks_add_snapshot (clocks, both, 2, late_ns, _("time when the dump was requested"));
}

/**
 * tv_dump_read_clock:
 *
 * Reads the clock of a dump; see @read_clock of #TvFormat. If the dump contains a trace, reads the clock of the trace
 * instead.
 */
gboolean
tv_dump_read_clock (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error)
{
  Readings readings = { .has_first = FALSE };

  if (tv_format_read_clock_inside (input, clocks, first, NULL))
    return TRUE;
  read_blocks (input, &readings);
  if (!readings.has_first)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
                           _("the dump contains no timestamp"));
      return FALSE;
    }
  *first = tv_clocks_read_wall (clocks, readings.first_ns, readings.utc_offset_s);
  sync_uptime (&readings, *first, clocks);
  return TRUE;
}
