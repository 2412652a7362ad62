/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shows the diagnosis in place of a missing timeline, or as a line above the content:
 *
 *   ┌──────┬ sentence ──────────────────┬ properties ┐  In a narrow widget the properties are hidden first,
 *   │ sign ├ 1 step                     │            │  then the steps; hidden text is in the tooltip of the
 *   │      ├ 2 step                     │            │  sentence and in the copied text.
 *   └──────┴────────────────────────────┴────────────┘
 *
 * Child of the trace page; trace-page-load.c sets its session. Clicks on links change the session or activate actions
 * of the window. */

#include "ui/views/diagnosis-box.h"

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "ui/kit/font-scale.h"
#include "ui/kit/state-icon.h"
#include "ui/views/diagnosis-text.h"

#define EDGE_PX            18
#define GAP_PX             18
#define PROPERTIES_PX      372
#define PROPERTIES_FROM_PX 900 /* minimum width of the widget at which the properties are visible */
#define STEPS_FROM_PX      701
#define MAX_STEPS          3

/* URI of the link to the log around the incident */
#define LOG_LINK "log"

struct _TvDiagnosisBox
{
  GtkWidget parent_instance;

  GtkWidget *sign;
  GtkWidget *sentence;
  GtkWidget *steps;
  GtkWidget *properties;
  gboolean is_compact;
  gboolean offers_log;
  gboolean shows_all;
  TvSession *session; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (TvDiagnosisBox, tv_diagnosis_box, GTK_TYPE_WIDGET)

/* ---- Layout ---- */

typedef struct
{
  int text_x, text_width;
  int properties_width; /* width of the properties; 0 if hidden */
  gboolean has_steps;
} Layout;

static Layout
find_layout (TvDiagnosisBox *self, int width)
{
  Layout layout = { .has_steps = !self->is_compact &&
                                 width >= tv_font_scale_apply (STEPS_FROM_PX) };
  int sign_width;

  gtk_widget_measure (self->sign, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &sign_width, NULL, NULL);
  layout.text_x = EDGE_PX + sign_width + GAP_PX;
  if (!self->is_compact && width >= tv_font_scale_apply (PROPERTIES_FROM_PX))
    layout.properties_width = tv_font_scale_apply (PROPERTIES_PX);
  layout.text_width = MAX (width - layout.text_x - EDGE_PX -
                               (layout.properties_width > 0 ? layout.properties_width + GAP_PX : 0),
                           1);
  return layout;
}

static int
get_height (GtkWidget *widget, int width)
{
  int height;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  return height;
}

static int
get_edge (TvDiagnosisBox *self)
{
  return self->is_compact ? EDGE_PX / 3 : EDGE_PX - 6;
}

static void
tv_diagnosis_box_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  TvDiagnosisBox *self = TV_DIAGNOSIS_BOX (widget);
  Layout layout;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = tv_font_scale_apply (240);
      *natural = tv_font_scale_apply (PROPERTIES_FROM_PX);
      return;
    }
  layout = find_layout (self, for_size > 0 ? for_size : tv_font_scale_apply (PROPERTIES_FROM_PX));
  *minimum = get_height (self->sentence, layout.text_width) +
             (layout.has_steps ? get_height (self->steps, layout.text_width) : 0);
  if (layout.properties_width > 0)
    *minimum = MAX (*minimum, get_height (self->properties, layout.properties_width));
  *minimum = MAX (*minimum, get_height (self->sign, -1)) + 2 * get_edge (self);
  *natural = *minimum;
}

static void
place (GtkWidget *widget, gboolean is_shown, int x, int y, int width, int height)
{
  int min;

  gtk_widget_set_child_visible (widget, is_shown);
  if (!is_shown)
    return;
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &min, NULL, NULL, NULL);
  gtk_widget_size_allocate (widget, &(GtkAllocation){ x, y, MAX (width, min), height }, -1);
}

static void
tv_diagnosis_box_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvDiagnosisBox *self = TV_DIAGNOSIS_BOX (widget);
  Layout layout = find_layout (self, width);
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int sign_width = layout.text_x - EDGE_PX - GAP_PX, sign_height = get_height (self->sign, -1);
  int text_height = get_height (self->sentence, layout.text_width);
  int text_x = is_rtl ? width - layout.text_x - layout.text_width : layout.text_x,
      y = get_edge (self);

  /* A sentence without steps is centred vertically. */
  if (!layout.has_steps && text_height < height - 2 * y)
    y = (height - text_height) / 2;
  place (self->sign, TRUE, is_rtl ? width - EDGE_PX - sign_width : EDGE_PX, get_edge (self),
         sign_width, sign_height);
  place (self->sentence, TRUE, text_x, y, layout.text_width, text_height);
  place (self->steps, layout.has_steps, text_x, y + text_height, layout.text_width,
         get_height (self->steps, layout.text_width));
  place (self->properties, layout.properties_width > 0,
         is_rtl ? EDGE_PX : width - EDGE_PX - layout.properties_width, y, layout.properties_width,
         get_height (self->properties, layout.properties_width));
}

/* ---- Text ---- */

static gboolean
has_frame (TvSession *session, guint32 thread, guint32 callsite)
{
  const TvCallsite *callsites = tv_trace_get_stacks (tv_session_get_trace (session))->callsites;
  guint32 at = tv_trace_get_dumps (tv_session_get_trace (session))->threads[thread].callsite;

  while (at != TV_NONE && callsites[at].depth > callsites[callsite].depth)
    at = callsites[at].parent;
  return at == callsite;
}

/* Returns: a thread whose stack contains a frame, preferably the thread of the incident; %TV_NONE if there is none */
static guint32
find_thread_of (TvSession *session, guint32 callsite)
{
  guint32 preferred = tv_incident_get_thread (tv_session_get_dump_findings (session)->incident);

  if (preferred != TV_NONE && has_frame (session, preferred, callsite))
    return preferred;
  for (guint32 t = 0; t < tv_trace_get_dumps (tv_session_get_trace (session))->n_threads; t++)
    if (has_frame (session, t, callsite))
      return t;
  return TV_NONE;
}

/* Follows a link: to a slice in the timeline, a line in the log, or a thread. For a lock, selects the thread that
 * holds the lock or waits for it; for a frame, selects a thread with the frame. Then shows the frame. */
static void
follow_link (TvSession *session, TvSentenceTarget target, guint32 row)
{
  const TvDumps *dumps = tv_trace_get_dumps (tv_session_get_trace (session));
  guint32 thread = TV_NONE, callsite = TV_NONE;

  if (target == TV_SENTENCE_SLICE)
    {
      tv_session_select_slice (session, row);
      tv_session_show_slice (session, row);
      tv_session_reveal_track (session,
                               tv_trace_find_track_at (tv_session_get_trace (session), row));
    }
  else if (target == TV_SENTENCE_LINE)
    {
      tv_session_select_line (session, row);
      tv_session_set_cursor_time (session,
                                  tv_trace_get_log_lines (tv_session_get_trace (session))->ts[row]);
    }
  else if (target == TV_SENTENCE_THREAD)
    thread = row;
  else if (target == TV_SENTENCE_LOCK)
    {
      thread = tv_dumps_find_thread (dumps, row);
      callsite = dumps->locks[row].callsite;
    }
  else if (target == TV_SENTENCE_CALLSITE)
    {
      thread = find_thread_of (session, row);
      callsite = row;
    }
  if (thread == TV_NONE)
    return;
  tv_session_select_dump_thread (session, thread);
  if (callsite != TV_NONE)
    g_signal_emit_by_name (session, "reveal-frame", callsite);
}

static gboolean
on_link (GtkLabel *label, const char *uri, TvDiagnosisBox *self)
{
  TvSentenceTarget target;
  guint32 row;

  if (g_str_equal (uri, LOG_LINK))
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.log-around", NULL);
      return TRUE;
    }
  if (!tv_diagnosis_text_parse_link (uri, &target, &row))
    return FALSE;
  if (target != TV_SENTENCE_SLICE)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.panel-page", "s",
                                target == TV_SENTENCE_LINE ? "log" : "dump");
  follow_link (self->session, target, row);
  return TRUE;
}

static GtkWidget *
make_label (TvDiagnosisBox *self, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, style);
  g_signal_connect (label, "activate-link", G_CALLBACK (on_link), self);
  return label;
}

/* Adds a line: a step of the evidence, or another report of the file. @sign: number of the step, or kind of the
 * report. */
static void
add_step (TvDiagnosisBox *self, const char *sign, const TvSentence *sentence)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *number = gtk_label_new (NULL), *label = make_label (self, "step");
  g_autofree char *markup = tv_diagnosis_text_dup_markup (sentence, FALSE);

  gtk_label_set_text (GTK_LABEL (number), sign);
  gtk_widget_add_css_class (number, "step-number");
  gtk_widget_set_valign (number, GTK_ALIGN_START);
  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_wrap (GTK_LABEL (label), self->shows_all);
  gtk_label_set_ellipsize (GTK_LABEL (label),
                           self->shows_all ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (line), number);
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (self->steps), line);
}

static void
clear_box (GtkWidget *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)) != NULL)
    gtk_widget_unparent (child);
}

static void
add_rest (TvDiagnosisBox *self, guint n_more)
{
  g_autofree char *text = self->shows_all
                              ? g_strdup (_("Show fewer"))
                              : tv_number_printf (ngettext ("and %u more", "and %u more", n_more),
                                                  n_more);
  GtkWidget *button = gtk_button_new_with_label (text);

  gtk_widget_add_css_class (button, "property-link");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_set_margin_start (button, 28);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "diagnosis.show-all");
  gtk_box_append (GTK_BOX (self->steps), button);
}

static void
show_steps (TvDiagnosisBox *self)
{
  const TvIncident *incident = tv_session_get_dump_findings (self->session)->incident;
  guint n_steps = tv_incident_get_n_steps (incident);
  guint n = n_steps + tv_incident_get_n_others (incident);
  guint n_shown = self->shows_all || n == MAX_STEPS + 1 ? n : MIN (n, (guint) MAX_STEPS);

  clear_box (self->steps);
  for (guint i = 0; i < n_shown; i++)
    {
      const TvIncident *other = i >= n_steps ? tv_incident_get_other (incident, i - n_steps) : NULL;
      g_autofree char *number = g_strdup_printf ("%u", i + 1);

      if (other == NULL)
        add_step (self, number, tv_incident_get_step (incident, i));
      else
        add_step (self, tv_incident_kind_label (tv_incident_get_kind (other)),
                  tv_incident_get_sentence (other));
    }
  if (n > MAX_STEPS + 1)
    add_rest (self, n - n_shown);
}

static void
show_properties (TvDiagnosisBox *self)
{
  g_autoptr (GArray) properties = tv_diagnosis_text_list_details (self->session);
  GtkWidget *copy = gtk_button_new_with_label (_("Copy as Text"));

  for (guint i = 0; i < properties->len; i++)
    {
      const TvDiagnosisDetail *property = &g_array_index (properties, TvDiagnosisDetail, i);
      GtkWidget *label = gtk_label_new (property->label), *value = gtk_label_new (property->text);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_yalign (GTK_LABEL (label), 0);
      gtk_widget_add_css_class (label, "property-name");
      gtk_label_set_xalign (GTK_LABEL (value), 0);
      gtk_label_set_wrap (GTK_LABEL (value), TRUE);
      gtk_label_set_lines (GTK_LABEL (value), 2);
      gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_END);
      gtk_widget_set_hexpand (value, TRUE);
      gtk_widget_set_tooltip_text (value,
                                   property->tooltip != NULL ? property->tooltip : property->text);
      gtk_grid_attach (GTK_GRID (self->properties), label, 0, (int) i, 1, 1);
      gtk_grid_attach (GTK_GRID (self->properties), value, 1, (int) i, 1, 1);
    }
  gtk_widget_add_css_class (copy, "property-link");
  gtk_widget_add_css_class (copy, "flat");
  gtk_widget_set_halign (copy, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (copy), "diagnosis.copy");
  gtk_grid_attach (GTK_GRID (self->properties), copy, 1, (int) properties->len, 1, 1);
}

static void
show_sentence (TvDiagnosisBox *self)
{
  const TvIncident *incident = tv_session_get_dump_findings (self->session)->incident;
  gboolean is_open = tv_incident_get_certainty (incident, NULL) == TV_INCIDENT_OPEN ||
                     !tv_incident_is_wrong (incident);
  g_autofree char *markup = tv_diagnosis_text_dup_markup (tv_incident_get_sentence (incident),
                                                          TRUE);
  g_autofree char *text = tv_diagnosis_text_dup_all (self->session);

  if (self->offers_log)
    {
      g_autofree char *sentence = g_steal_pointer (&markup);

      markup = g_strdup_printf ("%s <a href=\"" LOG_LINK "\">%s</a>", sentence,
                                _("Show Log at "
                                  "This Time"));
    }
  gtk_label_set_markup (GTK_LABEL (self->sentence), markup);
  gtk_widget_set_tooltip_text (self->sign, text);
  if (self->is_compact)
    gtk_widget_set_tooltip_text (self->sentence, text);
  gtk_box_append (GTK_BOX (self->sign),
                  is_open ? gtk_image_new_from_icon_name ("dialog-information-symbolic")
                          : tv_state_icon_new ());
  gtk_widget_set_hexpand (gtk_widget_get_first_child (self->sign), TRUE);
  if (is_open)
    gtk_widget_add_css_class (GTK_WIDGET (self), "open");
}

/**
 * tv_diagnosis_box_set_session:
 * @session: session of a trace with dumps
 * @is_compact: whether only the sentence is visible, with the steps and properties in its tooltip
 * @offers_log: whether to add a link to the log around the incident, which activates the window's action "log-around"
 *
 * Shows the diagnosis of the dumps. Called once.
 */
void
tv_diagnosis_box_set_session (TvDiagnosisBox *self,
                              TvSession *session,
                              gboolean is_compact,
                              gboolean offers_log)
{
  g_return_if_fail (TV_IS_DIAGNOSIS_BOX (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  self->is_compact = is_compact;
  self->offers_log = offers_log;
  if (is_compact)
    gtk_widget_add_css_class (GTK_WIDGET (self), "compact");
  show_sentence (self);
  show_steps (self);
  show_properties (self);
}

/* ---- Object ---- */

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text = tv_diagnosis_text_dup_all (TV_DIAGNOSIS_BOX (widget)->session);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
show_all_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvDiagnosisBox *self = TV_DIAGNOSIS_BOX (widget);

  self->shows_all = !self->shows_all;
  show_steps (self);
}

static void
tv_diagnosis_box_dispose (GObject *object)
{
  TvDiagnosisBox *self = TV_DIAGNOSIS_BOX (object);

  g_clear_pointer (&self->sign, gtk_widget_unparent);
  g_clear_pointer (&self->sentence, gtk_widget_unparent);
  g_clear_pointer (&self->steps, gtk_widget_unparent);
  g_clear_pointer (&self->properties, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_diagnosis_box_parent_class)->dispose (object);
}

static GtkSizeRequestMode
tv_diagnosis_box_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
tv_diagnosis_box_class_init (TvDiagnosisBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_diagnosis_box_dispose;
  widget_class->measure = tv_diagnosis_box_measure;
  widget_class->size_allocate = tv_diagnosis_box_size_allocate;
  widget_class->get_request_mode = tv_diagnosis_box_get_request_mode;
  gtk_widget_class_set_css_name (widget_class, "diagnosis");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_install_action (widget_class, "diagnosis.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "diagnosis.show-all", NULL, show_all_action);
}

static void
tv_diagnosis_box_init (TvDiagnosisBox *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Diagnosis"), -1);
  self->sign = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->sign, "sign");
  gtk_widget_set_parent (self->sign, GTK_WIDGET (self));
  self->sentence = make_label (self, "sentence");
  gtk_widget_set_parent (self->sentence, GTK_WIDGET (self));
  self->steps = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  gtk_widget_add_css_class (self->steps, "steps");
  gtk_widget_set_parent (self->steps, GTK_WIDGET (self));
  self->properties = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (self->properties), 4);
  gtk_grid_set_column_spacing (GTK_GRID (self->properties), 24);
  gtk_widget_add_css_class (self->properties, "properties");
  gtk_widget_set_parent (self->properties, GTK_WIDGET (self));
}
