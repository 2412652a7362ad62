/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/search/search-bar.h"

#include <glib/gi18n.h>

#include "paint/kit/time-format.h"
#include "ui/kit/number-format.h"

struct _TvSearchBar
{
  GtkWidget parent_instance;

  GtkRevealer *revealer;
  GtkEditable *entry;
  GtkToggleButton *regex;
  GtkSpinner *spinner;
  GtkLabel *count;
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

/* ---- What is said ---- */

static char *
dup_hit_name (TvTrace *trace, const TvHit *hit)
{
  switch (hit->kind)
    {
    case TV_HIT_PROCESS:
      return tv_trace_dup_process_label (trace, hit->id);
    case TV_HIT_THREAD:
      return tv_trace_dup_thread_label (trace, hit->id);
    case TV_HIT_COUNTER:
      return g_strdup (
          tv_trace_get_string (trace, tv_trace_get_counter_tracks (trace, NULL)[hit->id].name));
    case TV_HIT_SLICE:
      return tv_trace_dup_symbol_name (trace,
                                       tv_slices_symbol (tv_trace_get_slices (trace), hit->id));
    case TV_HIT_EVENT:
      {
        g_autofree char *args = tv_trace_dup_event_args (trace, hit->id);

        return g_strdup_printf (
            "%s: %s",
            tv_trace_get_string (trace, tv_events_get_name (tv_trace_get_events (trace), hit->id)),
            args);
      }
    case TV_N_HIT_KINDS:
    default:
      return NULL;
    }
}

static char *
dup_hit_text (TvTrace *trace, const TvHit *hit)
{
  static const char *const kinds[TV_N_HIT_KINDS] = {
    [TV_HIT_PROCESS] = N_("Process"), [TV_HIT_THREAD] = N_("Thread"),
    [TV_HIT_COUNTER] = N_("Counter"), [TV_HIT_SLICE] = N_("Slice"),
    [TV_HIT_EVENT] = N_("Event"),
  };
  g_autofree char *name = dup_hit_name (trace, hit);
  g_autofree char *time = tv_time_format (hit->ts_ns - tv_trace_get_start_ns (trace));

  return g_strdup_printf ("%s · %s · %s", _ (kinds[hit->kind]), time, name);
}

static char *
dup_count_text (TvSearchBar *self)
{
  guint n = tv_search_finder_get_n_found (self->finder);
  guint place = tv_search_finder_get_place (self->finder);
  g_autofree char *all = tv_format_count (n);
  g_autofree char *one = tv_format_count (place);

  if (n == 0)
    return g_strdup (_("No match"));
  if (place > 0)
    /* Translators: which of the matches is selected, and how many there are */
    return g_strdup_printf (_("%s of %s"), one, all);
  return g_strdup_printf (ngettext ("%s match", "%s matches", n), all);
}

static void
update (TvSearchBar *self)
{
  gboolean has_query = *gtk_editable_get_text (self->entry) != '\0';
  gboolean is_searching = tv_search_finder_is_searching (self->finder);
  const char *error = tv_search_finder_get_error (self->finder);
  const TvHit *hit = tv_search_finder_get_hit (self->finder);
  guint n = tv_search_finder_get_n_found (self->finder);
  gboolean is_wrong = has_query && !is_searching && n == 0;

  gtk_spinner_set_spinning (self->spinner, is_searching);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "search.next", n > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "search.previous", n > 0);
  if (is_wrong)
    gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");

  if (!is_searching)
    {
      g_autofree char *count = has_query && error == NULL ? dup_count_text (self) : NULL;
      g_autofree char *text = NULL;

      if (hit != NULL && tv_search_finder_get_place (self->finder) > 0)
        text = dup_hit_text (tv_session_get_trace (self->session), hit);
      gtk_label_set_text (self->count, count != NULL ? count : "");
      gtk_label_set_text (self->hit, error != NULL ? error : text != NULL ? text : "");
    }
}

/* ---- What is done ---- */

static void
search (TvSearchBar *self)
{
  if (self->finder != NULL)
    tv_search_finder_set_query (self->finder, gtk_editable_get_text (self->entry),
                                gtk_toggle_button_get_active (self->regex));
}

static void
on_next (TvSearchBar *self)
{
  tv_search_bar_step (self, 1);
}

static void
on_previous (TvSearchBar *self)
{
  tv_search_bar_step (self, -1);
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

/* Enter is GtkEntry's own; with Shift it is not. */
static gboolean
on_key (GtkEventControllerKey *controller,
        guint keyval,
        guint keycode,
        GdkModifierType state,
        TvSearchBar *self)
{
  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter) || (state & GDK_SHIFT_MASK) == 0)
    return GDK_EVENT_PROPAGATE;
  tv_search_bar_step (self, -1);
  return GDK_EVENT_STOP;
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
  gtk_widget_class_bind_template_child (widget_class, TvSearchBar, regex);
  gtk_widget_class_bind_template_child (widget_class, TvSearchBar, spinner);
  gtk_widget_class_bind_template_child (widget_class, TvSearchBar, count);
  gtk_widget_class_bind_template_child (widget_class, TvSearchBar, hit);
  gtk_widget_class_bind_template_callback (widget_class, search);
  gtk_widget_class_bind_template_callback (widget_class, on_next);
  gtk_widget_class_bind_template_callback (widget_class, on_previous);
  gtk_widget_class_bind_template_callback (widget_class, tv_search_bar_close);
}

static void
tv_search_bar_init (TvSearchBar *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), keys);
}

/* Searches a session; once. */
void
tv_search_bar_set_session (TvSearchBar *self, TvSession *session)
{
  gboolean is_log = tv_trace_is_log (tv_session_get_trace (session));

  g_return_if_fail (TV_IS_SEARCH_BAR (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  self->finder = tv_search_finder_new (session);
  g_object_set (self->entry, "placeholder-text",
                is_log ? _("Slices, threads, counters, events") : _("Calls, threads"), NULL);
  g_signal_connect_swapped (self->finder, "notify", G_CALLBACK (update), self);
  update (self);
}

/* Shows the bar and moves the focus to it. */
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
  gtk_editable_select_region (self->entry, 0, -1);
}

/* Hides the bar and takes the marks back; the query stays for the next time. */
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

/* (transfer none) (nullable): of the session, once there is one */
TvSearchFinder *
tv_search_bar_get_finder (TvSearchBar *self)
{
  g_return_val_if_fail (TV_IS_SEARCH_BAR (self), NULL);
  return self->finder;
}

/* Goes to the next (1) or previous (-1) hit. What was just typed is searched for first. */
void
tv_search_bar_step (TvSearchBar *self, int direction)
{
  g_return_if_fail (TV_IS_SEARCH_BAR (self));

  if (self->finder == NULL)
    return;
  search (self);
  tv_search_finder_step (self->finder, direction);
}
