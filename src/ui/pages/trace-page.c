/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The page of a trace: the widget, its actions, and the layout of its children:
 *
 *   ┌ overview ─────────┬─ details ─┐   In a narrow window, the details cover the rest; in a low
 *   ├ timeline ─────────┤           │   window, the overview is hidden. A view may take the place of
 *   ├ panel ────────────┤           │   timeline and overview; a trace without a timeline has neither.
 *   └───────────────────┴───────────┘
 *
 * Only sizes that the user has set are stored. Sizes computed by the layout would drift if they were stored. The
 * window creates pages (window-files.c), and exports the actions of the current page. */

#include "ui/pages/trace-page.h"

#include <glib/gi18n.h>

#include "core/file-name.h"
#include "core/number-format.h"
#include "core/trace-renamer.h"
#include "ui/kit/font-scale.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/settings.h"
#include "ui/pages/calls-actions.h"
#include "ui/pages/export-stacks.h"
#include "ui/pages/log-around.h"
#include "ui/pages/save-range.h"
#include "ui/pages/trace-page-private.h"
#include "ui/pages/trace-summary.h"
#include "ui/views/timeline/query-track-rows.h"
#include "ui/views/symbol-menu.h"

/* ==== Layout ==== */

/* Maximum initial height of the timeline, as a fraction of the height. */
#define TIMELINE_MAX 0.6

/* Maximum initial height of the timeline for a trace that is only a log, where the list of lines is more important. */
#define LOG_TIMELINE_MAX 0.4

/* Space below the rows, in px, if the timeline is not higher than its rows. */
#define BELOW_ROWS_PX 12

/* Height of the window in px, below which the overview is hidden in favour of the timeline. */
#define OVERVIEW_MIN_HEIGHT 420

/* Width of the window in px, below which the details cover the page, because they would leave too little space beside
 * them. */
#define DETAILS_MIN_WINDOW 900

/* Limits of the width of the details in px. Otherwise, the width is a quarter of the window's width. */
#define DETAILS_MIN_WIDTH 340
#define DETAILS_MAX_WIDTH 420

/* Width in px of the line between the details and the rest of the page. */
#define SEPARATOR_WIDTH 1

/* ---- Details ---- */

static void
reveal_details (TvTracePage *self, gboolean are_shown)
{
  if (adw_flap_get_reveal_flap (self->flap) == are_shown)
    return;
  self->has_new_details = !adw_flap_get_folded (self->flap) &&
                          (!are_shown || tv_timeline_is_clicked (self->timeline));
  adw_flap_set_reveal_flap (self->flap, are_shown);
}

/* Shows or hides the details according to the selection. They are shown if a call, sample, counter or log line is
 * selected. They are hidden if neither a symbol nor any of these is selected. A symbol alone changes nothing, because
 * its times and call counts are in the profile. Details that would cover the page are shown only on request. */
void
tv_trace_page_update_details (TvTracePage *self)
{
  gint64 ns;
  gboolean has_item = tv_session_get_selected_slice (self->session) != TV_NONE ||
                      tv_session_get_selected_counter (self->session, &ns) != TV_NONE ||
                      tv_session_get_selected_line (self->session) != TV_NONE ||
                      tv_session_get_selected_sample (self->session) != TV_NONE ||
                      tv_session_get_selected_path (self->session) != NULL;

  if (!has_item && tv_session_get_selected_symbol (self->session) == TV_NONE)
    reveal_details (self, FALSE);
  else if (has_item && self->wants_details && !adw_flap_get_folded (self->flap))
    reveal_details (self, TRUE);
}

static void
set_details (TvTracePage *self, gboolean are_shown)
{
  if (self->session == NULL || adw_flap_get_reveal_flap (self->flap) == are_shown)
    return;
  if (!adw_flap_get_folded (self->flap))
    {
      self->wants_details = are_shown;
      tv_settings_set_bool ("details-visible", are_shown);
    }
  reveal_details (self, are_shown);
}

static void
on_flap_revealed (TvTracePage *self)
{
  g_object_notify (G_OBJECT (self), "details");
}

/* Adjusts the timeline in the same frame in which its width changes. */
static void
on_flap_moved (TvTracePage *self)
{
  gboolean is_shown = adw_flap_get_reveal_flap (self->flap);
  int width = gtk_widget_get_width (GTK_WIDGET (self->details)) + SEPARATOR_WIDTH;

  if (!self->has_new_details || self->session == NULL ||
      (adw_flap_get_reveal_progress (self->flap) > 0.5) != is_shown)
    return;
  self->has_new_details = FALSE;
  if (is_shown)
    tv_timeline_yield_width (self->timeline, self->details_width + SEPARATOR_WIDTH);
  else
    tv_timeline_regain_width (self->timeline, width);
}

static void
on_flap_folded (TvTracePage *self)
{
  if (adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
  else if (self->session != NULL)
    tv_trace_page_update_details (self);
}

static void
fit_details (TvTracePage *self, int width)
{
  int min = tv_font_scale_apply (DETAILS_MIN_WIDTH);

  self->details_width = CLAMP (width / 4, min, tv_font_scale_apply (DETAILS_MAX_WIDTH));
  gtk_widget_set_size_request (GTK_WIDGET (self->details), self->details_width, -1);
  adw_flap_set_fold_policy (self->flap, width < tv_font_scale_apply (DETAILS_MIN_WINDOW)
                                            ? ADW_FLAP_FOLD_POLICY_ALWAYS
                                            : ADW_FLAP_FOLD_POLICY_NEVER);
}

/* ---- Timeline and overview ---- */

/* Returns whether the trace contains only a log; the list of its lines already has a histogram. */
static gboolean
is_log_alone (TvTracePage *self)
{
  TvTrace *trace = self->session != NULL ? tv_session_get_trace (self->session) : NULL;

  return trace != NULL && tv_trace_has (trace, TV_HAS_LOG_LINES) && !tv_trace_has_tracks (trace) &&
         !tv_trace_has (trace, TV_HAS_STACK_SAMPLES);
}

/* Shows or hides the timeline and the overview, and updates the width of the details. The timeline is visible if the
 * trace has one and no view takes its place. The overview is visible if, in addition, it is enabled, the window is
 * high enough, and the trace is not only a log. */
void
tv_trace_page_update_layout (TvTracePage *self)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;
  gboolean has_timeline = self->session == NULL ||
                          (self->has_timeline && !tv_panel_fills (self->panel));

  gtk_widget_set_visible (self->timelines, has_timeline);
  gtk_widget_set_visible (
      GTK_WIDGET (self->overview),
      self->wants_overview && has_timeline && !is_log_alone (self) &&
          (surface == NULL || gdk_surface_get_height (surface) >= OVERVIEW_MIN_HEIGHT));
  if (surface != NULL && gdk_surface_get_width (surface) > 0)
    fit_details (self, gdk_surface_get_width (surface));
}

static void
set_overview (TvTracePage *self, gboolean is_wanted)
{
  if (self->wants_overview == is_wanted)
    return;
  self->wants_overview = is_wanted;
  tv_trace_page_update_layout (self);
  g_object_notify (G_OBJECT (self), "overview");
}

/* ---- Timeline and panel ---- */

static void
save_timeline_height (TvTracePage *self)
{
  tv_settings_set_int ("timeline-height", gtk_paned_get_position (self->paned));
}

static void
on_dragged (TvTracePage *self)
{
  self->is_handle_moved = TRUE;
}

static gboolean
on_handle_moved (TvTracePage *self)
{
  self->is_handle_moved = TRUE;
  return FALSE;
}

/* Stores the height if the handle was moved. The gestures of the paned end at each click on the page, and keys accept
 * a position even if it was not changed. */
static gboolean
on_position_accepted (TvTracePage *self)
{
  if (self->is_handle_moved)
    save_timeline_height (self);
  self->is_handle_moved = FALSE;
  return FALSE;
}

static void
on_drag_ended (TvTracePage *self)
{
  on_position_accepted (self);
}

/* Observes drags of the handle through the gestures of the paned, which itself has signals only for keys. */
static void
follow_handle (TvTracePage *self)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (self->paned));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller))
        {
          g_signal_connect_object (controller, "drag-update", G_CALLBACK (on_dragged), self,
                                   G_CONNECT_SWAPPED);
          g_signal_connect_object (controller, "drag-end", G_CALLBACK (on_drag_ended), self,
                                   G_CONNECT_SWAPPED);
        }
    }
  g_signal_connect_object (self->paned, "move-handle", G_CALLBACK (on_handle_moved), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->paned, "accept-position", G_CALLBACK (on_position_accepted), self,
                           G_CONNECT_SWAPPED);
}

/* Returns whether the timeline contains only instant events, such as heap dumps. */
static gboolean
has_points_only (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);

  if (tv_trace_has (trace, TV_HAS_SCHEDULING) || tv_trace_has (trace, TV_HAS_COUNTERS))
    return FALSE;
  for (guint32 slice = 0; slice < slices->n; slice++)
    if (!(slices->flags[slice] & TV_SLICE_INSTANT))
      return FALSE;
  return TRUE;
}

/* Returns the maximum height of the timeline in px. A timeline with only instant events is at most as high as its
 * rows, because its rows cannot be unfolded. */
static int
get_max_height (TvTracePage *self, int height)
{
  TvTrace *trace = self->session != NULL ? tv_session_get_trace (self->session) : NULL;
  int max = (int) (height * (is_log_alone (self) ? LOG_TIMELINE_MAX : TIMELINE_MAX));

  if (trace == NULL || is_log_alone (self) || !has_points_only (trace))
    return max;
  return MIN (max, tv_timeline_get_whole_height (self->timeline) + BELOW_ROWS_PX);
}

/* Restores the stored height of the timeline as soon as the page has a size, limited to the maximum height. */
static void
on_paned_size_known (TvTracePage *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (height <= 0)
    return;
  g_clear_signal_handler (&self->paned_id, self->paned);
  gtk_paned_set_position (self->paned, MIN (tv_settings_get_int ("timeline-height", 480),
                                            get_max_height (self, height)));
}

/* Restores the height of the timeline as soon as the page has a size. Must be called once. */
void
tv_trace_page_distribute_space (TvTracePage *self)
{
  self->paned_id = g_signal_connect_swapped (self->paned, "notify::max-position",
                                             G_CALLBACK (on_paned_size_known), self);
}

/* Handles a view that takes the place of the timeline, or no longer does. Moves the focus if the focused widget is
 * hidden. */
static void
on_fills_changed (TvTracePage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean is_lost = focus != NULL && (gtk_widget_is_ancestor (focus, self->timelines) ||
                                       gtk_widget_is_ancestor (focus, GTK_WIDGET (self->overview)));

  tv_trace_page_update_layout (self);
  if (is_lost)
    tv_trace_page_focus (self);
}

/* Connects to signals that affect the layout. Must be called once, when the page is created. */
static void
follow_size (TvTracePage *self)
{
  /* Details are revealed in a single step, because an animation would repaint the timeline in each frame. */
  g_autoptr (AdwSpringParams) at_once = adw_spring_params_new (1.0, 1.0, 1e8);

  adw_flap_set_reveal_params (self->flap, at_once);
  g_signal_connect_swapped (self->flap, "notify::reveal-flap", G_CALLBACK (on_flap_revealed), self);
  g_signal_connect_swapped (self->flap, "notify::reveal-progress", G_CALLBACK (on_flap_moved),
                            self);
  g_signal_connect_swapped (self->flap, "notify::folded", G_CALLBACK (on_flap_folded), self);
  g_signal_connect_swapped (self->panel, "notify::fills", G_CALLBACK (on_fills_changed), self);
  follow_handle (self);
}

/* ==== Actions ==== */

static GVariant *
get_details (gpointer object)
{
  return g_variant_new_boolean (adw_flap_get_reveal_flap (TV_TRACE_PAGE (object)->flap));
}

static void
change_details (gpointer object, GVariant *value)
{
  set_details (object, g_variant_get_boolean (value));
}

static GVariant *
get_overview (gpointer object)
{
  return g_variant_new_boolean (TV_TRACE_PAGE (object)->wants_overview);
}

static void
change_overview (gpointer object, GVariant *value)
{
  set_overview (object, g_variant_get_boolean (value));
}

/* Focuses the search entry of the visible view; if the view has none, opens the search in the whole trace. */
static void
find (gpointer object, const char *name, GVariant *parameter)
{
  TvTracePage *self = object;

  if (!tv_panel_find (self->panel))
    tv_search_bar_open (self->search_bar);
}

static void
step (gpointer object, const char *name, GVariant *parameter)
{
  TvTracePage *self = object;
  int direction = g_str_equal (name, "find-next") ? 1 : -1;

  if (tv_search_bar_is_open (self->search_bar))
    tv_search_bar_step (self->search_bar, direction);
  else if (!tv_panel_step (self->panel, direction))
    tv_search_bar_open (self->search_bar);
}

static void
export_stacks (gpointer object, const char *name, GVariant *parameter)
{
  TvTracePage *self = object;

  if (parameter == NULL)
    tv_export_stacks_choose (GTK_WIDGET (self), self->session);
  else
    {
      g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_string (parameter, NULL));

      tv_export_stacks_to (GTK_WIDGET (self), self->session, file);
    }
}

static gboolean
can_export_stacks (gpointer object)
{
  return tv_export_stacks_is_possible (TV_TRACE_PAGE (object)->session);
}

static void
save_range (gpointer object, const char *name, GVariant *parameter)
{
  TvTracePage *self = object;

  if (parameter == NULL)
    tv_save_range_choose (GTK_WIDGET (self), self->session);
  else
    {
      g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_string (parameter, NULL));

      tv_save_range_to (GTK_WIDGET (self), self->session, file);
    }
}

static gboolean
can_save_range (gpointer object)
{
  TvTracePage *self = object;

  return tv_trace_page_get_multi_file (self) == NULL && tv_trace_page_get_member (self) == NULL &&
         tv_save_range_is_possible (self->session);
}

static void
swap_sides (gpointer object, const char *name, GVariant *parameter)
{
  tv_trace_page_swap_sides (object);
}

static gboolean
has_timeline (gpointer object)
{
  return TV_TRACE_PAGE (object)->has_timeline;
}

static const TvObjectAction actions[] = {
  { "details", "b", NULL, get_details, change_details, NULL, "notify::details" },
  { "overview", "b", NULL, get_overview, change_overview, has_timeline, "notify::overview" },
  { "find", NULL, find, NULL, NULL, NULL, NULL },
  { "find-next", NULL, step, NULL, NULL, NULL, NULL },
  { "find-previous", NULL, step, NULL, NULL, NULL, NULL },
  { "export-stacks", NULL, export_stacks, NULL, NULL, can_export_stacks, NULL },
  { "export-stacks-to", "s", export_stacks, NULL, NULL, can_export_stacks, NULL },
  { "log-around", NULL, tv_log_around_show, NULL, NULL, tv_log_around_is_possible, NULL },
  { "swap-sides", NULL, swap_sides, NULL, NULL, tv_trace_page_can_swap_sides, NULL },
};

/* Actions whose sensitivity follows the session. */
static const TvObjectAction range_actions[] = {
  { "save-range", NULL, save_range, NULL, NULL, can_save_range, "notify::selection" },
  { "save-range-to", "s", save_range, NULL, NULL, can_save_range, "notify::selection" },
};

/* Adds actions for the choices of the session that are also stored in the settings, and for the order of rows.
 * Without a timeline, the actions for the timeline are omitted; without slices and stacks, the action for colours is
 * omitted. Menus hide the items of omitted actions. */
static void
insert_session_actions (TvTracePage *self)
{
  g_autoptr (GPropertyAction) order = g_property_action_new (
      "row-order", tv_session_get_row_choices (self->session), "order");
  static const char *const names[] = { "context-switches", "colour-by", "chart-style" };
  TvTrace *trace = tv_session_get_trace (self->session);
  gboolean has_colors;

  self->session_actions = g_simple_action_group_new ();
  has_colors = tv_trace_get_slices (trace)->n > 0 || tv_trace_get_stacks (trace)->n_kinds > 0;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GPropertyAction) action = NULL;

      if ((g_str_equal (names[i], "chart-style") && !self->has_timeline) ||
          (g_str_equal (names[i], "colour-by") && !has_colors))
        continue;
      action = g_property_action_new (names[i], self->session, names[i]);
      tv_settings_bind (names[i], G_OBJECT (self->session), names[i]);
      g_action_map_add_action (G_ACTION_MAP (self->session_actions), G_ACTION (action));
    }
  if (self->has_timeline)
    g_action_map_add_action (G_ACTION_MAP (self->session_actions), G_ACTION (order));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "session",
                                  G_ACTION_GROUP (self->session_actions));
}

/* Creates the actions that the window exports. Called when all children show the session. */
void
tv_trace_page_offer_actions (TvTracePage *self)
{
  GActionGroup *calls;
  GActionMap *map;

  insert_session_actions (self);
  calls = tv_calls_actions_new (self->panel);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "calls", calls);
  g_object_unref (calls);
  self->actions = g_simple_action_group_new ();
  map = G_ACTION_MAP (self->actions);
  tv_object_actions_add (map, self, self, actions, G_N_ELEMENTS (actions));
  tv_object_actions_add (map, self, self->session, range_actions, G_N_ELEMENTS (range_actions));
  tv_page_names_add_actions (self->names, map);
  tv_trace_page_add_snapshot_actions (self, map);
  tv_session_add_actions (self->session, map);
  tv_timeline_add_actions (self->timeline, map, self->has_timeline);
  tv_search_bar_add_actions (self->search_bar, map);
  tv_panel_add_actions (self->panel, map);
}

/* ==== Widget ==== */

G_DEFINE_FINAL_TYPE (TvTracePage, tv_trace_page, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_TITLE,
  PROP_SUBTITLE,
  PROP_SESSION,
  PROP_DETAILS,
  PROP_OVERVIEW,
  N_PROPS
};

enum
{
  STATE_CHANGED,
  CANCELLED,
  REPLACED,
  OPENED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

void
tv_trace_page_set_state (TvTracePage *self, TvTracePageState state)
{
  self->state = state;
  g_signal_emit (self, signals[STATE_CHANGED], 0);
}

void
tv_trace_page_report_cancelled (TvTracePage *self)
{
  g_signal_emit (self, signals[CANCELLED], 0);
}

/* Asks the window to replace this page with another page of the same file. */
void
tv_trace_page_replace (TvTracePage *self, TvTracePage *other)
{
  g_signal_emit (self, signals[REPLACED], 0, other);
}

/* Asks the window to open another page in a new tab. */
void
tv_trace_page_open_beside (TvTracePage *self, TvTracePage *other)
{
  g_signal_emit (self, signals[OPENED], 0, other);
}

/* ---- Actions ---- */

static void
cancel_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tv_trace_page_stop_loading (TV_TRACE_PAGE (widget));
}

static void
retry_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTracePage *self = TV_TRACE_PAGE (widget);

  if (self->state == TV_TRACE_PAGE_FAILED)
    tv_trace_page_load (self);
}

static void
open_as_text_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTracePage *self = TV_TRACE_PAGE (widget);

  self->is_as_text = TRUE;
  retry_action (widget, name, parameter);
}

static void
locate_symbols_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTracePage *self = TV_TRACE_PAGE (widget);

  if (self->session != NULL)
    tv_page_names_locate_symbols (self->names);
}

static void
dismiss_notice_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_revealer_set_reveal_child (TV_TRACE_PAGE (widget)->notice, FALSE);
}

/* Undoes one step: cancels loading or a drag, closes details that cover the page, clears a part of the selection,
 * closes the search, or shows the timeline again if a view has taken its place. If a trace is loaded, also moves the
 * focus to the main widget. */
static void
step_back_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTracePage *self = TV_TRACE_PAGE (widget);

  if (self->session != NULL)
    tv_trace_page_focus (self);
  if (self->session == NULL)
    tv_trace_page_stop_loading (self);
  else if (tv_timeline_cancel_drag (self->timeline))
    return;
  else if (adw_flap_get_folded (self->flap) && adw_flap_get_reveal_flap (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
  else if (tv_session_step_back (self->session))
    return;
  else if (tv_search_bar_is_open (self->search_bar))
    tv_search_bar_close (self->search_bar);
  else if (self->has_timeline)
    g_object_set (self->panel, "fills", FALSE, NULL);
}

static void
restore_chip_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (!tv_panel_restore_chip (TV_TRACE_PAGE (widget)->panel))
    gtk_widget_error_bell (widget);
}

/* Returns: (transfer full) (nullable): a summary of the trace, with the name of the mapping file if there is one;
 * NULL until the trace is loaded */
static char *
dup_subtitle (TvTracePage *self)
{
  TvTrace *trace = self->session != NULL ? tv_session_get_trace (self->session) : NULL;
  const TvNaming *naming = trace != NULL ? tv_trace_get_naming (trace) : NULL;
  g_autofree char *summary = trace != NULL ? tv_trace_summary_dup (self->session) : NULL;
  g_autofree char *map = NULL;

  if (naming == NULL || naming->map == NULL)
    return g_steal_pointer (&summary);
  map = g_path_get_basename (naming->map);
  /* Translators: a summary of the trace, and the file from which its names come */
  return g_strdup_printf (_("%s · names from %s"), summary, map);
}

/**
 * tv_trace_page_dup_found:
 *
 * Returns: (transfer full) (nullable): a line with the diagnosis of a dump or crash, or else with a summary of the
 * trace; %NULL until the trace is loaded
 */
char *
tv_trace_page_dup_found (TvTracePage *self)
{
  const TvDumpFindings *findings;

  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), NULL);

  findings = self->session != NULL ? tv_session_get_dump_findings (self->session) : NULL;
  return findings != NULL
             ? g_strdup (tv_sentence_get_text (tv_incident_get_sentence (findings->incident)))
             : dup_subtitle (self);
}

/* ---- Object ---- */

static void
tv_trace_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvTracePage *self = TV_TRACE_PAGE (object);

  switch (id)
    {
    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;
    case PROP_SUBTITLE:
      g_value_take_string (value, dup_subtitle (self));
      break;
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_DETAILS:
      g_value_set_boolean (value, adw_flap_get_reveal_flap (self->flap));
      break;
    case PROP_OVERVIEW:
      g_value_set_boolean (value, self->wants_overview);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_trace_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_DETAILS)
    set_details (TV_TRACE_PAGE (object), g_value_get_boolean (value));
  else if (id == PROP_OVERVIEW)
    set_overview (TV_TRACE_PAGE (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_trace_page_realize (GtkWidget *widget)
{
  static const char *const sizes[] = { "notify::width", "notify::height" };
  GdkSurface *surface;

  GTK_WIDGET_CLASS (tv_trace_page_parent_class)->realize (widget);
  surface = gtk_native_get_surface (gtk_widget_get_native (widget));
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    g_signal_connect_object (surface, sizes[i], G_CALLBACK (tv_trace_page_update_layout), widget,
                             G_CONNECT_SWAPPED);
  tv_trace_page_update_layout (TV_TRACE_PAGE (widget));
}

static void
tv_trace_page_unrealize (GtkWidget *widget)
{
  g_signal_handlers_disconnect_by_data (gtk_native_get_surface (gtk_widget_get_native (widget)),
                                        widget);
  GTK_WIDGET_CLASS (tv_trace_page_parent_class)->unrealize (widget);
}

static void
tv_trace_page_dispose (GObject *object)
{
  TvTracePage *self = TV_TRACE_PAGE (object);

  tv_trace_page_cancel (self);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  if (self->paned != NULL)
    g_signal_handlers_disconnect_by_data (self->paned, self);
  if (self->flap != NULL)
    g_signal_handlers_disconnect_by_data (self->flap, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_TRACE_PAGE);
  g_clear_object (&self->session_actions);
  g_clear_object (&self->actions);
  g_clear_object (&self->names);
  g_clear_pointer (&self->saver, tv_view_saver_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_trace_page_parent_class)->dispose (object);
}

static void
tv_trace_page_finalize (GObject *object)
{
  TvTracePage *self = TV_TRACE_PAGE (object);

  g_clear_object (&self->file);
  g_clear_object (&self->baseline_file);
  g_clear_pointer (&self->aligned_at, g_free);
  g_clear_pointer (&self->first_selection, tv_selection_unref);
  for (guint side = 0; side < G_N_ELEMENTS (self->more_runs); side++)
    g_clear_pointer (&self->more_runs[side], g_ptr_array_unref);
  g_free (self->member);
  g_clear_pointer (&self->multi_file, g_variant_unref);
  g_free (self->title);
  G_OBJECT_CLASS (tv_trace_page_parent_class)->finalize (object);
}

static void
install_actions (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "page.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (klass, "page.retry", NULL, retry_action);
  gtk_widget_class_install_action (klass, "page.open-as-text", NULL, open_as_text_action);
  gtk_widget_class_install_action (klass, "page.dismiss-notice", NULL, dismiss_notice_action);
  gtk_widget_class_install_action (klass, "page.locate-symbols", NULL, locate_symbols_action);
  gtk_widget_class_install_action (klass, "page.step-back", NULL, step_back_action);
  gtk_widget_class_install_action (klass, "page.restore-chip", NULL, restore_chip_action);
}

/* Adds shortcuts that apply to the whole page, except while an entry has the focus. */
static void
add_keys (GtkWidgetClass *klass)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_KEY_period, 0, "win.next-call" },
    { GDK_KEY_comma, 0, "win.previous-call" },
    { GDK_KEY_l, 0, "win.longest-call" },
    { GDK_KEY_bracketright, 0, "win.find-next" },
    { GDK_KEY_bracketleft, 0, "win.find-previous" },
    { GDK_KEY_Left, GDK_ALT_MASK, "win.back" },
    { GDK_KEY_KP_Left, GDK_ALT_MASK, "win.back" },
    { GDK_KEY_Right, GDK_ALT_MASK, "win.forward" },
    { GDK_KEY_KP_Right, GDK_ALT_MASK, "win.forward" },
    { GDK_KEY_slash, 0, "win.focus-search" },
    { GDK_KEY_KP_Divide, 0, "win.focus-search" },
    { GDK_KEY_x, 0, "win.swap-sides" },
  };
  static const struct
  {
    guint key;
    const char *action;
  } of_selected[] = {
    { GDK_KEY_T, "calls.show-tree" },
    { GDK_KEY_C, "calls.show-callers" },
    { GDK_KEY_F, "calls.show-flame" },
    { GDK_KEY_O, "calls.show-occurrences" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (klass, keys[i].key, keys[i].modifiers, keys[i].action,
                                         NULL);
  for (guint i = 0; i < G_N_ELEMENTS (of_selected); i++)
    gtk_widget_class_add_binding_action (klass, of_selected[i].key, GDK_SHIFT_MASK,
                                         of_selected[i].action, "u", TV_CALLS_OF_SELECTED);
}

static void
tv_trace_page_class_init (TvTracePageClass *klass)
{
  const GParamFlags read_only = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = tv_trace_page_get_property;
  object_class->set_property = tv_trace_page_set_property;
  object_class->dispose = tv_trace_page_dispose;
  object_class->finalize = tv_trace_page_finalize;
  widget_class->realize = tv_trace_page_realize;
  widget_class->unrealize = tv_trace_page_unrealize;

  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, read_only);
  properties[PROP_SUBTITLE] = g_param_spec_string ("subtitle", NULL, NULL, NULL, read_only);
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, TV_TYPE_SESSION,
                                                  read_only);
  properties[PROP_DETAILS] = g_param_spec_boolean ("details", NULL, NULL, FALSE,
                                                   G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                       G_PARAM_STATIC_STRINGS);
  properties[PROP_OVERVIEW] = g_param_spec_boolean ("overview", NULL, NULL, TRUE,
                                                    G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                        G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[STATE_CHANGED] = g_signal_new ("state-changed", TV_TYPE_TRACE_PAGE, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CANCELLED] = g_signal_new ("cancelled", TV_TYPE_TRACE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 0);

  signals[REPLACED] = g_signal_new ("replaced", TV_TYPE_TRACE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 1, TV_TYPE_TRACE_PAGE);
  signals[OPENED] = g_signal_new ("opened", TV_TYPE_TRACE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, TV_TYPE_TRACE_PAGE);

  install_actions (widget_class);
  add_keys (widget_class);
  g_type_ensure (TV_TYPE_BUNDLE_PAGE);
  g_type_ensure (TV_TYPE_TIMELINE);
  g_type_ensure (TV_TYPE_QUERY_TRACK_ROWS);
  g_type_ensure (TV_TYPE_OVERVIEW_VIEW);
  g_type_ensure (TV_TYPE_DIAGNOSIS_BOX);
  g_type_ensure (TV_TYPE_PANEL);
  g_type_ensure (TV_TYPE_SEARCH_BAR);
  g_type_ensure (TV_TYPE_DETAILS);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/trace-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, stack);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, loading_name);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, loading_size);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, progress);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, failed_page);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, as_text_button);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, empty_page);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, empty_properties);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, notice);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, notice_label);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, symbols_button);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, search_bar);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, diagnosis);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, overview);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, query_tracks);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, paned);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, timelines);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, timelines_box);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, timeline_heading);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, timeline);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, flap);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, panel);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, details);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, bundle_page);
}

static void
tv_trace_page_init (TvTracePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->names = tv_page_names_new (self, GTK_BUTTON (self->symbols_button));
  tv_page_position_clear (&self->position);
  self->wants_details = tv_settings_get_bool ("details-visible", TRUE);
  self->wants_overview = TRUE;
  tv_settings_bind ("overview-visible", G_OBJECT (self), "overview");
  follow_size (self);
}

/* Returns: (transfer full): the title of the tab: the name of the file or member, marked if it is shown as plain
 * text; for several files, the name of the first file and the number of other files; for a comparison, the names of
 * both files */
char *
tv_trace_page_dup_title (TvTracePage *self)
{
  guint n_more = self->multi_file != NULL ? (guint) g_variant_n_children (self->multi_file) - 1 : 0;
  g_autoptr (GFile) member = self->member != NULL
                                 ? g_file_resolve_relative_path (self->file, self->member)
                                 : NULL;

  g_autofree char *name = tv_file_dup_shown_name (member != NULL ? member : self->file);
  g_autofree char *baseline = self->baseline_file != NULL
                                  ? tv_file_dup_shown_name (self->baseline_file)
                                  : NULL;

  if (baseline != NULL)
    /* Translators: two files that are compared: before, after */
    return g_strdup_printf (_("%s → %s"), baseline, name);
  if (self->is_text_copy)
    /* Translators: a file that is shown as plain text */
    return g_strdup_printf (_("%s as Text"), name);
  if (n_more == 0)
    return g_steal_pointer (&name);
  /* Translators: a file, and the number of other files on the same timeline */
  return tv_number_printf (ngettext ("%s and %u more", "%s and %u more", n_more), name, n_more);
}

/**
 * tv_trace_page_new:
 * @file: a trace file, or its name without extension
 * @member: (nullable): member of @file to open; %NULL for @file itself
 *
 * Creates a page and starts to load the file.
 */
GtkWidget *
tv_trace_page_new (GFile *file, const char *member)
{
  TvTracePage *self = g_object_new (TV_TYPE_TRACE_PAGE, NULL);

  self->file = g_object_ref (file);
  self->member = g_strdup (member);
  self->title = tv_trace_page_dup_title (self);
  tv_trace_page_load (self);
  return GTK_WIDGET (self);
}

/**
 * tv_trace_page_new_at:
 * @file: a file
 * @member: (nullable): member of @file to open; %NULL for @file itself
 * @is_text: whether to read the file as plain text, regardless of its format
 * @line: number of the line to show, starting at 1
 *
 * Creates a page and starts to load the file. The page shows the line when the file is loaded.
 */
GtkWidget *
tv_trace_page_new_at (GFile *file, const char *member, gboolean is_text, guint64 line)
{
  TvTracePage *self = g_object_new (TV_TYPE_TRACE_PAGE, NULL);

  self->file = g_object_ref (file);
  self->member = g_strdup (member);
  self->position.line = line;
  self->is_as_text = self->is_text_copy = is_text;
  self->title = tv_trace_page_dup_title (self);
  tv_trace_page_load (self);
  return GTK_WIDGET (self);
}

/**
 * tv_trace_page_new_multi_file:
 * @sources: "a(ssx)": for each of at least two files the URI, the member of a bundle (or ""), and the offset in ns
 *   that the user has entered (or %TV_NO_OFFSET)
 *
 * Creates a page and starts to load the files on one timeline.
 */
GtkWidget *
tv_trace_page_new_multi_file (GVariant *sources)
{
  TvTracePage *self = g_object_new (TV_TYPE_TRACE_PAGE, NULL);
  const char *uri, *member;
  gint64 offset_ns;

  self->multi_file = g_variant_ref_sink (sources);
  g_variant_get_child (sources, 0, "(&s&sx)", &uri, &member, &offset_ns);
  self->file = g_file_new_for_uri (uri);
  self->member = *member != '\0' ? g_strdup (member) : NULL;
  self->title = tv_trace_page_dup_title (self);
  tv_trace_page_load (self);
  return GTK_WIDGET (self);
}

/**
 * tv_trace_page_new_compared:
 * @baselines: (array length=n_baselines): earlier runs
 * @n_baselines: number of earlier runs, at least one
 * @file: later run, whose selection the page shows
 *
 * Creates a page for a comparison. Starts to load the later run and the first earlier run, whose timelines are shown
 * one above the other, then loads the other runs.
 */
GtkWidget *
tv_trace_page_new_compared (GFile *const *baselines, guint n_baselines, GFile *file)
{
  TvTracePage *self = g_object_new (TV_TYPE_TRACE_PAGE, NULL);

  self->file = g_object_ref (file);
  tv_trace_page_take_baselines (self, baselines, n_baselines);
  self->title = tv_trace_page_dup_title (self);
  tv_trace_page_load (self);
  return GTK_WIDGET (self);
}

/* Returns: (transfer floating): a page of the same file for a session with other names. The new page takes over
 * saving the view state */
static GtkWidget *
new_renamed (TvTracePage *other, TvSession *session)
{
  TvTracePage *self = g_object_new (TV_TYPE_TRACE_PAGE, NULL);

  self->file = g_object_ref (other->file);
  self->member = g_strdup (other->member);
  self->multi_file = other->multi_file != NULL ? g_variant_ref (other->multi_file) : NULL;
  self->title = tv_trace_page_dup_title (self);
  g_clear_pointer (&other->saver, tv_view_saver_free);
  tv_trace_page_show_session (self, session);
  if (self->saver != NULL)
    tv_view_saver_save (self->saver);
  tv_trace_page_set_state (self, TV_TRACE_PAGE_READY);
  return GTK_WIDGET (self);
}

/**
 * tv_trace_page_replace_session:
 * @self: a page
 * @session: a session of the same trace with other names
 *
 * Replaces the page with a page for @session. If the page compares runs, all runs are loaded again instead.
 *
 * Returns: (transfer none): the new page
 */
GtkWidget *
tv_trace_page_replace_session (TvTracePage *self, TvSession *session)
{
  GtkWidget *page = self->is_of_snapshots ? tv_trace_page_new_snapshots_renamed (self, session)
                    : self->baseline_file != NULL ? tv_trace_page_new_same_runs (self, FALSE)
                                                  : new_renamed (self, session);

  g_object_ref_sink (page);
  tv_trace_page_replace (self, TV_TRACE_PAGE (page));
  g_object_unref (page);
  return page;
}

/* Returns: (transfer none) (nullable): the file of the earlier run */
GFile *
tv_trace_page_get_baseline (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), NULL);
  return self->baseline_file;
}

/* Returns: (transfer none) (nullable): the files of a multi-file session, see tv_trace_page_new_multi_file() */
GVariant *
tv_trace_page_get_multi_file (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), NULL);
  return self->multi_file;
}

GFile *
tv_trace_page_get_file (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), NULL);
  return self->file;
}

/* Returns: (transfer none) (nullable): the name of the member that the page shows instead of the file itself */
const char *
tv_trace_page_get_member (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), NULL);
  return self->member;
}

TvTracePageState
tv_trace_page_get_state (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), TV_TRACE_PAGE_FAILED);
  return self->state;
}

/* Returns: (transfer none) (nullable): the session; %NULL until the file is loaded */
TvSession *
tv_trace_page_get_session (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), NULL);
  return self->session;
}

/* Returns: (transfer none) (nullable): the actions for choices of the session: `context-switches`, `chart-style`,
 * `colour-by`, `row-order`; %NULL until the file is loaded */
GActionGroup *
tv_trace_page_get_session_actions (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), NULL);
  return G_ACTION_GROUP (self->session_actions);
}

/* Returns: (transfer none) (nullable): the actions of the page; %NULL until the file is loaded */
GActionGroup *
tv_trace_page_get_actions (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), NULL);
  return G_ACTION_GROUP (self->actions);
}

/* ---- Position ---- */

/**
 * tv_trace_page_show_line:
 * @self: a page
 * @line: number of the line to show, starting at 1
 *
 * Shows a line of the file as soon as the file is loaded.
 *
 * Returns: %FALSE if no view of the page can show the line
 */
gboolean
tv_trace_page_show_line (TvTracePage *self, guint64 line)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), FALSE);

  if (self->state == TV_TRACE_PAGE_LOADING)
    {
      self->position.line = line;
      return TRUE;
    }
  if (self->state != TV_TRACE_PAGE_READY ||
      !tv_views_have_line (tv_session_get_trace (self->session), line))
    return FALSE;
  self->position.line = line;
  tv_page_position_show (&self->position, self->panel);
  return TRUE;
}

/* Shows the log around a timestamp in ns as soon as the file is loaded. */
void
tv_trace_page_show_time (TvTracePage *self, gint64 ns)
{
  g_return_if_fail (TV_IS_TRACE_PAGE (self));

  self->position.ns = ns;
  if (self->state == TV_TRACE_PAGE_READY)
    tv_page_position_show (&self->position, self->panel);
}

/* Shows the comparison of the dumps in the trace as soon as the file is loaded. */
void
tv_trace_page_show_dump_changes (TvTracePage *self)
{
  g_return_if_fail (TV_IS_TRACE_PAGE (self));

  self->position.comparison = TV_COMPARE_DUMPS;
  if (self->state == TV_TRACE_PAGE_READY)
    tv_page_position_show (&self->position, self->panel);
}

/* ---- Focus ---- */

/* Moves the focus to the main widget: the members of a bundle, the timeline, or the panel. */
void
tv_trace_page_focus (TvTracePage *self)
{
  g_return_if_fail (TV_IS_TRACE_PAGE (self));

  if (self->state == TV_TRACE_PAGE_BUNDLE)
    gtk_widget_grab_focus (GTK_WIDGET (self->bundle_page));
  else if (gtk_widget_get_child_visible (self->timelines) &&
           gtk_widget_get_visible (self->timelines) && !is_log_alone (self))
    gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
  else
    tv_panel_focus (self->panel);
}
