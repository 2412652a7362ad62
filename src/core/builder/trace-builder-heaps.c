/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/heaps-part.h"

#include "core/builder/rows.h"
#include "core/builder/stacks-part.h"
#include "core/trace-edit.h"

/* Heaps with their allocations and frees. Called by the readers of native heap profiles (Perfetto, HarmonyOS hooks)
 * and, for heap dumps, by trace-builder-heap-paths.c. Adding a heap also adds its kinds of samples to the stacks
 * part. The stage "heaps" sorts the changes by time. */

struct _TvHeapsPart
{
  GArray *heaps;       /* TvHeap */
  GArray *changes;     /* TvHeapChange; in the order in which they were added */
  guint first_of_file; /* first change of the file that is being read */
};

static void
init (TvTraceBuilder *self)
{
  self->heaps = g_new0 (TvHeapsPart, 1);
  self->heaps->heaps = g_array_new (FALSE, FALSE, sizeof (TvHeap));
  self->heaps->changes = g_array_new (FALSE, FALSE, sizeof (TvHeapChange));
}

static void
clear (TvTraceBuilder *self)
{
  g_array_unref (self->heaps->heaps);
  g_array_unref (self->heaps->changes);
  g_clear_pointer (&self->heaps, g_free);
}

static void
begin_file (TvTraceBuilder *self)
{
  self->heaps->first_of_file = self->heaps->changes->len;
}

static void
end_file (TvTraceBuilder *self, gint64 offset_ns, gint64 uncertainty_ns)
{
  tv_rows_shift (self->heaps->changes, self->heaps->first_of_file,
                 G_STRUCT_OFFSET (TvHeapChange, ts), offset_ns);
}

const TvBuilderPart tv_builder_heaps = { init, clear, begin_file, end_file };

static gboolean
is_reported (TvHeapMeasure measure, const TvHeap *heap)
{
  if (heap->is_graph)
    return measure == TV_HEAP_LIVE_BYTES || measure == TV_HEAP_LIVE_COUNT;
  return heap->reports_frees || measure == TV_HEAP_ALLOCATED_BYTES ||
         measure == TV_HEAP_ALLOCATED_COUNT;
}

/* Adds the kinds of samples of a heap, one per measure that the heap reports, in consecutive rows. */
static void
add_kinds (TvTraceBuilder *self, guint32 row, const TvHeap *heap)
{
  for (guint measure = 0; measure < TV_N_HEAP_MEASURES; measure++)
    {
      g_autofree char *text = NULL;
      TvSampleKind kind = { .heap = row, .measure = (TvHeapMeasure) measure, .before = TV_NONE };

      if (!is_reported (kind.measure, heap))
        continue;
      text = g_strdup_printf ("%s %s", tv_trace_builder_get_string (self, heap->name),
                              tv_heap_measure_name (kind.measure));
      kind.name = tv_trace_builder_intern (self, text, -1);
      kind.unit = measure < TV_HEAP_LIVE_COUNT ? TV_WEIGHT_BYTES : TV_WEIGHT_COUNT;
      tv_trace_builder_append_sample_kind (self, &kind);
    }
}

static guint32
add_heap (TvTraceBuilder *self, TvHeap heap)
{
  for (guint32 row = 0; row < self->heaps->heaps->len; row++)
    {
      const TvHeap *known = &g_array_index (self->heaps->heaps, TvHeap, row);

      if (known->name == heap.name && known->reports_frees == heap.reports_frees &&
          known->is_graph == heap.is_graph)
        return row;
    }
  heap.first_kind = tv_trace_builder_get_n_sample_kinds (self);
  g_array_append_val (self->heaps->heaps, heap);
  add_kinds (self, self->heaps->heaps->len - 1, &heap);
  return self->heaps->heaps->len - 1;
}

/**
 * tv_trace_builder_add_heap:
 * @name: string id of the allocator's name
 * @reports_frees: whether frees are recorded
 *
 * Adds a heap, unless an equal one exists. The lookup is linear, because there are few heaps.
 *
 * Returns: the new or existing heap
 */
guint32
tv_trace_builder_add_heap (TvTraceBuilder *self, guint32 name, gboolean reports_frees)
{
  return add_heap (self, (TvHeap){ .name = name, .reports_frees = !!reports_frees });
}

/* Returns the heap with this name for the objects of heap dumps, which are stored as heap changes; creates it on
 * first use. */
guint32
tv_trace_builder_add_graph_heap (TvTraceBuilder *self, guint32 name)
{
  return add_heap (self, (TvHeap){ .name = name, .reports_frees = TRUE, .is_graph = TRUE });
}

/**
 * tv_trace_builder_add_heap_change:
 * @self: a builder
 * @change: an allocation or free
 *
 * Adds a change of a heap. Changes may be added in any order.
 */
void
tv_trace_builder_add_heap_change (TvTraceBuilder *self, const TvHeapChange *change)
{
  g_return_if_fail (change->heap < self->heaps->heaps->len);
  g_return_if_fail (change->callsite == TV_NONE ||
                    change->callsite < tv_trace_builder_get_n_callsites (self));
  if (tv_trace_builder_has_row (self, self->heaps->changes))
    g_array_append_vals (self->heaps->changes, change, 1);
}

void
tv_trace_builder_lay_out_heaps (TvTraceBuilder *self)
{
  TvStacks *stacks = tv_trace_edit_stacks (self->trace);
  guint32 n = self->heaps->changes->len;
  g_autofree guint32 *order = NULL;
  gint64 *ts = g_new (gint64, n), *size = g_new (gint64, n), *count = g_new (gint64, n);
  guint32 *heap = g_new (guint32, n), *upid = g_new (guint32, n);
  guint32 *utid = g_new (guint32, n), *callsite = g_new (guint32, n);

  order = tv_rows_order (self->heaps->changes, G_STRUCT_OFFSET (TvHeapChange, ts));
  for (guint32 i = 0; i < n; i++)
    {
      const TvHeapChange *change = &g_array_index (self->heaps->changes, TvHeapChange, order[i]);

      ts[i] = change->ts;
      heap[i] = change->heap;
      upid[i] = change->upid;
      utid[i] = change->utid;
      callsite[i] = change->callsite;
      size[i] = change->size;
      count[i] = change->count;
    }
  stacks->changes = (TvHeapChanges){ n, ts, heap, upid, utid, callsite, size, count };
  stacks->heaps = tv_rows_take (self->heaps->heaps, &stacks->n_heaps);
}
