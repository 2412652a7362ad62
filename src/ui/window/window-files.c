/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Opens files in a window: one file, several files on one timeline, or a file and earlier runs. Shares the struct of
 * the window (window-private.h). Called by the actions, for drops, and by the application for the command line. Each
 * function adds pages in tabs; the pages load the files. */

#include "core/number-format.h"
#include "ui/window/window-private.h"

#include <glib/gi18n.h>

/* Duration in s of the toast that offers to open the files on one timeline, or in separate tabs. */
#define TOGETHER_TOAST_S 10

static gboolean
is_same (GVariant *a, GVariant *b)
{
  return a == NULL || b == NULL ? a == b : g_variant_equal (a, b);
}

static gboolean
is_same_file (GFile *a, GFile *b)
{
  return a == NULL || b == NULL ? a == b : g_file_equal (a, b);
}

static gboolean
is_open (TvWindow *self, GFile *file, const char *member, GVariant *multi_file, GFile *baseline)
{
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    {
      AdwTabPage *page = adw_tab_view_get_nth_page (self->tabs, i);
      TvTracePage *trace_page = TV_TRACE_PAGE (adw_tab_page_get_child (page));

      if (tv_trace_page_get_state (trace_page) != TV_TRACE_PAGE_FAILED &&
          g_file_equal (tv_trace_page_get_file (trace_page), file) &&
          g_strcmp0 (tv_trace_page_get_member (trace_page), member) == 0 &&
          !tv_trace_page_is_text_copy (trace_page) &&
          is_same (tv_trace_page_get_multi_file (trace_page), multi_file) &&
          is_same_file (tv_trace_page_get_baseline (trace_page), baseline))
        {
          adw_tab_view_set_selected_page (self->tabs, page);
          return TRUE;
        }
    }
  return FALSE;
}

/* Closes the current page if its file could not be read, because the next file replaces it. */
static void
close_failed_page (TvWindow *self)
{
  TvTracePage *page = tv_window_get_page (self);

  if (page != NULL && tv_trace_page_get_state (page) == TV_TRACE_PAGE_FAILED)
    tv_window_close_page (self);
}

/* Adds a page in a new tab and selects the tab. */
void
tv_window_add_page (TvWindow *self, GtkWidget *trace_page)
{
  AdwTabPage *page = adw_tab_view_append (self->tabs, trace_page);

  adw_tab_page_set_loading (page, tv_trace_page_get_state (TV_TRACE_PAGE (trace_page)) ==
                                      TV_TRACE_PAGE_LOADING);
  tv_window_bind_page (page);
  adw_tab_view_set_selected_page (self->tabs, page);
}

/**
 * tv_window_open:
 * @file: a trace file, or its name without extension
 * @member: (nullable): member of @file to open; %NULL for @file itself
 *
 * Opens a file in a new tab, or selects the tab that already shows the file.
 */
void
tv_window_open (TvWindow *self, GFile *file, const char *member)
{
  g_return_if_fail (TV_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  if (is_open (self, file, member, NULL, NULL))
    return;
  close_failed_page (self);
  tv_window_add_page (self, tv_trace_page_new (file, member));
}

/**
 * tv_window_open_at:
 * @file: a file
 * @member: (nullable): member of @file to open; %NULL for @file itself
 * @is_text: whether to read the file as plain text, regardless of its format
 * @line: number of the line to show, starting at 1
 *
 * Shows a line of a file, in the tab that already shows the file or in a new tab.
 */
void
tv_window_open_at (TvWindow *self, GFile *file, const char *member, gboolean is_text, guint64 line)
{
  g_return_if_fail (TV_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  for (int i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    {
      AdwTabPage *page = adw_tab_view_get_nth_page (self->tabs, i);
      TvTracePage *trace_page = TV_TRACE_PAGE (adw_tab_page_get_child (page));

      if (g_file_equal (tv_trace_page_get_file (trace_page), file) &&
          g_strcmp0 (tv_trace_page_get_member (trace_page), member) == 0 &&
          tv_trace_page_get_multi_file (trace_page) == NULL &&
          tv_trace_page_get_baseline (trace_page) == NULL &&
          (!is_text || tv_trace_page_is_text_copy (trace_page)) &&
          tv_trace_page_show_line (trace_page, line))
        {
          adw_tab_view_set_selected_page (self->tabs, page);
          return;
        }
    }
  close_failed_page (self);
  tv_window_add_page (self, tv_trace_page_new_at (file, member, is_text, line));
}

/* Opens one of several files. Unlike tv_window_open(), does not replace a page that failed. */
static void
open_another (TvWindow *self, GFile *file)
{
  if (!is_open (self, file, NULL, NULL, NULL))
    tv_window_add_page (self, tv_trace_page_new (file, NULL));
}

/* Converts "a(ss)" to "a(ssx)": adds %TV_NO_OFFSET to each source. Returns: (transfer floating): the new sources */
static GVariant *
add_offsets (GVariant *sources)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(ssx)"));

  for (gsize i = 0; i < g_variant_n_children (sources); i++)
    {
      const char *uri, *member;

      g_variant_get_child (sources, i, "(&s&s)", &uri, &member);
      g_variant_builder_add (&builder, "(ssx)", uri, member, TV_NO_OFFSET);
    }
  return g_variant_builder_end (&builder);
}

/**
 * tv_window_open_multi_file:
 * @sources: "a(ssx)", see tv_trace_page_new_multi_file(); or "a(ss)" without offsets
 *
 * Opens several files on one timeline in a new tab, or selects the tab that already shows them.
 */
void
tv_window_open_multi_file (TvWindow *self, GVariant *sources)
{
  const char *uri, *member;
  g_autoptr (GVariant) given = g_variant_ref_sink (sources);
  g_autoptr (GVariant) held = NULL;
  g_autoptr (GFile) file = NULL;
  gint64 offset_ns;

  g_return_if_fail (TV_IS_WINDOW (self));
  g_return_if_fail (g_variant_n_children (sources) > 1);

  if (g_variant_is_of_type (sources, G_VARIANT_TYPE ("a(ss)")))
    sources = add_offsets (sources);
  held = g_variant_ref_sink (sources);
  g_variant_get_child (sources, 0, "(&s&sx)", &uri, &member, &offset_ns);
  file = g_file_new_for_uri (uri);
  if (is_open (self, file, *member != '\0' ? member : NULL, sources, NULL))
    return;
  close_failed_page (self);
  tv_window_add_page (self, tv_trace_page_new_multi_file (sources));
}

/**
 * tv_window_compare:
 * @baselines: (array length=n_baselines): earlier runs
 * @n_baselines: number of earlier runs, at least one
 * @file: a later run
 *
 * Opens a comparison in a new tab, with one timeline above the other. If there is one baseline, and a tab already
 * compares @file with it, selects this tab.
 */
void
tv_window_compare (TvWindow *self, GFile *const *baselines, guint n_baselines, GFile *file)
{
  g_return_if_fail (TV_IS_WINDOW (self) && n_baselines > 0);

  if (n_baselines == 1 && is_open (self, file, NULL, NULL, baselines[0]))
    return;
  close_failed_page (self);
  tv_window_add_page (self, tv_trace_page_new_compared (baselines, n_baselines, file));
}

/* Shows a toast that offers to open several files in the other way: on one timeline instead of separate tabs, or the
 * reverse. */
static void
offer (TvWindow *self, const char *text, const char *label, const char *action, GVariant *sources)
{
  AdwToast *toast = adw_toast_new (text);

  adw_toast_set_button_label (toast, label);
  adw_toast_set_action_name (toast, action);
  adw_toast_set_action_target_value (toast, sources);
  adw_toast_set_timeout (toast, TOGETHER_TOAST_S);
  tv_window_add_toast (self, toast);
}

/* Returns: (transfer floating): "a(ss)": URI of each file, and no member, for tv_window_open_multi_file() */
static GVariant *
list_sources (GFile *const *files, guint n)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(ss)"));

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *uri = g_file_get_uri (files[i]);

      g_variant_builder_add (&builder, "(ss)", uri, "");
    }
  return g_variant_builder_end (&builder);
}

/**
 * tv_window_open_all:
 * @files: (array length=n): files that were chosen or dropped at once
 * @n: number of files
 *
 * Opens each file in its own tab. For several files, a toast offers to open them on one timeline.
 */
void
tv_window_open_all (TvWindow *self, GFile *const *files, guint n)
{
  g_autofree char *text = NULL;

  g_return_if_fail (TV_IS_WINDOW (self));

  for (guint i = 0; i < n; i++)
    if (i == 0)
      tv_window_open (self, files[i], NULL);
    else
      open_another (self, files[i]);
  if (n < 2)
    return;
  text = tv_number_printf (ngettext ("%u file in its own tab", "%u files in their own tabs", n), n);
  offer (self, text, _("Open _Together"), "win.open-together", list_sources (files, n));
}

/* Opens each file in its own tab. Implements win.open-separately, whose parameter is an array of (URI, member) pairs;
 * the members are ignored. */
void
tv_window_open_separately (TvWindow *self, GVariant *sources)
{
  GVariantIter iter;
  const char *uri;

  close_failed_page (self);
  g_variant_iter_init (&iter, sources);
  while (g_variant_iter_next (&iter, "(&s&s)", &uri, NULL))
    {
      g_autoptr (GFile) file = g_file_new_for_uri (uri);

      open_another (self, file);
    }
}

/* Returns whether all files are regular files, not folders. */
static gboolean
are_regular (GFile *const *files, guint n)
{
  for (guint i = 0; i < n; i++)
    if (g_file_query_file_type (files[i], G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_REGULAR)
      return FALSE;
  return TRUE;
}

/**
 * tv_window_open_dropped:
 * @files: (array length=n): files that were dropped on the start page
 * @n: number of files
 *
 * Opens several files on one timeline, and offers to open them in separate tabs. If there is only one file, or if
 * there are folders, calls tv_window_open_all() instead.
 */
void
tv_window_open_dropped (TvWindow *self, GFile *const *files, guint n)
{
  g_autoptr (GVariant) sources = NULL;
  g_autofree char *text = NULL;

  if (n < 2 || !are_regular (files, n))
    {
      tv_window_open_all (self, files, n);
      return;
    }
  sources = g_variant_ref_sink (list_sources (files, n));
  tv_window_open_multi_file (self, sources);
  text = tv_number_printf (ngettext ("%u file on one timeline", "%u files on one timeline", n), n);
  offer (self, text, _("Open _Separately"), "win.open-separately", sources);
}
