/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/search.h"

#include "analysis/symbols/symbol-match.h"
#include "analysis/system/binder.h"
#include "analysis/log/timed-rows.h"
#include "core/memory/key-order.h"

/* Searches for names. Names are interned, so each name is tested only once, no matter how many slices have it. Hits
 * are collected by kind and id, then stably sorted by time:
 *
 *   match ─▶ result per string ─▶ result per symbol ─▶ hits by kind and id ─▶ hits by time
 *
 * Entry point: tv_search(), called on a worker by the search bar (ui/views/search/search-finder.c). Only reads the
 * trace. */

#define ROWS_PER_CANCEL_CHECK 8192

struct _TvHits
{
  gatomicrefcount n_refs;
  TvTrace *trace;
  guint32 n;
  guint32 *ids;
  guint8 *kinds;
};

enum
{
  UNKNOWN,
  NO,
  YES,
};

typedef struct
{
  TvTrace *trace;
  const TvTextMatch *match;
  guint kinds;
  GCancellable *cancellable;
  GHashTable *strings; /* result by string: string id ─▶ NO or YES */
  GHashTable *
      calls; /* set of slice + 1: slices at both ends of the binder calls with a matching interface or method */
  GArray *ids;       /* guint32: ids of the hits, grouped by kind */
  GArray *kind_ends; /* guint32: per kind, end index of its hits in @ids */
  GString *pair;     /* scratch buffer for concatenated strings such as "key=value" */
} Search;

static gboolean
is_cancelled (const Search *self, guint32 row)
{
  return row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable);
}

/* ---- Strings ---- */

static gboolean
string_matches (Search *self, guint32 string)
{
  gpointer key = GUINT_TO_POINTER (string);
  guint result;
  const char *text;

  if (string == TV_NONE)
    return FALSE;
  result = GPOINTER_TO_UINT (g_hash_table_lookup (self->strings, key));
  if (result == UNKNOWN)
    {
      text = tv_trace_get_string (self->trace, string);
      result = text != NULL && tv_text_match_test (self->match, text, -1) ? YES : NO;
      g_hash_table_insert (self->strings, key, GUINT_TO_POINTER (result));
    }
  return result == YES;
}

static void
add (Search *self, guint32 id)
{
  g_array_append_val (self->ids, id);
}

/* ---- Processes, threads, counters ---- */

static gboolean
find_processes (Search *self)
{
  guint32 n;

  tv_trace_get_processes (self->trace, &n);
  for (guint32 upid = 0; upid < n; upid++)
    {
      g_autofree char *label = tv_trace_dup_process_label (self->trace, upid);

      if (is_cancelled (self, upid))
        return FALSE;
      if (tv_text_match_test (self->match, label, -1))
        add (self, upid);
    }
  return TRUE;
}

static gboolean
find_threads (Search *self)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (self->trace, &n);

  for (guint32 utid = 0; utid < n; utid++)
    {
      g_autofree char *label = tv_trace_dup_thread_label (self->trace, utid);

      if (is_cancelled (self, utid))
        return FALSE;
      if (!threads[utid].is_idle && tv_text_match_test (self->match, label, -1))
        add (self, utid);
    }
  return TRUE;
}

static gboolean
find_counters (Search *self)
{
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (self->trace, &n);

  for (guint32 counter = 0; counter < n; counter++)
    {
      if (is_cancelled (self, counter))
        return FALSE;
      if (string_matches (self, counters[counter].name))
        add (self, counter);
    }
  return TRUE;
}

/* ---- Slices ---- */

/* Tests "key=value", which is how logs write arguments. */
static gboolean
pair_matches (Search *self, const TvArg *arg)
{
  char buffer[TV_ARG_TEXT_BYTES];
  const char *key = tv_trace_get_string (self->trace, tv_arg_get_key (arg));
  const char *value = tv_trace_get_arg_text (self->trace, arg, buffer);

  if (key == NULL || value == NULL || !tv_text_match_may_have (self->match, '='))
    return FALSE;
  g_string_printf (self->pair, "%s=%s", key, value);
  return tv_text_match_test (self->match, self->pair->str, (gssize) self->pair->len);
}

static gboolean
value_matches (Search *self, const TvArg *arg)
{
  char buffer[TV_ARG_TEXT_BYTES];

  if (tv_arg_get_type (arg) == TV_ARG_STRING)
    return string_matches (self, tv_arg_get_string (arg));
  return tv_text_match_test (self->match, tv_trace_get_arg_text (self->trace, arg, buffer), -1);
}

static gboolean
args_match (Search *self, guint32 arg_set)
{
  guint32 n;
  const TvArg *args = tv_trace_get_args (self->trace, arg_set, &n);

  for (guint32 i = 0; i < n; i++)
    if (string_matches (self, tv_arg_get_key (&args[i])) || value_matches (self, &args[i]) ||
        pair_matches (self, &args[i]))
      return TRUE;
  return FALSE;
}

/* Collects the slices of matching binder calls. Binder slices do not name the interface and method; the server's AIDL
 * slice does. */
static gboolean
find_calls (Search *self)
{
  g_autoptr (GArray) calls = NULL;

  if (!tv_binder_has_any (self->trace))
    return TRUE;
  calls = tv_binder_calls_new (self->trace, NULL, self->cancellable, NULL);
  for (guint i = 0; calls != NULL && i < calls->len; i++)
    {
      const TvBinderCall *call = &g_array_index (calls, TvBinderCall, i);
      g_autofree char *label = tv_binder_dup_label (self->trace, call);

      if (label == NULL || !tv_text_match_test (self->match, label, -1))
        continue;
      g_hash_table_add (self->calls, GUINT_TO_POINTER (call->client_slice + 1));
      if (call->server_slice != TV_NONE)
        g_hash_table_add (self->calls, GUINT_TO_POINTER (call->server_slice + 1));
    }
  return calls != NULL;
}

static gboolean
is_searched_track (TvTrackKind kind)
{
  return kind == TV_TRACK_THREAD || kind == TV_TRACK_THREAD_EXTRA || kind == TV_TRACK_ASYNC;
}

static gboolean
find_slices_of_track (Search *self, const TvTrack *track, guint8 *symbol_outcomes)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);

  for (guint32 slice = track->first_slice; slice < track->first_slice + track->n_slices; slice++)
    {
      guint32 symbol = tv_slices_symbol (slices, slice);

      if (is_cancelled (self, slice))
        return FALSE;
      if (symbol_outcomes[symbol] == UNKNOWN)
        symbol_outcomes[symbol] = tv_symbol_match_test (self->trace, symbol, self->match) ? YES
                                                                                          : NO;
      if (symbol_outcomes[symbol] == YES ||
          (slices->arg_set != NULL && slices->arg_set[slice] != TV_NONE &&
           args_match (self, slices->arg_set[slice])) ||
          (track->role == TV_ROLE_BINDER &&
           g_hash_table_contains (self->calls, GUINT_TO_POINTER (slice + 1))))
        add (self, slice);
    }
  return TRUE;
}

static gboolean
find_slices (Search *self)
{
  guint32 n_tracks, n_symbols;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n_tracks);
  g_autofree guint8 *symbol_outcomes = NULL;

  tv_trace_get_symbols (self->trace, &n_symbols);
  symbol_outcomes = g_new0 (guint8, MAX (n_symbols, 1));
  if (!find_calls (self))
    return FALSE;
  for (guint32 track = 0; track < n_tracks; track++)
    if (is_searched_track (tracks[track].kind) &&
        !find_slices_of_track (self, &tracks[track], symbol_outcomes))
      return FALSE;
  return TRUE;
}

/* ---- Events ---- */

static gboolean
find_events (Search *self)
{
  const TvEvents *events = tv_trace_get_events (self->trace);
  gboolean has_slices = (self->kinds & (1 << TV_HIT_SLICE)) != 0;

  for (guint32 event = 0; event < events->n; event++)
    {
      if (is_cancelled (self, event))
        return FALSE;
      if (has_slices && tv_events_is_shown (events, event))
        continue;
      if (tv_timed_rows_has_text (self->trace, &tv_event_rows, event, self->match, self->pair))
        add (self, event);
    }
  return TRUE;
}

/* ---- Times of hits ---- */

static gint64
get_thread_time (TvTrace *trace, const TvThread *thread)
{
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);
  gint64 ts_ns = G_MAXINT64;

  if (thread->start_ns != G_MININT64)
    return thread->start_ns;
  if (thread->track != TV_NONE)
    ts_ns = MIN (ts_ns, tracks[thread->track].start_ns);
  if (thread->state_track != TV_NONE)
    ts_ns = MIN (ts_ns, tracks[thread->state_track].start_ns);
  return ts_ns;
}

static gint64
get_process_time (TvTrace *trace, guint32 upid)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (trace, &n);
  gint64 ts_ns = G_MAXINT64;

  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].upid == upid)
      ts_ns = MIN (ts_ns, get_thread_time (trace, &threads[utid]));
  return ts_ns;
}

/**
 * tv_hit_get_time:
 *
 * Returns: timestamp of the hit in ns, see #TvHit
 */
gint64
tv_hit_get_time (TvTrace *trace, TvHitKind kind, guint32 id)
{
  gint64 ts_ns = G_MAXINT64;

  switch (kind)
    {
    case TV_HIT_PROCESS:
      ts_ns = get_process_time (trace, id);
      break;
    case TV_HIT_THREAD:
      ts_ns = get_thread_time (trace, &tv_trace_get_threads (trace, NULL)[id]);
      break;
    case TV_HIT_COUNTER:
      {
        const TvCounterTrack *counter = &tv_trace_get_counter_tracks (trace, NULL)[id];

        if (counter->n_samples > 0)
          ts_ns = tv_trace_get_samples (trace)->ts[counter->first_sample];
        break;
      }
    case TV_HIT_SLICE:
      return tv_slices_start (tv_trace_get_slices (trace), id);
    case TV_HIT_EVENT:
      return tv_time_column_get (&tv_trace_get_events (trace)->ts, id);
    case TV_N_HIT_KINDS:
    default:
      break;
    }
  return ts_ns != G_MAXINT64 ? ts_ns : tv_trace_get_start_ns (trace);
}

int
tv_hit_compare (const TvHit *a, const TvHit *b)
{
  if (a->ts_ns != b->ts_ns)
    return a->ts_ns < b->ts_ns ? -1 : 1;
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  return (a->id > b->id) - (a->id < b->id);
}

/* ---- Hits ---- */

static TvHitKind
get_kind (const Search *self, guint32 row)
{
  guint kind = 0;

  while (g_array_index (self->kind_ends, guint32, kind) <= row)
    kind++;
  return (TvHitKind) kind;
}

/* Returns the start times of all processes, indexed by upid. Calling get_process_time() for each process would visit
 * all threads every time. */
static gint64 *
dup_process_times (TvTrace *trace)
{
  guint32 n_processes, n_threads;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);
  gint64 *times;

  tv_trace_get_processes (trace, &n_processes);
  times = g_new (gint64, (gsize) n_processes + 1);
  for (guint32 upid = 0; upid < n_processes; upid++)
    times[upid] = G_MAXINT64;
  for (guint32 utid = 0; utid < n_threads; utid++)
    if (threads[utid].upid != TV_NONE)
      times[threads[utid].upid] = MIN (times[threads[utid].upid],
                                       get_thread_time (trace, &threads[utid]));
  for (guint32 upid = 0; upid < n_processes; upid++)
    if (times[upid] == G_MAXINT64)
      times[upid] = tv_trace_get_start_ns (trace);
  return times;
}

static TvHits *
make_hits (Search *self)
{
  TvHits *hits;
  guint32 n = self->ids->len;
  g_autofree gint64 *times = g_new (gint64, MAX (n, 1));
  g_autofree gint64 *process_times = dup_process_times (self->trace);
  g_autofree guint8 *kinds = g_new (guint8, MAX (n, 1));
  g_autofree guint64 *keys = g_new (guint64, MAX (n, 1));
  g_autofree guint32 *order = g_new (guint32, MAX (n, 1));
  g_autofree guint32 *spare = g_new (guint32, MAX (n, 1));
  gint64 earliest_ns = G_MAXINT64;

  for (guint32 i = 0; i < n; i++)
    {
      guint32 id = g_array_index (self->ids, guint32, i);

      kinds[i] = (guint8) get_kind (self, i);
      times[i] = kinds[i] == TV_HIT_PROCESS
                     ? process_times[id]
                     : tv_hit_get_time (self->trace, (TvHitKind) kinds[i], id);
      earliest_ns = MIN (earliest_ns, times[i]);
    }
  for (guint32 i = 0; i < n; i++)
    {
      keys[i] = (guint64) times[i] - (guint64) earliest_ns;
      order[i] = i;
    }
  if (!tv_key_order_sort (keys, n, &order, &spare, self->cancellable))
    return NULL;

  hits = g_new0 (TvHits, 1);
  g_atomic_ref_count_init (&hits->n_refs);
  hits->trace = g_object_ref (self->trace);
  hits->n = n;
  hits->ids = g_new (guint32, MAX (n, 1));
  hits->kinds = g_new (guint8, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    {
      hits->ids[i] = g_array_index (self->ids, guint32, order[i]);
      hits->kinds[i] = kinds[order[i]];
    }
  return hits;
}

/**
 * tv_search:
 * @trace: trace to search
 * @match: search pattern
 * @kinds: bit mask of 1 << #TvHitKind; %TV_HITS_ALL for all kinds
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: (transfer full) (nullable): all hits, sorted by time, kind and id; %NULL if cancelled
 */
TvHits *
tv_search (TvTrace *trace, const TvTextMatch *match, guint kinds, GCancellable *cancellable)
{
  static gboolean (*const finders[TV_N_HIT_KINDS]) (Search *) = {
    [TV_HIT_PROCESS] = find_processes, [TV_HIT_THREAD] = find_threads,
    [TV_HIT_COUNTER] = find_counters,  [TV_HIT_SLICE] = find_slices,
    [TV_HIT_EVENT] = find_events,
  };
  g_autoptr (GHashTable) strings = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) calls = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) kind_ends = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) pair = g_string_new (NULL);
  Search search = { trace, match, kinds, cancellable, strings, calls, ids, kind_ends, pair };

  g_return_val_if_fail (TV_IS_TRACE (trace), NULL);
  g_return_val_if_fail (match != NULL, NULL);

  for (guint kind = 0; kind < TV_N_HIT_KINDS; kind++)
    {
      guint32 end;

      if ((kinds & (1u << kind)) != 0 && !finders[kind](&search))
        return NULL;
      end = ids->len;
      g_array_append_val (kind_ends, end);
    }
  return make_hits (&search);
}

/* Adds a reference. Any thread may use the hits, because they are immutable. */
TvHits *
tv_hits_ref (TvHits *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

void
tv_hits_unref (TvHits *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->n_refs))
    return;
  g_object_unref (self->trace);
  g_free (self->ids);
  g_free (self->kinds);
  g_free (self);
}

guint32
tv_hits_get_n (TvHits *self)
{
  return self->n;
}

TvHit
tv_hits_get (TvHits *self, guint32 index)
{
  TvHit hit = { 0 };

  g_return_val_if_fail (index < self->n, hit);
  hit.kind = (TvHitKind) self->kinds[index];
  hit.id = self->ids[index];
  hit.ts_ns = tv_hit_get_time (self->trace, hit.kind, hit.id);
  return hit;
}

/**
 * tv_hits_count_before:
 * @self: hits
 * @hit: a hit, or any other position in the sort order
 *
 * Returns: number of hits before @hit
 */
guint32
tv_hits_count_before (TvHits *self, const TvHit *hit)
{
  guint32 low = 0, high = self->n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      TvHit other = tv_hits_get (self, middle);

      if (tv_hit_compare (&other, hit) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns whether @hit is among the hits. Sets @index to its index, or to the index at which it would be inserted. */
gboolean
tv_hits_find (TvHits *self, const TvHit *hit, guint32 *index)
{
  TvHit other;

  *index = tv_hits_count_before (self, hit);
  if (*index == self->n)
    return FALSE;
  other = tv_hits_get (self, *index);
  return tv_hit_compare (&other, hit) == 0;
}

static int
compare_slices (gconstpointer a, gconstpointer b)
{
  guint32 first = *(const guint32 *) a, second = *(const guint32 *) b;

  return (first > second) - (first < second);
}

/**
 * tv_hits_dup_slices:
 *
 * Returns: (transfer full) (element-type guint32): the slices among the hits, in ascending order
 */
GArray *
tv_hits_dup_slices (TvHits *self)
{
  GArray *slices = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->n; i++)
    if (self->kinds[i] == TV_HIT_SLICE)
      g_array_append_val (slices, self->ids[i]);
  g_array_sort (slices, compare_slices);
  return slices;
}

/* Returns: (transfer full) (nullable): display name of the object */
char *
tv_hit_dup_name (TvTrace *trace, TvHitKind kind, guint32 id)
{
  switch (kind)
    {
    case TV_HIT_PROCESS:
      return tv_trace_dup_process_label (trace, id);
    case TV_HIT_THREAD:
      return tv_trace_dup_thread_label (trace, id);
    case TV_HIT_COUNTER:
      return g_strdup (
          tv_trace_get_string (trace, tv_trace_get_counter_tracks (trace, NULL)[id].name));
    case TV_HIT_SLICE:
      return tv_trace_dup_symbol_name (trace, tv_slices_symbol (tv_trace_get_slices (trace), id));
    case TV_HIT_EVENT:
      {
        guint32 name = tv_events_get_name (tv_trace_get_events (trace), id);
        g_autofree char *args = tv_trace_dup_event_args (trace, id);

        return g_strdup_printf ("%s: %s", tv_trace_get_string (trace, name), args);
      }
    case TV_N_HIT_KINDS:
    default:
      g_return_val_if_reached (NULL);
    }
}

/* Returns: (transfer full) (nullable): label of the thread, process or CPU to which the object belongs; %NULL if
 * there is none */
char *
tv_hit_dup_owner (TvTrace *trace, TvHitKind kind, guint32 id)
{
  guint32 utid = TV_NONE, upid = TV_NONE;

  if (kind == TV_HIT_COUNTER)
    return tv_trace_dup_counter_owner (trace, id);
  if (kind == TV_HIT_EVENT)
    utid = tv_id_column_get (&tv_trace_get_events (trace)->utid, id);
  else if (kind == TV_HIT_THREAD)
    upid = tv_trace_get_threads (trace, NULL)[id].upid;
  else if (kind == TV_HIT_SLICE)
    {
      const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, id)];

      utid = track->utid;
      upid = track->upid;
    }
  if (utid != TV_NONE)
    return tv_trace_dup_thread_label (trace, utid);
  return upid != TV_NONE ? tv_trace_dup_process_label (trace, upid) : NULL;
}
