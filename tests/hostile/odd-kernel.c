/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odd-kernel.h"

#include "core/protobuf.h"
#include "odd-perfetto-fields.h"

/* Generates bundles of kernel events, both full and compact. */

#define MAX_EVENTS   12
#define MAX_SWITCHES 16

/* array fields of CompactSched */
static const TvOddField switch_states = { .number = 2, .kind = TV_ODD_SIGNED, .max = 300 };
static const TvOddField tids = { .number = 3, .kind = TV_ODD_TID };
static const TvOddField priorities = { .number = 4, .kind = TV_ODD_CHOICE, .max = 139 };
static const TvOddField names = { .number = 6, .kind = TV_ODD_CHOICE, .max = 4 };
static const TvOddField cpus = { .number = 9, .kind = TV_ODD_CPU };
static const TvOddField flags = { .number = 12, .kind = TV_ODD_CHOICE, .max = 32 };

/* Appends an array field, usually with @n elements, as many as the other arrays. */
static void
put_array (TvOddMaker *self, GByteArray *out, const TvOddField *what, guint number, guint n)
{
  TvOddField field = *what;
  g_autoptr (GByteArray) array = g_byte_array_new ();

  field.number = number;
  field.one_in = 0;
  field.n = 0;
  if (tv_odd_dice_is_one_in (&self->dice, 20))
    n = (guint) tv_odd_dice_take (&self->dice, MAX_SWITCHES);
  if (tv_odd_dice_is_one_in (&self->dice, 20))
    {
      for (guint i = 0; i < n; i++)
        tv_odd_put_field (self, out, &field);
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GByteArray) one = g_byte_array_new ();
      guint skipped = 0;

      /* The element is written as field 1; only its value is copied, without the key. */
      field.number = 1;
      tv_odd_put_field (self, one, &field);
      while (skipped < one->len && one->data[skipped++] >= 0x80)
        ;
      g_byte_array_append (array, one->data + skipped, one->len - skipped);
    }
  tv_odd_put_inner (self, out, number, g_steal_pointer (&array));
}

/* Appends times: the first time in full, all later times as deltas. */
static void
put_times (TvOddMaker *self, GByteArray *out, guint number, guint n)
{
  GByteArray *array = g_byte_array_new ();
  gint64 last = 0;

  for (guint i = 0; i < n; i++)
    {
      gint64 ts = tv_odd_take_time (self);

      tv_protobuf_append_varint (array, (guint64) ts - (guint64) last);
      last = ts;
    }
  tv_odd_put_inner (self, out, number, array);
}

static void
put_compact (TvOddMaker *self, GByteArray *out)
{
  TvOddDice *dice = &self->dice;
  GByteArray *compact = g_byte_array_new ();
  guint n_names = (guint) tv_odd_dice_take (dice, 5);
  guint n_switches = (guint) tv_odd_dice_take (dice, MAX_SWITCHES);
  guint n_wakings = (guint) tv_odd_dice_take (dice, MAX_SWITCHES);

  for (guint i = 0; i < n_names; i++)
    tv_protobuf_append_text (compact, 5, tv_odd_take_text (self));
  put_times (self, compact, 1, n_switches);
  put_array (self, compact, &switch_states, 2, n_switches);
  put_array (self, compact, &tids, 3, n_switches);
  put_array (self, compact, &priorities, 4, n_switches);
  put_array (self, compact, &names, 6, n_switches);
  put_times (self, compact, 7, n_wakings);
  put_array (self, compact, &tids, 8, n_wakings);
  put_array (self, compact, &cpus, 9, n_wakings);
  put_array (self, compact, &priorities, 10, n_wakings);
  put_array (self, compact, &names, 11, n_wakings);
  if (tv_odd_dice_is_one_in (dice, 2))
    put_array (self, compact, &flags, 12, n_wakings);
  tv_odd_put_inner (self, out, 4, compact);
}

/* Appends an event with arbitrary fields. Its type is unknown, or a type that is only listed. */
static void
put_any (TvOddMaker *self, GByteArray *out)
{
  static const TvOddField any[] = {
    { .number = 1, .kind = TV_ODD_NUMBER, .max = 900 },
    { .number = 2, .kind = TV_ODD_TEXT },
    { .number = 3, .kind = TV_ODD_SIGNED, .max = 900 },
    { .number = 4, .kind = TV_ODD_ID },
    { .number = 5, .kind = TV_ODD_TID },
    { .number = 6, .kind = TV_ODD_TEXT },
    { .number = 7, .kind = TV_ODD_NUMBER, .max = 9, .n = 4 },
    { .number = 8, .kind = TV_ODD_FIXED64, .max = 900 },
    { .number = 9, .kind = TV_ODD_BYTES },
    { .number = 0 },
  };
  GByteArray *event = g_byte_array_new ();

  tv_odd_put_message (self, event, any);
  tv_odd_put_inner (self, out, 3 + (guint) tv_odd_dice_take (&self->dice, 620), event);
}

static void
put_event (TvOddMaker *self, GByteArray *out)
{
  static const TvOddField header[] = {
    { .number = 1, .kind = TV_ODD_TIME },
    { .number = 2, .kind = TV_ODD_TID },
    { .number = 5, .kind = TV_ODD_CHOICE, .max = 64, .one_in = 8 },
    { .number = 0 },
  };
  TvOddDice *dice = &self->dice;
  GByteArray *event = g_byte_array_new ();

  tv_odd_put_message (self, event, header);
  if (tv_odd_dice_is_one_in (dice, 12))
    put_any (self, event);
  else
    tv_odd_put_field (self, event,
                      &tv_odd_kernel_payloads[tv_odd_dice_take (dice, tv_odd_n_kernel_payloads)]);
  tv_odd_put_inner (self, out, 2, event);
}

/**
 * tv_odd_put_bundle:
 * @self: a maker
 * @out: a FtraceEventBundle
 *
 * Appends the fields of a bundle.
 */
void
tv_odd_put_bundle (TvOddMaker *self, GByteArray *out)
{
  static const TvOddField error[] = {
    { .number = 1, .kind = TV_ODD_TIME },
    { .number = 2, .kind = TV_ODD_CHOICE, .max = 20 },
    { .number = 0 },
  };
  static const TvOddField described[] = {
    { .number = 1, .kind = TV_ODD_NUMBER, .max = 70000 },
    { .number = 2, .kind = TV_ODD_BYTES },
    { .number = 3, .kind = TV_ODD_TEXT },
    { .number = 0 },
  };
  static const TvOddField rest[] = {
    { .number = 1, .kind = TV_ODD_CPU },
    { .number = 3, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 8 },
    { .number = 5, .kind = TV_ODD_CHOICE, .max = 5, .one_in = 8 },
    { .number = 6, .kind = TV_ODD_TIME, .one_in = 8 },
    { .number = 7, .kind = TV_ODD_TIME, .one_in = 8 },
    { .number = 8, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 16, .fields = error },
    { .number = 9, .kind = TV_ODD_PAST, .one_in = 16 },
    { .number = 10, .kind = TV_ODD_PAST, .one_in = 16 },
    { .number = 11, .kind = TV_ODD_MESSAGE, .one_in = 20, .fields = described },
    { .number = 512, .kind = TV_ODD_BYTES, .one_in = 40 },
    { .number = 0 },
  };
  TvOddDice *dice = &self->dice;
  guint n = (guint) tv_odd_dice_take (dice, MAX_EVENTS);

  tv_odd_put_message (self, out, rest);
  if (tv_odd_dice_is_one_in (dice, 3))
    put_compact (self, out);
  for (guint i = 0; i < n && self->n_bytes_left > 0; i++)
    put_event (self, out);
}
