/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-flows.h"

#include "core/memory/seeded-hash.h"

/* Connects slices with arrows. Called by perfetto-records.c for each step of a flow, in time order. Adds flows to the
 * builder. Owns the last step of each open flow, and the source slices that wait for a common end. */

/* The last step of a flow. */
typedef struct
{
  guint64 slice;
  gint64 start; /* start of @slice, in ns */
} Step;

struct _TvPerfettoFlows
{
  TvTraceBuilder *builder;
  GHashTable *open;         /* id → Step */
  GHashTable *sources;      /* id → GArray of guint64: slices at which the flow begins */
  GHashTable *reported_ids; /* id → guint64: id in the file, if different */
};

TvPerfettoFlows *
tv_perfetto_flows_new (TvTraceBuilder *builder)
{
  TvPerfettoFlows *self = g_new (TvPerfettoFlows, 1);

  self->builder = builder;
  self->open = g_hash_table_new_full (tv_seeded_int64_hash, g_int64_equal, g_free, g_free);
  self->sources = g_hash_table_new_full (tv_seeded_int64_hash, g_int64_equal, g_free,
                                         (GDestroyNotify) g_array_unref);
  self->reported_ids = g_hash_table_new_full (tv_seeded_int64_hash, g_int64_equal, g_free, g_free);
  return self;
}

void
tv_perfetto_flows_free (TvPerfettoFlows *self)
{
  g_hash_table_unref (self->open);
  g_hash_table_unref (self->sources);
  g_hash_table_unref (self->reported_ids);
  g_free (self);
}

static gpointer
dup_id (guint64 id)
{
  return g_memdup2 (&id, sizeof id);
}

/**
 * tv_perfetto_flows_name:
 * @reported: id of the flow in the file
 *
 * Stores the id that a flow has in the file. Only the first call per flow has an effect.
 */
void
tv_perfetto_flows_name (TvPerfettoFlows *self, guint64 id, guint64 reported)
{
  if (!g_hash_table_contains (self->reported_ids, &id))
    g_hash_table_insert (self->reported_ids, dup_id (id), dup_id (reported));
}

/* For a FLOW_FROM step, adds a source to the flow. Otherwise, connects all sources of the flow with their common end,
 * and removes the sources. */
static void
emit_sources (TvPerfettoFlows *self, guint64 id, TvPerfettoFlowKind kind, guint64 slice)
{
  GArray *sources = g_hash_table_lookup (self->sources, &id);

  if (kind == TV_PERFETTO_FLOW_FROM)
    {
      if (sources == NULL)
        {
          sources = g_array_new (FALSE, FALSE, sizeof (guint64));
          g_hash_table_insert (self->sources, dup_id (id), sources);
        }
      g_array_append_val (sources, slice);
      return;
    }
  for (guint i = 0; sources != NULL && i < sources->len; i++)
    tv_trace_builder_add_flow (self->builder, g_array_index (sources, guint64, i), slice);
  g_hash_table_remove (self->sources, &id);
}

/* Adds an arrow between two slices. The arrow starts at the slice that began first, even if the other slice is the
 * sender. */
static void
add_flow (TvPerfettoFlows *self, guint64 id, const Step *from, const Step *to)
{
  const guint64 *reported = g_hash_table_lookup (self->reported_ids, &id);
  gboolean is_back = to->start < from->start;

  tv_trace_builder_add_flow (self->builder, is_back ? to->slice : from->slice,
                             is_back ? from->slice : to->slice);
  tv_trace_builder_set_flow_id (self->builder, reported != NULL ? *reported : id);
}

/**
 * tv_perfetto_flows_emit:
 * @kind: kind of step, except %TV_PERFETTO_FLOW_TO_NEXT
 * @slice: slice of the step
 *
 * Adds a step to a flow. Adds the arrow from the previous step, or the arrows from all sources, to the builder.
 */
void
tv_perfetto_flows_emit (TvPerfettoFlows *self, guint64 id, TvPerfettoFlowKind kind, guint64 slice)
{
  Step step = { slice, tv_trace_builder_get_slice_start (self->builder, slice) }, *last;

  if (kind == TV_PERFETTO_FLOW_FROM || kind == TV_PERFETTO_FLOW_INTO)
    {
      emit_sources (self, id, kind, slice);
      return;
    }
  last = g_hash_table_lookup (self->open, &id);
  if (last != NULL && last->slice != slice && kind != TV_PERFETTO_FLOW_BEGIN)
    add_flow (self, id, last, &step);
  if (kind == TV_PERFETTO_FLOW_END)
    g_hash_table_remove (self->open, &id);
  else if (kind == TV_PERFETTO_FLOW_STEP || kind == TV_PERFETTO_FLOW_BEGIN)
    g_hash_table_replace (self->open, dup_id (id), g_memdup2 (&step, sizeof step));
}
