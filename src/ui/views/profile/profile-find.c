/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finding methods, and showing only those that are found.
 *
 *   order (all methods) ──▶ finder ──▶ found ──▶ order of these ──▶ model
 *                             ▲ text                 only while the box filters
 *                            box
 */

#include "ui/views/profile/profile-view-private.h"

#include <glib/gi18n.h>

#include "ui/kit/number-format.h"

/* ---- What is shown ---- */

static gboolean
is_filtering (TvProfileView *self)
{
  return tv_search_entry_is_filter (self->entry) && tv_search_entry_is_looking (self->entry);
}

/* Shows what is found, or all. While somebody is looking, it is what was shown before. */
static void
show (TvProfileView *self)
{
  TvProfileOrder *shown = tv_profile_model_get_order (self->model);
  g_autoptr (TvProfileOrder) subset = NULL;
  g_autoptr (GArray) found = NULL;

  if (self->order == NULL || tv_profile_finder_is_searching (self->finder))
    return;
  if (is_filtering (self))
    {
      found = tv_profile_finder_dup_found (self->finder);
      subset = tv_profile_order_new_subset (self->order, found);
      tv_profile_view_show_order (self, subset);
    }
  else if (shown != self->order)
    tv_profile_view_show_order (self, self->order);
}

/* Takes other numbers, or another order of them: of all methods. */
void
tv_profile_view_take_order (TvProfileView *self, TvProfileOrder *order)
{
  tv_profile_order_ref (order);
  g_clear_pointer (&self->order, tv_profile_order_unref);
  self->order = order;
  tv_profile_finder_set_order (self->finder, order);
}

/* ---- What is said ---- */

static char *
dup_words_left (TvProfileView *self)
{
  guint32 n = self->order != NULL ? tv_profile_order_get_n (self->order) : 0;
  g_autofree char *all = tv_format_count (n);
  g_autofree char *some = tv_format_count (tv_profile_finder_get_n_found (self->finder));

  if (tv_trace_names_methods (tv_session_get_trace (self->session)))
    /* Translators: how many methods a filter leaves, and how many there are */
    return g_strdup_printf (ngettext ("%s of %s method", "%s of %s methods", n), some, all);
  /* Translators: how many names of slices a filter leaves, and how many there are */
  return g_strdup_printf (ngettext ("%s of %s name", "%s of %s names", n), some, all);
}

/* (transfer full) (nullable): how many methods are counted, and their calls. */
char *
tv_profile_view_dup_summary (TvProfileView *self)
{
  TvProfileOrder *shown = tv_profile_model_get_order (self->model);
  guint32 n = shown != NULL ? tv_profile_order_get_n (shown) : 0;
  g_autofree char *count = tv_format_count (n);

  if (shown == NULL)
    return NULL;
  if (tv_trace_names_methods (tv_session_get_trace (self->session)))
    return g_strdup_printf (ngettext ("%s method", "%s methods", n), count);
  return g_strdup_printf (ngettext ("%s name", "%s names", n), count);
}

static void
update_words (TvProfileView *self)
{
  guint n = tv_profile_finder_get_n_found (self->finder);
  g_autofree char *left = NULL;

  if (tv_profile_finder_is_searching (self->finder))
    return;
  if (tv_search_entry_is_filter (self->entry))
    {
      left = dup_words_left (self);
      tv_search_entry_show_left (self->entry, n, left);
    }
  else
    tv_search_entry_show_found (self->entry, n, tv_profile_finder_get_place (self->finder));
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
  tv_profile_finder_set_query (self->finder, tv_search_entry_get_text (self->entry),
                               tv_search_entry_is_regex (self->entry),
                               !tv_search_entry_is_filter (self->entry));
}

static void
on_mode_changed (TvProfileView *self)
{
  update_placeholder (self);
  update_words (self);
  show (self);
}

static void
on_leave (TvProfileView *self)
{
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static void
on_go_to (TvProfileView *self, guint symbol)
{
  tv_session_select_symbol (self->session, symbol);
}

/* Finds and filters by the box; once, when there is a session. */
void
tv_profile_view_follow_entry (TvProfileView *self)
{
  const struct
  {
    gpointer from;
    const char *signal;
    GCallback callback;
  } handlers[] = {
    { self->entry, "changed", G_CALLBACK (on_changed) },
    { self->entry, "notify::is-filter", G_CALLBACK (on_mode_changed) },
    { self->entry, "step", G_CALLBACK (tv_profile_view_step) },
    { self->entry, "leave", G_CALLBACK (on_leave) },
    { self->finder, "go-to", G_CALLBACK (on_go_to) },
    { self->finder, "notify::n-found", G_CALLBACK (show) },
    { self->finder, "notify", G_CALLBACK (update_words) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_connect_object (handlers[i].from, handlers[i].signal, handlers[i].callback, self,
                             G_CONNECT_SWAPPED);
  update_placeholder (self);
}

/* Goes to the next (1) or previous (-1) match. What was just typed is searched for first. */
void
tv_profile_view_step (TvProfileView *self, int direction)
{
  tv_search_entry_flush (self->entry);
  tv_profile_finder_step (self->finder, direction);
}

/* Shows all methods again; what was filtered by can still be stepped through. */
void
tv_profile_view_end_filter (TvProfileView *self)
{
  if (is_filtering (self))
    tv_search_entry_set_filter (self->entry, FALSE);
}
