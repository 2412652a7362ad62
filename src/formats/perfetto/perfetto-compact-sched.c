/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-compact-sched.h"

/* CompactSched stores switches and wakings in columns. Each field is a list of numbers; the nth number of each field
 * belongs to the nth event. Timestamps are encoded as differences. Switches and wakings are counted separately.
 *
 * Called by perfetto-prepared.c on the worker that parses a batch, and by perfetto-cut-bundle.c. Parsing changes only
 * the TvPerfettoCompactSched; perfetto-kernel-events.c later converts names to strings of the builder with
 * tv_perfetto_compact_sched_intern(). */

enum
{
  SWITCH_TIME = 1,
  SWITCH_PREV_STATE = 2,
  SWITCH_NEXT_PID = 3,
  SWITCH_NEXT_PRIO = 4,
  INTERN_TABLE = 5,
  SWITCH_NEXT_COMM = 6,
  WAKING_TIME = 7,
  WAKING_PID = 8,
  WAKING_TARGET_CPU = 9,
  WAKING_PRIO = 10,
  WAKING_COMM = 11,
  WAKING_FLAGS = 12,
  N_COLUMNS,
};

G_STATIC_ASSERT (N_COLUMNS == TV_PERFETTO_N_COMPACT_COLUMNS);

/* A read position in the columns of switches or of wakings, and the event before this position. */
typedef struct
{
  const TvPerfettoCompactSched *sched;
  guint n_comms;
  guint row;
  gboolean is_good; /* FALSE if a column is shorter than the timestamps, or a name is missing */
  TvPerfettoCompactEvent event;
} Cursor;

void
tv_perfetto_compact_sched_init (TvPerfettoCompactSched *self)
{
  self->events = g_array_new (FALSE, FALSE, sizeof (TvPerfettoCompactEvent));
  self->comms = g_array_new (FALSE, FALSE, sizeof (TvSpan));
  self->strings = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < G_N_ELEMENTS (self->columns); i++)
    self->columns[i] = g_array_new (FALSE, FALSE, sizeof (guint64));
}

void
tv_perfetto_compact_sched_clear (TvPerfettoCompactSched *self)
{
  g_array_unref (self->events);
  g_array_unref (self->comms);
  g_array_unref (self->strings);
  for (guint i = 0; i < G_N_ELEMENTS (self->columns); i++)
    g_array_unref (self->columns[i]);
}

/* Removes all messages. */
void
tv_perfetto_compact_sched_empty (TvPerfettoCompactSched *self)
{
  g_array_set_size (self->events, 0);
  g_array_set_size (self->comms, 0);
}

/* Appends the numbers of a packed field, up to the first malformed number. Returns FALSE if a number is malformed. */
static gboolean
add_packed (GArray *column, TvSpan bytes)
{
  TvProto packed = tv_proto_open (bytes);
  guint n = column->len;
  guint64 *values;

  if (bytes.size > G_MAXUINT - n)
    return FALSE;
  /* Each number has at least one byte. */
  g_array_set_size (column, n + (guint) bytes.size);
  values = (guint64 *) (gpointer) column->data;
  while (packed.at < packed.end)
    if (G_LIKELY (*packed.at < 0x80))
      values[n++] = *packed.at++;
    else if (tv_proto_take_varint (&packed, &values[n]))
      n++;
    else
      break;
  g_array_set_size (column, n);
  return packed.at == packed.end;
}

/* Decodes the columns. A column ends at its first malformed number. Returns FALSE if the fields of the message are
 * malformed. */
static gboolean
parse_columns (TvPerfettoCompactSched *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint ended = 0;

  for (guint i = 0; i < N_COLUMNS; i++)
    g_array_set_size (self->columns[i], 0);
  while (tv_proto_next (&proto, &field))
    if (field.number == INTERN_TABLE && field.type == TV_PROTO_BYTES)
      g_array_append_val (self->comms, field.bytes);
    else if (field.number >= N_COLUMNS || (ended & 1u << field.number) != 0)
      continue;
    else if (field.type != TV_PROTO_BYTES)
      g_array_append_val (self->columns[field.number], field.value);
    else if (!add_packed (self->columns[field.number], field.bytes))
      ended |= 1u << field.number;
  return proto.at == proto.end;
}

/* Gets a column's number for the current event. Returns FALSE at the end of the column. */
static inline gboolean
get (const Cursor *self, guint number, guint64 *value)
{
  const GArray *column = self->sched->columns[number];

  if (self->row >= column->len)
    return FALSE;
  *value = g_array_index (column, guint64, self->row);
  return TRUE;
}

static inline guint32
get_comm (Cursor *self, guint64 index)
{
  if (G_LIKELY (index < self->n_comms))
    return (guint32) index;
  self->is_good = FALSE;
  return TV_NONE;
}

static gboolean
next_switch (Cursor *self)
{
  TvPerfettoCompactEvent *out = &self->event;
  guint64 since, state, pid, prio, comm;

  if (!get (self, SWITCH_TIME, &since))
    return FALSE;
  if (!get (self, SWITCH_PREV_STATE, &state) || !get (self, SWITCH_NEXT_PID, &pid) ||
      !get (self, SWITCH_NEXT_PRIO, &prio) || !get (self, SWITCH_NEXT_COMM, &comm))
    return self->is_good = FALSE;
  out->ts = (gint64) ((guint64) out->ts + since);
  out->is_switch = TRUE;
  out->prev_state = (gint64) state;
  out->tid = (gint32) pid;
  out->prio = (gint32) prio;
  out->comm = get_comm (self, comm);
  self->row++;
  return TRUE;
}

static gboolean
next_waking (Cursor *self)
{
  TvPerfettoCompactEvent *out = &self->event;
  guint64 since, pid, cpu, prio, comm, flags;

  if (!get (self, WAKING_TIME, &since))
    return FALSE;
  if (!get (self, WAKING_PID, &pid) || !get (self, WAKING_TARGET_CPU, &cpu) ||
      !get (self, WAKING_PRIO, &prio) || !get (self, WAKING_COMM, &comm))
    return self->is_good = FALSE;
  out->ts = (gint64) ((guint64) out->ts + since);
  out->tid = (gint32) pid;
  out->target_cpu = (gint32) cpu;
  out->prio = (gint32) prio;
  /* Old recorders do not store flags. */
  out->flags = get (self, WAKING_FLAGS, &flags) ? (gint32) MIN (flags, G_MAXINT32) : -1;
  out->comm = get_comm (self, comm);
  self->row++;
  return TRUE;
}

/**
 * tv_perfetto_compact_sched_parse:
 * @self: receives the events and names
 * @message: a CompactSched; the names point into its bytes
 * @out: (out): ranges of the message's events and names in @self
 *
 * Decodes a message and appends its events and names to @self.
 */
void
tv_perfetto_compact_sched_parse (TvPerfettoCompactSched *self,
                                 TvSpan message,
                                 TvPerfettoCompactMessage *out)
{
  Cursor switches = { .sched = self, .is_good = TRUE };
  Cursor wakings = { .sched = self, .is_good = TRUE };
  gboolean has_switch, has_waking;
  TvPerfettoCompactEvent *events;
  guint n;

  *out = (TvPerfettoCompactMessage){ .first_event = self->events->len,
                                     .first_comm = self->comms->len };
  out->is_good = parse_columns (self, message);
  out->n_comms = switches.n_comms = wakings.n_comms = self->comms->len - out->first_comm;
  /* The number of timestamps is an upper bound for the number of events. */
  n = out->first_event;
  g_array_set_size (self->events,
                    n + self->columns[SWITCH_TIME]->len + self->columns[WAKING_TIME]->len);
  events = (TvPerfettoCompactEvent *) (gpointer) self->events->data;
  has_switch = next_switch (&switches);
  has_waking = next_waking (&wakings);
  while (has_switch || has_waking)
    if (has_switch && (!has_waking || switches.event.ts <= wakings.event.ts))
      {
        events[n++] = switches.event;
        has_switch = next_switch (&switches);
      }
    else
      {
        events[n++] = wakings.event;
        has_waking = next_waking (&wakings);
      }
  g_array_set_size (self->events, n);
  out->n_events = n - out->first_event;
  out->is_good &= switches.is_good && wakings.is_good;
}

/**
 * tv_perfetto_compact_sched_intern:
 * @message: a message whose names have not been interned yet
 *
 * Replaces the name indexes in the message's events with strings of the builder.
 */
void
tv_perfetto_compact_sched_intern (TvPerfettoCompactSched *self,
                                  const TvPerfettoCompactMessage *message,
                                  TvTraceBuilder *builder)
{
  g_array_set_size (self->strings, message->n_comms);
  for (guint i = 0; i < message->n_comms; i++)
    {
      TvSpan comm = g_array_index (self->comms, TvSpan, message->first_comm + i);

      g_array_index (self->strings, guint32, i) = tv_trace_builder_intern (
          builder, comm.text != NULL ? comm.text : "", (gssize) comm.size);
    }
  for (guint i = 0; i < message->n_events; i++)
    {
      TvPerfettoCompactEvent *event = &g_array_index (self->events, TvPerfettoCompactEvent,
                                                      message->first_event + i);

      if (G_LIKELY (event->comm != TV_NONE))
        event->comm = g_array_index (self->strings, guint32, event->comm);
    }
}
