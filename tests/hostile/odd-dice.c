/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odd-dice.h"

void
tv_odd_dice_init_for_seed (TvOddDice *self, guint64 seed)
{
  *self = (TvOddDice){ .state = seed };
}

/* Initializes dice with bytes that determine the choices. The bytes must outlive the dice. */
void
tv_odd_dice_init_for_bytes (TvOddDice *self, const guint8 *bytes, gsize n)
{
  *self = (TvOddDice){ .at = bytes, .end = bytes + n };
}

/* Returns the next pseudo-random number (SplitMix64, Steele, Lea and Flood 2014). */
static guint64
roll (TvOddDice *self)
{
  guint64 z = self->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ z >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* Reads an integer of @n bytes. Small choices take only one byte, so that a change by the fuzzer does not affect
 * other choices. */
static guint64
read_bytes (TvOddDice *self, guint n)
{
  guint64 value = 0;

  for (guint i = 0; i < n && self->at < self->end; i++)
    value |= (guint64) *self->at++ << 8 * i;
  return value;
}

/**
 * tv_odd_dice_take:
 * @self: dice
 * @n: number of choices, or 0 for all 64-bit numbers
 *
 * Makes a random choice.
 *
 * Returns: a number less than @n
 */
guint64
tv_odd_dice_take (TvOddDice *self, guint64 n)
{
  guint64 value;

  if (self->at != NULL)
    value = read_bytes (self, n == 0 ? 8 : n <= 256 ? 1 : n <= 65536 ? 2 : 4);
  else
    value = roll (self);
  return n != 0 ? value % n : value;
}

gboolean
tv_odd_dice_is_one_in (TvOddDice *self, guint n)
{
  return tv_odd_dice_take (self, n) == n - 1;
}
