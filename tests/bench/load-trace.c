/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Opens a file like the window, until it can be shown and used, and then prints a line:
 *
 *   load-trace FILE
 *
 * This does not require a display. Later work in the background is excluded: the index of strips for the timeline
 * (measured by bench-timeline), and the running times of the processes in a system trace. */

#include <locale.h>
#include <stdlib.h>

#include "ui/session/session.h"

typedef struct
{
  GMainLoop *loop;
  TvSession *session;
  GError *error;
} Opening;

static void
on_progress (double fraction, gpointer data)
{
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  Opening *opening = data;

  opening->session = tv_session_load_finish (result, &opening->error);
  g_main_loop_quit (opening->loop);
}

int
main (int argc, char **argv)
{
  Opening opening = { 0 };

  setlocale (LC_ALL, "");
  if (argc != 2)
    {
      g_printerr ("Usage: load-trace FILE\n");
      return EXIT_FAILURE;
    }
  opening.loop = g_main_loop_new (NULL, FALSE);
  tv_session_load_async (&(TvSource){ .path = argv[1] }, 1, NULL, on_progress, NULL, on_loaded,
                         &opening);
  g_main_loop_run (opening.loop);
  g_main_loop_unref (opening.loop);
  if (opening.session == NULL)
    {
      g_printerr ("load-trace: %s\n", opening.error->message);
      g_error_free (opening.error);
      return EXIT_FAILURE;
    }
  g_print ("ready\n");
  g_object_unref (opening.session);
  return EXIT_SUCCESS;
}
