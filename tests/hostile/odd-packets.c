/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odd-inputs.h"

#include "core/protobuf.h"

/* Generates Perfetto traces in which valid packets of one kind are repeated many times. */

#define NOW 1000000

enum
{
  CLEARED = 1,
  FTRACE = 1,
  PROCESS_TREE = 2,
  SNAPSHOT = 6,
  EVENT = 11,
  INTERNED = 12,
  PROFILE = 37,
  HEAP_GRAPH = 56,
  TRACK = 60,
  PERF_SAMPLE = 66,
  FRAME = 76,
};

static void
put_number (GByteArray *self, guint field, guint64 value)
{
  tv_protobuf_append_varint (self, field << 3);
  tv_protobuf_append_varint (self, value);
}

/* Appends a message and frees it. */
static void
put (GByteArray *self, guint field, GByteArray *inner)
{
  tv_protobuf_append_message (self, field, inner);
  g_byte_array_unref (inner);
}

static void
put_packet (GByteArray *bytes, guint sequence, guint64 ts, guint field, GByteArray *content)
{
  GByteArray *self = g_byte_array_new ();

  put_number (self, 8, ts);
  put_number (self, 10, sequence);
  put (self, field, content);
  put (bytes, 1, self);
}

static GByteArray *
make_event (guint type, guint64 track)
{
  GByteArray *self = g_byte_array_new ();

  put_number (self, 9, type);
  put_number (self, 11, track);
  return self;
}

static GByteArray *
make_track (guint64 uuid, guint64 parent)
{
  GByteArray *self = g_byte_array_new ();

  put_number (self, 1, uuid);
  if (parent != 0)
    put_number (self, 5, parent);
  return self;
}

/* ---- Clocks ---- */

/* Appends snapshots with the maximum number of clocks, either all by the same writer or each by a new writer. */
static void
put_wide_snapshots (GByteArray *bytes, gsize size, gboolean are_others)
{
  for (guint i = 0; bytes->len < size; i++)
    {
      GByteArray *snapshot = g_byte_array_new ();

      for (guint clock = 6; clock < 127; clock = clock == 6 ? 65 : clock + 1)
        {
          GByteArray *reading = g_byte_array_new ();

          put_number (reading, 1, clock);
          put_number (reading, 2, NOW + 10 * (guint64) i + i * clock % 7);
          put (snapshot, 1, reading);
        }
      put_packet (bytes, are_others ? i + 1 : 1, NOW, SNAPSHOT, snapshot);
      put_packet (bytes, 1, NOW + i, EVENT, make_event (3, 1));
    }
}

static void
put_snapshots (GByteArray *bytes, gsize size)
{
  put_wide_snapshots (bytes, size, FALSE);
}

static void
put_clocks (GByteArray *bytes, gsize size)
{
  put_wide_snapshots (bytes, size, TRUE);
}

/* ---- Writers ---- */

static void
put_sequences (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    for (guint k = 0; k < 4; k++)
      put_packet (bytes, i * 65521, NOW + i, EVENT, make_event (3, 1));
}

/* Appends interned data of all kinds that is immediately cleared. */
static void
put_interned (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    {
      GByteArray *self = g_byte_array_new (), *interned = g_byte_array_new ();

      for (guint iid = 1; iid < 5; iid++)
        {
          GByteArray *entry = g_byte_array_new ();
          g_autofree char *name = g_strdup_printf ("name %u", 4 * i + iid);

          put_number (entry, 1, (guint64) iid << 40);
          tv_protobuf_append_text (entry, 2, name);
          put (interned, 2, entry);
        }
      put_number (self, 10, 1);
      put_number (self, 13, i % 8 == 0 ? CLEARED : 0);
      put (self, INTERNED, interned);
      put (bytes, 1, self);
    }
  put_packet (bytes, 1, NOW, EVENT, make_event (3, 1));
}

/* ---- Tracks ---- */

/* Appends tracks, each of which is a child of the previous track. */
static void
put_nested_tracks (GByteArray *bytes, gsize size)
{
  for (guint i = 1; bytes->len < size; i++)
    {
      put_packet (bytes, 1, NOW, TRACK, make_track (i, i - 1));
      put_packet (bytes, 1, NOW + i, EVENT, make_event (3, i));
    }
}

/* Appends tracks with the same name whose slices all overlap, so that they become layers of one track. */
static void
put_layers (GByteArray *bytes, gsize size)
{
  for (guint i = 1; bytes->len < size; i++)
    {
      GByteArray *track = make_track (i, 0);

      tv_protobuf_append_text (track, 2, "layer");
      put_packet (bytes, 1, NOW, TRACK, track);
      put_packet (bytes, 1, NOW + i, EVENT, make_event (1, i));
    }
}

/* Appends tracks of one thread, each with a separate descriptor. */
static void
put_reused_threads (GByteArray *bytes, gsize size)
{
  for (guint i = 1; bytes->len < size; i++)
    {
      GByteArray *track = make_track (i, 0), *thread = g_byte_array_new ();

      put_number (thread, 1, 10);
      put_number (thread, 2, 11);
      put (track, 4, thread);
      put_packet (bytes, 1, NOW, TRACK, track);
      put_packet (bytes, 1, NOW + i, EVENT, make_event (3, i));
    }
}

static void
put_open (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    put_packet (bytes, 1, NOW + i, EVENT, make_event (1, 1));
}

/* Appends ends with a name, for which all open slices have to be searched. */
static void
put_named_ends (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    {
      GByteArray *event = make_event (bytes->len < size / 2 ? 1 : 2, 1);

      tv_protobuf_append_text (event, 23, bytes->len < size / 2 ? "a" : "b");
      put_packet (bytes, 1, NOW + i, EVENT, event);
    }
}

static void
put_flows (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    {
      GByteArray *event = make_event (3, 1);

      for (guint flow = 0; flow < 6; flow++)
        put_number (event, 36, 1 + flow * i % 1000);
      put_packet (bytes, 1, NOW + i, EVENT, event);
    }
}

static void
put_arguments (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    {
      GByteArray *event = make_event (3, 1);

      for (guint k = 0; k < 8; k++)
        {
          GByteArray *arg = g_byte_array_new ();
          g_autofree char *name = g_strdup_printf ("%u", 8 * i + k);

          tv_protobuf_append_text (arg, 10, name);
          put_number (arg, 4, i);
          put (event, 4, arg);
        }
      put_packet (bytes, 1, NOW + i, EVENT, event);
    }
}

/* ---- Kernel ---- */

/* Appends processes of a few bytes each. Each process is a child of the next one. */
static void
put_processes (GByteArray *bytes, gsize size)
{
  for (guint i = 1; bytes->len < size;)
    {
      GByteArray *tree = g_byte_array_new ();

      for (guint k = 0; k < 100; k++, i++)
        {
          GByteArray *process = g_byte_array_new ();

          put_number (process, 1, i);
          put_number (process, 2, i + 1);
          tv_protobuf_append_text (process, 3, "a");
          put (tree, 1, process);
        }
      put_packet (bytes, 1, NOW + i, PROCESS_TREE, tree);
    }
}

/* Appends switches of about three bytes each, on the maximum number of CPUs. */
static void
put_switches (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    {
      static const guint fields[] = { 1, 2, 3, 4, 6 };
      GByteArray *bundle = g_byte_array_new (), *compact = g_byte_array_new ();

      tv_protobuf_append_text (compact, 5, "a");
      for (guint f = 0; f < G_N_ELEMENTS (fields); f++)
        {
          GByteArray *array = g_byte_array_new ();

          for (guint k = 0; k < 50; k++)
            tv_protobuf_append_varint (array, fields[f] == 1   ? (k == 0 ? NOW + i : 1)
                                              : fields[f] == 3 ? 50 * (i % 100) + k
                                                               : 0);
          put (compact, fields[f], array);
        }
      put_number (bundle, 1, i % 4096);
      put (bundle, 4, compact);
      put_packet (bytes, 1, NOW, FTRACE, bundle);
    }
}

/* ---- Heaps, samples, frames ---- */

/* Appends objects, each of which references the next object and the first object. */
static void
put_objects (GByteArray *bytes, gsize size)
{
  for (guint64 i = 1; bytes->len < size;)
    {
      GByteArray *graph = g_byte_array_new ();

      put_number (graph, 1, 10);
      put_number (graph, 5, bytes->len + 4000 < size);
      for (guint k = 0; k < 100; k++, i++)
        {
          GByteArray *object = g_byte_array_new ();

          put_number (object, 1, i);
          put_number (object, 2, i);
          put_number (object, 5, i + 1);
          put_number (object, 5, 1);
          put (graph, 2, object);
        }
      put_packet (bytes, 1, NOW, HEAP_GRAPH, graph);
    }
}

/* Appends dumps of a heap that are all marked as incomplete. */
static void
put_dumps (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    {
      GByteArray *profile = g_byte_array_new (), *dump = g_byte_array_new ();

      put_number (profile, 6, 1);
      put_number (profile, 7, i);
      put_number (dump, 1, i);
      put (profile, 5, dump);
      put_packet (bytes, 1, NOW + i, PROFILE, profile);
    }
}

static void
put_samples (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    {
      GByteArray *sample = g_byte_array_new ();

      put_number (sample, 1, i % 5000);
      put_number (sample, 2, i);
      put_number (sample, 3, i);
      put_packet (bytes, 1, NOW + i, PERF_SAMPLE, sample);
    }
}

/* Appends frames that begin but do not end. */
static void
put_frames (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    {
      GByteArray *frame = g_byte_array_new (), *start = g_byte_array_new ();

      put_number (start, 1, i);
      put_number (start, 2, i);
      put_number (start, 4, 10);
      put (frame, 3, start);
      put_packet (bytes, 1, NOW + i, FRAME, frame);
    }
}

const TvOddInput tv_odd_packets[] = {
  { "snapshots", put_snapshots, TV_ODD_USE_ALL },
  { "clocks", put_clocks, TV_ODD_USE_ALL },
  { "sequences", put_sequences, TV_ODD_USE_ALL },
  { "interned", put_interned, TV_ODD_USE_ALL },
  { "nested-tracks", put_nested_tracks, TV_ODD_USE_ALL },
  { "layers", put_layers, TV_ODD_USE_ALL },
  { "reused-threads", put_reused_threads, TV_ODD_USE_ALL },
  { "open", put_open, TV_ODD_USE_ALL },
  { "named-ends", put_named_ends, TV_ODD_USE_ALL },
  { "flows", put_flows, TV_ODD_USE_ALL },
  { "arguments", put_arguments, TV_ODD_USE_ALL },
  { "processes", put_processes, TV_ODD_USE_ALL },
  { "switches", put_switches, TV_ODD_USE_ALL },
  { "objects", put_objects, TV_ODD_USE_ALL },
  { "dumps", put_dumps, TV_ODD_USE_ALL },
  { "samples", put_samples, TV_ODD_USE_ALL },
  { "frames", put_frames, TV_ODD_USE_ALL },
  { NULL, NULL, TV_ODD_USE_ALL },
};
