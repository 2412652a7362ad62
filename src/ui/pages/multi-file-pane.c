/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/multi-file-pane.h"

#include <glib/gi18n.h>

#include "core/clocks.h"
#include "core/time-format.h"
#include "ui/pages/clock-offsets.h"
#include "ui/pages/multi-file-row.h"
#include "ui/pages/multi-file-strip.h"
#include "ui/pages/trace-page.h"

/* The files to be opened on one timeline, with the offsets of their clocks. Created by the template of the bundle
 * page, which sets the ticked members as sources. Owns the clock offsets and the result of the last worker. Does not
 * open files itself: its buttons activate actions of the bundle page. */

#define DIMMED 0.5

/* Maximum number of files that are named in a warning. */
#define MAX_NAMES 3

/* Input and result of a worker that examines files. */
typedef struct
{
  TvMultiFile *multi_file;
  GPtrArray *strings; /* owns the paths and member names in @sources */
  GPtrArray *bundles; /* (element-type TvBundle): bundles of the sources */
  GArray *sources;    /* (element-type TvSource): files to examine */
  GArray *durations;  /* (element-type gint64): durations of the files in ns */
} Job;

struct _TvMultiFilePane
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkLabel *note;
  GtkListBox *list;
  TvMultiFileStrip *strip;
  GtkWidget *warning;
  GtkLabel *warning_label;

  TvClockOffsets *offsets;
  Job *shown;                /* (nullable): copy of the last request */
  char **clockless;          /* (nullable): names of members without a clock */
  TvMultiFile *multi_file;   /* (nullable): opened files; NULL while a worker uses them */
  Job *wanted;               /* (nullable): next request */
  GCancellable *cancellable; /* (nullable): cancellable of the worker, set while it runs */
};

G_DEFINE_FINAL_TYPE (TvMultiFilePane, tv_multi_file_pane, GTK_TYPE_WIDGET)

enum
{
  EXAMINED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void start_next_job (TvMultiFilePane *self);

static Job *
job_new (TvMultiFilePane *pane, const TvSource *sources, const gint64 *durations, guint n)
{
  Job *self = g_new0 (Job, 1);

  self->strings = g_ptr_array_new_with_free_func (g_free);
  self->bundles = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_bundle_free);
  self->sources = g_array_new (FALSE, FALSE, sizeof (TvSource));
  self->durations = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_array_append_vals (self->durations, durations, n);
  for (guint i = 0; i < n; i++)
    {
      TvSource source = { .path = g_strdup (sources[i].path),
                          .member = g_strdup (sources[i].member),
                          .bundle = tv_bundle_ref (sources[i].bundle) };

      source.has_offset = tv_clock_offsets_find (pane->offsets, source.member, &source.offset_ns);
      g_ptr_array_add (self->strings, (char *) source.path);
      g_ptr_array_add (self->strings, (char *) source.member);
      g_ptr_array_add (self->bundles, source.bundle);
      g_array_append_val (self->sources, source);
    }
  return self;
}

static void
job_free (gpointer data)
{
  Job *self = data;

  tv_multi_file_free (self->multi_file);
  g_ptr_array_unref (self->strings);
  g_ptr_array_unref (self->bundles);
  g_array_unref (self->sources);
  g_array_unref (self->durations);
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
dup_note (TvMultiFilePane *self)
{
  guint n;
  const TvMultiFileMember *files = tv_multi_file_get_files (self->multi_file, &n);
  guint n_synchronized = tv_multi_file_pane_count_tied (self);
  const char *clock = n > 0 ? files[tv_multi_file_get_reference (self->multi_file)].clock : NULL;

  if (n < 2)
    return g_strdup (_("Select at least two files"));
  if (clock == NULL)
    return tv_number_printf (ngettext ("%u of %u file", "%u of %u files", n), n_synchronized, n);
  /* Translators: number of synchronized files, number of all files, and a clock such as “boot” */
  return tv_number_printf (ngettext ("%u of %u file, synchronized by the clock %s",
                                     "%u of %u files, synchronized by the clock %s", n),
                           n_synchronized, n, clock);
}

/* Shows a warning that names the files with uncertain clock offsets, and their uncertainty, such as “1 s”. */
static void
warn (TvMultiFilePane *self, const TvMultiFileMember *files, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_unsure = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *time = NULL;

      if (!tv_multi_file_member_is_unsure (&files[i]) || n_unsure++ >= MAX_NAMES)
        continue;
      time = tv_time_format (tv_multi_file_member_get_uncertainty (&files[i]));
      /* Translators: a separator or nothing, a file, and the uncertainty of its clock offset */
      g_string_append_printf (text, _("%s%s may be off by %s"), text->len > 0 ? ", " : "",
                              files[i].name, time);
    }
  if (n_unsure > MAX_NAMES)
    tv_number_append_printf (text, _(", and %u more"), n_unsure - MAX_NAMES);
  if (n_unsure > 0)
    g_string_append (text, _(". The strip shows this uncertainty as blurred edges."));
  gtk_label_set_text (self->warning_label, text->str);
  gtk_widget_set_visible (self->warning, n_unsure > 0);
}

static gboolean
is_wall (TvMultiFilePane *self)
{
  guint n;
  const TvMultiFileMember *files = tv_multi_file_get_files (self->multi_file, &n);
  const char *clock = n > 0 ? files[tv_multi_file_get_reference (self->multi_file)].clock : NULL;

  return g_strcmp0 (clock, TV_CLOCK_LOCAL) == 0 || g_strcmp0 (clock, TV_CLOCK_REALTIME) == 0;
}

static void
show (TvMultiFilePane *self)
{
  guint n;
  const TvMultiFileMember *files = tv_multi_file_get_files (self->multi_file, &n);
  g_autofree char *note = dup_note (self);
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (self->list, tv_multi_file_row_new (&files[i], i));
  gtk_label_set_text (self->note, note);
  warn (self, files, n);
  tv_multi_file_strip_set (self->strip, files,
                           (const gint64 *) (gconstpointer) self->shown->durations->data,
                           MIN (n, self->shown->durations->len), is_wall (self));
}

/* ---- Worker ---- */

static void
examine_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *self = data;
  GError *error = NULL;

  if (tv_multi_file_set_sources (self->multi_file,
                                 (const TvSource *) (gconstpointer) self->sources->data,
                                 self->sources->len, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Takes the result of a worker. Keeps the opened files for the next request, even if the result is outdated. */
static void
on_examined (GObject *source, GAsyncResult *result, gpointer data)
{
  TvMultiFilePane *self = TV_MULTI_FILE_PANE (source);
  Job *done = g_task_get_task_data (G_TASK (result));
  gboolean is_done = g_task_propagate_boolean (G_TASK (result), NULL);

  if (self->cancellable == NULL)
    return; /* the pane was disposed */
  g_clear_object (&self->cancellable);
  self->multi_file = g_steal_pointer (&done->multi_file);
  if (self->wanted != NULL)
    {
      start_next_job (self);
      return;
    }
  gtk_widget_set_opacity (GTK_WIDGET (self->list), 1.0);
  if (!is_done)
    return;
  show (self);
  g_signal_emit (self, signals[EXAMINED], 0);
}

static void
start_next_job (TvMultiFilePane *self)
{
  Job *job = g_steal_pointer (&self->wanted);
  g_autoptr (GTask) task = NULL;

  job->multi_file = g_steal_pointer (&self->multi_file);
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, on_examined, NULL);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, examine_in_thread);
}

/**
 * tv_multi_file_pane_set_sources:
 * @sources: (array length=n): files to examine; copied
 * @durations: (array length=n): durations of the files in ns
 * @n: number of files
 *
 * Sets the files, and examines their clocks on a worker.
 */
void
tv_multi_file_pane_set_sources (TvMultiFilePane *self,
                                const TvSource *sources,
                                const gint64 *durations,
                                guint n)
{
  g_return_if_fail (TV_IS_MULTI_FILE_PANE (self));

  g_clear_pointer (&self->wanted, job_free);
  g_clear_pointer (&self->shown, job_free);
  self->wanted = job_new (self, sources, durations, n);
  self->shown = job_new (self, sources, durations, n);
  gtk_widget_set_opacity (GTK_WIDGET (self->list), DIMMED);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  else
    start_next_job (self);
}

/* Returns whether a file can be opened together with others; FALSE while files are being examined. @file: index of
 * the source */
static gboolean
is_tied (TvMultiFilePane *self, guint file)
{
  const TvMultiFileMember *files;
  guint n = 0;

  g_return_val_if_fail (TV_IS_MULTI_FILE_PANE (self), FALSE);
  files = self->multi_file != NULL ? tv_multi_file_get_files (self->multi_file, &n) : NULL;
  return file < n && files[file].is_synchronized;
}

/* Returns the number of files that can be opened together; 0 while files are being examined. */
guint
tv_multi_file_pane_count_tied (TvMultiFilePane *self)
{
  guint n = 0, n_synchronized = 0;

  g_return_val_if_fail (TV_IS_MULTI_FILE_PANE (self), 0);
  if (self->multi_file != NULL)
    tv_multi_file_get_files (self->multi_file, &n);
  for (guint i = 0; i < n; i++)
    n_synchronized += is_tied (self, i);
  return n_synchronized;
}

/**
 * tv_multi_file_pane_dup_tied:
 * @uri: URI of the bundle
 *
 * Returns: (transfer floating): "a(ssx)": the files that can be opened together, see tv_trace_page_new_multi_file()
 */
GVariant *
tv_multi_file_pane_dup_tied (TvMultiFilePane *self, const char *uri)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(ssx)"));

  for (guint i = 0; self->shown != NULL && i < self->shown->sources->len; i++)
    {
      const TvSource *source = &g_array_index (self->shown->sources, TvSource, i);

      if (is_tied (self, i))
        g_variant_builder_add (&builder, "(ssx)", uri, source->member,
                               source->has_offset ? source->offset_ns : TV_NO_OFFSET);
    }
  return g_variant_builder_end (&builder);
}

/* ---- Offsets ---- */

/* Returns: whether the user has entered an offset for the member */
gboolean
tv_multi_file_pane_has_offset (TvMultiFilePane *self, const char *member)
{
  return tv_clock_offsets_find (self->offsets, member, NULL);
}

/* Sets the names of the members without a clock, for which the user can enter offsets. @members: (transfer full) */
void
tv_multi_file_pane_take_clockless (TvMultiFilePane *self, char **members)
{
  g_strfreev (self->clockless);
  self->clockless = members;
}

static void
on_offsets_changed (gpointer data)
{
  TvMultiFilePane *self = data;

  if (self->shown != NULL)
    {
      g_autoptr (GArray) sources = g_array_ref (self->shown->sources);
      g_autoptr (GArray) durations = g_array_ref (self->shown->durations);
      g_autoptr (GPtrArray) strings = g_ptr_array_ref (self->shown->strings);
      g_autoptr (GPtrArray) bundles = g_ptr_array_ref (self->shown->bundles);

      tv_multi_file_pane_set_sources (self, (const TvSource *) (gconstpointer) sources->data,
                                      (const gint64 *) (gconstpointer) durations->data,
                                      sources->len);
    }
  g_signal_emit (self, signals[EXAMINED], 0);
}

static void
offsets_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvMultiFilePane *self = TV_MULTI_FILE_PANE (widget);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const TvMultiFileMember *files;
  guint n = 0;

  for (guint i = 0; self->shown != NULL && i < self->shown->sources->len; i++)
    g_ptr_array_add (names, (char *) g_array_index (self->shown->sources, TvSource, i).member);
  for (char **member = self->clockless; member != NULL && *member != NULL; member++)
    if (!g_ptr_array_find_with_equal_func (names, *member, g_str_equal, NULL))
      g_ptr_array_add (names, *member);
  g_ptr_array_add (names, NULL);
  files = self->multi_file != NULL ? tv_multi_file_get_files (self->multi_file, &n) : NULL;
  tv_clock_offsets_ask (self->offsets, widget, (const char *const *) names->pdata,
                        n > 0 ? files[tv_multi_file_get_reference (self->multi_file)].name : NULL,
                        on_offsets_changed, self);
}

/* Sets whether the pane is below the list. In that case, the strip is hidden, because the pane has little height. */
void
tv_multi_file_pane_set_below (TvMultiFilePane *self, gboolean is_below)
{
  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->strip)), !is_below);
}

/* ---- Object ---- */

static void
tv_multi_file_pane_dispose (GObject *object)
{
  TvMultiFilePane *self = TV_MULTI_FILE_PANE (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->wanted, job_free);
  g_clear_pointer (&self->shown, job_free);
  g_clear_pointer (&self->clockless, g_strfreev);
  g_clear_pointer (&self->offsets, tv_clock_offsets_free);
  g_clear_pointer (&self->multi_file, tv_multi_file_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_multi_file_pane_parent_class)->dispose (object);
}

static void
tv_multi_file_pane_class_init (TvMultiFilePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_multi_file_pane_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "together");
  gtk_widget_class_install_action (widget_class, "together.offsets", NULL, offsets_action);
  signals[EXAMINED] = g_signal_new ("examined", TV_TYPE_MULTI_FILE_PANE, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
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
  GtkWidget *offsets = new_button (_("_Clock Offsets…"), "together.offsets",
                                   _("Enter clock offsets for files without a clock"));
  GtkWidget *multi_file = new_button (
      _("Open _Together"), "bundle.open-together",
      _("Open the synchronized files on one timeline (Ctrl+Enter)"));

  gtk_widget_set_halign (offsets, GTK_ALIGN_START);
  gtk_widget_set_hexpand (offsets, TRUE);
  gtk_box_append (GTK_BOX (buttons), offsets);
  gtk_widget_add_css_class (buttons, "buttons");
  gtk_widget_add_css_class (multi_file, "suggested-action");
  gtk_box_append (GTK_BOX (buttons), new_button (_("Open _Separately"), "bundle.open-apart",
                                                 _("Open each file in its own tab")));
  gtk_box_append (GTK_BOX (buttons), multi_file);
  return buttons;
}

static void
tv_multi_file_pane_init (TvMultiFilePane *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *title = new_label (_("Open Together"), "heading", 0.0f);

  GtkWidget *extra = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);

  self->multi_file = tv_multi_file_new ();
  self->offsets = tv_clock_offsets_new ();
  self->strip = g_object_new (TV_TYPE_MULTI_FILE_STRIP, "visible", FALSE, NULL);
  self->warning_label = GTK_LABEL (new_label (NULL, "caption", 0.0f));
  gtk_label_set_wrap (self->warning_label, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->warning_label), TRUE);
  self->warning = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  gtk_widget_add_css_class (self->warning, "warning-box");
  gtk_box_append (GTK_BOX (self->warning),
                  gtk_image_new_from_icon_name ("dialog-warning-symbolic"));
  gtk_box_append (GTK_BOX (self->warning), GTK_WIDGET (self->warning_label));
  gtk_widget_set_visible (self->warning, FALSE);
  gtk_box_append (GTK_BOX (extra), GTK_WIDGET (self->strip));
  gtk_box_append (GTK_BOX (extra), self->warning);
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
  gtk_box_append (GTK_BOX (self->box), extra);
  gtk_box_append (GTK_BOX (self->box), new_buttons ());
}
