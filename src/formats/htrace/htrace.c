/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/event-order.h"
#include "formats/ftrace/ftrace-replay.h"
#include "formats/htrace/htrace-counters.h"
#include "formats/htrace/htrace-hooks.h"
#include "formats/htrace/htrace-kernel.h"
#include "formats/samples/perf-data/perf-clock.h"

/* Profiles of OpenHarmony's profiler (.htrace): messages of plugins, and recordings of hiperf behind them.
 *
 *   messages ─▶ survey   clocks, symbols, names of threads
 *            ─▶ take     kernel events become texts of the builder, polled values are kept, lines are logged
 *            ─▶ tell     in the order of time, by ftrace's replay, and values between its events
 *   nativehook, perf.data, each apart: changes of heaps, samples
 *
 * All times are those since the device booted, as far as the file ties its clocks.
 */

/* The profiler reads one clock after the other. */
#define CLOCKS_UNCERTAINTY_NS 10000

#define BATCH_EVENTS 65536
#define MOST_IDS     4194304

typedef struct
{
  TvTraceBuilder *builder;
  const TvReadContext *context;
  TvHtraceFile file;
  TvFtraceThreads threads;
  TvHtraceKernel *kernel;
  TvHtraceCounters *counters;
  GHashTable *not_shown; /* names of plugins */
  guint64 n_untied;
} Reader;

static gboolean
is_of (const TvHtraceMessage *message, const char *plugin)
{
  return tv_htrace_is_plugin (message->plugin, plugin);
}

/* ---- Log ---- */

/* The letter of a level, or its number in hilog. */
static TvLogLevel
get_level (guint64 level)
{
  switch (level)
    {
    case 'D':
    case 3:
      return TV_LOG_LEVEL_DEBUG;
    case 'W':
    case 5:
      return TV_LOG_LEVEL_WARNING;
    case 'E':
    case 6:
      return TV_LOG_LEVEL_ERROR;
    case 'F':
    case 7:
      return TV_LOG_LEVEL_FATAL;
    default:
      return TV_LOG_LEVEL_INFO;
    }
}

static gboolean
take_details (Reader *self, TvSpan bytes, TvLogLine *line)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  guint64 s = 0, ns = 0;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      s = field.value;
    else if (field.number == 2)
      ns = field.value;
    else if (field.number == 3)
      line->pid = (guint32) field.value;
    else if (field.number == 4)
      line->tid = (guint32) field.value;
    else if (field.number == 5)
      line->level = get_level (field.value);
    else if (field.number == 6)
      line->tag = tv_trace_builder_intern (self->builder,
                                           field.bytes.text != NULL ? field.bytes.text : "",
                                           (gssize) field.bytes.size);
  if (s > G_MAXUINT32 || ns >= 1000000000)
    return FALSE;
  return tv_htrace_file_convert (&self->file, TV_HTRACE_REALTIME,
                                 (gint64) (s * G_GUINT64_CONSTANT (1000000000) + ns), &line->ts);
}

static void
take_line (Reader *self, TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  TvSpan text = { NULL, 0 };
  TvLogLine line = { .ts = TV_NO_TIME,
                     .pid = TV_NONE,
                     .tid = TV_NONE,
                     .utid = TV_NONE,
                     .uid = TV_NONE,
                     .tag = TV_NONE,
                     .buffer = TV_NONE,
                     .domain = TV_NONE,
                     .level = TV_LOG_LEVEL_INFO };
  gboolean is_tied = FALSE;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      is_tied = take_details (self, field.bytes, &line);
    else if (field.number == 2)
      text = field.bytes;
  if (!is_tied)
    {
      self->n_untied++;
      line.ts = TV_NO_TIME;
    }
  if (line.tid != TV_NONE && line.tid <= MOST_IDS)
    line.utid = tv_ftrace_threads_get (&self->threads, (gint32) line.tid);
  line.text_size = (guint32) MIN (text.size, G_MAXINT32);
  line.text = tv_trace_builder_copy_log_text (self->builder, text.text != NULL ? text.text : "",
                                              line.text_size);
  tv_trace_builder_set_log_clock (self->builder, TV_LOG_CLOCK_BOOT, 0);
  tv_trace_builder_add_log_line (self->builder, &line);
}

static void
take_log (Reader *self, const TvHtraceMessage *message)
{
  TvProto proto = tv_proto_open (message->said);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      take_line (self, field.bytes);
}

/* ---- Messages ---- */

static gboolean
survey_message (const TvHtraceMessage *message, gpointer data)
{
  Reader *self = data;

  if (is_of (message, "ftrace-plugin"))
    tv_htrace_kernel_survey (self->kernel, &self->file, message);
  return tv_read_context_step (
      self->context, 0.2 * (double) message->where / (double) self->file.input->size, NULL);
}

static void
take_polled (Reader *self, const TvHtraceMessage *message)
{
  gint64 ts;
  g_autofree char *name = g_strndup (message->plugin.text != NULL ? message->plugin.text : "",
                                     message->plugin.size);

  if (g_str_has_suffix (name, "_config"))
    return; /* what it was told to do */
  if (!tv_htrace_counters_has (message))
    g_hash_table_add (self->not_shown, g_steal_pointer (&name));
  else if (message->ts != 0 &&
           tv_htrace_file_convert (&self->file, message->clock, message->ts, &ts))
    tv_htrace_counters_take (self->counters, message, ts);
  else
    self->n_untied++;
}

static gboolean
take_message (const TvHtraceMessage *message, gpointer data)
{
  Reader *self = data;

  if (is_of (message, "ftrace-plugin"))
    tv_htrace_kernel_take (self->kernel, &self->file, message);
  else if (is_of (message, "hilog-plugin"))
    take_log (self, message);
  else if (!is_of (message, "nativehook") && !is_of (message, "hookdaemon"))
    take_polled (self, message);
  return tv_read_context_step (
      self->context, 0.2 + 0.4 * (double) message->where / (double) self->file.input->size, NULL);
}

/* ---- In the order of time ---- */

static gboolean
tell_events (Reader *self, GError **error)
{
  TvTraceBuilder *builder = self->builder;
  guint32 n = tv_trace_builder_get_n_events (builder);
  g_autofree guint32 *order = NULL;
  TvFtraceReplay how = { .batch_events = BATCH_EVENTS,
                         .valid_from = G_MININT64,
                         .trusts_marks = TRUE,
                         .tell_rest = tv_htrace_counters_tell,
                         .data = self->counters };

  tv_htrace_counters_sort (self->counters);
  if (n == 0)
    tv_ftrace_threads_settle_tgids (&self->threads);
  else
    {
      order = tv_event_order_new (tv_trace_builder_get_event_times (builder), n);
      how.was_sorted = order == NULL;
      tv_trace_builder_sort_events (builder, order, 1);
      if (!tv_ftrace_replay (builder, &self->threads, tv_htrace_kernel_get_seen (self->kernel),
                             &how, self->context, error))
        return FALSE;
    }
  tv_htrace_counters_tell (self->counters, G_MAXINT64);
  return TRUE;
}

/* ---- What is read apart ---- */

/* How much later times since the device booted are than those of a clock. */
static gint64
find_offset (const TvHtraceFile *file, const char *clock)
{
  static const struct
  {
    const char *name;
    TvHtraceClock clock;
  } clocks[] = { { TV_CLOCK_BOOTTIME, TV_HTRACE_BOOTTIME },
                 { TV_CLOCK_MONOTONIC, TV_HTRACE_MONOTONIC },
                 { TV_CLOCK_REALTIME, TV_HTRACE_REALTIME },
                 { "mono_raw", TV_HTRACE_MONOTONIC_RAW },
                 { TV_PERF_CLOCK, TV_HTRACE_MONOTONIC } };
  gint64 boot_ns = 0;

  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    if (strcmp (clocks[i].name, clock) == 0)
      tv_htrace_file_convert (file, clocks[i].clock, 0, &boot_ns);
  return boot_ns;
}

static gboolean
read_recording (Reader *self, const TvHtraceBlock *block, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_from_bytes (self->file.input->bytes, block->start,
                                                     block->end - block->start);
  g_autoptr (TvInput) input = tv_input_new_for_bytes (bytes);
  TvPerfFile file;
  gint64 offset_ns = 0;
  gboolean is_read = tv_perf_file_open (&file, input, error);

  if (is_read)
    offset_ns = find_offset (&self->file, tv_perf_file_get_clock (&file));
  tv_perf_file_clear (&file);
  if (!is_read)
    return FALSE;
  tv_trace_builder_begin_apart (self->builder,
                                tv_trace_builder_begin_input (self->builder, "hiperf", input->size),
                                offset_ns, 0, self->file.clocks[TV_HTRACE_BOOTTIME]);
  is_read = tv_format_perf_data.read (input, self->builder, self->context, error);
  tv_trace_builder_end_apart (self->builder);
  return is_read;
}

static gboolean
read_hooks (Reader *self, GError **error)
{
  gboolean is_read;

  if (!tv_htrace_has_hooks (&self->file))
    return TRUE;
  tv_trace_builder_begin_apart (
      self->builder,
      tv_trace_builder_begin_input (self->builder, "nativehook", self->file.input->size), 0, 0,
      self->file.clocks[TV_HTRACE_BOOTTIME]);
  is_read = tv_htrace_read_hooks (&self->file, tv_trace_builder_get_n_events (self->builder) == 0,
                                  self->builder, self->context, error);
  tv_trace_builder_end_apart (self->builder);
  return is_read;
}

/* A block that cannot be read is one less, and the others are there all the same. */
static gboolean
read_apart (Reader *self, GError **error)
{
  if (!read_hooks (self, error))
    return FALSE;
  for (guint i = 0; i < self->file.blocks->len; i++)
    {
      const TvHtraceBlock *block = &g_array_index (self->file.blocks, TvHtraceBlock, i);
      g_autoptr (GError) why = NULL;

      if (block->kind == TV_HTRACE_OTHER)
        g_hash_table_add (self->not_shown, g_strndup (block->plugin.text, block->plugin.size));
      if (block->kind != TV_HTRACE_PERF_DATA || read_recording (self, block, &why))
        continue;
      if (g_error_matches (why, TV_ERROR, TV_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&why));
          return FALSE;
        }
      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_UNREAD_PART, (gint64) block->start,
                                    "%s", why->message);
    }
  return TRUE;
}

/* ---- All of it ---- */

static void
tell_problems (Reader *self)
{
  GHashTableIter iter;
  gpointer name;

  if (self->file.bad_where >= 0)
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_CUT_RECORD, self->file.bad_where);
  if (self->n_untied > 0)
    tv_trace_builder_count_problems (self->builder, TV_PROBLEM_UNTIED_CLOCK, -1, self->n_untied);
  g_hash_table_iter_init (&iter, self->not_shown);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_UNREAD_PART, -1, "%s",
                                  (const char *) name);
}

static gboolean
read_all (Reader *self, GError **error)
{
  if (!tv_htrace_file_visit (&self->file, survey_message, self) ||
      !tv_htrace_file_visit (&self->file, take_message, self))
    {
      tv_error_set_cancelled (error);
      return FALSE;
    }
  if (!tell_events (self, error) || !read_apart (self, error))
    return FALSE;
  tell_problems (self);
  return TRUE;
}

static gboolean
read_htrace (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  Reader self = { .builder = builder, .context = context };
  gboolean is_read;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  is_read = tv_htrace_file_open (&self.file, input, error);
  if (is_read)
    {
      tv_trace_builder_count_in_ns (builder, self.file.clocks[TV_HTRACE_BOOTTIME]);
      self.not_shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      tv_ftrace_threads_init (&self.threads, builder);
      self.kernel = tv_htrace_kernel_new (builder, &self.threads);
      self.counters = tv_htrace_counters_new (builder, &self.threads);
      is_read = read_all (&self, error);
      tv_htrace_counters_free (self.counters);
      tv_htrace_kernel_free (self.kernel);
      tv_ftrace_threads_clear (&self.threads);
      g_hash_table_unref (self.not_shown);
    }
  tv_htrace_file_clear (&self.file);
  return is_read;
}

/* ---- Its clock ---- */

/* All clocks of the header were read at once, when recording began. */
static gboolean
read_clock (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error)
{
  static const struct
  {
    TvHtraceClock clock;
    const char *name;
  } shared[] = { { TV_HTRACE_BOOTTIME, TV_CLOCK_BOOTTIME },
                 { TV_HTRACE_REALTIME, TV_CLOCK_REALTIME },
                 { TV_HTRACE_MONOTONIC, TV_CLOCK_MONOTONIC } };
  TvClockReading readings[G_N_ELEMENTS (shared)];
  TvHtraceFile file;
  guint n = 0;
  gboolean is_read = tv_htrace_file_open (&file, input, error);

  for (guint i = 0; is_read && i < G_N_ELEMENTS (shared); i++)
    if (file.clocks[shared[i].clock] > 0)
      readings[n++] = (TvClockReading){ tv_clocks_add (clocks, shared[i].name),
                                        file.clocks[shared[i].clock] };
  if (is_read && file.clocks[TV_HTRACE_BOOTTIME] <= 0)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_UNTIED_CLOCKS,
                           _("Its header does not tell its clocks"));
      is_read = FALSE;
    }
  if (is_read)
    {
      *first = readings[0];
      if (n > 1)
        tv_clocks_add_snapshot (clocks, readings, n, CLOCKS_UNCERTAINTY_NS,
                                _("the clocks in the header"));
    }
  tv_htrace_file_clear (&file);
  return is_read;
}

static const TvMagic magics[] = { TV_MAGIC (0, 0, TV_HTRACE_MAGIC) };

const TvFormat tv_format_htrace = {
  .id = "htrace",
  .title = N_("Profiles of OpenHarmony's profiler (.htrace)"),
  .patterns = (const char *const[]){ "*.htrace", NULL },
  .mime_type = "application/x-ohos-htrace",
  .mime_title = N_("Profile of OpenHarmony"),
  .magics = magics,
  .n_magics = G_N_ELEMENTS (magics),
  .read = read_htrace,
  .read_clock = read_clock,
};
