/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The selected range of time: its start, end and length, of which each follows from the two others. */

#include "ui/filters/editors.h"

#include <glib/gi18n.h>

#include "core/time-parse.h"
#include "core/time-format.h"
#include "ui/filters/filter-form.h"

/* Most files tell time to the microsecond. */
#define TICK_NS 1000

typedef struct
{
  TvTrace *trace;
  TvFilterForm *form;
  GtkEditable *start;
  GtkEditable *end;
  GtkEditable *length;
  gboolean is_setting;
} Editor;

static void
editor_free (gpointer data)
{
  Editor *self = data;

  g_object_unref (self->trace);
  g_free (self);
}

static void
set_time (Editor *self, GtkEditable *entry, gint64 ns)
{
  g_autofree char *text = tv_time_format_at (ns, ns % TICK_NS == 0 ? TICK_NS : 1);

  self->is_setting = TRUE;
  gtk_editable_set_text (entry, text);
  self->is_setting = FALSE;
}

static gint64
get_time (GtkEditable *entry)
{
  return tv_time_parse (gtk_editable_get_text (entry));
}

static void
check (Editor *self)
{
  gint64 start_ns = get_time (self->start), end_ns = get_time (self->end);
  gint64 whole_ns = tv_trace_get_end_ns (self->trace) - tv_trace_get_start_ns (self->trace);
  g_autofree char *whole = tv_time_format (whole_ns);
  g_autofree char *too_late = g_strdup_printf (_("The trace is %s long."), whole);
  const char *error = NULL;

  if (start_ns < 0 || end_ns < 0 || get_time (self->length) < 0)
    error = _("A time is written like 1.25 s, 300 ms, 12 µs or 40 ns.");
  else if (end_ns <= start_ns)
    error = _("The end has to be after the start.");
  else if (start_ns >= whole_ns)
    error = too_late;
  tv_filter_form_set_error (self->form, error);
}

static void
on_end_changed (Editor *self)
{
  gint64 start_ns = get_time (self->start), end_ns = get_time (self->end);

  if (self->is_setting)
    return;
  if (start_ns >= 0 && end_ns > start_ns)
    set_time (self, self->length, end_ns - start_ns);
  check (self);
}

static void
on_length_changed (Editor *self)
{
  gint64 start_ns = get_time (self->start), length_ns = get_time (self->length);

  if (self->is_setting)
    return;
  if (start_ns >= 0 && length_ns >= 0)
    set_time (self, self->end, start_ns + length_ns);
  check (self);
}

static void
apply (Editor *self)
{
  gint64 origin_ns = tv_trace_get_start_ns (self->trace);

  gtk_widget_activate_action (GTK_WIDGET (self->form), "win.selected-time", "(xx)",
                              origin_ns + get_time (self->start), origin_ns + get_time (self->end));
}

/* Without a selected range it begins with the whole trace. */
GtkWidget *
tv_range_editor_new (TvSession *session)
{
  GtkWidget *form = tv_filter_form_new ();
  Editor *self = g_new0 (Editor, 1);
  gint64 origin_ns, start_ns, end_ns;

  self->trace = g_object_ref (tv_session_get_trace (session));
  self->form = TV_FILTER_FORM (form);
  g_object_set_data_full (G_OBJECT (form), "tv-editor", self, editor_free);
  self->start = GTK_EDITABLE (tv_filter_form_add_entry (self->form, _("Start")));
  self->end = GTK_EDITABLE (tv_filter_form_add_entry (self->form, _("End")));
  self->length = GTK_EDITABLE (tv_filter_form_add_entry (self->form, _("Length")));

  origin_ns = tv_trace_get_start_ns (self->trace);
  if (!tv_session_get_range (session, &start_ns, &end_ns))
    {
      start_ns = origin_ns;
      end_ns = tv_trace_get_end_ns (self->trace);
    }
  set_time (self, self->start, start_ns - origin_ns);
  set_time (self, self->end, end_ns - origin_ns);
  set_time (self, self->length, end_ns - start_ns);
  g_signal_connect_swapped (self->start, "changed", G_CALLBACK (on_end_changed), self);
  g_signal_connect_swapped (self->end, "changed", G_CALLBACK (on_end_changed), self);
  g_signal_connect_swapped (self->length, "changed", G_CALLBACK (on_length_changed), self);
  g_signal_connect_swapped (form, "apply", G_CALLBACK (apply), self);
  return form;
}
