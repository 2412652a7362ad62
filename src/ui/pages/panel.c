/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/panel-private.h"

#include <glib/gi18n.h>

#include "core/time-format.h"
#include "ui/filters/filter-editor.h"
#include "ui/kit/settings.h"
#include "ui/kit/table/table-view.h"
#include "ui/kit/yield-row.h"
#include "ui/pages/clock-choice.h"

/* Switcher and stack of the views of a trace. Child of the trace page. Owns a TvView for each entry of TV_VIEWS that
 * suits the trace, and forwards search, export and chips to the visible view. Stores in the settings which view the
 * user has chosen, and whether it fills the page. */

G_DEFINE_FINAL_TYPE (TvPanel, tv_panel, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_PAGE,
  PROP_FILLS,
  PROP_IS_BUSY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static const TvPanelEntry *
find_entry (TvPanel *self, const char *id)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const TvPanelEntry *entry = &g_array_index (self->entries, TvPanelEntry, i);

      if (g_strcmp0 (entry->info->id, id) == 0)
        return entry;
    }
  return NULL;
}

/* Returns: (transfer none) (nullable): the id of the visible view */
const char *
tv_panel_get_page (TvPanel *self)
{
  return self->stack != NULL ? gtk_stack_get_visible_child_name (self->stack) : NULL;
}

/* Returns: whether no view has content, or no session is set */
gboolean
tv_panel_is_blank (TvPanel *self)
{
  g_return_val_if_fail (TV_IS_PANEL (self), TRUE);
  return self->entries->len == 0;
}

/* Returns: (transfer none) (nullable): the entry of the visible view; %NULL if there is none */
const TvPanelEntry *
tv_panel_get_shown (TvPanel *self)
{
  return find_entry (self, tv_panel_get_page (self));
}

/* ---- Selection ---- */

/* Returns the parts of the selection that a view takes into account. */
static TvSelectionParts
get_parts (const TvViewInfo *info)
{
  return (info->takes_range ? TV_SELECTION_RANGE : 0) |
         (info->takes_thread ? TV_SELECTION_THREADS : 0) |
         (info->takes_calls ? TV_SELECTION_CALLS : 0);
}

static GtkWidget *
make_editor (const char *what, gpointer data)
{
  TvPanel *self = data;
  const TvPanelEntry *shown = tv_panel_get_shown (self);

  return shown != NULL ? tv_filter_editor_new (self->session, get_parts (shown->info), what) : NULL;
}

/* Shows whether the visible view is busy or empty. For an empty view, shows the filter that leaves it empty. While
 * the view is busy, the previous message remains. */
static void
update_state (TvPanel *self)
{
  const TvPanelEntry *shown = tv_panel_get_shown (self);
  gboolean is_busy = shown != NULL && tv_view_is_busy (shown->view);
  const TvChip *chip = tv_chip_row_get_newest (self->chips);
  g_autofree char *filter = NULL;

  tv_view_host_set_busy (self->host, is_busy);
  if (self->is_busy != is_busy)
    {
      self->is_busy = is_busy;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_BUSY]);
    }
  if (is_busy || shown == NULL)
    return;
  if (tv_view_is_empty (shown->view))
    {
      filter = tv_view_dup_filter (shown->view);
      if (filter == NULL && chip != NULL)
        filter = g_strdup (chip->label);
    }
  tv_view_host_set_empty (self->host, filter);
}

/* Returns: (transfer full) (nullable): the CPU time and the wall time of the calls; NULL unless the view shows CPU
 * times of calls that were partly off the CPU */
static char *
dup_clock_note (TvPanel *self, const TvViewInfo *info)
{
  TvProfile *profile = tv_session_get_profile (self->session);
  g_autofree char *cpu = NULL;
  g_autofree char *wall = NULL;

  if (!info->takes_calls || tv_session_get_clock (self->session) != TV_CLOCK_CPU ||
      !tv_session_has_both_clocks (self->session) || profile == NULL ||
      !tv_profile_has_off_cpu (profile))
    return NULL;
  cpu = tv_time_format (tv_profile_get_total_ns (profile, TV_CLOCK_CPU));
  wall = tv_time_format (tv_profile_get_total_ns (profile, TV_CLOCK_WALL));
  /* Translators: CPU time and wall time: “502 ms of 667 ms on the CPU” */
  return g_strdup_printf (_("%s of %s on the CPU"), cpu, wall);
}

static char *
dup_summary (TvPanel *self, const TvPanelEntry *shown)
{
  g_autofree char *note = dup_clock_note (self, shown->info);
  g_autofree char *summary = tv_view_dup_summary (shown->view);

  if (note == NULL || summary == NULL || *summary == '\0')
    return note != NULL ? g_steal_pointer (&note) : g_steal_pointer (&summary);
  return g_strdup_printf ("%s · %s", note, summary);
}

static void
update_chips (TvPanel *self)
{
  const TvPanelEntry *shown = tv_panel_get_shown (self);
  g_autoptr (GPtrArray) chips = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_chip_free);
  g_autofree char *summary = NULL;

  if (shown == NULL)
    return;
  tv_selection_chips_add (chips, self->session, get_parts (shown->info));
  tv_view_add_chips (shown->view, chips);
  summary = dup_summary (self, shown);
  tv_chip_row_set_can_add (self->chips, get_parts (shown->info) != 0);
  tv_chip_row_set_chips (self->chips, chips, summary);
  update_state (self);
}

/* Updates the columns of all lists below a widget after the time base has changed. */
static void
update_lists (GtkWidget *widget)
{
  if (TV_IS_TABLE_VIEW (widget))
    tv_table_view_update_columns (TV_TABLE_VIEW (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    update_lists (child);
}

static void
on_time_base_changed (TvPanel *self)
{
  update_chips (self);
  update_lists (GTK_WIDGET (self));
}

/* Removes the filter that leaves the visible view empty. */
static void
remove_filter_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvPanel *self = TV_PANEL (widget);
  const TvPanelEntry *shown = tv_panel_get_shown (self);
  g_autofree char *filter = shown != NULL ? tv_view_dup_filter (shown->view) : NULL;

  if (filter != NULL)
    tv_view_clear_filter (shown->view);
  else
    tv_chip_row_remove_newest (self->chips);
}

/* Restores the filter that was removed last. Returns: whether there was one */
gboolean
tv_panel_restore_chip (TvPanel *self)
{
  g_return_val_if_fail (TV_IS_PANEL (self), FALSE);
  return tv_chip_row_restore (self->chips);
}

/* ---- Visible view ---- */

static void
update_tools (TvPanel *self)
{
  const TvPanelEntry *shown = tv_panel_get_shown (self);
  GMenuModel *menu = shown != NULL ? tv_view_get_menu (shown->view) : NULL;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const TvPanelEntry *entry = &g_array_index (self->entries, TvPanelEntry, i);

      if (entry->tools != NULL)
        gtk_widget_set_visible (entry->tools, entry == shown);
      if (entry->mode != NULL)
        gtk_widget_set_visible (entry->mode, entry == shown);
    }
  gtk_widget_set_visible (self->modes, shown != NULL && shown->mode != NULL);
  tv_chip_row_set_stays (self->chips,
                         shown != NULL && (shown->mode != NULL || get_parts (shown->info) != 0 ||
                                           tv_view_has_chips (shown->view)));
  gtk_menu_button_set_menu_model (self->menu_button, menu);
  gtk_widget_set_visible (GTK_WIDGET (self->menu_button), menu != NULL);
}

static void
on_page_changed (TvPanel *self)
{
  tv_switcher_set_chosen (self->switcher, tv_panel_get_page (self));
  update_tools (self);
  update_chips (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAGE]);
}

/* Switches to a view. Does nothing if the trace has no content for it. */
void
tv_panel_set_page (TvPanel *self, const char *page)
{
  if (find_entry (self, page) != NULL)
    gtk_stack_set_visible_child_name (self->stack, page);
}

static void
set_fills (TvPanel *self, gboolean fills)
{
  if (self->fills == fills)
    return;
  self->fills = fills;
  gtk_button_set_icon_name (GTK_BUTTON (self->fill_button),
                            fills ? "view-restore-symbolic" : "view-fullscreen-symbolic");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FILLS]);
}

/* Moves the focus to the visible view; if it does not accept the focus, to the first widget of the panel that does. */
void
tv_panel_focus (TvPanel *self)
{
  const TvPanelEntry *shown;

  g_return_if_fail (TV_IS_PANEL (self));

  shown = tv_panel_get_shown (self);
  if (shown == NULL || !gtk_widget_grab_focus (GTK_WIDGET (shown->view)))
    gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

/* ---- Stored choice ---- */

/* Setting: the chosen view for each kind of content, and whether it filled the page. */
#define CHOICES_KEY  "views"
#define CHOICES_TYPE "a{s(sb)}"

static void
keep_choice (TvPanel *self)
{
  g_autoptr (GVariant) before = NULL;
  GVariantBuilder choices;
  GVariantIter iter;
  const char *content, *page;
  gboolean fills;

  if (tv_settings_get () == NULL || tv_panel_get_shown (self) == NULL)
    return;
  before = g_settings_get_value (tv_settings_get (), CHOICES_KEY);
  g_variant_builder_init (&choices, G_VARIANT_TYPE (CHOICES_TYPE));
  g_variant_iter_init (&iter, before);
  while (g_variant_iter_next (&iter, "{&s(&sb)}", &content, &page, &fills))
    if (!g_str_equal (content, self->content))
      g_variant_builder_add (&choices, "{s(sb)}", content, page, fills);
  g_variant_builder_add (&choices, "{s(sb)}", self->content, tv_panel_get_page (self), self->fills);
  g_settings_set_value (tv_settings_get (), CHOICES_KEY, g_variant_builder_end (&choices));
}

static void
restore_choice (TvPanel *self)
{
  g_autoptr (GVariant) choices = NULL;
  const char *page;
  gboolean fills;

  if (tv_panel_is_blank (self))
    return;
  tv_panel_set_page (self, self->content);
  if (tv_settings_get () == NULL)
    return;
  choices = g_settings_get_value (tv_settings_get (), CHOICES_KEY);
  if (g_variant_lookup (choices, self->content, "(&sb)", &page, &fills))
    {
      tv_panel_set_page (self, page);
      /* The view may be unavailable for this trace. */
      if (g_strcmp0 (tv_panel_get_page (self), page) == 0)
        set_fills (self, fills);
    }
}

/* Switches to a view that the user has chosen. The choice is stored for traces with the same kind of content. */
void
tv_panel_choose_page (TvPanel *self, const char *page)
{
  tv_panel_set_page (self, page);
  if (g_strcmp0 (tv_panel_get_page (self), page) == 0)
    keep_choice (self);
}

/* ---- Object ---- */

static void
tv_panel_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  /* Actions require a string, even if the panel has no view. */
  if (id == PROP_PAGE)
    g_value_set_string (
        value, tv_panel_is_blank (TV_PANEL (object)) ? "" : tv_panel_get_page (TV_PANEL (object)));
  else if (id == PROP_FILLS)
    g_value_set_boolean (value, TV_PANEL (object)->fills);
  else if (id == PROP_IS_BUSY)
    g_value_set_boolean (value, TV_PANEL (object)->is_busy);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_panel_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TvPanel *self = TV_PANEL (object);

  if (id == PROP_PAGE)
    tv_panel_choose_page (self, g_value_get_string (value));
  else if (id == PROP_FILLS)
    {
      set_fills (self, g_value_get_boolean (value));
      keep_choice (self);
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_panel_dispose (GObject *object)
{
  TvPanel *self = TV_PANEL (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  if (self->stack != NULL)
    g_signal_handlers_disconnect_by_data (self->stack, self);
  g_array_set_size (self->entries, 0);
  self->stack = NULL;
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_PANEL);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_panel_parent_class)->dispose (object);
}

static void
tv_panel_finalize (GObject *object)
{
  g_array_unref (TV_PANEL (object)->entries);
  G_OBJECT_CLASS (tv_panel_parent_class)->finalize (object);
}

static void
tv_panel_class_init (TvPanelClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TV_TYPE_CHIP_ROW);
  g_type_ensure (TV_TYPE_SWITCHER);
  g_type_ensure (TV_TYPE_VIEW_HOST);
  g_type_ensure (TV_TYPE_YIELD_ROW);
  object_class->get_property = tv_panel_get_property;
  object_class->set_property = tv_panel_set_property;
  object_class->dispose = tv_panel_dispose;
  object_class->finalize = tv_panel_finalize;
  properties[PROP_PAGE] = g_param_spec_string ("page", NULL, NULL, NULL, flags);
  properties[PROP_FILLS] = g_param_spec_boolean ("fills", NULL, NULL, FALSE, flags);
  properties[PROP_IS_BUSY] = g_param_spec_boolean ("is-busy", NULL, NULL, FALSE,
                                                   G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY |
                                                       G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_install_property_action (widget_class, "panel.page", "page");
  gtk_widget_class_install_property_action (widget_class, "panel.fills", "fills");
  gtk_widget_class_install_action (widget_class, "panel.remove-filter", NULL, remove_filter_action);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/panel.ui");
  gtk_widget_class_set_css_name (widget_class, "panel");
  gtk_widget_class_bind_template_child (widget_class, TvPanel, bar);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, switcher);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, clock_choice);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, tools);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, menu_button);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, fill_button);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, chip_line);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, chips);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, modes);
  gtk_widget_class_bind_template_child (widget_class, TvPanel, host);
}

static void
tv_panel_init (TvPanel *self)
{
  self->entries = g_array_new (FALSE, FALSE, sizeof (TvPanelEntry));
  gtk_widget_init_template (GTK_WIDGET (self));
  self->stack = tv_view_host_get_stack (self->host);
  tv_switcher_set_action (self->switcher, "panel.page");
  tv_chip_row_set_editor (self->chips, make_editor, self);
  g_signal_connect_swapped (self->stack, "notify::visible-child-name", G_CALLBACK (on_page_changed),
                            self);
}

/* ---- Views ---- */

static void
add_view (TvPanel *self, const TvViewInfo *info)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvPanelEntry *last = self->entries->len > 0 ? &g_array_index (self->entries, TvPanelEntry,
                                                                      self->entries->len - 1)
                                                    : NULL;
  const TvSwitcherItem item = {
    .id = info->id,
    .title = _ (info->title),
    .tooltip = _ (info->tooltip),
    .count = info->count != NULL ? info->count (trace) : 0,
    .has_news = info->has_news != NULL && info->has_news (trace),
    .begins_group = last != NULL && last->info->group != info->group,
  };
  TvPanelEntry entry = { info, tv_view_new (info), NULL, NULL };

  gtk_stack_add_named (self->stack, GTK_WIDGET (entry.view), info->id);
  tv_view_set_session (entry.view, self->session);
  entry.tools = tv_view_get_tools (entry.view);
  if (entry.tools != NULL)
    gtk_box_append (GTK_BOX (self->tools), entry.tools);
  entry.mode = tv_view_get_mode (entry.view);
  if (entry.mode != NULL)
    gtk_box_append (GTK_BOX (self->modes), entry.mode);
  g_array_append_val (self->entries, entry);
  tv_switcher_add (self->switcher, &item);
  g_signal_connect_object (entry.view, "notify::is-busy", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (entry.view, "content-changed", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (entry.view, "notify::summary", G_CALLBACK (update_chips), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (entry.view, "chips-changed", G_CALLBACK (update_chips), self,
                           G_CONNECT_SWAPPED);
}

/* Sets the session. Must be called once. */
void
tv_panel_set_session (TvPanel *self, TvSession *session)
{
  guint n;
  const TvViewInfo *const *views = tv_views_get (&n);
  TvViewFit best = TV_VIEW_EMPTY;

  g_return_if_fail (TV_IS_PANEL (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  for (guint i = 0; i < n; i++)
    {
      TvViewFit fit = views[i]->get_fit (tv_session_get_trace (session));

      if (fit == TV_VIEW_EMPTY ||
          (views[i]->compares == TV_COMPARE_RUNS && tv_session_get_baseline (session) == NULL))
        continue;
      add_view (self, views[i]);
      if (fit > best)
        {
          best = fit;
          self->content = views[i]->id;
        }
    }
  restore_choice (self);
  on_page_changed (self);
  if (tv_session_has_both_clocks (session))
    {
      adw_bin_set_child (self->clock_choice, tv_clock_choice_new (session));
      gtk_widget_set_visible (GTK_WIDGET (self->clock_choice), TRUE);
    }
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (update_chips), self);
  g_signal_connect_swapped (session, "notify::clock", G_CALLBACK (update_chips), self);
  g_signal_connect_swapped (session, "notify::time-base", G_CALLBACK (on_time_base_changed), self);
  g_signal_connect_swapped (session, "notify::profile", G_CALLBACK (update_chips), self);
}

/* Moves the focus to the search entry of the visible view. Returns: whether the view has one */
gboolean
tv_panel_find (TvPanel *self)
{
  const TvPanelEntry *shown;

  g_return_val_if_fail (TV_IS_PANEL (self), FALSE);
  shown = tv_panel_get_shown (self);
  return shown != NULL && tv_view_find (shown->view);
}

/* Moves to the next (1) or previous (-1) match in the visible view. Returns: whether the view supports searching */
gboolean
tv_panel_step (TvPanel *self, int direction)
{
  const TvPanelEntry *shown;

  g_return_val_if_fail (TV_IS_PANEL (self), FALSE);
  shown = tv_panel_get_shown (self);
  return shown != NULL && tv_view_step (shown->view, direction);
}

/* Returns: (transfer none) (nullable): the entry of the first view that can show a symbol as @how requests */
static const TvPanelEntry *
find_shower (TvPanel *self, TvSymbolShow how)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (g_array_index (self->entries, TvPanelEntry, i).info->shows & how)
      return &g_array_index (self->entries, TvPanelEntry, i);
  return NULL;
}

/* Switches to the first view that can show the selected symbol as @how requests. Does nothing if there is no such
 * view. */
void
tv_panel_show_symbol (TvPanel *self, TvSymbolShow how)
{
  const TvPanelEntry *entry;

  g_return_if_fail (TV_IS_PANEL (self));
  entry = find_shower (self, how);
  if (entry == NULL)
    return;
  tv_panel_choose_page (self, entry->info->id);
  tv_view_show_symbol (entry->view, how);
}

/* Switches to a view that can show a line of the file, and shows the line. Does nothing if there is no such view.
 * @line starts at 1. */
void
tv_panel_show_line (TvPanel *self, guint64 line)
{
  g_return_if_fail (TV_IS_PANEL (self));

  for (guint i = 0; i < self->entries->len; i++)
    {
      const TvPanelEntry *entry = &g_array_index (self->entries, TvPanelEntry, i);

      if (entry->info->has_line != NULL &&
          entry->info->has_line (tv_session_get_trace (self->session), line))
        {
          tv_panel_set_page (self, entry->info->id);
          tv_view_show_line (entry->view, line);
          return;
        }
    }
}

/* Switches to a view that can show its content around a timestamp in ns, such as the log. Does nothing if there is no
 * such view. */
void
tv_panel_show_time (TvPanel *self, gint64 ns)
{
  g_return_if_fail (TV_IS_PANEL (self));

  for (guint i = 0; i < self->entries->len; i++)
    {
      const TvPanelEntry *entry = &g_array_index (self->entries, TvPanelEntry, i);

      if (entry->info->shows_time)
        {
          tv_panel_set_page (self, entry->info->id);
          tv_view_show_time (entry->view, ns);
          return;
        }
    }
}

/* Switches to the first view that shows a comparison. Does nothing if there is no such view. */
void
tv_panel_show_comparison (TvPanel *self, TvComparison comparison)
{
  g_return_if_fail (TV_IS_PANEL (self));

  for (guint i = 0; i < self->entries->len; i++)
    {
      const TvViewInfo *info = g_array_index (self->entries, TvPanelEntry, i).info;

      if (info->compares == comparison)
        {
          tv_panel_set_page (self, info->id);
          return;
        }
    }
}

/* Returns: (transfer none) (nullable): the session; %NULL until set */
TvSession *
tv_panel_get_session (TvPanel *self)
{
  g_return_val_if_fail (TV_IS_PANEL (self), NULL);
  return self->session;
}

gboolean
tv_panel_fills (TvPanel *self)
{
  g_return_val_if_fail (TV_IS_PANEL (self), FALSE);
  return self->fills;
}

/* Hides the button that lets a view fill the page. Called if there is no timeline. */
void
tv_panel_set_alone (TvPanel *self)
{
  g_return_if_fail (TV_IS_PANEL (self));
  gtk_widget_set_visible (self->fill_button, FALSE);
}
