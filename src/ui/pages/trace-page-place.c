/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A line of the file that the page is opened at: that of a log in the log, any other in the file as plain text. */

#include "ui/pages/trace-page-private.h"

#include <glib/gi18n.h>

#include "analysis/log/log-place.h"

/* Returns: the log line in a line of the file, or %TV_NONE */
static guint32
find_log_line (TvTrace *trace, guint64 line)
{
  return tv_trace_get_log_lines (trace)->n > 0 ? tv_log_place_find_line (trace, line) : TV_NONE;
}

static gboolean
has_text_line (TvTrace *trace, guint64 line)
{
  guint n;

  tv_trace_get_texts (trace, &n);
  return n == 1 && line <= tv_trace_get_n_text_lines (trace);
}

/* Returns: whether the page of @session can show the line that is wanted, if any */
gboolean
tv_trace_page_has_line (TvTracePage *self, TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);

  return self->wanted_line == 0 || has_text_line (trace, self->wanted_line) ||
         find_log_line (trace, self->wanted_line) != TV_NONE;
}

/* Shows the line that is wanted, once; its views are there. */
void
tv_trace_page_go_to_line (TvTracePage *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint64 line = self->wanted_line;
  gboolean is_text = line > 0 && has_text_line (trace, line);
  guint32 log_line = line > 0 && !is_text ? find_log_line (trace, line) : TV_NONE;

  self->wanted_line = 0;
  if (!is_text && log_line == TV_NONE)
    return;
  g_action_group_activate_action (G_ACTION_GROUP (self->actions), "panel-page",
                                  g_variant_new_string (is_text ? "text" : "log"));
  if (is_text)
    g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "text-line",
                                        g_variant_new_uint32 ((guint32) (line - 1)));
  else
    tv_session_select_line (self->session, log_line);
}

/**
 * tv_trace_page_new_at:
 * @file: a file
 * @member: (nullable): which of the files in it
 * @is_text: read it as plain text, whatever it is
 * @line: the line to show, from 1
 *
 * Begins to load the file.
 *
 * Returns: a page that shows the line once it is loaded
 */
GtkWidget *
tv_trace_page_new_at (GFile *file, const char *member, gboolean is_text, guint64 line)
{
  TvTracePage *self = g_object_new (TV_TYPE_TRACE_PAGE, NULL);

  self->file = g_object_ref (file);
  self->member = g_strdup (member);
  self->wanted_line = line;
  self->is_as_text = self->is_text_copy = is_text;
  self->title = tv_trace_page_dup_title (self);
  tv_trace_page_load (self);
  return GTK_WIDGET (self);
}

/**
 * tv_trace_page_show_line:
 * @self: a page
 * @line: the line to show, from 1
 *
 * Returns: %FALSE if the page cannot show lines of its file
 */
gboolean
tv_trace_page_show_line (TvTracePage *self, guint64 line)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), FALSE);

  if (self->state != TV_TRACE_PAGE_READY && self->state != TV_TRACE_PAGE_LOADING)
    return FALSE;
  self->wanted_line = line;
  if (self->state == TV_TRACE_PAGE_LOADING)
    return TRUE;
  if (!tv_trace_page_has_line (self, self->session))
    {
      self->wanted_line = 0;
      return FALSE;
    }
  tv_trace_page_go_to_line (self);
  return TRUE;
}

/* Returns: whether it is the plain text of a file that also opens as itself */
gboolean
tv_trace_page_is_text_copy (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), FALSE);
  return self->is_text_copy;
}
