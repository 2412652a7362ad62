/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-paths.h"
#include "analysis/samples/frame-source.h"
#include "analysis/calls/source-lines.h"
#include "formats/samples/perf-script-line.h"
#include "paint/kit/weight-format.h"
#include "perfetto-message.h"

/* Tests source lines of samples and inlined functions in several formats. */

static TvTrace *
load_bytes (const void *bytes, gsize size)
{
  g_autoptr (GBytes) all = g_bytes_new (bytes, size);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_load_bytes (all, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* Prints lines "NAME FILE:LINE INCLUSIVE EXCLUSIVE SAMPLES", with an i after inlined functions. */
static char *
list (TvTrace *trace, guint32 symbol, const TvSelection *selection)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) lines = tv_source_lines_find (trace, 0, symbol, selection, NULL, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < lines->len; i++)
    {
      const TvSourceLine *line = &g_array_index (lines, TvSourceLine, i);
      g_autofree char *name = tv_trace_dup_symbol_name (trace, line->symbol);
      g_autofree char *location = tv_source_dup_text (trace, line->file, line->line);

      g_string_append_printf (
          text, "%s %s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GUINT64_FORMAT "%s\n", name,
          location != NULL ? location : "-", line->inclusive, line->exclusive, line->n_samples,
          line->is_inlined ? " i" : "");
    }
  return g_string_free (text, FALSE);
}

static guint32
find_symbol (TvTrace *trace, const char *name)
{
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);

  for (guint32 i = 0; i < n; i++)
    if (g_strcmp0 (tv_trace_get_string (trace, symbols[i].name), name) == 0)
      return i;
  g_assert_not_reached ();
}

static void
assert_source (TvTrace *trace, const char *symbol, const char *expected)
{
  guint32 file, line;
  gboolean is_known = tv_symbol_find_source (trace, find_symbol (trace, symbol), &file, &line);
  g_autofree char *location = tv_source_dup_text (trace, file, line);

  g_assert_cmpstr (location, ==, expected);
  g_assert_cmpint (is_known, ==, expected != NULL);
}

/* ---- Lines of perf script ---- */

static void
test_lines (void)
{
  static const struct
  {
    const char *line;
    const char *file;
    guint32 number;
    gboolean is_inlined;
  } cases[] = {
    { "  main.c:12", "main.c", 12, FALSE },
    { "\tsrc/a b.c:7 (inlined)", "src/a b.c", 7, TRUE },
    { "  main.c:12 (discriminator 3)", "main.c", 12, FALSE },
    { "  main.c:12 (discriminator 3) (inlined)", "main.c", 12, TRUE },
    { "  C:/x.c:0", "C:/x.c", 0, FALSE },
  };
  static const char *const none[] = {
    "",       "  ",        "libc.so.6[29d90]",   ":12",
    "main.c", "main.c:",   "main.c:12x",         "main.c:99999999999",
    ")",      "(inlined)", "main.c:12(inlined)",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvSampleFrame frame = { .line = 0 };

      g_test_message ("%s", cases[i].line);
      g_assert_true (
          tv_perf_script_parse_source ((TvSpan){ cases[i].line, strlen (cases[i].line) }, &frame));
      g_assert_cmpmem (frame.line_file.text, frame.line_file.size, cases[i].file,
                       strlen (cases[i].file));
      g_assert_cmpuint (frame.line, ==, cases[i].number);
      g_assert_cmpint (frame.is_inlined, ==, cases[i].is_inlined);
    }
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      TvSampleFrame frame = { .line = 0 };

      g_test_message ("%s", none[i]);
      g_assert_false (tv_perf_script_parse_source ((TvSpan){ none[i], strlen (none[i]) }, &frame));
      g_assert_false (frame.is_inlined);
    }
}

/* Output of `perf script -F +srcline`, with inlined functions before their outer function. */
#define SCRIPT                                                                                     \
  "app 1/2 [000] 1.0: 10 cycles: \n"                                                               \
  "  4010 clamp\n  clamp.h:3 (inlined)\n  4010 draw+0x10 (/bin/app)\n  draw.c:7\n"                 \
  "  5000 main+0x2 (/bin/app)\n  main.c:20\n\n"                                                    \
  "app 1/2 [000] 2.0: 5 cycles: \n"                                                                \
  "  4020 draw+0x20 (/bin/app)\n  draw.c:9\n  4020 draw+0x20 (/bin/app)\n  draw.c:9\n"             \
  "  5000 main+0x2 (/bin/app)\n  main.c:20\n\n"                                                    \
  "app 1/2 [000] 3.0: 2 cycles: \n"                                                                \
  "  4030 clamp (inlined)\n  4030 draw+0x30 (/bin/app)\n  app[4030]\n  5004 main+0x6 (/bin/app)\n" \
  "  main.c:21"

static void
test_script (void)
{
  g_autoptr (TvTrace) trace = load_bytes (SCRIPT, strlen (SCRIPT));
  g_autoptr (TvSelection) selection = tv_selection_new_range (1500000000, 9000000000);
  g_autofree char *all = list (trace, TV_NONE, NULL);
  g_autofree char *part = list (trace, find_symbol (trace, "draw"), selection);
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  g_assert_cmpstr (all, ==,
                   "main main.c:20 15 0 0\n"
                   "clamp clamp.h:3 10 10 1 i\n"
                   "draw draw.c:7 10 0 0\n"
                   "draw draw.c:9 5 5 1\n" /* counts once, although it is recursive */
                   "clamp - 2 2 1 i\n"
                   "draw - 2 0 0\n"
                   "main main.c:21 2 0 0\n");
  g_assert_cmpstr (part, ==, "draw draw.c:9 5 5 1\ndraw - 2 0 0\n");
  /* Inlined functions have the file and the execution mode of their outer function. */
  for (guint32 i = 0; i < stacks->n_frames; i++)
    {
      g_assert_cmpuint (stacks->frames[i].mapping, !=, TV_NONE);
      g_assert_cmpint (stacks->frames[i].kind, ==, TV_FRAME_NATIVE);
    }
}

/* A function counts once per sample, regardless of how many of its lines are on the stack. Shares refer to all
 * samples that count. */
static void
test_symbol (void)
{
  g_autoptr (TvTrace) trace = load_bytes (SCRIPT, strlen (SCRIPT));
  g_autoptr (TvSelection) selection = tv_selection_new_range (0, 2500000000);
  static const struct
  {
    const char *name;
    gboolean is_of_part;
    gint64 numbers[6]; /* inclusive, exclusive, total, and the sample count of each */
  } cases[] = {
    { "main", FALSE, { 17, 0, 17, 3, 0, 3 } },  { "draw", FALSE, { 17, 5, 17, 3, 1, 3 } },
    { "draw", TRUE, { 15, 5, 15, 2, 1, 2 } },   { "clamp", FALSE, { 12, 12, 17, 2, 2, 3 } },
    { "clamp", TRUE, { 10, 10, 15, 1, 1, 2 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvSymbolSamples)
          samples = tv_symbol_samples_find (trace, 0, find_symbol (trace, cases[i].name),
                                            cases[i].is_of_part ? selection : NULL, NULL, NULL);
      const gint64 found[] = {
        samples->inclusive,
        samples->exclusive,
        samples->total,
        (gint64) samples->n_inclusive,
        (gint64) samples->n_exclusive,
        (gint64) samples->n_total,
      };

      g_test_message ("%u: %s", i, cases[i].name);
      g_assert_cmpmem (found, sizeof found, cases[i].numbers, sizeof cases[i].numbers);
      for (guint k = 0; k < samples->lines->len; k++)
        {
          const TvSourceLine *line = &g_array_index (samples->lines, TvSourceLine, k);

          g_assert_cmpint (line->total, ==, samples->total);
          g_assert_cmpfloat_with_epsilon (tv_source_line_get_percent (line, line->inclusive),
                                          (double) line->inclusive / (double) samples->total * 100,
                                          1e-9);
        }
    }
}

/* Tests the nouns in column headers and after numbers. */
static void
test_nouns (void)
{
  static const struct
  {
    const char *event;
    const char *noun;
    const char *text;
  } cases[] = {
    { "cpu-cycles:u", "cycles", "7\302\240cycles" },
    { "instructions", "instructions", "7\302\240instructions" },
    { "sched:sched_switch", "switches", "7\302\240switches" },
    { "page-faults", "faults", "7\302\240faults" },
    { "raw-0x11", "events", "7\302\240events" },
    { "task-clock", "ms", "7\302\240ns" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *script = g_strdup_printf ("a 1/1 1.0: 7 %s:\n 1 f (x)\n", cases[i].event);
      g_autoptr (TvTrace) trace = load_bytes (script, strlen (script));
      g_autofree char *text = tv_weight_format (trace, 0, 7);

      g_assert_cmpstr (tv_weight_get_noun (trace, 0), ==, cases[i].noun);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Inlined functions may have no outer function. */
static void
test_cut (void)
{
  static const char cut[] = "app 1/2 [000] 1.0: 10 cycles: \n 1 a (inlined)\n 1 b (inlined)\n\n"
                            "app 1/2 [000] 2.0: 10 cycles: \n 1 a (inlined)\n";
  g_autoptr (TvTrace) trace = load_bytes (cut, strlen (cut));
  g_autofree char *all = list (trace, TV_NONE, NULL);

  g_assert_cmpstr (all, ==, "a - 20 20 2\nb - 10 0 0\n");
}

static void
test_folded (void)
{
  static const char folded[] = "main;draw;clamp_[i] 3\nmain;draw 4\nmain;clamp 1\n";
  g_autoptr (TvTrace) trace = load_bytes (folded, strlen (folded));
  g_autofree TvSourceLocation *locations = tv_source_locations_new (trace);
  g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, 0, NULL, NULL);
  g_autofree char *all = list (trace, TV_NONE, NULL);
  guint32 n;

  g_assert_cmpstr (all, ==, "main - 8 0 0\ndraw - 7 4 1\nclamp - 4 4 2\n");
  g_assert_false (tv_trace_has_frame_lines (trace));
  /* An inlined and an ordinary call of a function belong to the same function. */
  tv_call_paths_get (paths, &n);
  g_assert_cmpuint (n, ==, 5);
  g_assert_false (locations[find_symbol (trace, "clamp")].is_inlined);
  g_assert_true (locations[find_symbol (trace, "clamp")].is_inlined_in_part);
  g_assert_false (locations[find_symbol (trace, "draw")].is_inlined_in_part);
}

static void
test_places (void)
{
  g_autoptr (TvTrace) trace = load_bytes (SCRIPT, strlen (SCRIPT));
  g_autofree TvSourceLocation *locations = tv_source_locations_new (trace);
  static const struct
  {
    const char *name;
    const char *text;
    gboolean is_inlined;
  } cases[] = {
    { "main", "main.c:20–21", FALSE },
    { "draw", "draw.c:7–9", FALSE },
    { "clamp", "clamp.h:3", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TvSourceLocation *location = &locations[find_symbol (trace, cases[i].name)];
      g_autofree char *text = tv_source_location_dup_text (location, trace);

      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpint (location->is_inlined, ==, cases[i].is_inlined);
    }
}

/* Tests the source file of a function, which is known if all frames of the function are in one file. */
static void
test_sources (void)
{
  static const char script[] =
      "app 1/2 [000] 1.0: 10 cycles: \n 1 one (x)\n  one.c:9\n 2 both (x)\n  a.c:1\n"
      "\napp 1/2 [000] 2.0: 10 cycles: \n 3 one (x)\n  one.c:4\n 4 both (x)\n"
      "  b.c:1\n 5 none (x)\n";
  g_autoptr (TvTrace) trace = load_bytes (script, strlen (script));

  assert_source (trace, "one", "one.c:4");
  assert_source (trace, "both", NULL);
  assert_source (trace, "none", NULL);
}

/* ---- Perfetto ---- */

static void
name (Message *self, guint field, gint64 iid, const char *value)
{
  Message *inner = message ();

  number (inner, 1, iid);
  text (inner, 2, value);
  add (self, field, inner);
}

/* Adds a function with its source line. */
static void
line (Message *self, const char *function, const char *file, gint64 at)
{
  Message *inner = message ();

  text (inner, 1, function);
  if (file != NULL)
    text (inner, 2, file);
  number (inner, 3, at);
  add (self, 2, inner);
}

static Message *
make_symbols (void)
{
  Message *module = message (), *first = message (), *second = message ();

  number (first, 1, 0x10);
  line (first, "clamp", "clamp.h", 3);
  line (first, "shade", "draw.h", 8);
  line (first, "draw", "draw.c", 7);
  number (second, 1, 0x20);
  line (second, "draw", "draw.c", 9);
  text (module, 1, "/lib/libdraw.so");
  text (module, 2, "\x12\x34");
  add (module, 3, first);
  add (module, 3, second);
  return module;
}

static Message *
make_frame (gint64 iid, gint64 function, gint64 mapping, gint64 pc)
{
  Message *frame = message ();

  number (frame, 1, iid);
  if (function != 0)
    number (frame, 2, function);
  if (mapping != 0)
    number (frame, 3, mapping);
  number (frame, 4, pc);
  return frame;
}

static Message *
make_stack (gint64 iid, const gint64 *frames, guint n)
{
  Message *stack = message ();

  number (stack, 1, iid);
  for (guint i = 0; i < n; i++)
    number (stack, 2, frames[i]);
  return stack;
}

static Message *
make_sample (gint64 stack)
{
  Message *sample = message ();

  number (sample, 1, 0);
  number (sample, 2, 5);
  number (sample, 3, 6);
  number (sample, 4, stack);
  return sample;
}

/* Tests two samples below main: in a function that is inlined into draw, and in draw itself. */
static void
test_perfetto (void)
{
  g_autoptr (Message) bytes = message ();
  Message *interned = message (), *mapping = message (), *first = message ();

  name (interned, 5, 1, "main");
  name (interned, 16, 1, "\x12\x34");
  name (interned, 17, 1, "libdraw.so");
  number (mapping, 1, 1);
  number (mapping, 2, 1);
  number (mapping, 7, 1);
  add (interned, 19, mapping);
  add (interned, 6, make_frame (1, 1, 0, 0x1));
  add (interned, 6, make_frame (2, 0, 1, 0x10));
  add (interned, 6, make_frame (3, 0, 1, 0x20));
  add (interned, 7, make_stack (1, (const gint64[]){ 1, 2 }, 2));
  add (interned, 7, make_stack (2, (const gint64[]){ 1, 3 }, 2));
  number (first, 8, 1);
  number (first, 10, 1);
  number (first, 13, 1);
  add (first, 12, interned);
  add (bytes, 1, first);
  packet (bytes, 1, 2, 0, 10, 66, make_sample (1));
  packet (bytes, 1, 2, 0, 20, 66, make_sample (2));
  packet (bytes, 1, 0, 0, 30, 61, make_symbols ());
  {
    g_autoptr (TvTrace) trace = load_bytes (bytes->data, bytes->len);
    g_autofree char *all = list (trace, TV_NONE, NULL);
    const TvStacks *stacks = tv_trace_get_stacks (trace);
    guint n_inlined = 0, n_located = 0;

    g_assert_cmpstr (all, ==,
                     "main - 2 0 0\n"
                     "clamp clamp.h:3 1 1 1 i\n"
                     "draw draw.c:9 1 1 1\n"
                     "shade draw.h:8 1 0 0 i\n"
                     "draw draw.c:7 1 0 0\n");
    for (guint32 i = 0; i < stacks->n_frames; i++)
      {
        n_inlined += stacks->frames[i].is_inlined ? 1 : 0;
        n_located += stacks->frames[i].symbol_set != 0;
      }
    assert_source (trace, "draw", "draw.c:7");
    assert_source (trace, "clamp", "clamp.h:3");
    assert_source (trace, "main", NULL);
    g_assert_cmpuint (n_inlined, ==, 2);
    g_assert_cmpuint (n_located, ==, 2);
    g_assert_cmpuint (stacks->n_frames, ==, 5);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source-lines/lines", test_lines);
  g_test_add_func ("/source-lines/script", test_script);
  g_test_add_func ("/source-lines/symbol", test_symbol);
  g_test_add_func ("/source-lines/nouns", test_nouns);
  g_test_add_func ("/source-lines/cut", test_cut);
  g_test_add_func ("/source-lines/folded", test_folded);
  g_test_add_func ("/source-lines/places", test_places);
  g_test_add_func ("/source-lines/sources", test_sources);
  g_test_add_func ("/source-lines/perfetto", test_perfetto);
  return g_test_run ();
}
