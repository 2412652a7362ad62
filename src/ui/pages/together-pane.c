/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/together-pane.h"

#include <glib/gi18n.h>

#include "paint/kit/time-format.h"

/* A larger uncertainty than this is marked. */
#define UNSURE_NS (10 * G_GINT64_CONSTANT (1000000))

#define DIMMED 0.5

/* What a worker is asked, and what it has found out. */
typedef struct
{
  TvTogether *together;
  GPtrArray *strings; /* of the sources */
  GArray *sources;    /* TvSource */
} Look;

struct _TvTogetherPane
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkLabel *note;
  GtkListBox *list;

  TvTogether *together;      /* (nullable): while a worker has it */
  Look *wanted;              /* (nullable): what is to be looked at after that */
  GCancellable *cancellable; /* (nullable): of the worker */
};

G_DEFINE_FINAL_TYPE (TvTogetherPane, tv_together_pane, GTK_TYPE_WIDGET)

enum
{
  LOOKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void look (TvTogetherPane *self);

static Look *
look_new (const TvSource *sources, guint n)
{
  Look *self = g_new0 (Look, 1);

  self->strings = g_ptr_array_new_with_free_func (g_free);
  self->sources = g_array_new (FALSE, FALSE, sizeof (TvSource));
  for (guint i = 0; i < n; i++)
    {
      TvSource source = { g_strdup (sources[i].path), g_strdup (sources[i].member) };

      g_ptr_array_add (self->strings, (char *) source.path);
      g_ptr_array_add (self->strings, (char *) source.member);
      g_array_append_val (self->sources, source);
    }
  return self;
}

static void
look_free (gpointer data)
{
  Look *self = data;

  tv_together_free (self->together);
  g_ptr_array_unref (self->strings);
  g_array_unref (self->sources);
  g_free (self);
}

/* ---- The list ---- */

static GtkWidget *
new_label (const char *text, const char *style, float xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_widget_add_css_class (label, style);
  return label;
}

static char *
dup_uncertainty (const TvTogetherFile *file)
{
  g_autofree char *time = NULL;

  if (file->source == NULL)
    return g_strdup (_("exact"));
  time = tv_time_format (file->uncertainty_ns);
  return g_strdup_printf ("± %s", time);
}

static char *
dup_offset (const TvTogetherFile *file)
{
  g_autofree char *time = tv_time_format (ABS (file->offset_ns));

  if (file->offset_ns == 0)
    return g_strdup ("0");
  return g_strdup_printf ("%s %s", file->offset_ns > 0 ? "+" : "−", time);
}

/*   name          ± 1.0 ms
 *   clock           + 60 s
 *   what ties it               */
static void
fill_tied (GtkGrid *grid, const TvTogetherFile *file)
{
  g_autofree char *uncertainty = dup_uncertainty (file);
  g_autofree char *offset = dup_offset (file);
  gboolean is_unsure = file->uncertainty_ns > UNSURE_NS;
  GtkWidget *sure = new_label (uncertainty, "numeric", 1.0f);
  GtkWidget *clock = new_label (file->clock != NULL ? file->clock : _("clock not stated"),
                                "dim-label", 0.0f);
  GtkWidget *by = new_label (offset, "numeric", 1.0f);
  GtkWidget *source = new_label (
      file->source != NULL ? file->source : _("the timeline’s own clock"), "caption", 0.0f);

  if (is_unsure)
    gtk_widget_add_css_class (sure, "unsure");
  gtk_widget_set_tooltip_text (sure, _("By how much its place on the timeline may be off"));
  gtk_widget_set_tooltip_text (by, _("How much later its times are on the timeline’s clock"));
  gtk_widget_add_css_class (source, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (source), TRUE);
  gtk_grid_attach (grid, sure, 1, 0, 1, 1);
  gtk_grid_attach (grid, clock, 0, 1, 1, 1);
  gtk_grid_attach (grid, by, 1, 1, 1, 1);
  gtk_grid_attach (grid, source, 0, 2, 2, 1);
}

static void
fill_untied (GtkGrid *grid, const TvTogetherFile *file)
{
  GtkWidget *reason = new_label (file->reason, "caption", 0.0f);

  gtk_widget_add_css_class (reason, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (reason), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (reason), PANGO_WRAP_WORD_CHAR);
  gtk_grid_attach (grid, reason, 0, 1, 2, 1);
}

static void
describe_row (GtkWidget *row, const TvTogetherFile *file)
{
  g_autofree char *uncertainty = file->is_tied ? dup_uncertainty (file) : NULL;
  g_autofree char *offset = file->is_tied ? dup_offset (file) : NULL;
  g_autofree char *words = file->is_tied ? g_strdup_printf (_("%s: later by %s, %s"), file->name,
                                                            offset, uncertainty)
                                         : g_strdup_printf (_("%s: cannot be opened together: %s"),
                                                            file->name, file->reason);

  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static void
add_row (TvTogetherPane *self, const TvTogetherFile *file)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *name = new_label (file->name, file->is_tied ? "heading" : "dim-label", 0.0f);

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_set_tooltip_text (name, file->name);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_attach (GTK_GRID (grid), name, 0, 0, file->is_tied ? 1 : 2, 1);
  if (file->is_tied)
    fill_tied (GTK_GRID (grid), file);
  else
    fill_untied (GTK_GRID (grid), file);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), grid);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  describe_row (row, file);
  gtk_list_box_append (self->list, row);
}

static char *
dup_note (TvTogetherPane *self)
{
  guint n;
  const TvTogetherFile *files = tv_together_get_files (self->together, &n);
  guint n_tied = tv_together_pane_count_tied (self);
  const char *clock = n > 0 ? files[tv_together_get_reference (self->together)].clock : NULL;

  if (n < 2)
    return g_strdup (_("Tick at least two files"));
  if (clock == NULL)
    return g_strdup_printf (ngettext ("%u of %u file", "%u of %u files", n), n_tied, n);
  /* Translators: how many of how many files, and a clock such as "boot" */
  return g_strdup_printf (
      ngettext ("%u of %u file, by the clock %s", "%u of %u files, by the clock %s", n), n_tied, n,
      clock);
}

static void
show (TvTogetherPane *self)
{
  guint n;
  const TvTogetherFile *files = tv_together_get_files (self->together, &n);
  g_autofree char *note = dup_note (self);
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < n; i++)
    add_row (self, &files[i]);
  gtk_label_set_text (self->note, note);
}

/* ---- Looking ---- */

static void
look_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Look *self = data;
  GError *error = NULL;

  if (tv_together_set_sources (self->together,
                               (const TvSource *) (gconstpointer) self->sources->data,
                               self->sources->len, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* What was opened stays open for the next time, also where that came too early for this one. */
static void
on_looked (GObject *source, GAsyncResult *result, gpointer data)
{
  TvTogetherPane *self = TV_TOGETHER_PANE (source);
  Look *done = g_task_get_task_data (G_TASK (result));
  gboolean is_done = g_task_propagate_boolean (G_TASK (result), NULL);

  if (self->cancellable == NULL)
    return; /* the pane is gone */
  g_clear_object (&self->cancellable);
  self->together = g_steal_pointer (&done->together);
  if (self->wanted != NULL)
    {
      look (self);
      return;
    }
  gtk_widget_set_opacity (GTK_WIDGET (self->list), 1.0);
  if (!is_done)
    return;
  show (self);
  g_signal_emit (self, signals[LOOKED], 0);
}

static void
look (TvTogetherPane *self)
{
  Look *job = g_steal_pointer (&self->wanted);
  g_autoptr (GTask) task = NULL;

  job->together = g_steal_pointer (&self->together);
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, on_looked, NULL);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, job, look_free);
  g_task_run_in_thread (task, look_in_thread);
}

/**
 * tv_together_pane_set_sources:
 * @sources: (array length=n): what is to be looked at from now on
 * @n: how many
 */
void
tv_together_pane_set_sources (TvTogetherPane *self, const TvSource *sources, guint n)
{
  g_return_if_fail (TV_IS_TOGETHER_PANE (self));

  g_clear_pointer (&self->wanted, look_free);
  self->wanted = look_new (sources, n);
  gtk_widget_set_opacity (GTK_WIDGET (self->list), DIMMED);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  else
    look (self);
}

/* Whether the file with this place among the sources can be opened with others; not while they are
 * looked at. */
gboolean
tv_together_pane_is_tied (TvTogetherPane *self, guint file)
{
  const TvTogetherFile *files;
  guint n = 0;

  g_return_val_if_fail (TV_IS_TOGETHER_PANE (self), FALSE);
  files = self->together != NULL ? tv_together_get_files (self->together, &n) : NULL;
  return file < n && files[file].is_tied;
}

/* How many can be; 0 while they are looked at. */
guint
tv_together_pane_count_tied (TvTogetherPane *self)
{
  guint n = 0, n_tied = 0;

  g_return_val_if_fail (TV_IS_TOGETHER_PANE (self), 0);
  if (self->together != NULL)
    tv_together_get_files (self->together, &n);
  for (guint i = 0; i < n; i++)
    n_tied += tv_together_pane_is_tied (self, i);
  return n_tied;
}

/* ---- Object ---- */

static void
tv_together_pane_dispose (GObject *object)
{
  TvTogetherPane *self = TV_TOGETHER_PANE (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->wanted, look_free);
  g_clear_pointer (&self->together, tv_together_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_together_pane_parent_class)->dispose (object);
}

static void
tv_together_pane_class_init (TvTogetherPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_together_pane_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "together");
  signals[LOOKED] = g_signal_new ("looked", TV_TYPE_TOGETHER_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
new_button (const char *label, const char *action, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, tooltip);
  return button;
}

static GtkWidget *
new_buttons (void)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *together = new_button (_("Open _Together"), "bundle.open-together",
                                    _("Open what is tied on one timeline (Ctrl+Enter)"));

  gtk_widget_set_halign (buttons, GTK_ALIGN_END);
  gtk_widget_add_css_class (buttons, "buttons");
  gtk_widget_add_css_class (together, "suggested-action");
  gtk_box_append (GTK_BOX (buttons), new_button (_("Open _Apart"), "bundle.open-apart",
                                                 _("Open each in a tab of its own")));
  gtk_box_append (GTK_BOX (buttons), together);
  return buttons;
}

static void
tv_together_pane_init (TvTogetherPane *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *title = new_label (_("Open Together"), "heading", 0.0f);

  self->together = tv_together_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->note = GTK_LABEL (new_label (NULL, "dim-label", 0.0f));
  gtk_label_set_ellipsize (self->note, PANGO_ELLIPSIZE_END);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_list_box_set_show_separators (self->list, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Open Together"), -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (self->box), title);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->note));
  gtk_box_append (GTK_BOX (self->box), scroller);
  gtk_box_append (GTK_BOX (self->box), new_buttons ());
}
