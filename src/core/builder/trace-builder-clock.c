/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/clock-part.h"

#include "core/builder/slice-tracks.h"

static void
init (TvTraceBuilder *self)
{
  self->clock = g_new0 (TvClockPart, 1);
}

static void
clear (TvTraceBuilder *self)
{
  g_clear_pointer (&self->clock, g_free);
}

const TvBuilderPart tv_builder_clock = { .init = init, .clear = clear };

void
tv_trace_builder_set_tick (TvTraceBuilder *self, gint64 tick_ns, gint64 base)
{
  self->clock->tick_ns = tick_ns;
  self->clock->base = base;
  self->clock->switch_ticks = TV_GAP_NS / tick_ns;
  self->clock->max_ticks = G_MAXINT64 / 2 / tick_ns;
}

/**
 * tv_trace_builder_set_unit:
 * @self: a builder without any times
 * @tick_ns: nanoseconds per tick, see tv_trace_builder_new()
 * @base_ticks: base of times, see tv_trace_builder_new()
 *
 * Sets the unit and the base of times, for a reader that knows them only after it has read names.
 */
void
tv_trace_builder_set_unit (TvTraceBuilder *self, gint64 tick_ns, gint64 base_ticks)
{
  g_return_if_fail (tick_ns > 0 && !tv_trace_builder_has_slices (self));
  tv_trace_builder_set_tick (self, tick_ns, base_ticks);
}
