/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The clock by which all views measure calls. */

#include "ui/session/session-private.h"

/* Returns whether times by a clock can be shown. A clock that stood still has nothing but zeros, and is of no use
 * where the other one ran. */
gboolean
tv_session_has_clock (TvSession *self, TvClock clock)
{
  TvClock other = clock == TV_CLOCK_WALL ? TV_CLOCK_CPU : TV_CLOCK_WALL;

  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);

  if (!tv_trace_has_clock (self->trace, clock) || !tv_trace_has_clock (self->trace, other))
    return tv_trace_has_clock (self->trace, clock);
  if (tv_profile_get_total_ns (self->whole_profile, clock) != 0)
    return TRUE;
  return clock == TV_CLOCK_WALL && tv_profile_get_total_ns (self->whole_profile, other) == 0;
}

/* Returns whether there is something to choose between. */
gboolean
tv_session_has_both_clocks (TvSession *self)
{
  return tv_session_has_clock (self, TV_CLOCK_WALL) && tv_session_has_clock (self, TV_CLOCK_CPU);
}

/* Returns the clock of a session whose clock was not chosen. */
TvClock
tv_session_get_default_clock (TvSession *self)
{
  return !tv_session_has_clock (self, TV_CLOCK_WALL) && tv_session_has_clock (self, TV_CLOCK_CPU)
             ? TV_CLOCK_CPU
             : TV_CLOCK_WALL;
}

TvClock
tv_session_get_clock (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_CLOCK_WALL);
  return self->clock;
}

/* Sets the clock of all views; one that the trace lacks is ignored. */
void
tv_session_set_clock (TvSession *self, TvClock clock)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (clock == self->clock || !tv_session_has_clock (self, clock))
    return;
  self->clock = clock;
  tv_session_notify (self, TV_SESSION_PROP_CLOCK);
}
