/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/details/fact-list.h"

#include <glib/gi18n.h>

#include "paint/kit/time-format.h"
#include "ui/kit/number-format.h"
#include "ui/session/occurrence-step.h"

#define SLICE_KEY  "tv-slice"
#define SAMPLE_KEY "tv-sample"

#define TITLE_MAX_CHARS 14

struct _TvFactList
{
  GtkWidget parent_instance;

  GtkWidget *grid;
  int n_rows;
};

G_DEFINE_FINAL_TYPE (TvFactList, tv_fact_list, GTK_TYPE_WIDGET)

static void
tv_fact_list_dispose (GObject *object)
{
  g_clear_pointer (&TV_FACT_LIST (object)->grid, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_fact_list_parent_class)->dispose (object);
}

static void
tv_fact_list_class_init (TvFactListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_fact_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tv_fact_list_init (TvFactList *self)
{
  self->grid = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 4);
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 12);
  gtk_widget_set_parent (self->grid, GTK_WIDGET (self));
}

void
tv_fact_list_clear (TvFactList *self)
{
  g_return_if_fail (TV_IS_FACT_LIST (self));

  while (self->n_rows > 0)
    gtk_grid_remove_row (GTK_GRID (self->grid), --self->n_rows);
}

void
tv_fact_list_add_widget (TvFactList *self, const char *title, GtkWidget *value)
{
  GtkWidget *label = gtk_label_new (title);

  g_return_if_fail (TV_IS_FACT_LIST (self));

  gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), MIN (g_utf8_strlen (title, -1), TITLE_MAX_CHARS));
  gtk_label_set_max_width_chars (GTK_LABEL (label), TITLE_MAX_CHARS);
  if (g_utf8_strlen (title, -1) > TITLE_MAX_CHARS)
    gtk_widget_set_tooltip_text (label, title);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, self->n_rows, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), value, 1, self->n_rows, 1, 1);
  self->n_rows++;
}

void
tv_fact_list_add (TvFactList *self, const char *title, const char *text)
{
  GtkWidget *value = gtk_label_new (text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (GTK_LABEL (value), attributes);
  gtk_widget_add_css_class (value, "numeric");
  gtk_label_set_xalign (GTK_LABEL (value), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (value), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (value), PANGO_WRAP_WORD_CHAR);
  tv_fact_list_add_widget (self, title, value);
}

void
tv_fact_list_add_time (TvFactList *self, const char *title, gint64 ns)
{
  g_autofree char *text = tv_time_format (ns);

  tv_fact_list_add (self, title, text);
}

/* A time, and how much that is of a whole. */
void
tv_fact_list_add_share (TvFactList *self, const char *title, gint64 part_ns, gint64 whole_ns)
{
  g_autofree char *time = tv_time_format (part_ns);
  g_autofree char *percent = tv_format_percent (
      whole_ns > 0 ? 100.0 * (double) part_ns / (double) whole_ns : 0.0);
  g_autofree char *text = g_strdup_printf ("%s · %s", time, percent);

  tv_fact_list_add (self, title, text);
}

/* ---- Links ---- */

static GtkWidget *
add_link (TvFactList *self, const char *title, const char *text, const char *tooltip)
{
  GtkWidget *link = gtk_button_new ();
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (label), 2);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_button_set_child (GTK_BUTTON (link), label);
  gtk_widget_add_css_class (link, "flat");
  gtk_widget_add_css_class (link, "fact-link");
  gtk_widget_set_tooltip_text (link, tooltip);
  tv_fact_list_add_widget (self, title, link);
  return link;
}

/* A value that does something when it is clicked. */
void
tv_fact_list_add_action (TvFactList *self,
                         const char *title,
                         const char *text,
                         const char *tooltip,
                         const char *action)
{
  gtk_actionable_set_action_name (GTK_ACTIONABLE (add_link (self, title, text, tooltip)), action);
}

static void
on_slice_clicked (GtkWidget *link, TvSession *session)
{
  guint32 slice = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (link), SLICE_KEY));
  TvTrace *trace = tv_session_get_trace (session);

  tv_session_select_slice (session, slice);
  tv_session_show_slice (session, slice);
  tv_session_reveal_track (session, tv_trace_find_track_at (trace, slice));
}

/* A value that leads to a slice, or a plain one for %TV_NONE. */
void
tv_fact_list_add_slice (TvFactList *self,
                        const char *title,
                        const char *text,
                        TvSession *session,
                        guint32 slice)
{
  GtkWidget *link;

  if (slice == TV_NONE)
    {
      tv_fact_list_add (self, title, text);
      return;
    }
  link = add_link (self, title, text, _("Go There"));
  g_object_set_data (G_OBJECT (link), SLICE_KEY, GUINT_TO_POINTER (slice));
  g_signal_connect_object (link, "clicked", G_CALLBACK (on_slice_clicked), session, 0);
}

typedef struct
{
  guint32 counter;
  gint64 ns;
} Sample;

static void
on_sample_clicked (GtkWidget *link, TvSession *session)
{
  const Sample *sample = g_object_get_data (G_OBJECT (link), SAMPLE_KEY);
  gint64 ns = sample->ns;

  tv_session_reveal_counter (session, sample->counter);
  tv_session_select_counter (session, sample->counter, ns); /* the link goes with this */
  tv_session_reveal_time (session, ns);
}

/* A value that leads to a sample of a counter. */
void
tv_fact_list_add_sample (TvFactList *self,
                         const char *title,
                         const char *text,
                         TvSession *session,
                         guint32 counter,
                         gint64 ns)
{
  GtkWidget *link = add_link (self, title, text, _("Go There"));
  Sample *sample = g_new (Sample, 1);

  *sample = (Sample){ counter, ns };
  g_object_set_data_full (G_OBJECT (link), SAMPLE_KEY, sample, g_free);
  g_signal_connect_object (link, "clicked", G_CALLBACK (on_sample_clicked), session, 0);
}

/* ---- Across ---- */

void
tv_fact_list_add_wide (TvFactList *self, GtkWidget *widget)
{
  g_return_if_fail (TV_IS_FACT_LIST (self));

  gtk_widget_set_hexpand (widget, TRUE);
  gtk_grid_attach (GTK_GRID (self->grid), widget, 0, self->n_rows, 2, 1);
  self->n_rows++;
}

void
tv_fact_list_add_heading (TvFactList *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "heading");
  gtk_widget_set_margin_top (label, 10);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  tv_fact_list_add_wide (self, label);
}
