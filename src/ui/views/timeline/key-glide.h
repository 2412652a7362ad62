/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvKeyGlide:
 * @speed: steps in a second once it runs
 * @growth: how much more each second after that
 * @max_speed: and no more than this
 *
 * How something moves while a key is held: it eases in, then gets faster and faster.
 *
 *   speed  max ┤          ╭─────
 *              │      ╭───╯
 *              │  ╭───╯
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
