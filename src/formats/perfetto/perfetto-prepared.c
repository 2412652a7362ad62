/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-prepared.h"

#include "formats/perfetto/perfetto-ftrace-bundle.h"

/* Decodes the CompactSched messages of bundles in advance; perfetto-kernel-events.c reads the result during the
 * visit. The functions are callbacks of the parallel packet walk (perfetto-walk.c), registered by perfetto.c. They
 * run on the worker that parses a batch, in parallel with the visit of the previous batch. Each worker has its own
 * store, which is emptied before the worker's next batch, so no lock is needed. */

TvPerfettoPrepared *
tv_perfetto_prepared_new (void)
{
  TvPerfettoPrepared *self = g_new (TvPerfettoPrepared, 1);

  tv_perfetto_compact_sched_init (&self->compact);
  self->compact_messages = g_array_new (FALSE, FALSE, sizeof (TvPerfettoCompactMessage));
  return self;
}

void
tv_perfetto_prepared_free (TvPerfettoPrepared *self)
{
  tv_perfetto_compact_sched_clear (&self->compact);
  g_array_unref (self->compact_messages);
  g_free (self);
}

/* Removes all decoded data. */
void
tv_perfetto_prepared_empty (gpointer store)
{
  TvPerfettoPrepared *self = store;

  tv_perfetto_compact_sched_empty (&self->compact);
  g_array_set_size (self->compact_messages, 0);
}

static void
add_bundle (TvPerfettoPrepared *self, TvPerfettoPacket *packet)
{
  TvProto proto = tv_proto_open (packet->content);
  TvProtoField field;

  packet->first_stored = self->compact_messages->len;
  while (tv_proto_next (&proto, &field))
    if (field.number == TV_PERFETTO_BUNDLE_COMPACT && field.type == TV_PROTO_BYTES)
      {
        TvPerfettoCompactMessage message;

        tv_perfetto_compact_sched_parse (&self->compact, field.bytes, &message);
        g_array_append_val (self->compact_messages, message);
      }
}

/* Decodes the data of a packet that does not depend on other packets: the CompactSched messages of a bundle. */
void
tv_perfetto_prepared_add (gpointer store, TvPerfettoPacket *packet)
{
  if (packet->payload == TV_PERFETTO_FTRACE_EVENTS)
    add_bundle (store, packet);
}
