/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The clock for the durations of calls, and the time base of all timestamps. A part of the session (session-part.h).
 * Used by the views with times, which follow the properties "clock" and "time-base". */

#include "ui/session/session-part.h"

typedef struct
{
  TvClock clock;
  TvTimeBase time_base;
} ClockPart;

static ClockPart *
get_part (TvSession *self)
{
  return tv_session_get_part (self, TV_SESSION_PART_CLOCK);
}

const TvSessionPart tv_session_part_clock = { .size = sizeof (ClockPart) };

/* Returns whether durations by a clock can be shown. If only one of two clocks advanced, the other one is not
 * available, because it would yield only zeros. */
gboolean
tv_session_has_clock (TvSession *self, TvClock clock)
{
  TvClock other = clock == TV_CLOCK_WALL ? TV_CLOCK_CPU : TV_CLOCK_WALL;

  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);

  if (!tv_trace_has_clock (tv_session_get_trace (self), clock) ||
      !tv_trace_has_clock (tv_session_get_trace (self), other))
    return tv_trace_has_clock (tv_session_get_trace (self), clock);
  if (tv_profile_get_total_ns (tv_session_get_whole_profile (self), clock) != 0)
    return TRUE;
  return clock == TV_CLOCK_WALL &&
         tv_profile_get_total_ns (tv_session_get_whole_profile (self), other) == 0;
}

/* Returns whether the user can choose between both clocks. */
gboolean
tv_session_has_both_clocks (TvSession *self)
{
  return tv_session_has_clock (self, TV_CLOCK_WALL) && tv_session_has_clock (self, TV_CLOCK_CPU);
}

/* Returns the initial clock of a session. */
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
  return get_part (self)->clock;
}

/* Sets the clock of all views. Does nothing if the clock is not available. */
void
tv_session_set_clock (TvSession *self, TvClock clock)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (clock == get_part (self)->clock || !tv_session_has_clock (self, clock))
    return;
  get_part (self)->clock = clock;
  tv_session_notify (self, TV_SESSION_PROP_CLOCK);
}

/* ---- Time base ---- */

/* Returns: (transfer none): the time base of all views; valid until notify::time-base */
const TvTimeBase *
tv_session_get_time_base (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return &get_part (self)->time_base;
}

/* Returns whether a time base is available. For runs that are aligned at an event, times can only be relative to that
 * event. */
gboolean
tv_session_can_choose_time_base (TvSession *self, TvTimeBaseKind kind)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return tv_time_base_is_offered (tv_session_get_trace (self), kind) &&
         (kind == TV_TIME_BASE_START || tv_session_get_zero (self) == NULL);
}

/* Sets the time base of all views. Does nothing if the time base is not available. */
void
tv_session_set_time_base (TvSession *self, TvTimeBaseKind kind)
{
  g_return_if_fail (TV_IS_SESSION (self) && kind < TV_N_TIME_BASES);

  if (kind == get_part (self)->time_base.kind || !tv_session_can_choose_time_base (self, kind))
    return;
  tv_time_base_init (&get_part (self)->time_base, tv_session_get_trace (self), kind);
  tv_session_notify (self, TV_SESSION_PROP_TIME_BASE);
}

/* Updates the time base after the alignment of two runs has changed. */
void
tv_session_align_time_base (TvSession *self)
{
  const TvBookmark *zero = tv_session_get_zero (self);

  if (zero != NULL)
    tv_time_base_init_aligned (&get_part (self)->time_base, tv_session_get_trace (self),
                               zero->start_ns);
  else
    tv_time_base_init (&get_part (self)->time_base, tv_session_get_trace (self),
                       get_part (self)->time_base.is_signed
                           ? tv_time_base_get_default (tv_session_get_trace (self))
                           : get_part (self)->time_base.kind);
  tv_session_notify (self, TV_SESSION_PROP_TIME_BASE);
}

/* Sets the initial clock and time base of a new session. */
void
tv_session_init_clock (TvSession *self)
{
  TvTrace *trace = tv_session_get_trace (self);
  ClockPart *part = get_part (self);

  part->clock = tv_session_get_default_clock (self);
  tv_time_base_init (&part->time_base, trace, tv_time_base_get_default (trace));
}
