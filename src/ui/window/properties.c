/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The window with metadata, threads and problems of a file. Opened by the action "win.properties". Only reads the
 * session. The rows are created once and do not follow later changes. */

#include "ui/window/properties.h"

#include <glib/gi18n.h>

#include "analysis/trace-numbers.h"
#include "core/file-name.h"
#include "core/trace-renamer.h"
#include "core/time-format.h"
#include "tables/tables.h"
#include "ui/kit/number-format.h"
#include "ui/kit/table/table-view.h"

struct _TvProperties
{
  AdwWindow parent_instance;

  AdwViewSwitcherTitle *title;
  AdwPreferencesGroup *file_group;
  AdwPreferencesGroup *metadata_group;
  TvTableView *threads;
  AdwViewStackPage *problems_page;
  GtkStack *problems_stack;
  AdwPreferencesGroup *problems_group;

  TvTrace *trace;
  GString *text; /* content of the window for the clipboard, except the list of threads */
};

G_DEFINE_FINAL_TYPE (TvProperties, tv_properties, ADW_TYPE_WINDOW)

static void
add_property (TvProperties *self, AdwPreferencesGroup *group, const char *title, const char *value)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *label = gtk_label_new (value);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 1.0f);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_RIGHT);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  adw_preferences_group_add (group, row);
  g_string_append_printf (self->text, "%s\t%s\n", title, value);
}

/* Adds the mapping file and the share of methods whose class it contains. */
static void
add_naming (TvProperties *self)
{
  const TvNaming *naming = tv_trace_get_naming (self->trace);
  g_autofree char *known = NULL;

  if (naming == NULL || naming->map == NULL)
    return;
  /* Translators: coverage of a mapping file, such as “Classes of 12 of 20 methods” */
  known = tv_number_printf (_("Classes of %u of %u methods"), naming->n_known, naming->n_methods);
  add_property (self, self->file_group, _("Names From"), naming->map);
  add_property (self, self->file_group, _("Coverage"), known);
}

static void
add_file_facts (TvProperties *self, GFile *file)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                                  G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *name = tv_file_name_dup_shown (path != NULL ? path : "");
  g_autoptr (GArray) properties = tv_trace_numbers_new (self->trace);
  gboolean has_wall = tv_trace_has_clock (self->trace, TV_CLOCK_WALL);
  gboolean has_cpu = tv_trace_has_clock (self->trace, TV_CLOCK_CPU);

  add_property (self, self->file_group, _("File"), name);
  if (info != NULL)
    {
      gint64 n_bytes = g_file_info_get_size (info);
      g_autofree char *short_size = tv_size_format ((double) n_bytes);
      /* Translators: size of a file, such as “1.5 MiB”, and its exact number of bytes */
      g_autofree char *size = tv_number_printf (ngettext ("%s (%" G_GINT64_FORMAT " byte)",
                                                          "%s (%" G_GINT64_FORMAT " bytes)",
                                                          (gulong) n_bytes),
                                                short_size, n_bytes);

      add_property (self, self->file_group, _("Size"), size);
    }
  add_property (self, self->file_group, _("Format"), tv_trace_get_format (self->trace));
  add_property (self, self->file_group, _("Clocks"),
                has_wall && has_cpu ? _("Wall time and thread CPU time")
                : has_wall          ? _("Wall time")
                                    : _("Thread CPU time"));
  for (guint i = 0; i < properties->len; i++)
    {
      const TvTraceNumber *property = &g_array_index (properties, TvTraceNumber, i);
      g_autofree char *value = property->is_time ? tv_time_format ((gint64) property->value)
                                                 : tv_format_count (property->value);

      add_property (self, self->file_group, property->title, value);
    }
  add_naming (self);
}

static void
add_metadata (TvProperties *self)
{
  guint n;
  const TvMetadata *metadata = tv_trace_get_metadata (self->trace, &n);

  for (guint i = 0; i < n; i++)
    add_property (self, self->metadata_group, metadata[i].key, metadata[i].value);
  gtk_widget_set_visible (GTK_WIDGET (self->metadata_group), n > 0);
}

static void
add_threads (TvProperties *self)
{
  const TvTableColumn columns[] = {
    { .name = "tid", .title = N_("Thread ID") },
    { .name = "name" },
    { .name = "calls", .title = tv_trace_names_methods (self->trace) ? NULL : N_("Slices") },
    { .name = "cpu_ns" },
    { .name = "wall_ns" },
  };
  g_autoptr (TvTable) table = tv_tables_open ("thread_use", self->trace, NULL, NULL, NULL);
  g_autoptr (GArray) shown = g_array_new (FALSE, FALSE, sizeof (TvTableColumn));

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if ((!g_str_equal (columns[i].name, "cpu_ns") ||
         tv_trace_has_clock (self->trace, TV_CLOCK_CPU)) &&
        (!g_str_equal (columns[i].name, "wall_ns") ||
         tv_trace_has_clock (self->trace, TV_CLOCK_WALL)))
      g_array_append_val (shown, columns[i]);
  tv_table_view_set_columns (self->threads, tv_table_get_info (table),
                             (const TvTableColumn *) shown->data, shown->len, NULL);
  tv_table_view_set_order (self->threads, NULL);
  tv_table_view_set_name (self->threads, _("Threads"));
  tv_table_view_set_table (self->threads, table);
}

static char *
dup_problem_note (const TvProblem *problem)
{
  g_autofree char *count = tv_format_count (problem->count);
  g_autofree char *times = g_strdup_printf (ngettext ("%s time", "%s times", problem->count),
                                            count);
  g_autoptr (GString) note = g_string_new (times);

  if (problem->file_offset >= 0)
    {
      g_autofree char *where = tv_format_count ((guint64) problem->file_offset);

      /* Translators: byte offset of the first occurrence of a problem in the file */
      g_string_append_printf (note, _(", first at byte %s"), where);
    }
  if (problem->detail != NULL)
    g_string_append_printf (note, "\n%s", problem->detail);
  return g_string_free (g_steal_pointer (&note), FALSE);
}

/* Creates an icon for the severity of a problem. */
static GtkWidget *
severity_icon_new (TvSeverity severity)
{
  static const struct
  {
    const char *icon;
    const char *tooltip;
  } styles[TV_N_SEVERITIES] = {
    { "dialog-information-symbolic", N_("Note: normal in intact files; numbers are not affected") },
    { "dialog-warning-symbolic", N_("Warning: numbers may be inaccurate") },
    { "dialog-error-symbolic", N_("Error: part of the file could not be read") },
  };
  GtkWidget *icon = gtk_image_new_from_icon_name (styles[severity].icon);

  gtk_widget_set_tooltip_text (icon, _ (styles[severity].tooltip));
  return icon;
}

static void
add_problems (TvProperties *self)
{
  guint n, n_serious = 0;
  const TvProblem *problems = tv_trace_get_problems (self->trace, &n);

  for (guint i = 0; i < n; i++)
    {
      GtkWidget *row = adw_action_row_new ();
      const char *text = _ (tv_problem_kind_text (problems[i].kind));
      g_autofree char *note = dup_problem_note (&problems[i]);
      TvSeverity severity = tv_problem_kind_severity (problems[i].kind);

      n_serious += severity > TV_SEVERITY_NOTE;
      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), text);
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), note);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), severity_icon_new (severity));
      adw_preferences_group_add (self->problems_group, row);
      g_string_append_printf (self->text, "%s\t%s\t%s\n", _ (tv_severity_name (severity)), text,
                              note);
    }
  gtk_stack_set_visible_child_name (self->problems_stack, n > 0 ? "some" : "none");
  adw_view_stack_page_set_badge_number (self->problems_page, n_serious);
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), TV_PROPERTIES (widget)->text->str);
}

static void
tv_properties_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TV_TYPE_PROPERTIES);
  G_OBJECT_CLASS (tv_properties_parent_class)->dispose (object);
}

static void
tv_properties_finalize (GObject *object)
{
  TvProperties *self = TV_PROPERTIES (object);

  g_clear_object (&self->trace);
  g_string_free (self->text, TRUE);
  G_OBJECT_CLASS (tv_properties_parent_class)->finalize (object);
}

static void
tv_properties_class_init (TvPropertiesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_properties_dispose;
  G_OBJECT_CLASS (klass)->finalize = tv_properties_finalize;
  g_type_ensure (TV_TYPE_TABLE_VIEW);
  gtk_widget_class_install_action (widget_class, "properties.copy", NULL, copy_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/properties.ui");
  gtk_widget_class_bind_template_child (widget_class, TvProperties, title);
  gtk_widget_class_bind_template_child (widget_class, TvProperties, file_group);
  gtk_widget_class_bind_template_child (widget_class, TvProperties, metadata_group);
  gtk_widget_class_bind_template_child (widget_class, TvProperties, threads);
  gtk_widget_class_bind_template_child (widget_class, TvProperties, problems_page);
  gtk_widget_class_bind_template_child (widget_class, TvProperties, problems_stack);
  gtk_widget_class_bind_template_child (widget_class, TvProperties, problems_group);
}

static void
tv_properties_init (TvProperties *self)
{
  self->text = g_string_new (NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * tv_properties_new:
 * @parent: parent window
 * @session: session of the trace
 * @file: file of the trace
 *
 * Returns: (transfer none): a window that is not visible yet
 */
GtkWindow *
tv_properties_new (GtkWindow *parent, TvSession *session, GFile *file)
{
  TvProperties *self = g_object_new (TV_TYPE_PROPERTIES, "transient-for", parent, NULL);
  g_autofree char *name = tv_file_dup_shown_name (file);

  self->trace = g_object_ref (tv_session_get_trace (session));
  adw_view_switcher_title_set_subtitle (self->title, name);
  add_file_facts (self, file);
  add_metadata (self);
  add_threads (self);
  add_problems (self);
  return GTK_WINDOW (self);
}
