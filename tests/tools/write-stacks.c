/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/trace-builder-parts.h"
#include "core/trace-builder-slices.h"
#include "core/trace-builder-threads.h"
#include "core/trace-builder.h"
#include "export/stacks.h"
#include "export/write-table.h"
#include "tables/tables.h"

/* Writes the exports of samples and of calls with hostile names to a folder, together with the tables that must match
 * them. The trace is built directly, because no reader would accept such names.
 *
 * Usage: write-stacks FOLDER */

#define N_SAMPLES 1200
#define N_THREADS 4
#define DEEPEST   100

static const char *const names[] = {
  "plain",
  "a;b;;c",
  "quoted \"name\" \\ back\\slash",
  "new\nline\r\nand\ttab",
  "\x1b[31mred\x01\x7f",
  "bad \xff\xfe\xc3 utf-8",
  " spaces  at ends ",
  "ends with 12",
  "\xe5\x90\x8d\xe5\x89\x8d \xf0\x9f\x92\xa9 \xe2\x80\xa8",
  "std::map<int, char>::operator[](int&&) const",
  "</script><!-- & -->",
  "",
};

static guint32
intern (TvTraceBuilder *builder, const char *text)
{
  return tv_trace_builder_intern (builder, text, (gssize) strlen (text));
}

static void
add_names (TvTraceBuilder *builder)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      TvSymbol symbol = { TV_NONE, intern (builder, names[i]), TV_NONE, TV_NONE, 0 };

      tv_trace_builder_add_symbol (builder, &symbol);
    }
}

static void
add_threads (TvTraceBuilder *builder, guint32 utids[N_THREADS])
{
  guint32 upid = tv_trace_builder_ensure_process (builder, 70);

  for (guint32 i = 0; i < N_THREADS; i++)
    {
      utids[i] = tv_trace_builder_ensure_thread (builder, i % 2 == 0 ? upid : TV_NONE, 71 + i);
      tv_trace_builder_name_thread (builder, utids[i], intern (builder, names[i + 1]));
    }
}

static void
add_calls (TvTraceBuilder *builder, GRand *rand, guint32 utid)
{
  guint32 track = tv_trace_builder_ensure_track (builder, utid);
  guint32 stack[DEEPEST];
  gint64 now = g_rand_int_range (rand, 0, 1000), cpu = 0;
  guint depth = 0;

  for (guint i = 0; i < 4000; i++)
    {
      if (depth > 0 && (depth == DEEPEST || g_rand_int_range (rand, 0, 100) < 45))
        tv_trace_builder_end (builder, track, stack[--depth], now, cpu, 0, -1);
      else
        {
          stack[depth] = (guint32) g_rand_int_range (rand, 0, G_N_ELEMENTS (names));
          tv_trace_builder_begin (builder, track, stack[depth++], now, cpu, -1);
        }
      now += g_rand_int_range (rand, 0, 3000);
      cpu += g_rand_int_range (rand, 0, 900);
      now = MAX (now, cpu);
    }
  while (depth > 0)
    tv_trace_builder_end (builder, track, stack[--depth], now, cpu, 0, -1);
}

static guint32
add_stack (TvTraceBuilder *builder, GRand *rand, guint32 mapping)
{
  guint32 callsite = TV_NONE;

  for (guint i = (guint) g_rand_int_range (rand, 0, 100) == 0
                     ? DEEPEST
                     : (guint) g_rand_int_range (rand, 0, 9);
       i > 0; i--)
    {
      guint32 name = (guint32) g_rand_int_range (rand, 0, G_N_ELEMENTS (names) + 1);
      TvFrame frame = { .symbol = name < G_N_ELEMENTS (names) ? name : TV_NONE,
                        .mapping = g_rand_boolean (rand) ? mapping : TV_NONE,
                        .relative_pc = 0x40 + i,
                        .source_file = TV_NONE };

      callsite = tv_trace_builder_add_callsite (builder, callsite,
                                                tv_trace_builder_add_frame (builder, &frame));
    }
  return callsite;
}

static void
add_samples (TvTraceBuilder *builder, GRand *rand, const guint32 utids[N_THREADS])
{
  guint32 mapping = tv_trace_builder_add_mapping (builder, intern (builder, "lib\"x\";.so"),
                                                  TV_NONE);
  guint32 kinds[] = {
    tv_trace_builder_add_sample_kind (builder, intern (builder, "cpu-clock"), TV_WEIGHT_NS),
    tv_trace_builder_add_sample_kind (builder, intern (builder, "cycles"), TV_WEIGHT_COUNT),
    tv_trace_builder_add_sample_kind (builder, intern (builder, "malloc"), TV_WEIGHT_BYTES),
  };

  for (guint i = 0; i < N_SAMPLES; i++)
    {
      guint thread = (guint) g_rand_int_range (rand, 0, N_THREADS + 1);
      TvStackSample sample = {
        .ts = i % 97 == 0 ? TV_NO_TIME : g_rand_int_range (rand, 0, 1000000),
        .kind = kinds[g_rand_int_range (rand, 0, G_N_ELEMENTS (kinds))],
        .utid = thread < N_THREADS ? utids[thread] : TV_NONE,
        .cpu = thread < 2 ? thread : TV_NONE,
        .callsite = add_stack (builder, rand, mapping),
        .weight = g_rand_int_range (rand, 0, 5000),
      };

      tv_trace_builder_add_stack_sample (builder, &sample);
    }
}

static TvTrace *
make_trace (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 utids[N_THREADS];

  tv_trace_builder_set_clocks (builder, TRUE, TRUE);
  add_names (builder);
  add_threads (builder, utids);
  for (guint i = 0; i + 1 < N_THREADS; i++)
    add_calls (builder, rand, utids[i]);
  add_samples (builder, rand, utids);
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* ---- Files ---- */

static GFile *
get_file (const char *folder, const char *name, const char *suffix)
{
  g_autofree char *base = g_strconcat (name, suffix, NULL);
  g_autofree char *path = g_build_filename (folder, base, NULL);

  return g_file_new_for_path (path);
}

static void
write_table (TvTrace *trace, const char *table_name, const TvTableOptions *options, GFile *file)
{
  g_autoptr (GFile) owned = file;
  g_autoptr (TvTable) table = tv_tables_open (table_name, trace, options, NULL, NULL);
  g_autoptr (GError) error = NULL;

  tv_write_table_to_file (table, NULL, TV_TEXT_JSON, owned, NULL, &error);
  g_assert_no_error (error);
}

static void
emit (double fraction, gpointer data)
{
  g_assert_true (fraction >= 0 && fraction <= 1);
}

static void
write_case (const char *folder,
            const char *name,
            TvTrace *trace,
            const TvSelection *selection,
            guint32 source)
{
  TvStackExport what = { trace, selection, source, "the \"name\"" };
  TvTableOptions options = { .selection = selection, .source = &source, .by_thread = TRUE };

  for (guint i = 0; i < TV_N_STACK_FORMATS; i++)
    {
      g_autoptr (GFile)
          file = get_file (folder, name, tv_stack_format_get_suffix ((TvStackFormat) i));
      g_autoptr (GError) error = NULL;

      tv_write_stacks_to_file (&what, (TvStackFormat) i, file, emit, NULL, NULL, &error);
      g_assert_no_error (error);
    }
  write_table (trace, "call_tree", &options, get_file (folder, name, ".tree"));
  write_table (trace, "thread", NULL, get_file (folder, name, ".threads"));
}

static void
write_cases (const char *folder, TvTrace *trace, guint32 source, const char *source_name)
{
  TvNameFilter keep = { TV_NAME_CONTAINS, FALSE, "plain" }, hide = { TV_NAME_REGEX, TRUE, "^a;b" };
  TvTransform changes[] = { { TV_TRANSFORM_DROP, 3, NULL },
                            { TV_TRANSFORM_COLLAPSE_RECURSION, TV_NONE, NULL },
                            { TV_TRANSFORM_MERGE, 2, NULL },
                            { TV_TRANSFORM_FOCUS, 1, NULL } };
  g_autoptr (TvSelection) range = tv_selection_new_range (100000, 2000000);
  g_autoptr (TvSelection) filtered = tv_selection_with_filter (range, &keep);
  g_autoptr (TvSelection) cpu = tv_selection_with_clock (NULL, TV_CLOCK_CPU);
  const TvSelection *const plain[] = { NULL, range, filtered, cpu };

  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s-%u", source_name, i);

      write_case (folder, name, trace, plain[i], source);
    }
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s-changed-%u", source_name, i);
      g_autoptr (TvSelection) hidden = tv_selection_with_filter (NULL, i % 2 == 0 ? &hide : &keep);
      g_autoptr (TvSelection) changed = tv_selection_with_transform (hidden, &changes[i]);

      write_case (folder, name, trace, changed, source);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (TvTrace) trace = make_trace ();
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  g_assert_cmpint (argc, ==, 2);
  write_cases (argv[1], trace, TV_NONE, "calls");
  for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
    write_cases (argv[1], trace, kind, tv_trace_get_string (trace, stacks->kinds[kind].name));
  return 0;
}
