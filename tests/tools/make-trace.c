/* SPDX-License-Identifier: GPL-3.0-or-later */

/* make-trace writes method traces and ftrace logs in all formats, of any size, with every irregularity
 * that devices produce. The same command always writes the same bytes. */

#include "make-trace-dump.h"
#include "make-trace-fault.h"
#include "make-trace-ftrace.h"
#include "make-trace-heap.h"
#include "make-trace-htrace.h"
#include "make-trace-logcat.h"
#include "make-trace-perf.h"
#include "make-trace-perfetto.h"
#include "make-trace-samples.h"

#include <locale.h>
#include <stdlib.h>

#define THREADS_MAX 4096
#define DEPTH_MAX   1000000
#define METHODS_MAX 4000000
#define CPUS_MAX    64
#define FTRACE_FORM "ftrace"
#define DEVICE_APP  "device"

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
check_packet_options (const TraceOptions *options, GError **error)
{
  static const char *const payloads[] = { "alpha", "beta", NULL };
  static const char *const counts[] = { "own", "running", "going-on", NULL };

  if (options->payload != NULL && !g_strv_contains (payloads, options->payload))
    return bad_value (error, "--payload is alpha or beta");
  if (options->counts != NULL && !g_strv_contains (counts, options->counts))
    return bad_value (error, "--counts is one of own|running|going-on");
  if (options->block < 1)
    return bad_value (error, "--block is 1 or more");
  if (options->frequency < 0 || options->frequency > 10000000000 || options->counter < 0)
    return bad_value (error, "--frequency is from 0 to 10 GHz, --counter 0 or more");
  return TRUE;
}

static gboolean
check_options (const TraceOptions *options, GError **error)
{
  static const char *const fields[] = { "2", "4", "5", "6", "mixed", NULL };

  if (options->path == NULL)
    return bad_value (error, "missing option: -o FILE");
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
  if (options->records < -1 || options->cut < 0 || options->record_size < 0 || options->callees < 0)
    return bad_value (error, "Numbers are not negative");
  return check_packet_options (options, error);
}

static gboolean
check_log_options (const TraceOptions *options, GError **error)
{
  static const char *const marks[] = { "old", "new", "android", "mixed", NULL };

  if (options->app != NULL && !g_str_equal (options->app, DEVICE_APP))
    return bad_value (error, "The app of a log is " DEVICE_APP);
  if (options->marks != NULL && !g_strv_contains (marks, options->marks))
    return bad_value (error, "--marks is one of old|new|android|mixed");
  if (options->digits != 0 && options->digits != 6 && options->digits != 9)
    return bad_value (error, "--digits is 6, 9 or 0");
  if (options->cpus < 1 || options->cpus > CPUS_MAX)
    return bad_value (error, "--cpus is from 1 to 64");
  if (options->processes < 1 || options->processes > THREADS_MAX)
    return bad_value (error, "--processes is from 1 to 4096");
  if (options->bytes < 0)
    return bad_value (error, "Numbers are not negative");
  return TRUE;
}

/* Checks that thread ids fit in the format: streams mark their units with tid 0, and records have 8 or 16 bits for a
 * tid. */
static gboolean
check_threads (TraceModel *model, GError **error)
{
  guint tid_max = trace_form_is_packets (model->options->form) ? G_MAXUINT32
                  : model->options->version == 1               ? G_MAXUINT8
                                                               : G_MAXUINT16;

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
  /* ART numbers methods from 0. Dalvik used their addresses as ids; most of these have the highest bit set. */
  model->id_base = options->has_slashes ? 0x7ffff000 : 0;
  model->id_step = options->has_slashes ? 56 : 4;
  /* Since Android 16, method ids are 64-bit addresses. */
  if (trace_form_is_packets (options->form))
    {
      model->id_base = G_GUINT64_CONSTANT (0x7a90012340);
      model->id_step = 40;
    }
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
is_log (const TraceOptions *options)
{
  return g_str_equal (options->form, FTRACE_FORM);
}

static gboolean
is_dump (const TraceOptions *options)
{
  return g_str_equal (options->form, "dump");
}

static gboolean
is_logcat (const TraceOptions *options)
{
  return g_str_equal (options->form, "logcat");
}

static gboolean
is_perf (const TraceOptions *options)
{
  return g_str_equal (options->form, PERF_FORM);
}

static gboolean
is_form (const TraceOptions *options, const char *form)
{
  return g_str_equal (options->form, form);
}

static gboolean
is_heap (const TraceOptions *options)
{
  return g_str_equal (options->form, HEAP_FORM);
}

static gboolean
is_perfetto (const TraceOptions *options)
{
  return g_str_equal (options->form, PERFETTO_FORM);
}

static gboolean
parse_options (TraceOptions *options, int *argc, char ***argv, GError **error)
{
  g_autofree char *clock = NULL;
  g_autofree char *form_names = trace_form_names ();
  g_autofree char *form_help = g_strdup_printf ("%s|" FTRACE_FORM "|dump|fault|logcat|" HEAP_FORM
                                                "|" PERF_FORM "|" REPORT_FORM "|" FOLDED_FORM
                                                "|" PERFETTO_FORM "|" HTRACE_FORM " (classic)",
                                                form_names);
  const GOptionEntry entries[] = {
    { "form", 0, 0, G_OPTION_ARG_STRING, &options->form, form_help, "FORM" },
    { "version", 0, 0, G_OPTION_ARG_INT, &options->version, "1, 2 or 3 (3)", "N" },
    { "clock", 0, 0, G_OPTION_ARG_STRING, &clock,
      "thread-cpu|wall|dual|global (dual, or "
      "thread-cpu before version 3)",
      "CLOCK" },
    { "app", 0, 0, G_OPTION_ARG_STRING, &options->app,
      "Play an app: shop|reader|boot, or " DEVICE_APP " for a log", "NAME" },
    { "records", 0, 0, G_OPTION_ARG_INT64, &options->records,
      "How many (10000); with --app, "
      "at most",
      "N" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &options->threads, "How many (4); of a log, in a process",
      "N" },
    { "methods", 0, 0, G_OPTION_ARG_INT, &options->methods, "How many (300)", "N" },
    { "depth", 0, 0, G_OPTION_ARG_INT, &options->depth, "Deepest stack (24)", "N" },
    { "plunge", 0, 0, G_OPTION_ARG_NONE, &options->plunges,
      "Go down to the deepest stack and up to no call, again and again", NULL },
    { "callees", 0, 0, G_OPTION_ARG_INT, &options->callees,
      "Methods that one calls, at most; 0 for any (0)", "N" },
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
    { "first-tid", 0, 0, G_OPTION_ARG_INT64, &options->first_tid, "Number threads from here", "N" },
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
    { "payload", 0, 0, G_OPTION_ARG_STRING, &options->payload, "Packets: alpha|beta (beta)",
      "NAME" },
    { "block", 0, 0, G_OPTION_ARG_INT, &options->block, "Packets: entries in a block (400)", "N" },
    { "counts", 0, 0, G_OPTION_ARG_STRING, &options->counts,
      "Packets: own|running|going-on (own): what a block counts, and if deltas go on too", "HOW" },
    { "frequency", 0, 0, G_OPTION_ARG_INT64, &options->frequency,
      "Packets: wall time is counted so often a second; 0 for ns (0)", "HZ" },
    { "counter", 0, 0, G_OPTION_ARG_INT64, &options->counter,
      "Packets: what was counted before the trace began (0)", "N" },
    { "since-boot", 0, 0, G_OPTION_ARG_NONE, &options->is_since_boot,
      "Packets: count on from there, not from 0", NULL },
    { "short-times", 0, 0, G_OPTION_ARG_NONE, &options->has_short_times,
      "Packets: times of 32 bits", NULL },
    { "late-names", 0, 0, G_OPTION_ARG_NONE, &options->has_late_names,
      "Packets: names behind all entries", NULL },
    { "bare-summary", 0, 0, G_OPTION_ARG_NONE, &options->has_bare_summary,
      "Packets: the summary without its length", NULL },
    { "cut", 0, 0, G_OPTION_ARG_INT64, &options->cut, "Leave out the last bytes", "BYTES" },
    { "line", 0, 0, G_OPTION_ARG_STRING, &options->line,
      "Log: tgid|dashes|plain|noflags|report|latency|report-latency|report-difference|fields|graph|"
      "graph-times|graph-report (tgid); dump: art|dalvik|hotspot (art); fault: "
      "tombstone|tombstone-proto|cppcrash|jscrash|rustpanic|freeze (tombstone); perfetto: sched|tracks|mixed|java-heap (mixed)",
      "FORM" },
    { "marks", 0, 0, G_OPTION_ARG_STRING, &options->marks, "Log: old|new|android|mixed (new)",
      "STYLE" },
    { "digits", 0, 0, G_OPTION_ARG_INT, &options->digits,
      "Log: digits of a second: 6, 9, or 0 for a clock that counts (6)", "N" },
    { "container", 0, 0, G_OPTION_ARG_STRING, &options->container,
      "Log: none|gzip|zlib|trace-zlib|html|old-html|zip (none)", "NAME" },
    { "cpus", 0, 0, G_OPTION_ARG_INT, &options->cpus, "Log: how many (4)", "N" },
    { "processes", 0, 0, G_OPTION_ARG_INT, &options->processes, "Log: how many (6)", "N" },
    { "bytes", 0, 0, G_OPTION_ARG_INT64, &options->bytes, "Log: text of this size", "BYTES" },
    { "oddities", 0, 0, G_OPTION_ARG_NONE, &options->has_oddities,
      "Log: all that is odd: comms, names, marks without a partner, lines that are lost, late, "
      "or no events",
      NULL },
    { "reuse-ids", 0, 0, G_OPTION_ARG_NONE, &options->reuses_ids,
      "Log: threads that end within marks, and ids that are given anew, freed late", NULL },
    { "missing-switches", 0, 0, G_OPTION_ARG_NONE, &options->lacks_switches,
      "Log: half of the switches away from idle are left out", NULL },
    { "no-sched", 0, 0, G_OPTION_ARG_NONE, &options->lacks_sched, "Log: marks only", NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->path,
      "The file; key-data writes "
      "FILE.key and FILE.data",
      "FILE" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("— write a method trace or a log");

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (*argc > 1)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "unexpected argument: %s",
                   (*argv)[1]);
      return FALSE;
    }
  if (options->records < 0 && options->app == NULL)
    options->records = 10000;
  if (options->form == NULL)
    options->form = g_strdup ("classic");
  options->clock = options->version < 3 ? TRACE_CLOCK_THREAD_CPU : TRACE_CLOCK_DUAL;
  if (g_str_has_prefix (options->form, "long"))
    options->clock = TRACE_CLOCK_WALL;
  if (clock != NULL && !find_clock (clock, &options->clock, error))
    return FALSE;
  if ((is_log (options) || is_dump (options) || fault_is (options) || is_logcat (options) ||
       is_perfetto (options) || is_form (options, HTRACE_FORM)) &&
      !check_log_options (options, error))
    return FALSE;
  return check_options (options, error);
}

static gboolean
write_method_trace (const TraceOptions *options, GError **error)
{
  g_autoptr (TraceModel) model = trace_model_new (options);

  if (options->app == NULL)
    trace_model_fill_random (model);
  else if (!trace_model_fill_app (model, error))
    return FALSE;
  apply_thread_oddities (model);
  return check_threads (model, error) && trace_model_write (model, error);
}

static gboolean
write_log (const TraceOptions *options, GError **error)
{
  return options->app == NULL ? ftrace_write_random (options, error)
                              : ftrace_write_device (options, error);
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
    .block = 400,
    .digits = 6,
    .cpus = 4,
    .processes = 6,
  };
  g_autoptr (GError) error = NULL;
  gboolean is_fine;

  setlocale (LC_ALL, "");
  is_fine = parse_options (&options, &argc, &argv, &error);
  if (is_fine)
    is_fine = is_log (&options)                 ? write_log (&options, &error)
              : is_dump (&options)              ? dump_write (&options, &error)
              : fault_is (&options)             ? fault_write (&options, &error)
              : is_perf (&options)              ? perf_write (&options, &error)
              : is_form (&options, REPORT_FORM) ? report_write (&options, &error)
              : is_form (&options, FOLDED_FORM) ? folded_write (&options, &error)
              : is_heap (&options)              ? heap_write (&options, &error)
              : is_perfetto (&options)          ? perfetto_write (&options, &error)
              : is_form (&options, HTRACE_FORM) ? htrace_write (&options, &error)
              : is_logcat (&options)            ? logcat_write (&options, &error)
                                                : write_method_trace (&options, &error);

  if (!is_fine)
    g_printerr ("make-trace: %s\n", error->message);
  g_free (options.form);
  g_free (options.app);
  g_free (options.fields);
  g_free (options.payload);
  g_free (options.counts);
  g_free (options.line);
  g_free (options.marks);
  g_free (options.container);
  g_free (options.path);
  return is_fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
