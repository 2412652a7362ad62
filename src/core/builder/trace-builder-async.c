/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/async-part.h"

#include "core/builder/files-part.h"
#include "core/builder/problems-part.h"
#include "core/builder/rows.h"
#include "core/builder/slice-tracks.h"
#include "core/builder/threads-part.h"
#include "core/memory/key-order.h"
#include "core/memory/row-table.h"

/* Spans: asynchronous slices, which may begin and end on any thread of a process. Spans are collected in file order.
 * When the builder finishes, the spans of a track are distributed over the minimum number of layers without overlaps,
 * and each layer becomes a #TvTrack:
 *
 *   "network"   layer 0   [a     ]   [c  ][d      ]
 *               layer 1       [b       ]
 *
 * A nested span has the same key and cookie as an open span, and is on the same layer. An end closes the innermost
 * open span with its key and cookie. Called mainly by the handlers of ftrace marks. The stage "async slices" of
 * trace-builder.c adds the tracks and their slices to the slices part. */

typedef struct
{
  guint32 owner; /* upid or number of a machine, see tv_trace_builder_get_owner() */
  guint32 track_name;
  guint32 symbol;
  guint32 key; /* key by which the end is matched */
  gint64 cookie;
  guint32 arg_set;
  gint64 start; /* ticks from the base */
  gint64 end;
  gint64 file_offset; /* offset in the file, if @needs_end */
  guint32 outer;      /* row of the enclosing open span if this span is nested, or TV_NONE */
  guint32 layer;      /* layer of the span's track; set by the layout */
  gboolean is_open;
  gboolean is_cut;    /* whether the span was open when its recording ended */
  gboolean needs_end; /* whether the span is dropped if it does not end */
  gboolean is_dropped;
} Span;

struct _TvAsyncPart
{
  guint64 seed;          /* seed for hashes */
  GArray *spans;         /* Span, in the order of addition */
  TvRowTable last_spans; /* row of the last span, open or ended, by owner, key and cookie */
  guint first_of_file;   /* first span of the file that is being read */
};

static void
init (TvTraceBuilder *self)
{
  self->async = g_new0 (TvAsyncPart, 1);
  self->async->seed = tv_row_table_seed ();
  self->async->spans = g_array_new (FALSE, FALSE, sizeof (Span));
}

static void
clear (TvTraceBuilder *self)
{
  g_array_unref (self->async->spans);
  tv_row_table_clear (&self->async->last_spans);
  g_clear_pointer (&self->async, g_free);
}

static void
begin_file (TvTraceBuilder *self)
{
  self->async->first_of_file = self->async->spans->len;
}

/* Converts spans with the unit of the file. Adding @offset_ns is not sufficient, because their times are in ticks of
 * the file. */
static void
end_file (TvTraceBuilder *self, gint64 offset_ns, gint64 uncertainty_ns)
{
  for (guint i = self->async->first_of_file; i < self->async->spans->len; i++)
    {
      Span *span = &g_array_index (self->async->spans, Span, i);

      span->start = tv_trace_builder_convert_time (self, span->start);
      span->end = span->is_open ? span->end : tv_trace_builder_convert_time (self, span->end);
      span->file_offset = tv_trace_builder_convert_file_offset (self, span->file_offset);
    }
}

const TvBuilderPart tv_builder_async = { init, clear, begin_file, end_file };

static guint32
hash_key (const TvTraceBuilder *self, guint32 owner, guint32 key, gint64 cookie)
{
  return (guint32) tv_hash_word (
      tv_hash_word (tv_hash_word (self->async->seed, (guint64) owner << 32 | key),
                    (guint64) cookie),
      0);
}

/* Returns the last span with the owner, key and cookie, or TV_NONE. */
static guint32
find_span (const TvTraceBuilder *self, guint32 hash, guint32 owner, guint32 key, gint64 cookie)
{
  guint32 row;

  for (guint32 slot = hash;
       (row = tv_row_table_next (&self->async->last_spans, hash, &slot)) != TV_NONE;)
    {
      const Span *span = &g_array_index (self->async->spans, Span, row);

      if (span->owner == owner && span->key == key && span->cookie == cookie)
        return row;
    }
  return TV_NONE;
}

static gboolean
is_open (const TvTraceBuilder *self, guint32 row)
{
  return row != TV_NONE && g_array_index (self->async->spans, Span, row).is_open;
}

/* Begins a span. If a span with the same key and cookie is open, nests the new span in it if @can_nest; otherwise
 * counts a problem. Returns whether the span began. */
static gboolean
begin_span (TvTraceBuilder *self,
            guint32 upid,
            guint32 track_name,
            guint32 symbol,
            guint32 key,
            gint64 cookie,
            gint64 ts,
            gboolean can_nest,
            gint64 file_offset)
{
  Span span = { .owner = tv_trace_builder_get_owner (self, upid),
                .track_name = track_name,
                .symbol = symbol,
                .key = key,
                .cookie = cookie,
                .start = ts - self->unit.base };
  guint32 hash = hash_key (self, span.owner, key, cookie);
  guint32 last = find_span (self, hash, span.owner, key, cookie);

  span.arg_set = tv_trace_builder_take_args (self);
  span.is_open = TRUE;
  span.outer = is_open (self, last) ? last : TV_NONE;
  if (span.outer != TV_NONE && !can_nest)
    {
      tv_trace_builder_count_problem (self, TV_PROBLEM_DUPLICATE_ASYNC, file_offset);
      return FALSE;
    }
  if (G_UNLIKELY (self->async->spans->len >= TV_MAX_SORTED))
    {
      tv_trace_builder_set_full (self);
      return FALSE;
    }
  if (last != TV_NONE)
    tv_row_table_replace (&self->async->last_spans, hash, last, self->async->spans->len);
  else
    tv_row_table_add (&self->async->last_spans, hash, self->async->spans->len);
  g_array_append_val (self->async->spans, span);
  return TRUE;
}

/**
 * tv_trace_builder_begin_async:
 * @self: a builder of a log
 * @upid: the process, or %TV_NONE
 * @track_name: string id of the track's name, which identifies the track within the process
 * @key: key by which the end is matched, usually @symbol
 * @cookie: distinguishes spans with the same key
 * @ts: timestamp in ticks; not before the previous span or instant
 * @file_offset: offset in the file, or -1
 *
 * Begins a span, which takes the pending arguments. If a span with the same key and cookie is open, counts a problem
 * instead.
 *
 * Returns: whether the span began
 */
gboolean
tv_trace_builder_begin_async (TvTraceBuilder *self,
                              guint32 upid,
                              guint32 track_name,
                              guint32 symbol,
                              guint32 key,
                              gint64 cookie,
                              gint64 ts,
                              gint64 file_offset)
{
  return begin_span (self, upid, track_name, symbol, key, cookie, ts, FALSE, file_offset);
}

/**
 * tv_trace_builder_nest_async:
 * @self: a builder of a log
 * @upid: the process, or %TV_NONE
 * @track_name: string id of the track's name; the same for all spans with @key
 * @key: key by which the end is matched
 * @cookie: distinguishes spans with the same key
 * @ts: timestamp in ticks; not before the previous span or instant
 *
 * Begins a span, which takes the pending arguments. If a span with the same key and cookie is open, the new span is
 * nested in it.
 *
 * Returns: %FALSE if the trace is full
 */
gboolean
tv_trace_builder_nest_async (TvTraceBuilder *self,
                             guint32 upid,
                             guint32 track_name,
                             guint32 symbol,
                             guint32 key,
                             gint64 cookie,
                             gint64 ts)
{
  return begin_span (self, upid, track_name, symbol, key, cookie, ts, TRUE, -1);
}

/**
 * tv_trace_builder_has_async:
 * @self: a builder of a log
 * @upid: the process, or %TV_NONE
 *
 * Returns: whether a span with this key and cookie is open
 */
gboolean
tv_trace_builder_has_async (TvTraceBuilder *self, guint32 upid, guint32 key, gint64 cookie)
{
  guint32 owner = tv_trace_builder_get_owner (self, upid);

  return is_open (self, find_span (self, hash_key (self, owner, key, cookie), owner, key, cookie));
}

/**
 * tv_trace_builder_require_end:
 * @self: a builder of a log
 * @file_offset: offset in the file of the event that begins the span
 *
 * Marks the last span that was added. If a marked span does not end, it is dropped and counted as a problem.
 */
void
tv_trace_builder_require_end (TvTraceBuilder *self, gint64 file_offset)
{
  Span *span = &g_array_index (self->async->spans, Span, self->async->spans->len - 1);

  span->needs_end = TRUE;
  span->file_offset = file_offset;
}

/**
 * tv_trace_builder_end_async:
 * @self: a builder of a log
 * @upid: the process, or %TV_NONE
 * @ts: timestamp in ticks
 * @file_offset: offset in the file, or -1
 *
 * Ends the innermost span with this key and cookie. If none is open, counts a problem instead. Discards the pending
 * arguments.
 */
void
tv_trace_builder_end_async (TvTraceBuilder *self,
                            guint32 upid,
                            guint32 key,
                            gint64 cookie,
                            gint64 ts,
                            gint64 file_offset)
{
  guint32 owner = tv_trace_builder_get_owner (self, upid);
  guint32 hash = hash_key (self, owner, key, cookie);
  guint32 row = find_span (self, hash, owner, key, cookie);
  Span *span;

  tv_trace_builder_discard_args (self);
  if (!is_open (self, row))
    {
      tv_trace_builder_count_problem (self, TV_PROBLEM_UNMATCHED_ASYNC, file_offset);
      return;
    }
  span = &g_array_index (self->async->spans, Span, row);
  span->end = ts - self->unit.base;
  span->is_open = FALSE;
  if (span->outer != TV_NONE)
    tv_row_table_replace (&self->async->last_spans, hash, row, span->outer);
}

/**
 * tv_trace_builder_instant_async:
 * @self: a builder of a log
 * @upid: the process, or %TV_NONE
 * @track_name: string id of the track's name, which identifies the track within the process
 * @ts: timestamp in ticks; not before the previous span or instant
 *
 * Adds an instant, which takes the pending arguments.
 */
void
tv_trace_builder_instant_async (TvTraceBuilder *self,
                                guint32 upid,
                                guint32 track_name,
                                guint32 symbol,
                                gint64 ts)
{
  Span span = { .owner = tv_trace_builder_get_owner (self, upid),
                .track_name = track_name,
                .symbol = symbol,
                .arg_set = tv_trace_builder_take_args (self),
                .start = ts - self->unit.base,
                .end = ts - self->unit.base,
                .outer = TV_NONE };

  if (G_UNLIKELY (self->async->spans->len >= TV_MAX_SORTED))
    tv_trace_builder_set_full (self);
  else
    g_array_append_val (self->async->spans, span);
}

typedef struct
{
  gint64 free_at;
  guint32 track;
} Layer;

/* The track that is being laid out. Each of its layers becomes a #TvTrack; these have consecutive numbers. */
typedef struct
{
  GArray *layers; /* Layer; a binary heap with the layer that becomes free first at the top */
  GArray *
      inner; /* guint32 by layer; row of the innermost span whose slice has not ended, or TV_NONE */
  guint32 first_track;
} Layout;

static gboolean
is_free_before (const Layer *a, const Layer *b)
{
  return a->free_at < b->free_at || (a->free_at == b->free_at && a->track < b->track);
}

static void
sift_down (GArray *layers)
{
  guint i = 0;

  for (;;)
    {
      Layer *layer = &g_array_index (layers, Layer, i);
      guint child = 2 * i + 1;
      Layer moved = *layer;

      if (child >= layers->len)
        return;
      if (child + 1 < layers->len && is_free_before (&g_array_index (layers, Layer, child + 1),
                                                     &g_array_index (layers, Layer, child)))
        child++;
      if (!is_free_before (&g_array_index (layers, Layer, child), layer))
        return;
      *layer = g_array_index (layers, Layer, child);
      g_array_index (layers, Layer, child) = moved;
      i = child;
    }
}

static void
sift_up (GArray *layers)
{
  guint i = layers->len - 1;

  while (i > 0 && is_free_before (&g_array_index (layers, Layer, i),
                                  &g_array_index (layers, Layer, (i - 1) / 2)))
    {
      Layer moved = g_array_index (layers, Layer, i);

      g_array_index (layers, Layer, i) = g_array_index (layers, Layer, (i - 1) / 2);
      g_array_index (layers, Layer, (i - 1) / 2) = moved;
      i = (i - 1) / 2;
    }
}

static void
add_layer (TvTraceBuilder *self, Layout *layout, const Span *span)
{
  Layer layer = { G_MININT64, tv_trace_builder_add_track (self, TV_TRACK_ASYNC, TV_ROLE_SPANS) };
  TvTrackInfo *track = tv_trace_builder_get_track_info (self, layer.track);
  guint32 none = TV_NONE;

  if (tv_owner_is_machine (span->owner))
    track->machine = TV_NONE - span->owner;
  else
    track->upid = span->owner;
  track->name = span->track_name;
  track->layer = layout->layers->len;
  if (track->layer == 0)
    layout->first_track = layer.track;
  else
    track->parent = layout->first_track;
  g_array_append_val (layout->layers, layer);
  g_array_append_val (layout->inner, none);
  sift_up (layout->layers);
}

/* Returns whether a span without a recorded end ends with its process, and if so, sets @end. A span that began after
 * the end of its process does not. */
static gboolean
ends_with_process (TvTraceBuilder *self, const Span *span, gint64 *end)
{
  const TvProcess *process = !tv_owner_is_machine (span->owner)
                                 ? &g_array_index (tv_trace_builder_get_process_rows (self),
                                                   TvProcess, span->owner)
                                 : NULL;

  if ((!span->is_open && !span->is_cut) || process == NULL || process->end_ns == G_MAXINT64)
    return FALSE;
  *end = tv_tick_unit_to_ticks (self->unit, process->end_ns);
  return *end >= span->start && (span->is_open || *end <= span->end);
}

/* Returns the time from which the layer of a span is free. */
static gint64
get_free_at (TvTraceBuilder *self, const Span *span)
{
  gint64 end = span->end;

  if (ends_with_process (self, span, &end))
    return end + (span->start == end ? 1 : 0);
  if (span->is_open)
    return G_MAXINT64;
  /* Two instants at the same time would hide each other. */
  return MAX (end, span->start) + (!span->is_cut && span->start == end ? 1 : 0);
}

/* Ends the slice of a span. Returns whether this ended all open slices of the track. */
static gboolean
close_span (TvTraceBuilder *self, guint32 track, const Span *span)
{
  gint64 end = span->end;

  if (ends_with_process (self, span, &end))
    {
      tv_trace_builder_close_slice (self, track, end, TV_SLICE_FORCED);
      tv_trace_builder_count_problem (self, TV_PROBLEM_ENDED_WITH_THREAD, -1);
    }
  else if (span->is_cut)
    {
      tv_trace_builder_cut_slices (self, track, MAX (span->end, span->start));
      return TRUE;
    }
  else if (!span->is_open)
    tv_trace_builder_close_slice (self, track, span->end,
                                  span->start == span->end ? TV_SLICE_INSTANT : 0);
  return FALSE;
}

/* Ends the open slices of a layer that are inside the span @outer; all of them if @outer is TV_NONE. */
static void
close_spans (TvTraceBuilder *self, Layout *layout, guint32 layer, guint32 outer)
{
  guint32 *inner = &g_array_index (layout->inner, guint32, layer);

  while (*inner != outer && *inner != TV_NONE)
    {
      const Span *span = &g_array_index (self->async->spans, Span, *inner);

      *inner = close_span (self, layout->first_track + layer, span) ? TV_NONE : span->outer;
    }
}

/* Returns the innermost span that encloses a nested span and is not dropped. Returns TV_NONE if there is none, or if
 * it ended before the nested span began, for example with its process. */
static guint32
find_outer (TvTraceBuilder *self, const Span *span)
{
  guint32 row = span->outer;
  const Span *outer;

  for (; row != TV_NONE; row = outer->outer)
    {
      outer = &g_array_index (self->async->spans, Span, row);
      if (!outer->is_dropped)
        return get_free_at (self, outer) >= span->start ? row : TV_NONE;
    }
  return TV_NONE;
}

static gboolean
put_span (TvTraceBuilder *self, Layout *layout, guint32 row)
{
  Span *span = &g_array_index (self->async->spans, Span, row);
  guint32 track;

  span->outer = find_outer (self, span);
  if (span->outer != TV_NONE)
    span->layer = g_array_index (self->async->spans, Span, span->outer).layer;
  else
    {
      Layer *layer;

      if (layout->layers->len == 0 ||
          g_array_index (layout->layers, Layer, 0).free_at > span->start)
        add_layer (self, layout, span);
      layer = &g_array_index (layout->layers, Layer, 0);
      layer->free_at = get_free_at (self, span);
      span->layer = layer->track - layout->first_track;
      sift_down (layout->layers);
    }
  close_spans (self, layout, span->layer, span->outer);
  track = layout->first_track + span->layer;
  if (!tv_trace_builder_begin (self, track, span->symbol, span->start + self->unit.base, 0, -1))
    return FALSE;
  if (span->arg_set != TV_NONE)
    tv_trace_builder_set_last_args (self, track, span->arg_set);
  g_array_index (layout->inner, guint32, span->layer) = row;
  return TRUE;
}

/* Ends the open slices on all layers of a track, and prepares for the next track. */
static void
end_track (TvTraceBuilder *self, Layout *layout)
{
  for (guint i = 0; i < layout->inner->len; i++)
    close_spans (self, layout, i, TV_NONE);
  g_array_set_size (layout->layers, 0);
  g_array_set_size (layout->inner, 0);
}

/* Returns: (transfer full): rows of the spans, sorted by owner, then by track name; the sort is stable */
static guint32 *
order_spans (const TvTraceBuilder *self)
{
  const Span *spans = (const Span *) (gconstpointer) self->async->spans->data;
  guint32 n = self->async->spans->len;
  g_autofree guint64 *keys = g_new (guint64, n);
  g_autofree guint32 *spare = g_new (guint32, n);
  guint32 *order = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    {
      keys[i] = (guint64) spans[i].owner << 32 | spans[i].track_name;
      order[i] = i;
    }
  tv_key_order_sort (keys, n, &order, &spare, NULL);
  return order;
}

static gboolean
is_same_track (const Span *a, const Span *b)
{
  return a->owner == b->owner && a->track_name == b->track_name;
}

/* Ends the spans that are open at the end of a recording. @end is in ticks from the base. */
void
tv_trace_builder_cut_spans (TvTraceBuilder *self, gint64 end)
{
  for (guint i = 0; i < self->async->spans->len; i++)
    {
      Span *span = &g_array_index (self->async->spans, Span, i);

      if (!span->is_open)
        continue;
      span->is_open = FALSE;
      span->is_cut = TRUE;
      span->end = end;
    }
}

/* Drops spans that need an end but have none, and counts them as problems. */
static void
drop_endless_spans (TvTraceBuilder *self)
{
  for (guint i = 0; i < self->async->spans->len; i++)
    {
      Span *span = &g_array_index (self->async->spans, Span, i);

      span->is_dropped = (span->is_open || span->is_cut) && span->needs_end;
      if (span->is_dropped)
        tv_trace_builder_count_problem (self, TV_PROBLEM_ENDLESS_ASYNC, span->file_offset);
    }
}

void
tv_trace_builder_lay_out_async (TvTraceBuilder *self)
{
  g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (Layer));
  g_autoptr (GArray) inner = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *order = NULL;
  Layout layout = { layers, inner, TV_NONE };
  const Span *spans = (const Span *) (gconstpointer) self->async->spans->data;

  drop_endless_spans (self);
  order = order_spans (self);
  for (guint i = 0; i < self->async->spans->len; i++)
    {
      if (i > 0 && !is_same_track (&spans[order[i]], &spans[order[i - 1]]))
        end_track (self, &layout);
      if (!spans[order[i]].is_dropped && !put_span (self, &layout, order[i]))
        break;
    }
  end_track (self, &layout);
}
