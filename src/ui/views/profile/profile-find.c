/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finding methods, and showing only those that are found.
 *
 *   table of methods ──▶ search (worker) ──▶ found: a byte a row ──▶ filter of the table's view
 *                          ▲ text                                     only while the box filters
 *                         box
 */

#include "ui/views/profile/profile-view-private.h"

#include <glib/gi18n.h>

#include "analysis/symbols/symbol-match.h"
#include "ui/kit/number-format.h"
#include "ui/kit/symbol-text.h"
#include "ui/kit/work.h"

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

/* "(context switch)" is none of the trace's symbols. */
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

/* Forgets what was found and is being looked for. */
void
tv_profile_view_drop_found (TvProfileView *self)
{
  tv_work_stop (&self->finding);
  g_clear_pointer (&self->found, g_bytes_unref);
  self->n_found = 0;
}

/* ---- What is shown ---- */

gboolean
tv_profile_view_is_filtering (TvProfileView *self)
{
  return tv_search_entry_is_filter (self->entry) && tv_search_entry_is_looking (self->entry);
}

/* Shows what is found, or all. While somebody is looking, it is what was shown before. */
static void
show (TvProfileView *self)
{
  if (self->methods == NULL || self->finding != NULL)
    return;
  tv_table_view_set_filter (self->table, self->methods,
                            tv_profile_view_is_filtering (self) ? self->found : NULL);
  tv_table_view_set_table (self->table, self->methods);
  tv_profile_view_settle (self);
  tv_profile_view_update_busy (self);
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

  tv_profile_view_drop_found (self);
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
  tv_profile_view_update_busy (self);
}

/* Takes other numbers, of all methods. */
void
tv_profile_view_take_methods (TvProfileView *self, TvTable *methods)
{
  g_set_object (&self->methods, methods);
  search (self);
}

/* ---- Going there ---- */

/* Whether what is shown is what was searched. */
static gboolean
is_settled (TvProfileView *self)
{
  return self->finding == NULL && self->methods != NULL &&
         tv_table_model_get_table (tv_table_view_get_model (self->table)) == self->methods;
}

/* The rows of all methods in their order; (nullable). */
static const guint32 *
get_rows (TvProfileView *self)
{
  GBytes *order = tv_table_view_get_order (self->table);

  return order != NULL ? g_bytes_get_data (order, NULL) : NULL;
}

/* Goes to the first match from an index of the order on, going round at the ends. */
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

/* The index of the selected method in the order of all, or %TV_NONE; and how many matches there are up
 * to it, if it is one. */
static guint32
find_selected (TvProfileView *self, guint *place)
{
  guint32 n = tv_table_get_n_rows (self->methods);
  guint32 row = tv_method_profile_table_find (TV_METHOD_PROFILE_TABLE (self->methods),
                                              tv_session_get_selected_symbol (self->session));
  const guint32 *rows = get_rows (self);
  const guint8 *is_found = g_bytes_get_data (self->found, NULL);
  guint n_before = 0;

  *place = 0;
  for (guint32 index = 0; row != TV_NONE && index < n; index++)
    {
      guint32 at = rows != NULL ? rows[index] : index;

      n_before += is_found[at];
      if (at != row)
        continue;
      *place = is_found[at] ? n_before : 0;
      return index;
    }
  return TV_NONE;
}

/* Does what waited for what is found to be known and shown. */
void
tv_profile_view_settle (TvProfileView *self)
{
  int direction = self->step_when_done;
  guint32 index;
  guint place;

  tv_profile_view_update_words (self);
  if (!is_settled (self))
    return;
  self->step_when_done = 0;
  index = find_selected (self, &place);
  if (self->is_query_new)
    go_from (self, index != TV_NONE ? index : 0, 1);
  self->is_query_new = FALSE;
  if (direction != 0)
    tv_profile_view_step (self, direction);
}

/* Goes to the next (1) or previous (-1) match. What was just typed is searched for first, and its first
 * match counts as a step. */
void
tv_profile_view_step (TvProfileView *self, int direction)
{
  guint32 index, n;
  guint place;

  tv_search_entry_flush (self->entry);
  if (!is_settled (self))
    {
      self->step_when_done = self->is_query_new ? 0 : direction;
      return;
    }
  n = tv_table_get_n_rows (self->methods);
  index = find_selected (self, &place);
  if (n == 0)
    return;
  if (index == TV_NONE)
    go_from (self, direction > 0 ? 0 : n - 1, direction);
  else
    go_from (self, (index + n + (guint32) direction) % n, direction);
}

/* ---- What is said ---- */

static char *
dup_words_left (TvProfileView *self)
{
  guint32 n = self->methods != NULL ? tv_table_get_n_rows (self->methods) : 0;
  g_autofree char *all = tv_format_count (n);
  g_autofree char *some = tv_format_count (self->n_found);

  if (tv_trace_names_methods (tv_session_get_trace (self->session)))
    /* Translators: how many methods a filter leaves, and how many there are */
    return g_strdup_printf (ngettext ("%s of %s method", "%s of %s methods", n), some, all);
  /* Translators: how many names of slices a filter leaves, and how many there are */
  return g_strdup_printf (ngettext ("%s of %s name", "%s of %s names", n), some, all);
}

/* Returns the number of calls of all methods that are shown. */
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

/* (transfer full) (nullable): how many methods are shown, and how many calls they have. */
char *
tv_profile_view_dup_summary (TvProfileView *self)
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
  /* Translators: how many methods are counted, and how many calls of them */
  return g_strdup_printf (_("%s, %s"), kinds, all);
}

void
tv_profile_view_update_words (TvProfileView *self)
{
  g_autofree char *left = NULL;
  guint place;

  if (!is_settled (self))
    return;
  if (tv_search_entry_is_filter (self->entry))
    {
      left = dup_words_left (self);
      tv_search_entry_show_left (self->entry, self->n_found, left);
      return;
    }
  find_selected (self, &place);
  tv_search_entry_show_found (self->entry, self->n_found, place);
}

/* What is listed are methods, or names of marks. */
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

/* ---- The box ---- */

/* To find goes to what is found; to filter leaves selected what is. */
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

/* Finds and filters by the box; once, when there is a session. */
void
tv_profile_view_follow_entry (TvProfileView *self)
{
  const struct
  {
    const char *signal;
    GCallback callback;
  } handlers[] = {
    { "changed", G_CALLBACK (on_changed) },
    { "notify::is-filter", G_CALLBACK (on_mode_changed) },
    { "step", G_CALLBACK (tv_profile_view_step) },
    { "leave", G_CALLBACK (on_leave) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_connect_object (self->entry, handlers[i].signal, handlers[i].callback, self,
                             G_CONNECT_SWAPPED);
  update_placeholder (self);
}

/* Shows all methods again; what was filtered by can still be stepped through. */
void
tv_profile_view_end_filter (TvProfileView *self)
{
  if (tv_profile_view_is_filtering (self))
    tv_search_entry_set_filter (self->entry, FALSE);
}
