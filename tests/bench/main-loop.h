/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Measures iterations of the main loop: their wall time, and the CPU time of the main thread. Wall time is longer if
 * other programs run, such as the X server, or if the main thread waits for threads that contribute to its
 * computation. */

#include <glib.h>
#include <time.h>

#define FRAME_MS 16.0

typedef struct
{
  gboolean is_over;
  GArray *iterations;      /* double: CPU time in ms of each iteration that did some work */
  GArray *iteration_walls; /* double: wall time in ms of each of the iterations in @iterations */
  double woke_ms;          /* CPU time at which the last wait for events ended, in ms */
  double woke_wall_ms;
} MainLoop;

static MainLoop main_loop;

static double
read_clock_ms (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

/* Waits for events. Before, measures the iteration that began after the previous wait. */
static int
poll_between (GPollFD *fds, guint n_fds, int timeout)
{
  double ms = read_clock_ms (CLOCK_THREAD_CPUTIME_ID) - main_loop.woke_ms;
  double wall_ms = read_clock_ms (CLOCK_MONOTONIC) - main_loop.woke_wall_ms;
  int n;

  g_array_append_val (main_loop.iterations, ms);
  g_array_append_val (main_loop.iteration_walls, wall_ms);
  n = g_poll (fds, n_fds, timeout);
  main_loop.woke_ms = read_clock_ms (CLOCK_THREAD_CPUTIME_ID);
  main_loop.woke_wall_ms = read_clock_ms (CLOCK_MONOTONIC);
  return n;
}

static int
compare_doubles (const void *a, const void *b)
{
  double da = *(const double *) a, db = *(const double *) b;

  return (da > db) - (da < db);
}

static void
report (const char *what, GArray *times)
{
  guint n_late = 0;

  if (times->len == 0)
    {
      g_print ("  %-24s none\n", what);
      return;
    }
  g_array_sort (times, compare_doubles);
  for (guint i = 0; i < times->len; i++)
    n_late += g_array_index (times, double, i) > FRAME_MS;
  g_print ("  %-24s %5u   p50 %6.2f   p99 %6.2f   worst %6.2f ms   over %.0f ms: %u\n", what,
           times->len, g_array_index (times, double, times->len / 2),
           g_array_index (times, double, times->len * 99 / 100),
           g_array_index (times, double, times->len - 1), FRAME_MS, n_late);
}

/* Clears the measurements. */
static void
main_loop_begin (void)
{
  if (main_loop.iterations == NULL)
    {
      main_loop.iterations = g_array_new (FALSE, FALSE, sizeof (double));
      main_loop.iteration_walls = g_array_new (FALSE, FALSE, sizeof (double));
    }
  g_array_set_size (main_loop.iterations, 0);
  g_array_set_size (main_loop.iteration_walls, 0);
  main_loop.woke_ms = read_clock_ms (CLOCK_THREAD_CPUTIME_ID);
  main_loop.woke_wall_ms = read_clock_ms (CLOCK_MONOTONIC);
  main_loop.is_over = FALSE;
}

static gboolean
on_time_over (gpointer data)
{
  main_loop.is_over = TRUE;
  return G_SOURCE_REMOVE;
}

static void
main_loop_run_for (guint ms)
{
  main_loop_begin ();
  g_timeout_add (ms, on_time_over, NULL);
  while (!main_loop.is_over)
    g_main_context_iteration (NULL, TRUE);
}

static void
main_loop_end (void)
{
  g_clear_pointer (&main_loop.iterations, g_array_unref);
  g_clear_pointer (&main_loop.iteration_walls, g_array_unref);
}
