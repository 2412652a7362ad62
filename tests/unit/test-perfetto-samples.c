/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perfetto-message.h"

/* Tests stack samples with interned contexts, and samples written by Chrome. */

enum
{
  CLEARED = 1,
  STREAMING_PROFILE = 54,
  THREAD = 44,
  STACK_SAMPLE = 135,
};

/* Adds a message that consists of an id and a string, like most interned messages. */
static void
name (Message *self, guint field, gint64 iid, const char *value)
{
  Message *inner = message ();

  number (inner, 1, iid);
  text (inner, 2, value);
  add (self, field, inner);
}

/* Returns the interned functions "main" and "work", and two stacks: 1 contains both functions, 2 contains only main. */
static Message *
intern_stacks (void)
{
  Message *self = message ();

  name (self, 5, 1, "main");
  name (self, 5, 2, "work");
  add (self, 6, NUMBERS ({ 1, 1 }, { 2, 1 }));
  add (self, 6, NUMBERS ({ 1, 2 }, { 2, 2 }));
  add (self, 7, NUMBERS ({ 1, 1 }, { 2, 1 }, { 2, 2 }));
  add (self, 7, NUMBERS ({ 1, 2 }, { 2, 1 }));
  return self;
}

/* Appends the first packet of a sequence, with interned data and defaults. */
static void
begin (Message *trace, Message *interned, Message *defaults)
{
  Message *self = message ();

  number (self, 8, 1);
  number (self, 10, 1);
  number (self, 13, CLEARED);
  add (self, 12, interned);
  if (defaults != NULL)
    add (self, 59, defaults);
  add (trace, 1, self);
}

static Message *
measure (gint64 iid, const char *called, gint64 unit, const char *own_unit, gint64 multiplier)
{
  Message *self = message ();

  number (self, 1, iid);
  if (called != NULL)
    text (self, 2, called);
  if (own_unit != NULL)
    text (self, 4, own_unit);
  else
    number (self, 3, unit);
  if (multiplier > 0)
    number (self, 5, multiplier);
  return self;
}

/* Lists the time, thread, CPU, weight and innermost function of each sample. */
static char *
list (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvStackSamples *samples = &stacks->samples;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, NULL);
  const TvThread *threads = tv_trace_get_threads (trace, NULL);
  GString *out = g_string_new (NULL);

  for (guint32 i = 0; i < samples->n; i++)
    {
      const TvSampleKind *kind = &stacks->kinds[samples->kind[i]];
      const char *mode = tv_cpu_mode_name ((TvCpuMode) samples->mode[i]);
      guint32 site = samples->callsite[i];

      g_string_append_printf (out, "%" G_GINT64_FORMAT " ", samples->ts[i]);
      if (samples->utid[i] != TV_NONE)
        g_string_append_printf (out, "t%d ", threads[samples->utid[i]].tid);
      if (samples->cpu[i] != TV_NONE)
        g_string_append_printf (out, "c%u ", samples->cpu[i]);
      g_string_append_printf (
          out, "%s%s %" G_GINT64_FORMAT " %s: %s\n", mode != NULL ? mode : "-",
          samples->unwind_error[i] != TV_UNWIND_FINE ? "!" : "", samples->weight[i],
          tv_trace_get_string (trace, kind->name),
          site == TV_NONE
              ? "no stack"
              : tv_trace_get_string (
                    trace, symbols[stacks->frames[stacks->callsites[site].frame].symbol].name));
      if (kind->unit == TV_WEIGHT_NS)
        g_string_insert (out, (gssize) out->len - 1, " (ns)");
      else if (kind->unit == TV_WEIGHT_BYTES)
        g_string_insert (out, (gssize) out->len - 1, " (bytes)");
    }
  return g_string_free (out, FALSE);
}

/* Contexts, descriptors and stacks are looked up by their interned ids. If an id is unknown, the sample lacks the
 * corresponding context, descriptor or stack. */
static void
test_interned (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autofree char *found = NULL;
  Message *interned = intern_stacks (), *sample;
  gint64 weights[] = { 7, 8, 9 }, iids[] = { 2, 99, 3 };

  add (interned, 48, NUMBERS ({ 1, 1 }, { 2, 10 }, { 3, 11 }));
  add (interned, 48, NUMBERS ({ 1, 2 }, { 2, 10 }));
  add (interned, 49, NUMBERS ({ 1, 1 }, { 2, 3 }, { 3, 4 }));
  add (interned, 50, measure (1, "wall-time", 1, NULL, 1000));
  add (interned, 50, measure (2, "allocated", 4, NULL, 0));
  add (interned, 50, measure (3, "joules", 0, "mJ", 0));
  begin (trace, interned, NULL);
  sample = NUMBERS ({ 2, 1 }, { 4, 1 }, { 6, 1 }, { 10, 1 }, { 11, 5 });
  packed (sample, 13, iids, 3);
  packed (sample, 14, weights, 3);
  text (sample, 7, "invalid_map");
  packet (trace, 1, 0, 0, 100, STACK_SAMPLE, sample);
  /* a sample of a process without a thread, and a weight with an unknown unit */
  packet (trace, 1, 0, 0, 200, STACK_SAMPLE, NUMBERS ({ 2, 2 }, { 6, 2 }, { 10, 98 }, { 11, 5 }));
  packet (trace, 1, 0, 0, 300, STACK_SAMPLE,
          NUMBERS ({ 2, 77 }, { 4, 77 }, { 6, 77 }, { 10, 2 }, { 11, G_MININT64 }));
  loaded = load (trace);
  found = list (loaded);
  g_assert_cmpstr (found, ==,
                   "100 t11 c3 guest_user! 5000 wall-time: work (ns)\n"
                   "100 t11 c3 guest_user! 7 allocated: work (bytes)\n"
                   "100 t11 c3 guest_user! 9 joules (mJ): work\n"
                   "200 - 1 samples: main\n"
                   "300 - 9223372036854775807 allocated: no stack (bytes)\n");
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_MISSING_STACK), ==, 1);
}

/* Defaults of the sequence apply to samples that do not override them, until the state of the sequence is cleared. */
static void
test_defaults (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autofree char *found = NULL;
  Message *defaults = message (), *of_samples = message (), *sample;

  add (of_samples, 2, measure (0, NULL, 2, NULL, 0));
  add (of_samples, 3, measure (0, "instructions", 3, NULL, 0));
  add (defaults, 100, of_samples);
  begin (trace, intern_stacks (), defaults);
  packet (trace, 1, 0, 0, 10, STACK_SAMPLE, NUMBERS ({ 6, 1 }, { 11, 4 }, { 14, 6 }));
  sample = NUMBERS ({ 6, 2 }, { 11, 4 }, { 14, 6 }, { 14, 7 });
  add (sample, 9, measure (0, "time", 0, "ns", 0));
  add (sample, 12, measure (0, "page-faults", 5, NULL, 0));
  packet (trace, 1, 0, 0, 20, STACK_SAMPLE, sample);
  packet (trace, 1, 0, 0, 30, STACK_SAMPLE, NUMBERS ({ 6, 2 }));
  packet (trace, 1, CLEARED, 0, 40, STACK_SAMPLE, NUMBERS ({ 11, 4 }, { 14, 6 }));
  loaded = load (trace);
  found = list (loaded);
  g_assert_cmpstr (found, ==,
                   "10 - 4 cpu-cycles: work\n"
                   "10 - 6 instructions: work\n"
                   "20 - 4 time: main (ns)\n"
                   "20 - 6 page-faults: main\n"
                   "30 - 1 samples: main\n"
                   "40 - 1 samples: no stack\n");
}

/* Each session of a profiler is a separate recording and may repeat the state and total weight of the process. */
static void
test_sessions (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  const TvStackSamples *samples;
  Message *sample;
  gint64 id = 0;

  packet (trace, 9, CLEARED, 0, 30, STACK_SAMPLE, NUMBERS ({ 11, 1 }));
  sample = NUMBERS ({ 11, 4 }, { 14, 6 });
  add (sample, 1, NUMBERS ({ 2, 10 }, { 4, 99 }));
  add (sample, 9, measure (0, "time", 0, "ns", 0));
  add (sample, 12, measure (0, "page-faults", 5, NULL, 0));
  packet (trace, 8, CLEARED, 0, 20, STACK_SAMPLE, sample);
  packet (trace, 9, 0, 0, 10, STACK_SAMPLE, NUMBERS ({ 11, 1 }));
  loaded = load (trace);
  samples = &tv_trace_get_stacks (loaded)->samples;
  g_assert_cmpuint (samples->n, ==, 4);
  g_assert_nonnull (samples->session);
  for (guint32 i = 0; i < 4; i++)
    {
      gboolean is_turn = i == 1 || i == 2;

      g_assert_cmpuint (samples->session[i], ==, is_turn ? 2 : 1);
      g_assert_cmpint (tv_sparse_column_find (&samples->async_id, i, &id), ==, is_turn);
      g_assert_cmpint (id, ==, i == 0 ? 0 : 99);
    }
}

/* Timestamps are relative to the previous sample, also across packets. If a timestamp is out of range, all later
 * timestamps are invalid. */
static void
test_streaming (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autofree char *found = NULL;
  gint64 stacks[] = { 1, 2, 9 }, deltas[] = { 5, -2, 4 }, wild[] = { G_MININT64, 3 };
  Message *profile = message ();
  Message *snapshot = message ();

  add (snapshot, 1, NUMBERS ({ 1, 3 }, { 2, 1000 }));
  add (snapshot, 1, NUMBERS ({ 1, 6 }, { 2, 2000 }));
  packet (trace, 1, 0, 0, 2000, 6, snapshot);
  begin (trace, intern_stacks (), NULL);
  packet (trace, 1, 0, 0, 1, STREAMING_PROFILE, NUMBERS ({ 1, 1 }, { 2, 5 })); /* no base yet */
  packet (trace, 1, 0, 0, 1, THREAD, NUMBERS ({ 1, 20 }, { 2, 21 }, { 6, 10 }));
  packed (profile, 1, stacks, 3);
  packed (profile, 2, deltas, 3);
  packet (trace, 1, 0, 0, 1, STREAMING_PROFILE, profile);
  packet (trace, 1, 0, 0, 1, STREAMING_PROFILE, NUMBERS ({ 2, 1 }, { 1, 1 }, { 2, 2 }));
  packet (trace, 1, 0, 0, 1, STREAMING_PROFILE, NUMBERS ({ 2, 1 }, { 1, 1 }));
  profile = message ();
  packed (profile, 1, stacks, 2);
  packed (profile, 2, wild, 2);
  packet (trace, 1, 0, 0, 1, STREAMING_PROFILE, profile);
  packet (trace, 1, 0, 0, 1, STREAMING_PROFILE, NUMBERS ({ 1, 1 }, { 2, 5 }));
  loaded = load (trace);
  found = list (loaded);
  g_assert_cmpstr (found, ==,
                   "14000 t21 - 1 samples: main\n"
                   "16000 t21 - 1 samples: work\n"
                   "18000 t21 - 1 samples: no stack\n"
                   "19000 t21 - 1 samples: work\n"
                   "22000 t21 - 1 samples: work\n");
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_MISSING_STACK), ==, 1);
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_BAD_PACKET), ==, 1);
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_SKIPPED_PACKETS), ==, 2);
}

/* If there are more kinds of weights than are supported, the samples of the additional kinds form one kind, in which
 * each sample has the weight 1. */
static void
test_many_kinds (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  const TvStacks *stacks;

  begin (trace, intern_stacks (), NULL);
  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *called = g_strdup_printf ("event %u", i);
      Message *sample = NUMBERS ({ 6, 1 }, { 11, 4 });

      add (sample, 9, measure (0, called, 9, NULL, 0));
      packet (trace, 1, 0, 0, 10 + i, STACK_SAMPLE, sample);
    }
  loaded = load (trace);
  stacks = tv_trace_get_stacks (loaded);
  g_assert_cmpuint (stacks->samples.n, ==, 300);
  g_assert_cmpuint (stacks->n_kinds, ==, 257);
  g_assert_cmpint (stacks->samples.weight[255], ==, 4);
  g_assert_cmpint (stacks->samples.weight[256], ==, 1);
}

/* If two profilers use the same name for a weight, their samples are of separate kinds. This also applies to samples
 * without a weight. */
static void
test_sources (void)
{
  static const char *const sources[] = { "linux.perf", "python.wall" };
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autofree char *found = NULL;

  for (guint i = 0; i < 2; i++)
    {
      Message *defaults = message (), *of_samples = message ();

      text (of_samples, 1, sources[i]);
      add (of_samples, 2, measure (0, "time", 1, NULL, 0));
      add (defaults, 100, of_samples);
      begin (trace, intern_stacks (), defaults);
      packet (trace, 1, 0, 0, 10 + 10 * i, STACK_SAMPLE, NUMBERS ({ 6, 1 }, { 11, 4 }));
      packet (trace, 1, 0, 0, 11 + 10 * i, STACK_SAMPLE, NUMBERS ({ 6, 2 }, { 11, 5 }));
    }
  loaded = load (trace);
  found = list (loaded);
  g_assert_cmpstr (found, ==,
                   "10 - 4 time: work (ns)\n"
                   "11 - 5 time: main (ns)\n"
                   "20 - 4 time (python.wall): work (ns)\n"
                   "21 - 5 time (python.wall): main (ns)\n");
}

/* Memory regions are stored in columns. The regions are summed by name, or each of them refers to a name by index.
 * The shortest column determines the number of regions. */
static void
test_packed_smaps (void)
{
  enum
  {
    SMAPS = 68,
  };
  static const struct
  {
    gboolean has_ids;
    guint n_sizes;
    guint n_rows;
    guint n_bad;
  } cases[] = { { FALSE, 2, 2, 0 }, { TRUE, 3, 3, 0 }, { TRUE, 2, 2, 1 }, { FALSE, 1, 1, 1 } };
  gint64 ids[] = { 1, 0, 1 }, kb[] = { 8, 16, 32 }, pss[] = { 1, 2, 3 };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (Message) trace = message ();
      g_autoptr (TvTrace) loaded = NULL;
      Message *smaps = message (), *regions = message ();
      const TvSmapsEntry *entries;
      guint32 n;

      text (regions, 1, "/a");
      text (regions, 1, "/b");
      if (cases[i].has_ids)
        packed (regions, 2, ids, 3);
      packed (regions, 4, kb, cases[i].n_sizes);
      packed (regions, 13, pss, 3);
      number (smaps, 1, 7);
      add (smaps, 3, regions);
      packet (trace, 1, 0, 0, 10, SMAPS, smaps);
      loaded = load (trace);
      entries = tv_trace_get_smaps (loaded, &n);
      g_assert_cmpuint (n, ==, cases[i].n_rows);
      g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_BAD_PACKET), ==, cases[i].n_bad);
      for (guint32 row = 0; row < n; row++)
        {
          gint64 name = cases[i].has_ids ? ids[row] : (gint64) row;

          g_assert_cmpstr (tv_trace_get_string (loaded, entries[row].path), ==,
                           name == 0 ? "/a" : "/b");
          g_assert_cmpint (entries[row].kb[TV_SMAPS_SIZE], ==, kb[row]);
          g_assert_cmpint (entries[row].kb[TV_SMAPS_PROPORTIONAL], ==, pss[row]);
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfetto-samples/interned", test_interned);
  g_test_add_func ("/perfetto-samples/defaults", test_defaults);
  g_test_add_func ("/perfetto-samples/sessions", test_sessions);
  g_test_add_func ("/perfetto-samples/streaming", test_streaming);
  g_test_add_func ("/perfetto-samples/many-kinds", test_many_kinds);
  g_test_add_func ("/perfetto-samples/sources", test_sources);
  g_test_add_func ("/perfetto-samples/packed-smaps", test_packed_smaps);
  return g_test_run ();
}
