/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/builder/trace-builder-private.h"
#include "core/memory/key-order.h"

/* Log lines and dumps; and when a trace begins and ends that has them. */

void
tv_trace_builder_init_parts (TvTraceBuilder *self)
{
  self->log_lines = g_array_new (FALSE, FALSE, sizeof (TvLogLine));
  self->dumps = g_array_new (FALSE, FALSE, sizeof (TvDump));
  self->dump_threads = g_array_new (FALSE, FALSE, sizeof (TvDumpThread));
  self->dump_locks = g_array_new (FALSE, FALSE, sizeof (TvDumpLock));
  tv_trace_builder_init_stacks (self);
}

void
tv_trace_builder_clear_parts (TvTraceBuilder *self)
{
  g_array_unref (self->log_lines);
  g_array_unref (self->dumps);
  g_array_unref (self->dump_threads);
  g_array_unref (self->dump_locks);
  tv_trace_builder_clear_stacks (self);
}

/* Whether one more fits; without, the trace is too large. */
gboolean
tv_trace_builder_has_row (TvTraceBuilder *self, const GArray *rows)
{
  self->is_full |= rows->len >= TV_MAX_SORTED;
  return rows->len < TV_MAX_SORTED;
}

/* ---- Log lines ---- */

/**
 * tv_trace_builder_add_log_line:
 * @self: a builder
 * @line: a line; they may come in any order
 */
void
tv_trace_builder_add_log_line (TvTraceBuilder *self, const TvLogLine *line)
{
  g_return_if_fail (line->text != TV_NONE && line->level < TV_N_LOG_LEVELS);
  if (tv_trace_builder_has_row (self, self->log_lines))
    g_array_append_vals (self->log_lines, line, 1);
}

/* Returns: (transfer full): rows in the order of their times, those of one time as they were told.
 * The times are in the rows of an array. */
guint32 *
tv_trace_builder_order_rows (const GArray *rows, gsize offset)
{
  guint32 n = rows->len;
  gsize size = g_array_get_element_size ((GArray *) rows);
  g_autofree guint64 *keys = g_new (guint64, n);
  g_autofree guint32 *spare = g_new (guint32, n);
  guint32 *order = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    {
      gint64 ts;

      memcpy (&ts, rows->data + i * size + offset, sizeof ts);
      /* The sign is turned, so that what is before 0 is less. */
      keys[i] = (guint64) ts ^ G_GUINT64_CONSTANT (1) << 63;
      order[i] = i;
    }
  tv_key_order_sort (keys, n, &order, &spare, NULL);
  return order;
}

static void
lay_out_log_lines (TvTraceBuilder *self)
{
  guint32 n = self->log_lines->len;
  g_autofree guint32 *order = NULL;
  gint64 *ts = g_new (gint64, n);
  guint32 *place = g_new (guint32, n), *pid = g_new (guint32, n), *tid = g_new (guint32, n);
  guint32 *utid = g_new (guint32, n), *tag = g_new (guint32, n), *text = g_new (guint32, n);
  guint8 *level = g_new (guint8, n);

  order = tv_trace_builder_order_rows (self->log_lines, G_STRUCT_OFFSET (TvLogLine, ts));
  for (guint32 i = 0; i < n; i++)
    {
      const TvLogLine *line = &g_array_index (self->log_lines, TvLogLine, order[i]);

      ts[i] = line->ts;
      place[i] = order[i];
      pid[i] = line->pid;
      tid[i] = line->tid;
      utid[i] = line->utid;
      level[i] = (guint8) line->level;
      tag[i] = line->tag;
      text[i] = line->text;
    }
  self->trace->log_lines = (TvLogLines){ n, ts, place, pid, tid, utid, level, tag, text };
}

/* ---- Dumps ---- */

/**
 * tv_trace_builder_begin_dump:
 * @self: a builder
 * @ts: when it was made, in ns, or %TV_NO_TIME
 * @upid: the process, or %TV_NONE
 * @title: string, or %TV_NONE
 *
 * Returns: the dump, which the threads that follow are of
 */
guint32
tv_trace_builder_begin_dump (TvTraceBuilder *self, gint64 ts, guint32 upid, guint32 title)
{
  TvDump dump = { ts, upid, title, self->dump_threads->len, 0 };

  if (!tv_trace_builder_has_row (self, self->dumps))
    return self->dumps->len - 1;
  g_array_append_val (self->dumps, dump);
  return self->dumps->len - 1;
}

/**
 * tv_trace_builder_add_dump_thread:
 * @self: a builder that has begun a dump
 * @utid: the thread, or %TV_NONE
 * @name: string, or %TV_NONE
 * @state: string, or %TV_NONE
 * @callsite: its innermost callsite, or %TV_NONE
 *
 * Returns: the thread in that dump, which the locks that follow are of
 */
guint32
tv_trace_builder_add_dump_thread (TvTraceBuilder *self,
                                  guint32 utid,
                                  guint32 name,
                                  guint32 state,
                                  guint32 callsite)
{
  TvDumpThread thread = { utid, name, state, callsite, self->dump_locks->len, 0 };

  g_return_val_if_fail (self->dumps->len > 0, TV_NONE);
  if (!tv_trace_builder_has_row (self, self->dump_threads))
    return self->dump_threads->len - 1;
  g_array_append_val (self->dump_threads, thread);
  g_array_index (self->dumps, TvDump, self->dumps->len - 1).n_threads++;
  return self->dump_threads->len - 1;
}

/**
 * tv_trace_builder_add_dump_lock:
 * @self: a builder that has added a thread of a dump
 * @lock: a lock of that thread
 *
 * Returns: the lock, for tv_trace_builder_set_lock_owner()
 */
guint32
tv_trace_builder_add_dump_lock (TvTraceBuilder *self, const TvDumpLock *lock)
{
  g_return_val_if_fail (self->dump_threads->len > 0 && lock->use < TV_N_LOCK_USES, TV_NONE);
  if (!tv_trace_builder_has_row (self, self->dump_locks))
    return self->dump_locks->len - 1;
  g_array_append_vals (self->dump_locks, lock, 1);
  g_array_index (self->dump_threads, TvDumpThread, self->dump_threads->len - 1).n_locks++;
  return self->dump_locks->len - 1;
}

/**
 * tv_trace_builder_set_lock_owner:
 * @self: a builder
 * @lock: a lock
 * @thread: the thread of the same dump that has it, told by now
 */
void
tv_trace_builder_set_lock_owner (TvTraceBuilder *self, guint32 lock, guint32 thread)
{
  g_return_if_fail (lock < self->dump_locks->len && thread < self->dump_threads->len);
  g_array_index (self->dump_locks, TvDumpLock, lock).owner = thread;
}

/* Takes the rows of an array, which is empty then. */
gpointer
tv_trace_builder_take_rows (GArray *rows, guint32 *n)
{
  gpointer taken;

  *n = rows->len;
  taken = g_memdup2 (rows->data, rows->len * g_array_get_element_size (rows));
  g_array_set_size (rows, 0);
  return taken;
}

static void
lay_out_dumps (TvTraceBuilder *self)
{
  TvDumps *dumps = &self->trace->dumps;

  dumps->dumps = tv_trace_builder_take_rows (self->dumps, &dumps->n);
  dumps->threads = tv_trace_builder_take_rows (self->dump_threads, &dumps->n_threads);
  dumps->locks = tv_trace_builder_take_rows (self->dump_locks, &dumps->n_locks);
}

/* ---- When the trace begins and ends ---- */

static void
include_time (TvTrace *trace, gint64 ts, gboolean *has_time)
{
  if (ts == TV_NO_TIME)
    return;
  trace->start_ns = *has_time ? MIN (trace->start_ns, ts) : ts;
  trace->end_ns = *has_time ? MAX (trace->end_ns, ts) : ts;
  *has_time = TRUE;
}

/* @has_time tells whether slices or events have said when the trace begins and ends. */
void
tv_trace_builder_lay_out_parts (TvTraceBuilder *self, gboolean has_time)
{
  TvTrace *trace = self->trace;
  const TvLogLines *lines = &trace->log_lines;
  const TvStackSamples *samples = &trace->stacks.samples;

  lay_out_log_lines (self);
  tv_trace_builder_lay_out_stacks (self);
  lay_out_dumps (self);
  if (lines->n > 0)
    {
      include_time (trace, lines->ts[0], &has_time);
      include_time (trace, lines->ts[lines->n - 1], &has_time);
      trace->parts |= TV_HAS_LOG_LINES;
    }
  for (guint32 i = 0; i < samples->n; i++)
    include_time (trace, samples->ts[i], &has_time);
  for (guint32 i = 0; trace->events.n == 0 && i < trace->samples.n; i++)
    include_time (trace, trace->samples.ts[i], &has_time);
  for (guint32 i = 0; i < trace->dumps.n; i++)
    include_time (trace, trace->dumps.dumps[i].ts, &has_time);
  if (samples->n > 0)
    trace->parts |= TV_HAS_STACK_SAMPLES;
  if (trace->dumps.n > 0)
    trace->parts |= TV_HAS_DUMPS;
}
