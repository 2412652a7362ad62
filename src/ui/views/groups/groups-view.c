/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Time of the selection per package, class, library or process; with a baseline, the change of that time. Listed in
 * TV_VIEWS (view.h); derived from TvResultView. Changes the name filters and the call source of the session. */

#include "ui/views/result-view.h"

#include <glib/gi18n.h>

#include "analysis/calls/call-groups.h"
#include "analysis/calls/call-source.h"
#include "analysis/compare/group-profile.h"
#include "tables/range-table.h"
#include "ui/kit/clock-title.h"
#include "ui/kit/weight-labels.h"
#include "ui/views/difference-columns.h"
#include "ui/views/difference-task.h"
#include "ui/views/source-button.h"

#define NAME_MIN_PX 240

#define TV_TYPE_GROUPS_VIEW (tv_groups_view_get_type ())
G_DECLARE_FINAL_TYPE (TvGroupsView, tv_groups_view, TV, GROUPS_VIEW, TvResultView)

struct _TvGroupsView
{
  TvResultView parent_instance;

  TvCallGroupBy by;
};

G_DEFINE_FINAL_TYPE (TvGroupsView, tv_groups_view, TV_TYPE_RESULT_VIEW)

typedef struct
{
  TvResult parent;
  TvCallGroupBy by;
  TvCallTree *
      tree; /* (nullable): call tree of the session; %NULL in a comparison, or if the tree is for another call source */
  TvDifferenceJob
      *difference; /* (nullable): comparison with the baseline; %NULL without a baseline */
} GroupResult;

enum
{
  PROP_0,
  PROP_BY,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static TvSession *
get_session (gpointer self)
{
  return tv_view_get_session (self);
}

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
                              N_("Time by the library or program that contains the code") },
  [TV_CALL_GROUP_PROCESS] = { has_processes, N_("Time by process") },
};

/* Returns: the first grouping that the trace supports, or %TV_N_CALL_GROUPS */
static TvCallGroupBy
get_first_grouping (TvTrace *trace)
{
  TvCallGroupBy by = 0;

  while (by < TV_N_CALL_GROUPS && !groupings[by].is_offered (trace))
    by++;
  return by;
}

/* ---- Columns ---- */

static char *
dup_weight (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return cell.is_null
             ? NULL
             : tv_weight_format_in_column (tv_session_get_sample_unit (session), cell.integer);
}

#define NAME_COLUMN                                                                                \
  {                                                                                                \
    .name = "name", .width = TV_TABLE_COLUMN_FILL, .min_px = NAME_MIN_PX, .is_needed = TRUE        \
  }

static const TvTableColumn call_columns[TV_N_CLOCKS][6] = {
  [TV_CLOCK_WALL] = { NAME_COLUMN,
                      { .name = "incl_wall_pct", .title = N_("Incl %") },
                      { .name = "incl_wall_ns", .title = N_("Incl ms") },
                      { .name = "excl_wall_pct", .title = N_("Excl %") },
                      { .name = "excl_wall_ns", .title = N_("Excl ms") },
                      { .name = "calls" } },
  [TV_CLOCK_CPU] = { NAME_COLUMN,
                     { .name = "incl_cpu_pct", .title = N_("Incl %") },
                     { .name = "incl_cpu_ns", .title = N_("Incl ms") },
                     { .name = "excl_cpu_pct", .title = N_("Excl %") },
                     { .name = "excl_cpu_ns", .title = N_("Excl ms") },
                     { .name = "calls" } },
};

static const TvTableColumn sample_columns[] = {
  NAME_COLUMN,
  { .name = "incl_weight_pct", .title = N_("Incl %") },
  { .name = "incl_weight", .title = N_("Incl"), .dup_text = dup_weight, .widest = "99,999.999" },
  { .name = "excl_weight_pct", .title = N_("Excl %") },
  { .name = "excl_weight", .title = N_("Excl"), .dup_text = dup_weight, .widest = "99,999.999" },
  { .name = "calls", .title = N_("Samples") },
};

/* Returns: title of the column of names */
static const char *
get_title (TvCallGroupBy by)
{
  static const char *const titles[TV_N_CALL_GROUPS] = {
    [TV_CALL_GROUP_PACKAGE] = N_("Package"),
    [TV_CALL_GROUP_CLASS] = N_("Class"),
    [TV_CALL_GROUP_LIBRARY] = N_("Library"),
    [TV_CALL_GROUP_PROCESS] = N_("Process"),
  };

  return titles[by];
}

/* Shows the columns of the grouping on the session's clock, sorted by inclusive time; with a baseline, the columns of
 * a comparison. Processes only have inclusive times. */
static void
show_columns (TvResultView *self)
{
  TvCallGroupBy by = TV_GROUPS_VIEW (self)->by;
  TvSession *session = get_session (self);
  TvTableView *view = tv_result_view_get_table (self);
  TvClock clock = tv_session_get_clock (session);
  gboolean is_of_calls = tv_session_get_call_source (session) == TV_CALLS_OF_SLICES;
  const TvTableColumn *columns = is_of_calls ? call_columns[clock] : sample_columns;
  TvTableColumn shown[G_N_ELEMENTS (sample_columns)];
  TvTrace *trace = tv_session_get_trace (session);
  guint n = 0;

  if (tv_session_get_baseline (session) != NULL)
    {
      tv_difference_columns_show (view, session, get_title (by));
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    if (by != TV_CALL_GROUP_PROCESS || !g_str_has_prefix (columns[i].name, "excl_"))
      {
        shown[n] = columns[i];
        if (is_of_calls && clock == TV_CLOCK_CPU && shown[n].title != NULL)
          shown[n].title = tv_clock_title_intern_cpu (shown[n].title);
        if (is_of_calls && g_str_equal (shown[n].name, "calls") && !tv_trace_names_methods (trace))
          shown[n].title = N_("Slices");
        n++;
      }
  shown[0].title = get_title (by);
  tv_table_view_set_columns (view, &tv_group_table_get (by)->info, shown, n, session);
  tv_table_view_set_sort (view, shown[2].name, TRUE);
}

/* ---- Worker ---- */

/* Returns: (transfer full) (nullable): the session's call tree; %NULL if it is not for @source */
static TvCallTree *
dup_known_tree (TvSession *session, guint32 source)
{
  TvCallTree *tree = tv_session_get_call_tree (session);

  return tree != NULL && tv_call_paths_get_source (tv_call_tree_get_paths (tree)) == source
             ? tv_call_tree_ref (tree)
             : NULL;
}

static void
prepare (TvResultView *self, TvResult *result)
{
  GroupResult *groups = (GroupResult *) result;

  groups->by = TV_GROUPS_VIEW (self)->by;
  if (tv_session_get_baseline (get_session (self)) != NULL)
    groups->difference = tv_difference_job_new (get_session (self),
                                                tv_difference_by_group (groups->by));
  else
    groups->tree = dup_known_tree (get_session (self), result->source);
}

static void
clear_result (TvResult *result)
{
  GroupResult *groups = (GroupResult *) result;

  g_clear_pointer (&groups->tree, tv_call_tree_unref);
  g_clear_pointer (&groups->difference, tv_difference_job_free);
}

static TvTable *
find_groups (TvResult *result, GCancellable *cancellable, GError **error)
{
  const GroupResult *self = (const GroupResult *) result;
  GArray *groups;

  if (self->difference != NULL)
    return tv_difference_job_run (self->difference, cancellable, error);
  groups = tv_group_profile_find (result->trace, self->tree, result->source, result->selection,
                                  self->by, cancellable, error);
  return groups != NULL
             ? tv_range_table_new_of (tv_group_table_get (self->by), result->trace, groups)
             : NULL;
}

static char *
dup_count (TvResultView *self, guint32 n, const char *some, const char *all)
{
  if (some == NULL)
    return g_strdup_printf (ngettext ("%s group", "%s groups", n), all);
  /* Translators: number of groups that match a filter; number of all groups */
  return g_strdup_printf (ngettext ("%s of %s group", "%s of %s groups", n), some, all);
}

/* ---- Filtering ---- */

/* Returns: (transfer full) (nullable): package of a row; %NULL if the row stands for no package, or for functions
 * without a package */
static char *
dup_package (TvGroupsView *self, guint32 row)
{
  const TvResult *result = tv_result_view_get_result (TV_RESULT_VIEW (self));
  g_autofree char *name = NULL;
  TvCell cell;

  if (self->by != TV_CALL_GROUP_PACKAGE || result == NULL || row == TV_NONE)
    return NULL;
  tv_table_get_cell (result->table, row, (guint) tv_table_find_column (result->table, "name"),
                     &cell);
  name = g_strdup (cell.text);
  tv_cell_clear (&cell);
  return g_strcmp0 (name, tv_call_group_get_placeholder (self->by)) != 0 ? g_steal_pointer (&name)
                                                                         : NULL;
}

/* Adds a filter that keeps only stacks that contain the package of a row. Does nothing if the row has no package, or
 * if the session already has this filter. */
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
  before = tv_selection_get_filters (tv_session_get_selection (get_session (self)), &n);
  for (guint i = 0; i < n; i++)
    if (before[i].match == own.match && !before[i].hides && g_str_equal (before[i].text, package))
      return;
  g_array_append_vals (filters, before, n);
  g_array_append_val (filters, own);
  tv_session_set_filters (get_session (self), (const TvNameFilter *) filters->data, filters->len);
}

static void
filter_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvGroupsView *self = TV_GROUPS_VIEW (widget);

  filter_package (self,
                  tv_table_view_get_selected (tv_result_view_get_table (TV_RESULT_VIEW (self))));
}

static void
open_row (TvResultView *self, guint row)
{
  filter_package (TV_GROUPS_VIEW (self), row);
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

      g_menu_append (filters, _("Keep Only Stacks Containing This _Package"), "groups.filter");
      g_menu_append_section (menu, NULL, G_MENU_MODEL (filters));
    }
  return menu;
}

/* ---- View ---- */

static void
add_groupings (TvGroupsView *self)
{
  TvTrace *trace = tv_session_get_trace (get_session (self));
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "choice");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  for (TvCallGroupBy by = 0; by < TV_N_CALL_GROUPS; by++)
    if (groupings[by].is_offered (trace))
      {
        GtkWidget *button = gtk_toggle_button_new_with_label (_ (get_title (by)));

        gtk_widget_set_tooltip_text (button, _ (groupings[by].tooltip));
        gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.group-by");
        gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s",
                                          tv_call_group_by_get_name (by));
        gtk_widget_add_css_class (button, "flat");
        gtk_box_append (GTK_BOX (box), button);
      }
  gtk_box_append (tv_result_view_get_modes (TV_RESULT_VIEW (self)), box);
}

static void
set_session (TvView *view, TvSession *session)
{
  TvGroupsView *self = TV_GROUPS_VIEW (view);

  self->by = get_first_grouping (tv_session_get_trace (session));
  tv_source_button_choose (session);
  add_groupings (self);
  TV_VIEW_CLASS (tv_groups_view_parent_class)->set_session (view, session);
  g_signal_connect_swapped (session, "notify::clock", G_CALLBACK (tv_result_view_show_columns),
                            self);
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
      !groupings[by].is_offered (tv_session_get_trace (get_session (self))))
    return;
  self->by = by;
  tv_result_view_reset (TV_RESULT_VIEW (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BY]);
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

static const TvObjectAction actions[] = {
  { .name = "group-by",
    .type = "s",
    .get_state = get_by,
    .change = change_by,
    .signals = "notify::by" },
};

static const TvResultKind kind = {
  .name = N_("Groups"),
  .placeholder = N_("Filter groups"),
  .source_label = N_("Calls"),
  .follows_runs = TRUE,
  .result_size = sizeof (GroupResult),
  .clear_result = clear_result,
  .prepare = prepare,
  .find = find_groups,
  .dup_count = dup_count,
  .show_columns = show_columns,
  .open_row = open_row,
  .make_menu = make_row_menu,
  .actions = actions,
  .n_actions = G_N_ELEMENTS (actions),
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
tv_groups_view_class_init (TvGroupsViewClass *klass)
{
  TV_RESULT_VIEW_CLASS (klass)->kind = &kind;
  TV_VIEW_CLASS (klass)->set_session = set_session;
  G_OBJECT_CLASS (klass)->get_property = tv_groups_view_get_property;
  properties[PROP_BY] = g_param_spec_uint ("by", NULL, NULL, 0, TV_N_CALL_GROUPS, 0,
                                           G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "groups.filter", NULL, filter_action);
}

static void
tv_groups_view_init (TvGroupsView *self)
{
}
