/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/event-order.h"

#include "core/memory/key-order.h"
#include "core/memory/large-block.h"

/* Devices write from several processors at once, so that events are in order only nearly. A reader
 * states how late one may be; all readers have them put in order here. */

/**
 * tv_event_disorder_find:
 * @self: (out caller-allocates): how far the events are from their order
 * @ts: (array length=n): when they are, in ns, in the order of the file
 * @n: how many
 * @bound_ns: how long behind a later one an event may stand, in ns
 *
 * What is beyond the bound is for the reader to list as a problem; it is put in order all the same.
 */
void
tv_event_disorder_find (TvEventDisorder *self, const gint64 *ts, guint32 n, gint64 bound_ns)
{
  gint64 latest = n > 0 ? ts[0] : 0;

  *self = (TvEventDisorder){ 0 };
  for (guint32 i = 1; i < n; i++)
    {
      if (G_LIKELY (ts[i] >= latest))
        {
          latest = ts[i];
          continue;
        }
      self->n_late++;
      /* Without a sign: two times may be further apart than there are positive numbers. */
      if ((guint64) latest - (guint64) ts[i] <= (guint64) bound_ns)
        continue;
      if (self->n_beyond++ == 0)
        self->first_beyond = i;
    }
}

/* Keys in the order of times. Without a sign they are so already, unless something was before 0: then
 * they are kept in @turned. */
static const guint64 *
get_keys (const gint64 *ts, guint32 n, guint64 **turned)
{
  gint64 signs = 0;

  for (guint32 i = 0; i < n; i++)
    signs |= ts[i];
  if (signs >= 0)
    return (const guint64 *) ts;
  *turned = tv_large_block_new (n * sizeof **turned);
  for (guint32 i = 0; i < n; i++)
    (*turned)[i] = (guint64) ts[i] ^ G_GUINT64_CONSTANT (1) << 63;
  return *turned;
}

/**
 * tv_event_order_new:
 * @ts: (array length=n): when events are, in ns, in the order of the file
 * @n: how many, at most 2,147,483,647
 *
 * Returns: (transfer full) (nullable): the rows in the order of their times, those of one time in that
 *   of the file; %NULL if that is how they are already
 */
guint32 *
tv_event_order_new (const gint64 *ts, guint32 n)
{
  g_autofree guint64 *turned = NULL;
  g_autofree guint32 *spare = NULL;
  guint32 *order;
  guint32 i = 1;

  while (i < n && ts[i - 1] <= ts[i])
    i++;
  if (i >= n)
    return NULL;
  spare = tv_large_block_new (n * sizeof *spare);
  order = tv_large_block_new (n * sizeof *order);
  for (i = 0; i < n; i++)
    order[i] = i;
  tv_key_order_sort (get_keys (ts, n, &turned), n, &order, &spare, NULL);
  return order;
}
