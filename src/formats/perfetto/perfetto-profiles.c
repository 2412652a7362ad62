/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-profiles-private.h"

#include "formats/perfetto/perfetto-recording.h"

/* Owns the stack samples that perfetto-perf-sample.c and perfetto-stack-sample.c decode during the packet loop;
 * perfetto.c calls tv_perfetto_profiles_emit() at the end. tv_perfetto_profiles_find_stack() also counts missing
 * stacks as problems; _get_session() also numbers new sessions. */

TvPerfettoProfiles *
tv_perfetto_profiles_new (TvPerfettoReader *reader)
{
  TvPerfettoProfiles *self = g_new0 (TvPerfettoProfiles, 1);

  self->reader = reader;
  tv_sample_writer_init (&self->writer, reader->builder);
  self->symbols = tv_perfetto_symbols_new ();
  self->samples = g_array_new (FALSE, FALSE, sizeof (TvStackSample));
  self->async_ids = g_array_new (FALSE, FALSE, sizeof (TvSparseCell));
  return self;
}

void
tv_perfetto_profiles_free (TvPerfettoProfiles *self)
{
  tv_sample_writer_clear (&self->writer);
  tv_perfetto_symbols_free (self->symbols);
  g_array_unref (self->samples);
  g_array_unref (self->async_ids);
  g_clear_pointer (&self->kinds, g_array_unref);
  g_clear_pointer (&self->counts, g_array_unref);
  tv_row_table_clear (&self->count_rows);
  g_free (self);
}

/* Returns: (transfer none): the symbols that the file itself contains */
TvPerfettoSymbols *
tv_perfetto_profiles_get_symbols (TvPerfettoProfiles *self)
{
  return self->symbols;
}

/**
 * tv_perfetto_profiles_find_in:
 * @stacks: (nullable): stacks of a sequence
 * @iid: iid of a callstack
 * @callsite: (out): callsite of the innermost frame
 *
 * Looks up a stack. If the stack is unknown or incomplete, counts the reason.
 *
 * Returns: whether the stack is known
 */
gboolean
tv_perfetto_profiles_find_in (TvPerfettoProfiles *self,
                              TvPerfettoStacks *stacks,
                              guint64 iid,
                              guint32 *callsite)
{
  if (stacks == NULL)
    self->faults[TV_PERFETTO_NO_STACK]++;
  return stacks != NULL && tv_perfetto_stacks_find (stacks, iid, &self->writer, self->symbols,
                                                    self->faults, callsite);
}

/**
 * tv_perfetto_profiles_find_stack:
 * @message: packet of the sample
 * @iid: iid of the sample's callstack; 0 if none
 *
 * Looks up the stack of a sample. Counts unknown stacks.
 *
 * Returns: callsite of the innermost frame; %TV_NONE if unknown
 */
guint32
tv_perfetto_profiles_find_stack (TvPerfettoProfiles *self,
                                 const TvPerfettoMessage *message,
                                 guint64 iid)
{
  guint32 callsite = TV_NONE;
  TvPerfettoStacks *stacks = iid != 0 ? message->sequence->stacks : NULL;

  if (!tv_perfetto_profiles_find_in (self, stacks, iid, &callsite))
    tv_trace_builder_count_problem (self->reader->builder, TV_PROBLEM_MISSING_STACK,
                                    (gint64) message->packet->file_offset);
  return callsite;
}

/**
 * tv_perfetto_profiles_get_session:
 * @sequence: sequence of the samples
 *
 * Gets the sampling session of a sequence. Assigns a number on first use.
 *
 * Returns: number of the session, from 1; 0 if there are too many sessions
 */
guint16
tv_perfetto_profiles_get_session (TvPerfettoProfiles *self, TvPerfettoSequence *sequence)
{
  if (sequence->session == 0 && self->n_sessions < G_MAXUINT16)
    sequence->session = (guint16) ++self->n_sessions;
  return sequence->session;
}

/**
 * tv_perfetto_profiles_get_span:
 * @self: profiles, after the last packet
 * @first: (inout): time in ns; lowered to the time of the first sample
 * @last: (inout): time in ns; raised to the time of the last sample
 *
 * Extends a time range to contain all samples.
 */
void
tv_perfetto_profiles_get_span (const TvPerfettoProfiles *self, gint64 *first, gint64 *last)
{
  for (guint i = 0; i < self->samples->len; i++)
    {
      *first = MIN (*first, g_array_index (self->samples, TvStackSample, i).ts);
      *last = MAX (*last, g_array_index (self->samples, TvStackSample, i).ts);
    }
}

/**
 * tv_perfetto_profiles_count_faults:
 * @self: profiles, after the last packet
 *
 * Adds the number of incomplete stacks to the statistics, per reason.
 */
void
tv_perfetto_profiles_count_faults (TvPerfettoProfiles *self)
{
  static const TvPerfettoStat stats[TV_N_PERFETTO_STACK_FAULTS] = {
    [TV_PERFETTO_NO_STACK] = TV_PERFETTO_STAT_UNKNOWN_STACKS,
    [TV_PERFETTO_EMPTY_STACK] = TV_PERFETTO_STAT_EMPTY_STACKS,
    [TV_PERFETTO_NO_FRAME] = TV_PERFETTO_STAT_UNKNOWN_FRAMES,
    [TV_PERFETTO_NO_MAPPING] = TV_PERFETTO_STAT_UNKNOWN_MAPPINGS,
    [TV_PERFETTO_NO_STRING] = TV_PERFETTO_STAT_UNKNOWN_STRINGS,
    [TV_PERFETTO_NO_BUILD_ID] = TV_PERFETTO_STAT_NO_BUILD_ID,
  };

  for (guint fault = 0; fault < TV_N_PERFETTO_STACK_FAULTS; fault++)
    if (self->faults[fault] > 0)
      tv_perfetto_count (self->reader, stats[fault], TV_NONE, self->faults[fault]);
}

/* ---- Output ---- */

/**
 * tv_perfetto_find_thread:
 * @threads: all threads, with their lifetimes
 * @first: the first of the threads that used a tid
 * @ts: a timestamp, in ns
 *
 * Finds the thread that used this tid at @ts.
 *
 * Returns: utid of that thread
 */
guint32
tv_perfetto_find_thread (const TvFtraceThreads *threads, guint32 first, gint64 ts)
{
  guint32 utid = first, next;

  while ((next = tv_ftrace_threads_peek (threads, utid)->next) != TV_NONE &&
         tv_ftrace_threads_peek (threads, next)->seen <= ts)
    utid = next;
  return utid;
}

static void
emit_samples (TvPerfettoProfiles *self)
{
  guint next = 0; /* index in @async_ids, which is sorted by row */

  for (guint i = 0; i < self->samples->len; i++)
    {
      TvStackSample *sample = &g_array_index (self->samples, TvStackSample, i);

      if (sample->utid != TV_NONE)
        sample->utid = tv_perfetto_find_thread (self->reader->threads, sample->utid, sample->ts);
      tv_sample_writer_add (&self->writer, sample);
      if (next < self->async_ids->len &&
          g_array_index (self->async_ids, TvSparseCell, next).row == i)
        tv_trace_builder_set_async_id (self->reader->builder,
                                       g_array_index (self->async_ids, TvSparseCell, next++).value);
    }
}

/**
 * tv_perfetto_profiles_emit:
 * @self: profiles, after the last packet
 *
 * Adds the samples to the builder. Must be called after all other data has been added.
 */
void
tv_perfetto_profiles_emit (TvPerfettoProfiles *self)
{
  emit_samples (self);
  if (self->samples->len > 0)
    tv_sample_writer_finish (&self->writer);
}
