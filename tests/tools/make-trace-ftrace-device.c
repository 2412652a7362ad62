/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "make-trace-ftrace.h"

gboolean
ftrace_write_device (const TraceOptions *options, GError **error)
{
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "Not there yet");
  return FALSE;
}
