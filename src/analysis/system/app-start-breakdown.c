/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/app-start.h"

#include "analysis/range/range.h"
#include "analysis/system/slice-reason.h"

/* Divides a start into pieces. The time of the main thread is cut at each change of its state or of its innermost
 * slice that has a reason:
 *
 *   start    [                                             ]
 *   states         [R ][Running        ][D for I/O][Running]
 *   slices             [bindApplication                 ]
 *   pieces   [delay][R ][bind          ][io       ][bind][R]
 *
 * Each nanosecond of the start belongs to exactly one piece. Called by app-start.c (table of pieces) and
 * app-start-reasons.c. Pure: only reads the trace. */

/* A slice that has a reason */
typedef struct
{
  gint64 start;
  gint64 end;
  guint32 slice;
  TvSliceReason reason;
} Cause;

typedef struct
{
  TvTrace *trace;
  const TvAppStart *start;
  GArray *
      causes; /* Cause, sorted by start; of causes with the same start, the longest one comes first */
  GArray *
      open; /* guint: indexes of causes that have begun; the innermost current cause is the last one that has not
             * ended */
  guint next; /* index of the first cause that begins after the current time */
  GArray *pieces;
} Breakdown;

static int
compare_causes (gconstpointer a, gconstpointer b)
{
  const Cause *x = a, *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->end != y->end)
    return x->end > y->end ? -1 : 1;
  return (x->slice > y->slice) - (x->slice < y->slice);
}

/* Returns the reason of a slice. Caches it by name, because slices have few distinct names. */
static TvSliceReason
get_slice_reason (TvTrace *trace, guint32 slice, GHashTable *reasons)
{
  gpointer key = GUINT_TO_POINTER (tv_slices_symbol (tv_trace_get_slices (trace), slice)), reason;

  if (!g_hash_table_lookup_extended (reasons, key, NULL, &reason))
    {
      reason = GUINT_TO_POINTER (tv_slice_get_reason (trace, slice));
      g_hash_table_insert (reasons, key, reason);
    }
  return (TvSliceReason) GPOINTER_TO_UINT (reason);
}

static GArray *
list_causes (TvTrace *trace, const TvAppStart *start)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  g_autoptr (GHashTable) reasons = g_hash_table_new (NULL, NULL);
  GArray *causes = g_array_new (FALSE, FALSE, sizeof (Cause));
  TvRange range = { start->ts, start->end, start->end - start->ts };
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 t = 0; start->utid != TV_NONE && t < n_tracks; t++)
    {
      TvRangeWalk walk;

      if (tracks[t].utid != start->utid || !tv_track_has_reasons (&tracks[t]))
        continue;
      walk = tv_range_walk (&range, trace, t);
      while (tv_range_walk_next (&walk))
        {
          Cause cause = { tv_slices_start (slices, walk.row), tv_slices_end (slices, walk.row),
                          walk.row, get_slice_reason (trace, walk.row, reasons) };

          if (cause.reason != TV_REASON_NONE && cause.end > cause.start)
            g_array_append_val (causes, cause);
        }
    }
  g_array_sort (causes, compare_causes);
  return causes;
}

/* Advances to @ts. Returns the innermost cause at this time, or NULL. @until: (out): time of the next change */
static const Cause *
find_cause (Breakdown *self, gint64 ts, gint64 *until)
{
  const Cause *cause = NULL;

  while (self->next < self->causes->len &&
         g_array_index (self->causes, Cause, self->next).start <= ts)
    {
      g_array_append_val (self->open, self->next);
      self->next++;
    }
  while (self->open->len > 0 && cause == NULL)
    {
      cause = &g_array_index (self->causes, Cause,
                              g_array_index (self->open, guint, self->open->len - 1));
      if (cause->end > ts)
        break;
      cause = NULL;
      g_array_set_size (self->open, self->open->len - 1);
    }
  *until = G_MAXINT64;
  if (cause != NULL)
    *until = cause->end;
  if (self->next < self->causes->len)
    *until = MIN (*until, g_array_index (self->causes, Cause, self->next).start);
  return cause;
}

/* Returns the first of these reasons that applies: I/O, the reason of the slice, an interrupt, the name of the
 * state. */
static const char *
get_reason (const Breakdown *self, const Cause *cause, guint32 row)
{
  TvState state = { .io_wait = -1, .irq_context = -1, .text = TV_NONE };

  if (row != TV_NONE)
    tv_trace_get_state (self->trace, row, &state);
  if (state.io_wait == 1)
    return "io";
  if (cause != NULL)
    return tv_slice_reason_get_name (cause->reason);
  if (state.irq_context == 1)
    return "irq";
  return row != TV_NONE ? tv_trace_get_string (self->trace, state.text) : "unknown";
}

/* Adds a piece, or extends the last one if it has the same slice, state and reason. */
static void
add_piece (Breakdown *self, const TvAppStartPiece *piece)
{
  TvAppStartPiece *last = self->pieces->len > 0 ? &g_array_index (self->pieces, TvAppStartPiece,
                                                                  self->pieces->len - 1)
                                                : NULL;

  if (last != NULL && last->slice == piece->slice && last->state == piece->state &&
      g_str_equal (last->reason, piece->reason))
    last->dur += piece->dur;
  else
    g_array_append_vals (self->pieces, piece, 1);
}

/* Adds the time from @ts to @end, during which the state does not change. */
static void
add_state (Breakdown *self, guint32 state, gint64 ts, gint64 end)
{
  while (ts < end)
    {
      gint64 until;
      const Cause *cause = find_cause (self, ts, &until);
      TvAppStartPiece piece = { .start = self->start->id,
                                .ts = ts,
                                .dur = MIN (until, end) - ts,
                                .reason = get_reason (self, cause, state),
                                .slice = cause != NULL ? cause->slice : TV_NONE,
                                .state = state };

      add_piece (self, &piece);
      ts += piece.dur;
    }
}

static void
add_states (Breakdown *self, gint64 ts)
{
  const TvAppStart *start = self->start;
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  guint32 track = start->utid != TV_NONE
                      ? tv_trace_get_threads (self->trace, NULL)[start->utid].state_track
                      : TV_NONE;

  if (track != TV_NONE)
    {
      TvRange range = { start->ts, start->end, start->end - start->ts };
      TvRangeWalk walk = tv_range_walk (&range, self->trace, track);

      while (tv_range_walk_next (&walk))
        {
          gint64 begin = CLAMP (tv_slices_start (slices, walk.row), ts, start->end);
          gint64 end = CLAMP (tv_slices_end (slices, walk.row), ts, start->end);

          add_state (self, TV_NONE, ts, begin);
          add_state (self, walk.row, begin, end);
          ts = end;
        }
    }
  add_state (self, TV_NONE, ts, start->end);
}

/**
 * tv_app_start_break_down:
 *
 * Divides the time of a start by reason and state.
 *
 * Returns: (transfer full) (element-type TvAppStartPiece): pieces of the start, sorted by time; they add up to the
 * start's duration
 */
GArray *
tv_app_start_break_down (TvTrace *trace, const TvAppStart *start)
{
  g_autoptr (GArray) causes = list_causes (trace, start);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (TvAppStartPiece));
  Breakdown breakdown = { trace, start, causes, open, 0, pieces };
  gint64 ts = start->ts,
         first = tv_app_start_find_main_ts (trace, start->utid, start->ts, start->end);

  if (first != TV_NO_TIME && first > ts)
    {
      TvAppStartPiece delay = { start->id, ts,     first - ts, TV_APP_START_LAUNCH_DELAY,
                                TV_NONE,   TV_NONE };

      g_array_append_val (pieces, delay);
      ts = first;
    }
  add_states (&breakdown, ts);
  return pieces;
}
