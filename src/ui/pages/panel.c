/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/panel.h"

#include <glib/gi18n.h>
#include <string.h>

#include "paint/kit/time-format.h"
#include "ui/kit/number-format.h"
#include "ui/views/problems/problems-view.h"
#include "ui/views/range/range-view.h"
#include "ui/kit/settings.h"

struct _TvPanel
{
  GtkWidget parent_instance;

  GtkWidget *bar;
  GtkWidget *switcher;
  GtkSpinner *spinner;
  GtkWidget *range_chip;
  GtkLabel *range_label;
  GtkWidget *thread_chip;
  GtkLabel *thread_label;
  GtkWidget *switch_chip;
  TvSearchEntry *find_entry;
  GtkWidget *options_button;
  GtkWidget *profile_tools;
  GtkWidget *events_button;
  GtkWidget *problems_button;
  GtkStack *stack;
  TvProfileView *profile;
  TvRangeView *range;
  TvEventsView *events;
  TvTableView *problems;

  TvSession *session;
};

G_DEFINE_FINAL_TYPE (TvPanel, tv_panel, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_PAGE,
  PROP_CLOCKS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* ---- Pages ---- */

static gboolean
has_problems (TvPanel *self)
{
  guint n;

  tv_trace_get_problems (tv_session_get_trace (self->session), &n);
  return n > 0;
}

static gboolean
is_counting_page (TvPanel *self)
{
  const char *page = tv_panel_get_page (self);

  return g_strcmp0 (page, "profile") == 0 || g_strcmp0 (page, "range") == 0;
}

/* Each kind of trace has its own page to begin with. */
static const char *
get_page_key (TvPanel *self)
{
  return tv_trace_names_methods (tv_session_get_trace (self->session)) ? "panel-page-methods"
                                                                       : "panel-page-log";
}

/* From a log's problem to its line. */
static void
on_problem_activated (TvPanel *self)
{
  tv_panel_set_page (self, "events");
}

static void
show_problems (TvPanel *self)
{
  guint n;
  g_autofree char *count = NULL;
  g_autofree char *label = NULL;

  tv_trace_get_problems (tv_session_get_trace (self->session), &n);
  count = tv_format_count (n);
  /* Translators: how many kinds of problems a file has */
  label = g_strdup_printf (_("Problems %s"), count);
  gtk_button_set_label (GTK_BUTTON (self->problems_button), label);
  tv_problems_view_show (self->problems, self->session);
  g_signal_connect_object (self->problems, "row-activated", G_CALLBACK (on_problem_activated), self,
                           G_CONNECT_SWAPPED);
}

/* The tooltips tell the keys. */
static void
number_views (TvPanel *self)
{
  guint n = 0;

  for (GtkWidget *button = gtk_widget_get_first_child (self->switcher); button != NULL;
       button = gtk_widget_get_next_sibling (button))
    if (gtk_widget_get_visible (button))
      {
        /* Translators: what a view shows, then the key for it, a digit */
        g_autofree char *text = g_strdup_printf (_("%s (Alt+%u)"),
                                                 gtk_widget_get_tooltip_text (button), ++n % 10);

        gtk_widget_set_tooltip_text (button, text);
      }
}

/* Shows the page that was shown last for this kind of trace, if this one has it. */
static void
show_first_page (TvPanel *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autofree char *page = tv_settings_dup_text (get_page_key (self));

  gtk_widget_set_visible (self->events_button, tv_trace_has (trace, TV_HAS_EVENTS));
  gtk_widget_set_visible (self->problems_button, has_problems (self));
  number_views (self);
  tv_panel_set_page (self, tv_trace_names_methods (trace) ? "profile" : "range");
  tv_panel_set_page (self, page);
}

/* (nullable): "profile", "range", "events" or "problems" */
const char *
tv_panel_get_page (TvPanel *self)
{
  g_return_val_if_fail (TV_IS_PANEL (self), NULL);
  return gtk_stack_get_visible_child_name (self->stack);
}

/* Shows a page if the trace has it. */
void
tv_panel_set_page (TvPanel *self, const char *page)
{
  g_return_if_fail (TV_IS_PANEL (self));

  if (self->session == NULL || g_strcmp0 (page, tv_panel_get_page (self)) == 0 ||
      gtk_stack_get_child_by_name (self->stack, page) == NULL ||
      (g_str_equal (page, "events") && !gtk_widget_get_visible (self->events_button)) ||
      (g_str_equal (page, "problems") && !gtk_widget_get_visible (self->problems_button)))
    return;
  gtk_stack_set_visible_child_name (self->stack, page);
}

/* Chosen in the switcher or by its key: that is what the next trace of the kind begins with. */
static void
choose_page (TvPanel *self, const char *page)
{
  if (self->session == NULL)
    return;
  tv_panel_set_page (self, page);
  if (g_strcmp0 (tv_panel_get_page (self), page) == 0)
    tv_settings_set_text (get_page_key (self), page);
}

/* As the switcher shows them: those that this trace has not do not count. */
void
tv_panel_show_view (TvPanel *self, guint number)
{
  guint n = 0;

  g_return_if_fail (TV_IS_PANEL (self));

  for (GtkWidget *button = gtk_widget_get_first_child (self->switcher); button != NULL;
       button = gtk_widget_get_next_sibling (button))
    if (gtk_widget_get_visible (button) && ++n == number)
      choose_page (self,
                   g_variant_get_string (
                       gtk_actionable_get_action_target_value (GTK_ACTIONABLE (button)), NULL));
}

/* ---- Filters ---- */

static void
update_range_chip (TvPanel *self)
{
  gint64 start_ns, end_ns;
  gboolean is_selected = tv_session_get_selection (self->session, &start_ns, &end_ns);

  gtk_widget_set_visible (self->range_chip, is_selected && is_counting_page (self));
  if (is_selected)
    {
      gint64 origin_ns = tv_trace_get_start_ns (tv_session_get_trace (self->session));
      TvTimeUnit unit = tv_time_unit_for (end_ns - origin_ns);
      int digits = tv_time_unit_get_digits (unit, MAX ((end_ns - start_ns) / 100, 1));
      g_autofree char *start = tv_time_format_in (start_ns - origin_ns, unit, digits);
      g_autofree char *end = tv_time_format_in (end_ns - origin_ns, unit, digits);
      g_autofree char *text = g_strdup_printf ("%s – %s", start, end);

      gtk_label_set_text (self->range_label, text);
    }
}

static void
update_thread_chip (TvPanel *self)
{
  guint32 utid = tv_session_get_thread (self->session);
  g_autofree char *label = NULL;

  gtk_widget_set_visible (self->thread_chip, utid != TV_NONE && is_counting_page (self));
  if (utid == TV_NONE)
    return;
  label = tv_trace_dup_thread_label (tv_session_get_trace (self->session), utid);
  gtk_label_set_text (self->thread_label, label);
}

static void
clear_thread_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvPanel *self = TV_PANEL (widget);

  if (self->session != NULL)
    tv_session_set_thread (self->session, TV_NONE);
}

static void
update_switch_chip (TvPanel *self)
{
  gtk_widget_set_visible (self->switch_chip, tv_session_get_context_switches (self->session) &&
                                                 gtk_widget_get_visible (self->options_button));
}

/* Which filters there are depends on the page. */
static void
on_page_changed (TvPanel *self)
{
  gboolean is_profile = g_strcmp0 (tv_panel_get_page (self), "profile") == 0;

  gtk_widget_set_visible (self->profile_tools, is_profile);
  if (self->session != NULL)
    {
      update_range_chip (self);
      update_thread_chip (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAGE]);
}

static void
update_spinner (TvPanel *self)
{
  gboolean is_profiling;

  g_object_get (self->session, "is-profiling", &is_profiling, NULL);
  gtk_spinner_set_spinning (self->spinner, is_profiling);
}

/* ---- Object ---- */

static void
tv_panel_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_PAGE)
    g_value_set_string (value, tv_panel_get_page (TV_PANEL (object)));
  else if (id == PROP_CLOCKS)
    g_object_get_property (G_OBJECT (TV_PANEL (object)->profile), "clocks", value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_panel_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_PAGE)
    choose_page (TV_PANEL (object), g_value_get_string (value));
  else if (id == PROP_CLOCKS)
    g_object_set_property (G_OBJECT (TV_PANEL (object)->profile), "clocks", value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_panel_dispose (GObject *object)
{
  TvPanel *self = TV_PANEL (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_PANEL);
  G_OBJECT_CLASS (tv_panel_parent_class)->dispose (object);
}

static void
tv_panel_class_init (TvPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TV_TYPE_PROFILE_VIEW);
  g_type_ensure (TV_TYPE_RANGE_VIEW);
  g_type_ensure (TV_TYPE_EVENTS_VIEW);
  g_type_ensure (TV_TYPE_TABLE_VIEW);
  g_type_ensure (TV_TYPE_SEARCH_ENTRY);
  object_class->get_property = tv_panel_get_property;
  object_class->set_property = tv_panel_set_property;
  object_class->dispose = tv_panel_dispose;
  properties[PROP_PAGE] = g_param_spec_string ("page", NULL, NULL, NULL,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                   G_PARAM_STATIC_STRINGS);
  properties[PROP_CLOCKS] = g_param_spec_string ("clocks", NULL, NULL, "wall",
                                                 G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                     G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_install_property_action (widget_class, "panel.page", "page");
  gtk_widget_class_install_property_action (widget_class, "panel.clocks", "clocks");
  gtk_widget_class_install_action (widget_class, "panel.clear-thread", NULL, clear_thread_action);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/panel.ui");
  gtk_widget_class_set_css_name (widget_class, "panel");
  gtk_widget_class_bind_template_child (widget_class, TvPanel, bar);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, switcher);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, spinner);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, range_chip);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, range_label);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, thread_chip);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, thread_label);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, switch_chip);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, find_entry);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, options_button);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, profile_tools);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, events_button);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, problems_button);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, stack);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, range);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, events);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, problems);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, profile);
}

static void
on_clocks_changed (TvPanel *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CLOCKS]);
}

static void
tv_panel_init (TvPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->profile, "notify::clocks", G_CALLBACK (on_clocks_changed), self,
                           G_CONNECT_SWAPPED);
  tv_settings_bind ("profile-clocks", G_OBJECT (self->profile), "clocks");
  g_signal_connect_object (self->stack, "notify::visible-child-name", G_CALLBACK (on_page_changed),
                           self, G_CONNECT_SWAPPED);
}

/* Shows a session; once. */
void
tv_panel_set_session (TvPanel *self, TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);

  g_return_if_fail (TV_IS_PANEL (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  gtk_widget_set_visible (self->options_button, tv_trace_has_clock (trace, TV_CLOCK_WALL) &&
                                                    tv_trace_has_clock (trace, TV_CLOCK_CPU));
  tv_profile_view_set_session (self->profile, session);
  tv_profile_view_set_entry (self->profile, self->find_entry);
  tv_range_view_set_session (self->range, session);
  if (tv_trace_has (trace, TV_HAS_EVENTS))
    tv_events_view_set_session (self->events, session);
  show_problems (self);
  show_first_page (self);
  g_signal_connect_swapped (session, "notify::thread", G_CALLBACK (update_thread_chip), self);
  g_signal_connect_swapped (session, "notify::selection-start", G_CALLBACK (update_range_chip),
                            self);
  g_signal_connect_swapped (session, "notify::context-switches", G_CALLBACK (update_switch_chip),
                            self);
  g_signal_connect_swapped (session, "notify::is-profiling", G_CALLBACK (update_spinner), self);
  update_range_chip (self);
  update_switch_chip (self);
  update_spinner (self);
}

TvProfileView *
tv_panel_get_profile (TvPanel *self)
{
  g_return_val_if_fail (TV_IS_PANEL (self), NULL);
  return self->profile;
}

TvEventsView *
tv_panel_get_events (TvPanel *self)
{
  g_return_val_if_fail (TV_IS_PANEL (self), NULL);
  return self->events;
}

/* (nullable): what shows a table of that name, on whatever page */
TvTableView *
tv_panel_find_table (TvPanel *self, const char *name)
{
  g_return_val_if_fail (TV_IS_PANEL (self), NULL);

  if (g_str_equal (name, "problem"))
    return self->problems;
  if (g_str_equal (name, "ftrace_event"))
    return tv_events_view_get_table (self->events);
  return tv_range_view_find_table (self->range, name);
}

/* Moves the focus to the find box. */
void
tv_panel_find (TvPanel *self)
{
  g_return_if_fail (TV_IS_PANEL (self));
  tv_panel_set_page (self, "profile");
  gtk_widget_grab_focus (GTK_WIDGET (self->find_entry));
}

/* Goes to the next (1) or previous (-1) match. */
void
tv_panel_step (TvPanel *self, int direction)
{
  g_return_if_fail (TV_IS_PANEL (self));
  tv_profile_view_step (self->profile, direction);
}
