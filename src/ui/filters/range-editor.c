/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Editor of the selected range: its start and its end in the time base of the page, and its length. A new start or
 * end changes the length; a new length changes the end. Created by filter-editor.c. Changes the selection only
 * through the action "win.selected-time". */

#include "ui/filters/editors.h"

#include <glib/gi18n.h>

#include "core/time-parse.h"
#include "core/time-format.h"
#include "ui/filters/filter-form.h"

/* Times are shown with digits down to 1 µs, which is the resolution of most files. A time that is not a multiple of 1
 * µs is shown with digits down to 1 ns. */
#define TICK_NS 1000

typedef struct
{
  TvTrace *trace;
  TvTimeBase base;
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
set_text (Editor *self, GtkEditable *entry, char *text)
{
  self->is_setting = TRUE;
  gtk_editable_set_text (entry, text);
  self->is_setting = FALSE;
  g_free (text);
}

static void
set_time (Editor *self, GtkEditable *entry, gint64 ns)
{
  gint64 since_ns = ns - self->base.zero_ns;

  set_text (self, entry,
            tv_time_base_format_at (&self->base, ns, since_ns % TICK_NS == 0 ? TICK_NS : 1));
}

static void
set_length (Editor *self, gint64 ns)
{
  set_text (self, self->length, tv_time_format_at (ns, ns % TICK_NS == 0 ? TICK_NS : 1));
}

static gboolean
get_time (const Editor *self, GtkEditable *entry, gint64 *ns)
{
  return tv_time_base_parse (self->trace, &self->base, gtk_editable_get_text (entry),
                             tv_trace_get_start_ns (self->trace), ns);
}

static gint64
get_length (const Editor *self)
{
  return tv_time_parse (gtk_editable_get_text (self->length));
}

static void
check (Editor *self)
{
  gint64 trace_start_ns = tv_trace_get_start_ns (self->trace), start_ns = 0, end_ns = 0;
  gint64 trace_end_ns = tv_trace_get_end_ns (self->trace);
  g_autofree char *whole = tv_time_base_format_range (&self->base, trace_start_ns, trace_end_ns);
  g_autofree char *outside = g_strdup_printf (_("The trace covers %s."), whole);
  g_autofree char *example = tv_time_base_format_at (&self->base, trace_start_ns, TICK_NS);
  g_autofree char *by_clock = g_strdup_printf (_("Write times as %s, 1.25 s or 300 ms."), example);
  const char *error = NULL;

  if (!get_time (self, self->start, &start_ns) || !get_time (self, self->end, &end_ns) ||
      get_length (self) < 0)
    error = self->base.kind == TV_TIME_BASE_START
                ? _("Write times as 1.25 s, 300 ms, 12 µs or 40 ns.")
                : by_clock;
  else if (end_ns <= start_ns)
    error = _("The end must be after the start.");
  else if (start_ns >= trace_end_ns || end_ns <= trace_start_ns)
    error = outside;
  tv_filter_form_set_error (self->form, error);
}

static void
on_end_changed (Editor *self)
{
  gint64 start_ns, end_ns;

  if (self->is_setting)
    return;
  if (get_time (self, self->start, &start_ns) && get_time (self, self->end, &end_ns) &&
      end_ns > start_ns)
    set_length (self, end_ns - start_ns);
  check (self);
}

static void
on_length_changed (Editor *self)
{
  gint64 start_ns, length_ns = get_length (self);

  if (self->is_setting)
    return;
  if (get_time (self, self->start, &start_ns) && length_ns >= 0)
    set_time (self, self->end,
              start_ns <= G_MAXINT64 - length_ns ? start_ns + length_ns : G_MAXINT64);
  check (self);
}

static void
apply (Editor *self)
{
  gint64 start_ns, end_ns;

  if (get_time (self, self->start, &start_ns) && get_time (self, self->end, &end_ns))
    gtk_widget_activate_action (GTK_WIDGET (self->form), "win.selected-time", "(xx)", start_ns,
                                end_ns);
}

/* Returns: (transfer floating): an editor; without a selected range, it contains the range of the whole trace */
GtkWidget *
tv_range_editor_new (TvSession *session)
{
  GtkWidget *form = tv_filter_form_new ();
  Editor *self = g_new0 (Editor, 1);
  gint64 start_ns, end_ns;

  self->trace = g_object_ref (tv_session_get_trace (session));
  self->base = *tv_session_get_time_base (session);
  self->form = TV_FILTER_FORM (form);
  g_object_set_data_full (G_OBJECT (form), "tv-editor", self, editor_free);
  self->start = GTK_EDITABLE (tv_filter_form_add_entry (self->form, _("Start")));
  self->end = GTK_EDITABLE (tv_filter_form_add_entry (self->form, _("End")));
  self->length = GTK_EDITABLE (tv_filter_form_add_entry (self->form, _("Length")));

  if (!tv_session_get_range (session, &start_ns, &end_ns))
    {
      start_ns = tv_trace_get_start_ns (self->trace);
      end_ns = tv_trace_get_end_ns (self->trace);
    }
  set_time (self, self->start, start_ns);
  set_time (self, self->end, end_ns);
  set_length (self, end_ns - start_ns);
  g_signal_connect_swapped (self->start, "changed", G_CALLBACK (on_end_changed), self);
  g_signal_connect_swapped (self->end, "changed", G_CALLBACK (on_end_changed), self);
  g_signal_connect_swapped (self->length, "changed", G_CALLBACK (on_length_changed), self);
  g_signal_connect_swapped (form, "apply", G_CALLBACK (apply), self);
  return form;
}
