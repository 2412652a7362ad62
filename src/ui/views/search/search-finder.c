/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Searches for names in a trace, and keeps the current hit. Owned by the search bar. A worker finds the hits, which
 * are immutable. Changes the session: marks the hits in the timeline, and goes to the current hit. */

#include "ui/views/search/search-finder.h"

#include "ui/kit/work.h"

struct _TvSearchFinder
{
  GObject parent_instance;

  TvSession *session;
  char *query;
  gboolean is_regex;

  TvHits *hits;            /* (nullable): %NULL without a query */
  GCancellable *searching; /* (nullable): running search */
  int step_when_done;

  gboolean has_hit; /* whether there is a current hit */
  TvHit hit;
  guint position; /* number of the current hit, from 1, or 0 */
  gboolean is_leading;
};

G_DEFINE_FINAL_TYPE (TvSearchFinder, tv_search_finder, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_N_FOUND,
  PROP_POSITION,
  PROP_IS_SEARCHING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
notify_all (TvSearchFinder *self)
{
  g_object_freeze_notify (G_OBJECT (self));
  for (guint i = 1; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  g_object_thaw_notify (G_OBJECT (self));
}

/* ---- Current hit ---- */

static void
set_position (TvSearchFinder *self, guint position)
{
  if (self->position == position)
    return;
  self->position = position;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_POSITION]);
}

/* Updates the current hit after the selected slice or the cursor of the session has changed. The current hit is the
 * selected slice; if that is not a hit, there is no current hit. */
static void
on_position_changed (TvSearchFinder *self)
{
  guint32 slice = tv_session_get_selected_slice (self->session), position;
  TvHit hit;

  if (self->is_leading)
    return;
  self->has_hit = FALSE;
  if (slice != TV_NONE && self->hits != NULL)
    {
      hit = (TvHit){ tv_slices_start (tv_trace_get_slices (tv_session_get_trace (self->session)),
                                      slice),
                     TV_HIT_SLICE, slice };
      self->has_hit = tv_hits_find (self->hits, &hit, &position);
      self->hit = hit;
    }
  set_position (self, self->has_hit ? position + 1 : 0);
}

/* Returns the position from which the search continues: the current hit, or else the selected slice, the cursor, or
 * the start of the visible range. */
static TvHit
get_here (TvSearchFinder *self)
{
  guint32 slice = tv_session_get_selected_slice (self->session);
  gint64 cursor_ns = tv_session_get_cursor_time (self->session), start_ns, end_ns;

  if (self->has_hit)
    return self->hit;
  if (slice != TV_NONE)
    return (
        TvHit){ tv_slices_start (tv_trace_get_slices (tv_session_get_trace (self->session)), slice),
                TV_HIT_SLICE, slice };
  if (cursor_ns != G_MININT64)
    return (TvHit){ cursor_ns, TV_HIT_PROCESS, 0 };
  tv_session_get_visible (self->session, &start_ns, &end_ns);
  return (TvHit){ start_ns, TV_HIT_PROCESS, 0 };
}

/* ---- Going to a hit ---- */

static void
reveal_thread (TvSearchFinder *self, const TvThread *thread)
{
  if (thread->track != TV_NONE)
    tv_session_reveal_track (self->session, thread->track);
  else if (thread->state_track != TV_NONE)
    tv_session_reveal_track (self->session, thread->state_track);
}

static void
reveal_process (TvSearchFinder *self, guint32 upid)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (tv_session_get_trace (self->session), &n);

  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].upid == upid &&
        (threads[utid].track != TV_NONE || threads[utid].state_track != TV_NONE))
      {
        reveal_thread (self, &threads[utid]);
        return;
      }
}

/* Goes to a hit. @position: index of the hit. */
void
tv_search_finder_go_to (TvSearchFinder *self, guint32 position)
{
  TvTrace *trace;

  g_return_if_fail (TV_IS_SEARCH_FINDER (self));

  if (position >= tv_search_finder_get_n_found (self))
    return;
  trace = tv_session_get_trace (self->session);
  self->hit = tv_hits_get (self->hits, position);
  self->has_hit = TRUE;
  self->is_leading = TRUE;
  if (self->hit.kind != TV_HIT_SLICE)
    tv_session_select_slice (self->session, TV_NONE);
  switch (self->hit.kind)
    {
    case TV_HIT_PROCESS:
      reveal_process (self, self->hit.id);
      break;
    case TV_HIT_THREAD:
      reveal_thread (self, &tv_trace_get_threads (trace, NULL)[self->hit.id]);
      break;
    case TV_HIT_COUNTER:
      tv_session_reveal_counter (self->session, self->hit.id);
      break;
    case TV_HIT_SLICE:
      tv_session_select_slice (self->session, self->hit.id);
      tv_session_show_slice (self->session, self->hit.id);
      tv_session_reveal_track (self->session, tv_trace_find_track_at (trace, self->hit.id));
      break;
    case TV_HIT_EVENT:
      tv_session_set_cursor_time (self->session, self->hit.ts_ns);
      break;
    case TV_N_HIT_KINDS:
    default:
      g_assert_not_reached ();
    }
  self->is_leading = FALSE;
  set_position (self, position + 1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_POSITION]);
}

/**
 * tv_search_finder_step:
 * @direction: 1 for the next hit, -1 for the previous hit
 *
 * Goes to the next or previous hit, and wraps around at both ends. During a search, the step is postponed until the
 * search ends.
 */
void
tv_search_finder_step (TvSearchFinder *self, int direction)
{
  guint32 n, position;
  TvHit here;

  g_return_if_fail (TV_IS_SEARCH_FINDER (self));

  if (self->searching != NULL)
    {
      self->step_when_done = direction;
      return;
    }
  n = self->hits != NULL ? tv_hits_get_n (self->hits) : 0;
  if (n == 0)
    return;
  here = get_here (self);
  if (tv_hits_find (self->hits, &here, &position) && self->has_hit)
    position += direction > 0 ? 1 : n - 1;
  else if (direction < 0)
    position += n - 1;
  tv_search_finder_go_to (self, position % n);
}

/* Returns the index of the current hit. If there is none, returns that of the first hit after the position from which
 * the search continues, or else of the last hit; %TV_NONE without hits. */
guint32
tv_search_finder_find_index (TvSearchFinder *self)
{
  guint n = tv_search_finder_get_n_found (self);
  TvHit here;

  if (n == 0)
    return TV_NONE;
  here = get_here (self);
  return MIN (tv_hits_count_before (self->hits, &here), n - 1);
}

/* ---- Searching ---- */

typedef struct
{
  TvTrace *trace;
  TvTextMatch *match;
} SearchJob;

static void
search_job_free (gpointer data)
{
  SearchJob *job = data;

  g_object_unref (job->trace);
  tv_text_match_free (job->match);
  g_free (job);
}

static gpointer
find_hits (gpointer data, GCancellable *cancellable, GError **error)
{
  const SearchJob *job = data;

  return tv_search (job->trace, job->match, TV_HITS_ALL, cancellable);
}

static const TvWork search_work = { find_hits, search_job_free, (GDestroyNotify) tv_hits_unref };

static void
show_hits (TvSearchFinder *self, TvHits *hits)
{
  g_autoptr (GArray) slices = hits != NULL ? tv_hits_dup_slices (hits) : NULL;

  g_clear_pointer (&self->hits, tv_hits_unref);
  self->hits = hits;
  self->has_hit = FALSE;
  self->position = 0;
  tv_session_set_search_hits (self->session, slices);
  on_position_changed (self);
  notify_all (self);
}

static void
on_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvSearchFinder *self = owner;
  int step = self->step_when_done;

  self->step_when_done = 0;
  show_hits (self, result);
  if (step != 0)
    tv_search_finder_step (self, step);
}

static void
search (TvSearchFinder *self)
{
  TvTextMatch *match = NULL;
  SearchJob *job;

  tv_work_stop (&self->searching);
  if (*self->query != '\0')
    match = tv_text_match_new (self->query, self->is_regex, NULL);
  if (match == NULL)
    {
      show_hits (self, NULL);
      return;
    }
  job = g_new0 (SearchJob, 1);
  job->trace = g_object_ref (tv_session_get_trace (self->session));
  job->match = match;
  tv_work_start (&search_work, job, on_found, self, &self->searching);
  notify_all (self);
}

/* Sets the query and starts a search. An empty query removes the marks of the hits. */
void
tv_search_finder_set_query (TvSearchFinder *self, const char *query, gboolean is_regex)
{
  g_return_if_fail (TV_IS_SEARCH_FINDER (self));

  if (g_str_equal (self->query, query) && self->is_regex == is_regex)
    return;
  g_free (self->query);
  self->query = g_strdup (query);
  self->is_regex = is_regex;
  self->step_when_done = 0;
  search (self);
}

/* ---- Object ---- */

static void
tv_search_finder_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvSearchFinder *self = TV_SEARCH_FINDER (object);

  switch (id)
    {
    case PROP_N_FOUND:
      g_value_set_uint (value, tv_search_finder_get_n_found (self));
      break;
    case PROP_POSITION:
      g_value_set_uint (value, self->position);
      break;
    case PROP_IS_SEARCHING:
      g_value_set_boolean (value, self->searching != NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_search_finder_dispose (GObject *object)
{
  TvSearchFinder *self = TV_SEARCH_FINDER (object);

  tv_work_stop (&self->searching);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_search_finder_parent_class)->dispose (object);
}

static void
tv_search_finder_finalize (GObject *object)
{
  TvSearchFinder *self = TV_SEARCH_FINDER (object);

  g_clear_pointer (&self->hits, tv_hits_unref);
  g_free (self->query);
  G_OBJECT_CLASS (tv_search_finder_parent_class)->finalize (object);
}

static void
tv_search_finder_class_init (TvSearchFinderClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = tv_search_finder_get_property;
  object_class->dispose = tv_search_finder_dispose;
  object_class->finalize = tv_search_finder_finalize;
  properties[PROP_N_FOUND] = g_param_spec_uint ("n-found", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_POSITION] = g_param_spec_uint ("position", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_IS_SEARCHING] = g_param_spec_boolean ("is-searching", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
tv_search_finder_init (TvSearchFinder *self)
{
  self->query = g_strdup ("");
}

TvSearchFinder *
tv_search_finder_new (TvSession *session)
{
  TvSearchFinder *self = g_object_new (TV_TYPE_SEARCH_FINDER, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "notify::selected-slice", G_CALLBACK (on_position_changed),
                            self);
  g_signal_connect_swapped (session, "notify::cursor-time", G_CALLBACK (on_position_changed), self);
  return self;
}

guint
tv_search_finder_get_n_found (TvSearchFinder *self)
{
  g_return_val_if_fail (TV_IS_SEARCH_FINDER (self), 0);
  return self->hits != NULL ? tv_hits_get_n (self->hits) : 0;
}

guint
tv_search_finder_get_position (TvSearchFinder *self)
{
  g_return_val_if_fail (TV_IS_SEARCH_FINDER (self), 0);
  return self->position;
}

/* Returns: (nullable): the current hit */
const TvHit *
tv_search_finder_get_hit (TvSearchFinder *self)
{
  g_return_val_if_fail (TV_IS_SEARCH_FINDER (self), NULL);
  return self->has_hit ? &self->hit : NULL;
}

gboolean
tv_search_finder_is_searching (TvSearchFinder *self)
{
  g_return_val_if_fail (TV_IS_SEARCH_FINDER (self), FALSE);
  return self->searching != NULL;
}

/* Returns: (transfer none) (nullable): all hits */
TvHits *
tv_search_finder_get_hits (TvSearchFinder *self)
{
  g_return_val_if_fail (TV_IS_SEARCH_FINDER (self), NULL);
  return self->hits;
}
