/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What takes longer, or less long, than in the earlier run that the session is compared with. A click selects
 * a method in both timelines, a double click puts its first calls one above the other.
 *
 *   session ── selection ──▶ worker ──▶ difference ──▶ list
 *      ▲ baseline ─────────────┘  ▲ text               │
 *      │                         box                   │
 *      └── symbol, offset ◀────────────────────────────┘
 */

#include "analysis/calls/call-source.h"
#include "ui/views/difference/difference-view-private.h"

#include <glib/gi18n.h>

#include "analysis/symbols/text-match.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/search-fold.h"
#include "ui/kit/table/table-filter.h"
#include "ui/views/difference-columns.h"
#include "ui/views/difference-task.h"
#include "ui/views/source-button.h"
#include "ui/views/symbol-menu.h"

G_DEFINE_FINAL_TYPE (TvDifferenceView, tv_difference_view, TV_TYPE_VIEW)

/* ---- What is shown ---- */

static void
update_busy (TvDifferenceView *self)
{
  gboolean is_sorting;

  g_object_get (self->table, "is-sorting", &is_sorting, NULL);
  tv_view_set_busy (TV_VIEW (self), is_sorting || self->finding != NULL);
}

static char *
dup_rows (TvDifferenceView *self)
{
  guint32 n = tv_table_get_n_rows (self->shown);
  g_autofree char *all = tv_format_count (n);
  g_autofree char *left = tv_format_count (self->n_left);

  if (self->n_left == n)
    return g_strdup_printf (ngettext ("%s method", "%s methods", n), all);
  /* Translators: how many methods a filter leaves, and how many there are */
  return g_strdup_printf (ngettext ("%s of %s method", "%s of %s methods", n), left, all);
}

/* With how many of them only one side has. */
static char *
dup_rows_and_sides (TvDifferenceView *self)
{
  g_autofree char *rows = dup_rows (self);
  g_autofree char *new = tv_format_count (self->n_new);
  g_autofree char *gone = tv_format_count (self->n_gone);
  GString *text = g_string_new (rows);

  if (self->n_new > 0)
    /* Translators: how many of the methods only the later run has */
    g_string_append_printf (text, _(", %s new"), new);
  if (self->n_gone > 0)
    /* Translators: how many of them only the earlier run has */
    g_string_append_printf (text, _(", %s gone"), gone);
  return g_string_free (text, FALSE);
}

/* Of samples also how many there are: sampling differs between runs. */
static char *
dup_count (TvDifferenceView *self)
{
  TvDifference *difference = tv_difference_table_get_difference (TV_DIFFERENCE_TABLE (self->shown));
  g_autofree char *rows = dup_rows_and_sides (self);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  TvWeightUnit unit;
  gint64 counts[2];

  if (tv_difference_get_kind (difference, &unit) == NULL)
    return g_steal_pointer (&rows);
  for (guint side = 0; side < G_N_ELEMENTS (counts); side++)
    tv_difference_get_total (difference, side == 1, TV_CLOCK_WALL, &counts[side]);
  before = tv_format_count ((guint64) counts[0]);
  after = tv_format_count ((guint64) counts[1]);
  /* Translators: how many methods, and how many samples there were before and after */
  return g_strdup_printf (_("%s, %s → %s samples"), rows, before, after);
}

static void
show_rows (TvDifferenceView *self)
{
  g_autoptr (TvTextMatch) match = tv_search_entry_dup_match (self->entry);
  g_autoptr (GBytes) filter = NULL;
  g_autofree char *words = NULL;

  if (self->shown == NULL)
    return;
  self->n_left = tv_table_get_n_rows (self->shown);
  if (match != NULL)
    filter = tv_table_filter_new_by_text (self->shown, TV_DIFFERENCE_COLUMN_NAME, match,
                                          &self->n_left);
  tv_table_view_set_filter (self->table, self->shown, filter);
  tv_table_view_set_table (self->table, self->shown);
  words = dup_count (self);
  tv_search_entry_show_left (self->entry, self->n_left, words);
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
}

static void
count_sides (TvDifferenceView *self)
{
  guint n;
  const TvDifferenceRow *rows = tv_difference_get_rows (
      tv_difference_table_get_difference (TV_DIFFERENCE_TABLE (self->shown)), &n);

  self->n_new = self->n_gone = 0;
  for (guint i = 0; i < n; i++)
    {
      self->n_new += rows[i].before.n_runs == 0;
      self->n_gone += rows[i].after.n_runs == 0;
    }
}

static void
on_found (gpointer owner, gpointer job, gpointer table, const GError *error)
{
  TvDifferenceView *self = owner;

  if (table != NULL)
    {
      g_set_object (&self->shown, table);
      g_object_unref (table);
      count_sides (self);
      show_rows (self);
    }
  update_busy (self);
}

/* Only what is seen is counted. */
static void
update (TvDifferenceView *self)
{
  if (!self->is_outdated || !tv_view_is_seen (TV_VIEW (self)))
    return;
  self->is_outdated = FALSE;
  tv_difference_find_in_worker (self->session, TV_DIFFERENCE_BY_METHOD, on_found, self,
                                &self->finding);
  update_busy (self);
}

static void
on_selection_changed (TvDifferenceView *self)
{
  self->is_outdated = TRUE;
  tv_work_stop (&self->finding);
  update (self);
}

/* Removes the table of the old stacks first, since it has none of the columns of the new ones. */
static void
on_source_changed (TvDifferenceView *self)
{
  g_clear_object (&self->shown);
  tv_table_view_set_table (self->table, NULL);
  tv_difference_columns_show (self->table, self->session, NULL);
  on_selection_changed (self);
}

static void
on_clock_changed (TvDifferenceView *self)
{
  tv_difference_columns_show (self->table, self->session, NULL);
}

/* ---- Rows ---- */

/* Row of the symbol that is selected, or %TV_NONE. */
static guint32
find_selected (TvDifferenceView *self)
{
  guint32 symbol = tv_session_get_selected_symbol (self->session);
  guint32 n = self->shown != NULL ? tv_table_get_n_rows (self->shown) : 0;

  for (guint32 row = 0; row < n && symbol != TV_NONE; row++)
    if (tv_difference_table_get_symbol (TV_DIFFERENCE_TABLE (self->shown), row, TRUE) == symbol)
      return row;
  return TV_NONE;
}

static void
follow_symbol (TvDifferenceView *self)
{
  guint32 row = find_selected (self);
  guint position;

  if (row == TV_NONE || row == tv_table_view_get_selected (self->table))
    return;
  tv_table_view_select_row (self->table, row);
  position = tv_table_model_find_row (tv_table_view_get_model (self->table), row);
  if (position != TV_NONE)
    tv_table_view_reveal (self->table, position);
}

static guint32
get_symbol (TvDifferenceView *self, guint row, gboolean is_after)
{
  TvTable *table = tv_table_model_get_table (tv_table_view_get_model (self->table));

  return tv_difference_table_get_symbol (TV_DIFFERENCE_TABLE (table), row, is_after);
}

/* What is gone can be seen in the earlier run only. */
static void
on_row_selected (TvDifferenceView *self, guint row)
{
  guint32 symbol = get_symbol (self, row, TRUE);

  if (symbol != TV_NONE)
    tv_session_select_symbol (self->session, symbol);
  else
    tv_session_select_symbol (tv_session_get_baseline (self->session),
                              get_symbol (self, row, FALSE));
}

static void
on_row_activated (TvDifferenceView *self, guint row)
{
  on_row_selected (self, row);
  tv_difference_view_align_at (self, get_symbol (self, row, TRUE));
}

/* ---- View ---- */

static GMenu *
make_row_menu (gpointer view, TvTableRow *row)
{
  TvDifferenceView *self = view;
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) align = g_menu_new ();
  guint32 symbol = get_symbol (self, tv_table_row_get_row (row), TRUE);

  g_menu_append (align, _("_Align First Calls"), "win.align-selected");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (align));
  if (symbol != TV_NONE)
    tv_symbol_menu_append (menu, self->session, symbol);
  return menu;
}

static void
set_session (TvView *view, TvSession *session)
{
  TvDifferenceView *self = TV_DIFFERENCE_VIEW (view);

  self->session = session;
  tv_source_button_choose (session);
  tv_source_button_add (GTK_BOX (self->mode), session, _("Calls"));
  tv_difference_columns_show (self->table, session, NULL);
  g_signal_connect_swapped (session, "notify::call-source", G_CALLBACK (on_source_changed), self);
  g_signal_connect_swapped (session, "notify::clock", G_CALLBACK (on_clock_changed), self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_selection_changed), self);
  g_signal_connect_swapped (session, "notify::selected-symbol", G_CALLBACK (follow_symbol), self);
  g_signal_connect_object (tv_session_get_baseline (session), "notify::selection",
                           G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (session, "notify::runs", G_CALLBACK (on_selection_changed), self);
  tv_difference_view_follow_marks (self);
  on_selection_changed (self);
}

static GtkWidget *
get_mode (TvView *view)
{
  return TV_DIFFERENCE_VIEW (view)->mode;
}

static void
set_seen (TvView *view, gboolean is_seen)
{
  update (TV_DIFFERENCE_VIEW (view));
}

static char *
dup_summary (TvView *view)
{
  TvDifferenceView *self = TV_DIFFERENCE_VIEW (view);

  return self->shown != NULL ? dup_count (self) : NULL;
}

static GMenuModel *
get_menu (TvView *view)
{
  return TV_DIFFERENCE_VIEW (view)->options_menu;
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  return name == NULL || g_str_equal (name, tv_difference_table_info.name) ||
                 g_str_equal (name, tv_sample_difference_table_info.name)
             ? tv_table_view_dup_shown (TV_DIFFERENCE_VIEW (view)->table, order)
             : NULL;
}

static gboolean
is_empty (TvView *view)
{
  TvDifferenceView *self = TV_DIFFERENCE_VIEW (view);

  return self->shown != NULL && self->n_left == 0;
}

static char *
dup_filter (TvView *view)
{
  TvDifferenceView *self = TV_DIFFERENCE_VIEW (view);

  return tv_search_entry_is_looking (self->entry) && self->shown != NULL &&
                 tv_table_get_n_rows (self->shown) > 0
             ? g_strdup (tv_search_entry_get_text (self->entry))
             : NULL;
}

static GVariant *
get_shown_state (gpointer object)
{
  TvDifferenceView *self = object;

  return g_variant_new_uint32 (self->shown != NULL ? self->n_left : 0);
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction own[] = {
    { .name = "differences-shown",
      .type = "u",
      .get_state = get_shown_state,
      .signals = "notify::summary" },
  };

  tv_object_actions_add (map, view, view, own, G_N_ELEMENTS (own));
  tv_difference_view_add_align_actions (TV_DIFFERENCE_VIEW (view), map);
}

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_call_source_has_calls (trace) || tv_trace_get_stacks (trace)->n_kinds > 0
             ? TV_VIEW_LEADS
             : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_difference = {
  .id = "difference",
  .title = N_("Difference"),
  .tooltip = N_("What takes longer, or less long, than in the earlier run"),
  .group = TV_VIEW_ANALYSIS,
  .takes_range = TRUE,
  .takes_thread = TRUE,
  .takes_calls = TRUE,
  .compares = TRUE,
  .get_type = tv_difference_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_difference_view_dispose (GObject *object)
{
  TvDifferenceView *self = TV_DIFFERENCE_VIEW (object);

  tv_work_stop (&self->finding);
  tv_work_stop (&self->aligning);
  g_clear_object (&self->mode);
  g_clear_object (&self->options_menu);
  g_clear_object (&self->shown);
  G_OBJECT_CLASS (tv_difference_view_parent_class)->dispose (object);
}

static void
tv_difference_view_class_init (TvDifferenceViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->dup_summary = dup_summary;
  view_class->get_mode = get_mode;
  view_class->get_menu = get_menu;
  view_class->dup_table = dup_table;
  view_class->add_actions = add_actions;
  view_class->is_empty = is_empty;
  view_class->dup_filter = dup_filter;
  G_OBJECT_CLASS (klass)->dispose = tv_difference_view_dispose;
  /* A mark of one of the runs is selected, or none any more. */
  g_signal_new ("marks-selected", TV_TYPE_DIFFERENCE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
on_leave (TvDifferenceView *self)
{
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static void
add_box (TvDifferenceView *self)
{
  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->entry, "placeholder-text", _("Filter methods"), "is-filter", TRUE, NULL);
  tv_view_set_find_box (TV_VIEW (self), self->entry, tv_search_fold_new (self->entry));
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (show_rows), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "leave", G_CALLBACK (on_leave), self, G_CONNECT_SWAPPED);
}

static void
tv_difference_view_init (TvDifferenceView *self)
{
  add_box (self);
  self->mode = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  self->options_menu = G_MENU_MODEL (g_menu_new ());
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  tv_table_view_set_name (self->table, _("Differences"));
  tv_table_view_set_menu (self->table, make_row_menu, self);
  gtk_widget_set_margin_start (GTK_WIDGET (self->table), 6);
  gtk_widget_set_margin_end (GTK_WIDGET (self->table), 6);
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  g_signal_connect_swapped (self->table, "row-selected", G_CALLBACK (on_row_selected), self);
  g_signal_connect_swapped (self->table, "row-activated", G_CALLBACK (on_row_activated), self);
  g_signal_connect_swapped (self->table, "notify::is-sorting", G_CALLBACK (update_busy), self);
  g_signal_connect_swapped (self->table, "shown", G_CALLBACK (follow_symbol), self);
}
