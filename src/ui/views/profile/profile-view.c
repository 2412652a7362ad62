/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Table with the methods of a profile. A click on a method shows its callers and callees; a click on one of these
 * goes to that method's own row. Listed in TV_VIEWS (view.h). The session computes the profile; a worker searches it
 * for the text of the search entry. Changes the selected symbol of the session. */

#include "ui/views/profile/profile-view.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/calls/call-source.h"
#include "analysis/symbols/symbol-match.h"
#include "ui/kit/chip.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/popup-menu.h"
#include "ui/kit/search-entry.h"
#include "ui/kit/search-fold.h"
#include "ui/kit/symbol-text.h"
#include "ui/kit/work.h"
#include "ui/views/profile/profile-columns.h"
#include "ui/views/profile/profile-name-cell.h"
#include "ui/views/profile/relatives-table.h"
#include "ui/views/symbol-menu.h"
#include "ui/views/view.h"

struct _TvProfileView
{
  TvView parent_instance;

  TvTableView *table;

  TvSession *session; /* not owned */
  TvSearchEntry *entry;
  GMenuModel *options_menu;

  TvClock clock;         /* clock by which callers and callees are sorted */
  gboolean was_expanded; /* whether the row was expanded before the first click of a double click */
  gboolean has_shown;    /* whether the table has been visible */
  gboolean had_filter;   /* whether a filter was active when the rows were last updated */

  TvTable *methods;      /* (nullable): table that is searched; visible once the search has ended */
  GBytes *found;         /* (nullable): one byte per row of @methods, nonzero for a match */
  guint n_found;         /* number of matches */
  GCancellable *finding; /* (nullable): running search */
  int step_when_done;    /* direction of a step to execute when the search ends; 0 if none */
  gboolean
      is_query_new; /* whether to go to the nearest match when the search ends, because the query is new */
};

static void settle (TvProfileView *self);
static void step_match (TvProfileView *self, int direction);
static void update_labels (TvProfileView *self);
static void
set_group_open (TvProfileView *self, guint32 symbol, TvProfileGroup group, gboolean is_open);
static guint find (TvProfileView *self, guint32 symbol);
static void update_busy (TvProfileView *self);

/* ==== Search and filter ==== */

#define ROWS_PER_CANCEL_CHECK 4096

/* ---- Searching ---- */

typedef struct
{
  TvMethodProfileTable *methods;
  TvTextMatch *match;
} SearchJob;

static void
search_job_free (gpointer data)
{
  SearchJob *job = data;

  g_object_unref (job->methods);
  tv_text_match_free (job->match);
  g_free (job);
}

/* Returns whether a row matches. “(context switch)” is not a symbol of the trace, so its text is compared instead. */
static gboolean
matches (const SearchJob *job, guint32 row)
{
  TvProfile *profile = tv_method_profile_table_get_profile (job->methods);
  TvTrace *trace = tv_profile_get_trace (profile);
  guint32 symbol = tv_method_profile_table_get_symbol (job->methods, row);
  g_autofree char *text = NULL;
  guint32 n_symbols;

  tv_trace_get_symbols (trace, &n_symbols);
  if (symbol < n_symbols)
    return tv_symbol_match_test (trace, symbol, job->match);
  text = tv_symbol_text_dup (profile, symbol);
  return tv_text_match_test (job->match, text, -1);
}

static gpointer
find_rows (gpointer data, GCancellable *cancellable, GError **error)
{
  const SearchJob *job = data;
  guint32 n = tv_table_get_n_rows (TV_TABLE (job->methods));
  g_autofree guint8 *found = g_malloc0 ((gsize) n + 1);

  for (guint32 row = 0; row < n; row++)
    {
      if (row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      found[row] = (guint8) matches (job, row);
    }
  return g_bytes_new_take (g_steal_pointer (&found), n);
}

/* Cancels the search and clears the matches. */
static void
drop_found (TvProfileView *self)
{
  tv_work_stop (&self->finding);
  g_clear_pointer (&self->found, g_bytes_unref);
  self->n_found = 0;
}

/* ---- Visible rows ---- */

static gboolean
is_filtering (TvProfileView *self)
{
  return tv_search_entry_is_filter (self->entry) && tv_search_entry_is_active (self->entry);
}

/* Shows the matches, or all rows without a filter. Does nothing while a search is running, so the previous rows stay
 * visible. */
static void
show (TvProfileView *self)
{
  if (self->methods == NULL || self->finding != NULL)
    return;
  tv_table_view_set_filter (self->table, self->methods, is_filtering (self) ? self->found : NULL);
  tv_table_view_set_table (self->table, self->methods);
  settle (self);
  update_busy (self);
}

static void
on_searched (gpointer owner, gpointer job, gpointer found, const GError *error)
{
  TvProfileView *self = owner;
  gsize n;
  const guint8 *is_found = g_bytes_get_data (found, &n);

  for (gsize row = 0; row < n; row++)
    self->n_found += is_found[row];
  self->found = found;
  show (self);
}

static const TvWork search_work = {
  .run = find_rows,
  .free_job = search_job_free,
  .free_result = (GDestroyNotify) g_bytes_unref,
};

static void
search (TvProfileView *self)
{
  TvTextMatch *match = NULL;
  SearchJob *job;

  drop_found (self);
  if (self->methods != NULL)
    match = tv_search_entry_dup_match (self->entry);
  if (match == NULL)
    {
      if (self->methods != NULL)
        self->found = g_bytes_new_take (g_malloc0 ((gsize) tv_table_get_n_rows (self->methods) + 1),
                                        tv_table_get_n_rows (self->methods));
      show (self);
      return;
    }
  job = g_new0 (SearchJob, 1);
  job->methods = TV_METHOD_PROFILE_TABLE (g_object_ref (self->methods));
  job->match = match;
  tv_work_start (&search_work, job, on_searched, self, &self->finding);
  update_busy (self);
}

/* Sets the table of all methods, and searches it. */
static void
take_methods (TvProfileView *self, TvTable *methods)
{
  g_set_object (&self->methods, methods);
  search (self);
}

/* ---- Navigation ---- */

/* Returns whether the search has ended and the searched table is visible. */
static gboolean
is_settled (TvProfileView *self)
{
  return self->finding == NULL && self->methods != NULL &&
         tv_table_model_get_table (tv_table_view_get_model (self->table)) == self->methods;
}

/* Returns: (nullable): all rows of the table in the visible order; %NULL if they are in the order of the table */
static const guint32 *
get_rows (TvProfileView *self)
{
  GBytes *order = tv_table_view_get_order (self->table);

  return order != NULL ? g_bytes_get_data (order, NULL) : NULL;
}

/* Goes to the nearest match from an index of the visible order, inclusive, forwards (1) or backwards (-1). Wraps
 * around at the ends. */
static void
go_from (TvProfileView *self, guint32 index, int direction)
{
  guint32 n = tv_table_get_n_rows (self->methods);
  const guint32 *rows = get_rows (self);
  const guint8 *is_found = g_bytes_get_data (self->found, NULL);

  for (guint32 i = 0; i < n; i++)
    {
      guint32 at = direction > 0 ? (index + i) % n : (index + n - i) % n;
      guint32 row = rows != NULL ? rows[at] : at;

      if (is_found[row])
        {
          tv_session_select_symbol (
              self->session,
              tv_method_profile_table_get_symbol (TV_METHOD_PROFILE_TABLE (self->methods), row));
          return;
        }
    }
}

/* Returns the index of the selected method in the visible order, or %TV_NONE. Sets @position to the number of the
 * method among the matches, counted from 1; 0 if the method is no match. */
static guint32
find_selected (TvProfileView *self, guint *position)
{
  guint32 n = tv_table_get_n_rows (self->methods);
  guint32 row = tv_method_profile_table_find (TV_METHOD_PROFILE_TABLE (self->methods),
                                              tv_session_get_selected_symbol (self->session));
  const guint32 *rows = get_rows (self);
  const guint8 *is_found = g_bytes_get_data (self->found, NULL);
  guint n_before = 0;

  *position = 0;
  for (guint32 index = 0; row != TV_NONE && index < n; index++)
    {
      guint32 at = rows != NULL ? rows[index] : index;

      n_before += is_found[at];
      if (at != row)
        continue;
      *position = is_found[at] ? n_before : 0;
      return index;
    }
  return TV_NONE;
}

/* Once the matches are known and visible: after a new query, goes to the nearest match at or after the selected
 * method; then executes a pending step. */
static void
settle (TvProfileView *self)
{
  int direction = self->step_when_done;
  guint32 index;
  guint position;

  update_labels (self);
  if (!is_settled (self))
    return;
  self->step_when_done = 0;
  index = find_selected (self, &position);
  if (self->is_query_new)
    go_from (self, index != TV_NONE ? index : 0, 1);
  self->is_query_new = FALSE;
  if (direction != 0)
    step_match (self, direction);
}

/* Goes to the next (1) or previous (-1) match. If a search is running, does so when it ends; if that search is for a
 * new query, ignores the direction and goes only to the nearest match. */
static void
step_match (TvProfileView *self, int direction)
{
  guint32 index, n;
  guint position;

  tv_search_entry_flush (self->entry);
  if (!is_settled (self))
    {
      self->step_when_done = self->is_query_new ? 0 : direction;
      return;
    }
  n = tv_table_get_n_rows (self->methods);
  index = find_selected (self, &position);
  if (n == 0)
    return;
  if (index == TV_NONE)
    go_from (self, direction > 0 ? 0 : n - 1, direction);
  else
    go_from (self, (index + n + (guint32) direction) % n, direction);
}

/* ---- Summary ---- */

static char *
dup_left_label (TvProfileView *self)
{
  guint32 n = self->methods != NULL ? tv_table_get_n_rows (self->methods) : 0;
  g_autofree char *all = tv_format_count (n);
  g_autofree char *some = tv_format_count (self->n_found);

  if (tv_trace_names_methods (tv_session_get_trace (self->session)))
    /* Translators: number of methods that match a filter; number of all methods */
    return g_strdup_printf (ngettext ("%s of %s method", "%s of %s methods", n), some, all);
  /* Translators: number of slice names that match a filter; number of all slice names */
  return g_strdup_printf (ngettext ("%s of %s name", "%s of %s names", n), some, all);
}

/* Returns the number of calls of all visible methods, with recursive calls. */
static guint64
count_calls (TvTableModel *model)
{
  TvMethodProfileTable *methods = TV_METHOD_PROFILE_TABLE (tv_table_model_get_table (model));
  TvProfile *profile = tv_method_profile_table_get_profile (methods);
  guint64 n = 0;

  for (guint i = 0; i < tv_table_model_count (model); i++)
    {
      guint32 row = tv_table_model_get_ordered (model, i);
      const TvProfileEntry *entry = tv_profile_get_entry (
          profile, tv_method_profile_table_get_symbol (methods, row));

      n += entry->calls + entry->recursive_calls;
    }
  return n;
}

/* Returns: (transfer full) (nullable): phrase with the numbers of visible methods and of their calls; %NULL without a
 * table */
static char *
dup_profile_summary (TvProfileView *self)
{
  TvTableModel *model = tv_table_view_get_model (self->table);
  gboolean names_methods = tv_trace_names_methods (tv_session_get_trace (self->session));
  guint32 n = tv_table_model_count (model);
  guint64 n_calls;
  g_autofree char *count = tv_format_count (n);
  g_autofree char *calls = NULL, *kinds = NULL, *all = NULL;

  if (tv_table_model_get_table (model) == NULL)
    return NULL;
  n_calls = count_calls (model);
  calls = tv_format_count (n_calls);
  if (names_methods)
    {
      kinds = g_strdup_printf (ngettext ("%s method", "%s methods", n), count);
      all = g_strdup_printf (ngettext ("%s call", "%s calls", (gulong) n_calls), calls);
    }
  else
    {
      kinds = g_strdup_printf (ngettext ("%s name", "%s names", n), count);
      all = g_strdup_printf (ngettext ("%s slice", "%s slices", (gulong) n_calls), calls);
    }
  /* Translators: phrase with the number of methods; phrase with the number of their calls */
  return g_strdup_printf (_("%s, %s"), kinds, all);
}

static void
update_labels (TvProfileView *self)
{
  g_autofree char *left = NULL;
  guint position;

  if (!is_settled (self))
    return;
  if (tv_search_entry_is_filter (self->entry))
    {
      left = dup_left_label (self);
      tv_search_entry_show_left (self->entry, self->n_found, left);
      return;
    }
  find_selected (self, &position);
  tv_search_entry_show_found (self->entry, self->n_found, position);
}

/* Sets the placeholder of the search entry. Rows are methods, or names of slices. */
static void
update_placeholder (TvProfileView *self)
{
  gboolean names_methods = tv_trace_names_methods (tv_session_get_trace (self->session));
  const char *text;

  if (tv_search_entry_is_filter (self->entry))
    text = names_methods ? _("Filter methods") : _("Filter names");
  else
    text = names_methods ? _("Find method") : _("Find name");
  g_object_set (self->entry, "placeholder-text", text, NULL);
}

/* ---- Search entry ---- */

/* Searches for the new text. In search mode, goes to the nearest match afterwards; in filter mode, the selection does
 * not change. */
static void
on_changed (TvProfileView *self)
{
  self->step_when_done = 0;
  self->is_query_new = !tv_search_entry_is_filter (self->entry);
  search (self);
}

static void
on_mode_changed (TvProfileView *self)
{
  update_placeholder (self);
  show (self);
}

static void
on_leave (TvProfileView *self)
{
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

/* Connects the search entry. Called once, when the session is set. */
static void
follow_entry (TvProfileView *self)
{
  const struct
  {
    const char *signal;
    GCallback callback;
  } handlers[] = {
    { "changed", G_CALLBACK (on_changed) },
    { "notify::is-filter", G_CALLBACK (on_mode_changed) },
    { "step", G_CALLBACK (step_match) },
    { "leave", G_CALLBACK (on_leave) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_connect_object (self->entry, handlers[i].signal, handlers[i].callback, self,
                             G_CONNECT_SWAPPED);
  update_placeholder (self);
}

/* Shows all methods again by turning the filter into a search. */
static void
end_filter (TvProfileView *self)
{
  if (is_filtering (self))
    tv_search_entry_set_filter (self->entry, FALSE);
}

/* ==== Rows ==== */

static TvTableModel *
get_model (TvProfileView *self)
{
  return tv_table_view_get_model (self->table);
}

static void
get_line (TvTableRow *row, TvProfileLine *line)
{
  tv_profile_line_get (tv_table_row_get_table (row), tv_table_row_get_row (row), line);
}

/* Expands or collapses the row of a method. */
static void
set_method_expanded (TvProfileView *self, guint32 symbol, gboolean is_expanded)
{
  TvTable *shown = tv_table_model_get_table (get_model (self));
  g_autoptr (TvTable) children = NULL;
  guint32 row = TV_NONE;

  if (shown != NULL)
    row = tv_method_profile_table_find (TV_METHOD_PROFILE_TABLE (shown), symbol);
  if (row == TV_NONE ||
      (tv_table_model_get_children (get_model (self), row) != NULL) == is_expanded)
    return;
  if (is_expanded)
    children = tv_relatives_table_new (TV_METHOD_PROFILE_TABLE (shown), symbol, self->clock);
  tv_table_model_expand (get_model (self), row, children);
}

static void
set_row_expanded (TvProfileView *self, TvTableRow *row, gboolean is_expanded)
{
  TvProfileLine line;

  get_line (row, &line);
  if (tv_table_row_is_expanded (row) == is_expanded)
    return;
  if (line.kind == TV_PROFILE_ROW_METHOD)
    set_method_expanded (self, line.method, is_expanded);
  else if (line.kind == TV_PROFILE_ROW_GROUP)
    set_group_open (self, line.method, line.group, is_expanded);
}

/* Expands or collapses a group below a method. */
static void
set_group_open (TvProfileView *self, guint32 symbol, TvProfileGroup group, gboolean is_open)
{
  TvTable *shown = tv_table_model_get_table (get_model (self));
  guint32 row = tv_method_profile_table_find (TV_METHOD_PROFILE_TABLE (shown), symbol), heading;
  TvTable *children = tv_table_model_get_children (get_model (self), row);
  g_autoptr (TvTable) other = NULL;

  if (children != NULL)
    other = tv_relatives_table_set_open (TV_RELATIVES_TABLE (children), group, is_open, &heading);
  if (other != NULL)
    tv_table_model_replace_children (get_model (self), row, other, heading + 1);
}

/**
 * tv_profile_view_jump:
 * @symbol: symbol of the method
 *
 * Expands a method and collapses all others, selects the method, and scrolls it to the top. If a filter hides the
 * method, turns it into a search.
 */
void
tv_profile_view_jump (TvProfileView *self, guint32 symbol)
{
  g_autoptr (GArray) expanded = NULL;
  guint position;

  if (find (self, symbol) == TV_NONE)
    end_filter (self);
  if (find (self, symbol) == TV_NONE)
    return;
  expanded = tv_table_model_dup_expanded (get_model (self));
  for (guint i = expanded->len; i > 0; i--)
    {
      guint32 row = g_array_index (expanded, guint32, i - 1);
      TvTable *shown = tv_table_model_get_table (get_model (self));

      if (tv_method_profile_table_get_symbol (TV_METHOD_PROFILE_TABLE (shown), row) != symbol)
        tv_table_model_expand (get_model (self), row, NULL);
    }
  set_method_expanded (self, symbol, TRUE);
  position = find (self, symbol);
  tv_table_view_select_row (self->table, tv_table_model_get_row (get_model (self), position));
  tv_session_select_symbol (self->session, symbol);
  tv_table_view_scroll_to (self->table, position);
}

static void
activate_row (TvProfileView *self, TvTableRow *row)
{
  TvProfileLine line;

  get_line (row, &line);
  if (line.kind == TV_PROFILE_ROW_EDGE)
    tv_profile_view_jump (self, line.symbol);
  else
    set_row_expanded (self, row, !tv_table_row_is_expanded (row));
}

/* Handles a click on a row. A click on a method expands it; a click on its arrow, or a double click, can also
 * collapse it. A click on a group toggles it. A click on a parent or child jumps to that method. */
static void
click_row (TvProfileView *self, TvTableRow *row, gboolean is_on_arrow, int n_press)
{
  gboolean is_expanded = tv_table_row_is_expanded (row);
  TvProfileLine line;

  get_line (row, &line);
  switch (line.kind)
    {
    case TV_PROFILE_ROW_EDGE:
      tv_profile_view_jump (self, line.symbol);
      break;
    case TV_PROFILE_ROW_GROUP:
      set_row_expanded (self, row, !is_expanded);
      break;
    case TV_PROFILE_ROW_METHOD:
      if (n_press == 1)
        self->was_expanded = is_expanded;
      if (is_on_arrow)
        set_row_expanded (self, row, !is_expanded);
      else
        set_row_expanded (self, row, n_press == 1 || !self->was_expanded);
      break;
    case TV_PROFILE_ROW_SELF:
    default:
      break;
    }
}

static void
on_list_pressed (GtkGestureClick *gesture, int n_press, double x, double y, TvProfileView *self)
{
  if (tv_table_view_pick (self->table, x, y) != GTK_INVALID_LIST_POSITION)
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_list_released (GtkGestureClick *gesture, int n_press, double x, double y, TvProfileView *self)
{
  GtkWidget *list = tv_table_view_get_list (self->table);
  guint position = tv_table_view_pick (self->table, x, y);
  g_autoptr (TvTableRow) row = NULL;
  GtkWidget *widget;
  double cell_x;
  gboolean is_on_arrow;
  GdkModifierType state;

  if (position == GTK_INVALID_LIST_POSITION)
    return;

  row = g_list_model_get_item (G_LIST_MODEL (get_model (self)), position);
  widget = gtk_widget_pick (list, x, y, GTK_PICK_DEFAULT);
  widget = widget != NULL ? gtk_widget_get_ancestor (widget, TV_TYPE_PROFILE_NAME_CELL) : NULL;
  is_on_arrow = widget != NULL &&
                gtk_widget_translate_coordinates (list, widget, x, y, &cell_x, NULL) &&
                tv_profile_name_cell_has_arrow_at (TV_PROFILE_NAME_CELL (widget), cell_x);

  state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) &
          (GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  tv_table_view_focus (self->table, position);
  tv_table_view_choose_with (self->table, position, state);
  if (state == 0)
    click_row (self, row, is_on_arrow, n_press);
}

/* Moves the selection and the focus from a row below a method to the method. */
static void
go_to_owner (TvProfileView *self, TvTableRow *row)
{
  guint position = tv_table_row_get_owner (row) != TV_NONE
                       ? tv_table_model_find_row (get_model (self), tv_table_row_get_owner (row))
                       : TV_NONE;

  if (position == TV_NONE)
    return;
  tv_table_view_select_row (self->table, tv_table_row_get_owner (row));
  gtk_widget_activate_action (tv_table_view_get_list (self->table), "list.scroll-to-item", "u",
                              position);
  tv_table_view_focus (self->table, position);
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                TvProfileView *self)
{
  TvTableRow *row = tv_table_view_get_selected_row (self->table);
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  if (row == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_ISO_Enter)
    activate_row (self, row);
  else if (keyval == (is_rtl ? GDK_KEY_Left : GDK_KEY_Right))
    set_row_expanded (self, row, TRUE);
  else if (keyval != (is_rtl ? GDK_KEY_Right : GDK_KEY_Left))
    return GDK_EVENT_PROPAGATE;
  else if (tv_table_row_is_expanded (row))
    set_row_expanded (self, row, FALSE);
  else
    go_to_owner (self, row);
  return GDK_EVENT_STOP;
}

/* Connects the keys and clicks of the list. Called once. */
static void
follow_rows (TvProfileView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *clicks = GTK_EVENT_CONTROLLER (gtk_gesture_click_new ());
  GtkWidget *list = tv_table_view_get_list (self->table);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (list, keys);

  gtk_event_controller_set_propagation_phase (clicks, GTK_PHASE_CAPTURE);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (clicks), GDK_BUTTON_PRIMARY);
  g_signal_connect (clicks, "pressed", G_CALLBACK (on_list_pressed), self);
  g_signal_connect (clicks, "released", G_CALLBACK (on_list_released), self);
  gtk_widget_add_controller (list, clicks);
}

/* ==== Menu ==== */

/* Returns the method of a row. For the heading of a group, returns the method above it. */
static guint32
get_symbol (TvTableRow *row)
{
  TvProfileLine line;

  tv_profile_line_get (tv_table_row_get_table (row), tv_table_row_get_row (row), &line);
  return line.symbol != TV_NONE ? line.symbol : line.method;
}

/* ---- Actions ---- */

/* Jumps to a method and opens the group of its callers or of its callees; closes the other group. */
static void
show_relatives (TvProfileView *self, guint32 symbol, gboolean are_callers)
{
  tv_profile_view_jump (self, symbol);
  set_group_open (self, symbol, TV_PROFILE_PARENTS, are_callers);
  set_group_open (self, symbol, TV_PROFILE_CHILDREN, !are_callers);
}

static void
run_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvProfileView *self = TV_PROFILE_VIEW (widget);
  const char *name = action + strlen ("profile.");
  TvTableRow *row = tv_table_view_get_selected_row (self->table);
  guint32 symbol;

  if (row == NULL)
    return;
  symbol = get_symbol (row);
  if (g_str_equal (name, "show-callers"))
    show_relatives (self, symbol, TRUE);
  else if (g_str_equal (name, "show-callees"))
    show_relatives (self, symbol, FALSE);
  else if (g_str_equal (name, "longest-call"))
    tv_session_go_to_longest (self->session, symbol);
}

static const char *const actions[] = {
  "profile.show-callers",
  "profile.show-callees",
  "profile.longest-call",
};

/* ---- The menu ---- */

/* Returns: (transfer full): the menu of a row. @row: (nullable): row to which the symbol section applies */
static GMenu *
make_menu (gpointer view, TvTableRow *row)
{
  TvProfileView *self = view;
  gboolean names_methods = tv_trace_names_methods (tv_session_get_trace (self->session));
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) calls = g_menu_new ();
  g_autoptr (GMenu) groups = g_menu_new ();

  tv_popup_menu_append (
      calls, names_methods ? _("Go to the Long_est Call") : _("Go to the Long_est Slice"),
      "profile.longest-call", "l");
  tv_popup_menu_append_with_why (calls, names_methods ? _("Ne_xt Call") : _("Ne_xt Slice"),
                                 "win.next-call", "period",
                                 _("The selection contains no calls of this symbol"));
  tv_popup_menu_append_with_why (calls, names_methods ? _("Pre_vious Call") : _("Pre_vious Slice"),
                                 "win.previous-call", "comma",
                                 _("The selection contains no calls of this symbol"));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (calls));
  tv_popup_menu_append (groups, _("E_xpand Parents"), "profile.show-callers", NULL);
  tv_popup_menu_append (groups, _("Expand C_hildren"), "profile.show-callees", NULL);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (groups));
  tv_symbol_menu_append (menu, self->session, row != NULL ? get_symbol (row) : TV_NONE);
  return menu;
}

static void
class_add_menu_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, run_action);
}

/* ==== Numbers and selection ==== */

G_DEFINE_FINAL_TYPE (TvProfileView, tv_profile_view, TV_TYPE_VIEW)

/* Returns the position of a method's own row in the visible list, or %TV_NONE if the method is not visible. */
static guint
find (TvProfileView *self, guint32 symbol)
{
  TvTable *shown = tv_table_model_get_table (get_model (self));
  guint32 row = TV_NONE;

  if (shown != NULL && symbol != TV_NONE)
    row = tv_method_profile_table_find (TV_METHOD_PROFILE_TABLE (shown), symbol);
  return row != TV_NONE ? tv_table_model_find_row (get_model (self), row) : TV_NONE;
}

/* ---- Selection ---- */

/* Selects the row of the session's symbol. Called after the symbol or the rows have changed. @may_scroll: whether to
 * scroll to the row. */
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
  position = find (self, symbol);
  tv_table_view_select_row (self->table, position != TV_NONE
                                             ? tv_table_model_get_row (get_model (self), position)
                                             : TV_NONE);
  if (position != TV_NONE && may_scroll)
    tv_table_view_reveal (self->table, position);
}

static void
on_symbol_selected (TvProfileView *self)
{
  update_labels (self);
  follow_session (self, TRUE);
}

/* Selects the method of a row in the session. Not called for the rows of parents and children. */
static void
on_row_selected (TvProfileView *self, guint row)
{
  TvTable *shown = tv_table_model_get_table (get_model (self));

  tv_session_select_symbol (
      self->session, tv_method_profile_table_get_symbol (TV_METHOD_PROFILE_TABLE (shown), row));
}

/* Called after the table, its order or its visible rows have changed. */
static void
on_shown (TvProfileView *self)
{
  gboolean has_filter = is_filtering (self);

  follow_session (self, !self->has_shown || has_filter || self->had_filter);
  self->has_shown = TRUE;
  self->had_filter = has_filter;
  settle (self);
  update_busy (self);
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
  take_methods (self, methods);
}

/* Chooses the clock of the sort column for sorting parents and children. */
static void
on_sorting (TvProfileView *self)
{
  gboolean is_descending;

  self->clock = tv_profile_columns_get_clock (tv_table_view_get_sort (self->table, &is_descending),
                                              tv_session_get_clock (self->session));
  update_busy (self);
}

/* Updates whether the view is busy, that is, whether the profile is being computed, or its rows are being filtered or
 * sorted. */
static void
update_busy (TvProfileView *self)
{
  gboolean is_profiling, is_sorting;

  g_object_get (self->session, "is-profiling", &is_profiling, NULL);
  g_object_get (self->table, "is-sorting", &is_sorting, NULL);
  tv_view_set_busy (
      TV_VIEW (self),
      is_profiling || is_sorting ||
          (self->finding != NULL &&
           (is_filtering (self) || self->methods != tv_table_model_get_table (get_model (self)))));
}

/* ---- Columns and options ---- */

static void
on_clock_changed (TvProfileView *self)
{
  tv_profile_columns_follow_clock (self->table, self->session);
  on_sorting (self);
}

/* Creates the options menu. Context switches can be counted only if the trace has both clocks. */
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
  tv_table_view_set_menu (self->table, make_menu, self);
  g_signal_connect_swapped (session, "notify::profile", G_CALLBACK (on_profile_changed), self);
  g_signal_connect_swapped (session, "notify::selected-symbol", G_CALLBACK (on_symbol_selected),
                            self);
  g_signal_connect_swapped (self->table, "notify::is-sorting", G_CALLBACK (on_sorting), self);
  self->options_menu = make_options_menu (session, tv_session_has_both_clocks (session));
  tv_profile_columns_show (self->table, session);
  g_signal_connect_swapped (session, "notify::clock", G_CALLBACK (on_clock_changed), self);
  on_sorting (self);
  on_profile_changed (self);
  follow_entry (self);
  g_signal_connect_swapped (session, "notify::is-profiling", G_CALLBACK (update_busy), self);
  g_signal_connect_swapped (session, "notify::context-switches", G_CALLBACK (tv_view_change_chips),
                            self);
}

static char *
dup_summary (TvView *view)
{
  return dup_profile_summary (TV_PROFILE_VIEW (view));
}

static GMenuModel *
get_menu (TvView *view)
{
  return TV_PROFILE_VIEW (view)->options_menu;
}

static void
step (TvView *view, int direction)
{
  step_match (TV_PROFILE_VIEW (view), direction);
}

/* Returns the visible rows of the profile, without methods that a filter hides. Implements dup_table() of TvView. */
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
  g_autoptr (GArray) symbols = tv_table_model_dup_expanded (
      model); /* rows, which are replaced by their symbols below */

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
    g_ptr_array_add (
        chips,
        tv_chip_new (
            TV_CHIP_TRANSFORM, _("Context switches"),
            _("Time for which a thread was not on a CPU is counted as calls of “(context switch)”. "
              "Click to count it for the method again."),
            "session.context-switches", "session.context-switches"));
}

static gboolean
is_empty (TvView *view)
{
  TvTableModel *model = get_model (TV_PROFILE_VIEW (view));

  return tv_table_model_get_table (model) != NULL && tv_table_model_count (model) == 0;
}

/* Returns the text of the filter, unless there are no methods even without it: then the filter is not the reason for
 * the empty list. */
static char *
dup_filter (TvView *view)
{
  TvProfileView *self = TV_PROFILE_VIEW (view);
  TvTable *shown = tv_table_model_get_table (get_model (self));

  return is_filtering (self) && shown != NULL && tv_table_get_n_rows (shown) > 0
             ? g_strdup (tv_search_entry_get_text (self->entry))
             : NULL;
}

static void
describe_content (TvView *view, TvTableContent *content)
{
  TvProfileView *self = TV_PROFILE_VIEW (view);

  if (is_filtering (self))
    tv_view_describe_text (self->entry, content);
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
  .tooltip = N_("Times by method or slice name"),
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

  drop_found (self);
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
  view_class->describe_content = describe_content;
  G_OBJECT_CLASS (klass)->dispose = tv_profile_view_dispose;
  class_add_menu_actions (widget_class);
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
  follow_rows (self);
}
