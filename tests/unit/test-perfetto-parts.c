/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gstdio.h>

#include "recordings.h"
#include "table-text.h"

/* Tests fragments of one recording that are opened together. The resulting trace equals the trace of the whole
 * recording. */

#define S      G_GINT64_CONSTANT (1000000000)
#define US     1000
#define CYCLES 12

enum
{
  KERNEL = 2,
  EVENTS = 3,
  LOG = 4,
};

static char *folder;

/* a packet of a recording */
typedef struct
{
  guint32 sequence;
  Message *fields;
} Said;

static void
clear_said (gpointer data)
{
  g_byte_array_unref (((Said *) data)->fields);
}

/* ---- A recording ---- */

/* Appends a packet. Takes ownership of the payload. */
static void
say (GArray *recording,
     guint32 sequence,
     guint flags,
     guint clock,
     gint64 ts,
     guint field,
     Message *said)
{
  Message *fields = message ();

  number (fields, 8, ts);
  if (clock != 0)
    number (fields, 58, clock);
  number (fields, 10, sequence);
  if (flags != 0)
    number (fields, 13, flags);
  add (fields, field, said);
  g_array_append_val (recording, ((Said){ sequence, fields }));
}

/* Appends a snapshot of the clocks, including an incremental clock, which track events use. */
static void
say_snapshot (GArray *recording, gint64 ts)
{
  Message *snapshot = message ();
  const gint64 clocks[][3] = { { 1, ts, 0 }, { 6, ts, 0 }, { 64, 0, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    {
      Message *clock = message ();

      number (clock, 1, clocks[i][0]);
      number (clock, 2, clocks[i][1]);
      number (clock, 3, clocks[i][2]);
      add (snapshot, 1, clock);
    }
  say (recording, EVENTS, 1, 6, ts, 6, snapshot);
}

static void
say_event (GArray *recording, gint64 type, gint64 since)
{
  Message *event = message ();

  number (event, 9, type);
  if (type == 1)
    text (event, 23, "draw");
  say (recording, EVENTS, 2, 64, since, 11, event);
}

static void
say_mark (GArray *recording, gint64 ts, guint i)
{
  g_autofree char *said = g_strdup_printf (i % 2 == 0 ? "B|7|work %u\n" : "E|7\n", i);
  Message *bundle = message (), *event = message (), *print = message ();

  number (event, 1, ts);
  number (event, 2, 7);
  text (print, 2, said);
  add (event, 3, print);
  number (bundle, 1, 0);
  add (bundle, 2, event);
  say (recording, KERNEL, 0, 0, ts, 1, bundle);
}

static void
say_line (GArray *recording, gint64 ts)
{
  Message *packet = message (), *line = message ();

  number (line, 1, 2);
  number (line, 2, 7);
  number (line, 3, 7);
  number (line, 5, ts);
  text (line, 6, "app");
  number (line, 7, 4);
  text (line, 8, "still here");
  add (packet, 1, line);
  say (recording, LOG, 0, 0, ts, 39, packet);
}

/* Returns a recording of several cycles with seven packets each, beginning at @start. If @is_alike, all packets of
 * track events are equal byte by byte. */
static GArray *
record (gint64 start, gboolean is_alike)
{
  GArray *recording = g_array_new (FALSE, FALSE, sizeof (Said));

  g_array_set_clear_func (recording, clear_said);
  for (guint i = 0; i < CYCLES; i++)
    {
      gint64 ts = start + i * 100 * US;

      if (i % 3 == 0)
        say_snapshot (recording, ts);
      else
        say_line (recording, ts);
      say_mark (recording, ts + 5 * US, i);
      for (guint j = 0; j < 4; j++)
        say_event (recording, 1 + j % 2, is_alike ? 10 * US : 10 * US + i * i + j);
      say_line (recording, ts + 90 * US);
    }
  return recording;
}

/* ---- Files ---- */

/* Saves a range of packets as a file. If packets of a sequence precede the range, marks the first saved packet of
 * that sequence as following a loss, as recorders do. */
static Message *
save (const GArray *recording, guint from, guint to)
{
  Message *trace = message ();
  guint seen = 0;

  for (guint i = from; i < to; i++)
    {
      const Said *said = &g_array_index (recording, Said, i);
      Message *self = message ();

      g_byte_array_append (self, said->fields->data, said->fields->len);
      number (self, 3, 1000);
      if (from > 0 && (seen & 1u << said->sequence) == 0)
        number (self, 42, 1);
      seen |= 1u << said->sequence;
      add (trace, 1, self);
    }
  return trace;
}

static const char *const tables[][2] = {
  { "slice", "ts dur depth name" },
  { "ftrace_event", "ts cpu name" },
  { "android_logs", "ts prio tag msg" },
  { "thread", "tid name" },
};

static void
expect_same (TvTrace *trace, TvTrace *expected)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr (TvTable) table = open_table (tables[i][0], trace, NULL);
      g_autoptr (TvTable) other = open_table (tables[i][0], expected, NULL);
      g_autofree char *rows = print_table (table, tables[i][1], NULL);
      g_autofree char *expected_rows = print_table (other, tables[i][1], NULL);

      g_assert_cmpstr (rows, ==, expected_rows);
    }
}

/* ---- Tests ---- */

/* A recording that is opened in fragments with various ranges */
static void
test_parts (void)
{
  static const guint cuts[][6] = {
    { 0, 50, 30, 84 },         /* some packets are in both */
    { 0, 84, 20, 70 },         /* the later fragment is inside the first */
    { 0, 40, 0, 84 },          /* the first fragment is a prefix of the other */
    { 0, 35, 14, 60, 49, 84 }, /* the third fragment overlaps only the second */
    { 0, 60, 14, 70, 21, 84 }, /* all three overlap */
  };
  g_autoptr (GArray) recording = record (100 * S, FALSE);
  g_autoptr (Message) all = save (recording, 0, recording->len);
  g_autoptr (TvTrace) whole = load (all);

  g_assert_cmpuint (recording->len, ==, 84);
  g_assert_cmpuint (tv_trace_get_slices (whole)->n, ==, CYCLES * 2 + CYCLES / 2);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (cuts); i++)
    {
      const guint *cut = cuts[i / 2];
      Message *parts[3];
      guint n = 0, n_read = 0;
      g_autoptr (TvTrace) trace = NULL;

      for (; n < 3 && cut[2 * n + 1] != 0; n++)
        {
          parts[n] = save (recording, cut[2 * n], cut[2 * n + 1]);
          n_read += cut[2 * n + 1] - cut[2 * n];
        }
      trace = load_recordings (folder, parts, n, i % 2 == 1);
      expect_same (trace, whole);
      g_assert_cmpuint (count_problem (trace, TV_PROBLEM_REPEATED_PACKETS), ==,
                        n_read - recording->len);
      g_assert_cmpuint (count_problem (trace, TV_PROBLEM_LOST_PACKETS), ==, 0);
    }
}

/* Two recordings contain long ranges of packets that are equal except for their timestamps. Each recording is still
 * read completely. */
static void
test_others (void)
{
  for (guint is_reversed = 0; is_reversed < 2; is_reversed++)
    {
      g_autoptr (GArray) one = record (100 * S, TRUE), two = record (200 * S, TRUE);
      Message *parts[] = { save (one, 0, one->len), save (two, 0, two->len) };
      g_autoptr (TvTrace) trace = load_recordings (folder, parts, 2, is_reversed);

      g_assert_cmpuint (tv_trace_get_slices (trace)->n, ==, 2 * (CYCLES * 2 + CYCLES / 2));
      g_assert_cmpuint (count_problem (trace, TV_PROBLEM_REPEATED_PACKETS), ==, 0);
    }
}

/* If packets between fragments are missing, all packets of both fragments are read. */
static void
test_gap (void)
{
  g_autoptr (GArray) recording = record (100 * S, TRUE);
  Message *parts[] = { save (recording, 0, 21), save (recording, 42, 84) };
  g_autoptr (TvTrace) trace = load_recordings (folder, parts, 2, FALSE);

  /* Three of the twelve cycles are missing. The last cycle before the gap begins a slice whose end was not recorded. */
  g_assert_cmpuint (tv_trace_get_slices (trace)->n, ==, 9 * 2 + 5);
  g_assert_cmpuint (count_problem (trace, TV_PROBLEM_REPEATED_PACKETS), ==, 0);
}

/* If packets repeat, the first packet of a fragment is ambiguous: packets are skipped until the first unambiguous
 * packet, and this is reported as a problem. */
static void
test_alike (void)
{
  g_autoptr (GArray) recording = record (100 * S, TRUE);
  Message *parts[] = { save (recording, 0, 60), save (recording, 49, 84) };
  g_autoptr (TvTrace) trace = load_recordings (folder, parts, 2, FALSE);

  /* The first fragment ends within the ninth cycle and contains one of its two slices. In the second fragment, the
   * slices of the eighth and ninth cycles precede the first snapshot. */
  g_assert_cmpuint (tv_trace_get_slices (trace)->n, ==, CYCLES * 2 - 1 + CYCLES / 2);
  g_assert_cmpuint (count_problem (trace, TV_PROBLEM_SKIPPED_PACKETS), ==, 8);
  g_assert_cmpuint (count_problem (trace, TV_PROBLEM_LOST_PACKETS), ==, 1);
}

int
main (int argc, char **argv)
{
  int result;

  folder = g_dir_make_tmp ("test-perfetto-parts-XXXXXX", NULL);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfetto-parts/parts", test_parts);
  g_test_add_func ("/perfetto-parts/others", test_others);
  g_test_add_func ("/perfetto-parts/gap", test_gap);
  g_test_add_func ("/perfetto-parts/alike", test_alike);
  result = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return result;
}
