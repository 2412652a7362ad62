/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <zlib.h>

#include "perfetto-message.h"
#include "table-text.h"

/* Tests rules that new readers of Perfetto traces often violate. If a rule is violated, the rows of its test differ.
 * test-perfetto-kernel-rules.c tests rules of kernel events. */

enum
{
  CLEARED = 1,
  IS_NEEDY = 2,
  BEGIN = 1,
  END = 2,
  INSTANT = 3,
  FTRACE = 1,
  SNAPSHOT = 6,
  EVENT = 11,
  INTERNED = 12,
  HEAP_PROFILE = 37,
  LOG = 39,
  HEAP_GRAPH = 56,
  FRAMES = 76,
  DEFAULTS = 59,
  DESCRIPTOR = 60,
};

static Message *
named (gint64 iid, guint field, const char *value)
{
  Message *self = NUMBERS ({ 1, iid });

  text (self, field, value);
  return self;
}

static Message *
event (guint type, gint64 track, const char *name)
{
  Message *self = NUMBERS ({ 9, type }, { 11, track });

  if (name != NULL)
    text (self, 23, name);
  return self;
}

static void
describe (Message *trace, gint64 uuid, const char *name)
{
  packet (trace, 1, 0, 0, 1, DESCRIPTOR, named (uuid, 2, name));
}

/* Adds a packet that clears the state of its sequence, and contains a message with defaults or interned data. */
static void
begin (Message *trace, guint32 sequence, guint field, Message *said)
{
  Message *self = NUMBERS ({ 8, 1 }, { 10, sequence }, { 13, CLEARED });

  add (self, field, said);
  add (trace, 1, self);
}

/* ---- Sequences and clocks ---- */

/* Events are sorted by timestamp before they are decoded. Ids refer to interned data of the same sequence since its
 * last reset. */
static void
test_interning (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *interned = message ();

  describe (trace, 5, "track");
  add (interned, 2, named (1, 2, "one"));
  begin (trace, 1, INTERNED, interned);
  packet (trace, 1, IS_NEEDY, 0, 300, EVENT, NUMBERS ({ 9, INSTANT }, { 11, 5 }, { 10, 1 }));
  begin (trace, 2, INTERNED, message ());
  packet (trace, 2, IS_NEEDY, 0, 100, EVENT, NUMBERS ({ 9, INSTANT }, { 11, 5 }, { 10, 1 }));
  begin (trace, 1, INTERNED, message ());
  packet (trace, 1, IS_NEEDY, 0, 200, EVENT, NUMBERS ({ 9, INSTANT }, { 11, 5 }, { 10, 1 }));
  loaded = load (trace);
  expect_rows (loaded, "slice", "ts name", "100|[no name]\n200|[no name]\n300|one\n");
}

/* Defaults of a sequence apply until new defaults are written, which replace all of them. */
static void
test_defaults (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *first = NUMBERS ({ 58, 3 }), *second = message (), *snapshot = message ();

  describe (trace, 5, "five");
  describe (trace, 6, "six");
  add (snapshot, 1, NUMBERS ({ 1, 6 }, { 2, 1000 }));
  add (snapshot, 1, NUMBERS ({ 1, 3 }, { 2, 400 }));
  packet (trace, 0, 0, 0, 1000, SNAPSHOT, snapshot);
  add (first, 11, NUMBERS ({ 11, 5 }));
  add (second, 11, NUMBERS ({ 11, 6 }));
  begin (trace, 1, DEFAULTS, first);
  packet (trace, 1, 0, 0, 500, EVENT, NUMBERS ({ 9, INSTANT }));
  packet (trace, 1, 0, 6, 1200, EVENT, NUMBERS ({ 9, INSTANT }, { 11, 6 }));
  packet (trace, 1, 0, 0, 600, DEFAULTS, second);
  packet (trace, 1, 0, 0, 1300, EVENT, NUMBERS ({ 9, INSTANT }));
  loaded = load (trace);
  expect_rows (loaded, "track", "name slice_count", "five|1\nsix|2\n");
  expect_rows (loaded, "slice", "ts", "1100\n1200\n1300\n");
}

/* A clock that counts differences is also advanced by packets that are not shown. */
static void
test_differences (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *snapshot = message ();

  describe (trace, 5, "track");
  add (snapshot, 1, NUMBERS ({ 1, 6 }, { 2, 1000000 }));
  add (snapshot, 1, NUMBERS ({ 1, 64 }, { 2, 0 }, { 3, 1 }, { 4, 1000 }));
  packet (trace, 1, CLEARED, 0, 1, SNAPSHOT, snapshot);
  packet (trace, 1, 0, 64, 5, EVENT, event (INSTANT, 5, "a"));
  packet (trace, 1, 0, 64, 7, 93, message ());
  packet (trace, 1, 0, 64, 2, 0, NULL);
  packet (trace, 1, 0, 64, 1, EVENT, event (INSTANT, 5, "b"));
  loaded = load (trace);
  expect_rows (loaded, "slice", "ts name", "1005000|a\n1015000|b\n");
}

/* Packets of one writer may follow later packets of another writer: only the snapshots of the same writer are sorted by
 * time. */
static void
test_writers (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;

  describe (trace, 5, "track");
  for (guint writer = 1; writer <= 2; writer++)
    for (guint i = 0; i < 2; i++)
      {
        Message *snapshot = message ();

        add (snapshot, 1, NUMBERS ({ 1, 6 }, { 2, 1000000 * (2 * i + 3 - writer) }));
        add (snapshot, 1, NUMBERS ({ 1, 64 }, { 2, 0 }, { 3, 1 }, { 4, 1000 }));
        packet (trace, writer, CLEARED, 0, 1, SNAPSHOT, snapshot);
        packet (trace, writer, 0, 64, 5, EVENT, event (INSTANT, 5, writer == 1 ? "a" : "b"));
      }
  loaded = load (trace);
  expect_rows (loaded, "slice", "ts name", "1005000|b\n2005000|a\n3005000|b\n4005000|a\n");
  expect_rows (loaded, "stats", "name value", "");
}

/* The first snapshot of a clock defines its unit; a later snapshot with another unit is invalid.
 * Timestamps of the trace are in ns. */
static void
test_units (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *snapshot = message ();

  describe (trace, 5, "track");
  add (snapshot, 1, NUMBERS ({ 1, 6 }, { 2, 1000 }, { 4, 1000 }));
  add (snapshot, 1, NUMBERS ({ 1, 64 }, { 2, 0 }, { 4, 1000 }));
  packet (trace, 1, CLEARED, 0, 1, SNAPSHOT, snapshot);
  packet (trace, 1, 0, 64, 5, EVENT, event (INSTANT, 5, "a"));
  snapshot = message ();
  add (snapshot, 1, NUMBERS ({ 1, 6 }, { 2, 2000 }, { 4, 1000 }));
  add (snapshot, 1, NUMBERS ({ 1, 64 }, { 2, 10 }));
  packet (trace, 1, 0, 0, 1, SNAPSHOT, snapshot);
  packet (trace, 1, 0, 64, 20, EVENT, event (INSTANT, 5, "b"));
  packet (trace, 1, 0, 0, 1030000, EVENT, event (INSTANT, 5, "c"));
  loaded = load (trace);
  expect_rows (loaded, "slice", "ts name", "1005000|a\n1020000|b\n1030000|c\n");
  expect_rows (loaded, "stats", "name value", "invalid_clock_snapshots|1\n");
}

/* ---- Tracks ---- */

/* An end event without a name ends only the innermost slice of its own track. */
static void
test_ends (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;

  describe (trace, 5, "five");
  describe (trace, 6, "six");
  packet (trace, 1, 0, 0, 100, EVENT, event (BEGIN, 5, "a"));
  packet (trace, 1, 0, 0, 110, EVENT, event (BEGIN, 5, "b"));
  packet (trace, 1, 0, 0, 115, EVENT, event (BEGIN, 6, "c"));
  packet (trace, 1, 0, 0, 120, EVENT, event (END, 5, NULL));
  packet (trace, 1, 0, 0, 130, EVENT, event (END, 5, NULL));
  packet (trace, 1, 0, 0, 140, EVENT, event (END, 5, NULL));
  packet (trace, 1, 0, 0, 150, EVENT, event (END, 6, NULL));
  loaded = load (trace);
  expect_rows (loaded, "slice", "ts dur depth name", "100|30|0|a\n110|10|1|b\n115|35|0|c\n");
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_UNMATCHED_END), ==, 1);
}

static void
add_mark (Message *bundle, gint64 ts, gint64 tid, const char *value)
{
  Message *self = NUMBERS ({ 1, ts }, { 2, tid }), *print = message ();

  text (print, 2, value);
  add (self, 3, print);
  add (bundle, 2, self);
}

/* Track events of a thread share a track with the atrace slices of that thread. */
static void
test_one_track (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *track = NUMBERS ({ 1, 5 }), *bundle = NUMBERS ({ 1, 0 });

  add (track, 4, NUMBERS ({ 1, 10 }, { 2, 11 }));
  packet (trace, 1, CLEARED, 0, 1, DESCRIPTOR, track);
  packet (trace, 1, 0, 0, 100, EVENT, event (BEGIN, 5, "outer"));
  add_mark (bundle, 110, 11, "B|10|inner\n");
  add_mark (bundle, 120, 11, "E|10\n");
  packet (trace, 2, 0, 0, 900, FTRACE, bundle);
  packet (trace, 1, 0, 0, 130, EVENT, event (END, 5, NULL));
  loaded = load (trace);
  expect_rows (loaded, "thread_slice", "ts dur name depth track_id tid pid",
               "100|30|outer|0|0|10|11\n110|10|inner|1|0|10|11\n");
}

/* ---- Log lines ---- */

/* A log line is shown at its own timestamp, which is on the realtime clock. */
static void
test_log (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *snapshot = message (), *log = message (),
          *line = NUMBERS ({ 1, 0 }, { 2, 10 }, { 3, 11 }, { 5, 7100 });

  add (snapshot, 1, NUMBERS ({ 1, 6 }, { 2, 1000 }));
  add (snapshot, 1, NUMBERS ({ 1, 1 }, { 2, 7000 }));
  packet (trace, 0, 0, 0, 1000, SNAPSHOT, snapshot);
  text (line, 6, "tag");
  text (line, 8, "words");
  add (log, 1, line);
  packet (trace, 1, 0, 0, 9000, LOG, log);
  loaded = load (trace);
  expect_rows (loaded, "android_logs", "ts prio tag msg", "1100|4|tag|words\n");
}

/* ---- Heaps ---- */

/* Android 10 stores tables of names in the packets of each dump; they are valid only until the dump's last packet.
 * Totals are converted to changes at the time of each dump. */
static void
test_own_tables (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *snapshot = message (), *profile, *dump;

  add (snapshot, 1, NUMBERS ({ 1, 6 }, { 2, 1000 }));
  add (snapshot, 1, NUMBERS ({ 1, 4 }, { 2, 100 }));
  packet (trace, 0, 0, 0, 1000, SNAPSHOT, snapshot);
  for (guint i = 0; i < 2; i++)
    {
      profile = NUMBERS ({ 7, i });
      add (profile, 1, named (1, 2, i == 0 ? "first" : "second"));
      add (profile, 2, NUMBERS ({ 1, 1 }, { 2, 1 }));
      add (profile, 3, NUMBERS ({ 1, 1 }, { 2, 1 }));
      dump = NUMBERS ({ 1, 10 }, { 9, 200 + i });
      add (dump, 2, NUMBERS ({ 1, 1 }, { 2, 64 }, { 5, 2 }, { 3, 16 }, { 6, 1 }));
      add (profile, 5, dump);
      packet (trace, 1, i == 0 ? CLEARED : 0, 0, 5000, HEAP_PROFILE, profile);
    }
  loaded = load (trace);
  expect_rows (loaded, "heap_profile_allocation", "ts count size",
               "1100|2|64\n1100|-1|-16\n1101|2|64\n1101|-1|-16\n");
  expect_rows (loaded, "stack_profile_frame", "name", "first\nsecond\n");
}

/* Types and fields follow the objects. The base is added to all references except null. A weak reference does not
 * retain its target. */
static void
test_graph (void)
{
  static const gint64 roots[] = { 11 };
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *graph = NUMBERS ({ 1, 10 }, { 5, 1 }), *root = message (), *type;

  add (graph, 2,
       NUMBERS ({ 1, 11 }, { 2, 1 }, { 3, 16 }, { 4, 1 }, { 4, 1 }, { 5, 2 }, { 5, 0 }, { 6, 10 }));
  add (graph, 2, NUMBERS ({ 1, 12 }, { 2, 2 }, { 3, 24 }, { 4, 2 }, { 5, 13 }));
  add (graph, 2, NUMBERS ({ 1, 13 }, { 2, 1 }, { 3, 32 }));
  packet (trace, 1, CLEARED, 0, 100, HEAP_GRAPH, graph);
  graph = NUMBERS ({ 1, 10 }, { 6, 1 });
  packed (root, 1, roots, 1);
  number (root, 2, 8);
  add (graph, 7, root);
  type = NUMBERS ({ 1, 1 });
  text (type, 3, "Node");
  add (graph, 9, type);
  type = NUMBERS ({ 1, 2 }, { 7, 9 });
  text (type, 3, "Weak");
  add (graph, 9, type);
  add (graph, 4, named (1, 2, "Node Node.next"));
  add (graph, 4, named (2, 2, "Node java.lang.ref.Reference.referent"));
  packet (trace, 1, 0, 0, 100, HEAP_GRAPH, graph);
  loaded = load (trace);
  expect_rows (loaded, "heap_graph_object", "class self_size reachable",
               "Node|16|1\nWeak|24|1\nNode|32|0\n");
  expect_rows (loaded, "heap_graph_reference", "owner_id owned_id field_name",
               "0|1|Node.next\n0|-|Node.next\n1|2|java.lang.ref.Reference.referent\n");
}

/* Objects are numbered in the order of their first mention. Here, a reference in the first packet mentions an object
 * in the third packet. */
static void
test_object_order (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  static const gint64 roots[] = { 30, 20 }, targets[] = { 30 };
  Message *graph = NUMBERS ({ 1, 7 }), *object, *root = message (), *type;

  object = NUMBERS ({ 1, 10 }, { 2, 1 }, { 3, 10 });
  packed (object, 5, targets, 1);
  add (graph, 2, object);
  add (graph, 2, NUMBERS ({ 1, 20 }, { 2, 1 }, { 3, 20 }));
  add (graph, 2, NUMBERS ({ 1, 30 }, { 2, 1 }, { 3, 30 }));
  packed (root, 1, roots, 2);
  number (root, 2, 8);
  add (graph, 7, root);
  type = NUMBERS ({ 1, 1 });
  text (type, 3, "Node");
  add (graph, 9, type);
  packet (trace, 1, 0, 0, 100, HEAP_GRAPH, graph);
  loaded = load (trace);
  expect_rows (loaded, "heap_graph_object", "self_size reachable", "10|0\n30|1\n20|1\n");
  expect_rows (loaded, "heap_graph_reference", "owner_id owned_id", "0|1\n");
}

/* If the dump of another process interrupts a dump, the interrupted one is incomplete, and the other one is
 * complete. */
static void
test_interrupted_dump (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;

  packet (trace, 1, 0, 0, 100, HEAP_GRAPH, NUMBERS ({ 1, 10 }, { 5, 1 }));
  packet (trace, 1, 0, 0, 200, HEAP_GRAPH, NUMBERS ({ 1, 20 }));
  packet (trace, 1, 0, 0, 300, HEAP_GRAPH, NUMBERS ({ 1, 20 }));
  loaded = load (trace);
  expect_rows (loaded, "problem", "kind count", "heap-dump|1\n");
  expect_rows (loaded, "stats", "name idx value", "heap_graph_missing_packet|20|1\n");
}

/* ---- Annotations ---- */

static void
annotate (Message *event, Message *annotation, const char *name)
{
  text (annotation, 10, name);
  add (event, 4, annotation);
}

/* Integers keep their sign and their type. JSON becomes one argument per leaf. A string that is not valid JSON
 * remains unchanged. */
static void
test_annotations (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *instant = event (INSTANT, 5, "a"), *json = message (), *bad = message (),
          *word = message ();

  describe (trace, 5, "track");
  annotate (instant, NUMBERS ({ 3, -1 }), "unsigned");
  annotate (instant, NUMBERS ({ 4, -1 }), "signed");
  annotate (instant, NUMBERS ({ 7, -1 }), "pointer");
  text (
      json, 9,
      "{\"list\": [1, -2.5, {\"none\": null}], \"on\": true, \"text\": \"a\\u0062\", \"big\": 1e3}");
  annotate (instant, json, "json");
  text (bad, 9, "{\"open\": [1, ");
  annotate (instant, bad, "bad");
  text (word, 9, "word");
  annotate (instant, word, "word");
  packet (trace, 1, 0, 0, 100, EVENT, instant);
  loaded = load (trace);
  expect_rows (loaded, "args", "key string_value int_value",
               "debug.unsigned|18446744073709551615|-1\n"
               "debug.signed|-1|-1\n"
               "debug.pointer|0xffffffffffffffff|-1\n"
               "debug.json.list[0]|1|1\n"
               "debug.json.list[1]|-2.5|-\n"
               "debug.json.on|true|1\n"
               "debug.json.text|ab|-\n"
               "debug.json.big|1000|-\n"
               "debug.bad|{\"open\": [1, |-\n"
               "debug.word|word|-\n");
}

/* ---- Bytes ---- */

/* A slice without an end has no duration and is not included in sums. */
static void
test_open (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;

  describe (trace, 5, "track");
  packet (trace, 1, 0, 0, 100, EVENT, event (BEGIN, 5, "open"));
  packet (trace, 1, 0, 0, 110, EVENT, event (BEGIN, 5, "done"));
  packet (trace, 1, 0, 0, 150, EVENT, event (END, 5, NULL));
  loaded = load (trace);
  expect_rows (loaded, "slice", "ts dur name self_dur is_open",
               "100|-1|open|10|1\n110|40|done|40|0\n");
}

/* A gzip file that consists of several members is read to the end of the last member. */
static void
test_members (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (Message) packed_trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  gsize half;

  describe (trace, 5, "track");
  packet (trace, 1, 0, 0, 100, EVENT, event (INSTANT, 5, "first"));
  packet (trace, 1, 0, 0, 200, EVENT, event (INSTANT, 5, "second"));
  half = trace->len / 2;
  for (guint i = 0; i < 2; i++)
    {
      guint8 bytes[1000];
      z_stream stream = { .next_in = trace->data + (i == 0 ? 0 : half),
                          .avail_in = (uInt) (i == 0 ? half : trace->len - half),
                          .next_out = bytes,
                          .avail_out = sizeof bytes };

      g_assert_cmpint (deflateInit2 (&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), ==,
                       Z_OK);
      g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
      g_byte_array_append (packed_trace, bytes, sizeof bytes - stream.avail_out);
      deflateEnd (&stream);
    }
  loaded = load (packed_trace);
  expect_rows (loaded, "slice", "ts name", "100|first\n200|second\n");
}

static void
frame (Message *trace, gint64 ts, guint kind, Message *content)
{
  Message *self = message ();

  add (self, kind, content);
  packet (trace, 1, 0, 0, ts, FRAMES, self);
}

/* The end of a frame closes the latest frame with the same cookie that begins earlier, regardless of the order of the
 * packets. If another layer has already reported the end of that frame, nothing is closed. */
static void
test_frames (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;

  frame (trace, 130, 5, NUMBERS ({ 1, 7 }));
  frame (trace, 100, 2, NUMBERS ({ 1, 7 }, { 2, 1 }, { 3, 40 }, { 4, 1 }, { 7, 1 }, { 8, 1 }));
  frame (trace, 140, 5, NUMBERS ({ 1, 7 }));
  frame (trace, 110, 2, NUMBERS ({ 1, 7 }, { 2, 2 }, { 3, 40 }, { 4, 1 }, { 7, 1 }, { 8, 1 }));
  frame (trace, 100, 3, NUMBERS ({ 1, 8 }, { 2, 5 }, { 3, 1 }, { 4, 50 }));
  frame (trace, 100, 3, NUMBERS ({ 1, 9 }, { 2, 5 }, { 3, 1 }, { 4, 50 }));
  frame (trace, 120, 5, NUMBERS ({ 1, 8 }));
  frame (trace, 121, 5, NUMBERS ({ 1, 9 }));
  loaded = load (trace);
  expect_rows (loaded, "actual_frame_timeline_slice", "ts dur name", "100|-1|1\n110|20|2\n");
  expect_rows (loaded, "expected_frame_timeline_slice", "ts dur name", "100|20|5\n");
  expect_rows (loaded, "stats", "name value", "frame_timeline_unpaired_end_event|1\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfetto-rules/interning", test_interning);
  g_test_add_func ("/perfetto-rules/defaults", test_defaults);
  g_test_add_func ("/perfetto-rules/differences", test_differences);
  g_test_add_func ("/perfetto-rules/writers", test_writers);
  g_test_add_func ("/perfetto-rules/units", test_units);
  g_test_add_func ("/perfetto-rules/ends", test_ends);
  g_test_add_func ("/perfetto-rules/one-track", test_one_track);
  g_test_add_func ("/perfetto-rules/log", test_log);
  g_test_add_func ("/perfetto-rules/own-tables", test_own_tables);
  g_test_add_func ("/perfetto-rules/graph", test_graph);
  g_test_add_func ("/perfetto-rules/object-order", test_object_order);
  g_test_add_func ("/perfetto-rules/interrupted-dump", test_interrupted_dump);
  g_test_add_func ("/perfetto-rules/annotations", test_annotations);
  g_test_add_func ("/perfetto-rules/open", test_open);
  g_test_add_func ("/perfetto-rules/members", test_members);
  g_test_add_func ("/perfetto-rules/frames", test_frames);
  return g_test_run ();
}
