/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/demangle.h"
#include "query/database-parts.h"

/* Implements the scalar functions, aggregates and window functions of PerfettoSQL that SQLite lacks or defines
 * differently. tv_database_new() registers them. State: aggregates store their arguments until their group ends,
 * __tv_rows() stores rows in the database until the statement ends, and SQLite caches the compiled patterns of
 * regexp(). */

#define CLOCK_REALTIME_ID  1
#define CLOCK_MONOTONIC_ID 3

/* Maximum size of a pattern of regexp(), in bytes */
#define MAX_PATTERN_BYTES (64 * 1024)

static gboolean
is_null (sqlite3_value *value)
{
  return sqlite3_value_type (value) == SQLITE_NULL;
}

static const char *
get_text (sqlite3_value *value)
{
  const char *text = (const char *) sqlite3_value_text (value);

  return text != NULL ? text : "";
}

static void
fail (sqlite3_context *context, const char *message)
{
  sqlite3_result_error (context, message, -1);
}

/* Returns whether the value has the type @type. Fails with @message if the value has another type and is not NULL. */
static gboolean
expect (sqlite3_context *context, sqlite3_value *value, int type, const char *message)
{
  if (is_null (value))
    return FALSE;
  if (sqlite3_value_type (value) == type)
    return TRUE;
  fail (context, message);
  return FALSE;
}

static void
take_text (sqlite3_context *context, char *text)
{
  sqlite3_result_text (context, text, -1, g_free);
}

/* ---- Arguments ---- */

static void
extract_arg (sqlite3_context *context, int n, sqlite3_value **values)
{
  TvDatabase *self = sqlite3_user_data (context);
  gint64 set = sqlite3_value_int64 (values[0]);
  guint32 n_args;
  TvPerfettoArg arg;

  if (is_null (values[0]))
    return;
  if (sqlite3_value_type (values[0]) != SQLITE_INTEGER)
    {
      fail (context, "EXTRACT_ARG: 1st argument should be arg set id");
      return;
    }
  if (sqlite3_value_type (values[1]) != SQLITE_TEXT)
    {
      fail (context, "EXTRACT_ARG: 2nd argument should be key");
      return;
    }
  n_args = tv_perfetto_model_get_n_args (tv_database_get_model (self), set);
  for (guint32 i = 0; i < n_args; i++)
    {
      if (!tv_perfetto_model_get_arg (tv_database_get_model (self), set, i, &arg) ||
          strcmp (arg.key, get_text (values[1])) != 0)
        continue;
      if (arg.text != NULL)
        sqlite3_result_text (context, arg.text, -1, SQLITE_TRANSIENT);
      else if (g_str_equal (arg.type, "real"))
        sqlite3_result_double (context, arg.real);
      else
        sqlite3_result_int64 (context, arg.integer);
      return;
    }
}

/* ---- Times ---- */

static void
give_bound (sqlite3_context *context, int which)
{
  TvDatabase *self = sqlite3_user_data (context);
  gint64 start, end;

  if (!tv_perfetto_model_get_bounds (tv_database_get_model (self), &start, &end))
    start = end = 0;
  sqlite3_result_int64 (context, which == 0 ? start : which == 1 ? end : end - start);
}

static void
trace_start (sqlite3_context *context, int n, sqlite3_value **values)
{
  give_bound (context, 0);
}

static void
trace_end (sqlite3_context *context, int n, sqlite3_value **values)
{
  give_bound (context, 1);
}

static void
trace_dur (sqlite3_context *context, int n, sqlite3_value **values)
{
  give_bound (context, 2);
}

static gboolean
convert (sqlite3_context *context, sqlite3_value *value, guint clock, const char *name, gint64 *out)
{
  TvDatabase *self = sqlite3_user_data (context);
  g_autofree char *message = NULL;

  if (is_null (value))
    return FALSE;
  if (sqlite3_value_type (value) == SQLITE_INTEGER)
    return tv_perfetto_model_convert (tv_database_get_model (self), clock,
                                      sqlite3_value_int64 (value), out);
  message = g_strdup_printf ("%s: first argument should be timestamp", name);
  fail (context, message);
  return FALSE;
}

static void
to_realtime (sqlite3_context *context, int n, sqlite3_value **values)
{
  gint64 ts;

  if (convert (context, values[0], CLOCK_REALTIME_ID, "TO_REALTIME", &ts))
    sqlite3_result_int64 (context, ts);
}

static void
to_monotonic (sqlite3_context *context, int n, sqlite3_value **values)
{
  gint64 ts;

  if (convert (context, values[0], CLOCK_MONOTONIC_ID, "TO_MONOTONIC", &ts))
    sqlite3_result_int64 (context, ts);
}

static void
abs_time_str (sqlite3_context *context, int n, sqlite3_value **values)
{
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *seconds = NULL;
  gint64 ts, rest;

  if (!convert (context, values[0], CLOCK_REALTIME_ID, "ABS_TIME_STR", &ts))
    return;
  rest = ts % 1000000000;
  if (rest < 0)
    rest += 1000000000;
  time = g_date_time_new_from_unix_utc ((ts - rest) / 1000000000);
  if (time == NULL)
    return;
  seconds = g_date_time_format (time, "%Y-%m-%dT%H:%M:%S");
  take_text (context, g_strdup_printf ("%s.%09" G_GINT64_FORMAT, seconds, rest));
}

static void
to_timecode (sqlite3_context *context, int n, sqlite3_value **values)
{
  gint64 ns = sqlite3_value_int64 (values[0]);

  if (!expect (context, values[0], SQLITE_INTEGER,
               "TO_TIMECODE: first argument should be timestamp"))
    return;
  take_text (context, g_strdup_printf ("%02" G_GINT64_FORMAT ":%02d:%02d %03d %03d %03d",
                                       ns / 3600000000000, (int) (ns / 60000000000 % 60),
                                       (int) (ns / 1000000000 % 60), (int) (ns / 1000000 % 1000),
                                       (int) (ns / 1000 % 1000), (int) (ns % 1000)));
}

/* ---- Texts ---- */

static void
hash (sqlite3_context *context, int n, sqlite3_value **values)
{
  guint64 h = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (int i = 0; i < n; i++)
    {
      guint8 number[8];
      const guint8 *bytes = number;
      gsize size = sizeof number;
      guint64 v;

      if (sqlite3_value_type (values[i]) == SQLITE_INTEGER)
        {
          v = GUINT64_TO_LE ((guint64) sqlite3_value_int64 (values[i]));
          memcpy (number, &v, sizeof v);
        }
      else if (sqlite3_value_type (values[i]) == SQLITE_TEXT)
        {
          bytes = sqlite3_value_text (values[i]);
          size = (gsize) sqlite3_value_bytes (values[i]);
        }
      else
        {
          g_autofree char *message = g_strdup_printf ("HASH: arg %d has unknown type", i);

          fail (context, message);
          return;
        }
      for (gsize j = 0; j < size; j++)
        h = (h ^ bytes[j]) * G_GUINT64_CONSTANT (0x100000001b3);
    }
  sqlite3_result_int64 (context, (gint64) h);
}

static void
free_pattern (void *regex)
{
  g_regex_unref (regex);
}

/* Returns: (transfer none) (nullable): the compiled pattern, which SQLite caches while the statement runs */
static GRegex *
get_pattern (sqlite3_context *context, int arg, sqlite3_value *value, gboolean ignores_case)
{
  GRegex *regex = sqlite3_get_auxdata (context, arg);
  g_autoptr (GError) error = NULL;
  g_autofree char *message = NULL;

  if (regex != NULL &&
      ((g_regex_get_compile_flags (regex) & G_REGEX_CASELESS) != 0) == ignores_case)
    return regex;
  if (sqlite3_value_bytes (value) > MAX_PATTERN_BYTES)
    {
      fail (context, "REGEXP: pattern is too long");
      return NULL;
    }
  regex = g_regex_new (get_text (value),
                       G_REGEX_OPTIMIZE | (ignores_case ? G_REGEX_CASELESS : 0) | G_REGEX_RAW, 0,
                       &error);
  if (regex == NULL)
    {
      message = g_strdup_printf ("REGEXP: %s", error->message);
      fail (context, message);
      return NULL;
    }
  sqlite3_set_auxdata (context, arg, regex, free_pattern);
  return sqlite3_get_auxdata (context, arg);
}

/* regexp(), with optional flags: i ignores case, c does not. The last flag takes precedence. */
static void
regexp (sqlite3_context *context, int n, sqlite3_value **values)
{
  gboolean ignores_case = FALSE;
  GRegex *regex;

  if (is_null (values[0]) || is_null (values[1]) || (n > 2 && is_null (values[2])))
    return;
  for (const char *flag = n > 2 ? get_text (values[2]) : ""; *flag != '\0'; flag++)
    {
      if (*flag != 'i' && *flag != 'c')
        {
          fail (context, "REGEXP: unknown flag; flags are i and c");
          return;
        }
      ignores_case = *flag == 'i';
    }
  regex = get_pattern (context, 0, values[0], ignores_case);
  if (regex != NULL)
    sqlite3_result_int (context, g_regex_match (regex, get_text (values[1]), 0, NULL));
}

/* regexp_extract(). Returns the group's text, or the whole match if there is no group or if the group's text is
 * empty. */
static void
regexp_extract (sqlite3_context *context, int n, sqlite3_value **values)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *group = NULL;
  GRegex *regex;

  if (is_null (values[0]) || is_null (values[1]))
    return;
  regex = get_pattern (context, 1, values[1], FALSE);
  if (regex == NULL || !g_regex_match (regex, get_text (values[0]), 0, &match))
    return;
  if (g_regex_get_capture_count (regex) > 1)
    {
      fail (context, "REGEXP_EXTRACT: pattern has more than one group");
      return;
    }
  if (g_regex_get_capture_count (regex) == 1)
    group = g_match_info_fetch (match, 1);
  take_text (context, group != NULL && group[0] != '\0' ? g_steal_pointer (&group)
                                                        : g_match_info_fetch (match, 0));
}

static void
regexp_replace_simple (sqlite3_context *context, int n, sqlite3_value **values)
{
  g_autoptr (GError) error = NULL;
  GRegex *regex;
  char *text;

  if (is_null (values[0]) || is_null (values[1]) || is_null (values[2]))
    return;
  regex = get_pattern (context, 1, values[1], FALSE);
  if (regex == NULL)
    return;
  text = g_regex_replace_literal (regex, get_text (values[0]), -1, 0, get_text (values[2]), 0,
                                  &error);
  if (text != NULL)
    take_text (context, text);
  else
    fail (context, error->message);
}

static void
str_split (sqlite3_context *context, int n, sqlite3_value **values)
{
  const char *separator = get_text (values[1]), *p, *end;
  gint64 index = sqlite3_value_int64 (values[2]);

  if (sqlite3_value_type (values[1]) != SQLITE_TEXT || separator[0] == '\0')
    {
      fail (context, "STR_SPLIT: delimiter must be a non-empty string");
      return;
    }
  if (sqlite3_value_type (values[2]) != SQLITE_INTEGER || index < 0)
    {
      fail (context, "STR_SPLIT: field number must be a non-negative integer");
      return;
    }
  if (sqlite3_value_type (values[0]) != SQLITE_TEXT)
    return;
  for (p = get_text (values[0]); p != NULL; p = end != NULL ? end + strlen (separator) : NULL)
    {
      end = strstr (p, separator);
      if (index-- == 0)
        {
          sqlite3_result_text (context, p, end != NULL ? (int) (end - p) : -1, SQLITE_TRANSIENT);
          return;
        }
    }
}

static void
reverse (sqlite3_context *context, int n, sqlite3_value **values)
{
  g_autofree char *text = NULL;

  if (!expect (context, values[0], SQLITE_TEXT, "REVERSE: argument should be string"))
    return;
  text = g_utf8_make_valid (get_text (values[0]), -1);
  take_text (context, g_utf8_strreverse (text, -1));
}

/* Replaces numbers with <num>. A number has at least @min hexadecimal digits. It either follows 0x, or it contains a
 * decimal digit and begins in one of three ways: with a decimal digit, at the start of the text, or after a character
 * that is neither a letter nor a digit. */
static char *
strip_numbers (const char *text, gint64 min)
{
  GString *out = g_string_new (NULL);

  for (gsize i = 0, n = 0; text[i] != '\0'; i += n)
    {
      gboolean is_number = i > 0 && text[i - 1] == '0' && g_ascii_tolower (text[i]) == 'x';
      gboolean can_begin = g_ascii_isdigit (text[i]) || (i == 0 && g_ascii_isxdigit (text[i]));

      n = 0;
      if (!can_begin)
        {
          gboolean is_letter = g_ascii_isalpha (text[i]);

          g_string_append_c (out, text[i++]);
          if (is_letter && !is_number)
            continue;
        }
      for (; g_ascii_isxdigit (text[i + n]); n++)
        is_number = is_number || g_ascii_isdigit (text[i + n]);
      if (is_number && n > 0 && (gint64) n >= min)
        g_string_append (out, "<num>");
      else
        g_string_append_len (out, text + i, (gssize) n);
    }
  return g_string_free (out, FALSE);
}

/* __intrinsic_strip_hex() */
static void
strip_hex (sqlite3_context *context, int n, sqlite3_value **values)
{
  if (sqlite3_value_type (values[1]) == SQLITE_NULL)
    return;
  if (!expect (context, values[0], SQLITE_TEXT,
               "__intrinsic_strip_hex: first argument must be string") ||
      !expect (context, values[1], SQLITE_INTEGER,
               "__intrinsic_strip_hex: second argument must be integer"))
    return;
  if (sqlite3_value_int64 (values[1]) < 0)
    sqlite3_result_error (context, "__intrinsic_strip_hex: min_repeated_digits must be positive",
                          -1);
  else
    take_text (context, strip_numbers (get_text (values[0]), sqlite3_value_int64 (values[1])));
}

/* demangle(). Returns NULL for names that are not mangled. */
static void
demangle (sqlite3_context *context, int n, sqlite3_value **values)
{
  char *text;

  if (!expect (context, values[0], SQLITE_TEXT, "DEMANGLE: argument should be string"))
    return;
  text = tv_demangle_whole (get_text (values[0]));
  if (text != NULL)
    take_text (context, text);
}

/* unhex(). Unlike SQLite's function with this name, parses a hexadecimal number with an optional sign and up to 63
 * bits. */
static void
unhex (sqlite3_context *context, int n, sqlite3_value **values)
{
  g_autofree char *text = NULL;
  const char *digits;
  char *end;
  gint64 value;

  if (!expect (context, values[0], SQLITE_TEXT, "UNHEX: argument must be text"))
    return;
  text = g_strstrip (g_strdup (get_text (values[0])));
  digits = g_ascii_strncasecmp (text, "0x", 2) == 0 ? text + 2 : text;
  errno = 0;
  value = g_ascii_strtoll (digits, &end, 16);
  if (end == digits || *end != '\0' || errno == ERANGE)
    fail (context, "UNHEX: invalid or out of range hex string");
  else
    sqlite3_result_int64 (context, value);
}

static void
base64_encode (sqlite3_context *context, int n, sqlite3_value **values)
{
  const guchar *bytes = sqlite3_value_blob (values[0]);

  if (expect (context, values[0], SQLITE_BLOB, "BASE64_ENCODE: argument should be bytes"))
    take_text (context, g_base64_encode (bytes != NULL ? bytes : (const guchar *) "",
                                         (gsize) sqlite3_value_bytes (values[0])));
}

static void
base64_decode (sqlite3_context *context, int n, sqlite3_value **values)
{
  const char *text = get_text (values[0]);
  gsize size;
  guchar *bytes;

  if (!expect (context, values[0], SQLITE_TEXT, "BASE64_DECODE: argument should be string"))
    return;
  if (text[strspn (text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "+/=")] != '\0')
    {
      fail (context, "BASE64_DECODE: not base64");
      return;
    }
  bytes = g_base64_decode (text, &size);
  sqlite3_result_blob64 (context, bytes, size, g_free);
}

static void
concat (sqlite3_context *context, int n, sqlite3_value **values)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < n; i++)
    g_string_append (text, get_text (values[i]));
  take_text (context, g_string_free (text, FALSE));
}

/* concat_ws(). Skips arguments that are NULL. */
static void
concat_ws (sqlite3_context *context, int n, sqlite3_value **values)
{
  GString *text;
  gboolean is_first = TRUE;

  if (n < 2)
    {
      fail (context, "concat_ws() needs a separator and a string");
      return;
    }
  if (is_null (values[0]))
    return;
  text = g_string_new (NULL);
  for (int i = 1; i < n; i++)
    {
      if (is_null (values[i]))
        continue;
      if (!is_first)
        g_string_append (text, get_text (values[0]));
      g_string_append (text, get_text (values[i]));
      is_first = FALSE;
    }
  take_text (context, g_string_free (text, FALSE));
}

static void
octet_length (sqlite3_context *context, int n, sqlite3_value **values)
{
  if (!is_null (values[0]))
    sqlite3_result_int (context, sqlite3_value_bytes (values[0]));
}

/* ---- Others ---- */

/* iif(). The arguments are pairs of a condition and a value, optionally followed by the default value. */
static void
iif (sqlite3_context *context, int n, sqlite3_value **values)
{
  int i = 0;

  while (i + 1 < n && sqlite3_value_double (values[i]) == 0)
    i += 2;
  if (i < n)
    sqlite3_result_value (context, values[MIN (i + 1, n - 1)]);
}

/* ---- Aggregates: percentile, median ---- */

/**
 * Numbers:
 * @numbers: (element-type double): all numbers that have been added
 * @start: index of the window's first number; the window has moved past earlier numbers
 */
typedef struct
{
  GArray *numbers;
  guint start;
  double part;
} Numbers;

typedef enum
{
  PERCENTILE_OF_100,
  PERCENTILE_MEDIAN,
  PERCENTILE_CONTINUOUS,
  PERCENTILE_DISCRETE,
} PercentileKind;

static gboolean
is_number (int type)
{
  return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

static void
step_percentile (sqlite3_context *context, int n, sqlite3_value **values)
{
  PercentileKind kind = GPOINTER_TO_INT (sqlite3_user_data (context));
  Numbers *self = sqlite3_aggregate_context (context, sizeof *self);
  double part = kind == PERCENTILE_MEDIAN ? 0.5 : sqlite3_value_double (values[1]), x;
  int type = sqlite3_value_type (values[0]);

  if (self == NULL)
    return;
  if (kind == PERCENTILE_OF_100)
    part /= 100;
  if (!(part >= 0 && part <= 1) ||
      (kind != PERCENTILE_MEDIAN && !is_number (sqlite3_value_numeric_type (values[1]))))
    {
      fail (context, kind == PERCENTILE_OF_100
                         ? "the fraction argument to percentile() is not between 0.0 and 100.0"
                         : "the fraction argument is not between 0.0 and 1.0");
      return;
    }
  if (self->numbers == NULL)
    self->numbers = g_array_new (FALSE, FALSE, sizeof (double));
  else if (fabs (self->part - part) > 1e-3)
    {
      fail (context, "the fraction argument to percentile() is not the same for all input rows");
      return;
    }
  self->part = part;
  if (type == SQLITE_NULL)
    return;
  x = sqlite3_value_double (values[0]);
  if (!is_number (type) || !isfinite (x))
    {
      fail (context, is_number (type) ? "Inf input to percentile()"
                                      : "input to percentile() is not numeric");
      return;
    }
  g_array_append_val (self->numbers, x);
}

static void
inverse_percentile (sqlite3_context *context, int n, sqlite3_value **values)
{
  Numbers *self = sqlite3_aggregate_context (context, sizeof *self);

  if (self != NULL && !is_null (values[0]) && self->numbers != NULL)
    self->start++;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static void
value_percentile (sqlite3_context *context)
{
  PercentileKind kind = GPOINTER_TO_INT (sqlite3_user_data (context));
  Numbers *self = sqlite3_aggregate_context (context, 0);
  g_autofree double *sorted = NULL;
  double position;
  guint n, i;

  if (self == NULL || self->numbers == NULL || self->start >= self->numbers->len)
    return;
  n = self->numbers->len - self->start;
  sorted = g_memdup2 (&g_array_index (self->numbers, double, self->start), n * sizeof (double));
  qsort (sorted, n, sizeof *sorted, compare_doubles);
  position = self->part * (n - 1);
  i = (guint) position;
  if (kind == PERCENTILE_DISCRETE || i + 1 >= n)
    sqlite3_result_double (context, sorted[i]);
  else
    sqlite3_result_double (context, sorted[i] + (sorted[i + 1] - sorted[i]) * (position - i));
}

static void
final_percentile (sqlite3_context *context)
{
  Numbers *self = sqlite3_aggregate_context (context, 0);

  value_percentile (context);
  if (self != NULL)
    g_clear_pointer (&self->numbers, g_array_unref);
}

/* ---- Aggregates: last_non_null, value_at_max_ts, string_agg ---- */

/**
 * Values:
 * @values: (element-type sqlite3_value): copies of all values that have been added; %NULL for NULL
 * @start: index of the window's first value
 */
typedef struct
{
  GPtrArray *values;
  guint start;
} Values;

static void
free_value (gpointer value)
{
  sqlite3_value_free (value);
}

static void
step_last (sqlite3_context *context, int n, sqlite3_value **values)
{
  Values *self = sqlite3_aggregate_context (context, sizeof *self);

  if (self == NULL)
    return;
  if (self->values == NULL)
    self->values = g_ptr_array_new_with_free_func (free_value);
  g_ptr_array_add (self->values, is_null (values[0]) ? NULL : sqlite3_value_dup (values[0]));
}

static void
inverse_last (sqlite3_context *context, int n, sqlite3_value **values)
{
  Values *self = sqlite3_aggregate_context (context, sizeof *self);

  if (self != NULL)
    self->start++;
}

static void
value_last (sqlite3_context *context)
{
  Values *self = sqlite3_aggregate_context (context, 0);

  for (guint i = self != NULL && self->values != NULL ? self->values->len : 0;
       i > (self != NULL ? self->start : 0); i--)
    if (g_ptr_array_index (self->values, i - 1) != NULL)
      {
        sqlite3_result_value (context, g_ptr_array_index (self->values, i - 1));
        return;
      }
}

static void
final_last (sqlite3_context *context)
{
  Values *self = sqlite3_aggregate_context (context, 0);

  value_last (context);
  if (self != NULL)
    g_clear_pointer (&self->values, g_ptr_array_unref);
}

/**
 * Latest:
 * @type: SQLite type of the first value, and of the result; 0 if there is no value yet
 */
typedef struct
{
  int type;
  gint64 ts;
  gint64 integer;
  double real;
} Latest;

/* Adds a value. If several values have the highest timestamp, the last one of them is used. */
static void
step_latest (sqlite3_context *context, int n, sqlite3_value **values)
{
  Latest *self = sqlite3_aggregate_context (context, sizeof *self);
  gint64 ts = sqlite3_value_int64 (values[0]);

  if (self == NULL)
    return;
  if (sqlite3_value_type (values[0]) != SQLITE_INTEGER)
    {
      fail (context, "VALUE_AT_MAX_TS: ts passed was not an integer");
      return;
    }
  if (!is_number (sqlite3_value_type (values[1])))
    {
      fail (context, "VALUE_AT_MAX_TS: value passed was not an integer or float");
      return;
    }
  if (self->type != 0 && ts < self->ts)
    return;
  if (self->type == 0)
    self->type = sqlite3_value_type (values[1]);
  self->ts = ts;
  self->integer = sqlite3_value_int64 (values[1]);
  self->real = sqlite3_value_double (values[1]);
}

static void
final_latest (sqlite3_context *context)
{
  Latest *self = sqlite3_aggregate_context (context, 0);

  if (self != NULL && self->type == SQLITE_INTEGER)
    sqlite3_result_int64 (context, self->integer);
  else if (self != NULL && self->type == SQLITE_FLOAT)
    sqlite3_result_double (context, self->real);
}

typedef struct
{
  GString *text;
} Joined;

static void
step_join (sqlite3_context *context, int n, sqlite3_value **values)
{
  Joined *self = sqlite3_aggregate_context (context, sizeof *self);

  if (self == NULL || is_null (values[0]))
    return;
  if (self->text == NULL)
    self->text = g_string_new (NULL);
  else
    g_string_append (self->text, get_text (values[1]));
  g_string_append (self->text, get_text (values[0]));
}

static void
final_join (sqlite3_context *context)
{
  Joined *self = sqlite3_aggregate_context (context, 0);

  if (self != NULL && self->text != NULL)
    take_text (context, g_string_free (g_steal_pointer (&self->text), FALSE));
}

/* ---- Ordered aggregates: see newer-syntax.c ---- */

enum
{
  SORTED_DIRECTIONS,
  SORTED_TEXT,
  SORTED_SEPARATOR,
  N_SORTED_FIXED,
};

/**
 * Sorted:
 * @rows: string, separator and sort keys of each row
 * @directions: first argument of __tv_sorted_concat(), see newer-syntax.c
 */
typedef struct
{
  TvRowSet *rows;
  char *directions;
} Sorted;

static void
step_sorted (sqlite3_context *context, int n, sqlite3_value **values)
{
  Sorted *self = sqlite3_aggregate_context (context, sizeof *self);

  if (self == NULL || n <= N_SORTED_FIXED || is_null (values[SORTED_TEXT]))
    return;
  if (self->rows == NULL)
    {
      self->rows = tv_row_set_new ((guint) n - 1);
      self->directions = g_strdup (get_text (values[SORTED_DIRECTIONS]));
    }
  for (int i = SORTED_TEXT; i < N_SORTED_FIXED; i++)
    tv_row_set_add (self->rows,
                    tv_row_set_copy (self->rows, (TvValue){ .type = SQLITE_TEXT,
                                                            .text = get_text (values[i]) }));
  for (int i = N_SORTED_FIXED; i < n; i++)
    tv_row_set_add_value (self->rows, values[i]);
}

static int
compare_sorted (gconstpointer a, gconstpointer b, gpointer data)
{
  const Sorted *self = data;
  const TvValue *x = tv_row_set_get (self->rows, *(const guint *) a);
  const TvValue *y = tv_row_set_get (self->rows, *(const guint *) b);
  const char *direction = self->directions + 1;

  for (guint i = N_SORTED_FIXED - 1; i < self->rows->n_columns && strlen (direction) >= 2;
       i++, direction += 2)
    {
      gboolean is_null_a = x[i].type == SQLITE_NULL, is_null_b = y[i].type == SQLITE_NULL;
      int d = tv_value_compare (&x[i], &y[i]);

      if (d != 0 && (is_null_a || is_null_b) && direction[1] != ' ')
        return is_null_a == (direction[1] == 'f') ? -1 : 1;
      if (d != 0)
        return direction[0] == 'd' ? -d : d;
    }
  return 0;
}

static void
final_sorted (sqlite3_context *context)
{
  Sorted *self = sqlite3_aggregate_context (context, 0);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree guint *order = NULL;
  GString *text = NULL;
  guint n;

  if (self == NULL || self->rows == NULL)
    return;
  n = tv_row_set_get_n (self->rows);
  order = g_new (guint, n);
  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) n, sizeof *order, compare_sorted, self);
  for (guint i = 0; i < n; i++)
    {
      const TvValue *row = tv_row_set_get (self->rows, order[i]);

      if (self->directions[0] == 'D' && !g_hash_table_add (seen, (gpointer) row[0].text))
        continue;
      if (text == NULL)
        text = g_string_new (NULL);
      else
        g_string_append (text, row[1].text);
      g_string_append (text, row[0].text);
    }
  take_text (context, g_string_free (text, FALSE));
  g_clear_pointer (&self->rows, tv_row_set_free);
  g_clear_pointer (&self->directions, g_free);
}

/* ---- Rows for operators ---- */

typedef struct
{
  TvRowSet *rows;
} Collected;

static void
step_rows (sqlite3_context *context, int n, sqlite3_value **values)
{
  Collected *self = sqlite3_aggregate_context (context, sizeof *self);

  if (self == NULL)
    return;
  if (self->rows == NULL)
    self->rows = tv_row_set_new ((guint) n);
  tv_row_set_append (self->rows, values);
}

/* Returns a handle for the rows, or 0 if there are no rows. The handle is valid until the user's statement ends. */
static void
final_rows (sqlite3_context *context)
{
  TvDatabase *database = sqlite3_user_data (context);
  Collected *self = sqlite3_aggregate_context (context, 0);

  if (self != NULL && self->rows != NULL)
    sqlite3_result_int64 (context, tv_database_take_rows (database, g_steal_pointer (&self->rows)));
  else
    sqlite3_result_int64 (context, 0);
}

/* run_metric(). Always fails; the message names the module that contains the metric's data. */
static void
run_metric (sqlite3_context *context, int n, sqlite3_value **values)
{
  static const struct
  {
    const char *metric, *modules;
  } known[] = {
    { "android_anr", "android.anrs" },
    { "android_app_process_starts", "android.app_process_starts" },
    { "android_batt", "android.battery_stats" },
    { "android_binder", "android.binder" },
    { "android_blocking_calls_cuj_metric", "android.cujs.sysui_cujs" },
    { "android_broadcasts", "android.broadcasts" },
    { "android_cpu", "linux.cpu.utilization.process" },
    { "android_dma_heap", "android.memory.dmabuf" },
    { "android_dvfs", "android.dvfs" },
    { "android_frame_timeline_metric", "android.frames.timeline" },
    { "android_garbage_collection_unagg_metric", "android.garbage_collection" },
    { "android_gpu", "android.gpu.frequency" },
    { "android_io", "android.io" },
    { "android_jank_cuj", "android.cujs.base" },
    { "android_lmk", "android.memory.lmk" },
    { "android_mem", "android.memory.process" },
    { "android_monitor_contention", "android.monitor_contention" },
    { "android_netperf", "android.network_packets" },
    { "android_oom_adjuster", "android.oom_adjuster" },
    { "android_powrails", "android.power_rails" },
    { "android_process_metadata", "android.process_metadata" },
    { "android_startup", "android.startup.startups" },
    { "android_surfaceflinger", "android.surfaceflinger" },
    { "heap_profile_callsites", "android.memory.heap_profile.summary_tree" },
    { "java_heap_histogram", "android.memory.heap_graph.heap_graph_class_aggregation" },
    { "java_heap_stats", "android.memory.heap_graph.heap_graph_stats" },
  };
  const char *path = n > 0 && sqlite3_value_type (values[0]) == SQLITE_TEXT ? get_text (values[0])
                                                                            : "";
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *message = NULL;
  const char *modules = NULL;

  if (g_str_has_suffix (base, ".sql"))
    base[strlen (base) - strlen (".sql")] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (known[i].metric, base))
      modules = known[i].modules;
  message = modules != NULL
                ? g_strdup_printf ("RUN_METRIC: metrics are not available; use the module %s",
                                   modules)
                : g_strdup ("RUN_METRIC: metrics are not available; use modules instead");
  sqlite3_result_error (context, message, -1);
}

/* ---- Registration ---- */

static gboolean
add_scalars (TvDatabase *self)
{
  static const struct
  {
    const char *name;
    int n;
    void (*call) (sqlite3_context *context, int n, sqlite3_value **values);
  } functions[] = {
    { "extract_arg", 2, extract_arg },
    { "trace_start", 0, trace_start },
    { "trace_end", 0, trace_end },
    { "trace_dur", 0, trace_dur },
    { "to_realtime", 1, to_realtime },
    { "to_monotonic", 1, to_monotonic },
    { "abs_time_str", 1, abs_time_str },
    { "to_timecode", 1, to_timecode },
    { "hash", -1, hash },
    { "regexp", 2, regexp },
    { "regexp", 3, regexp },
    { "regexp_extract", 2, regexp_extract },
    { "regexp_replace_simple", 3, regexp_replace_simple },
    { "str_split", 3, str_split },
    { "reverse", 1, reverse },
    { "__intrinsic_strip_hex", 2, strip_hex },
    { "demangle", 1, demangle },
    { "run_metric", -1, run_metric },
    { "unhex", 1, unhex },
    { "base64_encode", 1, base64_encode },
    { "base64_decode", 1, base64_decode },
    { "concat", -1, concat },
    { "concat_ws", -1, concat_ws },
    { "octet_length", 1, octet_length },
    { "iif", 2,
      iif }, /* SQLite itself has iif() with three arguments, which evaluates only the returned value */
    { "iif", 4, iif },
    { "iif", 5, iif },
    { "iif", 6, iif },
    { "iif", 7, iif },
  };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (sqlite3_create_function_v2 (tv_database_get_connection (self), functions[i].name,
                                    functions[i].n,
                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, self,
                                    functions[i].call, NULL, NULL, NULL) != SQLITE_OK)
      return FALSE;
  return TRUE;
}

/* Registers all functions of this file. Returns FALSE if SQLite reports an error. */
gboolean
tv_database_add_functions (TvDatabase *self)
{
  static const struct
  {
    const char *name;
    int n;
    PercentileKind kind;
  } percentiles[] = {
    { "percentile", 2, PERCENTILE_OF_100 },
    { "median", 1, PERCENTILE_MEDIAN },
    { "percentile_cont", 2, PERCENTILE_CONTINUOUS },
    { "percentile_disc", 2, PERCENTILE_DISCRETE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (percentiles); i++)
    if (sqlite3_create_window_function (
            tv_database_get_connection (self), percentiles[i].name, percentiles[i].n,
            SQLITE_UTF8 | SQLITE_INNOCUOUS, GINT_TO_POINTER (percentiles[i].kind), step_percentile,
            final_percentile, value_percentile, inverse_percentile, NULL) != SQLITE_OK)
      return FALSE;
  return add_scalars (self) &&
         sqlite3_create_window_function (tv_database_get_connection (self), "last_non_null", 1,
                                         SQLITE_UTF8 | SQLITE_INNOCUOUS, NULL, step_last,
                                         final_last, value_last, inverse_last, NULL) == SQLITE_OK &&
         sqlite3_create_function_v2 (tv_database_get_connection (self), "value_at_max_ts", 2,
                                     SQLITE_UTF8, NULL, NULL, step_latest, final_latest,
                                     NULL) == SQLITE_OK &&
         sqlite3_create_function_v2 (tv_database_get_connection (self), "string_agg", 2,
                                     SQLITE_UTF8, NULL, NULL, step_join, final_join,
                                     NULL) == SQLITE_OK &&
         sqlite3_create_function_v2 (tv_database_get_connection (self), "__tv_sorted_concat", -1,
                                     SQLITE_UTF8, NULL, NULL, step_sorted, final_sorted,
                                     NULL) == SQLITE_OK &&
         sqlite3_create_function_v2 (tv_database_get_connection (self), "__tv_rows", -1,
                                     SQLITE_UTF8, self, NULL, step_rows, final_rows,
                                     NULL) == SQLITE_OK;
}
