/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvKeyGlide:
 * @speed: speed after easing in, in steps per second
 * @growth: increase of the speed per second
 * @max_speed: maximum speed, in steps per second
 *
 * Speed of a motion while a key is held. The speed eases in, then increases up to the maximum.
 *
 *   speed  max ┤               ╭─────
 *              │           ╭───╯
 *              │       ╭───╯
 *              ╰──┴───────────── time
 *               ease  growth
 */
typedef struct
{
  double speed;
  double growth;
  double max_speed;
} TvKeyGlide;

double tv_key_glide_get_steps (const TvKeyGlide *self,
                               double            seconds);

G_END_DECLS
