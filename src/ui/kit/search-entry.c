/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Created by most views, the bundle page, the thread editor and the filter buttons, which connect to its signals.
 * Owns the text and the mode (regular expression, filter). The caller matches names with the result of
 * tv_search_entry_dup_match(). */

#include "ui/kit/search-entry.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/kit/number-format.h"

/* Maximum length of the status text in characters. The tooltip contains the complete error message. */
#define MAX_RESULT_CHARS 30

#define MIN_CHARS 5
#define MAX_CHARS 24
#define DELAY_MS  120

struct _TvSearchEntry
{
  GtkWidget parent_instance;

  GtkWidget *entry;
  GtkWidget *spinner;
  GtkWidget *result_label;
  GtkWidget *regex;
  GtkWidget *filter;
  GtkWidget *previous;
  GtkWidget *next;

  char *text; /* text when "changed" was last emitted */
  gboolean is_regex;
  char *error; /* (nullable): error message for @text as a regular expression */
  gboolean is_filter;
  gboolean has_modes;
  gboolean is_setting; /* whether tv_search_entry_set() is running */
};

G_DEFINE_FINAL_TYPE (TvSearchEntry, tv_search_entry, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_PLACEHOLDER_TEXT,
  PROP_IS_FILTER,
  PROP_HAS_MODES,
  N_PROPS
};

enum
{
  CHANGED,
  STEP,
  LEAVE,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* ---- Status ---- */

static void
set_class (TvSearchEntry *self, const char *name, gboolean is_set)
{
  if (is_set)
    gtk_widget_add_css_class (GTK_WIDGET (self), name);
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), name);
}

static void
show_state (TvSearchEntry *self, const char *result_text, gboolean is_wrong, guint n)
{
  gboolean can_step = n > 0 && !self->is_filter;

  gtk_label_set_text (GTK_LABEL (self->result_label), result_text);
  gtk_widget_set_tooltip_text (self->result_label, self->error);
  gtk_widget_set_visible (self->result_label, *result_text != '\0');
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  self->error != NULL ? self->error : result_text, -1);
  gtk_widget_set_visible (self->previous, can_step);
  gtk_widget_set_visible (self->next, can_step);
  set_class (self, "error", is_wrong);
  set_class (self, "filtering", self->is_filter && !is_wrong && tv_search_entry_is_active (self));
}

/* If no search is active, clears the status or shows the error in the regular expression. Returns: whether no search
 * is active */
static gboolean
show_state_without_search (TvSearchEntry *self)
{
  const char *reason = self->error != NULL ? strrchr (self->error, ':') : NULL;

  if (tv_search_entry_is_active (self))
    return FALSE;
  /* The reason is the end of the message: "Error while compiling …: missing closing parenthesis". */
  if (reason != NULL && reason[1] == ' ' && reason[2] != '\0')
    show_state (self, reason + 2, TRUE, 0);
  else
    show_state (self, self->error != NULL ? self->error : "", self->error != NULL, 0);
  return TRUE;
}

/* ---- Input ---- */

/* Emits "changed" without delay if the text or ".*" has changed since the last signal. */
void
tv_search_entry_flush (TvSearchEntry *self)
{
  const char *text;
  gboolean is_regex;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTextMatch) match = NULL;

  g_return_if_fail (TV_IS_SEARCH_ENTRY (self));

  text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  is_regex = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->regex));
  if (self->is_setting || (g_str_equal (text, self->text) && is_regex == self->is_regex))
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  self->is_regex = is_regex;
  match = tv_text_match_new (text, is_regex, &error);
  g_free (self->error);
  self->error = error != NULL ? g_strdup (error->message) : NULL;
  show_state_without_search (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_activate (TvSearchEntry *self)
{
  tv_search_entry_flush (self);
  if (self->is_filter)
    g_signal_emit (self, signals[LEAVE], 0);
  else
    g_signal_emit (self, signals[STEP], 0, 1);
}

static void
on_next (TvSearchEntry *self)
{
  tv_search_entry_flush (self);
  g_signal_emit (self, signals[STEP], 0, 1);
}

static void
on_previous (TvSearchEntry *self)
{
  tv_search_entry_flush (self);
  g_signal_emit (self, signals[STEP], 0, -1);
}

static void
on_stop (TvSearchEntry *self)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (self->entry)) == '\0')
    g_signal_emit (self, signals[LEAVE], 0);
  else
    tv_search_entry_set (self, "", gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->regex)));
}

/* Handles Shift+Enter, which GtkEntry does not handle. */
static gboolean
on_key (GtkEventControllerKey *controller,
        guint keyval,
        guint keycode,
        GdkModifierType state,
        TvSearchEntry *self)
{
  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter && keyval != GDK_KEY_ISO_Enter) ||
      (state & GDK_SHIFT_MASK) == 0 || self->is_filter)
    return GDK_EVENT_PROPAGATE;
  on_previous (self);
  return GDK_EVENT_STOP;
}

/* ---- Modes ---- */

static void
update_modes (TvSearchEntry *self)
{
  const char *tip = self->is_filter ? _("Show All and Step Through Matches")
                                    : _("Show Only Matches");

  gtk_widget_set_visible (self->filter, self->has_modes);
  gtk_widget_set_tooltip_text (self->filter, tip);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->filter), self->is_filter);
  set_class (self, "filtering", self->is_filter && tv_search_entry_is_active (self));
}

static void
on_filter_toggled (GtkToggleButton *button, TvSearchEntry *self)
{
  tv_search_entry_flush (self);
  tv_search_entry_set_filter (self, gtk_toggle_button_get_active (button));
}

/* ---- Object ---- */

static GtkWidget *
add_button (TvSearchEntry *self, GtkWidget *button, const char *icon_name, const char *tip)
{
  if (icon_name != NULL)
    gtk_button_set_icon_name (GTK_BUTTON (button), icon_name);
  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_parent (button, GTK_WIDGET (self));
  return button;
}

static void
add_entry (TvSearchEntry *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "search-delay", DELAY_MS, "hexpand", TRUE, "width-chars", MIN_CHARS,
                "max-width-chars", MAX_CHARS, NULL);
  g_signal_connect_swapped (self->entry, "search-changed", G_CALLBACK (tv_search_entry_flush),
                            self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (on_activate), self);
  g_signal_connect_swapped (self->entry, "next-match", G_CALLBACK (on_next), self);
  g_signal_connect_swapped (self->entry, "previous-match", G_CALLBACK (on_previous), self);
  g_signal_connect_swapped (self->entry, "stop-search", G_CALLBACK (on_stop), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->entry, keys);
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
}

static void
add_result_label (TvSearchEntry *self)
{
  self->spinner = gtk_spinner_new ();
  gtk_widget_set_visible (self->spinner, FALSE);
  gtk_widget_set_parent (self->spinner, GTK_WIDGET (self));
  self->result_label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->result_label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (self->result_label), MAX_RESULT_CHARS);
  gtk_widget_add_css_class (self->result_label, "numeric");
  gtk_widget_set_visible (self->result_label, FALSE);
  gtk_widget_set_parent (self->result_label, GTK_WIDGET (self));
}

static gboolean
tv_search_entry_grab_focus (GtkWidget *widget)
{
  TvSearchEntry *self = TV_SEARCH_ENTRY (widget);

  if (!gtk_widget_grab_focus (self->entry))
    return FALSE;
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
  return TRUE;
}

/* Moves the focus from the text to the buttons, and then out of the widget. GTK would wrap around instead. */
static gboolean
tv_search_entry_focus (GtkWidget *widget, GtkDirectionType direction)
{
  GtkWidget *child = gtk_widget_get_focus_child (widget);
  gboolean is_back = direction == GTK_DIR_TAB_BACKWARD;

  if (child == NULL)
    child = is_back ? gtk_widget_get_last_child (widget) : gtk_widget_get_first_child (widget);
  else if (direction == GTK_DIR_UP || direction == GTK_DIR_DOWN)
    return FALSE;
  while (child != NULL && !gtk_widget_child_focus (child, direction))
    child = is_back ? gtk_widget_get_prev_sibling (child) : gtk_widget_get_next_sibling (child);
  return child != NULL;
}

static void
tv_search_entry_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvSearchEntry *self = TV_SEARCH_ENTRY (object);

  switch (id)
    {
    case PROP_PLACEHOLDER_TEXT:
      g_object_get_property (G_OBJECT (self->entry), "placeholder-text", value);
      break;
    case PROP_IS_FILTER:
      g_value_set_boolean (value, self->is_filter);
      break;
    case PROP_HAS_MODES:
      g_value_set_boolean (value, self->has_modes);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_search_entry_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TvSearchEntry *self = TV_SEARCH_ENTRY (object);

  switch (id)
    {
    case PROP_PLACEHOLDER_TEXT:
      g_object_set_property (G_OBJECT (self->entry), "placeholder-text", value);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      g_value_get_string (value), -1);
      g_object_notify_by_pspec (object, pspec);
      break;
    case PROP_IS_FILTER:
      tv_search_entry_set_filter (self, g_value_get_boolean (value));
      break;
    case PROP_HAS_MODES:
      self->has_modes = g_value_get_boolean (value);
      update_modes (self);
      g_object_notify_by_pspec (object, pspec);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_search_entry_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    {
      g_signal_handlers_disconnect_by_data (child, object);
      gtk_widget_unparent (child);
    }
  G_OBJECT_CLASS (tv_search_entry_parent_class)->dispose (object);
}

static void
tv_search_entry_finalize (GObject *object)
{
  TvSearchEntry *self = TV_SEARCH_ENTRY (object);

  g_free (self->text);
  g_free (self->error);
  G_OBJECT_CLASS (tv_search_entry_parent_class)->finalize (object);
}

static void
tv_search_entry_class_init (TvSearchEntryClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = tv_search_entry_get_property;
  object_class->set_property = tv_search_entry_set_property;
  object_class->dispose = tv_search_entry_dispose;
  object_class->finalize = tv_search_entry_finalize;
  widget_class->focus = tv_search_entry_focus;
  widget_class->grab_focus = tv_search_entry_grab_focus;
  properties[PROP_PLACEHOLDER_TEXT] = g_param_spec_string ("placeholder-text", NULL, NULL, NULL,
                                                           flags);
  properties[PROP_IS_FILTER] = g_param_spec_boolean ("is-filter", NULL, NULL, FALSE, flags);
  properties[PROP_HAS_MODES] = g_param_spec_boolean ("has-modes", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[CHANGED] = g_signal_new ("changed", TV_TYPE_SEARCH_ENTRY, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[STEP] = g_signal_new ("step", TV_TYPE_SEARCH_ENTRY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  signals[LEAVE] = g_signal_new ("leave", TV_TYPE_SEARCH_ENTRY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "searchbox");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
tv_search_entry_init (TvSearchEntry *self)
{
  self->text = g_strdup ("");
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  add_entry (self);
  add_result_label (self);
  self->regex = add_button (self, gtk_toggle_button_new_with_label (".*"), NULL,
                            _("Regular Expression"));
  g_signal_connect_swapped (self->regex, "toggled", G_CALLBACK (tv_search_entry_flush), self);
  self->filter = add_button (self, gtk_toggle_button_new (), "tv-filter-symbolic",
                             _("Show Only Matches"));
  g_signal_connect (self->filter, "toggled", G_CALLBACK (on_filter_toggled), self);
  self->previous = add_button (self, gtk_button_new (), "go-up-symbolic", _("Previous Match"));
  g_signal_connect_swapped (self->previous, "clicked", G_CALLBACK (on_previous), self);
  self->next = add_button (self, gtk_button_new (), "go-down-symbolic", _("Next Match"));
  g_signal_connect_swapped (self->next, "clicked", G_CALLBACK (on_next), self);
  show_state (self, "", FALSE, 0);
  update_modes (self);
}

GtkWidget *
tv_search_entry_new (void)
{
  return g_object_new (TV_TYPE_SEARCH_ENTRY, NULL);
}

/* Returns: (transfer none): the search text when "changed" was last emitted */
const char *
tv_search_entry_get_text (TvSearchEntry *self)
{
  g_return_val_if_fail (TV_IS_SEARCH_ENTRY (self), "");
  return self->text;
}

gboolean
tv_search_entry_is_regex (TvSearchEntry *self)
{
  g_return_val_if_fail (TV_IS_SEARCH_ENTRY (self), FALSE);
  return self->is_regex;
}

gboolean
tv_search_entry_is_filter (TvSearchEntry *self)
{
  g_return_val_if_fail (TV_IS_SEARCH_ENTRY (self), FALSE);
  return self->is_filter;
}

/* Returns whether a search is active: whether the text is neither empty nor an invalid regular expression. */
gboolean
tv_search_entry_is_active (TvSearchEntry *self)
{
  g_return_val_if_fail (TV_IS_SEARCH_ENTRY (self), FALSE);
  return *self->text != '\0' && self->error == NULL;
}

/* Returns: (transfer full) (nullable): the current pattern; %NULL if no search is active */
TvTextMatch *
tv_search_entry_dup_match (TvSearchEntry *self)
{
  g_return_val_if_fail (TV_IS_SEARCH_ENTRY (self), NULL);
  return tv_search_entry_is_active (self) ? tv_text_match_new (self->text, self->is_regex, NULL)
                                          : NULL;
}

/* Sets the search text and mode as if the user had entered them. Emits "changed" before returning. */
void
tv_search_entry_set (TvSearchEntry *self, const char *text, gboolean is_regex)
{
  g_return_if_fail (TV_IS_SEARCH_ENTRY (self));

  /* Both must be set before the signal is emitted. */
  self->is_setting = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->regex), is_regex);
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (self->entry)), text))
    gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  self->is_setting = FALSE;
  tv_search_entry_flush (self);
}

void
tv_search_entry_set_filter (TvSearchEntry *self, gboolean is_filter)
{
  g_return_if_fail (TV_IS_SEARCH_ENTRY (self));

  if (self->is_filter == is_filter)
    return;
  self->is_filter = is_filter;
  update_modes (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_FILTER]);
}

/* Sets whether a search is running. Meanwhile, the entry shows a spinner and the status of the previous search. */
void
tv_search_entry_set_busy (TvSearchEntry *self, gboolean is_busy)
{
  g_return_if_fail (TV_IS_SEARCH_ENTRY (self));
  gtk_widget_set_visible (self->spinner, is_busy);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), is_busy);
}

/**
 * tv_search_entry_show_found:
 * @n_found: number of matches
 * @position: number of the current match, starting at 1; 0 if there is none
 *
 * Shows the number of matches of a search that moves from match to match.
 */
void
tv_search_entry_show_found (TvSearchEntry *self, guint n_found, guint position)
{
  g_autofree char *all = tv_format_count (n_found);
  g_autofree char *one = tv_format_count (position);
  g_autofree char *result_text = NULL;

  g_return_if_fail (TV_IS_SEARCH_ENTRY (self));

  if (show_state_without_search (self))
    return;
  if (n_found == 0)
    result_text = g_strdup (_("No match"));
  else if (position > 0)
    /* Translators: number of the selected match, starting at 1, and the number of matches */
    result_text = g_strdup_printf (_("%s of %s"), one, all);
  else
    result_text = g_strdup_printf (ngettext ("%s match", "%s matches", n_found), all);
  show_state (self, result_text, n_found == 0, n_found);
}

/**
 * tv_search_entry_show_left:
 * @n_left: number of rows that match the filter
 * @count: text to show if there are matches, such as "12 of 319 methods"
 *
 * Shows the result of a filter.
 */
void
tv_search_entry_show_left (TvSearchEntry *self, guint n_left, const char *count)
{
  g_return_if_fail (TV_IS_SEARCH_ENTRY (self));

  if (!show_state_without_search (self))
    show_state (self, n_left > 0 ? count : _("No match"), n_left == 0, n_left);
}
