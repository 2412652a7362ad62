/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "core/memory/seeded-hash.h"
#include "core/trace-builder-recording.h"
#include "formats/ftrace/ftrace-merge.h"
#include "formats/htrace/htrace-counters.h"
#include "formats/htrace/htrace-hooks.h"
#include "formats/htrace/htrace-kernel.h"
#include "formats/htrace/htrace-log.h"
#include "formats/samples/perf-data/perf-clock.h"

/* Reads recordings of OpenHarmony's profiler (.htrace): messages of plugins, followed by recordings of hiperf.
 *
 *   messages ─▶ survey   clocks, symbols, thread names
 *            ─▶ take     kernel events are added to the builder; counters and log lines are collected
 *            ─▶ emit     in time order by ftrace-replay, which adds counters between kernel events
 *   nativehook and perf.data have separate readers, for heap changes and samples
 *
 * If the clocks of the file are synchronized, all timestamps are relative to boot. Entry point: tv_format_htrace,
 * listed in TV_FORMATS. The Reader belongs to ftrace-merge.c after all messages have been read. */

/* Uncertainty of the clock snapshot in ns: the profiler reads one clock after the other. */
#define CLOCKS_UNCERTAINTY_NS 10000

typedef struct
{
  TvTraceBuilder *builder;
  const TvReadContext *context;
  TvHtraceFile file;
  TvFtraceThreads *threads;
  TvHtraceKernel *kernel;
  TvHtraceCounters *counters;
  TvHtraceLog log;
  GHashTable *not_shown; /* names of unsupported plugins */
  guint64 n_unsynchronized;
} Reader;

static gboolean
is_of (const TvHtraceMessage *message, const char *plugin)
{
  return tv_htrace_is_plugin (message->plugin, plugin);
}

/* ---- Messages ---- */

static gboolean
survey_message (const TvHtraceMessage *message, gpointer data)
{
  Reader *self = data;

  if (is_of (message, "ftrace-plugin"))
    tv_htrace_kernel_survey (self->kernel, &self->file, message);
  return tv_read_context_step (
      self->context, 0.2 * (double) message->file_offset / (double) self->file.input->size, NULL);
}

static void
take_polled (Reader *self, const TvHtraceMessage *message)
{
  gint64 ts;
  g_autofree char *name = g_strndup (message->plugin.text != NULL ? message->plugin.text : "",
                                     message->plugin.size);

  if (g_str_has_suffix (name, "_config"))
    return; /* configuration of a plugin */
  if (!tv_htrace_counters_has (message))
    g_hash_table_add (self->not_shown, g_steal_pointer (&name));
  else if (message->ts != 0 &&
           tv_htrace_file_convert (&self->file, message->clock, message->ts, &ts))
    tv_htrace_counters_take (self->counters, message, ts);
  else
    self->n_unsynchronized++;
}

static gboolean
take_message (const TvHtraceMessage *message, gpointer data)
{
  Reader *self = data;

  if (is_of (message, "ftrace-plugin"))
    tv_htrace_kernel_take (self->kernel, &self->file, message);
  else if (!tv_htrace_log_take (&self->log, message) && !is_of (message, "nativehook") &&
           !is_of (message, "hookdaemon"))
    take_polled (self, message);
  return tv_read_context_step (
      self->context, 0.2 + 0.4 * (double) message->file_offset / (double) self->file.input->size,
      NULL);
}

/* ---- Separate readers ---- */

/* Returns the timeline time of the recording's start, in ns. */
static gint64
get_start (const Reader *self)
{
  gint64 start = self->file.clocks[self->file.own_clock];

  tv_add_ns (&start, self->file.offset_ns);
  return start;
}

/* Returns the offset from a clock to the timeline, in ns. For a clock that is not synchronized, returns the offset of
 * the file. */
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
  tv_trace_builder_begin_separate (
      self->builder, tv_trace_builder_begin_input (self->builder, "hiperf", input->size), offset_ns,
      0, get_start (self));
  is_read = tv_format_perf_data.read (input, self->builder, self->context, error);
  tv_trace_builder_end_separate (self->builder);
  return is_read;
}

static gboolean
read_hooks (Reader *self, GError **error)
{
  gboolean is_read;

  if (!tv_htrace_has_hooks (&self->file))
    return TRUE;
  tv_trace_builder_begin_separate (
      self->builder,
      tv_trace_builder_begin_input (self->builder, "nativehook", self->file.input->size), 0, 0,
      get_start (self));
  is_read = tv_htrace_read_hooks (&self->file, tv_trace_builder_get_n_events (self->builder) == 0,
                                  self->builder, self->context, error);
  tv_trace_builder_end_separate (self->builder);
  return is_read;
}

/* Reads the blocks that have separate readers. Reports a damaged block and continues with the next one. */
static gboolean
read_separately (Reader *self, GError **error)
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
      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_UNREAD_PART,
                                    (gint64) (self->file.base_offset + block->start), "%s",
                                    why->message);
    }
  return TRUE;
}

/* ---- Problems ---- */

static void
emit_problems (Reader *self)
{
  GList *names = g_list_sort (g_hash_table_get_keys (self->not_shown), (GCompareFunc) strcmp);

  if (self->file.bad_file_offset >= 0)
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_CUT_RECORD,
                                    (gint64) self->file.base_offset + self->file.bad_file_offset);
  if (self->n_unsynchronized + self->log.n_unsynchronized > 0)
    tv_trace_builder_count_problems (self->builder, TV_PROBLEM_UNTIED_CLOCK, -1,
                                     self->n_unsynchronized + self->log.n_unsynchronized);
  for (const GList *at = names; at != NULL; at = at->next)
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_UNREAD_PART, -1, "%s",
                                  (const char *) at->data);
  g_list_free (names);
}

static gboolean
take_all (Reader *self, GError **error)
{
  if (tv_htrace_file_visit (&self->file, survey_message, self) &&
      tv_htrace_file_visit (&self->file, take_message, self))
    return TRUE;
  tv_error_set_cancelled (error);
  return FALSE;
}

/* ---- Time order ---- */

static gint64
get_first (gpointer member)
{
  Reader *self = member;

  return MIN (get_start (self), tv_htrace_counters_get_next (self->counters));
}

static gint64
get_next (gpointer member)
{
  return tv_htrace_counters_get_next (((Reader *) member)->counters);
}

static gint64
get_last (gpointer member)
{
  return tv_htrace_counters_get_last (((Reader *) member)->counters);
}

static void
settle (gpointer member)
{
}

static void
emit (gpointer member, gint64 until)
{
  tv_htrace_counters_emit (((Reader *) member)->counters, until);
}

static gboolean
finish (gpointer member, const TvReadContext *context, GError **error)
{
  Reader *self = member;

  self->context = context;
  if (!read_separately (self, error))
    return FALSE;
  emit_problems (self);
  return TRUE;
}

static void
free_reader (gpointer member)
{
  Reader *self = member;

  g_clear_pointer (&self->counters, tv_htrace_counters_free);
  g_clear_pointer (&self->kernel, tv_htrace_kernel_free);
  g_clear_pointer (&self->not_shown, g_hash_table_unref);
  tv_htrace_file_clear (&self->file);
  g_free (self);
}

static const TvFtraceMemberType member_type = { get_first, get_next, get_last,   settle,
                                                emit,      finish,   free_reader };

/* ---- Files with a single clock ---- */

typedef struct
{
  const TvHtraceFile *file;
  TvHtraceClock clock; /* clock of all records so far; TV_HTRACE_N_CLOCKS if there are none */
  gint64 first;        /* first timestamp, in ns */
} OwnClock;

/* Sets @clock to the clock of a record. Returns whether the record has a timestamp. */
static gboolean
find_record_clock (const TvHtraceMessage *message, TvHtraceClock *clock)
{
  if (is_of (message, "ftrace-plugin"))
    *clock = TV_HTRACE_BOOTTIME;
  else if (is_of (message, "nativehook") || is_of (message, "hookdaemon"))
    *clock = TV_HTRACE_REALTIME;
  else if (tv_htrace_counters_has (message) && message->ts != 0)
    *clock = message->clock;
  else
    return FALSE;
  return TRUE;
}

/* Checks the clock of a record. Returns FALSE if the timestamp is invalid, if records use different clocks, or if the
 * clock is the boot clock or synchronized with it. A #TvHtraceVisit. */
static gboolean
see_clock (const TvHtraceMessage *message, gpointer data)
{
  OwnClock *own = data;
  TvHtraceClock clock;
  gint64 ts;

  if (!find_record_clock (message, &clock))
    return TRUE;
  if (clock >= TV_HTRACE_N_CLOCKS || clock == TV_HTRACE_BOOTTIME || message->ts <= 0 ||
      (own->clock != TV_HTRACE_N_CLOCKS && own->clock != clock) ||
      tv_htrace_file_convert (own->file, clock, message->ts, &ts))
    return FALSE;
  own->clock = clock;
  own->first = MIN (own->first, message->ts);
  return TRUE;
}

/* If all records use the same unsynchronized clock, sets that clock as the clock of the timeline. SmartPerf's ability
 * monitor polls with a single clock, and the headers of its files contain no clocks. */
static void
find_own_clock (TvHtraceFile *file)
{
  OwnClock own = { file, TV_HTRACE_N_CLOCKS, G_MAXINT64 };

  for (guint i = 0; i < file->blocks->len; i++)
    if (g_array_index (file->blocks, TvHtraceBlock, i).kind == TV_HTRACE_PERF_DATA)
      return;
  if (!tv_htrace_file_visit (file, see_clock, &own) || own.clock == TV_HTRACE_N_CLOCKS)
    return;
  file->own_clock = own.clock;
  if (file->clocks[own.clock] == 0)
    file->clocks[own.clock] = own.first;
}

/* ---- Whole file ---- */

/* Adds the clocks of the header as a snapshot, with Perfetto's clock numbers. */
static void
add_clock_readings (Reader *self)
{
  static const guint32 ids[TV_HTRACE_N_CLOCKS] = {
    [TV_HTRACE_BOOTTIME] = 6,  [TV_HTRACE_REALTIME] = 1,         [TV_HTRACE_REALTIME_COARSE] = 2,
    [TV_HTRACE_MONOTONIC] = 3, [TV_HTRACE_MONOTONIC_COARSE] = 4, [TV_HTRACE_MONOTONIC_RAW] = 5,
  };
  const gint64 *clocks = self->file.clocks;

  for (guint i = 0; i < TV_HTRACE_N_CLOCKS && clocks[self->file.own_clock] > 0; i++)
    if (clocks[i] > 0 && (self->file.own_clock == TV_HTRACE_BOOTTIME || i == self->file.own_clock))
      tv_trace_builder_add_clock_reading (
          self->builder,
          &(TvSnapshotClock){ .ts = get_start (self), .clock = ids[i], .value = clocks[i] });
}

static gboolean
open_file (Reader *self, const TvTimedInput *input, GError **error)
{
  if (!tv_input_load (input->input, self->context->cancellable, error) ||
      !tv_htrace_file_open (&self->file, input->input, error))
    return FALSE;
  find_own_clock (&self->file);
  self->file.offset_ns = input->offset_ns;
  /* A file that is opened alone has no name. */
  if (input->name != NULL)
    self->file.base_offset = tv_trace_builder_begin_input (self->builder, input->name,
                                                           input->input->size);
  tv_trace_builder_count_in_ns (self->builder, get_start (self));
  add_clock_readings (self);
  self->not_shown = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, NULL);
  self->kernel = tv_htrace_kernel_new (self->builder, self->threads);
  self->counters = tv_htrace_counters_new (self->builder, self->threads);
  return TRUE;
}

static gboolean
gather (const TvTimedInput *input, gpointer data, const TvReadContext *context, GError **error)
{
  TvFtraceMerge *merge = data;
  Reader *self = g_new0 (Reader, 1);
  TvFtraceMember member = { .origin = { .valid_from = G_MININT64, .trusts_marks = TRUE },
                            .tick_ns = 1,
                            .is_recording = TRUE,
                            .type = &member_type,
                            .data = self };

  self->builder = merge->builder;
  self->context = context;
  self->threads = &merge->threads;
  self->log = (TvHtraceLog){ merge->builder, &self->file, &merge->threads, 0 };
  if (!open_file (self, input, error) || !take_all (self, error))
    {
      free_reader (self);
      return FALSE;
    }
  tv_htrace_counters_sort (self->counters);
  merge->is_reordered |= tv_htrace_kernel_finish (self->kernel);
  member.origin.seen = tv_htrace_kernel_get_seen (self->kernel);
  tv_ftrace_merge_add (merge, input, self->file.base_offset, &member);
  return TRUE;
}

static gboolean
read_htrace (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  return tv_ftrace_merge_read (&tv_format_htrace, input, builder, context, error);
}

/* ---- Clock ---- */

/* Adds the clocks of the header, which were read at the start of the recording, as a snapshot. */
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

  if (is_read)
    find_own_clock (&file);
  for (guint i = 0; is_read && i < G_N_ELEMENTS (shared); i++)
    if (file.clocks[shared[i].clock] > 0 &&
        (file.own_clock == TV_HTRACE_BOOTTIME || shared[i].clock == file.own_clock))
      readings[n++] = (TvClockReading){ tv_clocks_add (clocks, shared[i].name),
                                        file.clocks[shared[i].clock] };
  if (is_read && (n == 0 || file.clocks[file.own_clock] <= 0))
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
                           _("The header contains no clocks"));
      is_read = FALSE;
    }
  if (is_read)
    {
      *first = readings[0];
      if (n > 1)
        tv_clocks_add_snapshot (clocks, readings, n, CLOCKS_UNCERTAINTY_NS,
                                _("clocks in the header"));
    }
  tv_htrace_file_clear (&file);
  return is_read;
}

static const TvMagic magics[] = { TV_MAGIC (0, 0, TV_HTRACE_MAGIC) };

const TvFormat tv_format_htrace = {
  .id = "htrace",
  .title = N_("OpenHarmony profiles (.htrace)"),
  .patterns = (const char *const[]){ "*.htrace", NULL },
  .mime_type = "application/x-ohos-htrace",
  .mime_title = N_("OpenHarmony profile"),
  .magics = magics,
  .n_magics = G_N_ELEMENTS (magics),
  .read = read_htrace,
  .read_clock = read_clock,
  .merger = &tv_ftrace_merger,
  .gather = gather,
};
