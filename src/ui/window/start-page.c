/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The page without a file: cards and recent files. Child of the window, visible while no file is open. Cards and rows
 * activate actions of the window; the page does not open files itself. Updates the recent files when their list
 * changes. */

#include "ui/window/start-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "core/file-name.h"
#include "core/number-format.h"
#include "traceview-config.h"
#include "ui/kit/font-scale.h"
#include "ui/window/recent-files.h"
#include "ui/window/start-cards.h"

#define N_RECENT 5

#define CARD_WIDTH_PX    300
#define CARD_HEIGHT_PX   132
#define CARD_WIDTH_CHARS 26

/* Width in px at the default font size, below which the cards are in one column. */
#define NARROW_PX 720

#define SAMPLE "shop-start.trace"

/* Path of the samples in the source tree, relative to the program's folder. */
#define SAMPLES_FROM_PROGRAM "../../../data/samples"

struct _TvStartPage
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkScrolledWindow *scroller;
  GtkFlowBox *cards;
  GtkBox *recent_above; /* container of the recent files in the narrow layout */
  GtkWidget *recent_child;
  AdwPreferencesGroup *recent_group;
  GtkWidget *sample_row;
  GtkLabel *drop_label;
  GPtrArray *rows;         /* rows of recent files; not owned */
  GPtrArray *file_names;   /* labels with filenames on the cards; not owned */
  GPtrArray *card_buttons; /* buttons of the cards; not owned */
  gboolean is_narrow;
  guint fitting; /* source id of the scheduled layout, or 0 */
};

G_DEFINE_FINAL_TYPE (TvStartPage, tv_start_page, GTK_TYPE_WIDGET)

/* ---- Questions ---- */

static GtkWidget *
label_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), CARD_WIDTH_CHARS);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
card_new (TvStartPage *self, const TvStartCard *card)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *text_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *icon = gtk_image_new_from_icon_name (card->icon);
  g_autofree char *icon_class = g_strconcat ("start-", card->id, NULL);

  gtk_widget_add_css_class (icon, "start-icon");
  gtk_widget_add_css_class (icon, icon_class);
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (text_box), label_new (_ (card->question), "heading"));
  gtk_box_append (GTK_BOX (text_box), label_new (_ (card->kinds), "dim-label"));
  gtk_box_append (GTK_BOX (text_box), label_new (_ (card->files), "caption"));
  gtk_widget_add_css_class (gtk_widget_get_last_child (text_box), "dim-label");
  g_ptr_array_add (self->file_names, gtk_widget_get_last_child (text_box));
  gtk_box_append (GTK_BOX (text_box), label_new (_("Open…"), "start-open"));
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), text_box);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "card");
  gtk_widget_add_css_class (button, "start-card");
  gtk_widget_set_size_request (button, CARD_WIDTH_PX, CARD_HEIGHT_PX);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.open-for");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", card->id);
  g_ptr_array_add (self->card_buttons, button);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (card->question), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  _ (card->kinds), -1);
  return button;
}

static void
add_cards (TvStartPage *self)
{
  guint n;
  const TvStartCard *cards = tv_start_cards_get (&n);

  for (guint i = 0; i < n; i++)
    {
      GtkWidget *child = gtk_flow_box_child_new ();

      gtk_widget_set_focusable (child, FALSE);
      gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), card_new (self, &cards[i]));
      gtk_flow_box_append (self->cards, child);
    }
}

/* ---- Recent files ---- */

/* Returns: (transfer full): the time of the last use, such as "today 14:43", "yesterday" or "26 Nov" */
static char *
dup_day (GDateTime *utc)
{
  g_autoptr (GDateTime) time = g_date_time_to_local (utc);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) yesterday = g_date_time_add_days (now, -1);

  if (g_date_time_get_year (time) == g_date_time_get_year (now) &&
      g_date_time_get_day_of_year (time) == g_date_time_get_day_of_year (now))
    /* Translators: a time of the current day */
    return g_date_time_format (time, _("today %H:%M"));
  if (g_date_time_get_year (time) == g_date_time_get_year (yesterday) &&
      g_date_time_get_day_of_year (time) == g_date_time_get_day_of_year (yesterday))
    return g_strdup (_("yesterday"));
  /* Translators: day and month */
  return g_date_time_format (time, _("%-d %b"));
}

static void
add_suffix (GtkWidget *row, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, "caption");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
}

/* Creates the row of a recent file. If the file no longer exists, the row is dimmed and opens the file dialog to
 * locate the file. */
static GtkWidget *
row_new (GtkRecentInfo *info)
{
  g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *folder_path = folder != NULL ? g_file_get_path (folder) : NULL;
  g_autofree char *folder_name = folder_path != NULL ? tv_file_name_dup_shown (folder_path) : NULL;
  g_autofree char *name = tv_file_dup_shown_name (file);
  g_autofree char *day = dup_day (gtk_recent_info_get_visited (info));
  g_autoptr (GFileInfo) properties = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                                        G_FILE_QUERY_INFO_NONE, NULL, NULL);
  const char *found = gtk_recent_info_get_description (info);
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), found != NULL && *found != '\0' ? found
                                                     : folder_name != NULL           ? folder_name
                                                                                     : "");
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  gtk_widget_set_tooltip_text (row, folder_name);
  add_suffix (row, day);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  if (properties == NULL)
    {
      GtkWidget *locate = gtk_label_new (_("Locate…"));

      gtk_widget_add_css_class (row, "missing");
      gtk_widget_add_css_class (locate, "start-open");
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), locate);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open");
      return row;
    }
  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_DIRECTORY)
    {
      g_autofree char *size = tv_size_format ((double) g_file_info_get_size (properties));

      add_suffix (row, size);
    }
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-uri");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", gtk_recent_info_get_uri (info));
  return row;
}

static void
update_recent (TvStartPage *self)
{
  g_autoptr (GPtrArray) list = tv_recent_files_list (N_RECENT, TRUE);

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->recent_group, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < list->len; i++)
    {
      GtkWidget *row = row_new (g_ptr_array_index (list, i));

      adw_preferences_group_add (self->recent_group, row);
      g_ptr_array_add (self->rows, row);
    }
  gtk_widget_set_visible (self->recent_child, list->len > 0 && !self->is_narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->recent_above), list->len > 0 && self->is_narrow);
}

/* ---- Width ---- */

/* Switches between the wide and the narrow layout. In the narrow layout, the recent files are above the cards, and
 * the cards are in one column, without filenames. */
static void
set_narrow (TvStartPage *self, gboolean is_narrow)
{
  GtkWidget *group = GTK_WIDGET (self->recent_group);

  if (self->is_narrow == is_narrow)
    return;
  self->is_narrow = is_narrow;
  for (guint i = 0; i < self->file_names->len; i++)
    gtk_widget_set_visible (g_ptr_array_index (self->file_names, i), !is_narrow);
  for (guint i = 0; i < self->card_buttons->len; i++)
    gtk_widget_set_size_request (g_ptr_array_index (self->card_buttons, i),
                                 is_narrow ? -1 : CARD_WIDTH_PX, is_narrow ? -1 : CARD_HEIGHT_PX);
  gtk_flow_box_set_max_children_per_line (self->cards, is_narrow ? 1 : 3);
  g_object_ref (group);
  if (is_narrow)
    {
      gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (self->recent_child), NULL);
      gtk_widget_set_hexpand (group, TRUE);
      gtk_box_append (self->recent_above, group);
    }
  else
    {
      gtk_box_remove (self->recent_above, group);
      gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (self->recent_child), group);
    }
  g_object_unref (group);
  gtk_widget_set_visible (self->recent_child, self->rows->len > 0 && !is_narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->recent_above), self->rows->len > 0 && is_narrow);
}

static gboolean
fit_width (gpointer data)
{
  TvStartPage *self = data;

  self->fitting = 0;
  set_narrow (self, gtk_widget_get_width (GTK_WIDGET (self)) < tv_font_scale_apply (NARROW_PX));
  return G_SOURCE_REMOVE;
}

/* Schedules the layout in an idle callback, because children must not be changed during size allocation. */
static void
on_width_changed (TvStartPage *self)
{
  if (self->fitting == 0)
    self->fitting = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fit_width, self, NULL);
}

/* ---- Dragged files ---- */

/**
 * tv_start_page_show_drop:
 * @n_files: number of files that are dragged over the page; 0 for none
 *
 * Shows the effect of a drop, on top of the page.
 */
void
tv_start_page_show_drop (TvStartPage *self, guint n_files)
{
  g_autofree char *label = NULL;

  g_return_if_fail (TV_IS_START_PAGE (self));
  label = g_strdup_printf (ngettext ("Open %u file", "Open %u files together", n_files), n_files);
  if (n_files > 0)
    gtk_label_set_text (self->drop_label, label);
  gtk_widget_set_visible (GTK_WIDGET (self->drop_label), n_files > 0);
}

/* ---- Sample ---- */

/* Returns: (transfer full) (nullable): the path of the sample, which is installed or in the source tree; NULL if
 * there is none */
static char *
find_sample (void)
{
  g_autofree char *installed = g_build_filename (TV_SAMPLES_DIR, SAMPLE, NULL);
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;
  g_autofree char *built = folder != NULL
                               ? g_build_filename (folder, SAMPLES_FROM_PROGRAM, SAMPLE, NULL)
                               : NULL;

  if (g_file_test (installed, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&installed);
  if (built != NULL && g_file_test (built, G_FILE_TEST_IS_REGULAR))
    return g_canonicalize_filename (built, NULL);
  return NULL;
}

static void
open_sample_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *path = find_sample ();
  g_autofree char *uri = path != NULL ? g_filename_to_uri (path, NULL, NULL) : NULL;

  if (uri != NULL)
    gtk_widget_activate_action (widget, "win.open-uri", "s", uri);
}

static const struct
{
  const char *id;
  const char *title;
  const char *text;
} explanations[] = {
  { "record", N_("How to Record"),
    N_("Method trace (Android): run “adb shell am profile start PROCESS FILE”, and later “adb "
       "shell am profile stop PROCESS”. Alternatively, use the CPU profiler of Android Studio.\n\n"
       "System trace: run “adb shell perfetto -o FILE -t 10s sched freq gfx view binder_driver "
       "am”. On OpenHarmony, run “hdc shell hitrace -t 10 sched freq graphic ace”.\n\nSampled "
       "profile: run “simpleperf record -g”, “hiperf record -s fp” or “perf record -g”.\n\nBug "
       "report: run “adb bugreport”.\n\nLog: run “adb logcat -d” or “hdc hilog -x”.\n\nHangs and "
       "crashes: the device records them and adds them to its bug report.") },
  { "words", N_("Glossary"),
    N_("Inclusive: time of a call and of all calls below it; recursion is counted once.\n\n"
       "Exclusive: time of a call without the calls below it.\n\nWall time is elapsed time; CPU "
       "time is the time for which a thread ran on a CPU. Off-CPU is the difference.\n\nSlice: a "
       "named interval on a track, such as a call or a frame.\n\nRunnable: a thread that waits for "
       "a CPU. Sleeping: a thread that waits for something else.\n\nWoken by: the thread that "
       "ended a sleep.\n\nSample: the stack of a thread at one point in time; many samples show "
       "where time is spent.") },
};

static void
explain_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *id = g_variant_get_string (parameter, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (explanations); i++)
    if (g_str_equal (explanations[i].id, id))
      {
        GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (widget)),
                                                    _ (explanations[i].title), NULL);
        GtkWidget *label = gtk_label_new (_ (explanations[i].text));

        gtk_label_set_wrap (GTK_LABEL (label), TRUE);
        gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
        gtk_label_set_selectable (GTK_LABEL (label), TRUE);
        gtk_widget_set_can_focus (label, FALSE);
        adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), label);
        adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
        gtk_window_present (GTK_WINDOW (dialog));
      }
}

/* ---- Object ---- */

/* Focuses the newest recent file or, without recent files, the first card. */
static gboolean
tv_start_page_grab_focus (GtkWidget *widget)
{
  TvStartPage *self = TV_START_PAGE (widget);

  if (self->rows->len > 0)
    return gtk_widget_grab_focus (g_ptr_array_index (self->rows, 0));
  return gtk_widget_child_focus (GTK_WIDGET (self->cards), GTK_DIR_TAB_FORWARD);
}

/* Moves the focus out of the page after the last widget. GTK would wrap around instead. */
static gboolean
tv_start_page_focus (GtkWidget *widget, GtkDirectionType direction)
{
  return gtk_widget_child_focus (gtk_widget_get_first_child (widget), direction);
}

static void
tv_start_page_dispose (GObject *object)
{
  g_clear_handle_id (&TV_START_PAGE (object)->fitting, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (object), TV_TYPE_START_PAGE);
  G_OBJECT_CLASS (tv_start_page_parent_class)->dispose (object);
}

static void
tv_start_page_finalize (GObject *object)
{
  g_ptr_array_unref (TV_START_PAGE (object)->rows);
  g_ptr_array_unref (TV_START_PAGE (object)->file_names);
  g_ptr_array_unref (TV_START_PAGE (object)->card_buttons);
  G_OBJECT_CLASS (tv_start_page_parent_class)->finalize (object);
}

static void
tv_start_page_class_init (TvStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_start_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = tv_start_page_finalize;
  widget_class->focus = tv_start_page_focus;
  widget_class->grab_focus = tv_start_page_grab_focus;
  gtk_widget_class_install_action (widget_class, "start.open-sample", NULL, open_sample_action);
  gtk_widget_class_install_action (widget_class, "start.explain", "s", explain_action);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TvStartPage, content);
  gtk_widget_class_bind_template_child (widget_class, TvStartPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, TvStartPage, cards);
  gtk_widget_class_bind_template_child (widget_class, TvStartPage, recent_above);
  gtk_widget_class_bind_template_child (widget_class, TvStartPage, drop_label);
  gtk_widget_class_bind_template_child (widget_class, TvStartPage, recent_child);
  gtk_widget_class_bind_template_child (widget_class, TvStartPage, recent_group);
  gtk_widget_class_bind_template_child (widget_class, TvStartPage, sample_row);
}

static void
tv_start_page_init (TvStartPage *self)
{
  g_autofree char *sample = find_sample ();

  self->rows = g_ptr_array_new ();
  self->file_names = g_ptr_array_new ();
  self->card_buttons = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (gtk_scrolled_window_get_hadjustment (self->scroller),
                            "notify::page-size", G_CALLBACK (on_width_changed), self);
  add_cards (self);
  gtk_widget_set_visible (self->sample_row, sample != NULL);
  update_recent (self);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (update_recent),
                           self, G_CONNECT_SWAPPED);
}
