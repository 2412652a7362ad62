/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/off-cpu.h"

#include <stdlib.h>

/* Called by the readers of perf.data and simpleperf reports: _add() for each sample, then _finish(), which sorts the
 * events by time. Owns the events; adds samples through the writer. */

void
tv_off_cpu_init (TvOffCpu *self)
{
  self->events = g_array_new (FALSE, FALSE, sizeof (TvOffCpuEvent));
}

void
tv_off_cpu_clear (TvOffCpu *self)
{
  g_array_unref (self->events);
}

/**
 * tv_off_cpu_add:
 * @event: a sample or a switch-in of a thread
 *
 * Adds an event. Events may be added in any order; an event without a timestamp is ignored.
 */
void
tv_off_cpu_add (TvOffCpu *self, const TvOffCpuEvent *event)
{
  if (self->events->len < G_MAXINT32 && event->ts != TV_NO_TIME)
    g_array_append_vals (self->events, event, 1);
}

/* Compares pointers to events by time. Events with equal times are ordered by their position in the array, which is
 * the order of the file. */
static int
compare_events (const void *a, const void *b)
{
  const TvOffCpuEvent *x = *(const TvOffCpuEvent *const *) a;
  const TvOffCpuEvent *y = *(const TvOffCpuEvent *const *) b;

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void
emit (TvSampleWriter *writer, guint32 kind, const TvOffCpuEvent *from, gint64 until)
{
  gint64 ns;

  if (__builtin_sub_overflow (until, from->ts, &ns))
    ns = G_MAXINT64;
  tv_sample_writer_add (writer, &(TvStackSample){ .ts = from->ts,
                                                  .kind = kind,
                                                  .utid = from->utid,
                                                  .cpu = from->cpu,
                                                  .callsite = from->callsite,
                                                  .weight = MAX (ns, 1) });
}

/**
 * tv_off_cpu_finish:
 * @writer: writer to which a sample is added for each interval
 *
 * Emits the off-CPU intervals as simpleperf's library does: a thread is off-CPU until its next switch-in or sample,
 * whichever comes first, and for at least 1 ns. Intervals without an end are skipped and reported as a problem.
 */
void
tv_off_cpu_finish (TvOffCpu *self, TvSampleWriter *writer)
{
  const TvOffCpuEvent *all = (const TvOffCpuEvent *) (gpointer) self->events->data;
  guint32 n = self->events->len, n_open = 0, kind;
  g_autofree const TvOffCpuEvent **order = g_new (const TvOffCpuEvent *, MAX (n, 1));
  TvIdMap away; /* tid → 1 + index of the switch-out in @order; 0 if the thread is on a CPU */

  kind = tv_sample_writer_get_kind (writer,
                                    (TvSpan){ TV_SAMPLES_OFF_CPU, strlen (TV_SAMPLES_OFF_CPU) });
  for (guint32 i = 0; i < n; i++)
    order[i] = &all[i];
  qsort (order, n, sizeof *order, compare_events);
  tv_id_map_init (&away);
  for (guint32 i = 0; i < n; i++)
    {
      guint32 from = tv_id_map_find (&away, order[i]->tid);
      gboolean is_away = from != TV_NONE && from > 0;

      if (is_away)
        emit (writer, kind, order[from - 1], order[i]->ts);
      n_open = n_open + (order[i]->leaves ? 1 : 0) - (is_away ? 1 : 0);
      if (is_away || order[i]->leaves)
        tv_id_map_set (&away, order[i]->tid, order[i]->leaves ? i + 1 : 0);
    }
  tv_id_map_clear (&away);
  if (n_open > 0)
    tv_trace_builder_count_problems (writer->builder, TV_PROBLEM_OPEN_OFF_CPU, -1, n_open);
}
