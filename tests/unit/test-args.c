/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/trace-builder.h"
#include "export/write-table.h"
#include "table-text.h"

/* Tests typed arguments of slices, as strings and in tables. */

typedef struct
{
  TvTraceBuilder *builder;
  guint32 track;
  guint32 symbol;
  gint64 now;
} Slices;

static guint32
intern (Slices *self, const char *text)
{
  return tv_trace_builder_intern (self->builder, text, -1);
}

static void
init (Slices *self)
{
  TvSymbol symbol = { TV_NONE, TV_NONE, TV_NONE, TV_NONE, 0 };

  *self = (Slices){ .builder = tv_trace_builder_new (1, 0) };
  symbol.name = intern (self, "work");
  self->symbol = tv_trace_builder_add_symbol (self->builder, &symbol);
  self->track = tv_trace_builder_get_mark_track (
      self->builder, tv_trace_builder_ensure_thread (self->builder, TV_NONE, 1));
}

/* Adds a slice with the arguments that were added since the previous slice. */
static void
add_slice (Slices *self)
{
  tv_trace_builder_begin (self->builder, self->track, self->symbol, ++self->now, 0, -1);
  tv_trace_builder_end (self->builder, self->track, self->symbol, ++self->now, 0, 0, -1);
}

static TvTrace *
finish (Slices *self)
{
  TvTrace *trace = tv_trace_builder_finish (self->builder, NULL, NULL);

  g_clear_pointer (&self->builder, tv_trace_builder_free);
  return trace;
}

static const gint64 integers[] = {
  0,
  1,
  -1,
  G_MAXINT32,
  G_MININT32,
  (gint64) G_MAXINT32 + 1,
  (gint64) G_MININT32 - 1,
  G_MAXINT64,
  G_MININT64,
};

static const double reals[] = { 0.0, -0.0, 0.1, 1.0 / 3.0, -2.5e300, 4e-320, 7.0 };

static void
test_values (void)
{
  Slices slices;
  g_autoptr (TvTrace) trace = NULL;
  char buffer[TV_ARG_TEXT_BYTES];
  const TvArg *args;
  guint32 n, at = 0;

  init (&slices);
  for (guint i = 0; i < G_N_ELEMENTS (integers); i++)
    tv_trace_builder_add_int_arg (slices.builder, intern (&slices, "i"), integers[i]);
  for (guint i = 0; i < G_N_ELEMENTS (reals); i++)
    tv_trace_builder_add_double_arg (slices.builder, intern (&slices, "d"), reals[i]);
  tv_trace_builder_add_bool_arg (slices.builder, intern (&slices, "b"), TRUE);
  tv_trace_builder_add_bool_arg (slices.builder, intern (&slices, "b"), FALSE);
  tv_trace_builder_add_arg (slices.builder, intern (&slices, "s"), intern (&slices, "12"));
  tv_trace_builder_add_category (slices.builder, intern (&slices, "c"), intern (&slices, "net"));
  add_slice (&slices);
  trace = finish (&slices);
  args = tv_trace_get_args (trace, tv_trace_get_slices (trace)->arg_set[0], &n);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (integers) + G_N_ELEMENTS (reals) + 4);
  for (guint i = 0; i < G_N_ELEMENTS (integers); i++, at++)
    {
      g_assert_cmpint (tv_arg_get_type (&args[at]), ==, TV_ARG_INT);
      g_assert_cmpint (tv_trace_get_arg_int (trace, &args[at]), ==, integers[i]);
      g_assert_cmpint (g_ascii_strtoll (tv_trace_get_arg_text (trace, &args[at], buffer), NULL, 10),
                       ==, integers[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (reals); i++, at++)
    {
      double back = g_ascii_strtod (tv_trace_get_arg_text (trace, &args[at], buffer), NULL);

      g_assert_cmpint (tv_arg_get_type (&args[at]), ==, TV_ARG_DOUBLE);
      g_assert_cmpint (memcmp (&back, &reals[i], sizeof back), ==, 0);
    }
  g_assert_cmpint (tv_trace_get_arg_int (trace, &args[at]), ==, 1);
  g_assert_cmpstr (tv_trace_get_arg_text (trace, &args[at++], buffer), ==, "true");
  g_assert_cmpstr (tv_trace_get_arg_text (trace, &args[at++], buffer), ==, "false");
  g_assert_cmpint (tv_arg_get_type (&args[at]), ==, TV_ARG_STRING);
  g_assert_false (tv_arg_is_category (&args[at]));
  g_assert_cmpstr (tv_trace_get_arg_text (trace, &args[at++], buffer), ==, "12");
  g_assert_true (tv_arg_is_category (&args[at]));
  g_assert_cmpstr (tv_trace_get_string (trace, tv_arg_get_string (&args[at])), ==, "net");
}

/* Checks that slices with equal arguments share a set, and that "1", 1, 1.0 and true are not equal. */
static void
test_sets (void)
{
  Slices slices;
  g_autoptr (TvTrace) trace = NULL;
  const guint32 *sets;

  init (&slices);
  for (guint round = 0; round < 2; round++)
    {
      guint32 key = intern (&slices, "a.b[0].c");

      tv_trace_builder_add_arg (slices.builder, key, 1);
      add_slice (&slices);
      tv_trace_builder_add_int_arg (slices.builder, key, 1);
      add_slice (&slices);
      tv_trace_builder_add_double_arg (slices.builder, key, 1.0);
      add_slice (&slices);
      tv_trace_builder_add_bool_arg (slices.builder, key, TRUE);
      add_slice (&slices);
      tv_trace_builder_add_int_arg (slices.builder, key, G_MAXINT64);
      add_slice (&slices);
      tv_trace_builder_add_category (slices.builder, key, 1);
      add_slice (&slices);
    }
  trace = finish (&slices);
  sets = tv_trace_get_slices (trace)->arg_set;
  g_assert_cmpuint (tv_trace_get_n_arg_sets (trace), ==, 6);
  for (guint i = 0; i < 6; i++)
    {
      g_assert_cmpuint (sets[i], ==, i);
      g_assert_cmpuint (sets[6 + i], ==, i);
    }
}

/* Checks that sets queued for a later lookup get the same ids as sets looked up immediately. */
static void
test_later (void)
{
  guint32 sets[3000], again[G_N_ELEMENTS (sets)];
  Slices slices;
  guint32 key, n_sets = 0;

  init (&slices);
  key = intern (&slices, "key");
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      /* No argument, one argument, or more arguments than the queue can hold */
      guint n = i % 7 == 0 ? 0 : i % 5 == 0 ? 12 : 1;

      for (guint j = 0; j < n; j++)
        tv_trace_builder_add_int_arg (slices.builder, key, i % 1000 / 2);
      if (i % 11 == 0)
        sets[i] = tv_trace_builder_take_args (slices.builder);
      else
        tv_trace_builder_take_args_later (slices.builder, &sets[i]);
    }
  tv_trace_builder_flush_args (slices.builder);
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      guint n = i % 7 == 0 ? 0 : i % 5 == 0 ? 12 : 1;

      for (guint j = 0; j < n; j++)
        tv_trace_builder_add_int_arg (slices.builder, key, i % 1000 / 2);
      again[i] = tv_trace_builder_take_args (slices.builder);
      g_assert_cmpuint (sets[i], ==, again[i]);
      g_assert_true ((n == 0) == (sets[i] == TV_NONE));
      if (n > 0 && sets[i] >= n_sets)
        g_assert_cmpuint (sets[i], ==, n_sets++);
    }
  g_assert_cmpuint (n_sets, >, 500);
  tv_trace_builder_free (slices.builder);
}

static char *
dup_json (TvTable *table)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  g_assert_true (tv_write_table (table, NULL, TV_TEXT_JSON, stream, NULL, &error));
  g_output_stream_write (stream, "", 1, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

/* Checks that numbers are numbers in JSON, except those that JSON cannot represent. */
static void
test_tables (void)
{
  Slices slices;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTable) args = NULL;
  g_autoptr (TvTable) table = NULL;
  g_autofree char *text = NULL;
  g_autofree char *json = NULL;
  g_autofree char *categories = NULL;

  init (&slices);
  tv_trace_builder_add_int_arg (slices.builder, intern (&slices, "int"), -5);
  tv_trace_builder_add_double_arg (slices.builder, intern (&slices, "double"), 0.5);
  tv_trace_builder_add_double_arg (slices.builder, intern (&slices, "nan"), NAN);
  tv_trace_builder_add_bool_arg (slices.builder, intern (&slices, "bool"), TRUE);
  tv_trace_builder_add_uint_arg (slices.builder, intern (&slices, "uint"), G_MAXUINT64);
  tv_trace_builder_add_pointer_arg (slices.builder, intern (&slices, "pointer"), 0xbeef);
  tv_trace_builder_add_arg (slices.builder, intern (&slices, "text"), intern (&slices, "7"));
  tv_trace_builder_add_category (slices.builder, intern (&slices, "of"), intern (&slices, "net"));
  add_slice (&slices);
  /* A key that is also a common name has no special meaning. */
  tv_trace_builder_add_arg (slices.builder, intern (&slices, "category"), intern (&slices, "x"));
  add_slice (&slices);
  trace = finish (&slices);
  args = open_table ("args", trace, NULL);
  text = print_table (args, "key string_value int_value", NULL);
  g_assert_cmpstr (text, ==,
                   "int|-5|-5\ndouble|0.5|-\nnan|nan|-\nbool|true|1\n"
                   "uint|18446744073709551615|-1\npointer|0xbeef|48879\ntext|7|7\nof|net|-\n"
                   "category|x|-\n");
  json = dup_json (args);
  g_assert_nonnull (strstr (json, "\"string_value\":-5,"));
  g_assert_nonnull (strstr (json, "\"string_value\":0.5,"));
  g_assert_nonnull (strstr (json, "\"string_value\":\"nan\","));
  g_assert_nonnull (strstr (json, "\"string_value\":true,"));
  g_assert_nonnull (strstr (json, "\"string_value\":18446744073709551615,"));
  g_assert_nonnull (strstr (json, "\"string_value\":\"0xbeef\","));
  g_assert_nonnull (strstr (json, "\"string_value\":\"7\","));
  table = open_table ("slice", trace, NULL);
  categories = print_table (table, "category", NULL);
  g_assert_cmpstr (categories, ==, "net\nmark\n");
}

/* Checks that sorting by the string column also orders values of other types. */
static void
test_sort (void)
{
  Slices slices;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTable) table = NULL;
  g_autofree guint32 *order = NULL;
  g_autofree char *text = NULL;

  init (&slices);
  tv_trace_builder_add_arg (slices.builder, intern (&slices, "k"), intern (&slices, "b"));
  tv_trace_builder_add_bool_arg (slices.builder, intern (&slices, "k"), TRUE);
  tv_trace_builder_add_int_arg (slices.builder, intern (&slices, "k"), 3);
  tv_trace_builder_add_arg (slices.builder, intern (&slices, "k"), intern (&slices, "a"));
  tv_trace_builder_add_double_arg (slices.builder, intern (&slices, "k"), 0.25);
  add_slice (&slices);
  trace = finish (&slices);
  table = open_table ("args", trace, NULL);
  order = tv_table_sort (table, (guint) tv_table_find_column (table, "string_value"), FALSE, NULL);
  text = print_table (table, "string_value", order);
  g_assert_cmpstr (text, ==, "0.25\n3\na\nb\ntrue\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/args/values", test_values);
  g_test_add_func ("/args/sets", test_sets);
  g_test_add_func ("/args/later", test_later);
  g_test_add_func ("/args/tables", test_tables);
  g_test_add_func ("/args/sort", test_sort);
  return g_test_run ();
}
