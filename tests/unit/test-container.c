/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <gio/gio.h>

#include "core/error.h"
#include "formats/format.h"
#include "formats/input/unpack.h"
#include "formats/ftrace/ftrace-line.h"

/* Tests unpacking traces from gzip, zip and HTML files, including truncated and damaged files. */

#define LOG "# tracer: nop\n#\n a-1 [0] .... 1.000000: tracing_mark_write: B|1|x\n"

#define LIMIT (1024 * 1024)

static GBytes *
text (const char *words)
{
  return g_bytes_new (words, strlen (words));
}

static GBytes *
join (GBytes *first, GBytes *second)
{
  GByteArray *both = g_byte_array_new ();
  gsize size;
  gconstpointer data = g_bytes_get_data (first, &size);

  g_byte_array_append (both, data, size);
  data = g_bytes_get_data (second, &size);
  g_byte_array_append (both, data, size);
  g_bytes_unref (first);
  g_bytes_unref (second);
  return g_byte_array_free_to_bytes (both);
}

static GBytes *
pack (GBytes *plain, GZlibCompressorFormat format)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (format, -1);
  g_autoptr (GOutputStream) to = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (to, G_CONVERTER (compressor));
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (stream, g_bytes_get_data (plain, NULL), g_bytes_get_size (plain), NULL,
                             NULL, &error);
  g_assert_no_error (error);
  g_output_stream_close (stream, NULL, &error);
  g_assert_no_error (error);
  g_bytes_unref (plain);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (to));
}

static GBytes *
gzip (GBytes *plain)
{
  return pack (plain, G_ZLIB_COMPRESSOR_FORMAT_GZIP);
}

static GBytes *
zlib (GBytes *plain)
{
  return pack (plain, G_ZLIB_COMPRESSOR_FORMAT_ZLIB);
}

static void
put (GByteArray *to, guint n_bytes, guint64 value)
{
  for (; n_bytes > 0; n_bytes--, value >>= 8)
    {
      guint8 byte = (guint8) value;

      g_byte_array_append (to, &byte, 1);
    }
}

static guint32
sum (const guint8 *data, gsize size)
{
  guint32 crc = 0xffffffff;

  for (gsize i = 0; i < size; i++)
    {
      crc ^= data[i];
      for (int bit = 0; bit < 8; bit++)
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
  return ~crc;
}

typedef struct
{
  const char *name;
  GBytes *bytes;
} Part;

/* Creates a zip archive with uncompressed members; takes ownership of their bytes. */
static GBytes *
zip (const Part *parts, guint n_parts, gboolean is_locked)
{
  GByteArray *to = g_byte_array_new ();
  g_autoptr (GByteArray) list = g_byte_array_new ();
  guint list_offset;

  for (guint i = 0; i < n_parts; i++)
    {
      gsize size;
      const guint8 *data = g_bytes_get_data (parts[i].bytes, &size);
      guint name_size = strlen (parts[i].name), offset = to->len;
      guint32 crc = sum (data, size);

      for (int is_listed = 0; is_listed < 2; is_listed++)
        {
          GByteArray *a = is_listed ? list : to;

          put (a, 4, is_listed ? 0x02014b50 : 0x04034b50);
          if (is_listed)
            put (a, 2, 20);
          put (a, 2, 20);
          put (a, 2, is_locked);
          put (a, 2, 0);
          put (a, 4, 0x21);
          put (a, 4, crc);
          put (a, 4, size);
          put (a, 4, size);
          put (a, 2, name_size);
          put (a, 2, 0);
          if (is_listed)
            {
              put (a, 10, 0);
              put (a, 4, offset);
            }
          g_byte_array_append (a, (const guint8 *) parts[i].name, name_size);
        }
      g_byte_array_append (to, data, size);
      g_bytes_unref (parts[i].bytes);
    }
  list_offset = to->len;
  g_byte_array_append (to, list->data, list->len);
  put (to, 4, 0x06054b50);
  put (to, 4, 0);
  put (to, 2, n_parts);
  put (to, 2, n_parts);
  put (to, 4, list->len);
  put (to, 4, list_offset);
  put (to, 2, 0);
  return g_byte_array_free_to_bytes (to);
}

/* Creates a tar archive; takes ownership of the bytes of its members. */
static GBytes *
tar (const Part *parts, guint n_parts)
{
  GByteArray *file = g_byte_array_new ();

  for (guint i = 0; i < n_parts; i++)
    {
      gsize size;
      const guint8 *data = g_bytes_get_data (parts[i].bytes, &size);
      char header[512] = { 0 };
      guint checksum = 0;

      g_strlcpy (header, parts[i].name, 100);
      g_snprintf (header + 100, 8, "0000644");
      g_snprintf (header + 124, 12, "%011" G_GSIZE_MODIFIER "o", size);
      g_snprintf (header + 136, 12, "00000000000");
      memset (header + 148, ' ', 8);
      header[156] = '0';
      memcpy (header + 257, "ustar\00000", 8);
      for (guint k = 0; k < sizeof header; k++)
        checksum += (guint8) header[k];
      g_snprintf (header + 148, 8, "%06o", checksum);
      g_byte_array_append (file, (const guint8 *) header, sizeof header);
      g_byte_array_append (file, data, (guint) size);
      g_byte_array_set_size (file, (file->len + 511) / 512 * 512);
      memset (file->data + file->len - (512 - size % 512) % 512, 0, (512 - size % 512) % 512);
      g_bytes_unref (parts[i].bytes);
    }
  g_byte_array_set_size (file, file->len + 1024);
  memset (file->data + file->len - 1024, 0, 1024);
  return g_byte_array_free_to_bytes (file);
}

static GBytes *
zip_one (const char *name, GBytes *bytes)
{
  return zip (&(Part){ name, bytes }, 1, FALSE);
}

/* Unpacks an exactly sized copy of @packed, so that AddressSanitizer detects reads past its end, and compares the
 * result with @expected. Takes ownership of @packed. */
static void
assert_unpacks (GBytes *packed, const char *expected, gboolean expected_cut)
{
  gsize size = g_bytes_get_size (packed);
  g_autoptr (GBytes) copy = g_bytes_new (g_bytes_get_data (packed, NULL), size);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) unpacked = NULL;
  gboolean is_cut;

  g_bytes_unref (packed);
  unpacked = tv_unpack (copy, tv_format_is_sure, LIMIT, NULL, &is_cut, &error);
  g_assert_no_error (error);
  g_assert_nonnull (unpacked);
  g_assert_cmpmem (g_bytes_get_data (unpacked, NULL), g_bytes_get_size (unpacked), expected,
                   strlen (expected));
  g_assert_cmpint (is_cut, ==, expected_cut);
}

static void
assert_fails (GBytes *packed, guint64 limit, TvError code, const char *word)
{
  g_autoptr (GError) error = NULL;
  GBytes *unpacked = tv_unpack (packed, tv_format_is_sure, limit, NULL, NULL, &error);

  g_assert_null (unpacked);
  g_assert_error (error, TV_ERROR, code);
  g_test_message ("%s", error->message);
  if (word != NULL)
    g_assert_nonnull (strstr (error->message, word));
  g_bytes_unref (packed);
}

static void
test_limit (void)
{
  const guint64 gib = G_GUINT64_CONSTANT (1) << 30;

  g_assert_cmpuint (tv_unpack_limit (0), ==, gib);
  g_assert_cmpuint (tv_unpack_limit (5 * 1024 * 1024), ==, gib);
  g_assert_cmpuint (tv_unpack_limit (10 * 1024 * 1024), ==, 2000 * G_GUINT64_CONSTANT (1048576));
  g_assert_cmpuint (tv_unpack_limit (100 * 1024 * 1024), ==, 8 * gib);
  g_assert_cmpuint (tv_unpack_limit (G_MAXSIZE), ==, 8 * gib);
}

static void
test_plain (void)
{
  static const char *const plain[] = {
    "",
    "a",
    "x",
    "x^",
    "x^ is no zlib data",
    "x\x9c\xff\xff\xff\xff\xff\xff",
    "\x1f\x8b",
    "PK",
    LOG,
    ("capturing trace... done\nTRACE:\n" LOG),
    "TRACE:",
    "TRACE:\n",
    "TRACE:\r\nx",
    "<...>-1 [0] .... 1.0: e: x",
    "<html><body>hello</body></html>",
    "<!DOCTYPE html><script>var linuxPerfData;</script>",
    "<!DOCTYPE html><script>var linuxPerfData = </script>",
    "<!DOCTYPE html><script id=\"viewer-data\" type=\"application/json\">{\"a\": 1}</script>",
    "<!DOCTYPE html><script",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (plain); i++)
    {
      g_autoptr (GBytes) file = text (plain[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) unpacked = NULL;
      gboolean is_cut = TRUE;

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      unpacked = tv_unpack (file, tv_format_is_sure, LIMIT, NULL, &is_cut, &error);
      g_assert_no_error (error);
      g_assert_true (unpacked == file);
      g_assert_false (is_cut);
    }
}

/* Creates text from random numbers, which does not compress well. */
static GBytes *
make_long_text (void)
{
  GString *words = g_string_new (LOG);
  guint32 random = 1;

  for (int i = 0; i < 1000; i++)
    {
      random = random * 1664525 + 1013904223;
      g_string_append_printf (words, "%u\n", random);
    }
  return g_string_free_to_bytes (words);
}

/* Puts a carriage return before each line feed, as old versions of adb did on Windows. Takes ownership of
 * @plain. */
static GBytes *
add_returns (GBytes *plain)
{
  GByteArray *all = g_byte_array_new ();
  gsize size;
  const guint8 *bytes = g_bytes_get_data (plain, &size);

  for (gsize i = 0; i < size; i++)
    {
      if (bytes[i] == '\n')
        g_byte_array_append (all, (const guint8 *) "\r", 1);
      g_byte_array_append (all, bytes + i, 1);
    }
  g_bytes_unref (plain);
  return g_byte_array_free_to_bytes (all);
}

static void
test_packed (void)
{
  g_autofree char *words = NULL;
  g_autoptr (GBytes) long_text = make_long_text ();

  words = g_strndup (g_bytes_get_data (long_text, NULL), g_bytes_get_size (long_text));
  assert_unpacks (gzip (text (LOG)), LOG, FALSE);
  assert_unpacks (gzip (text ("")), "", FALSE);
  assert_unpacks (zlib (text (LOG)), LOG, FALSE);
  assert_unpacks (join (text ("TRACE:\n"), zlib (text (LOG))), LOG, FALSE);
  assert_unpacks (join (text ("capturing trace... done\nTRACE:\r\n"), zlib (text (LOG))), LOG,
                  FALSE);
  assert_unpacks (join (text ("TRACE:\r\n"), add_returns (zlib (make_long_text ()))), words, FALSE);
  assert_unpacks (join (text ("TRACE: TRACE:\nTRACE:\n"), zlib (text (LOG))), LOG, FALSE);
  /* Several gzip members, and garbage after a member */
  assert_unpacks (join (gzip (text (LOG)), join (gzip (text ("")), gzip (text ("b")))), LOG "b",
                  FALSE);
  assert_unpacks (join (gzip (text (LOG)), text ("garbage")), LOG, FALSE);
  assert_unpacks (join (gzip (text (LOG)), text ("\x1f\x8b")), LOG, FALSE);
  assert_unpacks (join (zlib (text (LOG)), text ("\n")), LOG, FALSE);
  /* Nested compression */
  assert_unpacks (gzip (gzip (text (LOG))), LOG, FALSE);
  assert_unpacks (zip_one ("a.gz", gzip (text (LOG))), LOG, FALSE);
  assert_fails (gzip (gzip (gzip (text (LOG)))), LIMIT, TV_ERROR_NOT_A_TRACE, "twice");
}

static void
test_cuts (void)
{
  g_autoptr (GBytes) plain = make_long_text ();

  for (int is_gzip = 0; is_gzip < 2; is_gzip++)
    {
      g_autoptr (GBytes) packed = is_gzip ? gzip (g_bytes_ref (plain)) : zlib (g_bytes_ref (plain));
      gsize packed_size, longest = 0;
      const guint8 *data = g_bytes_get_data (packed, &packed_size);

      for (gsize size = 3; size < packed_size; size++)
        {
          g_autoptr (GBytes) part = g_bytes_new (data, size);
          g_autoptr (GError) error = NULL;
          gboolean is_cut;
          g_autoptr (GBytes)
              unpacked = tv_unpack (part, tv_format_is_sure, LIMIT, NULL, &is_cut, &error);
          gsize unpacked_size;

          if (unpacked == NULL)
            {
              g_assert_error (error, TV_ERROR, TV_ERROR_TRUNCATED);
              g_assert_cmpuint (longest, ==, 0);
              continue;
            }
          if (unpacked == part)
            {
              /* the bytes are too few to be distinguished from text */
              g_assert_false (is_gzip);
              g_assert_cmpuint (longest, ==, 0);
              continue;
            }
          unpacked_size = g_bytes_get_size (unpacked);
          g_assert_true (is_cut);
          g_assert_cmpuint (unpacked_size, >=, longest);
          g_assert_cmpuint (unpacked_size, <=, g_bytes_get_size (plain));
          g_assert_cmpmem (g_bytes_get_data (unpacked, NULL), unpacked_size,
                           g_bytes_get_data (plain, NULL), unpacked_size);
          longest = unpacked_size;
        }
      g_assert_cmpuint (longest, ==, g_bytes_get_size (plain));
    }
}

static void
test_damaged (void)
{
  g_autoptr (GBytes) plain = make_long_text ();
  g_autoptr (GBytes) packed = gzip (g_bytes_ref (plain));
  gsize size;
  const guint8 *data = g_bytes_get_data (packed, &size);

  for (gsize at = 10; at < size; at += 7)
    {
      g_autofree guint8 *copy = g_memdup2 (data, size);
      g_autoptr (GBytes) bad = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) unpacked = NULL;
      gboolean is_cut;

      copy[at] ^= 0x55;
      bad = g_bytes_new (copy, size);
      unpacked = tv_unpack (bad, tv_format_is_sure, LIMIT, NULL, &is_cut, &error);
      /* The checksum at the end detects all damage. */
      if (unpacked != NULL)
        g_assert_true (is_cut);
      else
        g_assert_true (g_error_matches (error, TV_ERROR, TV_ERROR_MALFORMED) ||
                       g_error_matches (error, TV_ERROR, TV_ERROR_TRUNCATED));
    }
}

static void
test_too_large (void)
{
  static const gsize sizes[] = { 100, 1024 * 1024, 3 * 1024 * 1024 + 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (int form = 0; form < 3; form++)
      {
        g_autofree char *blanks = g_malloc (sizes[i]);
        g_autoptr (GBytes) plain = NULL;
        g_autoptr (GBytes) packed = NULL;
        g_autoptr (GBytes) unpacked = NULL;
        g_autoptr (GError) error = NULL;

        memset (blanks, ' ', sizes[i]);
        memcpy (blanks, LOG, strlen (LOG));
        plain = g_bytes_new (blanks, sizes[i]);
        if (form == 0)
          packed = gzip (g_bytes_ref (plain));
        else if (form == 1)
          packed = zlib (g_bytes_ref (plain));
        else
          packed = zip_one ("a", g_bytes_ref (plain));
        unpacked = tv_unpack (packed, tv_format_is_sure, sizes[i], NULL, NULL, &error);
        g_assert_no_error (error);
        g_assert_true (g_bytes_equal (unpacked, plain));
        assert_fails (g_steal_pointer (&packed), sizes[i] - 1, TV_ERROR_TOO_LARGE, NULL);
      }
}

static void
test_zip (void)
{
  const Part mixed[] = {
    { "folder/", text ("") },
    { "readme.txt", text ("nothing of interest") },
    { "page.html", text ("<!DOCTYPE html> and so on, quite long, but no trace in it at all") },
    { "small.ftrace", text ("# tracer: nop\n") },
    { "trace.ftrace", text (LOG) },
    { "other.gz", gzip (make_long_text ()) },
  };
  const Part useless[] = {
    { "a.txt", text ("nothing") },
    { "b\xff.png", text ("\x89PNG") },
  };
  const Part locked[] = { { "a.ftrace", text (LOG) } };
  GBytes *cut;

  assert_unpacks (zip (mixed, G_N_ELEMENTS (mixed), FALSE), LOG, FALSE);
  assert_unpacks (
      zip_one ("a.html", text ("<html><script class=\"trace-data\">\n" LOG "</script>")), LOG,
      FALSE);
  assert_unpacks (zip_one ("a.trace", text ("*version\n3\n*end\n")), "*version\n3\n*end\n", FALSE);
  assert_fails (zip (useless, G_N_ELEMENTS (useless), FALSE), LIMIT, TV_ERROR_NOT_A_TRACE,
                "a.txt, b");
  assert_fails (zip (NULL, 0, FALSE), LIMIT, TV_ERROR_NOT_A_TRACE, "empty");
  assert_fails (zip (locked, 1, TRUE), LIMIT, TV_ERROR_NOT_A_TRACE, "password");
  assert_fails (text ("PK\003\004 and then nothing"), LIMIT, TV_ERROR_NOT_A_TRACE, NULL);

  /* Archives without a central directory, one of them truncated inside its only member */
  cut = zip_one ("a", text (LOG LOG LOG));
  assert_unpacks (g_bytes_new_from_bytes (cut, 0, 31 + strlen (LOG LOG LOG)), LOG LOG LOG, FALSE);
  assert_unpacks (g_bytes_new_from_bytes (cut, 0, 31 + strlen (LOG)), LOG, TRUE);
  g_bytes_unref (cut);
}

/* Although a tar archive stores text files uncompressed, it must not be mistaken for a text file. */
static void
test_tar (void)
{
  Part mixed[] = { { "readme", text ("nothing") }, { "a.log", text (LOG) } };
  Part inner[] = { { "a.log", text (LOG) } };
  Part useless[] = { { "readme", text ("nothing") } };

  assert_unpacks (gzip (tar (mixed, G_N_ELEMENTS (mixed))), LOG, FALSE);
  assert_unpacks (zip_one ("a.tar", tar (inner, G_N_ELEMENTS (inner))), LOG, FALSE);
  assert_fails (tar (useless, G_N_ELEMENTS (useless)), LIMIT, TV_ERROR_NOT_A_TRACE,
                "tar archive contains no trace");
}

/* Returns a page of trace2html. @rest: text after the data. */
static GBytes *
make_encoded_page (GBytes *packed, const char *attribute, const char *rest)
{
  gsize size;
  gconstpointer data = g_bytes_get_data (packed, &size);
  g_autofree char *encoded = g_base64_encode (data, size);
  g_autofree char *page = g_strdup_printf (
      "<!DOCTYPE html>\n<html><script %s type=\"text/plain\">\n%s\n%s", attribute, encoded, rest);

  g_bytes_unref (packed);
  return text (page);
}

static void
test_pages (void)
{
  static const struct
  {
    const char *page;
    const char *log;
    gboolean is_cut;
  } cases[] = {
    { "<!DOCTYPE html>\n<html><script>x</script>\n"
      "<script class=\"trace-data\" type=\"application/text\">\n" LOG "</script></html>",
      LOG, FALSE },
    { "\xef\xbb\xbf\n<HTML><script type='application/text' class='trace-data'>\r\n" LOG "</script>",
      LOG, FALSE },
    /* The sections of processes and of the browser are skipped. */
    { "<html><script class=\"trace-data\" type=\"application/text\">\nUSER PID\nroot 1\n</script>"
      "<script class=\"trace-data\" type=\"application/text\">\n" LOG "</script>"
      "<script class=\"trace-data\" type=\"application/text\">\n{\"traceEvents\":[]}</script>"
      "<script class=\"trace-data\" type=\"application/text\">\n# tracer: b\n</script>",
      LOG "\n# tracer: b\n\n", FALSE },
    { "<html><script class=\"trace-data\">\n" LOG, LOG, TRUE },
    /* pages of older versions */
    { "<!DOCTYPE HTML><script>\n  var linuxPerfData = \"\\\n# tracer: nop\\n\\\n#\\n\\\n"
      " a-1 [0] 1.0: 0: B|1|x\\n\";\n  </script>",
      "# tracer: nop\n#\n a-1 [0] 1.0: 0: B|1|x\n", FALSE },
    { "<html>use (linuxPerfData); linuxPerfData == 5; var linuxPerfData='\\\r\na\\n\\\r\nb\\n';",
      "a\nb\n", FALSE },
    { "<html>linuxPerfData = \"a\\\\b\\\"c\\'d\\/e\\tf\\x41\\u00e9\\ud800\\q\\u12\"\n",
      "a\\b\"c'd/e\tfA\xc3\xa9?\\q\\u12", FALSE },
    { "<html>linuxPerfData = \"say \"hello\" to\"; \";", "say \"hello\" to", FALSE },
    { "<html>linuxPerfData = \"no end", "no end", TRUE },
    { "<html>linuxPerfData = \"no end\\", "no end\\", TRUE },
    { "<html>linuxPerfData = \"", "", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("row %" G_GSIZE_FORMAT, i);
      assert_unpacks (text (cases[i].page), cases[i].log, cases[i].is_cut);
    }
  assert_unpacks (make_encoded_page (gzip (text (LOG)), "id=\"viewer-data\"", "</script>"), LOG,
                  FALSE);
  assert_unpacks (make_encoded_page (zlib (text (LOG)), "class=\"trace-data\"", "</script>"), LOG,
                  FALSE);
  assert_unpacks (make_encoded_page (gzip (text (LOG)), "id=\"viewer-data\"", ""), LOG, TRUE);
  assert_fails (make_encoded_page (gzip (text (LOG)), "id=\"viewer-data\"",
                                   "</script><script id=\"viewer-data\">H4sIAAAAAAAAA</script>"),
                LIMIT, TV_ERROR_NOT_A_TRACE, "contains 2 traces");
  assert_fails (text ("<html><script class=\"trace-data\">{}</script>"), LIMIT,
                TV_ERROR_NOT_A_TRACE, "no ftrace log");
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GBytes *packed[] = {
    gzip (text (LOG)),
    zlib (text (LOG)),
    zip_one ("a", text (LOG)),
    text ("<html>linuxPerfData = \"a\";"),
  };

  g_cancellable_cancel (cancellable);
  for (gsize i = 0; i < G_N_ELEMENTS (packed); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (tv_unpack (packed[i], tv_format_is_sure, LIMIT, cancellable, NULL, &error));
      g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
      g_bytes_unref (packed[i]);
    }
}

static GBytes *
read_sample (const char *name)
{
  const char *folder = g_getenv ("TV_SAMPLES");
  g_autofree char *path = g_build_filename (folder != NULL ? folder : "../shared/samples", name,
                                            NULL);
  char *bytes;
  gsize size;

  if (!g_file_get_contents (path, &bytes, &size, NULL))
    return NULL;
  return g_bytes_new_take (bytes, size);
}

static guint
count_events (GBytes *log)
{
  gsize size;
  const char *at = g_bytes_get_data (log, &size), *end = at + size;
  guint n = 0;

  while (at < end)
    {
      const char *feed = memchr (at, '\n', end - at);
      gsize len = (feed != NULL ? feed : end) - at;
      TvFtraceLine line;

      n += tv_ftrace_line_parse (at, len, &line);
      at += MIN (len + 1, (gsize) (end - at));
    }
  return n;
}

static void
test_samples (void)
{
  g_autoptr (GBytes) packed = read_sample ("openharmony-device-z.ftrace");
  g_autoptr (GBytes) page = read_sample ("android_systrace.html");
  g_autoptr (GBytes) unpacked = NULL;
  g_autoptr (GBytes) log = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_cut;

  if (packed == NULL || page == NULL)
    {
      g_test_skip ("no samples: set TV_SAMPLES to their folder");
      return;
    }
  unpacked = tv_unpack (packed, tv_format_is_sure, LIMIT, NULL, &is_cut, &error);
  g_assert_no_error (error);
  g_assert_false (is_cut);
  g_assert_cmpuint (count_events (unpacked), ==, 6138);
  log = tv_unpack (page, tv_format_is_sure, tv_unpack_limit (0), NULL, &is_cut, &error);
  g_assert_no_error (error);
  g_assert_false (is_cut);
  g_assert_cmpuint (count_events (log), ==, 31479);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/container/limit", test_limit);
  g_test_add_func ("/container/plain", test_plain);
  g_test_add_func ("/container/packed", test_packed);
  g_test_add_func ("/container/cuts", test_cuts);
  g_test_add_func ("/container/damaged", test_damaged);
  g_test_add_func ("/container/too-large", test_too_large);
  g_test_add_func ("/container/zip", test_zip);
  g_test_add_func ("/container/tar", test_tar);
  g_test_add_func ("/container/pages", test_pages);
  g_test_add_func ("/container/cancel", test_cancel);
  g_test_add_func ("/container/samples", test_samples);
  return g_test_run ();
}
