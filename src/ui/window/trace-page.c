/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/window/trace-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "core/error.h"
#include "core/file-name.h"
#include "formats/load.h"
#include "ui/details/details.h"
#include "ui/timeline/overview-view.h"
#include "ui/settings.h"
#include "ui/timeline/timeline.h"
#include "ui/window/trace-summary.h"
#include "ui/session/view-keeper.h"

/* A file that is read faster than this never shows a progress bar. */
#define BLANK_MS 150

/* How much of the page the timeline takes at most to begin with. */
#define TIMELINE_MOST 0.6

/* In a window lower than this the timeline needs the overview's room. */
#define OVERVIEW_LEAST_HEIGHT 420

struct _TvTracePage
{
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkLabel *loading_name;
  GtkLabel *loading_size;
  GtkProgressBar *progress;
  AdwStatusPage *failed_page;
  GtkRevealer *notice;
  GtkLabel *notice_label;
  TvSearchBar *search_bar;
  TvOverviewView *overview;
  GtkPaned *paned;
  TvTimeline *timeline;
  AdwFlap *flap;
  TvPanel *panel;
  TvDetails *details;

  GFile *file; /* as given, until it is found */
  char *title;
  TvTracePageState state;
  GCancellable *cancellable; /* set while loading */
  guint blank_id;
  gboolean is_cancelled_by_user;
  TvSession *session;                  /* (nullable) */
  TvViewKeeper *keeper;                /* (nullable): with a session */
  GSimpleActionGroup *session_actions; /* (nullable): choices that are the session's */
  gboolean wants_details;
  gboolean wants_overview;
};

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
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
set_state (TvTracePage *self, TvTracePageState state)
{
  self->state = state;
  g_signal_emit (self, signals[STATE_CHANGED], 0);
}

/* ---- Details ---- */

/* They come with a call and stay until nothing is selected; a method has its numbers in the
 * profile. Where there is no room beside that they come only when asked for, over it. */
static void
update_details (TvTracePage *self)
{
  if (tv_session_get_selected_symbol (self->session) == TV_NONE)
    adw_flap_set_reveal_flap (self->flap, FALSE);
  else if (tv_session_get_selected_slice (self->session) != TV_NONE && self->wants_details &&
           !adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, TRUE);
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
  adw_flap_set_reveal_flap (self->flap, are_shown);
}

static void
on_flap_revealed (TvTracePage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DETAILS]);
}

static void
on_flap_folded (TvTracePage *self)
{
  if (adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
  else if (self->session != NULL)
    update_details (self);
}

/* ---- Overview ---- */

static void
update_overview (TvTracePage *self)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;

  gtk_widget_set_visible (
      GTK_WIDGET (self->overview),
      self->wants_overview &&
          (surface == NULL || gdk_surface_get_height (surface) >= OVERVIEW_LEAST_HEIGHT));
}

static void
set_overview (TvTracePage *self, gboolean is_wanted)
{
  if (self->wants_overview == is_wanted)
    return;
  self->wants_overview = is_wanted;
  update_overview (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OVERVIEW]);
}

/* ---- Loaded ---- */

static void
show_notice (TvTracePage *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autofree char *found = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_problems;

  tv_trace_get_problems (trace, &n_problems);
  if (tv_trace_is_rebuilt (trace))
    g_string_append (text, _("This trace has no wall clock: its timeline was put together from "
                             "its threads' CPU time."));
  if (n_problems > 0)
    {
      found = g_strdup_printf (ngettext ("%u problem was found in this file.",
                                         "%u problems were found in this file.", n_problems),
                               n_problems);
      if (text->len > 0)
        g_string_append_c (text, ' ');
      g_string_append (text, found);
    }
  gtk_label_set_text (self->notice_label, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->notice_label), text->str);
  gtk_revealer_set_reveal_child (self->notice, text->len > 0);
}

static void
insert_session_actions (TvTracePage *self)
{
  g_autoptr (GPropertyAction) order = g_property_action_new (
      "row-order", tv_session_get_row_choices (self->session), "order");
  static const char *const names[] = { "context-switches", "chart-style", "colour-by" };

  self->session_actions = g_simple_action_group_new ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GPropertyAction)
          action = g_property_action_new (names[i], self->session, names[i]);

      tv_settings_bind (names[i], G_OBJECT (self->session), names[i]);
      g_action_map_add_action (G_ACTION_MAP (self->session_actions), G_ACTION (action));
    }
  g_action_map_add_action (G_ACTION_MAP (self->session_actions), G_ACTION (order));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "session",
                                  G_ACTION_GROUP (self->session_actions));
}

static void
save_timeline_height (TvTracePage *self)
{
  tv_settings_set_int ("timeline-height", gtk_paned_get_position (self->paned));
}

/* Once the page has its size, gives the timeline the height it had, but leaves room below; from
 * then on remembers what the user makes of it. */
static void
on_paned_size_known (TvTracePage *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (height <= 0)
    return;
  g_signal_handlers_disconnect_by_data (self->paned, self);
  gtk_paned_set_position (self->paned, MIN (tv_settings_get_int ("timeline-height", 480),
                                            (int) (height * TIMELINE_MOST)));
  g_signal_connect_swapped (self->paned, "notify::position", G_CALLBACK (save_timeline_height),
                            self);
}

static void
show_session (TvTracePage *self, TvSession *session)
{
  g_autofree char *path = g_file_get_path (self->file);

  self->session = g_object_ref (session);
  self->keeper = tv_view_keeper_new (session, path);
  insert_session_actions (self);
  g_object_set (self->timeline, "session", session, NULL);
  g_object_set (self->overview, "session", session, NULL);
  tv_panel_set_session (self->panel, session);
  tv_search_bar_set_session (self->search_bar, session);
  tv_details_set_session (self->details, session);
  g_signal_connect_swapped (session, "notify::selected-slice", G_CALLBACK (update_details), self);
  g_signal_connect_swapped (session, "notify::selected-symbol", G_CALLBACK (update_details), self);

  g_signal_connect_swapped (self->paned, "notify::max-position", G_CALLBACK (on_paned_size_known),
                            self);
  gtk_stack_set_visible_child_name (self->stack, "ready");
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
  show_notice (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUBTITLE]);
}

static void
show_error (TvTracePage *self, const GError *error)
{
  g_autofree char *title = g_strdup_printf (_("Could Not Open “%s”"), self->title);
  g_autofree char *words = g_markup_escape_text (error->message, -1);

  adw_status_page_set_title (self->failed_page, title);
  adw_status_page_set_description (self->failed_page, words);
  gtk_stack_set_visible_child_name (self->stack, "failed");
}

/* ---- Loading ---- */

static gboolean
show_loading (gpointer data)
{
  TvTracePage *self = data;

  self->blank_id = 0;
  gtk_stack_set_visible_child_name (self->stack, "loading");
  return G_SOURCE_REMOVE;
}

static void
on_load_progress (double fraction, gpointer data)
{
  TvTracePage *self = data;

  if (self->cancellable != NULL)
    gtk_progress_bar_set_fraction (self->progress, fraction);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TvTracePage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvSession) session = tv_session_load_finish (result, &error);

  if (self->cancellable == NULL)
    return; /* closed meanwhile */

  g_clear_handle_id (&self->blank_id, g_source_remove);
  g_clear_object (&self->cancellable);
  if (self->is_cancelled_by_user)
    {
      g_signal_emit (self, signals[CANCELLED], 0);
      return;
    }
  if (session != NULL)
    show_session (self, session);
  else
    show_error (self, error);
  set_state (self, session != NULL ? TV_TRACE_PAGE_READY : TV_TRACE_PAGE_FAILED);
}

static void
set_file (TvTracePage *self, const char *path)
{
  g_clear_object (&self->file);
  self->file = g_file_new_for_path (path);
  g_free (self->title);
  self->title = tv_file_dup_shown_name (self->file);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
}

static void
show_file (TvTracePage *self)
{
  g_autoptr (GFileInfo) info = g_file_query_info (self->file, G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                                  G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_autofree char *size = info != NULL ? g_format_size ((guint64) g_file_info_get_size (info))
                                       : g_strdup ("");

  gtk_label_set_text (self->loading_name, self->title);
  gtk_label_set_text (self->loading_size, size);
  gtk_progress_bar_set_fraction (self->progress, 0.0);
}

static void
load (TvTracePage *self)
{
  g_autofree char *name = g_file_get_path (self->file);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  gtk_stack_set_visible_child_name (self->stack, "blank");
  set_state (self, TV_TRACE_PAGE_LOADING);
  if (name == NULL)
    g_set_error (&error, TV_ERROR, TV_ERROR_IO, _("%s: only files on this computer can be read"),
                 self->title);
  else
    path = tv_load_find (name, &error);
  if (path == NULL)
    {
      show_error (self, error);
      set_state (self, TV_TRACE_PAGE_FAILED);
      return;
    }

  set_file (self, path);
  show_file (self);
  self->is_cancelled_by_user = FALSE;
  self->cancellable = g_cancellable_new ();
  self->blank_id = g_timeout_add (BLANK_MS, show_loading, self);
  tv_session_load_async (path, self->cancellable, on_load_progress, self, on_loaded,
                         g_object_ref (self));
}

/* ---- Actions ---- */

static void
cancel_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTracePage *self = TV_TRACE_PAGE (widget);

  if (self->cancellable == NULL)
    return;
  self->is_cancelled_by_user = TRUE;
  g_cancellable_cancel (self->cancellable);
}

static void
retry_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTracePage *self = TV_TRACE_PAGE (widget);

  if (self->state == TV_TRACE_PAGE_FAILED)
    load (self);
}

static void
dismiss_notice_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_revealer_set_reveal_child (TV_TRACE_PAGE (widget)->notice, FALSE);
}

/* One step back: what is being done, details over the profile, what is selected, a search. */
static void
step_back_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTracePage *self = TV_TRACE_PAGE (widget);

  if (self->session == NULL)
    cancel_action (widget, name, parameter);
  else if (tv_timeline_cancel_drag (self->timeline))
    return;
  else if (adw_flap_get_folded (self->flap) && adw_flap_get_reveal_flap (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
  else if (!tv_session_step_back (self->session))
    tv_search_bar_close (self->search_bar);
}

static void
clear_selection_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (TV_TRACE_PAGE (widget)->session != NULL)
    tv_session_clear_selection (TV_TRACE_PAGE (widget)->session);
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
      g_value_take_string (value, self->session != NULL
                                      ? tv_trace_summary_dup (tv_session_get_trace (self->session))
                                      : NULL);
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
  GTK_WIDGET_CLASS (tv_trace_page_parent_class)->realize (widget);
  g_signal_connect_object (gtk_native_get_surface (gtk_widget_get_native (widget)),
                           "notify::height", G_CALLBACK (update_overview), widget,
                           G_CONNECT_SWAPPED);
  update_overview (TV_TRACE_PAGE (widget));
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
  g_clear_pointer (&self->keeper, tv_view_keeper_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_trace_page_parent_class)->dispose (object);
}

static void
tv_trace_page_finalize (GObject *object)
{
  TvTracePage *self = TV_TRACE_PAGE (object);

  g_clear_object (&self->file);
  g_free (self->title);
  G_OBJECT_CLASS (tv_trace_page_parent_class)->finalize (object);
}

static void
install_actions (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "page.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (klass, "page.retry", NULL, retry_action);
  gtk_widget_class_install_action (klass, "page.dismiss-notice", NULL, dismiss_notice_action);
  gtk_widget_class_install_action (klass, "page.step-back", NULL, step_back_action);
  gtk_widget_class_install_action (klass, "page.clear-selection", NULL, clear_selection_action);
}

/* Keys that hold wherever the focus is on the page, but for entries. */
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
    { GDK_KEY_bracketright, 0, "win.find-next" },
    { GDK_KEY_bracketleft, 0, "win.find-previous" },
    { GDK_KEY_Left, GDK_ALT_MASK, "win.back" },
    { GDK_KEY_KP_Left, GDK_ALT_MASK, "win.back" },
    { GDK_KEY_Right, GDK_ALT_MASK, "win.forward" },
    { GDK_KEY_KP_Right, GDK_ALT_MASK, "win.forward" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (klass, keys[i].key, keys[i].modifiers, keys[i].action,
                                         NULL);
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

  install_actions (widget_class);
  add_keys (widget_class);
  g_type_ensure (TV_TYPE_TIMELINE);
  g_type_ensure (TV_TYPE_OVERVIEW_VIEW);
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
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, notice);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, notice_label);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, search_bar);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, overview);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, paned);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, timeline);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, flap);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, panel);
  gtk_widget_class_bind_template_child (widget_class, TvTracePage, details);
}

static void
tv_trace_page_init (TvTracePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->wants_details = tv_settings_get_bool ("details-visible", TRUE);
  self->wants_overview = TRUE;
  tv_settings_bind ("overview-visible", G_OBJECT (self), "overview");
  g_signal_connect_swapped (self->flap, "notify::reveal-flap", G_CALLBACK (on_flap_revealed), self);
  g_signal_connect_swapped (self->flap, "notify::folded", G_CALLBACK (on_flap_folded), self);
}

/**
 * tv_trace_page_new:
 * @file: a trace, or its name without extension
 *
 * Begins to load the file.
 */
GtkWidget *
tv_trace_page_new (GFile *file)
{
  TvTracePage *self = g_object_new (TV_TYPE_TRACE_PAGE, NULL);

  self->file = g_object_ref (file);
  self->title = tv_file_dup_shown_name (file);
  load (self);
  return GTK_WIDGET (self);
}

GFile *
tv_trace_page_get_file (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), NULL);
  return self->file;
}

TvTracePageState
tv_trace_page_get_state (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), TV_TRACE_PAGE_FAILED);
  return self->state;
}

/* (transfer none) (nullable) */
TvSession *
tv_trace_page_get_session (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), NULL);
  return self->session;
}

/* (transfer none) (nullable): the session's choices, `context-switches`, `chart-style`, `colour-by` */
GActionGroup *
tv_trace_page_get_session_actions (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), NULL);
  return G_ACTION_GROUP (self->session_actions);
}

TvPanel *
tv_trace_page_get_panel (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), NULL);
  return self->panel;
}

TvSearchBar *
tv_trace_page_get_search_bar (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), NULL);
  return self->search_bar;
}

GtkWidget *
tv_trace_page_get_timeline (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), NULL);
  return GTK_WIDGET (self->timeline);
}

/* Stops the loading, as when the tab is closed. */
void
tv_trace_page_cancel (TvTracePage *self)
{
  g_return_if_fail (TV_IS_TRACE_PAGE (self));

  g_clear_handle_id (&self->blank_id, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}
