/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The selection's time by package, class, library or process; beside an earlier run, how that changed.
 *
 *   session ── selection, call source ──▶ worker ──▶ table of a grouping ──▶ list
 *      ▲                                    ▲ by                              │
 *      └── filter by package ◀──────────────┼─────────────────────────────────┘
 *                                         choice
 */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "analysis/calls/call-source.h"
#include "analysis/compare/group-profile.h"
#include "tables/range-table.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/search-entry.h"
#include "ui/kit/search-fold.h"
#include "ui/kit/table/table-filter.h"
#include "ui/kit/work.h"
#include "ui/views/difference-task.h"
#include "ui/views/groups/groups-columns.h"
#include "ui/views/source-button.h"

#define TV_TYPE_GROUPS_VIEW (tv_groups_view_get_type ())
G_DECLARE_FINAL_TYPE (TvGroupsView, tv_groups_view, TV, GROUPS_VIEW, TvView)

struct _TvGroupsView
{
  TvView parent_instance;

  TvTableView *table;
  TvSearchEntry *entry;
  GtkWidget *mode; /* the groupings, and the kinds of samples */

  TvSession *session; /* of the view */
  TvCallGroupBy by;
  TvTable *shown;         /* (nullable): the groups of the selection */
  guint32 n_left;         /* rows that the filter leaves */
  GCancellable *counting; /* (nullable): set while a worker counts */
  gboolean is_outdated;   /* @shown is of another selection or grouping */
};

G_DEFINE_FINAL_TYPE (TvGroupsView, tv_groups_view, TV_TYPE_VIEW)

enum
{
  PROP_0,
  PROP_BY,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* ---- Groupings ---- */

static gboolean
has_libraries (TvTrace *trace)
{
  return tv_trace_get_stacks (trace)->n_mappings > 0;
}

static gboolean
has_processes (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_processes (trace, &n);
  return n > 1;
}

static gboolean
has_classes (TvTrace *trace)
{
  return tv_trace_names_methods (trace);
}

static gboolean
has_packages (TvTrace *trace)
{
  return tv_trace_names_methods (trace) || tv_trace_get_stacks (trace)->n_kinds > 0;
}

static const struct
{
  gboolean (*is_offered) (TvTrace *trace);
  const char *tooltip;
} groupings[TV_N_CALL_GROUPS] = {
  [TV_CALL_GROUP_PACKAGE] = { has_packages, N_("Time by package or namespace") },
  [TV_CALL_GROUP_CLASS] = { has_classes, N_("Time by class") },
  [TV_CALL_GROUP_LIBRARY] = { has_libraries,
                              N_("Time by the library or program that the code is from") },
  [TV_CALL_GROUP_PROCESS] = { has_processes, N_("Time by process") },
};

/* Returns: the first grouping that a trace has, or %TV_N_CALL_GROUPS */
static TvCallGroupBy
get_first_grouping (TvTrace *trace)
{
  TvCallGroupBy by = 0;

  while (by < TV_N_CALL_GROUPS && !groupings[by].is_offered (trace))
    by++;
  return by;
}

/* ---- Rows ---- */

static char *
dup_count (TvGroupsView *self)
{
  guint32 n = tv_table_get_n_rows (self->shown);
  g_autofree char *left = tv_format_count (self->n_left);
  g_autofree char *all = tv_format_count (n);

  if (self->n_left == n)
    return g_strdup_printf (ngettext ("%s group", "%s groups", n), all);
  /* Translators: number of groups that match a filter, number of all groups */
  return g_strdup_printf (ngettext ("%s of %s group", "%s of %s groups", n), left, all);
}

static void
show_rows (TvGroupsView *self)
{
  g_autoptr (TvTextMatch) match = tv_search_entry_dup_match (self->entry);
  g_autoptr (GBytes) filter = NULL;
  g_autofree char *words = NULL;

  if (self->shown == NULL)
    return;
  self->n_left = tv_table_get_n_rows (self->shown);
  if (match != NULL)
    filter = tv_table_filter_new_by_text (
        self->shown, (guint) tv_table_find_column (self->shown, "name"), match, &self->n_left);
  tv_table_view_set_filter (self->table, self->shown, filter);
  tv_table_view_set_table (self->table, self->shown);
  words = dup_count (self);
  tv_search_entry_show_left (self->entry, self->n_left, words);
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
}

static void
update_busy (TvGroupsView *self)
{
  gboolean is_sorting;

  g_object_get (self->table, "is-sorting", &is_sorting, NULL);
  tv_view_set_busy (TV_VIEW (self), is_sorting || self->counting != NULL);
}

/* ---- Counting ---- */

typedef struct
{
  TvTrace *trace;
  TvCallTree *tree; /* (nullable): the session's, if it is of the source */
  TvSelection *selection;
  guint32 source;
  TvCallGroupBy by;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  g_clear_pointer (&job->tree, tv_call_tree_unref);
  tv_selection_unref (job->selection);
  g_free (job);
}

/* Returns: (transfer full) (nullable): the tree of the session, if it is of the source */
static TvCallTree *
dup_known_tree (TvSession *session, guint32 source)
{
  TvCallTree *tree = tv_session_get_call_tree (session);

  return tree != NULL && tv_call_paths_get_source (tv_call_tree_get_paths (tree)) == source
             ? tv_call_tree_ref (tree)
             : NULL;
}

static gpointer
count_groups (gpointer data, GCancellable *cancellable, GError **error)
{
  const Job *job = data;
  GArray *groups = tv_group_profile_find (job->trace, job->tree, job->source, job->selection,
                                          job->by, cancellable, error);

  return groups != NULL ? tv_range_table_new_of (tv_group_table_get (job->by), job->trace, groups)
                        : NULL;
}

static const TvWork count_work = { count_groups, job_free, g_object_unref };

static void
on_counted (gpointer owner, gpointer job, gpointer table, const GError *error)
{
  TvGroupsView *self = owner;

  if (table != NULL)
    {
      g_set_object (&self->shown, table);
      g_object_unref (table);
      show_rows (self);
    }
  update_busy (self);
}

/* Counts only while the view is seen. */
static void
update (TvGroupsView *self)
{
  Job *job;

  if (!self->is_outdated || !tv_view_is_seen (TV_VIEW (self)))
    return;
  self->is_outdated = FALSE;
  if (tv_session_get_baseline (self->session) != NULL)
    {
      tv_difference_find_in_worker (self->session, tv_difference_by_group (self->by), on_counted,
                                    self, &self->counting);
      update_busy (self);
      return;
    }
  job = g_new0 (Job, 1);
  job->trace = g_object_ref (tv_session_get_trace (self->session));
  job->selection = tv_selection_ref (tv_session_get_selection (self->session));
  job->source = tv_session_get_call_source (self->session);
  job->tree = dup_known_tree (self->session, job->source);
  job->by = self->by;
  tv_work_start (&count_work, job, on_counted, self, &self->counting);
  update_busy (self);
}

static void
on_selection_changed (TvGroupsView *self)
{
  self->is_outdated = TRUE;
  tv_work_stop (&self->counting);
  update (self);
  update_busy (self);
}

/* Removes the table of another grouping or of other stacks first, since it may lack the new columns. */
static void
on_kind_changed (TvGroupsView *self)
{
  g_clear_object (&self->shown);
  tv_table_view_set_table (self->table, NULL);
  tv_groups_columns_show (self->table, self->session, self->by);
  on_selection_changed (self);
}

static void
on_clock_changed (TvGroupsView *self)
{
  tv_groups_columns_show (self->table, self->session, self->by);
}

static void
on_leave (TvGroupsView *self)
{
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

/* ---- Filtering ---- */

/* Returns: (transfer full) (nullable): the package of a row, if it is one that a filter can name */
static char *
dup_package (TvGroupsView *self, guint32 row)
{
  TvTable *table = tv_table_model_get_table (tv_table_view_get_model (self->table));
  g_autofree char *name = NULL;
  TvCell cell;

  if (self->by != TV_CALL_GROUP_PACKAGE || table == NULL || row == TV_NONE)
    return NULL;
  tv_table_get_cell (table, row, (guint) tv_table_find_column (table, "name"), &cell);
  name = g_strdup (cell.text);
  tv_cell_clear (&cell);
  return g_strcmp0 (name, tv_call_group_get_placeholder (self->by)) != 0 ? g_steal_pointer (&name)
                                                                         : NULL;
}

/* Narrows the selection to stacks with a package, unless it is already. */
static void
filter_package (TvGroupsView *self, guint32 row)
{
  g_autofree char *package = dup_package (self, row);
  g_autoptr (GArray) filters = g_array_new (FALSE, FALSE, sizeof (TvNameFilter));
  TvNameFilter own = { TV_NAME_PACKAGE, FALSE, package };
  const TvNameFilter *before;
  guint n;

  if (package == NULL)
    return;
  before = tv_selection_get_filters (tv_session_get_selection (self->session), &n);
  for (guint i = 0; i < n; i++)
    if (before[i].match == own.match && !before[i].hides && g_str_equal (before[i].text, package))
      return;
  g_array_append_vals (filters, before, n);
  g_array_append_val (filters, own);
  tv_session_set_filters (self->session, (const TvNameFilter *) filters->data, filters->len);
}

static void
filter_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvGroupsView *self = TV_GROUPS_VIEW (widget);

  filter_package (self, tv_table_view_get_selected (self->table));
}

static void
on_row_activated (TvGroupsView *self, guint row)
{
  filter_package (self, row);
}

static GMenu *
make_row_menu (gpointer view, TvTableRow *row)
{
  TvGroupsView *self = view;
  GMenu *menu = g_menu_new ();
  g_autofree char *package = row != NULL ? dup_package (self, tv_table_row_get_row (row)) : NULL;

  if (package != NULL)
    {
      g_autoptr (GMenu) filters = g_menu_new ();

      g_menu_append (filters, _("Only Stacks with _Its Package"), "groups.filter");
      g_menu_append_section (menu, NULL, G_MENU_MODEL (filters));
    }
  return menu;
}

/* ---- View ---- */

static void
add_groupings (TvGroupsView *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "choice");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  for (TvCallGroupBy by = 0; by < TV_N_CALL_GROUPS; by++)
    if (groupings[by].is_offered (trace))
      {
        GtkWidget *button = gtk_toggle_button_new_with_label (_ (tv_groups_columns_get_title (by)));

        gtk_widget_set_tooltip_text (button, _ (groupings[by].tooltip));
        gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.group-by");
        gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s",
                                          tv_call_group_by_get_name (by));
        gtk_widget_add_css_class (button, "flat");
        gtk_box_append (GTK_BOX (box), button);
      }
  gtk_box_append (GTK_BOX (self->mode), box);
}

static void
set_session (TvView *view, TvSession *session)
{
  TvGroupsView *self = TV_GROUPS_VIEW (view);

  self->session = session;
  self->by = get_first_grouping (tv_session_get_trace (session));
  tv_source_button_choose (session);
  add_groupings (self);
  tv_source_button_add (GTK_BOX (self->mode), session, _("Calls"));
  g_signal_connect_swapped (session, "notify::call-source", G_CALLBACK (on_kind_changed), self);
  g_signal_connect_swapped (session, "notify::clock", G_CALLBACK (on_clock_changed), self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_selection_changed), self);
  if (tv_session_get_baseline (session) != NULL)
    g_signal_connect_object (tv_session_get_baseline (session), "notify::selection",
                             G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (session, "notify::runs", G_CALLBACK (on_selection_changed), self);
  on_kind_changed (self);
}

static void
set_seen (TvView *view, gboolean is_seen)
{
  update (TV_GROUPS_VIEW (view));
}

static char *
dup_summary (TvView *view)
{
  TvGroupsView *self = TV_GROUPS_VIEW (view);

  return self->shown != NULL ? dup_count (self) : NULL;
}

static GtkWidget *
get_mode (TvView *view)
{
  return TV_GROUPS_VIEW (view)->mode;
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  TvGroupsView *self = TV_GROUPS_VIEW (view);

  return name == NULL || g_str_equal (name, tv_group_table_get (self->by)->info.name)
             ? tv_table_view_dup_shown (self->table, order)
             : NULL;
}

static gboolean
is_empty (TvView *view)
{
  TvGroupsView *self = TV_GROUPS_VIEW (view);

  return self->shown != NULL && self->n_left == 0;
}

static char *
dup_filter (TvView *view)
{
  TvGroupsView *self = TV_GROUPS_VIEW (view);

  return tv_search_entry_is_looking (self->entry) && self->shown != NULL &&
                 tv_table_get_n_rows (self->shown) > 0
             ? g_strdup (tv_search_entry_get_text (self->entry))
             : NULL;
}

static GVariant *
get_by (gpointer object)
{
  return g_variant_new_string (tv_call_group_by_get_name (TV_GROUPS_VIEW (object)->by));
}

static void
change_by (gpointer object, GVariant *value)
{
  TvGroupsView *self = object;
  TvCallGroupBy by;

  if (!tv_call_group_by_parse (g_variant_get_string (value, NULL), &by) || by == self->by ||
      !groupings[by].is_offered (tv_session_get_trace (self->session)))
    return;
  self->by = by;
  on_kind_changed (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BY]);
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "group-by",
      .type = "s",
      .get_state = get_by,
      .change = change_by,
      .signals = "notify::by" },
  };

  tv_object_actions_add (map, view, view, actions, G_N_ELEMENTS (actions));
}

static TvViewFit
get_fit (TvTrace *trace)
{
  if (!tv_call_source_has_calls (trace) && tv_trace_get_stacks (trace)->n_kinds == 0)
    return TV_VIEW_EMPTY;
  return get_first_grouping (trace) < TV_N_CALL_GROUPS ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_groups = {
  .id = "groups",
  .title = N_("Groups"),
  .tooltip = N_("Times by package, class, library or process"),
  .group = TV_VIEW_ANALYSIS,
  .takes_range = TRUE,
  .takes_thread = TRUE,
  .takes_calls = TRUE,
  .get_type = tv_groups_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_groups_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_BY)
    g_value_set_uint (value, TV_GROUPS_VIEW (object)->by);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_groups_view_dispose (GObject *object)
{
  TvGroupsView *self = TV_GROUPS_VIEW (object);

  tv_work_stop (&self->counting);
  g_clear_object (&self->mode);
  g_clear_object (&self->shown);
  G_OBJECT_CLASS (tv_groups_view_parent_class)->dispose (object);
}

static void
tv_groups_view_class_init (TvGroupsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->dup_summary = dup_summary;
  view_class->get_mode = get_mode;
  view_class->dup_table = dup_table;
  view_class->add_actions = add_actions;
  view_class->is_empty = is_empty;
  view_class->dup_filter = dup_filter;
  G_OBJECT_CLASS (klass)->get_property = tv_groups_view_get_property;
  G_OBJECT_CLASS (klass)->dispose = tv_groups_view_dispose;
  properties[PROP_BY] = g_param_spec_uint ("by", NULL, NULL, 0, TV_N_CALL_GROUPS, 0,
                                           G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
  gtk_widget_class_install_action (widget_class, "groups.filter", NULL, filter_action);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
tv_groups_view_init (TvGroupsView *self)
{
  self->mode = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->entry, "placeholder-text", _("Filter groups"), "is-filter", TRUE, NULL);
  tv_view_set_find_box (TV_VIEW (self), self->entry, tv_search_fold_new (self->entry));
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (show_rows), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "leave", G_CALLBACK (on_leave), self, G_CONNECT_SWAPPED);
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  tv_table_view_set_name (self->table, _("Groups"));
  tv_table_view_set_menu (self->table, make_row_menu, self);
  gtk_widget_set_margin_start (GTK_WIDGET (self->table), 6);
  gtk_widget_set_margin_end (GTK_WIDGET (self->table), 6);
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  g_signal_connect_swapped (self->table, "row-activated", G_CALLBACK (on_row_activated), self);
  g_signal_connect_swapped (self->table, "notify::is-sorting", G_CALLBACK (update_busy), self);
}
