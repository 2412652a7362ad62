/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/symbols/text-match.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Searches a whole trace by name. A #TvHits is the immutable, sorted list of matches. */

/**
 * TvHitKind:
 * @TV_HIT_PROCESS: process; matched by name and pid
 * @TV_HIT_THREAD: thread; matched by name and tid
 * @TV_HIT_COUNTER: counter; matched by name
 * @TV_HIT_SLICE: slice of a thread or process; matched by name with signature, by argument key or value, or by
 *   "key=value"
 * @TV_HIT_EVENT: log event; matched by name, by arguments, or by "name: arguments". If slices are searched as well,
 *   events that are shown as slices or counters are excluded to avoid duplicates
 *
 * Kinds of hits.
 */
typedef enum
{
  TV_HIT_PROCESS,
  TV_HIT_THREAD,
  TV_HIT_COUNTER,
  TV_HIT_SLICE,
  TV_HIT_EVENT,
  TV_N_HIT_KINDS,
} TvHitKind;

#define TV_HITS_ALL ((1 << TV_N_HIT_KINDS) - 1)

/**
 * TvHit:
 * @ts_ns: time in ns: start of a slice, time of an event, first sample of a counter, or first activity of a thread or
 *   process; the start of the trace if unknown
 * @kind: kind of object
 * @id: upid, utid, or index of the counter track, slice or event
 *
 * An object that matches a search.
 */
typedef struct
{
  gint64 ts_ns;
  TvHitKind kind;
  guint32 id;
} TvHit;

typedef struct _TvHits TvHits;

TvHits  *tv_search              (TvTrace            *trace,
                                 const TvTextMatch  *match,
                                 guint               kinds,
                                 GCancellable       *cancellable);
TvHits  *tv_hits_ref            (TvHits             *self);
void     tv_hits_unref          (TvHits             *self);
guint32  tv_hits_get_n          (TvHits             *self);
TvHit    tv_hits_get            (TvHits             *self,
                                 guint32             index);
guint32  tv_hits_count_before   (TvHits             *self,
                                 const TvHit        *hit);
gboolean tv_hits_find           (TvHits             *self,
                                 const TvHit        *hit,
                                 guint32            *index);
GArray  *tv_hits_dup_slices     (TvHits             *self);
gint64   tv_hit_get_time        (TvTrace            *trace,
                                 TvHitKind           kind,
                                 guint32             id);
char    *tv_hit_dup_name        (TvTrace            *trace,
                                 TvHitKind           kind,
                                 guint32             id);
char    *tv_hit_dup_owner       (TvTrace            *trace,
                                 TvHitKind           kind,
                                 guint32             id);
int      tv_hit_compare         (const TvHit        *a,
                                 const TvHit        *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvHits, tv_hits_unref)

G_END_DECLS
