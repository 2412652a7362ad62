/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/load.h"

G_BEGIN_DECLS

/* A short notation for logs: one event per line, "TIME|TID|CPU|event: args", with the time in µs.
 *
 *   Thread N is named tN. Threads 100 to 199 belong to process 100, 200 to 299 to process 200, and so on.
 * "h" after the CPU means that the event occurred in an interrupt. */

#define SWITCH(prev, state, next)                                                                  \
  "sched_switch: prev_comm=t" #prev " prev_pid=" #prev " prev_prio=120 prev_state=" state          \
  " ==> next_comm=t" #next " next_pid=" #next " next_prio=110\n"
#define WAKE(tid) "sched_wakeup: comm=t" #tid " pid=" #tid " prio=120 target_cpu=000\n"

static inline char *
expand_log (const char *lines)
{
  g_auto (GStrv) split = g_strsplit (lines, "\n", -1);
  GString *text = g_string_new ("# tracer: nop\n");

  for (guint i = 0; split[i] != NULL; i++)
    {
      g_auto (GStrv) fields = g_strsplit (split[i], "|", 4);
      int us, tid;

      if (g_strv_length (fields) < 4)
        continue;
      us = atoi (fields[0]);
      tid = atoi (fields[1]);
      g_string_append_printf (text, "  t%d-%d  (%5d) [%03d] %s %d.%06d: %s\n", tid, tid,
                              tid / 100 * 100, atoi (fields[2]),
                              strchr (fields[2], 'h') != NULL ? "d.h." : "....", us / 1000000,
                              us % 1000000, fields[3]);
    }
  return g_string_free (text, FALSE);
}

static inline TvTrace *
load_log (const char *lines)
{
  g_autofree char *text = expand_log (lines);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  TvTrace *trace;
  int fd = g_file_open_tmp ("test-log-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  trace = tv_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_remove (path);
  return trace;
}

G_END_DECLS
