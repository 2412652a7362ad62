/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Binds a table of methods to the session, and what lies under each of them to the table.
 *
 *   session ── profile ──▶ table of methods ──▶ TvTableView ◀── what is found of them
 *      ▲  selected-symbol ◀─────────────────────────┘ │
 *      └──────────────────────────────────────────────┘
 */

#include "analysis/calls/call-source.h"
#include "ui/views/profile/profile-view-private.h"

#include <glib/gi18n.h>

#include "ui/kit/chip.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/search-fold.h"

G_DEFINE_FINAL_TYPE (TvProfileView, tv_profile_view, TV_TYPE_VIEW)

static TvTableModel *
get_model (TvProfileView *self)
{
  return tv_table_view_get_model (self->table);
}

/* The position of a method's own row, or %TV_NONE if it is not shown. */
guint
tv_profile_view_find (TvProfileView *self, guint32 symbol)
{
  TvTable *shown = tv_table_model_get_table (get_model (self));
  guint32 row = TV_NONE;

  if (shown != NULL && symbol != TV_NONE)
    row = tv_method_profile_table_find (TV_METHOD_PROFILE_TABLE (shown), symbol);
  return row != TV_NONE ? tv_table_model_find_row (get_model (self), row) : TV_NONE;
}

/* ---- Selection ---- */

/* The session's symbol is selected somewhere else, or the rows are new. */
static void
follow_session (TvProfileView *self, gboolean may_scroll)
{
  guint32 symbol = tv_session_get_selected_symbol (self->session);
  TvTable *shown = tv_table_model_get_table (get_model (self));
  guint32 selected = tv_table_view_get_selected (self->table);
  guint position;

  if (shown == NULL ||
      (selected != TV_NONE &&
       tv_method_profile_table_get_symbol (TV_METHOD_PROFILE_TABLE (shown), selected) == symbol))
    return;
  position = tv_profile_view_find (self, symbol);
  tv_table_view_select_row (self->table, position != TV_NONE
                                             ? tv_table_model_get_row (get_model (self), position)
                                             : TV_NONE);
  if (position != TV_NONE && may_scroll)
    tv_table_view_reveal (self->table, position);
}

static void
on_symbol_selected (TvProfileView *self)
{
  tv_profile_view_update_words (self);
  follow_session (self, TRUE);
}

/* Walking over parents and children with the keyboard leaves the method selected. */
static void
on_row_selected (TvProfileView *self, guint row)
{
  TvTable *shown = tv_table_model_get_table (get_model (self));

  tv_session_select_symbol (
      self->session, tv_method_profile_table_get_symbol (TV_METHOD_PROFILE_TABLE (shown), row));
}

/* Another table, another order of it, or other rows of it. */
static void
on_shown (TvProfileView *self)
{
  gboolean has_filter = tv_profile_view_is_filtering (self);

  follow_session (self, !self->has_shown || has_filter || self->had_filter);
  self->has_shown = TRUE;
  self->had_filter = has_filter;
  tv_profile_view_settle (self);
  tv_profile_view_update_busy (self);
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
}

/* ---- Numbers ---- */

static void
on_profile_changed (TvProfileView *self)
{
  TvProfile *profile = tv_session_get_profile (self->session);
  TvRanking *ranking = tv_session_get_ranking (self->session);
  g_autoptr (TvTable) methods = NULL;

  if (tv_session_get_baseline (self->session) != NULL)
    methods = tv_method_profile_table_new_compared (profile, ranking,
                                                    tv_session_get_baseline_profile (self->session),
                                                    tv_session_get_pairs (self->session));
  else
    methods = tv_method_profile_table_new (profile, ranking);
  tv_profile_view_take_methods (self, methods);
}

/* Parents and children are in the order of the clock that the methods are. */
static void
on_sorting (TvProfileView *self)
{
  gboolean is_descending;

  self->clock = tv_profile_columns_get_clock (tv_table_view_get_sort (self->table, &is_descending),
                                              tv_session_get_clock (self->session));
  tv_profile_view_update_busy (self);
}

/* Other numbers are counted, searched by the filter, or put in order. */
void
tv_profile_view_update_busy (TvProfileView *self)
{
  gboolean is_profiling, is_sorting;

  g_object_get (self->session, "is-profiling", &is_profiling, NULL);
  g_object_get (self->table, "is-sorting", &is_sorting, NULL);
  tv_view_set_busy (TV_VIEW (self),
                    is_profiling || is_sorting ||
                        (self->finding != NULL &&
                         (tv_profile_view_is_filtering (self) ||
                          self->methods != tv_table_model_get_table (get_model (self)))));
}

/* ---- Columns and options ---- */

static void
on_clock_changed (TvProfileView *self)
{
  tv_profile_columns_follow_clock (self->table, self->session);
  on_sorting (self);
}

/* Context switches are known where there are two clocks. */
static GMenuModel *
make_options_menu (TvSession *session, gboolean has_both_clocks)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuModel) presets = tv_profile_columns_menu_new (session, "win.profile-columns");
  g_autoptr (GMenu) columns = g_menu_new ();
  g_autoptr (GMenu) counting = g_menu_new ();

  g_menu_append_section (menu, _("Columns"), presets);
  g_menu_append (columns, _("Choose Col_umns…"), "win.choose-profile-columns");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (columns));
  if (has_both_clocks)
    {
      g_menu_append (counting, _("Context _Switches as Calls"), "session.context-switches");
      g_menu_append_section (menu, NULL, G_MENU_MODEL (counting));
    }
  return G_MENU_MODEL (g_steal_pointer (&menu));
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  TvProfileView *self = TV_PROFILE_VIEW (view);
  gboolean names_methods;

  self->session = session;
  names_methods = tv_trace_names_methods (tv_session_get_trace (session));
  tv_table_view_set_name (self->table, names_methods ? _("Methods") : _("Names"));
  tv_table_view_set_menu (self->table, tv_profile_view_make_menu, self);
  g_signal_connect_swapped (session, "notify::profile", G_CALLBACK (on_profile_changed), self);
  g_signal_connect_swapped (session, "notify::selected-symbol", G_CALLBACK (on_symbol_selected),
                            self);
  g_signal_connect_swapped (self->table, "notify::is-sorting", G_CALLBACK (on_sorting), self);
  self->options_menu = make_options_menu (session, tv_session_has_both_clocks (session));
  tv_profile_columns_show (self->table, session);
  g_signal_connect_swapped (session, "notify::clock", G_CALLBACK (on_clock_changed), self);
  on_sorting (self);
  on_profile_changed (self);
  tv_profile_view_follow_entry (self);
  g_signal_connect_swapped (session, "notify::is-profiling",
                            G_CALLBACK (tv_profile_view_update_busy), self);
  g_signal_connect_swapped (session, "notify::context-switches", G_CALLBACK (tv_view_change_chips),
                            self);
}

static char *
dup_summary (TvView *view)
{
  return tv_profile_view_dup_summary (TV_PROFILE_VIEW (view));
}

static GMenuModel *
get_menu (TvView *view)
{
  return TV_PROFILE_VIEW (view)->options_menu;
}

static void
step (TvView *view, int direction)
{
  tv_profile_view_step (TV_PROFILE_VIEW (view), direction);
}

/* What is listed, as it is: a filter may have left some of the methods. */
static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  TvProfileView *self = TV_PROFILE_VIEW (view);

  return name == NULL || g_str_equal (name, tv_method_profile_table_info.name) ||
                 g_str_equal (name, tv_method_profile_table_compared_info.name)
             ? tv_table_view_dup_shown (self->table, order)
             : NULL;
}

static GVariant *
get_columns_state (gpointer object)
{
  return g_variant_new_string (tv_table_view_get_preset (TV_PROFILE_VIEW (object)->table));
}

static void
change_columns (gpointer object, GVariant *value)
{
  tv_table_view_set_preset (TV_PROFILE_VIEW (object)->table, g_variant_get_string (value, NULL));
}

static GVariant *
get_column_names_state (gpointer object)
{
  g_auto (GStrv) names = tv_table_view_dup_columns (TV_PROFILE_VIEW (object)->table);

  return g_variant_new_strv ((const char *const *) names, -1);
}

static void
choose_columns (gpointer object, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (GTK_WIDGET (TV_PROFILE_VIEW (object)->table), "table.columns", NULL);
}

static GVariant *
get_expanded_state (gpointer object)
{
  TvTableModel *model = get_model (TV_PROFILE_VIEW (object));
  g_autoptr (GArray) symbols = tv_table_model_dup_expanded (model); /* rows as yet */

  for (guint i = 0; i < symbols->len; i++)
    g_array_index (symbols, guint32, i) = tv_method_profile_table_get_symbol (
        TV_METHOD_PROFILE_TABLE (tv_table_model_get_table (model)),
        g_array_index (symbols, guint32, i));
  return g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, symbols->data, symbols->len,
                                    sizeof (guint32));
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction own[] = {
    { .name = "choose-profile-columns", .activate = choose_columns },
  };
  static const TvObjectAction of_table[] = {
    { .name = "profile-columns",
      .type = "s",
      .get_state = get_columns_state,
      .change = change_columns,
      .signals = "notify::preset" },
    { .name = "profile-column-names",
      .type = "as",
      .get_state = get_column_names_state,
      .signals = "notify::preset" },
  };
  static const TvObjectAction of_model[] = {
    { .name = "expanded",
      .type = "au",
      .get_state = get_expanded_state,
      .signals = "items-changed rows-changed" },
  };

  tv_object_actions_add (map, view, view, own, G_N_ELEMENTS (own));
  tv_object_actions_add (map, view, TV_PROFILE_VIEW (view)->table, of_table,
                         G_N_ELEMENTS (of_table));
  tv_object_actions_add (map, view, get_model (TV_PROFILE_VIEW (view)), of_model,
                         G_N_ELEMENTS (of_model));
}

static void
add_chips (TvView *view, GPtrArray *chips)
{
  TvProfileView *self = TV_PROFILE_VIEW (view);

  if (tv_session_has_both_clocks (self->session) && tv_session_get_context_switches (self->session))
    g_ptr_array_add (chips,
                     tv_chip_new (TV_CHIP_TRANSFORM, _("Context switches"),
                                  _("Time in which a thread was not on a CPU counts as the call "
                                    "“(context switch)”. Click to count it to its method."),
                                  "session.context-switches", "session.context-switches"));
}

static gboolean
is_empty (TvView *view)
{
  TvTableModel *model = get_model (TV_PROFILE_VIEW (view));

  return tv_table_model_get_table (model) != NULL && tv_table_model_count (model) == 0;
}

/* Where nothing was counted the box is not what leaves nothing. */
static char *
dup_filter (TvView *view)
{
  TvProfileView *self = TV_PROFILE_VIEW (view);
  TvTable *shown = tv_table_model_get_table (get_model (self));

  return tv_profile_view_is_filtering (self) && shown != NULL && tv_table_get_n_rows (shown) > 0
             ? g_strdup (tv_search_entry_get_text (self->entry))
             : NULL;
}

static TvViewFit
get_fit (TvTrace *trace)
{
  if (tv_trace_names_methods (trace))
    return TV_VIEW_LEADS;
  return tv_call_source_has_calls (trace) ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_profile = {
  .id = "profile",
  .title = N_("Profile"),
  .tooltip = N_("Times by method or name"),
  .group = TV_VIEW_ANALYSIS,
  .takes_range = TRUE,
  .takes_thread = TRUE,
  .takes_calls = TRUE,
  .get_type = tv_profile_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_profile_view_dispose (GObject *object)
{
  TvProfileView *self = TV_PROFILE_VIEW (object);

  tv_profile_view_drop_found (self);
  if (self->table != NULL)
    g_signal_handlers_disconnect_by_data (self->table, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_PROFILE_VIEW);
  g_clear_object (&self->methods);
  g_clear_object (&self->options_menu);
  G_OBJECT_CLASS (tv_profile_view_parent_class)->dispose (object);
}

static void
tv_profile_view_class_init (TvProfileViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->dup_summary = dup_summary;
  view_class->get_menu = get_menu;
  view_class->step = step;
  view_class->dup_table = dup_table;
  view_class->add_actions = add_actions;
  view_class->add_chips = add_chips;
  view_class->is_empty = is_empty;
  view_class->dup_filter = dup_filter;
  G_OBJECT_CLASS (klass)->dispose = tv_profile_view_dispose;
  tv_profile_view_class_add_menu_actions (widget_class);
  g_type_ensure (TV_TYPE_TABLE_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/profile-view.ui");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_bind_template_child (widget_class, TvProfileView, table);
}

static void
tv_profile_view_init (TvProfileView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->entry, "has-modes", TRUE, NULL);
  tv_view_set_find_box (TV_VIEW (self), self->entry, tv_search_fold_new (self->entry));
  tv_table_model_set_tree (get_model (self), &tv_relatives_tree, &self->clock);
  g_signal_connect_swapped (self->table, "row-selected", G_CALLBACK (on_row_selected), self);
  g_signal_connect_swapped (self->table, "shown", G_CALLBACK (on_shown), self);
  tv_profile_view_follow_rows (self);
}
