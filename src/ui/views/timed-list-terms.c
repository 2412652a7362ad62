/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Terms of the filter, taken from the values of a row or from the search entry. Each term has a chip that removes it.
 * Part of TvTimedList; its struct is in timed-list-private.h. The views install tv_timed_list_add_filter() and
 * tv_timed_list_remove_filter() as actions. */

#include "ui/views/timed-list-private.h"

/* Maximum length of the text that a term takes from a row */
#define TEXT_MAX_BYTES 200

/* Filters the rows again and updates the chips. Called when the terms have changed. */
void
tv_timed_list_change_terms (TvTimedList *self)
{
  tv_timed_list_request_filter (self);
  tv_view_change_chips (TV_VIEW (self));
}

/* Adds a term. @parameter: (is_excluded, choice, id, name). */
void
tv_timed_list_add_filter (gpointer self, const char *name, GVariant *parameter)
{
  gboolean is_excluded;
  guint32 choice, id;
  const char *text;

  g_variant_get (parameter, "(buu&s)", &is_excluded, &choice, &id, &text);
  if (tv_timed_filters_add_term (&tv_timed_list_get_private (self)->filters, is_excluded, choice,
                                 id, text))
    tv_timed_list_change_terms (self);
}

/* Removes a term. @parameter: index of the term. */
void
tv_timed_list_remove_filter (gpointer self, const char *name, GVariant *parameter)
{
  GArray *terms = tv_timed_list_get_private (self)->filters.terms;
  guint32 i = g_variant_get_uint32 (parameter);

  if (i >= terms->len)
    return;
  g_array_remove_index (terms, i);
  tv_timed_list_change_terms (self);
}

/* Adds a term for the selected row's value in a column. @parameter: index of the choice. */
static void
filter_column_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTimedList *self = TV_TIMED_LIST (widget);
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  guint32 choice = g_variant_get_uint32 (parameter), row = tv_timed_list_get_selected (self), id;
  TvTrace *trace;
  g_autofree char *label = NULL;

  if (row == TV_NONE || choice >= list->filters.n_choices)
    return;
  trace = tv_session_get_trace (list->session);
  id = tv_timed_list_get_kind (self)->rows->get_id (trace, row,
                                                    list->filters.choices[choice].column);
  if (id == TV_NONE)
    return;
  label = tv_timed_list_get_kind (self)->choices[choice].dup_label (trace, id);
  if (tv_timed_filters_add_term (&list->filters, g_str_equal (name, "rows.hide"), choice, id,
                                 label))
    tv_timed_list_change_terms (self);
}

/* Adds a term for the text of the search entry, and clears the entry. If the entry is empty, adds a term for the text
 * of the selected row. */
static void
filter_text_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTimedList *self = TV_TIMED_LIST (widget);
  TvTimedListPrivate *list = tv_timed_list_get_private (self);
  guint32 row = tv_timed_list_get_selected (self);
  g_autofree char *text = NULL;
  gsize len;

  if (tv_search_entry_is_active (list->text_entry) && !tv_search_entry_is_regex (list->text_entry))
    {
      text = g_strdup (tv_search_entry_get_text (list->text_entry));
      tv_search_entry_set (list->text_entry, "", FALSE);
    }
  else if (row != TV_NONE)
    {
      g_autoptr (GString) buffer = g_string_new (NULL);
      const char *bytes = tv_timed_list_get_kind (self)->rows->get_text (
          tv_session_get_trace (list->session), row, buffer, &len);
      const char *end;

      /* Stops before an invalid or truncated character. */
      g_utf8_validate (bytes, (gssize) MIN (len, TEXT_MAX_BYTES), &end);
      text = g_strndup (bytes, (gsize) (end - bytes));
    }
  if (text != NULL && *text != '\0' &&
      tv_timed_filters_add_term (&list->filters, g_str_equal (name, "rows.hide-text"),
                                 TV_TIMED_TEXT, 0, text))
    tv_timed_list_change_terms (self);
}

void
tv_timed_list_class_add_terms (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "rows.only", "u", filter_column_action);
  gtk_widget_class_install_action (widget_class, "rows.hide", "u", filter_column_action);
  gtk_widget_class_install_action (widget_class, "rows.only-text", NULL, filter_text_action);
  gtk_widget_class_install_action (widget_class, "rows.hide-text", NULL, filter_text_action);
}
