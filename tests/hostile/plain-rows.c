/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain-rows.h"

#include <string.h>

#include "core/protobuf.h"
#include "tables/tables.h"

/* Valid packets of an app and a worker thread. Their CPU, threads, tracks and sequences are not used by random
 * packets:
 *
 *   900001  main of plain.app   ├─ runs ─┤
 *   900002  plain-worker              ╵  ├─ runs: worker-mark ┤
 *                                     woken by main */

#define NOW      G_GINT64_CONSTANT (1000000005000) /* time in ns */
#define APP      900001
#define WORKER   900002
#define CPU      7
#define WRITER   77777 /* packet sequence ids */
#define SAMPLER  77778
#define DUMPER   77779
#define TRACK    900000001
#define COUNTER  900000002
#define CLEARED  1
#define IS_NEEDY 2

typedef GByteArray Message;

static Message *
message (void)
{
  return g_byte_array_new ();
}

static void
number (Message *self, guint field, guint64 value)
{
  tv_protobuf_append_varint (self, field << 3);
  tv_protobuf_append_varint (self, value);
}

static void
add (Message *self, guint field, Message *inner)
{
  tv_protobuf_append_message (self, field, inner);
  g_byte_array_unref (inner);
}

static void
packed (Message *self, guint field, const guint64 *values, guint n)
{
  Message *inner = message ();

  for (guint i = 0; i < n; i++)
    tv_protobuf_append_varint (inner, values[i]);
  add (self, field, inner);
}

/* Appends a packet and returns it for further fields. */
static Message *
packet (GPtrArray *packets, guint sequence, guint flags, gint64 ts, guint field, Message *content)
{
  Message *self = message ();

  number (self, 8, (guint64) ts);
  number (self, 10, sequence);
  if (flags != 0)
    number (self, 13, flags);
  if (content != NULL)
    add (self, field, content);
  g_ptr_array_add (packets, self);
  return self;
}

static void
name (Message *interned, guint field, guint64 iid, const char *text)
{
  Message *self = message ();

  number (self, 1, iid);
  tv_protobuf_append_text (self, field == 6 ? 3 : 2, text);
  add (interned, field, self);
}

/* ---- Tracks ---- */

static Message *
event (guint type, guint64 iid)
{
  Message *self = message ();

  number (self, 9, type);
  number (self, 11, TRACK);
  if (iid != 0)
    {
      number (self, 3, 1);
      number (self, 10, iid);
    }
  return self;
}

static void
add_tracks (GPtrArray *packets)
{
  Message *interned = message (), *track = message (), *counter = message (), *begin, *arg;

  name (interned, 1, 1, "plain-category");
  name (interned, 2, 1, "plain-outer");
  name (interned, 2, 2, "plain-inner");
  name (interned, 3, 1, "plain-key");
  number (track, 1, TRACK);
  tv_protobuf_append_text (track, 2, "plain-track");
  add (packet (packets, WRITER, CLEARED, NOW, 60, track), 12, interned);

  number (counter, 1, COUNTER);
  tv_protobuf_append_text (counter, 2, "plain-counter");
  add (counter, 8, message ());
  packet (packets, WRITER, 0, NOW, 60, counter);

  begin = event (1, 1);
  arg = message ();
  number (arg, 1, 1);
  number (arg, 4, 42);
  add (begin, 4, arg);
  packet (packets, WRITER, IS_NEEDY, NOW, 11, begin);
  packet (packets, WRITER, IS_NEEDY, NOW + 100, 11, event (1, 2));
  packet (packets, WRITER, IS_NEEDY, NOW + 300, 11, event (2, 0));
  packet (packets, WRITER, IS_NEEDY, NOW + 1000, 11, event (2, 0));
  packet (packets, WRITER, IS_NEEDY, NOW + 1500, 11, event (3, 2));
  for (guint i = 0; i < 3; i++)
    {
      Message *value = message ();

      number (value, 9, 4);
      number (value, 11, COUNTER);
      number (value, 30, 5 + 4 * i);
      packet (packets, WRITER, IS_NEEDY, NOW + 10 * (gint64) i, 11, value);
    }
}

/* ---- Kernel ---- */

static void
add_processes (GPtrArray *packets)
{
  Message *tree = message (), *process = message (), *thread = message ();

  number (process, 1, APP);
  number (process, 2, 1);
  tv_protobuf_append_text (process, 3, "plain.app");
  add (tree, 1, process);
  number (thread, 1, WORKER);
  tv_protobuf_append_text (thread, 2, "plain-worker");
  number (thread, 3, APP);
  add (tree, 2, thread);
  packet (packets, WRITER, 0, NOW, 2, tree);
}

static void
add_mark (Message *bundle, gint64 ts, const char *text)
{
  Message *self = message (), *print = message ();

  number (self, 1, (guint64) ts);
  number (self, 2, WORKER);
  tv_protobuf_append_text (print, 2, text);
  add (self, 3, print);
  add (bundle, 2, self);
}

static void
add_scheduling (GPtrArray *packets)
{
  static const guint64 times[] = { NOW, 400, 500 }, states[] = { 1, 1, 2 },
                       tids[] = { APP, WORKER, 0 }, priorities[] = { 120, 110, 120 },
                       comms[] = { 0, 1, 2 }, wake_times[] = { NOW + 350 }, woken[] = { WORKER },
                       wake_cpus[] = { CPU }, wake_priorities[] = { 110 }, wake_comms[] = { 1 };
  Message *bundle = message (), *compact = message ();

  tv_protobuf_append_text (compact, 5, "plain.app");
  tv_protobuf_append_text (compact, 5, "plain-worker");
  tv_protobuf_append_text (compact, 5, "swapper/7");
  packed (compact, 1, times, 3);
  packed (compact, 2, states, 3);
  packed (compact, 3, tids, 3);
  packed (compact, 4, priorities, 3);
  packed (compact, 6, comms, 3);
  packed (compact, 7, wake_times, 1);
  packed (compact, 8, woken, 1);
  packed (compact, 9, wake_cpus, 1);
  packed (compact, 10, wake_priorities, 1);
  packed (compact, 11, wake_comms, 1);
  number (bundle, 1, CPU);
  add_mark (bundle, NOW + 500, "B|900001|worker-mark\n");
  add_mark (bundle, NOW + 600, "E|900001\n");
  add (bundle, 4, compact);
  packet (packets, WRITER, 0, NOW, 1, bundle);
}

/* ---- Samples, memory, frames ---- */

static void
add_samples (GPtrArray *packets)
{
  Message *interned = message (), *first, *last;

  name (interned, 5, 1, "plain_main");
  name (interned, 5, 2, "plain_work");
  for (guint i = 1; i <= 2; i++)
    {
      Message *frame = message ();

      number (frame, 1, i);
      number (frame, 2, i);
      add (interned, 6, frame);
    }
  first = message ();
  number (first, 1, 1);
  number (first, 2, 1);
  number (first, 2, 2);
  add (interned, 7, first);
  add (packet (packets, SAMPLER, CLEARED, NOW, 0, NULL), 12, interned);
  last = message ();
  number (last, 1, CPU);
  number (last, 2, APP);
  number (last, 3, WORKER);
  number (last, 4, 1);
  number (last, 5, 2);
  packet (packets, SAMPLER, IS_NEEDY, NOW + 450, 66, last);
}

static void
add_maps (GPtrArray *packets)
{
  Message *smaps = message (), *entry = message ();

  number (smaps, 1, APP);
  tv_protobuf_append_text (entry, 1, "/plain.so");
  number (entry, 2, 12);
  number (entry, 4, 3);
  add (smaps, 2, entry);
  packet (packets, WRITER, 0, NOW + 20, 68, smaps);
}

/* Adds a heap with a root that owns an object, and a third object that is unreachable. */
static void
add_heap (GPtrArray *packets)
{
  static const guint64 roots[] = { 11 };
  Message *graph = message (), *type = message (), *field = message (), *root = message ();

  number (graph, 1, APP);
  for (guint i = 0; i < 3; i++)
    {
      Message *object = message ();

      number (object, 1, 11 + i);
      number (object, 2, 1);
      number (object, 3, 16 * (i + 1));
      if (i == 0)
        {
          number (object, 4, 1);
          number (object, 5, 12);
        }
      add (graph, 2, object);
    }
  number (field, 1, 1);
  tv_protobuf_append_text (field, 2, "plain.Node plain.Node.next");
  add (graph, 4, field);
  packed (root, 1, roots, 1);
  number (root, 2, 8);
  add (graph, 7, root);
  number (type, 1, 1);
  tv_protobuf_append_text (type, 3, "plain.Node");
  add (graph, 9, type);
  packet (packets, DUMPER, CLEARED, NOW + 30, 56, graph);
}

static void
add_frame (GPtrArray *packets)
{
  Message *frame = message (), *start = message (), *end = message ();

  number (start, 1, 9001);
  number (start, 2, 9001);
  number (start, 3, 9002);
  number (start, 4, APP);
  tv_protobuf_append_text (start, 5, "plain-layer");
  add (frame, 3, start);
  packet (packets, WRITER, 0, NOW + 40, 76, frame);
  frame = message ();
  number (end, 1, 9001);
  add (frame, 5, end);
  packet (packets, WRITER, 0, NOW + 140, 76, frame);
}

/**
 * tv_plain_packets_new:
 *
 * Returns: (transfer full) (element-type GByteArray): packets, which must be in this order in a file
 */
GPtrArray *
tv_plain_packets_new (void)
{
  GPtrArray *packets = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);

  add_processes (packets);
  add_tracks (packets);
  add_scheduling (packets);
  add_samples (packets);
  add_maps (packets);
  add_heap (packets);
  add_frame (packets);
  return packets;
}

/* ---- Expected rows ---- */

const TvPlainRows tv_plain_rows[] = {
  { "process", "pid name", "900001|plain.app\n", FALSE },
  { "thread", "tid name upid",
    "900001|plain.app|900001\n"
    "900002|plain-worker|900001\n",
    TRUE },
  { "slice", "ts dur depth name category",
    "1000000005000|1000|0|plain-outer|plain-category\n"
    "1000000005100|200|1|plain-inner|plain-category\n"
    "1000000006500|0|0|plain-inner|plain-category\n",
    FALSE },
  { "thread_slice", "ts dur name depth tid", "1000000005500|100|worker-mark|0|900002\n", TRUE },
  { "args", "flat_key int_value", "debug.plain-key|42\n", FALSE },
  { "track", "name type slice_count", "plain-track|global|3\n", FALSE },
  { "counter_track", "name sample_count min max", "plain-counter|3|5|13\n", FALSE },
  { "sched_slice", "ts dur cpu utid end_state priority", "1000000005400|500|7|900002|D|110\n",
    TRUE },
  { "thread_state", "ts dur cpu utid state waker_utid",
    "1000000005350|50|-|900002|R|900001\n"
    "1000000005400|-1|-|900001|S|-\n"
    "1000000005400|500|7|900002|Running|-\n"
    "1000000005900|-1|-|900002|D|-\n",
    TRUE },
  { "perf_sample", "ts utid cpu cpu_mode weight", "1000000005450|900002|7|user|1\n", FALSE },
  { "stack_profile_frame", "name",
    "plain.Node\n"
    "plain_main\n"
    "plain_work\n",
    FALSE },
  { "profiler_smaps", "upid ts path size_kb swap_kb", "900001|1000000005020|/plain.so|12|3\n",
    FALSE },
  { "heap_graph_object", "class self_size retained_size reachable root_type upid graph_sample_ts",
    "plain.Node|16|48|1|ROOT_THREAD_OBJECT|900001|1000000005030\n"
    "plain.Node|32|32|1|-|900001|1000000005030\n"
    "plain.Node|48|0|0|-|900001|1000000005030\n",
    FALSE },
  { "heap_graph_reference", "field_name field_type_name", "plain.Node.next|plain.Node\n", FALSE },
  { "expected_frame_timeline_slice",
    "ts dur name depth upid display_frame_token surface_frame_token layer_name",
    "1000000005040|100|9001|0|900001|9002|9001|plain-layer\n", FALSE },
  { NULL, NULL, NULL, FALSE },
};

/* Appends a cell. Returns whether the cell shows that the row comes from a valid packet. */
static gboolean
append_cell (GString *out, TvTrace *trace, TvTable *table, guint32 row, guint column)
{
  const TvColumn *of = &tv_table_get_columns (table, NULL)[column];
  gboolean is_plain = FALSE;
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  if (cell.is_null)
    g_string_append (out, "-");
  else if (of->type == TV_COLUMN_INTEGER)
    {
      gint64 value = cell.integer;

      if (strcmp (of->name, "utid") == 0 || strcmp (of->name, "waker_utid") == 0)
        value = tv_trace_get_threads (trace, NULL)[value].tid;
      else if (strcmp (of->name, "upid") == 0)
        value = tv_trace_get_processes (trace, NULL)[value].pid;
      g_string_append_printf (out, "%" G_GINT64_FORMAT, value);
      is_plain = (value == APP || value == WORKER) && strcmp (of->name, "waker_utid") != 0;
    }
  else if (of->type == TV_COLUMN_REAL)
    g_string_append_printf (out, "%g", cell.real);
  else
    {
      g_string_append (out, cell.text);
      is_plain = strstr (cell.text, "plain") != NULL;
    }
  tv_cell_clear (&cell);
  return is_plain;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * tv_plain_rows_dup_reported:
 * @self: rows
 * @trace: a trace with the packets
 *
 * Returns: (transfer full): the rows of the trace that come from valid packets, in the format of the expected
 *   rows
 */
char *
tv_plain_rows_dup_reported (const TvPlainRows *self, TvTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTable) table = tv_tables_open (self->table, trace, NULL, NULL, &error);
  g_auto (GStrv) names = g_strsplit (self->columns, " ", -1);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  const TvTableInfo *info = tv_table_get_info (table);
  GString *out = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint32 row = 0; row < tv_table_get_n_rows (table); row++)
    {
      g_autoptr (GString) line = g_string_new (NULL);
      gboolean is_plain = FALSE;

      for (guint column = 0; column < info->n_columns; column++)
        if (g_strv_contains ((const char *const *) names, info->columns[column].name))
          {
            g_string_append (line, line->len == 0 ? "" : "|");
            is_plain |= append_cell (line, trace, table, row, column);
          }
      if (is_plain)
        g_ptr_array_add (lines, g_string_free (g_steal_pointer (&line), FALSE));
    }
  g_ptr_array_sort (lines, compare_lines);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (out, "%s\n", (const char *) lines->pdata[i]);
  return g_string_free (out, FALSE);
}
