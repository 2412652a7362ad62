/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Editor of a filter by name, which may be a new filter. Created by filter-editor.c. Changes the selection only
 * through the action "win.name-filters", which replaces the whole list of filters. */

#include "ui/filters/editors.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/symbols/text-match.h"
#include "ui/filters/filter-form.h"

typedef struct
{
  TvSession *session;
  guint index; /* index of the filter, or TV_NONE for a new filter */
  TvFilterForm *form;
  GtkDropDown *match;
  GtkDropDown *hides;
  GtkEditable *text;
} Editor;

static void
editor_free (gpointer data)
{
  Editor *self = data;

  g_object_unref (self->session);
  g_free (self);
}

static gboolean
is_regex (Editor *self)
{
  return gtk_drop_down_get_selected (self->match) == TV_NAME_REGEX;
}

static void
check (Editor *self)
{
  const char *text = gtk_editable_get_text (self->text);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTextMatch) match = tv_text_match_new (text, is_regex (self), &error);

  if (error != NULL)
    tv_filter_form_set_error (self->form, error->message);
  else
    tv_filter_form_set_error (self->form, *text != '\0' ? NULL : "");
}

/* Returns: (transfer full): the text; for a package, without a trailing ".*" */
static char *
dup_text (Editor *self)
{
  const char *text = gtk_editable_get_text (self->text);
  gsize length = strlen (text);

  if (gtk_drop_down_get_selected (self->match) == TV_NAME_PACKAGE && g_str_has_suffix (text, ".*"))
    length -= strlen (".*");
  return g_strndup (text, length);
}

/* Replaces the edited filter in the list of filters, or appends the new filter. */
static void
apply (Editor *self)
{
  g_autofree char *text = dup_text (self);
  guint n;
  const TvNameFilter *filters = tv_selection_get_filters (tv_session_get_selection (self->session),
                                                          &n);
  guint index = MIN (self->index, n);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ubs)"));
  for (guint i = 0; i < MAX (n, index + 1); i++)
    if (i == index)
      g_variant_builder_add (&builder, "(ubs)", gtk_drop_down_get_selected (self->match),
                             gtk_drop_down_get_selected (self->hides) == 1, text);
    else
      g_variant_builder_add (&builder, "(ubs)", filters[i].match, filters[i].hides,
                             filters[i].text);
  gtk_widget_activate_action_variant (GTK_WIDGET (self->form), "win.name-filters",
                                      g_variant_builder_end (&builder));
}

static GtkDropDown *
add_choice (Editor *self, const char *title, const char *const *untranslated, guint n)
{
  const char *labels[TV_N_NAME_MATCHES + 1] = { NULL };
  GtkWidget *choice;

  for (guint i = 0; i < n; i++)
    labels[i] = _ (untranslated[i]);
  choice = gtk_drop_down_new_from_strings (labels);
  tv_filter_form_add (self->form, title, choice);
  return GTK_DROP_DOWN (choice);
}

/**
 * tv_name_editor_new:
 * @index: index of the filter in the selection, or %TV_NONE for a new filter
 *
 * Returns: (transfer floating): an editor
 */
GtkWidget *
tv_name_editor_new (TvSession *session, guint index)
{
  static const char *const matches[] = {
    [TV_NAME_CONTAINS] = N_("Contains"),
    [TV_NAME_REGEX] = N_("Regular Expression"),
    [TV_NAME_PACKAGE] = N_("Package"),
  };
  static const char *const effects[] = { N_("Keep"), N_("Hide") };
  guint n;
  const TvNameFilter *filters = tv_selection_get_filters (tv_session_get_selection (session), &n);
  GtkWidget *form = tv_filter_form_new ();
  Editor *self = g_new0 (Editor, 1);

  self->session = g_object_ref (session);
  self->index = index;
  self->form = TV_FILTER_FORM (form);
  g_object_set_data_full (G_OBJECT (form), "tv-editor", self, editor_free);
  self->text = GTK_EDITABLE (tv_filter_form_add_entry (self->form, _("Name")));
  self->match = add_choice (self, _("Match"), matches, G_N_ELEMENTS (matches));
  self->hides = add_choice (self, _("Effect"), effects, G_N_ELEMENTS (effects));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->hides),
                               _("Whether to keep only the time in calls with matching names, or "
                                 "to hide that time"));
  if (index < n)
    {
      gtk_editable_set_text (self->text, filters[index].text);
      gtk_drop_down_set_selected (self->match, filters[index].match);
      gtk_drop_down_set_selected (self->hides, filters[index].hides ? 1 : 0);
    }
  check (self);
  g_signal_connect_swapped (form, "changed", G_CALLBACK (check), self);
  g_signal_connect_swapped (self->match, "notify::selected", G_CALLBACK (check), self);
  g_signal_connect_swapped (form, "apply", G_CALLBACK (apply), self);
  return form;
}
