/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/report-summary.h"

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "formats/input/scan.h"

/* Creates one-line summaries of services: the process that uses most memory or CPU time. Parses the output of
 * Android's ActivityManagerService and ProcessCpuTracker. Called by the readers of bug reports and text files. Pure:
 * reads the output of one service. */

/* Number of bytes of a service's output that are inspected. */
#define PROBE_BYTES (256u * 1024)

/* Number of lines in which the heading is searched. */
#define PROBE_LINES 8

static TvSpan
take_line (TvSpan *rest)
{
  const char *at = rest->text, *end = at + rest->size;
  TvSpan line = { at, 0 };

  tv_scan_line (&at, end, &line);
  *rest = (TvSpan){ at, (gsize) (end - at) };
  while (line.size > 0 && g_ascii_isspace (line.text[line.size - 1]))
    line.size--;
  return line;
}

static char *
dup_until (TvSpan span, const char *stops)
{
  gsize size = 0;

  while (size < span.size && strchr (stops, span.text[size]) == NULL)
    size++;
  return g_utf8_make_valid (span.text, (gssize) size);
}

/* Takes a number of kB, which may contain commas. Returns the number of bytes. */
static guint64
take_kb (TvSpan *span)
{
  guint64 n = 0;

  for (; span->size > 0 && (g_ascii_isdigit (*span->text) || *span->text == ',');
       tv_scan_go (span, span->text + 1))
    if (*span->text != ',' && n < G_MAXUINT64 / 1024 / 16)
      n = n * 10 + (guint64) (*span->text - '0');
  return n * 1024;
}

/* Returns (transfer full): a text with the memory use, either of the largest process, from the first row `134,665K:
 * NAME (pid N)` after `Total PSS by process:`, or of the only process, from `TOTAL PSS:`. */
static char *
dup_memory (TvSpan rest)
{
  while (rest.size > 0)
    {
      TvSpan line = tv_scan_trim (take_line (&rest));

      if (tv_scan_word (&line, "Total PSS by process:"))
        {
          TvSpan row = tv_scan_trim (take_line (&rest));
          guint64 bytes = take_kb (&row);
          g_autofree char *size = tv_size_format ((double) bytes);
          g_autofree char *name = NULL;

          if (bytes == 0 || !tv_scan_word (&row, "K: "))
            return NULL;
          name = dup_until (row, " ");
          /* Translators: a process and its memory use */
          return g_strdup_printf (_("most memory: %s, %s PSS"), name, size);
        }
      if (tv_scan_word (&line, "TOTAL PSS:"))
        {
          g_autofree char *size = NULL;

          tv_scan_blanks (&line);
          size = tv_size_format ((double) take_kb (&line));
          return g_strdup_printf (_("%s PSS"), size);
        }
    }
  return NULL;
}

/* Returns (transfer full): a text with the first load in `Load: 1 / 2 / 3`, and with the CPU use of the first
 * process, from a row such as `82% 929/system_server: …`. */
static char *
dup_cpu (TvSpan load, TvSpan rest)
{
  g_autofree char *first = dup_until (load, " /");

  while (rest.size > 0)
    {
      TvSpan line = tv_scan_trim (take_line (&rest));
      g_autofree char *share = NULL;
      g_autofree char *name = NULL;
      TvSpan process = line;

      if (line.size == 0 || !g_ascii_isdigit (*line.text))
        continue;
      share = dup_until (line, "%");
      process = (TvSpan){ line.text + strlen (share), line.size - MIN (line.size, strlen (share)) };
      if (!tv_scan_word (&process, "% "))
        continue;
      while (process.size > 0 && (g_ascii_isdigit (*process.text) || *process.text == '/'))
        tv_scan_go (&process, process.text + 1);
      name = dup_until (process, ":");
      /* Translators: load in the last minute, and a process with its CPU use */
      return g_strdup_printf (_("load %s; %s %s %%"), first, name, share);
    }
  return g_strdup_printf (_("load %s"), first);
}

typedef char *(*Summarize) (TvSpan line, TvSpan rest);

static char *
dup_memory_of (TvSpan line, TvSpan rest)
{
  return dup_memory (rest);
}

/* Finds the heading in the first lines, because other output may precede it. Sets @line to the rest of the heading
 * and @rest to the lines after it. Returns NULL if the service is not supported. */
static Summarize
find_header (TvSpan *line, TvSpan *rest)
{
  for (guint n = 0; n < PROBE_LINES && rest->size > 0; n++)
    {
      *line = take_line (rest);
      if (tv_scan_word (line, "Load: ") && line->size > 0 && g_ascii_isdigit (*line->text))
        return dup_cpu;
      if (tv_scan_word (line, "Applications Memory Usage"))
        return dup_memory_of;
    }
  return NULL;
}

/**
 * tv_report_has_summary:
 * @text: first bytes of a service's output
 *
 * Returns: whether tv_report_dup_summary() supports the service
 */
gboolean
tv_report_has_summary (TvSpan text)
{
  TvSpan line;

  return find_header (&line, &text) != NULL;
}

/**
 * tv_report_dup_summary:
 * @text: output of a service
 *
 * Returns: (transfer full) (nullable): a one-line summary for display; %NULL if the service is not supported
 */
char *
tv_report_dup_summary (TvSpan text)
{
  TvSpan rest = { text.text, MIN (text.size, (gsize) PROBE_BYTES) }, line;
  Summarize summarize = find_header (&line, &rest);

  return summarize != NULL ? summarize (line, rest) : NULL;
}
