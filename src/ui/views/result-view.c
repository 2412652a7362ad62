/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Base class of the views of one table, such as Threads, Samples or Groups. Each subclass sets a TvResultKind in its
 * class. Owns the last result, the worker and the search entry. The worker receives a TvResult and the filter text,
 * and does not access the session. */

#include "ui/views/result-view.h"

#include <glib/gi18n.h>

#include "ui/kit/number-format.h"
#include "ui/kit/search-fold.h"
#include "ui/kit/table/table-filter.h"
#include "ui/kit/work.h"
#include "ui/views/source-button.h"

#define MARGIN_PX 6

/* Result and its number of rows */
typedef struct
{
  TvResult *result; /* (nullable): %NULL for none */
  guint32 n_rows;   /* number of rows that would be listed without the filter text */
  guint32 n_left;   /* number of rows that match the filter text */
} Found;

typedef struct
{
  Found found;
  TvTextMatch *match; /* (nullable): filter text */
  char *text;         /* (nullable): text of @match */
  GBytes *filter; /* (nullable): one byte per row, nonzero for a match; %NULL if all rows match */
} Job;

typedef struct
{
  TvTableView *table;
  TvSearchEntry *entry; /* (nullable): search entry that filters the rows */
  GtkWidget *modes;     /* box of choices beside the chips */

  Found shown;           /* visible rows; without a result until the first rows are sorted */
  Found next;            /* rows that are being sorted; without a result if there are none */
  GCancellable *finding; /* (nullable): running search */
  gboolean
      is_outdated; /* whether the selection, the call source or the runs have changed since the last search */
  gboolean is_pending; /* whether to search or filter as soon as can_find() allows it */
  gboolean is_leading; /* whether the user is selecting a row in this view */
} TvResultViewPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TvResultView, tv_result_view, TV_TYPE_VIEW)

static TvResultViewPrivate *
get_private (TvResultView *self)
{
  return tv_result_view_get_instance_private (self);
}

static const TvResultKind *
get_kind (TvResultView *self)
{
  return TV_RESULT_VIEW_GET_CLASS (self)->kind;
}

static TvSession *
get_session (TvResultView *self)
{
  return tv_view_get_session (TV_VIEW (self));
}

/* ---- Worker ---- */

static TvResult *
result_new (TvResultView *self)
{
  const TvResultKind *kind = get_kind (self);
  TvResult *result = g_atomic_rc_box_alloc0 (MAX (kind->result_size, sizeof (TvResult)));

  result->kind = kind;
  result->trace = g_object_ref (tv_session_get_trace (get_session (self)));
  result->selection = tv_selection_ref (tv_session_get_selection (get_session (self)));
  result->source = tv_session_get_call_source (get_session (self));
  if (kind->prepare != NULL)
    kind->prepare (self, result);
  return result;
}

static void
result_clear (gpointer data)
{
  TvResult *result = data;

  if (result->kind->clear_result != NULL)
    result->kind->clear_result (result);
  g_clear_object (&result->table);
  tv_selection_unref (result->selection);
  g_object_unref (result->trace);
}

static void
result_unref (gpointer result)
{
  g_atomic_rc_box_release_full (result, result_clear);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->found.result, result_unref);
  g_clear_pointer (&job->match, tv_text_match_free);
  g_free (job->text);
  g_clear_pointer (&job->filter, g_bytes_unref);
  g_free (job);
}

static gboolean
has_name (const TvResult *result, guint32 row, const TvTextMatch *match, const char *text)
{
  gboolean is_match;
  TvCell cell;

  tv_table_get_cell (result->table, row, (guint) tv_table_find_column (result->table, "name"),
                     &cell);
  is_match = !cell.is_null && tv_text_match_test (match, cell.text, -1);
  tv_cell_clear (&cell);
  return is_match;
}

/* Returns whether a row matches the filter. Also counts the rows that would be listed without the filter text. */
static gboolean
matches (TvTable *table, guint32 row, gconstpointer data)
{
  Job *job = (Job *) data;
  const TvResultKind *kind = job->found.result->kind;

  if (kind->is_listed != NULL && !kind->is_listed (job->found.result, row))
    return FALSE;
  job->found.n_rows++;
  return job->match == NULL || (kind->has_text != NULL ? kind->has_text : has_name) (
                                   job->found.result, row, job->match, job->text);
}

/* Finds and filters the rows, in the worker. Returns: (nullable): @data; %NULL if cancelled or on an error */
static gpointer
find_rows (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;
  const TvResultKind *kind = job->found.result->kind;

  if (job->found.result->table == NULL)
    job->found.result->table = kind->find (job->found.result, cancellable, error);
  if (job->found.result->table == NULL)
    return NULL;
  if (job->match == NULL && kind->is_listed == NULL)
    {
      job->found.n_rows = job->found.n_left = tv_table_get_n_rows (job->found.result->table);
      return job;
    }
  job->filter = tv_table_filter_new (job->found.result->table, matches, job, &job->found.n_left,
                                     cancellable);
  return job->filter != NULL ? job : NULL;
}

static const TvWork work = { find_rows, job_free, NULL };

/* ---- Rows ---- */

static void
update_busy (TvResultView *self)
{
  TvResultViewPrivate *priv = get_private (self);
  gboolean is_sorting;

  g_object_get (priv->table, "is-sorting", &is_sorting, NULL);
  tv_view_set_busy (TV_VIEW (self), is_sorting || priv->finding != NULL);
}

static char *
dup_count (TvResultView *self)
{
  const Found *shown = &get_private (self)->shown;
  g_autofree char *some = tv_format_count (shown->n_left);
  g_autofree char *all = tv_format_count (shown->n_rows);

  return get_kind (self)->dup_count (self, shown->n_rows,
                                     shown->n_left < shown->n_rows ? some : NULL, all);
}

static void
follow (TvResultView *self)
{
  if (get_private (self)->shown.result != NULL && get_kind (self)->follow != NULL)
    get_kind (self)->follow (self);
}

/* Moves @found into @self. @found: (transfer full): empty afterwards. */
static void
take_found (Found *self, Found *found)
{
  g_clear_pointer (&self->result, result_unref);
  *self = *found;
  *found = (Found){ 0 };
}

static void
on_shown (TvResultView *self)
{
  TvResultViewPrivate *priv = get_private (self);
  TvTable *table = tv_table_model_get_table (tv_table_view_get_model (priv->table));
  g_autofree char *count = NULL;

  if (priv->next.result != NULL && priv->next.result->table == table)
    take_found (&priv->shown, &priv->next);
  if (priv->shown.result == NULL)
    return;
  if (priv->entry != NULL)
    {
      count = dup_count (self);
      tv_search_entry_show_left (priv->entry, priv->shown.n_left, count);
    }
  follow (self);
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
}

static void
clear_found (TvResultViewPrivate *priv)
{
  g_clear_pointer (&priv->shown.result, result_unref);
  g_clear_pointer (&priv->next.result, result_unref);
}

/* Shows rows once they are sorted. @found: (transfer full): rows. @filter: (nullable): filter of the rows. */
static void
show_next (TvResultView *self, Found *found, GBytes *filter)
{
  TvResultViewPrivate *priv = get_private (self);
  TvTable *table = found->result->table;

  take_found (&priv->next, found);
  tv_table_view_set_filter (priv->table, table, filter);
  tv_table_view_set_table (priv->table, table);
}

/* Returns: (transfer none) (nullable): the newest result; %NULL if it is outdated, for example because the selection
 * has changed */
static TvResult *
get_known (TvResultView *self)
{
  TvResultViewPrivate *priv = get_private (self);

  if (priv->is_outdated)
    return NULL;
  return priv->next.result != NULL ? priv->next.result : priv->shown.result;
}

static void
show_all_rows (TvResultView *self, TvResult *result)
{
  guint32 n = tv_table_get_n_rows (result->table);
  Found found = { g_atomic_rc_box_acquire (result), n, n };

  show_next (self, &found, NULL);
}

static void
on_found (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvResultView *self = owner;
  Job *job = result;

  if (job != NULL)
    {
      get_private (self)->is_outdated = FALSE;
      show_next (self, &job->found, job->filter);
    }
  update_busy (self);
}

/* Returns whether a pending search or filter can start now. Tables from tv_result_view_show() are filtered even while
 * the view is invisible, because actions of the window can select their rows. */
static gboolean
can_find (TvResultView *self)
{
  TvResultViewPrivate *priv = get_private (self);

  if (!priv->is_pending)
    return FALSE;
  return get_kind (self)->find != NULL ? tv_view_is_seen (TV_VIEW (self))
                                       : priv->shown.result != NULL;
}

static void
update (TvResultView *self)
{
  TvResultViewPrivate *priv = get_private (self);
  g_autoptr (TvTextMatch) match = NULL;
  TvResult *known = get_known (self);
  Job *job;

  if (!can_find (self))
    return;
  priv->is_pending = FALSE;
  tv_work_stop (&priv->finding);
  match = priv->entry != NULL ? tv_search_entry_dup_match (priv->entry) : NULL;
  if (known != NULL && match == NULL && get_kind (self)->is_listed == NULL)
    show_all_rows (self, known);
  else
    {
      job = g_new0 (Job, 1);
      job->found.result = known != NULL ? g_atomic_rc_box_acquire (known) : result_new (self);
      job->match = g_steal_pointer (&match);
      job->text = priv->entry != NULL ? g_strdup (tv_search_entry_get_text (priv->entry)) : NULL;
      tv_work_start (&work, job, on_found, self, &priv->finding);
    }
  update_busy (self);
}

static void
on_text_changed (TvResultView *self)
{
  get_private (self)->is_pending = TRUE;
  update (self);
}

static void
on_entry_left (TvResultView *self)
{
  tv_table_view_enter (get_private (self)->table);
}

static void
on_row_selected (TvResultView *self, guint row)
{
  TvResultViewPrivate *priv = get_private (self);

  if (get_kind (self)->select_row == NULL)
    return;
  priv->is_leading = TRUE;
  get_kind (self)->select_row (self, row);
  priv->is_leading = FALSE;
}

static void
on_row_activated (TvResultView *self, guint row)
{
  if (get_kind (self)->open_row != NULL)
    get_kind (self)->open_row (self, row);
}

/* ---- For subclasses ---- */

TvTableView *
tv_result_view_get_table (TvResultView *self)
{
  g_return_val_if_fail (TV_IS_RESULT_VIEW (self), NULL);
  return get_private (self)->table;
}

/* Returns: (transfer none): the box of choices beside the chips */
GtkBox *
tv_result_view_get_modes (TvResultView *self)
{
  g_return_val_if_fail (TV_IS_RESULT_VIEW (self), NULL);
  return GTK_BOX (get_private (self)->modes);
}

/* Returns: (transfer none) (nullable): the result whose rows are visible */
const TvResult *
tv_result_view_get_result (TvResultView *self)
{
  g_return_val_if_fail (TV_IS_RESULT_VIEW (self), NULL);
  return get_private (self)->shown.result;
}

/* Returns: (transfer none) (nullable): the search entry */
TvSearchEntry *
tv_result_view_get_entry (TvResultView *self)
{
  g_return_val_if_fail (TV_IS_RESULT_VIEW (self), NULL);
  return get_private (self)->entry;
}

/* Adds the search entry, which filters the rows. @placeholder: marked with N_(). */
void
tv_result_view_add_entry (TvResultView *self, const char *placeholder)
{
  TvResultViewPrivate *priv = get_private (self);

  g_return_if_fail (TV_IS_RESULT_VIEW (self) && priv->entry == NULL);

  priv->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (priv->entry, "placeholder-text", _ (placeholder), "is-filter", TRUE, NULL);
  g_signal_connect_swapped (priv->entry, "changed", G_CALLBACK (on_text_changed), self);
  g_signal_connect_swapped (priv->entry, "leave", G_CALLBACK (on_entry_left), self);
  tv_view_set_find_box (TV_VIEW (self), priv->entry,
                        get_kind (self)->find != NULL ? tv_search_fold_new (priv->entry)
                                                      : GTK_WIDGET (priv->entry));
}

/* Shows all rows of a table that does not depend on the selection. Called once. */
void
tv_result_view_show (TvResultView *self, TvTable *table)
{
  TvResultViewPrivate *priv = get_private (self);

  g_return_if_fail (TV_IS_RESULT_VIEW (self));

  priv->shown.result = result_new (self);
  priv->shown.result->table = g_object_ref (table);
  priv->shown.n_rows = priv->shown.n_left = tv_table_get_n_rows (table);
  tv_table_view_set_table (priv->table, table);
}

/* Searches again, now or once the view is visible. The previous rows stay visible until the new rows are sorted. */
static void
find_again (TvResultView *self)
{
  TvResultViewPrivate *priv = get_private (self);

  g_return_if_fail (TV_IS_RESULT_VIEW (self));

  priv->is_outdated = priv->is_pending = TRUE;
  tv_work_stop (&priv->finding);
  update (self);
  update_busy (self);
}

void
tv_result_view_show_columns (TvResultView *self)
{
  g_return_if_fail (TV_IS_RESULT_VIEW (self));
  get_kind (self)->show_columns (self);
}

/* Removes the rows, because they may lack the new columns, sets the columns, and searches again. */
void
tv_result_view_reset (TvResultView *self)
{
  TvResultViewPrivate *priv = get_private (self);

  g_return_if_fail (TV_IS_RESULT_VIEW (self));

  clear_found (priv);
  tv_table_view_set_table (priv->table, NULL);
  tv_result_view_show_columns (self);
  find_again (self);
}

/* Selects a row, or none if @row is %TV_NONE. Scrolls to the row unless the user has just selected it in this view. */
void
tv_result_view_follow (TvResultView *self, guint32 row)
{
  TvResultViewPrivate *priv = get_private (self);
  guint position = TV_NONE;

  g_return_if_fail (TV_IS_RESULT_VIEW (self));

  if (row == tv_table_view_get_selected (priv->table))
    return;
  tv_table_view_select_row (priv->table, row);
  if (row != TV_NONE)
    position = tv_table_model_find_row (tv_table_view_get_model (priv->table), row);
  if (position != TV_NONE && !priv->is_leading)
    tv_table_view_reveal (priv->table, position);
}

/* Returns: (transfer floating): number of visible rows, as the state of an action */
GVariant *
tv_result_view_get_n_shown (gpointer self)
{
  TvResultViewPrivate *priv = get_private (self);

  return g_variant_new_uint32 (priv->shown.result != NULL ? priv->shown.n_left : 0);
}

/* ---- View ---- */

static void
on_source_changed (TvResultView *self)
{
  if (get_kind (self)->show_columns != NULL)
    tv_result_view_reset (self);
  else
    find_again (self);
}

static void
follow_session (TvResultView *self, TvSession *session)
{
  const TvResultKind *kind = get_kind (self);
  TvSession *baseline = tv_session_get_baseline (session);

  g_signal_connect_swapped (session, "notify::call-source", G_CALLBACK (on_source_changed), self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (find_again), self);
  if (kind->follows_runs)
    g_signal_connect_swapped (session, "notify::runs", G_CALLBACK (find_again), self);
  if (kind->follows_runs && baseline != NULL)
    g_signal_connect_object (baseline, "notify::selection", G_CALLBACK (find_again), self,
                             G_CONNECT_SWAPPED);
}

static void
tv_result_view_set_session (TvView *view, TvSession *session)
{
  TvResultView *self = TV_RESULT_VIEW (view);
  const TvResultKind *kind = get_kind (self);

  if (kind->source_label != NULL)
    tv_source_button_add (tv_result_view_get_modes (self), session, _ (kind->source_label));
  if (kind->show_columns != NULL)
    tv_result_view_show_columns (self);
  if (kind->follow_signal != NULL)
    g_signal_connect_swapped (session, kind->follow_signal, G_CALLBACK (follow), self);
  if (kind->find == NULL)
    return;
  follow_session (self, session);
  find_again (self);
}

static void
tv_result_view_set_seen (TvView *view, gboolean is_seen)
{
  update (TV_RESULT_VIEW (view));
}

static char *
tv_result_view_dup_summary (TvView *view)
{
  TvResultView *self = TV_RESULT_VIEW (view);

  return get_private (self)->shown.result != NULL ? dup_count (self) : NULL;
}

static GtkWidget *
tv_result_view_get_mode (TvView *view)
{
  TvResultView *self = TV_RESULT_VIEW (view);

  return get_kind (self)->find != NULL ? get_private (self)->modes : NULL;
}

static TvTable *
tv_result_view_dup_table (TvView *view, const char *name, GBytes **order)
{
  TvResultViewPrivate *priv = get_private (TV_RESULT_VIEW (view));

  return priv->shown.result != NULL &&
                 (name == NULL || g_str_equal (name, tv_table_get_name (priv->shown.result->table)))
             ? tv_table_view_dup_shown (priv->table, order)
             : NULL;
}

static void
tv_result_view_add_actions (TvView *view, GActionMap *map)
{
  const TvResultKind *kind = get_kind (TV_RESULT_VIEW (view));

  tv_object_actions_add (map, view, view, kind->actions, kind->n_actions);
}

static gboolean
tv_result_view_is_empty (TvView *view)
{
  TvResultViewPrivate *priv = get_private (TV_RESULT_VIEW (view));

  return priv->shown.result != NULL && priv->shown.n_left == 0;
}

/* Returns: (transfer full) (nullable): the filter text, if rows would be listed without it */
static char *
tv_result_view_dup_filter (TvView *view)
{
  TvResultViewPrivate *priv = get_private (TV_RESULT_VIEW (view));

  return priv->entry != NULL && tv_search_entry_is_active (priv->entry) &&
                 priv->shown.result != NULL && priv->shown.n_rows > 0
             ? g_strdup (tv_search_entry_get_text (priv->entry))
             : NULL;
}

/* Adds the filter text to the description of the table or, if the kind has its own @has_text, reports the text as
 * omitted. Otherwise, reports the rows that @is_listed hides as omitted. */
static void
tv_result_view_describe_content (TvView *view, TvTableContent *content)
{
  TvSearchEntry *entry = get_private (TV_RESULT_VIEW (view))->entry;
  const TvResultKind *kind = get_kind (TV_RESULT_VIEW (view));

  if (kind->is_listed != NULL)
    content->omitted = g_strdup (_("rows that the list hides"));
  if (entry == NULL || !tv_search_entry_is_active (entry))
    return;
  if (kind->has_text == NULL)
    tv_view_describe_text (entry, content);
  else
    {
      g_free (content->omitted);
      content->omitted = g_strdup (tv_search_entry_get_text (entry));
    }
}

/* ---- Object ---- */

static void
tv_result_view_constructed (GObject *object)
{
  TvResultView *self = TV_RESULT_VIEW (object);
  TvResultViewPrivate *priv = get_private (self);
  const TvResultKind *kind = get_kind (self);

  G_OBJECT_CLASS (tv_result_view_parent_class)->constructed (object);
  if (kind->name != NULL)
    tv_table_view_set_name (priv->table, _ (kind->name));
  if (kind->make_menu != NULL)
    tv_table_view_set_menu (priv->table, kind->make_menu, self);
  if (kind->placeholder != NULL)
    tv_result_view_add_entry (self, kind->placeholder);
}

static void
tv_result_view_dispose (GObject *object)
{
  TvResultViewPrivate *priv = get_private (TV_RESULT_VIEW (object));

  tv_work_stop (&priv->finding);
  g_clear_object (&priv->modes);
  clear_found (priv);
  G_OBJECT_CLASS (tv_result_view_parent_class)->dispose (object);
}

static void
tv_result_view_class_init (TvResultViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = tv_result_view_set_session;
  view_class->set_seen = tv_result_view_set_seen;
  view_class->dup_summary = tv_result_view_dup_summary;
  view_class->get_mode = tv_result_view_get_mode;
  view_class->dup_table = tv_result_view_dup_table;
  view_class->add_actions = tv_result_view_add_actions;
  view_class->is_empty = tv_result_view_is_empty;
  view_class->dup_filter = tv_result_view_dup_filter;
  view_class->describe_content = tv_result_view_describe_content;
  G_OBJECT_CLASS (klass)->constructed = tv_result_view_constructed;
  G_OBJECT_CLASS (klass)->dispose = tv_result_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tv_result_view_init (TvResultView *self)
{
  TvResultViewPrivate *priv = get_private (self);

  priv->modes = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  priv->table = TV_TABLE_VIEW (tv_table_view_new ());
  gtk_widget_set_margin_start (GTK_WIDGET (priv->table), MARGIN_PX);
  gtk_widget_set_margin_end (GTK_WIDGET (priv->table), MARGIN_PX);
  gtk_widget_set_parent (GTK_WIDGET (priv->table), GTK_WIDGET (self));
  g_signal_connect_swapped (priv->table, "row-selected", G_CALLBACK (on_row_selected), self);
  g_signal_connect_swapped (priv->table, "row-activated", G_CALLBACK (on_row_activated), self);
  g_signal_connect_swapped (priv->table, "notify::is-sorting", G_CALLBACK (update_busy), self);
  g_signal_connect_swapped (priv->table, "shown", G_CALLBACK (on_shown), self);
}
