/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/service-forms.h"

#include <string.h>

#include "formats/input/scan.h"

/* Detects output of `dumpsys meminfo` that the tables for its rows cannot parse. Entry point:
 * tv_service_forms_check(), called by text.c. Reports a problem of the trace; changes nothing else. */

#define MEMORY_HEADER  "Applications Memory Usage"
#define PROCESS_HEADER "** MEMINFO in pid "

/* Number of bytes in which the heading is searched, because other output may precede it. */
#define PROBE_BYTES 4096

typedef struct
{
  TvTraceBuilder *builder;
  const char *start; /* start of the output */
  /* (nullable): heading of the current process; NULL before the first process */
  const char *process;
  /* whether the current process, or the device before the first process, has rows */
  gboolean has_rows;
} Check;

static gboolean
has_line (TvSpan text, const char *prefix)
{
  text.size = MIN (text.size, PROBE_BYTES);
  while (text.size > 0)
    {
      const char *feed = memchr (text.text, '\n', text.size);

      if (tv_span_starts_with (text, prefix))
        return TRUE;
      if (feed == NULL)
        break;
      text.size -= (gsize) (feed + 1 - text.text);
      text.text = feed + 1;
    }
  return FALSE;
}

/* Returns whether a line is the row of dashes below the column titles, or the column titles of the old format. */
static gboolean
is_table (TvSpan line)
{
  gsize n_dashes = 0;

  for (gsize i = 0; i < line.size; i++)
    if (line.text[i] == '-')
      n_dashes++;
    else if (!g_ascii_isspace (line.text[i]))
      return tv_span_starts_with (line, "native ") &&
             memmem (line.text, line.size, "dalvik", 6) != NULL;
  return n_dashes > 1;
}

/* Returns whether a line is a total, such as `134,665K: NAME` or `Total RAM: 3,900,000K`. */
static gboolean
is_total (TvSpan line)
{
  const char *colon = memchr (line.text, ':', line.size);

  if (colon == NULL)
    return FALSE;
  if (g_ascii_isdigit (line.text[0]))
    return colon > line.text && colon[-1] == 'K';
  for (const char *at = colon + 1; at < line.text + line.size; at++)
    if (*at == 'K')
      return g_ascii_isdigit (at[-1]);
    else if (!g_ascii_isdigit (*at) && *at != ' ' && *at != ',')
      break;
  return FALSE;
}

static void
end_process (Check *self)
{
  if (self->process != NULL && !self->has_rows)
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_UNREAD_PART,
                                  (gint64) (self->process - self->start),
                                  "dumpsys meminfo: a process without a table of a known form");
  self->has_rows = FALSE;
}

static void
check_memory (TvTraceBuilder *builder, TvSpan text)
{
  Check self = { .builder = builder, .start = text.text };
  gboolean is_any = FALSE;

  while (text.size > 0)
    {
      TvSpan line = tv_scan_trim_end (tv_scan_until (&text, '\n'));
      const char *where = line.text;

      tv_scan_blanks (&line);
      if (tv_span_starts_with (line, PROCESS_HEADER))
        {
          end_process (&self);
          self.process = where;
        }
      else if (line.size > 0 && (is_table (line) || is_total (line)))
        self.has_rows = is_any = TRUE;
    }
  end_process (&self);
  if (!is_any && self.process == NULL)
    tv_trace_builder_add_problem (builder, TV_PROBLEM_UNREAD_PART, 0,
                                  "dumpsys meminfo: no process, and no totals of a known form");
}

/**
 * tv_service_forms_check:
 * @builder: builder that receives problems
 * @text: output of a service
 *
 * Checks the output of `dumpsys meminfo`. Adds a problem for each process without a table of a known form, or a
 * single problem if the output contains neither a process nor totals of a known form. Does nothing for other
 * services.
 */
void
tv_service_forms_check (TvTraceBuilder *builder, TvSpan text)
{
  if (has_line (text, MEMORY_HEADER))
    check_memory (builder, text);
}
