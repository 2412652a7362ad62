/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the window's actions tell of what is shown, kept up to date by signals. */

#include "ui/window/window-states.h"

#include "ui/views/timeline/timeline.h"
#include "ui/window/window-actions.h"

/* Of more rows than this only so many are told of. */
#define MAX_ROWS_TOLD 500

/* Kept with the window: a signal group for each kind of object that is followed. */
#define GROUPS_KEY "tv-followed"

static TvProfileModel *
get_model (TvWindow *self)
{
  TvPanel *panel = tv_trace_page_get_panel (tv_window_get_page (self));

  return tv_profile_view_get_model (tv_panel_get_profile (panel));
}

static void
set_state (TvWindow *self, const char *name, GVariant *state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), state);
}

static const char *
get_page_state (TvWindow *self)
{
  TvTracePage *page = tv_window_get_page (self);

  if (page == NULL)
    return "start";
  switch (tv_trace_page_get_state (page))
    {
    case TV_TRACE_PAGE_LOADING:
      return "loading";
    case TV_TRACE_PAGE_FAILED:
      return "failed";
    case TV_TRACE_PAGE_READY:
    default:
      return "ready";
    }
}

static void
update_expanded (TvWindow *self)
{
  g_autoptr (GArray) symbols = NULL;

  if (tv_window_get_session (self) == NULL)
    return;
  symbols = tv_profile_model_dup_expanded (get_model (self));
  set_state (self, "expanded",
             g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, symbols->data, symbols->len,
                                        sizeof (guint32)));
}

static void
update_call_actions (TvWindow *self)
{
  TvSession *session = tv_window_get_session (self);
  GArray *occurrences = session != NULL ? tv_session_get_counted_occurrences (session) : NULL;
  guint32 slice = session != NULL ? tv_session_get_selected_slice (session) : TV_NONE;
  gboolean has_calls = occurrences != NULL && occurrences->len > 0;
  gboolean has_caller = FALSE;

  if (slice != TV_NONE)
    has_caller = tv_trace_get_slices (tv_session_get_trace (session))->parent[slice] != TV_NONE;
  tv_window_actions_enable (self, "next-call", has_calls);
  tv_window_actions_enable (self, "previous-call", has_calls);
  tv_window_actions_enable (self, "select-caller", has_caller);
}

static void
update_selected (TvWindow *self)
{
  TvSession *session = tv_window_get_session (self);
  gint64 start_ns = 0, end_ns = 0, counter_ns = G_MININT64;
  guint32 counter = TV_NONE;

  if (session != NULL)
    {
      tv_session_get_selection (session, &start_ns, &end_ns);
      counter = tv_session_get_selected_counter (session, &counter_ns);
    }
  set_state (self, "selected-counter", g_variant_new ("(ux)", counter, counter_ns));
  set_state (
      self, "selected-symbol",
      g_variant_new_uint32 (session != NULL ? tv_session_get_selected_symbol (session) : TV_NONE));
  set_state (
      self, "selected-slice",
      g_variant_new_uint32 (session != NULL ? tv_session_get_selected_slice (session) : TV_NONE));
  set_state (self, "selected-time", g_variant_new ("(xx)", start_ns, end_ns));
  set_state (
      self, "cursor-time",
      g_variant_new_int64 (session != NULL ? tv_session_get_cursor_time (session) : G_MININT64));
  update_call_actions (self);
}

static void
update_visible (TvWindow *self)
{
  TvSession *session = tv_window_get_session (self);
  gint64 start_ns = 0, end_ns = 0;

  if (session != NULL)
    tv_session_get_visible (session, &start_ns, &end_ns);
  set_state (self, "visible-time", g_variant_new ("(xx)", start_ns, end_ns));
}

static void
update_top_row (TvWindow *self)
{
  TvSession *session = tv_window_get_session (self);
  double above = 0.0;
  const char *key = session != NULL ? tv_session_get_top_row (session, &above) : NULL;

  set_state (self, "top-row", g_variant_new ("(sd)", key != NULL ? key : "", above));
}

static void
update_thread (TvWindow *self)
{
  TvSession *session = tv_window_get_session (self);

  set_state (self, "thread",
             g_variant_new_uint32 (session != NULL ? tv_session_get_thread (session) : TV_NONE));
}

static void
update_marks (TvWindow *self)
{
  TvSession *session = tv_window_get_session (self);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(xxs)"));
  for (guint i = 0; session != NULL && i < tv_session_get_marks (session)->len; i++)
    {
      const TvTimeMark *mark = &g_array_index (tv_session_get_marks (session), TvTimeMark, i);

      g_variant_builder_add (&builder, "(xxs)", mark->start_ns, mark->end_ns,
                             mark->name != NULL ? mark->name : "");
    }
  set_state (self, "marks", g_variant_builder_end (&builder));
  set_state (self, "selected-mark",
             g_variant_new_uint32 (session != NULL ? tv_session_get_selected_mark (session) : 0));
}

static void
update_details (TvWindow *self)
{
  TvTracePage *page = tv_window_get_page (self);
  gboolean has_details = FALSE, has_overview = TRUE;

  if (page != NULL)
    g_object_get (page, "details", &has_details, "overview", &has_overview, NULL);
  set_state (self, "details", g_variant_new_boolean (has_details));
  set_state (self, "overview", g_variant_new_boolean (has_overview));
}

static void
update_panel (TvWindow *self)
{
  TvPanel *panel = tv_window_get_session (self) != NULL
                       ? tv_trace_page_get_panel (tv_window_get_page (self))
                       : NULL;
  const char *page = panel != NULL ? tv_panel_get_page (panel) : NULL;
  guint n_shown = 0;

  if (panel != NULL)
    g_object_get (tv_panel_get_events (panel), "n-shown", &n_shown, NULL);
  set_state (self, "panel-page", g_variant_new_string (page != NULL ? page : ""));
  set_state (self, "events-shown", g_variant_new_uint32 (n_shown));
}

/* The rows that are shown, with what is chosen for each. */
static void
update_rows (TvWindow *self)
{
  TvSession *session = tv_window_get_session (self);
  GVariantBuilder rows;

  g_variant_builder_init (&rows, G_VARIANT_TYPE ("a(su)"));
  if (session != NULL)
    {
      const TvTimelineLayout *layout = tv_timeline_get_layout (
          TV_TIMELINE (tv_trace_page_get_timeline (tv_window_get_page (self))));
      TvRowChoices *choices = tv_session_get_row_choices (session);
      guint n = MIN (tv_timeline_layout_get_n_rows (layout), MAX_ROWS_TOLD);

      for (guint i = 0; i < n; i++)
        {
          const char *key = tv_timeline_layout_get_row (layout, i)->key;

          g_variant_builder_add (&rows, "(su)", key, tv_row_choices_get (choices, key));
        }
      set_state (self, "row-filter", g_variant_new_string (tv_row_choices_get_filter (choices)));
    }
  set_state (self, "rows", g_variant_builder_end (&rows));
}

static TvSearchFinder *
get_finder (TvWindow *self)
{
  return tv_window_get_session (self) != NULL
             ? tv_search_bar_get_finder (tv_trace_page_get_search_bar (tv_window_get_page (self)))
             : NULL;
}

static void
update_search (TvWindow *self)
{
  TvSearchFinder *finder = get_finder (self);
  guint place = finder != NULL ? tv_search_finder_get_place (finder) : 0;
  guint n_found = finder != NULL ? tv_search_finder_get_n_found (finder) : 0;

  set_state (self, "search-place", g_variant_new ("(uu)", place, n_found));
}

/* ---- Following ---- */

/* What is followed, in the order of their signal groups. */
typedef enum
{
  FOLLOWED_SESSION,
  FOLLOWED_MODEL,
  FOLLOWED_PAGE,
  FOLLOWED_PANEL,
  FOLLOWED_EVENTS,
  FOLLOWED_FINDER,
  N_FOLLOWED,
} Followed;

static const struct
{
  Followed followed;
  const char *signal;
  void (*update) (TvWindow *self);
} signals[] = {
  { FOLLOWED_SESSION, "notify::selected-symbol", update_selected },
  { FOLLOWED_SESSION, "notify::selected-slice", update_selected },
  { FOLLOWED_SESSION, "notify::selected-counter", update_selected },
  { FOLLOWED_SESSION, "notify::selection-start", update_selected },
  { FOLLOWED_SESSION, "notify::cursor-time", update_selected },
  { FOLLOWED_SESSION, "notify::marks", update_marks },
  { FOLLOWED_SESSION, "notify::selected-mark", update_marks },
  { FOLLOWED_SESSION, "notify::visible-start", update_visible },
  { FOLLOWED_SESSION, "notify::visible-end", update_visible },
  { FOLLOWED_SESSION, "notify::top-row", update_top_row },
  { FOLLOWED_SESSION, "notify::thread", update_thread },
  { FOLLOWED_SESSION, "notify::row-choices", update_rows },
  { FOLLOWED_SESSION, "notify::counted-occurrences", update_call_actions },
  { FOLLOWED_MODEL, "items-changed", update_expanded },
  { FOLLOWED_MODEL, "rows-changed", update_expanded },
  { FOLLOWED_PAGE, "notify::details", update_details },
  { FOLLOWED_PAGE, "notify::overview", update_details },
  { FOLLOWED_PANEL, "notify::page", update_panel },
  { FOLLOWED_EVENTS, "notify::n-shown", update_panel },
  { FOLLOWED_FINDER, "notify", update_search },
};

/* Has the states of a window follow what it shows. */
void
tv_window_states_add (TvWindow *self)
{
  const GType types[N_FOLLOWED] = {
    [FOLLOWED_SESSION] = TV_TYPE_SESSION,    [FOLLOWED_MODEL] = TV_TYPE_PROFILE_MODEL,
    [FOLLOWED_PAGE] = TV_TYPE_TRACE_PAGE,    [FOLLOWED_PANEL] = TV_TYPE_PANEL,
    [FOLLOWED_EVENTS] = TV_TYPE_EVENTS_VIEW, [FOLLOWED_FINDER] = TV_TYPE_SEARCH_FINDER,
  };
  GPtrArray *groups = g_ptr_array_new_with_free_func (g_object_unref);

  for (int i = 0; i < N_FOLLOWED; i++)
    g_ptr_array_add (groups, g_signal_group_new (types[i]));
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_group_connect_swapped (g_ptr_array_index (groups, signals[i].followed),
                                    signals[i].signal, G_CALLBACK (signals[i].update), self);
  g_object_set_data_full (G_OBJECT (self), GROUPS_KEY, groups, (GDestroyNotify) g_ptr_array_unref);
}

/* Tells them that the window shows another page, or the page another state. */
void
tv_window_states_update (TvWindow *self)
{
  TvTracePage *page = tv_window_get_page (self);
  TvSession *session = tv_window_get_session (self);
  TvPanel *panel = session != NULL ? tv_trace_page_get_panel (page) : NULL;
  GPtrArray *groups = g_object_get_data (G_OBJECT (self), GROUPS_KEY);
  const gpointer targets[N_FOLLOWED] = {
    [FOLLOWED_SESSION] = session,
    [FOLLOWED_MODEL] = session != NULL ? get_model (self) : NULL,
    [FOLLOWED_PAGE] = page,
    [FOLLOWED_PANEL] = panel,
    [FOLLOWED_EVENTS] = panel != NULL ? tv_panel_get_events (panel) : NULL,
    [FOLLOWED_FINDER] = get_finder (self),
  };

  for (int i = 0; i < N_FOLLOWED; i++)
    g_signal_group_set_target (g_ptr_array_index (groups, i), targets[i]);
  set_state (self, "page", g_variant_new_string (get_page_state (self)));
  update_selected (self);
  update_visible (self);
  update_top_row (self);
  update_thread (self);
  update_marks (self);
  update_expanded (self);
  update_details (self);
  update_panel (self);
  update_search (self);
  update_rows (self);
}
