/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvOddDice:
 *
 * Source of random choices: numbers derived from a seed, the same on every machine, or bytes, so that a
 * fuzzer decides. When bytes are used up each choice is the first, and so the plainest.
 */
typedef struct
{
  /* Private. */
  const guint8 *at; /* (nullable) */
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
