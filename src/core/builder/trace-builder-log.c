/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-private.h"

/* Flows between slices, and what programs tell of the clocks of threads at slices. */

/* Hardly a log has shorter lines. Room for as many of them is only taken as it is used; but no more
 * is asked for at first, for a file may say that it is larger than any memory. */
#define USUAL_LINE_BYTES 64
#define MOST_AT_FIRST    (4u * 1024 * 1024)

void
tv_trace_builder_init_log (TvTraceBuilder *self)
{
  tv_trace_builder_init_counters (self);
  self->flows = g_array_new (FALSE, FALSE, sizeof (TvOpenFlow));
  self->flow_ids = g_array_new (FALSE, FALSE, sizeof (TvSparseCell));
  self->thread_clocks = g_array_new (FALSE, FALSE, sizeof (TvOpenThreadClock));
}

void
tv_trace_builder_clear_log (TvTraceBuilder *self)
{
  tv_trace_builder_clear_counters (self);
  tv_trace_builder_clear_events (self);
  g_array_unref (self->flows);
  g_array_unref (self->flow_ids);
  g_array_unref (self->thread_clocks);
}

/**
 * tv_trace_builder_expect_events:
 * @self: a builder without events
 * @size: bytes of the file that they will be from
 */
void
tv_trace_builder_expect_events (TvTraceBuilder *self, gsize size)
{
  self->has_wide_offsets = size > G_MAXUINT32;
  self->usual_events = MIN (size / USUAL_LINE_BYTES, MOST_AT_FIRST);
}

/**
 * tv_trace_builder_add_flow:
 * @self: a builder
 * @from: a slice, see tv_trace_builder_get_last_slice() and tv_trace_builder_add_slice()
 * @to: the slice that received what it sent
 */
void
tv_trace_builder_add_flow (TvTraceBuilder *self, guint64 from, guint64 to)
{
  TvOpenFlow flow = { from, to };

  g_array_append_val (self->flows, flow);
}

/**
 * tv_trace_builder_set_flow_id:
 * @self: a builder with a flow
 * @id: what the file knows the last flow by
 */
void
tv_trace_builder_set_flow_id (TvTraceBuilder *self, guint64 id)
{
  TvSparseCell cell = { (gint64) id, self->flows->len - 1 };

  g_return_if_fail (self->flows->len > 0);
  g_array_append_val (self->flow_ids, cell);
}

/**
 * tv_trace_builder_add_thread_clock:
 * @self: a builder
 * @slice: a slice, as for tv_trace_builder_add_flow()
 * @clock: what of it the program told; each at most once
 * @value: that
 */
void
tv_trace_builder_add_thread_clock (TvTraceBuilder *self,
                                   guint64 slice,
                                   TvThreadClock clock,
                                   gint64 value)
{
  TvOpenThreadClock told = { slice, value, clock };

  if (tv_trace_builder_has_row (self, self->thread_clocks))
    g_array_append_val (self->thread_clocks, told);
}

/* Tracks are laid out by now: a slice is its track's first and its row. */
static guint32
find_row (const TvTraceBuilder *self, guint64 slice)
{
  guint64 place = tv_trace_builder_resolve_slice (self, slice);

  return self->trace->tracks[place >> 32].first_slice + (guint32) place;
}

static void
lay_out_flows (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;

  trace->n_flows = self->flows->len;
  trace->flows = g_new (TvFlow, trace->n_flows);
  for (guint i = 0; i < self->flows->len; i++)
    {
      const TvOpenFlow *flow = &g_array_index (self->flows, TvOpenFlow, i);

      trace->flows[i].from = find_row (self, flow->from);
      trace->flows[i].to = find_row (self, flow->to);
    }
}

static void
lay_out_thread_clocks (TvTraceBuilder *self)
{
  for (TvThreadClock clock = 0; self->thread_clocks->len > 0 && clock < TV_N_THREAD_CLOCKS; clock++)
    {
      g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (TvSparseCell));

      for (guint i = 0; i < self->thread_clocks->len; i++)
        {
          const TvOpenThreadClock *told = &g_array_index (self->thread_clocks, TvOpenThreadClock,
                                                          i);
          TvSparseCell cell = { .value = told->value };

          if (told->clock != clock)
            continue;
          cell.row = find_row (self, told->slice);
          g_array_append_val (cells, cell);
        }
      tv_sparse_column_fill (&self->trace->thread_clocks[clock], cells);
    }
}

void
tv_trace_builder_lay_out_log (TvTraceBuilder *self)
{
  tv_trace_builder_lay_out_counters (self);
  lay_out_flows (self);
  tv_sparse_column_fill (&self->trace->flow_ids, self->flow_ids);
  lay_out_thread_clocks (self);
}
