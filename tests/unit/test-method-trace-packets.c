/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"
#include "formats/method-trace/packets/long-method-trace.h"
#include "formats/method-trace/packets/method-trace-entries.h"
#include "formats/method-trace/packets/method-trace-times.h"
#include "trace-file.h"

/* Tests packets that are assembled entry by entry. The tests of check-profile.py use traces that make-trace writes. */

#define TID    4000000001u                             /* needs 32 bits */
#define METHOD G_GUINT64_CONSTANT (0x7a90012340)       /* needs more than 32 bits */
#define BOOT   G_GUINT64_CONSTANT (987654321987654321) /* counter value at the start */
#define SECOND G_GINT64_CONSTANT (1000000000)

static void
put_leb128 (GByteArray *bytes, gint64 value, gboolean is_signed)
{
  gboolean is_more;

  do
    {
      guint8 byte = value & 0x7f;

      value = is_signed ? value >> 7 : (gint64) ((guint64) value >> 7);
      is_more = is_signed ? value != ((byte & 0x40) != 0 ? -1 : 0) : value != 0;
      put (bytes, 1, byte | (is_more ? 0x80 : 0));
    }
  while (is_more);
}

static void
put_sleb (GByteArray *bytes, gint64 value)
{
  put_leb128 (bytes, value, TRUE);
}

static void
put_uleb (GByteArray *bytes, guint64 value)
{
  put_leb128 (bytes, (gint64) value, FALSE);
}

static void
put_packet_header (GByteArray *bytes, guint version, guint64 counter, guint64 frequency)
{
  put_text (bytes, "SLOW");
  put (bytes, 2, version);
  put (bytes, 8, 5 * SECOND);
  put (bytes, 8, counter);
  put (bytes, 8, frequency);
  put (bytes, 2, 0);
}

static void
put_thread (GByteArray *bytes, guint tid, const char *name)
{
  put (bytes, 1, 0);
  put (bytes, 4, tid);
  put (bytes, 2, strlen (name));
  put_text (bytes, name);
}

static void
put_method (GByteArray *bytes, guint64 id, const char *line)
{
  put (bytes, 1, 1);
  put (bytes, 8, id);
  put (bytes, 2, strlen (line));
  put_text (bytes, line);
}

static void
put_block (GByteArray *bytes, guint tid, guint count, const GByteArray *payload)
{
  put (bytes, 1, 2);
  put (bytes, 4, tid);
  put (bytes, 3, count);
  put (bytes, 4, payload->len);
  g_byte_array_append (bytes, payload->data, payload->len);
}

static void
put_summary (GByteArray *bytes, const char *clock, gboolean has_length)
{
  g_autofree char *text = g_strdup_printf ("*version\n5\nclock=%s\npid=77\n*end\n", clock);

  put (bytes, 1, 3);
  if (has_length)
    put (bytes, 2, strlen (text));
  put_text (bytes, text);
}

/* An entry with absolute values. A block of entries can be written in any of the encodings. */
typedef struct
{
  guint64 method;
  guint64 time;
  guint64 cpu;
  guint action;
} Entry;

typedef enum
{
  ALPHA,
  BETA,
  LONG,
} Kind;

static void
put_entries (GByteArray *bytes,
             Kind kind,
             gboolean is_dual,
             guint tid,
             const Entry *entries,
             guint n)
{
  g_autoptr (GByteArray) payload = g_byte_array_new ();
  guint64 word = 0, time = 0, cpu = 0, method = 0;

  for (guint i = 0; i < n; i++)
    {
      const Entry *entry = &entries[i];
      guint64 next = kind == ALPHA  ? entry->method | entry->action
                     : kind == BETA ? entry->time << 2 | entry->action
                                    : entry->time << 1 | (entry->action != 0);

      put_sleb (payload, (gint64) (next - word));
      word = next;
      if (kind == ALPHA)
        put_uleb (payload, entry->time - time);
      if (is_dual)
        put_leb128 (payload, (gint64) (entry->cpu - cpu), kind != ALPHA);
      if (kind != ALPHA && entry->action == 0)
        {
          put_sleb (payload, (gint64) (entry->method - method));
          method = entry->method;
        }
      time = entry->time;
      cpu = entry->cpu;
    }
  put_block (bytes, tid, n, payload);
}

static TvTrace *
load_bytes (const char *name, const GByteArray *bytes)
{
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  write_file (name, bytes);
  trace = load (name, &error);
  g_assert_no_error (error);
  return trace;
}

/* Prints `name start-end/cpu` for each slice, with a dot per level of depth; all in one line, thread by thread. */
static char *
dup_text (TvTrace *trace)
{
  GString *text = g_string_new (NULL);
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  const TvThread *threads = tv_trace_get_threads (trace, NULL);

  for (guint32 i = 0; i < n_tracks; i++)
    {
      const TvThread *thread = &threads[tracks[i].utid];

      g_string_append_printf (text, "[%u %s] ", thread->tid,
                              thread->name != TV_NONE ? tv_trace_get_string (trace, thread->name)
                                                      : "?");
      for (guint32 row = tracks[i].first_slice; row < tracks[i].first_slice + tracks[i].n_slices;
           row++)
        {
          g_autofree char *label = tv_trace_dup_symbol_label (trace,
                                                              tv_slices_symbol (slices, row));

          for (guint32 depth = 0; depth < tv_slices_depth (slices, row); depth++)
            g_string_append_c (text, '.');
          g_string_append_printf (text, "%s%s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, label,
                                  slices->flags[row] & TV_SLICE_UNWOUND ? "!"
                                  : slices->flags[row] & TV_SLICE_OPEN  ? "~"
                                                                        : "",
                                  tv_slices_start (slices, row), tv_slices_end (slices, row));
          if (tv_time_column_is_present (&slices->cpu_dur))
            g_string_append_printf (text, "/%" G_GINT64_FORMAT,
                                    tv_time_column_get (&slices->cpu_dur, row));
          g_string_append (text, "; ");
        }
    }
  return g_string_free (text, FALSE);
}

static void
assert_text (TvTrace *trace, const char *expected)
{
  g_autofree char *text = dup_text (trace);

  g_assert_cmpstr (text, ==, expected);
}

static guint
count_problems (TvTrace *trace)
{
  guint n;

  tv_trace_get_problems (trace, &n);
  return n;
}

static const Entry first_entries[] = {
  { METHOD + 80, 1000, 10, 0 },
  { METHOD, 2000, 1000, 0 },
  { METHOD, 3500, 1500, 1 },
  { METHOD + 40, 4000, 1600, 0 },
};

static const Entry other_entries[] = {
  { METHOD, 1500, 7, 0 },
  { METHOD, 2500, 900, 1 },
};

static const Entry last_entries[] = {
  { METHOD + 40, 5000, 2000, 2 },
  { METHOD + 80, SECOND, 3000, 1 },
};

static GByteArray *
make_packets (Kind kind, gboolean is_dual, guint version)
{
  GByteArray *bytes = g_byte_array_new ();

  put_packet_header (bytes, version, 0, 0);
  put_thread (bytes, TID, "main\n");
  put_method (bytes, METHOD, "a.B\tone\t()V\tB.java\n");
  put_method (bytes, METHOD + 40, "La/B;\ttwo\t(I)V\tB.java\n");
  put_entries (bytes, kind, is_dual, TID, first_entries, G_N_ELEMENTS (first_entries));
  put_entries (bytes, kind, is_dual, 7, other_entries, G_N_ELEMENTS (other_entries));
  put_method (bytes, METHOD + 80,
              "a/C\tthree\t()V\tC.java\t12\n"); /* the method's name follows later */
  put_method (bytes, METHOD + 120, "a.C\tnever\t()V\tC.java\n");
  put_entries (bytes, kind, is_dual, TID, last_entries, G_N_ELEMENTS (last_entries));
  put_thread (bytes, 7, "worker");
  put_summary (bytes, is_dual ? "dual" : "wall", version != 5);
  return bytes;
}

static void
test_kinds (void)
{
  static const guint versions[] = { 0x04, 0xf4, 0x05, 0xf5 };

  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    for (Kind kind = ALPHA; kind <= BETA; kind++)
      {
        gboolean is_dual = (versions[i] & 1) != 0;
        g_autoptr (GByteArray) bytes = make_packets (kind, is_dual, versions[i]);
        g_autoptr (TvTrace) trace = load_bytes ("kinds", bytes);
        guint32 n_symbols;
        const TvSymbol *symbols = tv_trace_get_symbols (trace, &n_symbols);

        g_assert_cmpuint (count_problems (trace), ==, 0);
        assert_text (trace, is_dual ? "[4000000001 main] a.C.three ()V 1000-1000000000/2990; "
                                      ".a.B.one ()V 2000-3500/500; .a.B.two (I)V! 4000-5000/400; "
                                      "[7 worker] a.B.one ()V 1500-2500/893; "
                                    : "[4000000001 main] a.C.three ()V 1000-1000000000; "
                                      ".a.B.one ()V 2000-3500; .a.B.two (I)V! 4000-5000; "
                                      "[7 worker] a.B.one ()V 1500-2500; ");
        /* Methods that occur only in the list have no symbols. */
        g_assert_cmpuint (n_symbols, ==, 3);
        g_assert_cmpint (symbols[tv_slices_symbol (tv_trace_get_slices (trace), 0)].line, ==, 12);
        g_assert_true (tv_ticks_is_narrow (&tv_trace_get_slices (trace)->ts.ticks));
      }
}

static void
test_cut (void)
{
  g_autoptr (GByteArray) alpha = make_packets (ALPHA, TRUE, 0xf5);
  g_autoptr (GByteArray) beta = make_packets (BETA, TRUE, 0xf5);
  g_autoptr (GByteArray) single = make_packets (BETA, FALSE, 4);

  cut_everywhere ("cut", alpha);
  cut_everywhere ("cut", beta);
  cut_everywhere ("cut", single);
}

/* If any byte of a file is wrong, the reader returns a trace or an error. */
static void
test_damage (void)
{
  for (Kind kind = ALPHA; kind <= LONG; kind++)
    {
      g_autoptr (GByteArray) bytes = make_packets (kind, kind != LONG, kind != LONG ? 5 : 6);

      for (guint i = 6; i < bytes->len; i++)
        {
          static const guint8 values[] = { 0x00, 0x02, 0x7f, 0x80, 0xff };
          guint8 good = bytes->data[i];

          for (guint j = 0; j < G_N_ELEMENTS (values); j++)
            {
              g_autoptr (TvTrace) trace = NULL;
              g_autoptr (GError) error = NULL;
              TvInput input = { .path = (char *) "damage",
                                .prefix = bytes->data,
                                .prefix_size = bytes->len,
                                .data = bytes->data,
                                .size = bytes->len };
              TvReadContext context = { NULL };

              bytes->data[i] = values[j];
              trace = tv_format_load (&tv_format_method_trace, &input, &context, &error);
              g_assert_true ((trace == NULL) == (error != NULL));
            }
          bytes->data[i] = good;
        }
    }
}

/* An entry with two values is valid in both encodings. In such a file, the list of methods or the following entries
 * determine the encoding. */
static void
test_ambiguous (void)
{
  static const struct
  {
    guint64 listed;
    const char *expected;
  } cases[] = {
    { 8, "[1 a] A.m ()V~ 4-4; " }, /* method 8 at time 4 */
    { 4, "[1 a] A.m ()V~ 2-2; " }, /* method 4 at time 2 */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (GByteArray) payload = g_byte_array_new ();
      g_autoptr (TvTrace) trace = NULL;

      put_packet_header (bytes, 4, 0, 0);
      put_sleb (payload, 8);
      put_uleb (payload, 4);
      put_block (bytes, 1, 1, payload);
      put_thread (bytes, 1, "a");
      put_method (bytes, cases[i].listed, "A\tm\t()V\n");
      put_summary (bytes, "wall", TRUE);
      trace = load_bytes ("ambiguous", bytes);
      assert_text (trace, cases[i].expected);
    }

  for (Kind kind = ALPHA; kind <= BETA; kind++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (GByteArray) payload = g_byte_array_new ();
      g_autoptr (TvTrace) trace = NULL;

      put_packet_header (bytes, 4, 0, 0);
      put_sleb (payload, 8);
      put_uleb (payload, 4);
      put_block (bytes, 1, 1, payload);
      put_entries (bytes, kind, FALSE, 1, first_entries, G_N_ELEMENTS (first_entries));
      put_summary (bytes, "wall", TRUE);
      trace = load_bytes ("ambiguous", bytes);
      g_assert_cmpint (tv_slices_start (tv_trace_get_slices (trace), 0), ==, kind == ALPHA ? 4 : 2);
      assert_problem (trace, TV_PROBLEM_UNKNOWN_METHOD, 4);
    }
}

/* The entries of a thread are split into several blocks. The reader must detect whether deltas continue across the
 * blocks or start again in each block. */
static void
test_running_counts (void)
{
  for (gboolean goes_on = FALSE; goes_on <= TRUE; goes_on++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (TvTrace) trace = NULL;
      guint64 word = 0, time = 0;

      put_packet_header (bytes, 0xf4, 0, 0);
      put_thread (bytes, 1, "a");
      put_method (bytes, METHOD, "A\tm\t()V\n");
      for (guint block = 0; block < 3; block++)
        {
          g_autoptr (GByteArray) payload = g_byte_array_new ();

          if (!goes_on)
            word = time = 0;
          for (guint i = 0; i < 2; i++)
            {
              put_sleb (payload, (gint64) ((METHOD | i) - word));
              put_uleb (payload, 100 * (block + 1) + 50 * i - time);
              word = METHOD | i;
              time = 100 * (block + 1) + 50 * i;
            }
          put_block (bytes, 1, 2 * (block + 1), payload);
        }
      put_summary (bytes, "wall", TRUE);
      trace = load_bytes ("running", bytes);
      assert_text (trace, "[1 a] A.m ()V 100-150; A.m ()V 200-250; A.m ()V 300-350; ");
      g_assert_cmpuint (count_problems (trace), ==, 0);
    }
}

/* Tests positive and negative deltas, a clock that goes backwards, and the exit of a call that was entered
 * before the trace began. */
static void
test_signs (void)
{
  static const Entry entries[] = {
    { 0, 10, 5, 1 },           { METHOD + 4000000, 20, 5, 0 }, { METHOD, 15, 4, 0 },
    { METHOD + 80, 40, 6, 0 }, { METHOD + 80, 50, 7, 1 },      { METHOD, 60, 8, 1 },
    { 0, 60, 8, 3 },           { METHOD + 4000000, 70, 9, 1 },
  };

  for (Kind kind = ALPHA; kind <= BETA; kind++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (TvTrace) trace = NULL;

      put_packet_header (bytes, 5, 0, 0);
      put_thread (bytes, 1, "a");
      put_method (bytes, METHOD, "A\tm\t()V\n");
      put_method (bytes, METHOD + 80, "A\tn\t()V\n");
      put_method (bytes, METHOD + 4000000, "A\to\t()V\n");
      put_entries (bytes, kind, TRUE, 1, entries, G_N_ELEMENTS (entries));
      put_summary (bytes, "dual", TRUE);
      trace = load_bytes ("signs", bytes);
      assert_text (trace, "[1 a] A.o ()V 20-70/4; .A.m ()V 20-60/3; ..A.n ()V 40-50/1; ");
      assert_problem (trace, TV_PROBLEM_UNMATCHED_EXIT, 1);
      assert_problem (trace, TV_PROBLEM_TIME_BACKWARDS, 1);
      assert_problem (trace, TV_PROBLEM_RESERVED_ACTION, 1);
    }
}

/* If a block is malformed, the rest of the block is skipped, and the next block is read. */
static void
test_bad_blocks (void)
{
  static const struct
  {
    const char *tail;
    guint n;
  } cases[] = {
    { "\x80", 1 },                                          /* unterminated number */
    { "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", 11 }, /* too many bytes */
    { "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 10 },     /* value too large */
    { "\x04", 1 },                                          /* entry without its method */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (GByteArray) payload = g_byte_array_new ();
      g_autoptr (TvTrace) trace = NULL;

      put_packet_header (bytes, 4, 0, 0);
      put_thread (bytes, 1, "a");
      put_method (bytes, METHOD, "A\tm\t()V\n");
      put_sleb (payload, 100 << 2);
      put_sleb (payload, METHOD);
      g_byte_array_append (payload, (const guint8 *) cases[i].tail, cases[i].n);
      put_block (bytes, 1, 2, payload);
      g_byte_array_set_size (payload, 0);
      put_sleb (payload, 200 << 2 | 1);
      put_block (bytes, 1, 1, payload);
      /* entries that make the encoding unambiguous */
      for (guint j = 0; j < 3; j++)
        put_entries (bytes, BETA, FALSE, 2, other_entries, G_N_ELEMENTS (other_entries));
      put_summary (bytes, "wall", TRUE);
      trace = load_bytes ("bad", bytes);
      assert_text (trace, "[1 a] A.m ()V 100-200; [2 ?] A.m ()V 1500-2500; A.m ()V 2500-2500; "
                          "A.m ()V 2500-2500; ");
      assert_problem (trace, TV_PROBLEM_BAD_BLOCK, 1);
    }
}

static void
test_odd_packets (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) empty = g_byte_array_new ();
  g_autoptr (TvTrace) trace = NULL;

  put_packet_header (bytes, 5, G_MAXUINT64, G_MAXUINT64);
  put_block (bytes, 3, 0, empty);
  put_entries (bytes, BETA, TRUE, TID, first_entries, G_N_ELEMENTS (first_entries));
  put (bytes, 1, 9);
  put_text (bytes, "what is this?");
  trace = load_bytes ("odd", bytes);
  g_assert_cmpuint (tv_trace_get_slices (trace)->n, ==, 3);
  assert_problem (trace, TV_PROBLEM_BAD_OPCODE, 1);
  assert_problem (trace, TV_PROBLEM_MISSING_SUMMARY, 1);
  assert_problem (trace, TV_PROBLEM_COUNTER_CLOCK, 1);
  assert_problem (trace, TV_PROBLEM_UNKNOWN_THREAD, 1);
  assert_problem (trace, TV_PROBLEM_UNKNOWN_METHOD, 3);
  g_clear_object (&trace);

  g_byte_array_set_size (bytes, 0);
  put_packet_header (bytes, 5, 0, 0);
  trace = load_bytes ("odd", bytes);
  assert_problem (trace, TV_PROBLEM_NO_RECORDS, 1);
}

static void
test_clocks (void)
{
  static const struct
  {
    const char *clock;
    gboolean has_wall;
    guint n_assumed;
  } cases[] = {
    { "wall", TRUE, 0 },
    { "thread-cpu", FALSE, 0 },
    { "dual", TRUE, 1 },
    { NULL, TRUE, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (TvTrace) trace = NULL;

      put_packet_header (bytes, 4, 0, 0);
      put_entries (bytes, BETA, FALSE, 1, first_entries, G_N_ELEMENTS (first_entries));
      if (cases[i].clock != NULL)
        put_summary (bytes, cases[i].clock, FALSE);
      trace = load_bytes ("clocks", bytes);
      g_assert_cmpint (tv_trace_has_clock (trace, TV_CLOCK_WALL), ==, cases[i].has_wall);
      g_assert_cmpint (tv_trace_has_clock (trace, TV_CLOCK_CPU), ==, !cases[i].has_wall);
      g_assert_cmpint (tv_trace_is_rebuilt (trace), ==, !cases[i].has_wall);
      assert_problem (trace, TV_PROBLEM_ASSUMED_CLOCK, cases[i].n_assumed);
    }
}

/* Tests counter values of a device that has been running for years, and values that begin at the start of the trace. */
static void
test_counter (void)
{
  static const struct
  {
    guint64 frequency;
    guint64 start;
    guint64 end;
    gint64 start_ns;
    gint64 end_ns;
  } cases[] = {
    { 19200000, 1, 19200000 * G_GUINT64_CONSTANT (3600) + 5, 52, 3600 * SECOND + 260 },
    { 24000000, 24, 25, 1000, 1041 },
    { 24576000, 3, 24576000, 122, SECOND },
    { 1000000000, 123, 9000000123, 123, 9 * SECOND + 123 },
    { 1, 7, 900, 7 * SECOND, 900 * SECOND },
    { 0, 5000, 77777777777, 5000, 77777777777 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint64 boot = 0; boot <= BOOT; boot += BOOT)
      for (Kind kind = ALPHA; kind <= BETA; kind++)
        {
          const Entry entries[] = { { METHOD, boot + cases[i].start, 0, 0 },
                                    { METHOD, boot + cases[i].end, 0, 1 } };
          g_autoptr (GByteArray) bytes = g_byte_array_new ();
          g_autoptr (TvTrace) trace = NULL;
          const TvSlices *slices;

          put_packet_header (bytes, 4, BOOT, cases[i].frequency);
          put_method (bytes, METHOD, "A\tm\t()V\n");
          put_entries (bytes, kind, FALSE, 1, entries, G_N_ELEMENTS (entries));
          put_summary (bytes, "wall", TRUE);
          trace = load_bytes ("counter", bytes);
          slices = tv_trace_get_slices (trace);
          g_assert_cmpint (tv_slices_start (slices, 0), ==, cases[i].start_ns);
          g_assert_cmpint (tv_slices_end (slices, 0), ==, cases[i].end_ns);
        }
}

/* Checks that the fast conversion of counter values to ns is as accurate as a division. */
static void
test_ns (void)
{
  static const guint64 frequencies[] = { 1,        3,         19200000,   24576000,
                                         62500000, 999999937, 1000000007, 9999999967 };
  g_autoptr (GRand) dice = g_rand_new_with_seed (16);

  for (guint i = 0; i < G_N_ELEMENTS (frequencies); i++)
    {
      TvWallClock clock;

      tv_wall_clock_init (&clock, frequencies[i], 0);
      for (guint j = 0; j < 200000; j++)
        {
          guint64 any = (guint64) g_rand_int (dice) << 32 | g_rand_int (dice);
          guint64 count = any >> g_rand_int_range (dice, 2, 60);
          guint64 rest = count % frequencies[i];

          if (j % 4 == 0 && count > rest)
            count -= rest + (j % 8 == 0); /* whole seconds, and one tick less */
          if (!tv_wall_clock_holds (&clock, (gint64) count))
            continue;
          g_assert_cmpint (tv_wall_clock_get_ns (&clock, (gint64) count), ==,
                           tv_wall_clock_divide (&clock, count));
        }
      g_assert_cmpint (tv_wall_clock_get_ns (&clock, clock.max), <=, TV_TIME_MAX_NS);
    }
}

/* Long traces need only 32 bits per time if all times are multiples of a longer tick. */
static void
test_units (void)
{
  static const struct
  {
    guint64 frequency;
    guint64 start;
    guint64 end;
    gboolean is_narrow;
  } cases[] = {
    { 0, 1, 4294967296, TRUE },
    { 0, 1, 4294969001, FALSE },
    { 0, 1000, 60 * SECOND, TRUE },
    { 25000000, 1, 60 * 25000000, TRUE },
    { 24576000, 1, 60 * 24576000, FALSE },
    { 1000000, 1, 77 * 1000000, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Entry entries[] = { { METHOD, cases[i].start, 0, 0 }, { METHOD, cases[i].end, 0, 1 } };
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (TvTrace) trace = NULL;
      const TvSlices *slices;

      put_packet_header (bytes, 4, 0, cases[i].frequency);
      put_entries (bytes, BETA, FALSE, 1, entries, G_N_ELEMENTS (entries));
      put_summary (bytes, "wall", TRUE);
      trace = load_bytes ("units", bytes);
      slices = tv_trace_get_slices (trace);
      g_assert_cmpint (tv_ticks_is_narrow (&slices->dur.ticks), ==, cases[i].is_narrow);
      g_assert_cmpint (
          tv_slices_end (slices, 0), ==,
          cases[i].frequency == 0
              ? (gint64) cases[i].end
              : (gint64) (cases[i].end / cases[i].frequency * SECOND +
                          cases[i].end % cases[i].frequency * SECOND / cases[i].frequency));
    }
}

static void
test_numbers (void)
{
  g_autoptr (GRand) dice = g_rand_new_with_seed (128);

  for (guint i = 0; i < 300000; i++)
    {
      guint8 bytes[16];
      guint size = g_rand_int_range (dice, 1, 13);
      gboolean is_signed = i % 2;
      TvLeb128 fast, slow;

      for (guint j = 0; j < sizeof bytes; j++)
        bytes[j] = (guint8) g_rand_int (dice) | (g_rand_int_range (dice, 0, 10) < 7 ? 0x80 : 0);
      slow = tv_leb128_read_slowly (bytes, bytes + size, is_signed);
      fast = tv_leb128_read (bytes, bytes + size, bytes + sizeof bytes, is_signed);
      g_assert_true (fast.end == slow.end);
      g_assert_cmpuint (fast.value, ==, slow.value);
    }
  for (guint i = 0; i < 64; i++)
    for (int around = -1; around <= 1; around++)
      {
        g_autoptr (GByteArray) bytes = g_byte_array_new ();
        gint64 number = (gint64) ((G_GUINT64_CONSTANT (1) << i) + (guint64) around);
        const guint8 *limit;
        TvLeb128 read;

        put_sleb (bytes, number);
        put_uleb (bytes, (guint64) number);
        put (bytes, 8, 0);
        limit = bytes->data + bytes->len;
        read = tv_leb128_read (bytes->data, limit, limit, TRUE);
        g_assert_nonnull (read.end);
        g_assert_cmpint ((gint64) read.value, ==, number);
        read = tv_leb128_read (read.end, limit, limit, FALSE);
        g_assert_cmpuint (read.value, ==, (guint64) number);
        g_assert_true (read.end == limit - 8);
      }
}

/* Traces of long-running methods */

#define LONG_TEXT                                                                                  \
  "[3142 main] a.C.three ()V 90000000001000-90001000000000; "                                      \
  ".a.B.one ()V 90000000002000-90000000003500; .a.B.two (I)V 90000000004000-90000000005000; "

static GByteArray *
make_long (void)
{
  GByteArray *bytes = g_byte_array_new ();
  Entry entries[G_N_ELEMENTS (first_entries)], last[G_N_ELEMENTS (last_entries)];

  memcpy (entries, first_entries, sizeof entries);
  memcpy (last, last_entries, sizeof last);
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    entries[i].time += 90000 * SECOND;
  for (guint i = 0; i < G_N_ELEMENTS (last); i++)
    last[i].time += 90000 * SECOND;
  put_entries (bytes, LONG, FALSE, 3142, entries, G_N_ELEMENTS (entries));
  put_entries (bytes, LONG, FALSE, 3142, last, G_N_ELEMENTS (last));
  put (bytes, 1, 3);
  put (bytes, 8, 90001 * SECOND);
  put (bytes, 8, 90002 * SECOND);
  put_thread (bytes, 3142, "main");
  put_method (bytes, METHOD, "a.B\tone\t()V\tB.java\n");
  put_method (bytes, METHOD + 40, "a.B\ttwo\t(I)V\tB.java\n");
  put_method (bytes, METHOD + 80, "a.C\tthree\t()V\tC.java\n");
  return bytes;
}

static void
test_long (void)
{
  g_autoptr (GByteArray) bytes = make_long ();
  g_autoptr (TvTrace) trace = load_bytes ("long", bytes);

  assert_text (trace, LONG_TEXT);
  g_assert_cmpuint (count_problems (trace), ==, 0);
  /* To be detected, a truncated first block must have enough entries. */
  for (guint size = 0; size < bytes->len; size++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) cut = NULL;

      write_bytes ("long-cut", bytes->data, size);
      cut = load ("long-cut", &error);
      g_assert_cmpint (cut != NULL, ==, size >= 12u + bytes->data[8]);
      if (cut != NULL)
        g_assert_true (count_problems (cut) > 0);
      else
        g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
    }
}

static void
test_long_cut (void)
{
  Entry entries[40];
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint n_opened = 0;

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    entries[i] = (Entry){ METHOD + 40 * i, 90000 * SECOND + 1000 * i, 0, i % 4 == 3 };
  put_entries (bytes, LONG, FALSE, 3142, entries, G_N_ELEMENTS (entries));
  for (guint size = 0; size < bytes->len; size++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;

      write_bytes ("long-cut", bytes->data, size);
      trace = load ("long-cut", &error);
      if (trace != NULL)
        assert_problem (trace, TV_PROBLEM_CUT_RECORD, 1);
      else
        g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
      n_opened += trace != NULL;
    }
  g_assert_cmpuint (n_opened, >, bytes->len / 2);
}

/* A trace in a dump: as raw bytes, and as base64 in every layout */
static void
test_dumps (void)
{
  static const struct
  {
    const char *before;
    guint line;
    const char *line_end;
    gboolean is_raw;
  } layouts[] = {
    { "----- pid 3142 at now -----\nCmd line: org.example\n\n", 0, "", TRUE },
    { "----- pid 3142 at now -----\nCmd line: org.example\n\n", 0, "", FALSE },
    { "Subject: not responding\nlong-running methods: ", 0, "", FALSE },
    { "DALVIK\nTHREADS\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n\n",
      76, "\n", FALSE },
    { "at a.b.C(C.java:12)\n", 64, "\r\n", FALSE },
    { "methods:", 60, "\n    ", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autoptr (GByteArray) trace_bytes = make_long ();
      g_autofree char *base64 = g_base64_encode (trace_bytes->data, trace_bytes->len);
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (TvTrace) trace = NULL;
      gsize n = strlen (base64), line = layouts[i].line > 0 ? layouts[i].line : n;

      put_text (bytes, layouts[i].before);
      if (layouts[i].is_raw)
        g_byte_array_append (bytes, trace_bytes->data, trace_bytes->len);
      else
        for (gsize at = 0; at < n; at += line)
          {
            g_byte_array_append (bytes, (const guint8 *) base64 + at, MIN (line, n - at));
            put_text (bytes, layouts[i].line_end);
          }
      put_text (bytes, "\n\"main\" prio=5 tid=1 Blocked\n----- end 3142 -----\n");
      trace = load_bytes ("dump", bytes);
      assert_text (trace, LONG_TEXT);
      g_assert_cmpuint (count_problems (trace), ==, 0);
    }
}

/* If a file contains several traces, only the longest one is read. */
static void
test_two_dumps (void)
{
  g_autoptr (GByteArray) trace_bytes = make_long ();
  g_autofree char *long_one = g_base64_encode (trace_bytes->data, trace_bytes->len);
  g_autofree char *short_one = g_base64_encode (trace_bytes->data, 90);
  g_autofree char *text = g_strdup_printf ("first\n%s\n\nsecond\n%s\n\nthird\n%s\n", short_one,
                                           long_one, short_one);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (TvTrace) trace = NULL;

  put_text (bytes, text);
  trace = load_bytes ("two", bytes);
  assert_text (trace, LONG_TEXT);
}

/* Neither random bytes nor other files are mistaken for a trace. */
static void
test_not_long (void)
{
  g_autoptr (GRand) dice = g_rand_new_with_seed (3);
  const char *folders[] = { "data/samples", g_getenv ("TV_SAMPLES"), "src/core", "src/ui" };

  for (guint i = 0; i < 300000; i++)
    {
      guint8 bytes[96];

      for (guint j = 0; j < sizeof bytes; j++)
        bytes[j] = (guint8) g_rand_int (dice);
      /* A header that is valid, except for the number of entries */
      if (i % 2 == 0)
        {
          const guint8 prefix[] = { 2, bytes[1], bytes[2],      0, 0, bytes[5],
                                    0, 0,        bytes[8] % 80, 0, 0, 0 };

          memcpy (bytes, prefix, sizeof prefix);
          bytes[5] |= 0x80;
        }
      g_assert_cmpuint (tv_long_method_trace_measure (bytes, sizeof bytes), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autoptr (GDir) dir = folders[i] != NULL ? g_dir_open (folders[i], 0, NULL) : NULL;
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *path = g_build_filename (folders[i], name, NULL);
          g_autofree char *content = NULL;
          gsize size;

          if (!g_file_get_contents (path, &content, &size, NULL))
            continue;
          for (gsize at = 0; at < MIN (size, 4096); at++)
            g_assert_cmpuint (
                tv_long_method_trace_measure ((const guint8 *) content + at, size - at), ==, 0);
        }
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("test-method-trace-packets-XXXXXX", NULL);
  g_test_add_func ("/method-trace-packets/kinds", test_kinds);
  g_test_add_func ("/method-trace-packets/cut", test_cut);
  g_test_add_func ("/method-trace-packets/damage", test_damage);
  g_test_add_func ("/method-trace-packets/ambiguous", test_ambiguous);
  g_test_add_func ("/method-trace-packets/running-counts", test_running_counts);
  g_test_add_func ("/method-trace-packets/signs", test_signs);
  g_test_add_func ("/method-trace-packets/bad-blocks", test_bad_blocks);
  g_test_add_func ("/method-trace-packets/odd-packets", test_odd_packets);
  g_test_add_func ("/method-trace-packets/clocks", test_clocks);
  g_test_add_func ("/method-trace-packets/counter", test_counter);
  g_test_add_func ("/method-trace-packets/ns", test_ns);
  g_test_add_func ("/method-trace-packets/units", test_units);
  g_test_add_func ("/method-trace-packets/numbers", test_numbers);
  g_test_add_func ("/method-trace-packets/long", test_long);
  g_test_add_func ("/method-trace-packets/long-cut", test_long_cut);
  g_test_add_func ("/method-trace-packets/dumps", test_dumps);
  g_test_add_func ("/method-trace-packets/two-dumps", test_two_dumps);
  g_test_add_func ("/method-trace-packets/not-long", test_not_long);
  status = g_test_run ();
  remove_folder ();
  return status;
}
