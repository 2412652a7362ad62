/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gstdio.h>

#include "core/error.h"
#include "core/trace.h"
#include "core/log-lines.h"
#include "formats/format.h"
#include "formats/input/encoding.h"

/* Tests text in the forms in which other programs store and quote it. Readers must find the same lines. */

#define LOG                                                                                        \
  "03-04 11:12:13.001   210   215 I Radio: up\n"                                                   \
  "03-04 11:12:13.002   210   215 W Radio: late\n"                                                 \
  "03-04 11:12:13.003   210   216 E Radio: gone \303\244 \360\237\230\200\n"

#define FTRACE                                                                                     \
  "# tracer: nop\n"                                                                                \
  "  a-1 [000] d..3 10.000001: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=S "   \
  "==> next_comm=b next_pid=2 next_prio=120\n"                                                     \
  "  b-2 [000] d..3 10.000101: sched_switch: prev_comm=b prev_pid=2 prev_prio=120 prev_state=S "   \
  "==> next_comm=a next_pid=1 next_prio=120\n"

#define DUMP                                                                                       \
  "----- pid 77 at 2024-01-02 03:04:05 -----\n"                                                    \
  "Cmd line: org.pond\n"                                                                           \
  "\n"                                                                                             \
  "\"main\" prio=5 tid=1 Native\n"                                                                 \
  "  | group=\"main\" sCount=1\n"                                                                  \
  "  | sysTid=77 nice=0\n"                                                                         \
  "  at org.pond.Frog.leap(Frog.java:3)\n"

static void
put_unit (GByteArray *to, gunichar2 unit, gboolean is_big)
{
  guint8 bytes[2] = { (guint8) (is_big ? unit >> 8 : unit), (guint8) (is_big ? unit : unit >> 8) };

  g_byte_array_append (to, bytes, 2);
}

static GBytes *
encode (const char *text, gboolean is_big, gboolean has_mark)
{
  glong n;
  g_autofree gunichar2 *units = g_utf8_to_utf16 (text, -1, NULL, &n, NULL);
  GByteArray *bytes = g_byte_array_new ();

  if (has_mark)
    put_unit (bytes, 0xfeff, is_big);
  for (glong i = 0; i < n; i++)
    put_unit (bytes, units[i], is_big);
  return g_byte_array_free_to_bytes (bytes);
}

/* Replaces a character with a string. With a sanitizer, g_strsplit() would take quadratic time, because the
 * sanitizer's strstr() reads the whole text. */
static char *
replace (const char *text, char old, const char *new)
{
  GString *replaced = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (*text == old)
      g_string_append (replaced, new);
    else
      g_string_append_c (replaced, *text);
  return g_string_free (replaced, FALSE);
}

static GBytes *
take (char *text)
{
  return g_bytes_new_take (text, strlen (text));
}

static void
assert_input (TvInput *input, const char *text)
{
  const TvFormat *format;
  g_autoptr (GError) error = NULL;

  /* The beginning of the file is decoded even before the whole file is in memory. */
  g_assert_cmpmem (input->prefix, MIN (input->prefix_size, strlen (text)), text,
                   MIN (input->prefix_size, strlen (text)));
  g_assert_true (tv_format_unwrap (input, &format, NULL, &error));
  g_assert_true (format == tv_format_find (input, TV_CONFIDENCE_SURE, NULL));
  g_assert_no_error (error);
  g_assert_cmpmem (input->data, input->size, text, strlen (text));
  g_assert_false (tv_input_has_changed (input));
}

/* Checks that the bytes result in the same text when they are read from a file and from memory. Takes ownership of
 * @bytes. */
static void
assert_text (GBytes *bytes, const char *text)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "text-input.XXXXXX", NULL);
  g_autoptr (TvInput) memory = tv_input_new_for_bytes (bytes);
  g_autoptr (TvInput) file = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_mkstemp (path);

  g_assert_cmpint (fd, >=, 0);
  close (fd);
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes), &error));
  file = tv_input_open (path, NULL, &error);
  g_assert_no_error (error);
  assert_input (file, text);
  assert_input (memory, text);
  g_unlink (path);
  g_bytes_unref (bytes);
}

static void
test_encodings (void)
{
  static const char *const texts[] = { LOG, FTRACE, DUMP };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *dos = replace (texts[i], '\n', "\r\n");
      g_autofree char *doubled = replace (texts[i], '\n', "\r\r\n");

      assert_text (take (g_strdup (doubled)), dos);
      assert_text (encode (doubled, FALSE, TRUE), dos);
      for (guint form = 0; form < 4; form++)
        {
          assert_text (encode (texts[i], form & 1, form & 2), texts[i]);
          assert_text (encode (dos, form & 1, form & 2), dos);
          assert_text (take (replace (texts[i], '\n', "\n")), texts[i]);
        }
      assert_text (take (g_strconcat ("\357\273\277", texts[i], NULL)), texts[i]);
      assert_text (take (replace (texts[i], '\n', "\r")), texts[i]);
      dos = (g_free (dos), replace (texts[i], '\n', "\r"));
      assert_text (encode (dos, FALSE, TRUE), texts[i]);
      assert_text (take (g_strconcat ("\357\273\277", dos, NULL)), texts[i]);
    }
}

/* Text that is longer than a chunk, and in which four-byte characters cross the ends of chunks */
static void
test_long (void)
{
  for (guint shift = 0; shift < 2; shift++)
    {
      GString *text = g_string_new (shift == 0 ? "" : "x");

      while (text->len < 1500 * 1024)
        g_string_append (text,
                         "01-02 03:04:05.678  1  2 I tag: \360\237\230\200\360\237\230\200\n");
      assert_text (encode (text->str, FALSE, TRUE), text->str);
      /* Chunks end at each byte of a line ending. */
      for (guint i = 0; i < 3; i++)
        {
          g_autofree char *dos = NULL;

          g_string_prepend_c (text, 'x');
          dos = replace (text->str, '\n', "\r\n");
          assert_text (take (replace (text->str, '\n', "\r\r\n")), dos);
        }
      g_string_free (text, TRUE);
    }
}

/* A truncated file may end with half a surrogate pair or half a code unit. */
static void
test_cut (void)
{
  static const struct
  {
    guint8 bytes[24];
    gsize size;
    const char *text;
  } rows[] = {
    { { 0xff, 0xfe, 'a', 0, 'b', 0, '\n', 0, 'c' }, 9, "ab\n" },
    { { 0xfe, 0xff, 0, 'a', 0, 'b', 0, 'c', 0xd8, 0x3d }, 10, "abc\357\277\275" },
    { { 0xff, 0xfe, 'a', 0, '\n', 0, 0xff, 0xfe, 'b', 0 }, 10, "a\nb" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TvEncoding encoding = { .unit = 2, .mark = 2, .is_big_endian = rows[i].bytes[0] == 0xfe };
      guint8 text[64];
      gsize n_consumed;
      gsize n = tv_encoding_decode (&encoding, rows[i].bytes + 2, rows[i].size - 2, TRUE, text,
                                    &n_consumed);

      g_assert_cmpmem (text, n, rows[i].text, strlen (rows[i].text));
      g_assert_cmpuint (n_consumed, ==, rows[i].size - 2);
    }
}

/* Binary data is not treated as text in another encoding, regardless of its first bytes. */
static void
test_binary (void)
{
  static const struct
  {
    const char *bytes;
    gsize size;
  } rows[] = {
    { "", 0 },
    { "a", 1 },
    { "\xff\xfe", 2 },
    { "\xfe\xff", 2 },
    { "\xff\xfe\0\0a\0\0\0", 8 },
    { "\xff\xfe\x01\0\x02\0\x03\0\x04\0", 10 },
    { "\xff\xfe\x10\x82\x33\x91\x45\x98\x76\xa3", 10 },
    { "PERFILE2\x68\0\0\0\0\0\0\0", 16 },
    { "SLOW\x03\0\x20\0\0\0\0\0\r\r\r", 15 },
    { "\x0a\0\x0b\0\x0c\0\x0d\0\x0e\0\x0f\0\x10\0\x11\0", 16 },
    { "a\0\0\0b\0\0\0c\0\0\0d\0\0\0e\0\0\0f\0\0\0", 24 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TvEncoding encoding = tv_encoding_find ((const guint8 *) rows[i].bytes, rows[i].size);

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_false (tv_encoding_needs_conversion (&encoding));
      g_assert_cmpuint (encoding.mark, ==, 0);
    }
}

/* ---- Prefixes ---- */

static char *
put_before_lines (const char *text, const char *prefix, gboolean is_trimmed)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *all = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL && lines[i + 1] != NULL; i++)
    {
      /* A number in the prefix differs from line to line. */
      g_autofree char *number = g_strdup_printf ("%02u", i % 60);
      g_autofree char *own = replace (prefix, '@', number);
      g_autofree char *line = g_strconcat (own, lines[i], NULL);

      if (is_trimmed && *lines[i] == '\0')
        g_strchomp (line);
      g_string_append_printf (all, "%s\n", line);
    }
  return g_string_free (all, FALSE);
}

static void
test_prefixes (void)
{
  static const char *const prefixes[] = {
    "2024-02-03T10:11:@.1234567Z ",
    "2024-02-03T10:11:@.123456789Z stdout F ",
    "2024-02-03T10:11:@.123456Z 00O ",
    "2024-02-03 10:11:@,123 ",
    "[2024-02-03T10:11:@.123Z] ",
    "[10:11:@] ",
    "[10:11:@]i: ",
    "[10:11:@] [emulator] ",
    "10:11:@ ",
    "[emulator] ",
    "[pod/pond-7f/web] ",
    "[pod/pond-7f/web] 2024-02-03T10:11:@.123456789Z ",
    "web_1  | ",
    "frog-@ | ",
    "> ",
    ">> ",
    "> > ",
    "Feb  3 10:11:@ box pond[12]: ",
    "2024-02-03T10:11:@.1+00:00 app[web.1]: ",
    "emulator: ",
    "     ",
    "\t",
  };
  static const char *const texts[] = { LOG LOG, FTRACE, DUMP };

  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (texts); k++)
      for (guint is_trimmed = 0; is_trimmed < 2; is_trimmed++)
        {
          g_autofree char *text = put_before_lines (texts[k], prefixes[i], is_trimmed);
          g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
          g_autoptr (TvInput) input = tv_input_new_for_bytes (bytes);
          const TvFormat *format;
          g_autoptr (GError) error = NULL;

          /* An ftrace line begins with a thread name, so this prefix might be part of the name. */
          if (g_str_equal (prefixes[i], "emulator: ") && k == 1)
            continue;
          g_test_message ("“%s”, text %" G_GSIZE_FORMAT, prefixes[i], k);
          g_assert_true (tv_format_unwrap (input, &format, NULL, &error));
          g_assert_true (format == tv_format_find (input, TV_CONFIDENCE_SURE, NULL));
          g_assert_no_error (error);
          /* The ftrace reader itself skips leading blanks. */
          if (k == 1 && strspn (prefixes[i], " \t") == strlen (prefixes[i]))
            g_assert_true (tv_format_is_sure (input));
          else
            g_assert_cmpmem (input->data, input->size, texts[k], strlen (texts[k]));
        }
}

/* A sentence precedes the quoted text, so only the quoted lines have the prefix. */
static void
test_some_lines (void)
{
  g_autofree char *quoted = put_before_lines (DUMP DUMP, "> ", FALSE);
  g_autofree char *text = g_strconcat ("Hello,\n\nlook at this:\n", quoted, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (TvInput) input = tv_input_new_for_bytes (bytes);
  const TvFormat *format;

  g_assert_true (tv_format_unwrap (input, &format, NULL, NULL));
  g_assert_true (format == tv_format_find (input, TV_CONFIDENCE_SURE, NULL));
  g_assert_cmpmem (input->data, input->size, "Hello,\n\nlook at this:\n" DUMP DUMP,
                   strlen ("Hello,\n\nlook at this:\n" DUMP DUMP));
}

#define CALL(prefix) prefix "              |  do_fork() {\n" prefix "  2.500 us    |  }\n"
#define GRAPH(prefix)                                                                              \
  CALL (prefix) CALL (prefix) CALL (prefix) CALL (prefix) CALL (prefix) CALL (prefix)

/* Times that belong to a log are not removed. If no reader would accept the text without its prefixes, nothing is
 * removed either. */
static void
test_own (void)
{
  static const char *const texts[] = {
    LOG,
    DUMP,
    FTRACE,
    "[    1.000000] usb: a\n[    1.000001] usb: b\n[    1.000002] usb: c\n",
    "2024-02-03 10:11:12.123 +0100 D/Pond( 12): a\n2024-02-03 10:11:12.124 +0100 D/Pond( 12): b\n",
    "# tracer: function_graph\n#\n" GRAPH ("41300.204120 |   0) "),
    "# tracer: function_graph\n#\n" GRAPH (" 41300.204120 |   0)  sh-12    | "),
    "# tracer: function_graph\n#\n" GRAPH ("sh-12    | "),
    "[info] a\n[info] b\n[info] c\n",
    "> a\n> b\n> c\n",
    "main;a 1\nmain;b 2\n[x];c 3\n",
    "[x] 1\n[x] 2\n[x] 3\n",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (texts[i], strlen (texts[i]));
      g_autoptr (TvInput) input = tv_input_new_for_bytes (bytes);
      const TvFormat *format;

      g_assert_true (tv_format_unwrap (input, &format, NULL, NULL));
      g_assert_true (format == tv_format_find (input, TV_CONFIDENCE_SURE, NULL));
      g_assert_true (input->data == (const guint8 *) texts[i]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text-input/encodings", test_encodings);
  g_test_add_func ("/text-input/long", test_long);
  g_test_add_func ("/text-input/cut", test_cut);
  g_test_add_func ("/text-input/binary", test_binary);
  g_test_add_func ("/text-input/prefixes", test_prefixes);
  g_test_add_func ("/text-input/some-lines", test_some_lines);
  g_test_add_func ("/text-input/own", test_own);
  return g_test_run ();
}
