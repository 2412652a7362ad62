/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/slices.h"

G_BEGIN_DECLS

/* Unit and base of times in ticks. The limits follow from the unit; they are stored because every record needs them. */
typedef struct
{
  gint64 tick_ns;
  gint64 base;      /* a time in ticks, at or shortly before the first time */
  gint64 max_ticks; /* maximum timestamp in ticks; differences of times in ns then fit in 64 bits */
  gint64 switch_ticks; /* minimum length in ticks of a gap in a thread's slices, see TV_GAP_NS */
} TvTickUnit;

static inline TvTickUnit
tv_tick_unit (gint64 tick_ns, gint64 base)
{
  return (TvTickUnit){ tick_ns, base, G_MAXINT64 / 2 / tick_ns, TV_GAP_NS / tick_ns };
}

/* Converts ticks from the base to ns. */
static inline gint64
tv_tick_unit_to_ns (TvTickUnit self, gint64 ticks)
{
  return (ticks + self.base) * self.tick_ns;
}

/* Converts ns to ticks from the base. Rounds towards zero before subtracting the base. */
static inline gint64
tv_tick_unit_to_ticks (TvTickUnit self, gint64 ns)
{
  return ns / self.tick_ns - self.base;
}

G_END_DECLS
