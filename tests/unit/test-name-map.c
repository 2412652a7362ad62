/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <locale.h>
#include <string.h>

#include "core/error.h"
#include "formats/names/java-type.h"
#include "formats/names/method-match.h"

/* Tests name maps that follow the grammar. */

static TvSpan
span (const char *text)
{
  return (TvSpan){ text, strlen (text) };
}

static void
assert_span (TvSpan found, const char *wanted)
{
  g_autofree char *text = g_strndup (found.text, found.size);

  g_assert_cmpstr (text, ==, wanted);
}

static TvNameMap *
read_map (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  TvNameMap *map = tv_name_map_new_for_bytes (bytes, NULL, &error);

  g_assert_no_error (error);
  return map;
}

static const TvMapClass *
find_class (TvNameMap *map, const char *name)
{
  const TvMapClass *class = tv_name_map_find_class (map, name, strlen (name));

  g_assert_nonnull (class);
  return class;
}

/* Returns "name (arguments):line" for each matching method, separated by " | "; or "-" if no method matches. */
static char *
match (TvNameMap *map,
       const char *class_name,
       const char *name,
       const char *descriptor,
       guint32 line)
{
  GString *text = g_string_new (NULL);
  TvMethodMatch found;

  tv_method_match_find (map, find_class (map, class_name), name, strlen (name), descriptor, line,
                        &found);
  for (guint i = 0; i < found.n; i++)
    {
      const TvMapMethodLine *method = &found.methods[i]->line;

      g_string_append_printf (
          text, "%s%.*s%s%.*s(%.*s)", i > 0 ? " | " : "", (int) method->owner.size,
          method->owner.text, method->owner.size > 0 ? "." : "", (int) method->name.size,
          method->name.text, (int) method->arguments.size, method->arguments.text);
    }
  if (found.has_more)
    g_string_append (text, " | …");
  if (found.line > 0)
    g_string_append_printf (text, ":%u", found.line);
  if (text->len == 0)
    g_string_append_c (text, '-');
  return g_string_free (text, FALSE);
}

#define ASSERT_MATCH(map, class_name, name, descriptor, line, wanted)                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *found = match (map, class_name, name, descriptor, line);                      \
    g_assert_cmpstr (found, ==, wanted);                                                           \
  }                                                                                                \
  G_STMT_END

/* ---- Lines ---- */

static void
test_kinds (void)
{
  static const struct
  {
    const char *line;
    TvMapLineKind kind;
  } lines[] = {
    { "", TV_MAP_LINE_EMPTY },
    { "  \r", TV_MAP_LINE_EMPTY },
    { "# words", TV_MAP_LINE_EMPTY },
    { "# compiler: R8", TV_MAP_LINE_COMMENT },
    { "    # {\"id\":\"a\"}", TV_MAP_LINE_COMMENT },
    { "a.B -> c:", TV_MAP_LINE_CLASS },
    { "a.B -> c:\r", TV_MAP_LINE_CLASS },
    { "  int a -> b", TV_MAP_LINE_MEMBER },
    { "\tint a -> b", TV_MAP_LINE_MEMBER },
    { "int a -> b", TV_MAP_LINE_BAD },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_assert_cmpint (tv_map_line_get_kind (span (lines[i].line)), ==, lines[i].kind);
}

static void
test_classes (void)
{
  TvMapClassLine line;

  g_assert_true (tv_map_line_parse_class (span ("com.example.Shop$Cart -> a.b$c:\r"), &line));
  assert_span (line.original, "com.example.Shop$Cart");
  assert_span (line.obfuscated, "a.b$c");
  g_assert_true (tv_map_line_parse_class (span ("A -> A:"), &line));
  g_assert_false (tv_map_line_parse_class (span ("A -> :"), &line));
  g_assert_false (tv_map_line_parse_class (span (" -> a:"), &line));
  g_assert_false (tv_map_line_parse_class (span ("A->a:"), &line));
  g_assert_false (tv_map_line_parse_class (span ("A B -> a:"), &line));
}

static void
test_members (void)
{
  TvMapMethodLine line;

  g_assert_cmpint (tv_map_line_parse_member (span ("    int count -> a"), &line), ==,
                   TV_MAP_MEMBER_FIELD);
  g_assert_cmpint (tv_map_line_parse_member (
                       span ("    12:34:java.lang.String[] com.example.Base.name(int,a.B[]):5:27 "
                             "-> b\r"),
                       &line),
                   ==, TV_MAP_MEMBER_METHOD);
  assert_span (line.type, "java.lang.String[]");
  assert_span (line.owner, "com.example.Base");
  assert_span (line.name, "name");
  assert_span (line.arguments, "int,a.B[]");
  assert_span (line.obfuscated, "b");
  g_assert_true (line.has_range);
  g_assert_cmpuint (line.from, ==, 12);
  g_assert_cmpuint (line.to, ==, 34);
  g_assert_cmpuint (line.original_from, ==, 5);
  g_assert_cmpuint (line.original_to, ==, 27);
  g_assert_cmpint (tv_map_line_parse_member (span ("  void <init>() -> <init>"), &line), ==,
                   TV_MAP_MEMBER_METHOD);
  g_assert_false (line.has_range);
  assert_span (line.name, "<init>");
  g_assert_cmpuint (line.arguments.size, ==, 0);
  g_assert_cmpint (tv_map_line_parse_member (span ("  1:1:void a():7 -> b"), &line), ==,
                   TV_MAP_MEMBER_METHOD);
  g_assert_cmpuint (line.original_from, ==, 7);
  g_assert_cmpuint (line.original_to, ==, 0);
}

static void
test_bad_members (void)
{
  static const char *const lines[] = {
    "  void a()",
    "  void a() -> ",
    "  void a( -> b",
    "  1:void a() -> b",
    "  2:1:void a() -> b",
    "  1:99999999999:void a() -> b",
    "  1:1:void a():x -> b",
    "  1:1:void a():1: -> b",
    "  1:1:void a():1:2:3 -> b",
    "  a -> b",
    "  void .a() -> b",
    "  void a.() -> b",
    "  void a(int b) -> c",
    "  void a() -> b c",
    "  :void a() -> b",
  };
  TvMapMethodLine line;

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_test_message ("%s", lines[i]);
      g_assert_cmpint (tv_map_line_parse_member (span (lines[i]), &line), ==, TV_MAP_MEMBER_BAD);
    }
}

static void
test_facts (void)
{
  TvMapComment fact;
  TvSpan key, value;

  g_assert_true (tv_map_line_parse_comment (
      span ("# {\"id\":\"sourceFile\",\"fileName\":\"Shop.kt\"}"), &fact));
  assert_span (fact.id, "sourceFile");
  assert_span (fact.file_name, "Shop.kt");
  g_assert_true (tv_map_line_parse_comment (
      span (
          "   #{ id : 'a', nested: {'x':[1,{}], 'fileName': 'No'}, signature:\"()V\" , version:2.2}"),
      &fact));
  assert_span (fact.id, "a");
  assert_span (fact.signature, "()V");
  assert_span (fact.version, "2.2");
  g_assert_cmpuint (fact.file_name.size, ==, 0);
  g_assert_true (
      tv_map_line_parse_comment (span ("# {'id':'o','positions':{'1':4,'2':5}}"), &fact));
  g_assert_cmpuint (tv_map_positions_find (fact.positions, 2), ==, 5);
  g_assert_cmpuint (tv_map_positions_find (fact.positions, 3), ==, 0);
  g_assert_false (tv_map_line_parse_comment (span ("# compiler: R8"), &fact));
  g_assert_false (tv_map_line_parse_comment (span ("# {\"fileName\":\"x\"}"), &fact));
  g_assert_false (tv_map_line_parse_comment (span ("# {\"id\":\"x"), &fact));
  g_assert_true (tv_map_line_parse_header (span ("# pg_map_id: 7299efd\r"), &key, &value));
  assert_span (key, "pg_map_id");
  assert_span (value, "7299efd");
  g_assert_false (tv_map_line_parse_header (span ("# {\"id\":1}"), &key, &value));
}

/* ---- Types ---- */

static void
test_types (void)
{
  g_autoptr (TvNameMap) map = read_map ("com.example.Shop -> a.b:\ncom.example.Cart -> a.c:\n");
  g_autoptr (GString) arguments = g_string_new ("old");
  g_autoptr (GString) type = g_string_new ("old");
  g_autoptr (GString) descriptor = g_string_new ("old");

  g_assert_true (
      tv_java_type_put_java (map, "(I[[La/b;Ljava/lang/String;J)La/c;", arguments, type));
  g_assert_cmpstr (arguments->str, ==, "int,com.example.Shop[][],java.lang.String,long");
  g_assert_cmpstr (type->str, ==, "com.example.Cart");
  g_assert_true (tv_java_type_put_descriptor (span (arguments->str), span (type->str), descriptor));
  g_assert_cmpstr (descriptor->str, ==,
                   "(I[[Lcom/example/Shop;Ljava/lang/String;J)Lcom/example/Cart;");
  g_assert_true (tv_java_type_map_descriptor (map, "(ZLa/b;)[B", arguments));
  g_assert_cmpstr (arguments->str, ==, "(ZLcom/example/Shop;)[B");
  g_assert_true (tv_java_type_map_descriptor (map, "()V", arguments));
  g_assert_cmpstr (arguments->str, ==, "()V");
  for (const char *const *bad = (const char *const[]){ "", "(", "()", "(X)V", "(La/b)V", "(L;)V",
                                                       "(I)", "(I)VV", "([)V", "I", NULL };
       *bad != NULL; bad++)
    g_assert_false (tv_java_type_map_descriptor (map, *bad, arguments));
}

/* ---- Mappings ---- */

static const char shop[] =
    "# compiler: R8\r\n"
    "# pg_map_id: 7299efd\r\n"
    "# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\r\n"
    "com.example.Shop -> a.b:\r\n"
    "# {\"id\":\"sourceFile\",\"fileName\":\"Shop.kt\"}\r\n"
    "    int count -> a\r\n"
    "    # {\"id\":\"com.android.tools.r8.residualsignature\",\"signature\":\"()V\"}\r\n"
    "    1:3:void open():10:12 -> a\r\n"
    "    4:4:int com.example.Price.round(int):77:77 -> a\r\n"
    "    4:4:void open():13 -> a\r\n"
    "    5:9:void open(int):20:24 -> a\r\n"
    "    void close(com.example.Shop$Cart) -> b\r\n"
    "    void shut(java.lang.Object) -> b\r\n"
    "      # {\"id\":\"com.android.tools.r8.residualsignature\",\"signature\":\"(J)V\"}\r\n"
    "    void <init>() -> <init>\r\n"
    "    this is no line\r\n"
    "com.example.Shop$Cart -> a.c:\r\n"
    "    void add(com.example.Shop,int[]) -> a\r\n"
    "    void add(com.example.Shop) -> c\r\n"
    "    void com.example.Base.clear() -> d\r\n";

static void
test_overloads (void)
{
  g_autoptr (TvNameMap) map = read_map (shop);

  g_assert_cmpuint (tv_name_map_get_n_classes (map), ==, 2);
  assert_span (tv_name_map_get_id (map), "7299efd");
  assert_span (find_class (map, "a.b")->source_file, "Shop.kt");
  g_assert_null (tv_name_map_find_class (map, "a.d", 3));
  /* Matched by descriptor, with obfuscated class names; the inlined round() never matches. */
  ASSERT_MATCH (map, "a.b", "a", "()V", 0, "open()");
  ASSERT_MATCH (map, "a.b", "a", "(I)V", 0, "open(int)");
  ASSERT_MATCH (map, "a.b", "b", "(La/c;)V", 0, "close(com.example.Shop$Cart)");
  ASSERT_MATCH (map, "a.c", "a", "(La/b;[I)V", 0, "add(com.example.Shop,int[])");
  ASSERT_MATCH (map, "a.c", "d", "()V", 0, "com.example.Base.clear()");
  ASSERT_MATCH (map, "a.b", "<init>", "()V", 0, "<init>()");
  /* Matched by the descriptor in the mapping, not by the types of the member. */
  ASSERT_MATCH (map, "a.b", "b", "(J)V", 0, "shut(java.lang.Object)");
  ASSERT_MATCH (map, "a.b", "b", "(Ljava/lang/Object;)V", 0, "-");
  /* Matched by name if only one method has that name; otherwise there is no match. */
  ASSERT_MATCH (map, "a.c", "c", "(La/b;Z)V", 0, "add(com.example.Shop)");
  ASSERT_MATCH (map, "a.b", "a", "(Z)V", 0, "-");
  ASSERT_MATCH (map, "a.b", "z", "()V", 0, "-");
  /* Without a descriptor, the name a matches, because both methods with this name are open(). The methods with the
   * name b differ. */
  ASSERT_MATCH (map, "a.b", "a", NULL, 0, "open()");
  ASSERT_MATCH (map, "a.b", "b", NULL, 0, "close(com.example.Shop$Cart) | shut(java.lang.Object)");
}

static void
test_lines (void)
{
  g_autoptr (TvNameMap) map = read_map (shop);
  const TvMapClass *class = find_class (map, "a.b");
  guint32 n, first;

  ASSERT_MATCH (map, "a.b", "a", "()V", 2, "open():11");
  ASSERT_MATCH (map, "a.b", "a", "()V", 4, "open():13");
  ASSERT_MATCH (map, "a.b", "a", "()V", 99, "open()");
  ASSERT_MATCH (map, "a.b", "a", "(I)V", 6, "open(int):21");
  ASSERT_MATCH (map, "a.b", "b", "(La/c;)V", 6, "close(com.example.Shop$Cart):6");
  first = tv_method_match_find_group (map, class, "a", 1, 4, &n);
  g_assert_cmpuint (n, ==, 2);
  assert_span (g_array_index (class->methods, TvMapMethod, first).line.name, "round");
  assert_span (g_array_index (class->methods, TvMapMethod, first + 1).line.name, "open");
  first = tv_method_match_find_group (map, class, "a", 1, 2, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (tv_method_match_find_group (map, class, "a", 1, 40, &n), ==, TV_NONE);
  /* Two methods without line numbers are both candidates. */
  g_assert_cmpuint (tv_method_match_find_group (map, class, "b", 1, 4, &n), ==, TV_NONE);
}

static void
test_bad_lines (void)
{
  g_autoptr (TvNameMap) map = read_map (shop);
  TvSpan first;

  /* The members of a class are parsed when the class is first looked up, so the invalid line is found only then. */
  g_assert_cmpuint (tv_name_map_get_n_bad_lines (map, &first), ==, 0);
  find_class (map, "a.b");
  g_assert_cmpuint (tv_name_map_get_n_bad_lines (map, &first), ==, 1);
  assert_span (first, "    this is no line\r");
}

static void
test_twice (void)
{
  g_autoptr (TvNameMap) map = read_map ("A -> x:\n  void a() -> m\nB -> x:\n  void b() -> m\n"
                                        "nothing\nC -> y:\n  void c() -> m");
  TvSpan first;

  ASSERT_MATCH (map, "x", "m", "()V", 0, "a()");
  ASSERT_MATCH (map, "y", "m", "()V", 0, "c()");
  g_assert_cmpuint (tv_name_map_get_n_bad_lines (map, &first), ==, 2);
  assert_span (first, "B -> x:");
}

static void
test_versions (void)
{
  static const char form[] =
      "%sA -> x:\n"
      "  void a(int) -> m\n"
      "  # {'id':'com.android.tools.r8.residualsignature','signature':'()V'}\n"
      "  void b(int) -> m\n";
  static const struct
  {
    const char *version;
    const char *found;
  } cases[] = {
    { "", "-" },
    { "# {'id':'com.android.tools.r8.mapping','version':'2.1'}\n", "-" },
    { "# {'id':'com.android.tools.r8.mapping','version':'2.2'}\n", "a(int)" },
    { "# {'id':'com.android.tools.r8.mapping','version':'experimental'}\n", "-" },
    { "# {'id':'com.android.tools.r8.mapping','version':'3.0'}\n", "-" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (form, cases[i].version);
      g_autoptr (TvNameMap) map = read_map (text);

      ASSERT_MATCH (map, "x", "m", "()V", 0, cases[i].found);
    }
}

static void
test_no_map (void)
{
  static const char *const texts[] = {
    "", "\n", "# a: b\n", "words\nand -> more:\nwords\n", "{\"a\":1}\n", "  int a -> b\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (texts[i], strlen (texts[i]));
      g_autoptr (TvInput) input = tv_input_new_for_bytes (bytes);
      g_autoptr (GError) error = NULL;

      g_assert_null (tv_name_map_new_for_bytes (bytes, NULL, &error));
      g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
      g_assert_false (tv_name_map_is_one (input));
    }
}

static void
test_probe (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (shop, strlen (shop));
  g_autoptr (TvInput) input = tv_input_new_for_bytes (bytes);

  g_assert_true (tv_name_map_is_one (input));
}

static void
test_cancel (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (shop, strlen (shop));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (tv_name_map_new_for_bytes (bytes, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
}

/* A map with 100,000 classes, one of which contains as many methods, is read and searched quickly. */
static void
test_large (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TvNameMap) map = NULL;
  const guint n = 100000;
  gint64 start_us;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "com.example.Class%u -> a%u:\n    void method() -> a\n", i, i);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "    void method%u() -> m%u\n", i, i);
  start_us = g_get_monotonic_time ();
  map = read_map (text->str);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);
      g_autofree char *class_name = g_strdup_printf ("a%u", i);

      find_class (map, class_name);
      if (i % 1000 == 0)
        {
          g_autofree char *wanted = g_strdup_printf ("method%u()", i);

          ASSERT_MATCH (map, "a99999", name, "()V", 0, wanted);
        }
    }
  g_assert_cmpint (g_get_monotonic_time () - start_us, <, 20 * G_USEC_PER_SEC);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/name-map/kinds", test_kinds);
  g_test_add_func ("/name-map/classes", test_classes);
  g_test_add_func ("/name-map/members", test_members);
  g_test_add_func ("/name-map/bad-members", test_bad_members);
  g_test_add_func ("/name-map/facts", test_facts);
  g_test_add_func ("/name-map/types", test_types);
  g_test_add_func ("/name-map/overloads", test_overloads);
  g_test_add_func ("/name-map/lines", test_lines);
  g_test_add_func ("/name-map/bad-lines", test_bad_lines);
  g_test_add_func ("/name-map/twice", test_twice);
  g_test_add_func ("/name-map/versions", test_versions);
  g_test_add_func ("/name-map/no-map", test_no_map);
  g_test_add_func ("/name-map/probe", test_probe);
  g_test_add_func ("/name-map/cancel", test_cancel);
  g_test_add_func ("/name-map/large", test_large);
  return g_test_run ();
}
