/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Search bar of the page, which finds slices, threads, processes, counters and events by name. Child of the trace
 * page, which adds the bar's actions and sets its session. Owns the finder (search-finder.h) and passes the text to
 * it. Does not change the session itself. */

#include "ui/views/search/search-bar.h"

#include <glib/gi18n.h>

#include "tables/search-hit-table.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/search-entry.h"
#include "ui/views/search/search-list.h"
#include "ui/views/symbol-menu.h"

struct _TvSearchBar
{
  GtkWidget parent_instance;

  GtkRevealer *revealer;
  TvSearchEntry *entry;
  GtkMenuButton *list_button;
  GtkBox *hit_box;
  GtkLabel *hit;

  TvSession *session;
  TvSearchFinder *finder;
};

G_DEFINE_FINAL_TYPE (TvSearchBar, tv_search_bar, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_IS_OPEN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* ---- Labels ---- */

static char *
dup_hit_text (TvSession *session, const TvHit *hit)
{
  TvTrace *trace = tv_session_get_trace (session);
  g_autofree char *name = tv_hit_dup_name (trace, hit->kind, hit->id);
  g_autofree char *time = tv_time_base_format (tv_session_get_time_base (session), hit->ts_ns);

  return g_strdup_printf ("%s · %s · %s", tv_search_hit_get_kind (hit->kind), time, name);
}

static void
update (TvSearchBar *self)
{
  gboolean is_searching = tv_search_finder_is_searching (self->finder);
  const TvHit *hit = tv_search_finder_get_hit (self->finder);
  guint n = tv_search_finder_get_n_found (self->finder);
  guint position = tv_search_finder_get_position (self->finder);
  g_autofree char *text = NULL;

  tv_search_entry_set_busy (self->entry, is_searching);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "search.next", n > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "search.previous", n > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->list_button), n > 0);
  if (is_searching)
    return;
  tv_search_entry_show_found (self->entry, n, position);
  if (hit != NULL && position > 0)
    text = dup_hit_text (self->session, hit);
  gtk_label_set_text (self->hit, text != NULL ? text : "");
}

/* Returns the symbol of the current hit, or %TV_NONE if the hit is not a slice. */
static guint32
get_symbol (gpointer object)
{
  TvSearchBar *self = object;
  const TvHit *hit = tv_search_finder_get_hit (self->finder);

  if (hit == NULL || hit->kind != TV_HIT_SLICE || tv_search_finder_get_position (self->finder) == 0)
    return TV_NONE;
  return tv_slices_symbol (tv_trace_get_slices (tv_session_get_trace (self->session)), hit->id);
}

/* ---- Search ---- */

static void
search (TvSearchBar *self)
{
  if (self->finder != NULL)
    tv_search_finder_set_query (self->finder, tv_search_entry_get_text (self->entry),
                                tv_search_entry_is_regex (self->entry));
}

static void
step_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tv_search_bar_step (TV_SEARCH_BAR (widget), g_str_equal (name, "search.next") ? 1 : -1);
}

static void
close_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tv_search_bar_close (TV_SEARCH_BAR (widget));
}

static gboolean
open_list (TvSearchBar *self)
{
  if (!gtk_widget_get_visible (GTK_WIDGET (self->list_button)))
    return FALSE;
  gtk_menu_button_popup (self->list_button);
  return TRUE;
}

/* The Down key in the search entry opens the list of hits. */
static gboolean
on_entry_key (TvSearchBar *self, guint keyval, guint keycode, GdkModifierType state)
{
  if ((keyval != GDK_KEY_Down && keyval != GDK_KEY_KP_Down) ||
      (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  tv_search_entry_flush (self->entry);
  return open_list (self) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
}

/* ---- Object ---- */

static void
tv_search_bar_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_IS_OPEN)
    g_value_set_boolean (value, tv_search_bar_is_open (TV_SEARCH_BAR (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_search_bar_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id != PROP_IS_OPEN)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  else if (g_value_get_boolean (value))
    tv_search_bar_open (TV_SEARCH_BAR (object));
  else
    tv_search_bar_close (TV_SEARCH_BAR (object));
}

static void
tv_search_bar_dispose (GObject *object)
{
  TvSearchBar *self = TV_SEARCH_BAR (object);

  if (self->finder != NULL)
    g_signal_handlers_disconnect_by_data (self->finder, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_SEARCH_BAR);
  g_clear_object (&self->finder);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_search_bar_parent_class)->dispose (object);
}

static void
tv_search_bar_class_init (TvSearchBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TV_TYPE_SEARCH_ENTRY);
  object_class->get_property = tv_search_bar_get_property;
  object_class->set_property = tv_search_bar_set_property;
  object_class->dispose = tv_search_bar_dispose;
  properties[PROP_IS_OPEN] = g_param_spec_boolean ("is-open", NULL, NULL, FALSE,
                                                   G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                       G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_install_action (widget_class, "search.next", NULL, step_action);
  gtk_widget_class_install_action (widget_class, "search.previous", NULL, step_action);
  gtk_widget_class_install_action (widget_class, "search.close", NULL, close_action);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SEARCH);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/search-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, TvSearchBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, TvSearchBar, entry);
  gtk_widget_class_bind_template_child (widget_class, TvSearchBar, list_button);
  gtk_widget_class_bind_template_child (widget_class, TvSearchBar, hit_box);
  gtk_widget_class_bind_template_child (widget_class, TvSearchBar, hit);
  gtk_widget_class_bind_template_callback (widget_class, search);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_key);
  gtk_widget_class_bind_template_callback (widget_class, tv_search_bar_step);
  gtk_widget_class_bind_template_callback (widget_class, tv_search_bar_close);
}

static void
tv_search_bar_init (TvSearchBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Sets the session to search. Called once. */
void
tv_search_bar_set_session (TvSearchBar *self, TvSession *session)
{
  gboolean names_methods = tv_trace_names_methods (tv_session_get_trace (session));
  GtkWidget *list;

  g_return_if_fail (TV_IS_SEARCH_BAR (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  self->finder = tv_search_finder_new (session);
  g_object_set (
      self->entry, "placeholder-text",
      names_methods ? _("Find call or thread") : _("Find slice, thread, counter or event"), NULL);
  list = tv_search_list_new (session, self->finder);
  gtk_menu_button_set_popover (self->list_button, list);
  g_signal_connect_object (list, "closed", G_CALLBACK (gtk_widget_grab_focus), self->entry,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->finder, "notify", G_CALLBACK (update), self);
  tv_symbol_menu_attach (self->hit_box, session, get_symbol, self);
  update (self);
}

/* Shows the bar and focuses its search entry. */
void
tv_search_bar_open (TvSearchBar *self)
{
  g_return_if_fail (TV_IS_SEARCH_BAR (self));

  if (!tv_search_bar_is_open (self))
    {
      gtk_revealer_set_reveal_child (self->revealer, TRUE);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_OPEN]);
      search (self);
    }
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

/* Hides the bar and removes the marks of the hits. The text remains in the search entry. */
void
tv_search_bar_close (TvSearchBar *self)
{
  GtkRoot *root;

  g_return_if_fail (TV_IS_SEARCH_BAR (self));

  if (!tv_search_bar_is_open (self))
    return;
  root = gtk_widget_get_root (GTK_WIDGET (self));
  if (root != NULL && gtk_root_get_focus (root) != NULL &&
      gtk_widget_is_ancestor (gtk_root_get_focus (root), GTK_WIDGET (self)))
    gtk_widget_child_focus (gtk_widget_get_parent (GTK_WIDGET (self)), GTK_DIR_TAB_FORWARD);
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  if (self->finder != NULL)
    tv_search_finder_set_query (self->finder, "", FALSE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_OPEN]);
}

gboolean
tv_search_bar_is_open (TvSearchBar *self)
{
  g_return_val_if_fail (TV_IS_SEARCH_BAR (self), FALSE);
  return gtk_revealer_get_reveal_child (self->revealer);
}

static GVariant *
get_position (gpointer object)
{
  TvSearchFinder *finder = TV_SEARCH_BAR (object)->finder;

  return g_variant_new ("(uu)", tv_search_finder_get_position (finder),
                        tv_search_finder_get_n_found (finder));
}

/* Opens and focuses the bar; closes it if it already has the focus. */
static void
open_or_close (gpointer object, const char *name, GVariant *parameter)
{
  GtkRoot *root = gtk_widget_get_root (object);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (tv_search_bar_is_open (object) && focus != NULL && gtk_widget_is_ancestor (focus, object))
    tv_search_bar_close (object);
  else
    tv_search_bar_open (object);
}

static void
focus_search (gpointer object, const char *name, GVariant *parameter)
{
  tv_search_bar_open (object);
}

static const TvObjectAction actions[] = {
  { .name = "focus-search", .activate = focus_search },
  { .name = "search", .activate = open_or_close },
  { .name = "search-place", .type = "(uu)", .get_state = get_position, .signals = "notify" },
};

/* Adds the actions of the bar to @map. Requires a session. */
void
tv_search_bar_add_actions (TvSearchBar *self, GActionMap *map)
{
  g_return_if_fail (TV_IS_SEARCH_BAR (self) && self->finder != NULL);
  tv_object_actions_add (map, self, self->finder, actions, G_N_ELEMENTS (actions));
}

/* Goes to the next (1) or previous (-1) hit. If the text has changed, searches for the new text first. */
void
tv_search_bar_step (TvSearchBar *self, int direction)
{
  g_return_if_fail (TV_IS_SEARCH_BAR (self));

  if (self->finder == NULL)
    return;
  tv_search_entry_flush (self->entry);
  search (self);
  tv_search_finder_step (self->finder, direction);
}
