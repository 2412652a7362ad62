/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/input/scan.h"
#include "span-text.h"

/* Scans the beginning of @rest, and removes the matched text. Returns the text in quotes, or the number; returns NULL
 * if nothing matches. */
typedef char *(*Scan) (TvSpan *rest);

static char *
dup_text (gboolean is_found, TvSpan found)
{
  return is_found ? g_strdup_printf ("“%.*s”", (int) found.size, found.text) : NULL;
}

static char *
dup_number (gboolean is_found, guint64 number)
{
  return is_found ? g_strdup_printf ("%" G_GUINT64_FORMAT, number) : NULL;
}

static char *
scan_word (TvSpan *rest)
{
  return tv_scan_word (rest, "ab") ? g_strdup ("") : NULL;
}

static char *
scan_byte (TvSpan *rest)
{
  return tv_scan_byte (rest, ':') ? g_strdup ("") : NULL;
}

static char *
scan_blanks (TvSpan *rest)
{
  tv_scan_blanks (rest);
  return g_strdup ("");
}

static char *
scan_field (TvSpan *rest)
{
  TvSpan field;
  gboolean is_found = tv_scan_field (rest, &field);

  return dup_text (is_found, field);
}

static char *
scan_before (TvSpan *rest)
{
  return dup_text (TRUE, tv_scan_before (rest, ';'));
}

static char *
scan_until (TvSpan *rest)
{
  return dup_text (TRUE, tv_scan_until (rest, ';'));
}

static char *
scan_past (TvSpan *rest)
{
  return tv_scan_past (rest, "at ") ? g_strdup ("") : NULL;
}

static char *
scan_trim (TvSpan *rest)
{
  *rest = tv_scan_trim (*rest);
  return g_strdup ("");
}

static char *
scan_trim_end (TvSpan *rest)
{
  *rest = tv_scan_trim_end (*rest);
  return g_strdup ("");
}

static char *
scan_decimal (TvSpan *rest)
{
  guint64 number = 0;
  gboolean is_found = tv_scan_number (rest, 10, &number);

  return dup_number (is_found, number);
}

static char *
scan_hexadecimal (TvSpan *rest)
{
  guint64 number = 0;
  gboolean is_found = tv_scan_number (rest, 16, &number);

  return dup_number (is_found, number);
}

static char *
scan_id (TvSpan *rest)
{
  guint32 id = 0;
  gboolean is_found = tv_scan_id (rest, &id);

  return dup_number (is_found, id);
}

static char *
scan_two_digits (TvSpan *rest)
{
  guint32 number = 0;
  gboolean is_found = tv_scan_digits (rest, 2, &number);

  return dup_number (is_found, number);
}

static char *
scan_short_number (TvSpan *rest)
{
  guint32 number = 0;
  gboolean is_found = tv_scan_short_number (rest, &number);

  return dup_number (is_found, number);
}

static char *
scan_fraction (TvSpan *rest)
{
  return dup_number (TRUE, (guint64) tv_scan_fraction_ns (rest));
}

static void
test_cursor (void)
{
  static const struct
  {
    Scan scan;
    const char *text;
    const char *found; /* (nullable): NULL if nothing must match */
    const char *rest;
  } cases[] = {
    { scan_word, "abc", "", "c" },
    { scan_word, "ab", "", "" },
    { scan_word, "a", NULL, "a" },
    { scan_word, "", NULL, "" },
    { scan_word, " ab", NULL, " ab" },
    { scan_byte, ":a", "", "a" },
    { scan_byte, "a:", NULL, "a:" },
    { scan_byte, "", NULL, "" },
    { scan_blanks, " \t a ", "", "a " },
    { scan_blanks, "\na", "", "\na" },
    { scan_blanks, "", "", "" },
    { scan_field, "  one two", "“one”", " two" },
    { scan_field, "one", "“one”", "" },
    { scan_field, "\tone\ttwo", "“one”", "\ttwo" },
    { scan_field, " \t", NULL, " \t" },
    { scan_field, "", NULL, "" },
    { scan_before, "a;b", "“a”", ";b" },
    { scan_before, ";", "“”", ";" },
    { scan_before, "ab", "“ab”", "" },
    { scan_before, "", "“”", "" },
    { scan_until, "a;b;c", "“a”", "b;c" },
    { scan_until, "a;", "“a”", "" },
    { scan_until, ";b", "“”", "b" },
    { scan_until, "ab", "“ab”", "" },
    { scan_until, "", "“”", "" },
    { scan_past, "pid 1 at 2 at 3", "", "2 at 3" },
    { scan_past, "at ", "", "" },
    { scan_past, "at", NULL, "at" },
    { scan_past, "", NULL, "" },
    { scan_trim, " \ta b\t ", "", "a b" },
    { scan_trim, "\t ", "", "" },
    { scan_trim, "a\r", "", "a\r" },
    { scan_trim_end, " a \t\r\r", "", " a" },
    { scan_trim_end, "\r ", "", "" },
    { scan_decimal, "12a", "12", "a" },
    { scan_decimal, "007", "7", "" },
    { scan_decimal, "18446744073709551615", "18446744073709551615", "" },
    { scan_decimal, "18446744073709551616", NULL, "18446744073709551616" },
    { scan_decimal, "99999999999999999999999999", NULL, "99999999999999999999999999" },
    { scan_decimal, "00000000000000000000000009", "9", "" },
    { scan_decimal, "-1", NULL, "-1" },
    { scan_decimal, "a", NULL, "a" },
    { scan_decimal, "", NULL, "" },
    { scan_hexadecimal, "fFg", "255", "g" },
    { scan_hexadecimal, "0x1", "0", "x1" },
    { scan_hexadecimal, "ffffffffffffffff", "18446744073709551615", "" },
    { scan_hexadecimal, "10000000000000000", NULL, "10000000000000000" },
    { scan_id, "4294967294.", "4294967294", "." },
    { scan_id, "4294967295", NULL, "4294967295" },
    { scan_id, "18446744073709551616", NULL, "18446744073709551616" },
    { scan_id, "", NULL, "" },
    { scan_two_digits, "123", "12", "3" },
    { scan_two_digits, "09", "9", "" },
    { scan_two_digits, "1", NULL, "1" },
    { scan_two_digits, "1a", NULL, "1a" },
    { scan_two_digits, "", NULL, "" },
    { scan_short_number, "999999999 ", "999999999", " " },
    { scan_short_number, "000000001", "1", "" },
    { scan_short_number, "1000000000", NULL, "1000000000" },
    { scan_short_number, "0000000001", NULL, "0000000001" },
    { scan_short_number, "x", NULL, "x" },
    { scan_short_number, "", NULL, "" },
    { scan_fraction, ".5s", "500000000", "s" },
    { scan_fraction, ".123456789", "123456789", "" },
    { scan_fraction, ".1234567899 ", "123456789", " " },
    { scan_fraction, ".", "0", "" },
    { scan_fraction, "5", "0", "5" },
    { scan_fraction, "", "0", "" },
  };
  g_autofree char *copy = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvSpan rest = copy_span (cases[i].text, &copy);
      g_autofree char *found = cases[i].scan (&rest);

      g_assert_cmpstr (found, ==, cases[i].found);
      assert_span (rest, cases[i].rest);
    }
}

static void
test_lines (void)
{
  static const char text[] = "a\r\n\nb \r\r\nc";
  const char *at = text, *end = text + strlen (text);
  TvSpan line;

  g_assert_true (tv_scan_line (&at, end, &line));
  assert_span (line, "a\r");
  at = text;
  g_assert_true (tv_scan_text_line (&at, end, &line));
  assert_span (line, "a");
  g_assert_true (tv_scan_text_line (&at, end, &line));
  assert_span (line, "");
  g_assert_true (tv_scan_text_line (&at, end, &line));
  assert_span (line, "b \r");
  g_assert_true (tv_scan_text_line (&at, end, &line));
  assert_span (line, "c");
  g_assert_true (at == end);
  g_assert_false (tv_scan_text_line (&at, end, &line));
  g_assert_false (tv_scan_line (&at, end, &line));
}

static void
test_spans (void)
{
  g_assert_true (tv_span_starts_with (text_span ("abc"), "ab"));
  g_assert_true (tv_span_starts_with (text_span ("abc"), ""));
  g_assert_false (tv_span_starts_with (text_span ("ab"), "abc"));
  g_assert_false (tv_span_starts_with (text_span ("xab"), "ab"));
  g_assert_true (tv_span_ends_with (text_span ("abc"), "bc"));
  g_assert_false (tv_span_ends_with (text_span ("bc"), "abc"));
  g_assert_false (tv_span_ends_with (text_span ("bcx"), "bc"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scan/cursor", test_cursor);
  g_test_add_func ("/scan/lines", test_lines);
  g_test_add_func ("/scan/spans", test_spans);
  return g_test_run ();
}
