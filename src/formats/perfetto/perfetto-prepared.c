/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-prepared.h"

#include "formats/perfetto/perfetto-args.h"
#include "formats/perfetto/perfetto-bundle.h"
#include "formats/perfetto/perfetto-track-event.h"

TvPerfettoPrepared *
tv_perfetto_prepared_new (void)
{
  TvPerfettoPrepared *self = g_new (TvPerfettoPrepared, 1);

  tv_perfetto_compact_sched_init (&self->compact);
  self->compact_messages = g_array_new (FALSE, FALSE, sizeof (TvPerfettoCompactMessage));
  self->events = g_array_new (FALSE, FALSE, sizeof (TvPerfettoPlainEvent));
  self->args = g_array_new (FALSE, FALSE, sizeof (TvPerfettoPlainArg));
  return self;
}

void
tv_perfetto_prepared_free (TvPerfettoPrepared *self)
{
  tv_perfetto_compact_sched_clear (&self->compact);
  g_array_unref (self->compact_messages);
  g_array_unref (self->events);
  g_array_unref (self->args);
  g_free (self);
}

/* Removes the parts of all packets. */
void
tv_perfetto_prepared_empty (gpointer store)
{
  TvPerfettoPrepared *self = store;

  tv_perfetto_compact_sched_empty (&self->compact);
  g_array_set_size (self->compact_messages, 0);
  g_array_set_size (self->events, 0);
  g_array_set_size (self->args, 0);
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

static void
add_track_event (TvPerfettoPrepared *self, TvPerfettoPacket *packet)
{
  TvPerfettoPlainEvent event;

  packet->first_stored = self->events->len;
  tv_perfetto_plain_event_parse (packet->content, self->args, &event);
  g_array_append_val (self->events, event);
}

/* Decodes parts of a packet. */
void
tv_perfetto_prepared_add (gpointer store, TvPerfettoPacket *packet)
{
  if (packet->payload == TV_PERFETTO_FTRACE_EVENTS)
    add_bundle (store, packet);
  else if (packet->payload == TV_PERFETTO_TRACK_EVENT)
    add_track_event (store, packet);
}
