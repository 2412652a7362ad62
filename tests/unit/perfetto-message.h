/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/protobuf.h"
#include "formats/load.h"

G_BEGIN_DECLS

/* Helpers that build Perfetto traces field by field. */

typedef GByteArray Message;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Message, g_byte_array_unref)

static inline Message *
message (void)
{
  return g_byte_array_new ();
}

/* Appends a number, even if it is 0; the message writer of the program would omit it. */
static inline void
number (Message *self, guint field, gint64 value)
{
  tv_protobuf_append_varint (self, field << 3);
  tv_protobuf_append_varint (self, (guint64) value);
}

/* Field with an integer value. NUMBERS ({ field, value }, …) returns a message with such fields. */
typedef struct
{
  guint field;
  gint64 value;
} Number;

static inline Message *
numbers (guint n, const Number *all)
{
  Message *self = message ();

  for (guint i = 0; i < n; i++)
    number (self, all[i].field, all[i].value);
  return self;
}

#define NUMBERS(...)                                                                               \
  numbers (sizeof ((Number[]){ __VA_ARGS__ }) / sizeof (Number), (Number[]){ __VA_ARGS__ })

static inline void
text (Message *self, guint field, const char *value)
{
  tv_protobuf_append_bytes (self, field, value, strlen (value));
}

/* Appends @inner as a nested message and frees it. */
static inline void
add (Message *self, guint field, Message *inner)
{
  tv_protobuf_append_bytes (self, field, inner->data, inner->len);
  g_byte_array_unref (inner);
}

static inline void
packed (Message *self, guint field, const gint64 *values, guint n)
{
  Message *inner = message ();

  for (guint i = 0; i < n; i++)
    tv_protobuf_append_varint (inner, (guint64) values[i]);
  add (self, field, inner);
}

/* Appends a packet with a timestamp. Omits the clock, the sequence id and the flags if they are 0. */
static inline void
packet (Message *trace,
        guint32 sequence,
        guint flags,
        guint clock,
        gint64 ts,
        guint field,
        Message *said)
{
  Message *self = message ();

  number (self, 8, ts);
  if (clock != 0)
    number (self, 58, clock);
  if (sequence != 0)
    number (self, 10, sequence);
  if (flags != 0)
    number (self, 13, flags);
  if (said != NULL)
    add (self, field, said);
  add (trace, 1, self);
}

static inline TvTrace *
load (const Message *trace)
{
  g_autoptr (GBytes) bytes = g_bytes_new (trace->data, trace->len);
  g_autoptr (GError) error = NULL;
  TvTrace *loaded = tv_load_bytes (bytes, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return loaded;
}

static inline guint64
count_problem (TvTrace *trace, TvProblemKind kind)
{
  guint32 n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  for (guint32 i = 0; i < n; i++)
    if (problems[i].kind == kind)
      return problems[i].count;
  return 0;
}

/* Returns the runs as lines "cpu tid ts+dur state", in row order: by CPU track, then by time. */
static inline char *
list_runs (TvTrace *trace)
{
  guint32 n_tracks;
  const TvRuns *runs = tv_trace_get_runs (trace);
  const TvThread *threads = tv_trace_get_threads (trace, NULL);
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  GString *out = g_string_new (NULL);

  for (guint32 t = 0; t < n_tracks; t++)
    for (guint32 i = 0; tracks[t].kind == TV_TRACK_CPU && i < tracks[t].n_slices; i++)
      {
        guint32 slice = tracks[t].first_slice + i;
        TvRun run = tv_runs_get (runs, tracks[t].first_side + i);
        gint64 start = tv_slices_start (slices, slice);
        g_autofree char *cpu = tv_trace_dup_cpu_number (trace, tracks[t].cpu);

        g_assert_cmpuint (threads[run.utid].machine, ==, tracks[t].machine);
        g_string_append_printf (
            out, "%s %u %" G_GINT64_FORMAT "+%" G_GINT64_FORMAT " %s\n", cpu, threads[run.utid].tid,
            start, tv_slices_end (slices, slice) - start,
            run.end_state != TV_NONE ? tv_trace_get_string (trace, run.end_state) : "-");
      }
  return g_string_free (out, FALSE);
}

G_END_DECLS
