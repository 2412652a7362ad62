/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "log-text.h"

G_BEGIN_DECLS

/* A log in which thread 301 wakes 201, and 201 wakes 101. */

static inline guint32
find_thread (TvTrace *trace, guint32 tid)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (trace, &n);

  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].tid == tid)
      return utid;
  g_error ("no thread %u", tid);
}

/*        0        12                            60       65        100
 *  101   Running  S                             R        Running
 *  201   10 R, 15 Running  22 S      50 R 55 Running 61 S
 *  301            20 R, 25 Running, 30 work 40    51 S
 */
static const char chain_log[] =
    "0|0|0|" SWITCH (0, "R", 101) "10|101|0|" WAKE (201) "12|101|0|" SWITCH (101, "S", 0) "15|0|1|" SWITCH (0, "R", 201) "20|201|1|" WAKE (301) "22|201|1|" SWITCH (
        201,
        "S",
        0) "25|0|2|" SWITCH (0,
                             "R",
                             301) "30|301|2|tracing_mark_write: B|300|work\n"
                                  "40|301|2|tracing_mark_write: E|300\n"
                                  "50|301|2|" WAKE (201) "51|301|2|" SWITCH (301, "S", 0) "55|0|1|" SWITCH (
                                      0,
                                      "R",
                                      201) "60|201|1|" WAKE (101) "61|201|1|" SWITCH (201,
                                                                                      "S",
                                                                                      0) "65|0|0|" SWITCH (0,
                                                                                                           "R",
                                                                                                           101) "100|101|0|print: x\n";

G_END_DECLS
