/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvOddDice:
 *
 * Source of random choices: either pseudo-random numbers derived from a seed, which are identical on all machines, or
 * bytes from a fuzzer. When the bytes are used up, all choices are 0, which is the most ordinary choice.
 */
typedef struct
{
  /* All members are private. */
  const guint8 *at; /* (nullable): next byte; NULL if numbers are derived from a seed */
  const guint8 *end;
  guint64 state;
} TvOddDice;

void     tv_odd_dice_init_for_seed  (TvOddDice     *self,
                                     guint64        seed);
void     tv_odd_dice_init_for_bytes (TvOddDice     *self,
                                     const guint8  *bytes,
                                     gsize          n);
guint64  tv_odd_dice_take           (TvOddDice     *self,
                                     guint64        n);
gboolean tv_odd_dice_is_one_in      (TvOddDice     *self,
                                     guint          n);

G_END_DECLS
