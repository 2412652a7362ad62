/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/report/report.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/input/scan.h"

/* Finds the sections of a bug report by their first lines:
 *
 *     ------ TITLE (COMMAND) ------              a section, up to the next heading
 *     ------ 1.2s was the duration of 'X' ------ does not end a section
 *     DUMP OF SERVICE NAME:                      a section for the service
 *     --------- 0.1s was the duration of dumpsys NAME, ending at: TIME
 *
 * Called by bug-report.c. A TvReport owns a reference to the bytes, into which its sections point, and does not
 * change after tv_report_new(). */

#define LAST_YEAR     2099
#define HEADING       "------ "
#define HEADING_END   " ------"
#define SERVICE       "DUMP OF SERVICE "
#define SERVICE_END   "--------- "
#define DURATION      "s was the duration of "
#define DUMPSTATE     "== dumpstate: "
#define DONE          "== dumpstate: done"
#define MIN_ROW       20 /* minimum number of characters in a separator line */
#define TAIL_BYTES    4096
#define PREFIX_BYTES  4096
#define STEP_LINES    65536
#define N_LINES_GUESS 64

static TvSpan
cut (TvSpan span, gsize from_start, gsize from_end)
{
  return (TvSpan){ span.text + from_start, span.size - from_start - from_end };
}

/* Returns whether the text begins with a number of seconds and the phrase for durations. */
static gboolean
is_duration (TvSpan text)
{
  gsize digits = 0;

  while (digits < text.size && (g_ascii_isdigit (text.text[digits]) || text.text[digits] == '.'))
    digits++;
  return digits > 0 && tv_span_starts_with (cut (text, digits, 0), DURATION);
}

static gboolean
is_row_of (TvSpan line, char sign)
{
  for (gsize i = 0; i < line.size; i++)
    if (line.text[i] != sign)
      return FALSE;
  return line.size >= MIN_ROW;
}

/* Returns whether a line at the end of a section is not content: an empty line, a separator, a duration, or the
 * heading of a group of sections. */
static gboolean
is_between (TvSpan line)
{
  if (line.size == 0 || is_row_of (line, '-') || is_row_of (line, '=') ||
      tv_span_starts_with (line, "== "))
    return TRUE;
  if (tv_span_starts_with (line, HEADING))
    return is_duration (cut (line, strlen (HEADING), 0));
  return tv_span_starts_with (line, SERVICE_END) &&
         is_duration (cut (line, strlen (SERVICE_END), 0));
}

/**
 * tv_report_parse_time:
 * @text: `YYYY-MM-DD hh:mm:ss` with any suffix
 *
 * Returns: seconds since 1970 by the same wall clock; -1 if the time is invalid or after 2099. The limit ensures that
 * sums in ns fit in 64 bits
 */
gint64
tv_report_parse_time (TvSpan text)
{
  int n[6] = { 0 };
  const char *form = "0000-11-22 33:44:55";
  g_autoptr (GDateTime) time = NULL;

  if (text.size < strlen (form))
    return -1;
  for (gsize i = 0; form[i] != '\0'; i++)
    {
      char c = text.text[i];

      if (g_ascii_isdigit (form[i]) ? !g_ascii_isdigit (c) : c != form[i])
        return -1;
      if (g_ascii_isdigit (c))
        n[form[i] - '0'] = n[form[i] - '0'] * 10 + (c - '0');
    }
  time = n[0] >= 1970 && n[0] <= LAST_YEAR
             ? g_date_time_new_utc (n[0], n[1], n[2], n[3], n[4], n[5])
             : NULL;
  return time != NULL ? g_date_time_to_unix (time) : -1;
}

/* Splits a heading of the form `TITLE (COMMAND)` or `TITLE (PATH: TIME)`. */
static void
split_heading (TvSpan heading, TvReportSection *section)
{
  const char *open;
  gsize title;

  section->title = heading;
  section->command = (TvSpan){ heading.text, 0 };
  if (!tv_span_ends_with (heading, ")"))
    return;
  for (open = heading.text + heading.size; open - heading.text >= 2; open--)
    if (open[-1] == '(' && open[-2] == ' ')
      break;
  if (open - heading.text < 3)
    return;
  title = (gsize) (open - 2 - heading.text);
  section->command = cut (heading, title + 2, 1);
  section->title.size = title;
  if (section->command.size > 21)
    {
      TvSpan stamp = cut (section->command, section->command.size - 19, 0);

      section->stamp_s = tv_report_parse_time (stamp);
      if (section->stamp_s >= 0 && stamp.text[-1] == ' ' && stamp.text[-2] == ':')
        section->command.size -= 21;
    }
}

static gboolean
parse_heading (TvSpan line, TvReportSection *section)
{
  TvSpan inner;

  if (line.size < strlen (HEADING HEADING_END) + 1 || !tv_span_starts_with (line, HEADING) ||
      !tv_span_ends_with (line, HEADING_END))
    return FALSE;
  inner = cut (line, strlen (HEADING), strlen (HEADING_END));
  if (is_duration (inner) || is_row_of (inner, '-') || inner.text[0] == ' ')
    return FALSE;
  split_heading (inner, section);
  return section->title.size > 0;
}

static gboolean
parse_service (TvSpan line, TvReportSection *section)
{
  static const char *const priorities[] = { "CRITICAL", "HIGH" };

  if (!tv_span_starts_with (line, SERVICE) || !tv_span_ends_with (line, ":"))
    return FALSE;
  section->title = cut (line, strlen (SERVICE), 1);
  section->command = (TvSpan){ section->title.text, 0 };
  section->is_service = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (priorities); i++)
    {
      gsize size = strlen (priorities[i]);

      if (tv_span_starts_with (section->title, priorities[i]) && section->title.size > size + 1 &&
          section->title.text[size] == ' ')
        {
          section->priority = priorities[i];
          section->title = cut (section->title, size + 1, 0);
          break;
        }
    }
  return section->title.size > 0;
}

/* Returns the line before the line that begins at @at. @start: start of the text */
static TvSpan
previous_line (const char *start, const char *at)
{
  const char *end = at - 1, *feed;

  TvSpan line = { start, 0 };

  feed = end > start ? memrchr (start, '\n', (gsize) (end - start)) : NULL;
  tv_scan_text_line (&(const char *){ feed != NULL ? feed + 1 : start }, at, &line);
  return line;
}

/* Sets the size of the last section, which ends before offset @end. Excludes the lines after its content. */
static void
end_section (TvReport *self, const char *text, gsize end)
{
  TvReportSection *section;
  const char *start, *at = text + end;

  if (self->rows->len == 0)
    return;
  section = &g_array_index (self->rows, TvReportSection, self->rows->len - 1);
  start = text + section->start;
  while (at > start)
    {
      TvSpan line = previous_line (start, at);

      if (!is_between (line))
        break;
      at = line.text;
    }
  section->size = (gsize) (at - start);
}

static gboolean
find_sections (TvReport *self,
               const char *text,
               gsize size,
               GCancellable *cancellable,
               GError **error)
{
  const char *at = text, *end = text + size;

  self->header_size = size;
  for (TvSpan line; tv_scan_text_line (&at, end, &line); self->n_lines++)
    {
      const char *start = line.text;
      TvReportSection section = { .stamp_s = -1 };

      if (self->n_lines % STEP_LINES == 0 && g_cancellable_is_cancelled (cancellable))
        return tv_error_set_cancelled (error);
      if (line.size == 0 || (*start != '-' && *start != 'D') ||
          self->rows->len == TV_REPORT_MAX_SECTIONS)
        continue;
      if (!parse_heading (line, &section) && !parse_service (line, &section))
        continue;
      end_section (self, text, (gsize) (start - text));
      if (self->rows->len == 0)
        self->header_size = (gsize) (start - text);
      section.start = (gsize) (at - text);
      section.first_line = self->n_lines + 2;
      g_array_append_val (self->rows, section);
    }
  end_section (self, text, size);
  return TRUE;
}

/* ---- Header and end of the report ---- */

/**
 * tv_report_is_one:
 * @prefix: (nullable): first bytes of a text file
 * @size: number of bytes
 *
 * Returns: whether the file is a bug report
 */
gboolean
tv_report_is_one (const char *prefix, gsize size)
{
  const char *at = size > 0 ? prefix : "", *end = at + MIN (size, PREFIX_BYTES);

  for (guint i = 0; i < N_LINES_GUESS && at < end; i++)
    {
      TvSpan line;

      if (tv_scan_text_line (&at, end, &line) && tv_span_starts_with (line, DUMPSTATE))
        return TRUE;
    }
  return FALSE;
}

/**
 * tv_report_find_header:
 * @self: a report
 * @name: key, such as "Build"
 * @value: (out): text after the colon
 *
 * Finds a line `NAME: VALUE` before the first section.
 *
 * Returns: %FALSE if there is no such line
 */
gboolean
tv_report_find_header (const TvReport *self, const char *name, TvSpan *value)
{
  const char *text = g_bytes_get_data (self->bytes, NULL);
  const char *at = self->header_size > 0 ? text : "", *end = at + self->header_size;

  while (tv_scan_text_line (&at, end, value))
    if (tv_scan_word (value, name) && tv_scan_byte (value, ':'))
      {
        tv_scan_blanks (value);
        return TRUE;
      }
  return FALSE;
}

static void
read_ends (TvReport *self, const char *text, gsize size)
{
  gsize tail = MIN (size, TAIL_BYTES);
  TvSpan when;

  self->is_whole = size > 0 && memmem (text + size - tail, tail, DONE, strlen (DONE)) != NULL;
  self->when_s = tv_report_find_header (self, "== dumpstate", &when) ? tv_report_parse_time (when)
                                                                     : -1;
}

/* ---- Whole report ---- */

/**
 * tv_report_new:
 * @bytes: text of a bug report
 * @cancellable: (nullable): a #GCancellable
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Finds the sections of a report. Accepts any text; text without headings has no sections.
 *
 * Returns: (transfer full) (nullable): the report, which references @bytes; %NULL if cancelled
 */
TvReport *
tv_report_new (GBytes *bytes, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvReport) self = g_new0 (TvReport, 1);
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);

  self->bytes = g_bytes_ref (bytes);
  self->rows = g_array_new (FALSE, FALSE, sizeof (TvReportSection));
  if (!find_sections (self, size > 0 ? text : "", size, cancellable, error))
    return NULL;
  self->n = self->rows->len;
  self->sections = (const TvReportSection *) (gconstpointer) self->rows->data;
  read_ends (self, text, size);
  return g_steal_pointer (&self);
}

void
tv_report_free (TvReport *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->rows);
  g_bytes_unref (self->bytes);
  g_free (self);
}

/**
 * tv_report_dup_section:
 * @section: index of a section
 *
 * Returns: (transfer full): the content of the section, which shares the memory of the report
 */
GBytes *
tv_report_dup_section (const TvReport *self, guint section)
{
  g_return_val_if_fail (section < self->n, NULL);
  return g_bytes_new_from_bytes (self->bytes, self->sections[section].start,
                                 self->sections[section].size);
}

/**
 * tv_report_dup_calls:
 *
 * Returns: (transfer full) (nullable): the section in which the binder driver lists pending calls; %NULL if there is
 * none
 */
GBytes *
tv_report_dup_calls (const TvReport *self)
{
  static const char *const titles[] = { "BINDER TRANSACTIONS", "BINDER STATE" };

  for (guint t = 0; t < G_N_ELEMENTS (titles); t++)
    for (guint i = 0; i < self->n; i++)
      if (!self->sections[i].is_service && tv_span_is (self->sections[i].title, titles[t]) &&
          self->sections[i].size > 0)
        return tv_report_dup_section (self, i);
  return NULL;
}

/**
 * tv_report_is_log:
 *
 * Logs are detected by their title, because lines of other sections may look like log lines.
 *
 * Returns: whether the section is a log
 */
gboolean
tv_report_is_log (const TvReportSection *section)
{
  static const char *const words[] = { " LOG", "LOGCAT", "KMSG", "DMESG" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (memmem (section->title.text, section->title.size, words[i], strlen (words[i])) != NULL)
      return TRUE;
  return FALSE;
}

/**
 * tv_report_dup_system:
 * @self: a report
 *
 * Reads the version of Android from the build fingerprint, where it follows the first colon: `google/x/x:16/BUILD/…`.
 *
 * Returns: (transfer full) (nullable): name and version of the operating system; %NULL if unknown
 */
char *
tv_report_dup_system (const TvReport *self)
{
  TvSpan print;
  const char *colon, *slash;
  g_autofree char *version = NULL;

  if (!tv_report_find_header (self, "Build fingerprint", &print))
    return NULL;
  colon = memchr (print.text, ':', print.size);
  if (colon == NULL)
    return NULL;
  colon++;
  slash = memchr (colon, '/', (gsize) (print.text + print.size - colon));
  if (slash == NULL || slash - colon >= 16)
    return NULL;
  version = g_utf8_make_valid (colon, slash - colon);
  return g_strdup_printf (_("Android %s"), version);
}

/**
 * tv_report_dup_name:
 *
 * Returns: (transfer full): display name of the section, such as "SYSTEM LOG" or "dumpsys meminfo"; not unique
 */
char *
tv_report_dup_name (const TvReportSection *section)
{
  g_autofree char *title = g_utf8_make_valid (section->title.text, (gssize) section->title.size);

  g_strdelimit (title, "\t", ' ');
  if (!section->is_service)
    return g_steal_pointer (&title);
  return section->priority != NULL ? g_strdup_printf ("dumpsys %s %s", section->priority, title)
                                   : g_strdup_printf ("dumpsys %s", title);
}
