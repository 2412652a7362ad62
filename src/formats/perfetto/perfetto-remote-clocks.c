/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-remote-clocks.h"

/* Computes the clock offset between a virtual machine and its host from round trips, as NTP does. Called by the
 * Perfetto reader and cutter while packets are surveyed (_take()) and decoded (_pass()); _find() is called in
 * between. Also adds the clock snapshots of the guest to its TvPerfettoClocks. */

/* Field numbers of RemoteClockSync and SyncedClocks. */
enum
{
  SYNCED_CLOCKS = 1,
  CLIENT_CLOCKS = 2,
  HOST_CLOCKS = 3,
};

/* Synchronizations take place every 30 s. Two readings less than 30 s apart belong to the same round trip. */
#define ROUND_NS G_GINT64_CONSTANT (30000000000)

/* Readings of a clock on both machines in one synchronization, in ns; 0 if missing. */
typedef struct
{
  guint32 snapshot;
  guint32 number;
  gint64 guest;
  gint64 host;
} Reading;

void
tv_perfetto_remote_clocks_init (TvPerfettoRemoteClocks *self)
{
  self->readings = g_array_new (FALSE, FALSE, sizeof (Reading));
  self->n = 0;
}

void
tv_perfetto_remote_clocks_clear (TvPerfettoRemoteClocks *self)
{
  g_clear_pointer (&self->readings, g_array_unref);
}

/* ---- Decoding ---- */

static Reading *
get_reading (TvPerfettoRemoteClocks *self, guint32 number)
{
  Reading reading = { .snapshot = self->n, .number = number };

  for (guint i = self->readings->len; i-- > 0;)
    {
      Reading *known = &g_array_index (self->readings, Reading, i);

      if (known->snapshot != self->n)
        break;
      if (known->number == number)
        return known;
    }
  g_array_append_val (self->readings, reading);
  return &g_array_index (self->readings, Reading, self->readings->len - 1);
}

/* Reads those clocks of a ClockSnapshot that both machines may have. Skips clocks that are local to a sequence. */
static void
take_clocks (TvPerfettoRemoteClocks *self, TvSpan message, gboolean is_host)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      TvProto clock = tv_proto_open (field.bytes);
      guint64 number = 0, reported = 0;
      Reading *reading;

      if (field.number != 1 || field.type != TV_PROTO_BYTES)
        continue;
      while (tv_proto_next (&clock, &field))
        if (field.number == 1)
          number = field.value;
        else if (field.number == 2)
          reported = field.value;
      if (number == 0 || number >= TV_PERFETTO_FIRST_OWN || reported > G_MAXINT64)
        continue;
      reading = get_reading (self, (guint32) number);
      if (is_host)
        reading->host = (gint64) reported;
      else
        reading->guest = (gint64) reported;
    }
}

/**
 * tv_perfetto_remote_clocks_take:
 * @message: a RemoteClockSync
 * @sequence: sequence of the packet
 * @clocks: (inout): clocks of the guest; receive the guest's snapshots
 *
 * Adds the synchronizations in a message. Must be called for all messages, in file order.
 */
void
tv_perfetto_remote_clocks_take (TvPerfettoRemoteClocks *self,
                                TvSpan message,
                                guint32 sequence,
                                TvPerfettoClocks *clocks)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      TvProto inner = tv_proto_open (field.bytes);

      if (field.number != SYNCED_CLOCKS || field.type != TV_PROTO_BYTES)
        continue;
      while (tv_proto_next (&inner, &field))
        if (field.type == TV_PROTO_BYTES &&
            (field.number == CLIENT_CLOCKS || field.number == HOST_CLOCKS))
          {
            take_clocks (self, field.bytes, field.number == HOST_CLOCKS);
            if (field.number == CLIENT_CLOCKS)
              tv_perfetto_clocks_add_snapshot (clocks, field.bytes, sequence);
          }
      self->n++;
    }
}

/**
 * tv_perfetto_remote_clocks_pass:
 * @message: a RemoteClockSync that has been surveyed
 * @clocks: clocks of the guest
 *
 * Passes the guest's snapshots in the message, see tv_perfetto_clocks_pass().
 */
void
tv_perfetto_remote_clocks_pass (TvSpan message, TvPerfettoClocks *clocks)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      TvProto inner = tv_proto_open (field.bytes);

      if (field.number != SYNCED_CLOCKS || field.type != TV_PROTO_BYTES)
        continue;
      while (tv_proto_next (&inner, &field))
        if (field.number == CLIENT_CLOCKS && field.type == TV_PROTO_BYTES)
          tv_perfetto_clocks_pass (clocks);
    }
}

/* ---- Lookup ---- */

/* Returns the readings of a clock in a synchronization; NULL unless both machines reported the clock. */
static const Reading *
find (const TvPerfettoRemoteClocks *self, guint32 snapshot, guint32 number)
{
  guint first = 0, end = self->readings->len;

  while (first < end)
    {
      guint middle = first + (end - first) / 2;

      if (g_array_index (self->readings, Reading, middle).snapshot < snapshot)
        first = middle + 1;
      else
        end = middle;
    }
  for (; first < self->readings->len; first++)
    {
      const Reading *reading = &g_array_index (self->readings, Reading, first);

      if (reading->snapshot != snapshot)
        break;
      if (reading->number == number)
        return reading->guest > 0 && reading->host > 0 ? reading : NULL;
    }
  return NULL;
}

static gint64
get_middle (gint64 a, gint64 b)
{
  return a + (b - a) / 2;
}

/* Returns the mean of @n numbers, rounded towards 0. @sum is the sum of the numbers' differences from @first. */
static gint64
get_mean (gint64 first, gint64 sum, gint64 n)
{
  gint64 down = first + sum / n - (sum % n < 0);

  return down + (down < 0 && sum % n != 0);
}

/**
 * tv_perfetto_remote_clocks_find:
 * @number: a #TvPerfettoClock that both machines have
 * @ahead: (out): guest time minus host time, in ns
 *
 * Computes the offset between the clocks of guest and host. As in trace_processor, the offset is the mean of all
 * round trips, or, without a round trip, the difference in the last synchronization.
 *
 * Returns: %FALSE if the machines are not synchronized
 */
gboolean
tv_perfetto_remote_clocks_find (const TvPerfettoRemoteClocks *self, guint32 number, gint64 *ahead)
{
  gint64 first = 0, sum = 0, n = 0;
  const Reading *before = NULL, *any = NULL;

  for (guint32 snapshot = 0; snapshot < self->n; snapshot++)
    {
      const Reading *now = find (self, snapshot, number);

      if (now != NULL && before != NULL && now->guest - before->guest < ROUND_NS)
        {
          const gint64 aheads[] = { get_middle (before->guest, now->guest) - before->host,
                                    now->guest - get_middle (before->host, now->host) };

          for (guint i = 0; i < G_N_ELEMENTS (aheads); i++)
            {
              gint64 difference;

              first = n == 0 ? aheads[i] : first;
              if (__builtin_sub_overflow (aheads[i], first, &difference) ||
                  __builtin_add_overflow (sum, difference, &sum))
                return FALSE;
              n++;
            }
        }
      any = now != NULL ? now : any;
      before = now;
    }
  if (n > 0)
    *ahead = get_mean (first, sum, n);
  else if (any != NULL)
    *ahead = any->guest - any->host;
  return n > 0 || any != NULL;
}
