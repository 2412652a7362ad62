/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/report-summary.h"

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "formats/scan.h"

/* What some services tell of a device, in a line: those who use the most memory, or the CPU. From the
 * texts of Android's ActivityManagerService and ProcessCpuTracker. */

/* So much of a text is looked at. */
#define LOOK_BYTES (256u * 1024)

/* Its head is among so many lines. */
#define LOOK_LINES 8

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

static TvSpan
skip_blanks (TvSpan span)
{
  while (span.size > 0 && *span.text == ' ')
    span = (TvSpan){ span.text + 1, span.size - 1 };
  return span;
}

static gboolean
skip_text (TvSpan *span, const char *text)
{
  gsize size = strlen (text);

  if (span->size < size || memcmp (span->text, text, size) != 0)
    return FALSE;
  *span = (TvSpan){ span->text + size, span->size - size };
  return TRUE;
}

static char *
dup_until (TvSpan span, const char *stops)
{
  gsize size = 0;

  while (size < span.size && strchr (stops, span.text[size]) == NULL)
    size++;
  return g_utf8_make_valid (span.text, (gssize) size);
}

/* A number of kB, whose digits may be grouped, as bytes. */
static guint64
take_kb (TvSpan *span)
{
  guint64 n = 0;

  for (; span->size > 0 && (g_ascii_isdigit (*span->text) || *span->text == ',');
       span->text++, span->size--)
    if (*span->text != ',' && n < G_MAXUINT64 / 1024 / 16)
      n = n * 10 + (guint64) (*span->text - '0');
  return n * 1024;
}

/* `134,665K: NAME (pid N)` below `Total PSS by process:`; of others the first comes first. */
static char *
dup_memory (TvSpan rest)
{
  while (rest.size > 0)
    {
      TvSpan line = skip_blanks (take_line (&rest));

      if (skip_text (&line, "Total PSS by process:"))
        {
          TvSpan row = skip_blanks (take_line (&rest));
          guint64 bytes = take_kb (&row);
          g_autofree char *size = tv_size_format ((double) bytes);
          g_autofree char *name = NULL;

          if (bytes == 0 || !skip_text (&row, "K: "))
            return NULL;
          name = dup_until (row, " ");
          /* Translators: a process and a number of bytes */
          return g_strdup_printf (_("most memory: %s, %s PSS"), name, size);
        }
      if (skip_text (&line, "TOTAL PSS:"))
        {
          g_autofree char *size = NULL;

          line = skip_blanks (line);
          size = tv_size_format ((double) take_kb (&line));
          return g_strdup_printf (_("%s PSS"), size);
        }
    }
  return NULL;
}

/* `Load: 1 / 2 / 3`, and the first row: `82% 929/system_server: …`. */
static char *
dup_cpu (TvSpan load, TvSpan rest)
{
  g_autofree char *first = dup_until (load, " /");

  while (rest.size > 0)
    {
      TvSpan line = skip_blanks (take_line (&rest));
      g_autofree char *share = NULL;
      g_autofree char *name = NULL;
      TvSpan process = line;

      if (line.size == 0 || !g_ascii_isdigit (*line.text))
        continue;
      share = dup_until (line, "%");
      process = (TvSpan){ line.text + strlen (share), line.size - MIN (line.size, strlen (share)) };
      if (!skip_text (&process, "% "))
        continue;
      while (process.size > 0 && (g_ascii_isdigit (*process.text) || *process.text == '/'))
        process = (TvSpan){ process.text + 1, process.size - 1 };
      name = dup_until (process, ":");
      /* Translators: the load of the last minute, a process and its share of a CPU */
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

/* The first of the first lines that only such a text has: what called the service may have printed some before it.
 * @rest is what comes behind, @line what is left of the line. */
static Summarize
find_head (TvSpan *line, TvSpan *rest)
{
  for (guint n = 0; n < LOOK_LINES && rest->size > 0; n++)
    {
      *line = take_line (rest);
      if (skip_text (line, "Load: ") && line->size > 0 && g_ascii_isdigit (*line->text))
        return dup_cpu;
      if (skip_text (line, "Applications Memory Usage"))
        return dup_memory_of;
    }
  return NULL;
}

/**
 * tv_report_has_summary:
 * @text: the beginning of a text
 *
 * Returns: whether it is of a service of which tv_report_dup_summary() knows something
 */
gboolean
tv_report_has_summary (TvSpan text)
{
  TvSpan line;

  return find_head (&line, &text) != NULL;
}

/**
 * tv_report_dup_summary:
 * @text: what a service tells
 *
 * Returns: (transfer full) (nullable): that in short, for users; %NULL if it is nothing that is known
 */
char *
tv_report_dup_summary (TvSpan text)
{
  TvSpan rest = { text.text, MIN (text.size, (gsize) LOOK_BYTES) }, line;
  Summarize summarize = find_head (&line, &rest);

  return summarize != NULL ? summarize (line, rest) : NULL;
}
