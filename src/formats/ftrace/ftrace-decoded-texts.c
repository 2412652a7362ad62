/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-decoded-texts.h"

#include "core/memory/large-block.h"
#include "formats/ftrace/ftrace-handlers.h"

/* Step 1 of the replay: decodes each distinct event text once, in TV_FTRACE_DECODE_TASKS parallel tasks. Called by
 * ftrace-replay.c for each batch of events. Tasks write disjoint ranges of @all and private strings. Only
 * tv_ftrace_decoded_texts_settle(), which runs on one thread, adds to the builder. */

/* Looks up the event type for each string, because any string may be an event name. */
static void
look_up_events (TvFtraceDecodedTexts *self)
{
  const TvStringPool *strings = tv_trace_builder_get_strings (self->builder);
  guint32 n = tv_string_pool_get_n (strings);

  self->events = g_malloc (n);
  for (guint32 i = 0; i < n; i++)
    self->events[i] = (guint8) tv_ftrace_event_lookup (tv_span (tv_string_pool_get (strings, i)));
}

/**
 * tv_ftrace_decoded_texts_init:
 * @self: (out caller-allocates): decoded texts
 * @builder: builder with all texts of the log; must outlive @self
 *
 * Initializes @self without decoding any text.
 */
void
tv_ftrace_decoded_texts_init (TvFtraceDecodedTexts *self, TvTraceBuilder *builder)
{
  memset (self, 0, sizeof *self);
  self->builder = builder;
  self->all = tv_large_block_new (tv_trace_builder_get_n_texts (builder) * sizeof *self->all);
  tv_ftrace_args_init (&self->args, builder);
  for (guint i = 0; i < TV_FTRACE_DECODE_TASKS; i++)
    tv_ftrace_decoded_events_init (&self->tasks[i].decoded_events,
                                   tv_trace_builder_get_strings (builder));
  look_up_events (self);
}

void
tv_ftrace_decoded_texts_clear (TvFtraceDecodedTexts *self)
{
  for (guint i = 0; i < TV_FTRACE_DECODE_TASKS; i++)
    tv_ftrace_decoded_events_clear (&self->tasks[i].decoded_events);
  tv_ftrace_args_clear (&self->args);
  g_free (self->all);
  g_free (self->events);
}

/* Returns the event type of a text. */
TvFtraceEvent
tv_ftrace_decoded_texts_get_event (const TvFtraceDecodedTexts *self, guint32 text)
{
  return self->events[tv_trace_builder_get_text_name (self->builder, text)];
}

/**
 * tv_ftrace_decoded_texts_share:
 * @self: decoded texts, all settled
 * @end: number of leading texts of the log that must be decoded; earlier texts are not decoded again
 *
 * Distributes the texts before @end that have not been decoded yet among the tasks.
 */
void
tv_ftrace_decoded_texts_share (TvFtraceDecodedTexts *self, guint32 end)
{
  guint32 first = self->n, n;

  end = MAX (end, first);
  n = end - first;
  for (guint i = 0; i < TV_FTRACE_DECODE_TASKS; i++)
    {
      TvFtraceDecodeTask *task = &self->tasks[i];

      task->first = first + (guint32) ((guint64) n * i / TV_FTRACE_DECODE_TASKS);
      task->n = first + (guint32) ((guint64) n * (i + 1) / TV_FTRACE_DECODE_TASKS) - task->first;
    }
  self->first_new = first;
  self->n = end;
}

/**
 * tv_ftrace_decoded_texts_decode:
 * @self: decoded texts, after tv_ftrace_decoded_texts_share()
 * @task: index of a task
 *
 * Decodes the texts of a task. Tasks may run in parallel, on any threads.
 */
void
tv_ftrace_decoded_texts_decode (TvFtraceDecodedTexts *self, guint task)
{
  TvFtraceDecodeTask *own = &self->tasks[task];

  for (guint32 text = own->first; text < own->first + own->n; text++)
    {
      guint32 name = tv_trace_builder_get_text_name (self->builder, text);
      TvKernelArgs args = tv_kernel_args_get (self->builder, text, own->decoded_events.texts);

      tv_ftrace_handlers_decode (&own->decoded_events, self->events[name], name, &args,
                                 &self->all[text]);
      tv_ftrace_decoded_set_context (&self->all[text],
                                     tv_trace_builder_get_text_context (self->builder, text));
    }
}

/**
 * tv_ftrace_decoded_texts_settle:
 * @self: decoded texts whose tasks have finished
 *
 * Adds the strings and arguments of the new texts to the trace, in the order of the texts.
 */
void
tv_ftrace_decoded_texts_settle (TvFtraceDecodedTexts *self)
{
  for (guint i = 0; i < TV_FTRACE_DECODE_TASKS; i++)
    {
      TvFtraceDecodeTask *task = &self->tasks[i];

      tv_ftrace_decoded_events_settle (&task->decoded_events, &self->all[task->first], task->n,
                                       &self->args, self->builder);
      tv_ftrace_decoded_events_empty (&task->decoded_events);
      for (guint32 text = task->first; text < task->first + task->n; text++)
        if (tv_ftrace_mark_is_shown (&self->all[text]))
          tv_trace_builder_set_text_shown (self->builder, text);
    }
}
