/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-read-clock.h"

#include <glib/gi18n.h>

#include "formats/perfetto/perfetto-clocks.h"
#include "formats/perfetto/perfetto-walk.h"

/* Reads the trace clock and the clock snapshots of a trace, which synchronize the trace with other files. Ignores
 * clocks that are local to a sequence, because other files do not use them. Entry point: tv_perfetto_read_clock(),
 * the read_clock function of the Perfetto format. Reads the whole file before the session is loaded; changes only the
 * @clocks of the caller. */

/* Uncertainty of a snapshot in ns: the recorder reads the clocks one after the other, and may be interrupted in
 * between. */
#define UNCERTAINTY_NS 10000

/* Kernel clocks that other recordings of the device may also use, from builtin_clock.proto. */
static const struct
{
  guint32 number;
  const char *name;
} shared[] = {
  { TV_PERFETTO_REALTIME, TV_CLOCK_REALTIME },
  { TV_PERFETTO_MONOTONIC, TV_CLOCK_MONOTONIC },
  { TV_PERFETTO_BOOTTIME, TV_CLOCK_BOOTTIME },
};

typedef struct
{
  TvClocks *clocks;
  guint32 trace_clock;
  gint64 first_reading;
  gint64 first_packet;
} Search;

static const char *
get_name (guint32 number)
{
  for (gsize i = 0; i < G_N_ELEMENTS (shared); i++)
    if (shared[i].number == number)
      return shared[i].name;
  return NULL;
}

/* Parses a clock in a snapshot. Returns FALSE if different files cannot share the clock, or if its timestamp is
 * invalid. */
static gboolean
parse_clock (TvSpan message, guint32 *number, gint64 *ts)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint64 reported = 0, multiplier = 1;

  *number = 0;
  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      *number = (guint32) field.value;
    else if (field.number == 2)
      reported = field.value;
    else if (field.number == 4 && field.value > 0)
      multiplier = field.value;
  return get_name (*number) != NULL && reported <= G_MAXINT64 && multiplier <= G_MAXINT32 &&
         !__builtin_mul_overflow ((gint64) reported, (gint64) multiplier, ts);
}

static void
take_snapshot (Search *self, TvSpan message)
{
  TvClockReading readings[G_N_ELEMENTS (shared)];
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint n = 0;

  while (tv_proto_next (&proto, &field))
    if (field.number == 2 && field.value > 0)
      self->trace_clock = (guint32) field.value;
  proto = tv_proto_open (message);
  while (tv_proto_next (&proto, &field))
    {
      guint32 number;
      gint64 ts;

      if (field.number != 1 || field.type != TV_PROTO_BYTES || n == G_N_ELEMENTS (readings) ||
          !parse_clock (field.bytes, &number, &ts))
        continue;
      readings[n++] = (TvClockReading){ tv_clocks_add (self->clocks, get_name (number)), ts };
      if (number == self->trace_clock && self->first_reading == G_MININT64)
        self->first_reading = ts;
    }
  if (n > 1)
    tv_clocks_add_snapshot (self->clocks, readings, n, UNCERTAINTY_NS,
                            _("clock snapshots in the trace"));
}

/* Adds the snapshots of the host, and finds the host's first timestamp. A #TvPerfettoVisit. */
static gboolean
visit (const TvPerfettoPacket *packet, gpointer data)
{
  Search *self = data;

  if (packet->machine != 0)
    return TRUE;
  if (packet->payload == TV_PERFETTO_CLOCK_SNAPSHOT)
    take_snapshot (self, packet->content);
  else if (packet->has_timestamp && packet->clock_id == 0 && packet->timestamp <= G_MAXINT64 &&
           packet->defaults.text == NULL && packet->payload != TV_PERFETTO_FTRACE_EVENTS &&
           self->first_packet == G_MININT64)
    self->first_packet = (gint64) packet->timestamp;
  return TRUE;
}

/**
 * tv_perfetto_read_clock:
 * @input: a trace, in memory
 * @clocks: receives the snapshots
 * @first: (out): trace clock, and its reading at the start of the recording, in ns
 * @error: set in the domain %TV_ERROR
 *
 * Reads the clocks of a trace, but not its events.
 *
 * Returns: %FALSE with @error if the packets cannot be read
 */
gboolean
tv_perfetto_read_clock (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error)
{
  TvReadContext context = { 0 };
  Search search = { .clocks = clocks,
                    .trace_clock = TV_PERFETTO_BOOTTIME,
                    .first_reading = G_MININT64,
                    .first_packet = G_MININT64 };
  TvPerfettoWalk walk = {
    .input = input, .context = &context, .to = 1.0, .visit = visit, .data = &search
  };

  if (!tv_perfetto_walk (&walk, error))
    return FALSE;
  first->domain = tv_clocks_add (clocks, get_name (search.trace_clock));
  first->ts = search.first_reading != G_MININT64  ? search.first_reading
              : search.first_packet != G_MININT64 ? search.first_packet
                                                  : 0;
  return TRUE;
}
