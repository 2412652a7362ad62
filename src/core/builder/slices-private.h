/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/slice-burst.h"
#include "core/builder/slice-chunk.h"
#include "core/builder/slice-tracks.h"
#include "core/memory/id-map.h"
#include "core/memory/row-table.h"

G_BEGIN_DECLS

/* Private to the three files that implement slices:
 *
 *   trace-builder-slices.c   tracks, slices on them, files that are read separately
 *   slice-writer.c           begin and end, one by one and in bursts
 *   trace-builder-layout.c   the columns of all slices, built from the chunks */

/* A track under construction. Aligned to cache lines, because several processors write to different tracks. The
 * members that are used for every record come first. */
typedef struct
{
  TvSliceChunk *last;
  TvOpenCall *stack; /* open calls from index 1, outermost first; entry 0 is a sentinel */
  guint32 n_open;
  guint32 stack_capacity;
  gint64 last_ts; /* ticks from the base */
  gint64 last_cpu;
  guint32 n_slices;
  guint32 n_levels;
  guint32 first_row; /* reserved row in the trace for the track's first slice, or 0 */
  guint32 n_gaps;
  guint32 n_old; /* number of old open calls, see @reach */
  gboolean has_record;
  gboolean
      is_counted; /* whether the missing ends of the track's open slices are already counted as problems */
  GHashTable *
      on_stack; /* (nullable): symbol → number of its calls on the stack; created when find_open() first searches deep */
  gint64 covered[TV_N_CLOCKS];
  gint64 first_ts;
  TvSliceChunk *first;
  /* For bursts with 64-bit times: until this time, the open calls last less than 2^32 ticks, except the @n_old
   * outermost ones. */
  gint64 reach;
  gint64 cpu_reach;
  gboolean is_flat; /* whether slices do not nest; see TvSliceChunk.detail */
  gboolean has_cpu; /* whether the track belongs to a separately read file that has CPU times */
  TvTrackInfo info;
} TvTrackBuilder;

typedef struct
{
  guint32 track;
  guint32 slice; /* row in the track */
  gint64 ts;     /* ticks */
  gint64 dur;
} TvOpenGap;

/* Memory for all slices. The first chunk of each track uses a section of this memory, see tv_trace_builder_reserve().
 * All pointers are NULL if nothing was reserved. */
typedef struct
{
  guint32 n;
  gboolean is_wide;
  TvTicks times[TV_N_CHUNK_TIMES]; /* indexed by TvChunkTime */
  guint32 *symbol;                 /* (nullable) */
  guint16 *narrow_symbol; /* (nullable): used instead of @symbol if 16 bits are sufficient */
  guint32 *after_parent;
  guint16 *depth;
  guint8 *flags;
} TvReservedColumns;

/* See tv_trace_builder_add_writer(). */
struct _TvSliceWriter
{
  const TvTraceBuilder *builder;
  const TvTickUnit *unit;  /* the builder's unit */
  GPtrArray *tracks;       /* TvTrackBuilder; the builder's tracks, or the writer's own */
  TvProblemList *problems; /* the builder's list, or @own_problems */
  TvProblemList own_problems;
  gboolean has_own_tracks;
  GArray *gaps; /* TvOpenGap, in file order */
  guint64 n_slices;
  gboolean is_full;
};

struct _TvSlicesPart
{
  guint64 seed;      /* seed for hashes */
  GPtrArray *tracks; /* TvTrackBuilder */
  TvSliceWriter *writer;
  GPtrArray *more_writers; /* TvSliceWriter; writers that have not been joined */
  GPtrArray *gap_lists;    /* GArray of TvOpenGap for each joined writer */
  TvRowTable extra_tracks; /* tracks by kind, owner, role and name */
  TvReservedColumns reserved;

  /* The file that is being read separately, if any. */
  gboolean is_separate;
  guint first_track;
  guint64 first_slice;
  guint first_gap;
  guint first_gap_list;
  TvIdMap own_tracks; /* utid → track for the calls of this file */
};

/* Returns the start of the innermost open slice. */
static inline gint64
tv_track_builder_get_open_since (const TvTrackBuilder *self)
{
  const TvOpenCall *call = &self->stack[self->n_open];

  return tv_slice_chunk_get_time (call->chunk, TV_CHUNK_TS, call->row);
}

static inline TvTrackBuilder *
tv_trace_builder_peek_track (const TvTraceBuilder *self, guint32 track)
{
  return g_ptr_array_index (self->slices->tracks, track);
}

void           tv_track_builder_close         (TvTrackBuilder       *self,
                                               TvSliceFlags          flags);
void           tv_track_builder_count_problem (const TvTrackBuilder *self,
                                               TvProblemList        *problems,
                                               const TvTraceBuilder *builder,
                                               TvProblemKind         kind,
                                               gint64                ticks,
                                               gint64                where);
void           tv_trace_builder_clear_reserved (TvTraceBuilder      *self);

G_END_DECLS
