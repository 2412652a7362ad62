/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/interrupt.h"

#include <glib-unix.h>
#include <signal.h>
#include <unistd.h>

/* Cancels work on signals. A signal handler can do little more than write to a pipe; a thread reads from the pipe.
 * tv_interrupt_watch() is called by the commands that replace files. For each call of an MCP tool,
 * tv_interrupt_set_work() sets a second cancellable; commands get it with tv_interrupt_get_work() and pass it to
 * their work. Both cancellables are static variables. The second one may be used only by the thread that runs the
 * commands. */

static int pipe_end = -1;

static void
on_signal (int number)
{
  char byte = (char) number;

  if (write (pipe_end, &byte, 1) != 1)
    _exit (128 + number);
}

static gpointer
wait_for_signal (gpointer data)
{
  const int *fd = data;
  char number;

  if (read (*fd, &number, 1) == 1)
    g_cancellable_cancel (tv_interrupt_watch ());
  return NULL;
}

/**
 * tv_interrupt_watch:
 *
 * Installs the signal handlers on the first call. From then on, SIGINT, SIGTERM and SIGHUP cancel the work instead of
 * terminating the program, so that the program can remove its temporary files.
 *
 * Returns: (transfer none) (nullable): cancellable that these signals cancel; %NULL if no pipe could be created
 */
GCancellable *
tv_interrupt_watch (void)
{
  static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
  static GCancellable *cancellable = NULL;
  static int fds[2];

  if (cancellable != NULL || !g_unix_open_pipe (fds, FD_CLOEXEC, NULL))
    return cancellable;
  cancellable = g_cancellable_new ();
  pipe_end = fds[1];
  g_thread_unref (g_thread_new ("interrupt", wait_for_signal, &fds[0]));
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
      struct sigaction old;

      /* A signal that is ignored, as under nohup, remains ignored. */
      if (sigaction (signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction (signals[i], &action, NULL);
    }
  return cancellable;
}

static GCancellable *current_work;

/**
 * tv_interrupt_set_work:
 * @work: (nullable) (transfer none): cancellable for the work of commands; must exist until the next call of this
 *   function
 *
 * Sets the cancellable for commands that the MCP server runs. Must be called on the thread that runs them.
 */
void
tv_interrupt_set_work (GCancellable *work)
{
  current_work = work;
}

/**
 * tv_interrupt_get_work:
 *
 * Returns: (transfer none) (nullable): cancellable for the work of the current command
 */
GCancellable *
tv_interrupt_get_work (void)
{
  return current_work;
}
