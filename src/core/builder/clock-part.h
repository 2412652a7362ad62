/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_clock;

/* The unit and the base of times. While a file with its own clock is read, they are those of the file, see
 * files-part.h. The getters are inline because they are called for each record. */
struct _TvClockPart
{
  gint64 tick_ns;
  gint64 base; /* a time at or shortly before the first one, in ticks */
  gint64 max_ticks;
  gint64 switch_ticks;
};

/* Sets the unit and the base for all times that are added from now on; earlier times are not converted. */
void tv_trace_builder_set_tick (TvTraceBuilder *self,
                                gint64          tick_ns,
                                gint64          base);

static inline gint64
tv_trace_builder_get_tick_ns (const TvTraceBuilder *self)
{
  return self->clock->tick_ns;
}

static inline gint64
tv_trace_builder_get_base (const TvTraceBuilder *self)
{
  return self->clock->base;
}

/* Returns the maximum timestamp in ticks. It is chosen so that differences of times in ns fit in 64 bits. */
static inline gint64
tv_trace_builder_get_max_ticks (const TvTraceBuilder *self)
{
  return self->clock->max_ticks;
}

/* Converts ticks from the base to ns. */
static inline gint64
tv_trace_builder_to_ns (const TvTraceBuilder *self, gint64 ticks)
{
  return (ticks + self->clock->base) * self->clock->tick_ns;
}

/* Converts ns to ticks from the base. Rounds towards zero before it subtracts the base. */
static inline gint64
tv_trace_builder_to_ticks (const TvTraceBuilder *self, gint64 ns)
{
  return ns / self->clock->tick_ns - self->clock->base;
}

G_END_DECLS
