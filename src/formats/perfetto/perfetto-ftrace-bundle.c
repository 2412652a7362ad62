/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-ftrace-bundle.h"

/* Parses the header fields of ftrace event bundles, and derives clock snapshots from them. Called by
 * perfetto-kernel-events.c and the cutter. Pure, except that tv_perfetto_ftrace_bundle_add_sync_point() adds a
 * snapshot to the clocks. */

/* Values of FtraceClock. */
enum
{
  CLOCK_BOOT = 0,
  CLOCK_UNKNOWN = 1,
  CLOCK_GLOBAL = 2,
  CLOCK_LOCAL = 3,
  CLOCK_MONO_RAW = 4,
};

/* Parses the header fields of a bundle. */
void
tv_perfetto_ftrace_bundle_parse (TvSpan message, TvPerfettoFtraceBundle *out)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  *out = (TvPerfettoFtraceBundle){ 0 };
  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case TV_PERFETTO_BUNDLE_CPU:
        out->has_cpu = TRUE;
        out->cpu_number = field.value;
        out->cpu = (guint32) field.value;
        break;
      case TV_PERFETTO_BUNDLE_LOST:
        out->has_lost = field.value != 0;
        break;
      case TV_PERFETTO_BUNDLE_CLOCK:
        out->clock = (guint) field.value;
        break;
      case TV_PERFETTO_BUNDLE_CLOCK_TIME:
        out->clock_time = (gint64) field.value;
        break;
      case TV_PERFETTO_BUNDLE_BOOT_TIME:
        out->boot_time = (gint64) field.value;
        break;
      case TV_PERFETTO_BUNDLE_LAST_READ:
        out->last_read = (gint64) field.value;
        out->has_last_read = TRUE;
        break;
      case TV_PERFETTO_BUNDLE_PREVIOUS_END:
        out->previous_end = (gint64) field.value;
        out->has_previous_end = TRUE;
        break;
      default:
        break;
      }
}

/* Returns the number of the clock that a bundle's events use, or 0 if the clock is unknown. */
guint32
tv_perfetto_ftrace_bundle_get_clock (const TvPerfettoFtraceBundle *self)
{
  switch (self->clock)
    {
    case CLOCK_BOOT:
      return TV_PERFETTO_BOOTTIME;
    case CLOCK_MONO_RAW:
      return TV_PERFETTO_MONOTONIC_RAW;
    case CLOCK_GLOBAL:
    case CLOCK_LOCAL:
      return TV_PERFETTO_FIRST_OWN;
    default:
      return 0;
    }
}

/* Returns whether the bundle synchronizes its event clock with the boot clock. */
gboolean
tv_perfetto_ftrace_bundle_has_sync_point (const TvPerfettoFtraceBundle *self)
{
  return self->clock != CLOCK_BOOT && tv_perfetto_ftrace_bundle_get_clock (self) != 0 &&
         self->clock_time > 0 && self->boot_time > 0;
}

/**
 * tv_perfetto_ftrace_bundle_add_sync_point:
 * @clocks: clocks, before tv_perfetto_clocks_settle()
 * @sequence: sequence of the packet
 *
 * If the bundle contains readings of the event clock and the boot clock, adds a snapshot that synchronizes the two.
 * In this case, tv_perfetto_clocks_pass() must be called once when the packet is decoded.
 *
 * Returns: whether a snapshot was added
 */
gboolean
tv_perfetto_ftrace_bundle_add_sync_point (const TvPerfettoFtraceBundle *self,
                                          TvPerfettoClocks *clocks,
                                          guint32 sequence)
{
  if (!tv_perfetto_ftrace_bundle_has_sync_point (self))
    return FALSE;
  tv_perfetto_clocks_add_sync_point (
      clocks,
      tv_perfetto_clocks_find (clocks, tv_perfetto_ftrace_bundle_get_clock (self), sequence),
      self->clock_time, tv_perfetto_clocks_find (clocks, TV_PERFETTO_BOOTTIME, 0), self->boot_time);
  return TRUE;
}

/**
 * tv_perfetto_ftrace_bundle_get_printed:
 * @message: a PrintFtraceEvent
 *
 * Returns: the text that a program printed, without the line terminator; empty if there is none
 */
TvSpan
tv_perfetto_ftrace_bundle_get_printed (TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvSpan text = { "", 0 };

  while (tv_proto_next (&proto, &field))
    if (field.number == 2 && field.type == TV_PROTO_BYTES)
      text = field.bytes;
  while (text.size > 0 && (text.text[text.size - 1] == '\n' || text.text[text.size - 1] == '\0'))
    text.size--;
  return text;
}
