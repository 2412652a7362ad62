/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/clock-part.h"
#include "core/builder/slice-burst.h"
#include "core/builder/slice-chunk.h"
#include "core/builder/slice-tracks.h"
#include "core/memory/id-map.h"
#include "core/memory/row-table.h"

G_BEGIN_DECLS

/* Private to the three files of slices:
 *
 *   trace-builder-slices.c   tracks, slices on them, files that are read apart
 *   slice-writer.c           begin and end, one by one and in bursts
 *   trace-builder-layout.c   the columns of all slices, made of the chunks
 */

/* Aligned to cache lines, since several processors write to different tracks. Members for every record come first. */
typedef struct
{
  TvSliceChunk *last;
  TvOpenCall *stack; /* from 1 on, outermost first; 0 is no call */
  guint32 n_open;
  guint32 stack_capacity;
  gint64 last_ts; /* ticks from the base */
  gint64 last_cpu;
  guint32 n_slices;
  guint32 n_levels;
  guint32 first_row; /* row in the trace of its first slice, as reserved; or 0 */
  guint32 n_gaps;
  guint32 n_old; /* see @reach */
  gboolean has_record;
  gboolean is_counted;  /* open slices are counted on another track */
  GHashTable *on_stack; /* (nullable): symbol → number on the stack, once it was searched deeply */
  gint64 covered[TV_N_CLOCKS];
  gint64 first_ts;
  TvSliceChunk *first;
  /* For bursts of wide times: time until which the open calls, except the @n_old outermost ones, last less than
   * 2^32 ticks. */
  gint64 reach;
  gint64 cpu_reach;
  gboolean is_flat; /* slices do not nest: see TvSliceChunk.about */
  gboolean has_cpu; /* of a file that was read apart and has CPU times */
  TvTrackInfo info;
} TvTrackBuilder;

typedef struct
{
  guint32 track;
  guint32 slice; /* row in the track */
  gint64 ts;     /* ticks */
  gint64 dur;
} TvOpenGap;

/* Memory for all slices; each track's first chunk is a part of it: see tv_trace_builder_reserve(). Everything is
 * NULL if nothing was reserved. */
typedef struct
{
  guint32 n;
  gboolean is_wide;
  TvTicks times[TV_N_CHUNK_TIMES]; /* indexed by TvChunkTime */
  guint32 *symbol;                 /* (nullable) */
  guint16 *narrow_symbol;          /* (nullable): instead, if 16 bits hold all symbols */
  guint32 *after_parent;
  guint16 *depth;
  guint8 *flags;
} TvReservedColumns;

/* See tv_trace_builder_add_writer(). */
struct _TvSliceWriter
{
  const TvTraceBuilder *builder;
  const TvClockPart *clock; /* of the builder */
  GPtrArray *tracks;        /* TvTrackBuilder: the builder's, or its own */
  TvProblemList *problems;  /* the builder's, or its own */
  TvProblemList own_problems;
  gboolean has_own_tracks;
  GArray *gaps; /* TvOpenGap, in the order of the file */
  guint64 n_slices;
  gboolean is_full;
};

struct _TvSlicesPart
{
  guint64 seed;      /* of hashes */
  GPtrArray *tracks; /* TvTrackBuilder */
  TvSliceWriter *writer;
  GPtrArray *more_writers; /* TvSliceWriter, not joined yet */
  GPtrArray *gap_lists;    /* GArray of TvOpenGap: those of joined writers */
  TvRowTable extra_tracks; /* by kind, owner, role and name */
  TvReservedColumns reserved;

  /* The file that is read apart, if any. */
  gboolean is_apart;
  guint first_track;
  guint64 first_slice;
  guint first_gap;
  guint first_gap_list;
  TvIdMap own_tracks; /* utid → track of this file */
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

void           tv_track_builder_grow_stack    (TvTrackBuilder       *self);
void           tv_track_builder_close         (TvTrackBuilder       *self,
                                               TvSliceFlags          flags);
void           tv_track_builder_count_problem (const TvTrackBuilder *self,
                                               TvProblemList        *problems,
                                               const TvTraceBuilder *builder,
                                               TvProblemKind         kind,
                                               gint64                ticks,
                                               gint64                where);
TvSliceWriter *tv_slice_writer_new            (const TvTraceBuilder *builder,
                                               GPtrArray            *tracks,
                                               TvProblemList        *problems);
void           tv_trace_builder_clear_reserved (TvTraceBuilder      *self);

G_END_DECLS
