/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * make-trace writes method traces of every form, of any size, with every oddity that devices
 * produce. The same command always writes the same bytes.
 */

#include "make-trace.h"

#include <locale.h>
#include <stdlib.h>

#define THREADS_MAX 4096
#define DEPTH_MAX   1000000
#define METHODS_MAX 4000000

static gboolean
bad_value (GError **error, const char *message)
{
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, message);
  return FALSE;
}

static gboolean
find_clock (const char *name, TraceClock *clock, GError **error)
{
  static const char *const names[] = { "thread-cpu", "wall", "dual", "global", NULL };

  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], name))
      {
        *clock = (TraceClock) i;
        return TRUE;
      }
  return bad_value (error, "--clock is one of thread-cpu|wall|dual|global");
}

static gboolean
check_options (const TraceOptions *options, GError **error)
{
  static const char *const fields[] = { "2", "4", "5", "6", "mixed", NULL };

  if (options->path == NULL)
    return bad_value (error, "-o FILE is missing");
  if (options->version < 1 || options->version > 3)
    return bad_value (error, "--version is 1, 2 or 3");
  if (options->clock == TRACE_CLOCK_DUAL && options->version < 3)
    return bad_value (error, "Only version 3 has a dual clock");
  if (options->record_size != 0 && options->version < 3)
    return bad_value (error, "Only version 3 has a record size");
  if (options->record_size > 4096)
    return bad_value (error, "--record-size is at most 4096");
  if (options->fields != NULL && !g_strv_contains (fields, options->fields))
    return bad_value (error, "--fields is one of 2|4|5|6|mixed");
  if (options->threads < 1 || options->threads > THREADS_MAX)
    return bad_value (error, "--threads is from 1 to 4096");
  if (options->methods < 1 || options->methods > METHODS_MAX)
    return bad_value (error, "--methods is from 1 to 4000000");
  if (options->depth < 1 || options->depth > DEPTH_MAX)
    return bad_value (error, "--depth is from 1 to 1000000");
  if (options->records < -1 || options->cut < 0 || options->record_size < 0)
    return bad_value (error, "Numbers are not negative");
  return TRUE;
}

/* Streaming files mark their units by tid 0, and a record has no room for more than 8 or 16 bits. */
static gboolean
check_threads (TraceModel *model, GError **error)
{
  guint tid_max = model->options->version == 1 ? G_MAXUINT8 : G_MAXUINT16;

  for (guint i = 0; i < model->threads->len; i++)
    {
      guint tid = g_array_index (model->threads, TraceThread, i).tid;

      if (tid < 1 || tid > tid_max)
        {
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       "Thread id %u does not fit: this version has 1 to %u", tid, tid_max);
          return FALSE;
        }
    }
  return TRUE;
}

static void
apply_thread_oddities (TraceModel *model)
{
  static const char *const odd[] = { "", "a name\twith = *methods and \xe2\x9c\x93 in it", NULL };

  if (model->options->has_odd_names)
    for (guint i = 1; i < model->threads->len; i++)
      g_array_index (model->threads, TraceThread, i).name = odd[(i - 1) % G_N_ELEMENTS (odd)];
  if (model->options->reuses_tids)
    {
      guint last = MIN (model->threads->len - 1, 1);

      g_array_index (model->threads, TraceThread, last).old_name = "gone before";
    }
}

TraceModel *
trace_model_new (const TraceOptions *options)
{
  TraceModel *model = g_new0 (TraceModel, 1);

  model->options = options;
  model->strings = g_string_chunk_new (4096);
  model->methods = g_array_new (FALSE, FALSE, sizeof (TraceMethod));
  model->threads = g_array_new (FALSE, FALSE, sizeof (TraceThread));
  /* ART counts from 0, Dalvik used addresses: most of these have the sign bit. */
  model->id_base = options->has_slashes ? 0x7ffff000 : 0;
  model->id_step = options->has_slashes ? 56 : 4;
  return model;
}

void
trace_model_free (TraceModel *model)
{
  g_string_chunk_free (model->strings);
  g_array_unref (model->methods);
  g_array_unref (model->threads);
  g_clear_pointer (&model->records, g_array_unref);
  g_free (model);
}

static gboolean
parse_options (TraceOptions *options, int *argc, char ***argv, GError **error)
{
  g_autofree char *clock = NULL;
  g_autofree char *form_names = trace_form_names ();
  g_autofree char *form_help = g_strdup_printf ("%s (classic)", form_names);
  const GOptionEntry entries[] = {
    { "form", 0, 0, G_OPTION_ARG_STRING, &options->form, form_help, "FORM" },
    { "version", 0, 0, G_OPTION_ARG_INT, &options->version, "1, 2 or 3 (3)", "N" },
    { "clock", 0, 0, G_OPTION_ARG_STRING, &clock,
      "thread-cpu|wall|dual|global (dual, or "
      "thread-cpu before version 3)",
      "CLOCK" },
    { "app", 0, 0, G_OPTION_ARG_STRING, &options->app, "Play an app: shop|reader|boot", "NAME" },
    { "records", 0, 0, G_OPTION_ARG_INT64, &options->records,
      "How many (10000); with --app, "
      "at most",
      "N" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &options->threads, "How many (4)", "N" },
    { "methods", 0, 0, G_OPTION_ARG_INT, &options->methods, "How many (300)", "N" },
    { "depth", 0, 0, G_OPTION_ARG_INT, &options->depth, "Deepest stack (24)", "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &options->seed, "Another seed, another trace (1)", "N" },
    { "recursion", 0, 0, G_OPTION_ARG_INT, &options->recursion, "Calls that recurse", "PERMILLE" },
    { "exceptions", 0, 0, G_OPTION_ARG_INT, &options->exceptions, "Exits that unwind", "PERMILLE" },
    { "unmatched", 0, 0, G_OPTION_ARG_INT, &options->unmatched,
      "Exits of calls from before the "
      "trace",
      "PERMILLE" },
    { "forced", 0, 0, G_OPTION_ARG_INT, &options->forced, "Exits that skip the calls above them",
      "PERMILLE" },
    { "backwards", 0, 0, G_OPTION_ARG_INT, &options->backwards, "Records whose time steps back",
      "PERMILLE" },
    { "unknown", 0, 0, G_OPTION_ARG_INT, &options->unknown, "Calls of ids that no line names",
      "PERMILLE" },
    { "reserved", 0, 0, G_OPTION_ARG_INT, &options->reserved, "Records of the reserved action 3",
      "PERMILLE" },
    { "blocking", 0, 0, G_OPTION_ARG_INT, &options->blocking,
      "Records before which wall runs "
      "ahead of CPU by about 100 µs or far more",
      "PERMILLE" },
    { "duplicates", 0, 0, G_OPTION_ARG_INT, &options->duplicates, "Methods with two ids",
      "PERMILLE" },
    { "open", 0, 0, G_OPTION_ARG_NONE, &options->leaves_open, "Leave calls open at the end", NULL },
    { "wrap", 0, 0, G_OPTION_ARG_NONE, &options->wraps, "Let the clocks wrap in the middle", NULL },
    { "reused-tids", 0, 0, G_OPTION_ARG_NONE, &options->reuses_tids, "List one tid twice", NULL },
    { "odd-names", 0, 0, G_OPTION_ARG_NONE, &options->has_odd_names,
      "Threads without a name, "
      "with a strange one, and missing from the table",
      NULL },
    { "first-tid", 0, 0, G_OPTION_ARG_INT, &options->first_tid, "Number threads from here", "N" },
    { "fields", 0, 0, G_OPTION_ARG_STRING, &options->fields,
      "Fields of a method line: "
      "2|4|5|6|mixed (5)",
      "N" },
    { "slashes", 0, 0, G_OPTION_ARG_NONE, &options->has_slashes,
      "Dalvik's look: a/b/C, "
      "addresses for ids, 6 fields",
      NULL },
    { "record-size", 0, 0, G_OPTION_ARG_INT, &options->record_size, "Bytes a record of version 3",
      "N" },
    { "no-summary", 0, 0, G_OPTION_ARG_NONE, &options->lacks_summary,
      "Streaming: stop before "
      "the summary",
      NULL },
    { "cut", 0, 0, G_OPTION_ARG_INT64, &options->cut, "Leave out the last bytes", "BYTES" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->path,
      "The file; key-data writes "
      "FILE.key and FILE.data",
      "FILE" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("— write a method trace");

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (*argc > 1)
    return bad_value (error, "There is an argument too many");
  if (options->records < 0 && options->app == NULL)
    options->records = 10000;
  if (options->form == NULL)
    options->form = g_strdup ("classic");
  options->clock = options->version < 3 ? TRACE_CLOCK_THREAD_CPU : TRACE_CLOCK_DUAL;
  if (clock != NULL && !find_clock (clock, &options->clock, error))
    return FALSE;
  return check_options (options, error);
}

int
main (int argc, char **argv)
{
  TraceOptions options = {
    .version = 3,
    .records = -1,
    .threads = 4,
    .methods = 300,
    .depth = 24,
    .seed = 1,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (TraceModel) model = NULL;
  gboolean is_fine = FALSE;

  setlocale (LC_ALL, "");
  if (parse_options (&options, &argc, &argv, &error))
    {
      model = trace_model_new (&options);
      if (options.app == NULL)
        trace_model_fill_random (model);
      if (options.app == NULL || trace_model_fill_app (model, &error))
        {
          apply_thread_oddities (model);
          is_fine = check_threads (model, &error) && trace_model_write (model, &error);
        }
    }

  if (!is_fine)
    g_printerr ("make-trace: %s\n", error->message);
  g_free (options.form);
  g_free (options.app);
  g_free (options.fields);
  g_free (options.path);
  return is_fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
