/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "formats/report/report-summary.h"
#include "formats/text/text.h"

/* Reads files with the output of `dumpsys meminfo` or `dumpsys cpuinfo` as text; its rows are also available as
 * tables. In a bug report or folder, the same output is read as ordinary text. Entry point: tv_format_dumpsys, listed
 * in TV_FORMATS. */

static TvConfidence
probe (TvInput *input)
{
  TvSpan prefix = { (const char *) input->prefix, input->prefix_size };

  return !input->is_member && tv_report_has_summary (prefix) ? TV_CONFIDENCE_WEAK
                                                             : TV_CONFIDENCE_NONE;
}

const TvFormat tv_format_dumpsys = {
  .id = "dumpsys",
  .title = N_("Memory and CPU use (dumpsys meminfo, cpuinfo)"),
  .patterns = (const char *const[]){ "*meminfo*.txt", "*cpuinfo*.txt", "*.txt", NULL },
  .mime_type = "application/x-android-dumpsys",
  .mime_title = N_("Memory or CPU use of a device"),
  .mime_parent = "text/plain",
  .probe = probe,
  .read = tv_text_read,
  .subject = TV_CONTENT_STATE,
};
