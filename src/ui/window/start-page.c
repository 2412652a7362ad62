/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/window/start-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "core/file-name.h"
#include "ui/window/recent-files.h"

#define N_RECENT 5

struct _TvStartPage
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkWidget *open_button;
  AdwPreferencesGroup *recent_group;
  GPtrArray *rows; /* those in the group; it owns them */
};

G_DEFINE_FINAL_TYPE (TvStartPage, tv_start_page, GTK_TYPE_WIDGET)

static GtkWidget *
row_new (GtkRecentInfo *info)
{
  g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *folder_path = folder != NULL ? g_file_get_path (folder) : NULL;
  g_autofree char *folder_name = folder_path != NULL ? tv_file_name_dup_shown (folder_path) : NULL;
  g_autofree char *name = tv_file_dup_shown_name (file);
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), folder_name != NULL ? folder_name : "");
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-uri");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", gtk_recent_info_get_uri (info));
  return row;
}

static void
update_recent (TvStartPage *self)
{
  g_autoptr (GPtrArray) list = tv_recent_files_list (N_RECENT);

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->recent_group, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < list->len; i++)
    {
      GtkWidget *row = row_new (g_ptr_array_index (list, i));

      adw_preferences_group_add (self->recent_group, row);
      g_ptr_array_add (self->rows, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->recent_group), list->len > 0);
}

static gboolean
tv_start_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (TV_START_PAGE (widget)->open_button);
}

/* On through what is on it, and out; GTK would come back to the button at either end. */
static gboolean
tv_start_page_focus (GtkWidget *widget, GtkDirectionType direction)
{
  return gtk_widget_child_focus (gtk_widget_get_first_child (widget), direction);
}

static void
tv_start_page_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TV_TYPE_START_PAGE);
  G_OBJECT_CLASS (tv_start_page_parent_class)->dispose (object);
}

static void
tv_start_page_finalize (GObject *object)
{
  g_ptr_array_unref (TV_START_PAGE (object)->rows);
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
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TvStartPage, content);
  gtk_widget_class_bind_template_child (widget_class, TvStartPage, open_button);
  gtk_widget_class_bind_template_child (widget_class, TvStartPage, recent_group);
}

static void
tv_start_page_init (TvStartPage *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  update_recent (self);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (update_recent),
                           self, G_CONNECT_SWAPPED);
}
