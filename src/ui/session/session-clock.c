/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The clock by which all views measure calls, and the base of all moments. */

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

/* ---- Moments ---- */

/* Returns: (transfer none): the base by which all views format moments; another one after notify::time-base */
const TvTimeBase *
tv_session_get_time_base (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return &self->time_base;
}

/* Returns whether a base is offered. Runs that are compared have clocks of their own, and count from where they
 * are aligned. */
gboolean
tv_session_can_choose_time_base (TvSession *self, TvTimeBaseKind kind)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return tv_time_base_is_offered (self->trace, kind) &&
         (kind == TV_TIME_BASE_START || tv_session_get_zero (self) == NULL);
}

/* Sets the base of all views; one that is not offered is ignored. */
void
tv_session_set_time_base (TvSession *self, TvTimeBaseKind kind)
{
  g_return_if_fail (TV_IS_SESSION (self) && kind < TV_N_TIME_BASES);

  if (kind == self->time_base.kind || !tv_session_can_choose_time_base (self, kind))
    return;
  tv_time_base_init (&self->time_base, self->trace, kind);
  tv_session_notify (self, TV_SESSION_PROP_TIME_BASE);
}

/* Follows the moment at which the session is aligned with another one, or no longer. */
void
tv_session_align_time_base (TvSession *self)
{
  const TvTimeMark *zero = tv_session_get_zero (self);

  if (zero != NULL)
    tv_time_base_init_aligned (&self->time_base, self->trace, zero->start_ns);
  else
    tv_time_base_init (&self->time_base, self->trace,
                       self->time_base.is_signed ? tv_time_base_get_default (self->trace)
                                                 : self->time_base.kind);
  tv_session_notify (self, TV_SESSION_PROP_TIME_BASE);
}
