/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Computes how far a view has moved while a key is held, in steps. The speed eases in, then increases up to a
 * maximum. Called by timeline-keys.c on each frame. Pure arithmetic. */

#include "ui/views/timeline/key-glide.h"

#define EASE_S 0.3

/* Fraction of the initial speed that applies at once, because a key press must have a visible effect in the next
 * frame */
#define AT_ONCE 0.35

/**
 * tv_key_glide_get_steps:
 * @seconds: time for which the key has been held
 *
 * Computes the total distance instead of a speed, so that the result does not depend on the frame rate.
 *
 * Returns: number of steps since the key press
 */
double
tv_key_glide_get_steps (const TvKeyGlide *self, double seconds)
{
  double ease = CLAMP (seconds / EASE_S, 0.0, 1.0);
  double steps = self->speed * EASE_S *
                 (AT_ONCE * ease + (1.0 - AT_ONCE) * ease * ease * ease * (1.0 - ease / 2.0));
  double beyond = MAX (seconds - EASE_S, 0.0);
  double growing = self->growth > 0.0 ? (self->max_speed - self->speed) / self->growth : 0.0;

  growing = CLAMP (growing, 0.0, beyond);
  steps += self->speed * growing + self->growth * growing * growing / 2.0;
  return steps + (self->speed + self->growth * growing) * (beyond - growing);
}
