/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Editor of the minimum duration of visible calls. Created by filter-editor.c. Changes the selection only through the
 * action "win.min-duration". */

#include "ui/filters/editors.h"

#include <glib/gi18n.h>

#include "core/time-parse.h"
#include "core/time-format.h"
#include "ui/filters/filter-form.h"

static void
check (TvFilterForm *form, GtkEditable *entry)
{
  const char *text = gtk_editable_get_text (entry);

  if (*text != '\0' && tv_time_parse (text) < 0)
    tv_filter_form_set_error (form, _("Write times as 1.25 s, 300 ms, 12 µs or 40 ns."));
  else
    tv_filter_form_set_error (form, NULL);
}

static void
on_changed (GtkEditable *entry, TvFilterForm *form)
{
  check (form, entry);
}

/* Applies the duration. An empty entry means 0, that is, no minimum. */
static void
apply (TvFilterForm *form, GtkEditable *entry)
{
  gint64 min_ns = MAX (tv_time_parse (gtk_editable_get_text (entry)), 0);

  gtk_widget_activate_action (GTK_WIDGET (form), "win.min-duration", "x", min_ns);
}

GtkWidget *
tv_duration_editor_new (TvSession *session)
{
  GtkWidget *form = tv_filter_form_new ();
  GtkWidget *entry = tv_filter_form_add_entry (TV_FILTER_FORM (form), _("At least"));
  gint64 min_ns = tv_selection_get_min_duration_ns (tv_session_get_selection (session));
  g_autofree char *text = tv_time_format_at (min_ns, 1);

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _("For example 1 ms"));
  gtk_widget_set_tooltip_text (entry, _("Calls that are shorter are merged into their callers."));
  if (min_ns > 0)
    gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_connect (entry, "changed", G_CALLBACK (on_changed), form);
  g_signal_connect (form, "apply", G_CALLBACK (apply), entry);
  return form;
}
