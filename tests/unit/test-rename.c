/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "../hostile/part-invariants.h"
#include "analysis/search.h"
#include "core/error.h"
#include "core/trace-builder-parts.h"
#include "core/trace-builder-slices.h"
#include "core/trace-builder-threads.h"
#include "core/trace-builder.h"
#include "core/demangle.h"
#include "formats/names/rename.h"
#include "table-text.h"
#include "traceview-config.h"

/* Tests traces that get source code names from a mapping. */

static const char map_text[] =
    "# pg_map_id: 7299efd\n"
    "# pg_map_hash: SHA-256 7299efd0123\n"
    "# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\n"
    "com.example.Shop -> a.b:\n"
    "# {\"id\":\"sourceFile\",\"fileName\":\"ShopScreen.kt\"}\n"
    "    1:3:void open():10:12 -> a\n"
    "    4:4:int com.example.Price.round(int):77:77 -> a\n"
    "    4:4:void open():13 -> a\n"
    "    5:9:void open(com.example.Shop$Cart):20:24 -> a\n"
    "    void close() -> b\n"
    "    void shut(int) -> b\n"
    "com.example.Shop$Cart -> a.c:\n"
    "    void open() -> a\n"
    "com.example.Outline -> a.o:\n"
    "    1:2:int outline():5:6 -> a\n"
    "# {\"id\":\"com.android.tools.r8.outline\"}\n"
    "com.example.Caller -> a.q:\n"
    "    7:7:void run():0:0 -> r\n"
    "# {\"id\":\"com.android.tools.r8.outlineCallsite\",\"positions\":{\"5\":8,\"6\":9}}\n"
    "    8:8:int com.example.Small.part():33:33 -> r\n"
    "    8:8:void run():44 -> r\n"
    "    9:9:void run():45 -> r\n";

static char *
write_map (const char *text)
{
  char *path = NULL;
  int fd = g_file_open_tmp ("map-XXXXXX.txt", &path, NULL);

  g_assert_cmpint (fd, >=, 0);
  close (fd);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static guint32
intern (TvTraceBuilder *builder, const char *text)
{
  return text != NULL ? tv_trace_builder_intern (builder, text, -1) : TV_NONE;
}

static guint32
add_symbol (TvTraceBuilder *builder,
            const char *class_name,
            const char *name,
            const char *signature,
            const char *file,
            guint32 line)
{
  TvSymbol symbol = { intern (builder, class_name), intern (builder, name),
                      intern (builder, signature), intern (builder, file), line };

  return tv_trace_builder_add_symbol (builder, &symbol);
}

static TvTrace *
rename_with (TvTrace *trace, const char *text)
{
  g_autofree char *path = text != NULL ? write_map (text) : NULL;
  g_autoptr (GError) error = NULL;
  TvTrace *renamed = tv_rename_trace (trace, path, TRUE, NULL, &error);

  g_assert_no_error (error);
  if (path != NULL)
    g_unlink (path);
  return renamed;
}

/* Makes a trace with one slice for each symbol. */
static TvTrace *
make_trace (const char *const (*symbols)[4], guint n, guint32 line)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  g_autoptr (GError) error = NULL;
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 12);
  TvTrace *trace;

  for (guint i = 0; i < n; i++)
    {
      guint32 symbol = add_symbol (builder, symbols[i][0], symbols[i][1], symbols[i][2],
                                   symbols[i][3], line);
      guint32 track = tv_trace_builder_ensure_track (builder, utid);

      tv_trace_builder_begin (builder, track, symbol, i * 10, 0, -1);
      tv_trace_builder_end (builder, track, symbol, i * 10 + 5, 0, 0, -1);
    }
  trace = tv_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
assert_column (TvTrace *trace, const char *table_name, const char *columns, const char *wanted)
{
  g_autoptr (TvTable) table = open_table (table_name, trace, NULL);
  g_autofree char *found = print_table (table, columns, NULL);

  g_assert_cmpstr (found, ==, wanted);
}

static const char *const methods[][4] = {
  { "a.b", "a", "()V", "SourceFile" },
  { "a.b", "a", "(La/c;)V", "SourceFile" },
  { "a.c", "a", "()V", "r8-map-id-7299efd0123" },
  { "a.c", "z", "([La/b;)La/c;", "Cart.kt" },
  { "java.util.List", "add", "(La/b;)V", "List.java" },
  { "a.b", "b", "(J)V", NULL },
  { "a.b", NULL, NULL, NULL },
};

static void
test_methods (void)
{
  g_autoptr (TvTrace) raw = make_trace (methods, G_N_ELEMENTS (methods), 0);
  g_autoptr (TvTrace) trace = rename_with (raw, map_text);
  const TvNaming *naming = tv_trace_get_naming (trace);

  g_assert_true (tv_trace_get_raw (trace) == raw);
  g_assert_cmpuint (naming->n_methods, ==, 7);
  g_assert_cmpuint (naming->n_known, ==, 6);
  assert_column (trace, "symbol", "name signature source_file raw_name",
                 "com.example.Shop.open|()V|ShopScreen.kt|a.b.a ()V\n"
                 "com.example.Shop.open|(Lcom/example/Shop$Cart;)V|ShopScreen.kt|a.b.a (La/c;)V\n"
                 "com.example.Shop$Cart.open|()V|Shop.java|a.c.a ()V\n"
                 "com.example.Shop$Cart.z|([Lcom/example/Shop;)Lcom/example/Shop$Cart;|Cart.kt|"
                 "a.c.z ([La/b;)La/c;\n"
                 "java.util.List.add|(Lcom/example/Shop;)V|List.java|java.util.List.add (La/b;)V\n"
                 "com.example.Shop.b|(J)V|ShopScreen.kt|a.b.b (J)V\n"
                 "com.example.Shop|-|ShopScreen.kt|a.b\n");
  /* Slices refer to symbols by id, so renaming the symbols also renames the slices. */
  assert_column (trace, "slice", "name",
                 "com.example.Shop.open\ncom.example.Shop.open\ncom.example.Shop$Cart.open\n"
                 "com.example.Shop$Cart.z\njava.util.List.add\ncom.example.Shop.b\n"
                 "com.example.Shop\n");
  assert_column (raw, "slice", "name",
                 "a.b.a\na.b.a\na.c.a\na.c.z\njava.util.List.add\na.b.b\na.b\n");
  assert_column (trace, "problem", "kind", "");
}

static void
test_again (void)
{
  g_autoptr (TvTrace) raw = make_trace (methods, 2, 0);
  g_autoptr (TvTrace) first = rename_with (raw, map_text);
  g_autoptr (TvTrace) second = rename_with (first, "Other -> a.b:\n    void is() -> a\n");
  g_autoptr (TvTrace) back = rename_with (second, NULL);

  assert_column (second, "symbol", "name raw_name",
                 "Other.is|a.b.a ()V\nOther.is|a.b.a (La/c;)V\n");
  g_assert_true (tv_trace_get_raw (second) == raw);
  g_assert_true (back == raw);
  g_assert_null (tv_trace_get_naming (back));
  /* The renamed trace holds a reference to the original trace. */
  g_clear_object (&raw);
  g_clear_object (&back);
  assert_column (first, "symbol", "method", "open\nopen\n");
}

static void
test_lines (void)
{
  g_autoptr (TvTrace) raw = make_trace (methods, 2, 6);
  g_autoptr (TvTrace) trace = rename_with (raw, map_text);

  assert_column (trace, "symbol", "method line", "open|-\nopen|21\n");
}

static guint32
count_hits (TvTrace *trace, const char *query)
{
  g_autoptr (TvTextMatch) match = tv_text_match_new (query, FALSE, NULL);
  TvHits *hits = tv_search (trace, match, TV_HITS_ALL, NULL);
  guint32 n = tv_hits_get_n (hits);

  tv_hits_unref (hits);
  return n;
}

static void
test_search (void)
{
  g_autoptr (TvTrace) raw = make_trace (methods, G_N_ELEMENTS (methods), 0);
  g_autoptr (TvTrace) trace = rename_with (raw, map_text);

  g_assert_cmpuint (count_hits (trace, "Shop.open"), ==, 2);
  g_assert_cmpuint (count_hits (trace, "a.b.a"), ==, 2);
  g_assert_cmpuint (count_hits (raw, "Shop.open"), ==, 0);
}

static void
assert_problem (const char *const (*symbols)[4], guint n, const char *text, const char *wanted)
{
  g_autoptr (TvTrace) raw = make_trace (symbols, n, 0);
  g_autoptr (TvTrace) trace = rename_with (raw, text);

  assert_column (trace, "problem", "kind count detail", wanted);
}

static void
test_problems (void)
{
  static const char *const other_build[][4] = { { "a.b", "a", "()V", "r8-map-id-abcdef" } };
  static const char *const other_app[][4] = { { "x.y", "a", "()V", "X.java" } };

  assert_problem (other_build, 1, map_text, "other-name-map|1|r8-map-id-abcdef\n");
  assert_problem (other_app, 1, map_text, "useless-name-map|1|-\n");
  assert_problem (methods, 1, "A -> a.b:\n  words\n  void c() -> a\n  more\n",
                  "bad-map-line|2|  words\n");
}

static void
test_errors (void)
{
  g_autoptr (TvTrace) raw = make_trace (methods, 1, 0);
  g_autofree char *path = write_map ("words\n");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (tv_rename_trace (raw, path, TRUE, NULL, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
  g_assert_nonnull (strstr (error->message, "map-"));
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (path, map_text, -1, NULL));
  g_cancellable_cancel (cancellable);
  g_assert_null (tv_rename_trace (raw, path, TRUE, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
  g_clear_error (&error);
  g_unlink (path);
  g_assert_null (tv_rename_trace (raw, path, TRUE, NULL, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_IO);
}

/* ---- Stacks ---- */

static guint32
add_callsite (TvTraceBuilder *builder, guint32 parent, const char *name, guint32 line)
{
  TvFrame frame = {
    .symbol = add_symbol (builder, NULL, name, NULL, NULL, 0),
    .mapping = TV_NONE,
    .line = line,
    .kind = TV_FRAME_OTHER,
    .source_file = TV_NONE,
  };

  return tv_trace_builder_add_callsite (builder, parent,
                                        tv_trace_builder_add_frame (builder, &frame));
}

/* Returns one line per sample with its stack, outermost frame first: "name:line;name:line;". */
static char *
print_stacks (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < stacks->samples.n; i++)
    {
      g_autoptr (GString) stack = g_string_new (NULL);

      for (guint32 at = stacks->samples.callsite[i]; at != TV_NONE;
           at = stacks->callsites[at].parent)
        {
          const TvFrame *frame = &stacks->frames[stacks->callsites[at].frame];
          g_autofree char *name = tv_trace_dup_symbol_name (trace, frame->symbol);
          g_autofree char *one = g_strdup_printf ("%s:%u;", name, frame->line);

          g_string_prepend (stack, one);
        }
      g_string_append_printf (text, "%s\n", stack->str);
    }
  return g_string_free (text, FALSE);
}

static TvTrace *
make_stacks (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  g_autoptr (GError) error = NULL;
  guint32 main_site = add_callsite (builder, TV_NONE, "main", 1);
  guint32 sites[] = {
    add_callsite (builder, main_site, "a.b.a", 4),
    add_callsite (builder, add_callsite (builder, main_site, "a.b.a", 6), "a.c.a", 0),
    add_callsite (builder, add_callsite (builder, main_site, "a.q.r", 7), "a.o.a", 1),
    add_callsite (builder, main_site, "a.b.b", 3),
    add_callsite (builder, main_site, "a.x.y", 3),
    TV_NONE,
  };
  guint32 kind = tv_trace_builder_add_sample_kind (builder, intern (builder, "cpu"), TV_WEIGHT_NS);
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 12), dump;
  TvDumpLock lock = { .use = TV_LOCK_HELD, .id = 1, .owner = TV_NONE, .owner_vm_tid = TV_NONE };
  TvDump reported = { .ts = 5, .upid = TV_NONE, .title = TV_NONE };
  TvDumpThread thread = { .utid = utid,
                          .name = TV_NONE,
                          .state = TV_NONE,
                          .callsite = sites[0],
                          .vm_tid = TV_NONE,
                          .sys_tid = TV_NONE,
                          .kernel_state = TV_NONE,
                          .wait_channel = TV_NONE,
                          .priority = TV_NO_PRIORITY,
                          .cpu = TV_NONE };
  TvTrace *trace;

  for (guint i = 0; i < G_N_ELEMENTS (sites); i++)
    {
      TvStackSample sample = {
        .ts = i * 10, .kind = kind, .utid = utid, .cpu = TV_NONE, .callsite = sites[i], .weight = 1
      };

      tv_trace_builder_add_stack_sample (builder, &sample);
    }
  dump = tv_trace_builder_begin_dump (builder, &reported);
  g_assert_cmpuint (dump, ==, 0);
  tv_trace_builder_add_dump_thread (builder, &thread);
  lock.type = intern (builder, "a.c");
  lock.callsite = sites[0];
  tv_trace_builder_add_dump_lock (builder, &lock);
  trace = tv_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
test_stacks (void)
{
  g_autoptr (TvTrace) raw = make_stacks ();
  g_autoptr (TvTrace) trace = rename_with (raw, map_text);
  g_autofree char *violation = tv_trace_dup_part_violation (trace);
  g_autofree char *stacks = print_stacks (trace);
  const TvDumps *dumps = tv_trace_get_dumps (trace);

  g_assert_cmpstr (violation, ==, NULL);
  g_assert_cmpstr (
      stacks, ==,
      /* Inlined functions are restored. */
      "main:1;com.example.Shop.open:13;com.example.Price.round:77;\n"
      "main:1;com.example.Shop.open:21;com.example.Shop$Cart.open:0;\n"
      /* Outlined code is attributed to its original function, and to the function that is inlined there. */
      "main:1;com.example.Caller.run:44;com.example.Small.part:33;\n"
      /* The mapping is ambiguous, so both names are shown. */
      "main:1;com.example.Shop.close | shut:3;\n"
      "main:1;a.x.y:3;\n"
      "\n");
  assert_column (trace, "problem", "kind detail", "ambiguous-name|a.b.b\n");
  g_assert_cmpstr (tv_trace_get_string (trace, dumps->locks[0].type), ==, "com.example.Shop$Cart");
  g_assert_cmpuint (dumps->threads[0].callsite, ==,
                    tv_trace_get_stacks (trace)->samples.callsite[0]);
  g_assert_cmpuint (dumps->locks[0].callsite, ==, dumps->threads[0].callsite);
}

/* ---- Demangling ---- */

#ifdef TV_HAVE_DEMANGLE

static void
test_demangle (void)
{
  static const struct
  {
    const char *mangled;
    const char *wanted; /* NULL if the name stays mangled */
    const char *signature;
  } cases[] = {
    { "_ZN4shop4Cart3addEi", "shop::Cart::add", "(int)" },
    { "_ZNK4shop4Cart3hasIiEEbT_", "shop::Cart::has<int>", "(int) const: bool" },
    { "_ZTV4Cart", "vtable for Cart", NULL },
    { "__dl__ZN6soinfo4bumpEv", "[linker]soinfo::bump", "()" },
    { "_ZN4core3fmt5write17h0123456789abcdefE", "core::fmt::write", NULL },
    { "_RNvC6_123foo3bar", "123foo::bar", NULL },
    { "f", NULL, NULL },
    { "i", NULL, NULL },
    { "_Zq9", NULL, NULL },
    { "", NULL, NULL },
    { "_", NULL, NULL },
    { "_R", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *signature = NULL;
      g_autofree char *demangled = tv_demangle (cases[i].mangled, &signature);

      g_assert_cmpstr (demangled, ==, cases[i].wanted);
      g_assert_cmpstr (signature, ==, cases[i].signature);
    }
}

/* Tests a mangled name in which each type is a pair of the previous type. The name has a few hundred bytes, but would
 * expand to more text than fits in memory. */
static void
test_demangle_bomb (void)
{
  static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  g_autoptr (GString) name = g_string_new ("_Z1f1aIiiE");
  g_autofree char *small = NULL;
  g_autofree char *types = NULL;
  g_autofree char *large = NULL;
  gint64 start_us = g_get_monotonic_time ();

  for (guint i = 0; i < 18; i++)
    {
      const char before = digits[2 * i];

      if (i == 3)
        small = tv_demangle (name->str, &types);
      g_string_append_printf (name, "1bIS%c_S%c_E", before, before);
    }
  for (guint i = 18; i < 36; i++)
    {
      const char before = digits[2 * i - 36];

      g_string_append_printf (name, "1bIS1%c_S1%c_E", before, before);
    }
  large = tv_demangle (name->str, NULL);
  g_assert_cmpstr (small, ==, "f");
  g_assert_true (g_str_has_prefix (types, "(a<int, int>, b<a<int, int>, a<int, int> >, b<b<a<"));
  g_assert_cmpstr (large, ==, NULL);
  g_assert_cmpint (g_get_monotonic_time () - start_us, <, 10 * G_USEC_PER_SEC);
}

static void
test_demangled_trace (void)
{
  static const char *const functions[][4] = {
    { NULL, "_ZN4shop4Cart3addEi", NULL, NULL },
    { NULL, "draw", NULL, NULL },
  };
  g_autoptr (TvTrace) raw = make_trace (functions, 2, 0);
  g_autoptr (TvTrace) trace = rename_with (raw, NULL);
  g_autoptr (TvTrace) as_in_file = tv_rename_trace (trace, NULL, FALSE, NULL, NULL);

  assert_column (trace, "symbol", "name signature raw_name",
                 "shop::Cart::add|(int)|_ZN4shop4Cart3addEi\ndraw|-|-\n");
  g_assert_null (tv_trace_get_naming (trace)->map);
  g_assert_true (as_in_file == raw);
}

#endif

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rename/methods", test_methods);
  g_test_add_func ("/rename/again", test_again);
  g_test_add_func ("/rename/lines", test_lines);
  g_test_add_func ("/rename/search", test_search);
  g_test_add_func ("/rename/problems", test_problems);
  g_test_add_func ("/rename/errors", test_errors);
  g_test_add_func ("/rename/stacks", test_stacks);
#ifdef TV_HAVE_DEMANGLE
  g_test_add_func ("/rename/demangle", test_demangle);
  g_test_add_func ("/rename/demangle-bomb", test_demangle_bomb);
  g_test_add_func ("/rename/demangled-trace", test_demangled_trace);
#endif
  return g_test_run ();
}
