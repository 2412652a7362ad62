/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/links-part.h"

#include "core/builder/complete-part.h"
#include "core/builder/rows.h"
#include "core/trace-edit.h"

/* Flows between slices, and thread clock values that programs report at slices. Called by the readers of Perfetto and
 * ftrace. Until the stage "links" of trace-builder.c, flows and clock values refer to slices by handle; the stage
 * converts the handles to rows. */

typedef struct
{
  guint64 from;
  guint64 to;
} Flow;

/* Value of a thread clock at a slice. */
typedef struct
{
  guint64 slice;
  gint64 value;
  TvThreadClock clock;
} ThreadClock;

struct _TvLinksPart
{
  GArray *flows;         /* Flow */
  GArray *flow_ids;      /* TvSparseCell by row in @flows */
  GArray *thread_clocks; /* ThreadClock */
};

static void
init (TvTraceBuilder *self)
{
  self->links = g_new0 (TvLinksPart, 1);
  self->links->flows = g_array_new (FALSE, FALSE, sizeof (Flow));
  self->links->flow_ids = g_array_new (FALSE, FALSE, sizeof (TvSparseCell));
  self->links->thread_clocks = g_array_new (FALSE, FALSE, sizeof (ThreadClock));
}

static void
clear (TvTraceBuilder *self)
{
  g_array_unref (self->links->flows);
  g_array_unref (self->links->flow_ids);
  g_array_unref (self->links->thread_clocks);
  g_clear_pointer (&self->links, g_free);
}

const TvBuilderPart tv_builder_links = { .init = init, .clear = clear };

/**
 * tv_trace_builder_add_flow:
 * @from: handle of the sending slice, from tv_trace_builder_get_last_slice() or tv_trace_builder_add_slice()
 * @to: handle of the receiving slice
 *
 * Adds a flow between two slices.
 */
void
tv_trace_builder_add_flow (TvTraceBuilder *self, guint64 from, guint64 to)
{
  Flow flow = { from, to };

  g_array_append_val (self->links->flows, flow);
}

/**
 * tv_trace_builder_set_flow_id:
 * @self: a builder with a flow
 * @id: id of the flow in the file
 *
 * Sets the id of the flow that was added last.
 */
void
tv_trace_builder_set_flow_id (TvTraceBuilder *self, guint64 id)
{
  TvSparseCell cell = { (gint64) id, self->links->flows->len - 1 };

  g_return_if_fail (self->links->flows->len > 0);
  g_array_append_val (self->links->flow_ids, cell);
}

/**
 * tv_trace_builder_add_thread_clock:
 * @slice: handle of a slice, see tv_trace_builder_add_flow()
 * @clock: a clock for which the slice has no value yet
 *
 * Adds the value of a thread clock at a slice.
 */
void
tv_trace_builder_add_thread_clock (TvTraceBuilder *self,
                                   guint64 slice,
                                   TvThreadClock clock,
                                   gint64 value)
{
  ThreadClock reported = { slice, value, clock };

  if (tv_trace_builder_has_row (self, self->links->thread_clocks))
    g_array_append_val (self->links->thread_clocks, reported);
}

/* Returns the final row of a slice. Slices must have been laid out, so that the first row of each track is known. */
static guint32
find_row (const TvTraceBuilder *self, guint64 slice)
{
  guint64 resolved = tv_trace_builder_resolve_slice (self, slice);

  return tv_trace_get_tracks (self->trace, NULL)[resolved >> 32].first_slice + (guint32) resolved;
}

static void
lay_out_flows (TvTraceBuilder *self)
{
  TvFlow *flows = g_new (TvFlow, self->links->flows->len);

  for (guint i = 0; i < self->links->flows->len; i++)
    {
      const Flow *flow = &g_array_index (self->links->flows, Flow, i);

      flows[i].from = find_row (self, flow->from);
      flows[i].to = find_row (self, flow->to);
    }
  tv_trace_take_flows (self->trace, flows, self->links->flows->len);
}

static void
lay_out_thread_clocks (TvTraceBuilder *self)
{
  for (TvThreadClock clock = 0; self->links->thread_clocks->len > 0 && clock < TV_N_THREAD_CLOCKS;
       clock++)
    {
      g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (TvSparseCell));

      for (guint i = 0; i < self->links->thread_clocks->len; i++)
        {
          const ThreadClock *reported = &g_array_index (self->links->thread_clocks, ThreadClock, i);
          TvSparseCell cell = { .value = reported->value };

          if (reported->clock != clock)
            continue;
          cell.row = find_row (self, reported->slice);
          g_array_append_val (cells, cell);
        }
      tv_sparse_column_fill (tv_trace_edit_thread_clock (self->trace, clock), cells);
    }
}

void
tv_trace_builder_lay_out_links (TvTraceBuilder *self)
{
  lay_out_flows (self);
  tv_sparse_column_fill (tv_trace_edit_flow_ids (self->trace), self->links->flow_ids);
  lay_out_thread_clocks (self);
}
