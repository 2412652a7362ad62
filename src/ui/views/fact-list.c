/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/fact-list.h"

#include <glib/gi18n.h>

#include "ui/session/occurrence-step.h"
#include "ui/views/state-bar.h"

#define FACT_KEY "tv-fact"

#define LABEL_MAX_CHARS 14

struct _TvFactList
{
  GtkWidget parent_instance;

  GtkGrid *grid;
  int n_rows;
  int held_px; /* minimum height */
};

G_DEFINE_FINAL_TYPE (TvFactList, tv_fact_list, GTK_TYPE_WIDGET)

static GtkSizeRequestMode
tv_fact_list_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
tv_fact_list_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  TvFactList *self = TV_FACT_LIST (widget);

  gtk_widget_measure (GTK_WIDGET (self->grid), orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = MAX (*minimum, self->held_px);
  *natural = MAX (*natural, *minimum);
}

static void
tv_fact_list_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_size_allocate (GTK_WIDGET (TV_FACT_LIST (widget)->grid),
                            &(GtkAllocation){ 0, 0, width, height }, -1);
}

static void
tv_fact_list_dispose (GObject *object)
{
  TvFactList *self = TV_FACT_LIST (object);

  if (self->grid != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->grid));
  self->grid = NULL;
  G_OBJECT_CLASS (tv_fact_list_parent_class)->dispose (object);
}

static void
tv_fact_list_class_init (TvFactListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_fact_list_dispose;
  widget_class->get_request_mode = tv_fact_list_get_request_mode;
  widget_class->measure = tv_fact_list_measure;
  widget_class->size_allocate = tv_fact_list_size_allocate;
}

static void
tv_fact_list_init (TvFactList *self)
{
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_row_spacing (self->grid, 4);
  gtk_grid_set_column_spacing (self->grid, 12);
  gtk_widget_set_parent (GTK_WIDGET (self->grid), GTK_WIDGET (self));
}

/* ---- Lines ---- */

static void
add_wide (TvFactList *self, GtkWidget *widget)
{
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_grid_attach (self->grid, widget, 0, self->n_rows++, 2, 1);
}

static void
add_line (TvFactList *self, const char *text, GtkWidget *value)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), MIN (g_utf8_strlen (text, -1), LABEL_MAX_CHARS));
  gtk_label_set_max_width_chars (GTK_LABEL (label), LABEL_MAX_CHARS);
  if (g_utf8_strlen (text, -1) > LABEL_MAX_CHARS)
    gtk_widget_set_tooltip_text (label, text);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_grid_attach (self->grid, label, 0, self->n_rows, 1, 1);
  gtk_grid_attach (self->grid, value, 1, self->n_rows++, 1, 1);
}

static GtkWidget *
make_value (const char *text)
{
  GtkWidget *value = gtk_label_new (text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (GTK_LABEL (value), attributes);
  gtk_label_set_xalign (GTK_LABEL (value), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (value), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (value), PANGO_WRAP_WORD_CHAR);
  return value;
}

static void
add_text (TvFactList *self, const char *label, const char *text)
{
  GtkWidget *value = make_value (text);

  gtk_widget_add_css_class (value, "numeric");
  add_line (self, label, value);
}

static void
add_whole_text (TvFactList *self, const char *text)
{
  GtkWidget *value = make_value (text);

  gtk_label_set_selectable (GTK_LABEL (value), TRUE);
  add_wide (self, value);
}

static void
add_remark (TvFactList *self, const char *text)
{
  GtkWidget *value = make_value (text);

  gtk_widget_add_css_class (value, "remark");
  add_wide (self, value);
}

static void
add_heading (TvFactList *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "heading");
  gtk_widget_set_margin_top (label, 10);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  add_wide (self, label);
}

static void
add_state (TvFactList *self, const TvFact *fact)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *name = gtk_label_new (fact->label);
  GtkWidget *value = gtk_label_new (fact->texts[0]);

  gtk_widget_add_css_class (value, "numeric");
  gtk_label_set_xalign (GTK_LABEL (name), 0.0f);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_box_append (GTK_BOX (box), tv_state_bar_new_spot (fact->state));
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), value);
  add_wide (self, box);
}

/* ---- Links ---- */

/* Goes to the target of a link. Copies the fact first, because it is freed when the selection changes; the strings of
 * the copy must not be used. */
static void
on_clicked (GtkWidget *link, TvSession *session)
{
  TvFact target = *(const TvFact *) g_object_get_data (G_OBJECT (link), FACT_KEY);
  TvTrace *trace = tv_session_get_trace (session);

  if (target.source != TV_NONE)
    {
      gtk_widget_activate_action (link, "calls.open-source", "u", target.source);
      return;
    }
  if (target.slice != TV_NONE)
    {
      tv_session_select_slice (session, target.slice); /* frees the link */
      tv_session_show_slice (session, target.slice);
      tv_session_reveal_track (session, tv_trace_find_track_at (trace, target.slice));
      return;
    }
  if (target.line != TV_NONE)
    {
      tv_session_select_line (session, target.line);
      return;
    }
  if (target.dump_thread != TV_NONE)
    {
      gtk_widget_activate_action (link, "win.panel-page", "s", "dump");
      tv_session_select_dump_thread (session, target.dump_thread);
      return;
    }
  tv_session_reveal_counter (session, target.counter);
  tv_session_select_counter (session, target.counter, target.ns);
  tv_session_reveal_time (session, target.ns);
}

static void
add_link (TvFactList *self, const TvFact *fact, TvSession *session)
{
  GtkWidget *link = gtk_button_new ();
  GtkWidget *value = make_value (fact->texts[0]);

  gtk_label_set_lines (GTK_LABEL (value), 2);
  gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_END);
  gtk_button_set_child (GTK_BUTTON (link), value);
  gtk_widget_add_css_class (link, "flat");
  gtk_widget_add_css_class (link, "fact-link");
  gtk_widget_set_tooltip_text (link, fact->source != TV_NONE ? _("Open Source") : _("Go to It"));
  g_object_set_data_full (G_OBJECT (link), FACT_KEY, g_memdup2 (fact, sizeof *fact), g_free);
  g_signal_connect_object (link, "clicked", G_CALLBACK (on_clicked), session, 0);
  add_line (self, fact->label, link);
}

/* ---- */

static void
add_fact (TvFactList *self, const TvFacts *facts, const TvFact *fact, TvSession *session)
{
  g_autofree char *text = tv_facts_dup_value (facts, fact, TRUE);

  switch (fact->kind)
    {
    case TV_FACT_HEADING:
      add_heading (self, fact->label);
      break;
    case TV_FACT_TEXT:
      add_whole_text (self, fact->texts[0]);
      break;
    case TV_FACT_STATES:
      add_wide (self, tv_state_bar_new (&facts->states));
      break;
    case TV_FACT_STATE:
      add_state (self, fact);
      break;
    case TV_FACT_VALUE:
    case TV_FACT_FIGURES:
    case TV_FACT_HINT:
    default:
      if (fact->slice != TV_NONE || fact->counter != TV_NONE || fact->source != TV_NONE ||
          fact->line != TV_NONE || fact->dump_thread != TV_NONE)
        add_link (self, fact, session);
      else
        add_text (self, fact->label, text);
    }
}

/* Replaces the visible facts. */
void
tv_fact_list_show (TvFactList *self, const TvFacts *facts, TvSession *session)
{
  g_return_if_fail (TV_IS_FACT_LIST (self));

  while (self->n_rows > 0)
    gtk_grid_remove_row (self->grid, --self->n_rows);
  if (facts->remark != NULL)
    add_remark (self, facts->remark);
  for (guint i = 0; i < facts->list->len; i++)
    {
      const TvFact *fact = &g_array_index (facts->list, TvFact, i);

      if (fact->uses & TV_FACT_FULL)
        add_fact (self, facts, fact, session);
    }
}

/**
 * tv_fact_list_hold_height:
 * @self: a list
 * @holds: %FALSE to use the natural height again
 *
 * Keeps at least the current height, so that the widgets below do not move.
 */
void
tv_fact_list_hold_height (TvFactList *self, gboolean holds)
{
  g_return_if_fail (TV_IS_FACT_LIST (self));

  self->held_px = holds ? gtk_widget_get_height (GTK_WIDGET (self)) : 0;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
