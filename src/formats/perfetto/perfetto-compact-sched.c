/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-compact-sched.h"

/* Switches and wakings in columns: a field is a list of numbers, the n-th of each is of the n-th event.
 * Times are differences, but for the first; those of switches and of wakings each go on for themselves. */

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

/* A column, of which numbers are taken one by one; each may come in pieces. */
typedef struct
{
  TvProto rest;   /* of the message */
  TvProto packed; /* of the piece */
  guint number;
} Column;

static gboolean
next (Column *self, guint64 *value)
{
  TvProtoField field;

  for (;;)
    {
      if (self->packed.at < self->packed.end)
        return tv_proto_take_varint (&self->packed, value);
      do
        if (!tv_proto_next (&self->rest, &field))
          return FALSE;
      while (field.number != self->number);
      *value = field.value;
      if (field.type != TV_PROTO_BYTES)
        return TRUE;
      self->packed = tv_proto_open (field.bytes);
    }
}

static void
open_columns (Column *columns, TvSpan message)
{
  for (guint i = 0; i < N_COLUMNS; i++)
    columns[i] = (Column){ tv_proto_open (message), { NULL, NULL }, i };
}

static guint32
get_comm (const GArray *comms, guint64 index, gboolean *is_good)
{
  if (index < comms->len)
    return g_array_index (comms, guint32, index);
  *is_good = FALSE;
  return TV_NONE;
}

static gboolean
next_switch (Column *columns, const GArray *comms, TvPerfettoCompactEvent *out, gboolean *is_good)
{
  guint64 since, state, pid, prio, comm;
  gboolean has_time = next (&columns[SWITCH_TIME], &since);

  /* All or none: a list that is shorter than another ends them all. */
  if (!next (&columns[SWITCH_PREV_STATE], &state) || !next (&columns[SWITCH_NEXT_PID], &pid) ||
      !next (&columns[SWITCH_NEXT_PRIO], &prio) || !next (&columns[SWITCH_NEXT_COMM], &comm) ||
      !has_time)
    {
      *is_good &= !has_time;
      return FALSE;
    }
  out->ts = (gint64) ((guint64) out->ts + since);
  out->is_switch = TRUE;
  out->prev_state = (gint64) state;
  out->tid = (gint32) pid;
  out->prio = (gint32) prio;
  out->comm = get_comm (comms, comm, is_good);
  return TRUE;
}

static gboolean
next_waking (Column *columns, const GArray *comms, TvPerfettoCompactEvent *out, gboolean *is_good)
{
  guint64 since, pid, cpu, prio, comm, flags;
  gboolean has_time = next (&columns[WAKING_TIME], &since);

  if (!next (&columns[WAKING_PID], &pid) || !next (&columns[WAKING_TARGET_CPU], &cpu) ||
      !next (&columns[WAKING_PRIO], &prio) || !next (&columns[WAKING_COMM], &comm) || !has_time)
    {
      *is_good &= !has_time;
      return FALSE;
    }
  out->ts = (gint64) ((guint64) out->ts + since);
  out->is_switch = FALSE;
  out->tid = (gint32) pid;
  out->target_cpu = (gint32) cpu;
  out->prio = (gint32) prio;
  /* Older recorders have none. */
  out->flags = next (&columns[WAKING_FLAGS], &flags) ? (gint32) MIN (flags, G_MAXINT32) : -1;
  out->comm = get_comm (comms, comm, is_good);
  return TRUE;
}

/**
 * tv_perfetto_compact_sched_parse:
 * @message: a CompactSched
 * @reader: whose strings names become
 * @events: gets #TvPerfettoCompactEvent, in the order of their times; of switches and wakings at one
 *   time the switches come first
 *
 * Returns: %FALSE if some columns are shorter than others, or a name is missing
 */
gboolean
tv_perfetto_compact_sched_parse (TvSpan message, const TvPerfettoReader *reader, GArray *events)
{
  g_autoptr (GArray) comms = g_array_new (FALSE, FALSE, sizeof (guint32));
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  Column columns[N_COLUMNS];
  TvPerfettoCompactEvent sw = { 0 }, waking = { 0 };
  gboolean is_good = TRUE, has_switch, has_waking;

  while (tv_proto_next (&proto, &field))
    if (field.number == INTERN_TABLE && field.type == TV_PROTO_BYTES)
      {
        guint32 comm = tv_perfetto_reader_intern (reader, field.bytes);

        g_array_append_val (comms, comm);
      }
  open_columns (columns, message);
  has_switch = next_switch (columns, comms, &sw, &is_good);
  has_waking = next_waking (columns, comms, &waking, &is_good);
  while (has_switch || has_waking)
    if (has_switch && (!has_waking || sw.ts <= waking.ts))
      {
        g_array_append_val (events, sw);
        has_switch = next_switch (columns, comms, &sw, &is_good);
      }
    else
      {
        g_array_append_val (events, waking);
        has_waking = next_waking (columns, comms, &waking, &is_good);
      }
  return is_good && proto.at == proto.end;
}

/**
 * tv_perfetto_cpu_see_switch:
 * @self: a CPU
 * @message: a sched_switch on it that is told in full
 * @reader: whose string the name becomes
 */
void
tv_perfetto_cpu_see_switch (TvPerfettoCpu *self, TvSpan message, const TvPerfettoReader *reader)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  self->tid = self->prio = 0;
  while (tv_proto_next (&proto, &field))
    if (field.number == 5)
      self->comm = tv_perfetto_reader_intern (reader, field.bytes);
    else if (field.number == 6)
      self->tid = (gint32) field.value;
    else if (field.number == 7)
      self->prio = (gint32) field.value;
  self->is_known = TRUE;
}
