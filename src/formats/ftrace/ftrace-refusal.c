/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-refusal.h"

#include <inttypes.h>

#include <glib/gi18n.h>

#include "core/error.h"

/* Chooses the error for a log without readable events. Called by ftrace-reader.c if it has found no event. Pure: only
 * sets the error. */

/* Errors for logs without readable events. Each error states the format of the log and explains how to record a
 * readable log, if there is a way. */
static const char *const texts[TV_N_FTRACE_UNSUPPORTED] = {
  [TV_FTRACE_UNSUPPORTED_PERF_SCRIPT] =
      N_("this is the output of perf script, which is not supported"),
  [TV_FTRACE_UNSUPPORTED_RAW] =
      N_("this log does not contain the names and arguments of events; print it with the kernel’s "
         "option raw off (echo 0 > options/raw)"),
  [TV_FTRACE_UNSUPPORTED_HEX] =
      N_("this log consists of hexadecimal numbers; print it with the kernel’s option hex off "
         "(echo 0 > options/hex)"),
  [TV_FTRACE_UNSUPPORTED_BINARY] = N_("this log consists of binary events; print it with the "
                                      "kernel’s option bin off (echo 0 > options/bin)"),
  [TV_FTRACE_UNSUPPORTED_VERBOSE] =
      N_("this log was printed with the kernel’s options verbose and latency-format, which is not "
         "supported; print it with verbose off (echo 0 > options/verbose)"),
  [TV_FTRACE_UNSUPPORTED_NO_CONTEXT] =
      N_("this log does not contain the threads and times of events; print it with the kernel’s "
         "option context-info on (echo 1 > options/context-info)"),
  [TV_FTRACE_UNSUPPORTED_MMIO] = N_("this log was recorded with the kernel’s tracer mmiotrace, "
                                    "whose device accesses are not supported"),
};

/**
 * tv_ftrace_refuse:
 * @n_unsupported: number of lines per unsupported format
 * @tracer: tracer of the log; empty if none
 * @n_lines: number of lines
 * @error: (out): set to %TV_ERROR_UNSUPPORTED_VERSION if the format or the tracer is known, otherwise to
 *   %TV_ERROR_TRUNCATED
 *
 * Sets the error for a log without readable events.
 */
void
tv_ftrace_refuse (const guint64 n_unsupported[TV_N_FTRACE_UNSUPPORTED],
                  TvSpan tracer,
                  guint64 n_lines,
                  GError **error)
{
  guint common = TV_FTRACE_UNSUPPORTED_NONE;

  for (guint i = TV_FTRACE_UNSUPPORTED_NONE + 1; i < TV_N_FTRACE_UNSUPPORTED; i++)
    if (n_unsupported[i] > n_unsupported[common])
      common = i;
  if (n_unsupported[common] > 0)
    g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSUPPORTED_VERSION, _ (texts[common]));
  else if (tracer.size > 0)
    g_set_error (error, TV_ERROR, TV_ERROR_UNSUPPORTED_VERSION,
                 _ ("this is a log of the kernel’s tracer %.*s, but none of its %" PRIu64
                    " lines is an event that can be read"),
                 (int) tracer.size, tracer.text, n_lines);
  else
    g_set_error (error, TV_ERROR, TV_ERROR_TRUNCATED,
                 _ ("this is an ftrace log, but none of its %" PRIu64 " lines is an "
                    "event that can be read"),
                 n_lines);
}
