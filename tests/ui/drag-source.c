/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Opens a window from which data can be dragged once: drag-source MIME-TYPE DATA. The data is sent unchanged.
 * Exits after the drop. */

#include <gtk/gtk.h>

#define SIZE_PX 100

static void
on_drag_end (GtkDragSource *source, GdkDrag *drag, gboolean delete_data, gpointer data)
{
  g_main_loop_quit (data);
}

int
main (int argc, char **argv)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkContentProvider) content = NULL;
  GtkDragSource *source;
  GtkWidget *window;

  if (argc != 3 || !gtk_init_check ())
    return 2;
  bytes = g_bytes_new (argv[2], strlen (argv[2]));
  content = gdk_content_provider_new_for_bytes (argv[1], bytes);
  source = gtk_drag_source_new ();
  gtk_drag_source_set_content (source, content);

  window = gtk_window_new ();
  gtk_window_set_title (GTK_WINDOW (window), "drag-source");
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), SIZE_PX, SIZE_PX);
  gtk_widget_add_controller (window, GTK_EVENT_CONTROLLER (source));
  g_signal_connect (source, "drag-end", G_CALLBACK (on_drag_end), loop);
  gtk_window_present (GTK_WINDOW (window));
  g_main_loop_run (loop);
  return 0;
}
