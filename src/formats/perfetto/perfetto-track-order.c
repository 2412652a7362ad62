/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/perfetto/perfetto-tracks-private.h"

/* Sorts slice stacks by rank or name if the recorder requests it, and otherwise by their first event. Entry point:
 * tv_perfetto_tracks_order_slice_stacks(), called by perfetto-tracks.c. Pure: returns the rows in display order. */

static gint64
get_rank (const TvPerfettoDescriptor *parent, const TvPerfettoDescriptor *descriptor)
{
  return parent != NULL && parent->child_ordering == TV_PERFETTO_ORDER_EXPLICIT ? descriptor->rank
                                                                                : 0;
}

static int
compare_siblings (TvPerfettoTracks *self,
                  const TvPerfettoDescriptor *a,
                  const TvPerfettoDescriptor *b)
{
  const TvPerfettoDescriptor *parent = tv_perfetto_tracks_find (self, a->parent);
  gint64 rank_a = get_rank (parent, a), rank_b = get_rank (parent, b);

  if (rank_a != rank_b)
    return rank_a < rank_b ? -1 : 1;
  if (parent != NULL && parent->child_ordering == TV_PERFETTO_ORDER_BY_NAME && a->name != TV_NONE &&
      b->name != TV_NONE)
    return strcmp (tv_trace_builder_get_string (self->reader->builder, a->name),
                   tv_trace_builder_get_string (self->reader->builder, b->name));
  return 0;
}

static guint
get_depth (TvPerfettoTracks *self, const TvPerfettoDescriptor *at)
{
  guint depth = 0;

  while (at->parent != 0 && depth < TV_PERFETTO_MAX_DEPTH &&
         (at = tv_perfetto_tracks_find (self, at->parent)) != NULL)
    depth++;
  return depth;
}

/* Compares slice stacks by their position in the tree of tracks, then by their first event. */
static int
compare_slice_stacks (gconstpointer a, gconstpointer b, gpointer data)
{
  TvPerfettoTracks *self = data;
  const TvPerfettoSliceStack *slice_stack_a = &g_array_index (
      self->slice_stacks, TvPerfettoSliceStack, *(const guint32 *) a);
  const TvPerfettoSliceStack *slice_stack_b = &g_array_index (
      self->slice_stacks, TvPerfettoSliceStack, *(const guint32 *) b);
  const TvPerfettoDescriptor *at_a, *at_b;
  int result = 0;

  if (slice_stack_a->descriptor != TV_NONE && slice_stack_b->descriptor != TV_NONE)
    {
      guint depth_a, depth_b;

      at_a = &g_array_index (self->descriptors, TvPerfettoDescriptor, slice_stack_a->descriptor);
      at_b = &g_array_index (self->descriptors, TvPerfettoDescriptor, slice_stack_b->descriptor);
      depth_a = get_depth (self, at_a);
      depth_b = get_depth (self, at_b);
      for (; depth_a > depth_b && at_a != NULL; depth_a--)
        at_a = tv_perfetto_tracks_find (self, at_a->parent);
      for (; depth_b > depth_a && at_b != NULL; depth_b--)
        at_b = tv_perfetto_tracks_find (self, at_b->parent);
      for (guint depth = 0; depth < TV_PERFETTO_MAX_DEPTH && at_a != NULL && at_b != NULL &&
                            at_a != at_b && at_a->parent != at_b->parent;
           depth++)
        {
          at_a = tv_perfetto_tracks_find (self, at_a->parent);
          at_b = tv_perfetto_tracks_find (self, at_b->parent);
        }
      if (at_a != NULL && at_b != NULL && at_a != at_b && at_a->parent == at_b->parent)
        result = compare_siblings (self, at_a, at_b);
    }
  if (result != 0)
    return result;
  if (slice_stack_a->first_ts != slice_stack_b->first_ts)
    return slice_stack_a->first_ts < slice_stack_b->first_ts ? -1 : 1;
  return *(const guint32 *) a < *(const guint32 *) b ? -1 : 1;
}

/* Returns: (transfer full): rows of all slice stacks, in display order */
guint32 *
tv_perfetto_tracks_order_slice_stacks (TvPerfettoTracks *self)
{
  guint32 *order = g_new (guint32, self->slice_stacks->len + 1);

  for (guint32 i = 0; i < self->slice_stacks->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) self->slice_stacks->len, sizeof *order, compare_slice_stacks,
                     self);
  return order;
}
