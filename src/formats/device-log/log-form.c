/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/log-form.h"

#include "formats/input/scan.h"

/* Detects the form of a log from the majority of its first lines. One line is not sufficient, because a message may
 * look like a line in another form, and one in a million tags looks like a hilog domain. Called by device-log.c,
 * log-clock.c, log-cut.c and log-inside.c before the first line of a log is parsed. Pure. */

#define MAX_PROBED_LINES 200
#define MIN_PERCENT      60
#define TAG_PERCENT      80 /* minimum share in percent for ambiguous forms, such as the tag form */
#define PROCESS_PERCENT  75

/* Minimum share of kernel lines in percent, if the first line is a kernel line. The boot loader adds other lines to
 * the logs of a reboot. */
#define KERNEL_PERCENT 30

typedef struct
{
  guint n[TV_LOG_N_FORMS];
  guint n_other;
  guint n_lines;
  guint n_hilog_slashes;
  guint n_studio_domains;
  gboolean begins_long;
  gboolean begins_kernel;
  gboolean begins_buffer;
} Counts;

static void
count_line (Counts *counts, TvSpan line)
{
  TvLogParsed parsed;

  counts->n_lines++;
  for (int form = 0; form < TV_LOG_FORM_RAW; form++)
    if (tv_log_line_parse (line, (TvLogForm) form, FALSE, &parsed))
      {
        counts->n[form]++;
        if (form == TV_LOG_FORM_LONG && counts->n_lines == 1)
          counts->begins_long = TRUE;
        if (form == TV_LOG_FORM_KERNEL && counts->n_lines == 1)
          counts->begins_kernel = TRUE;
        if (form == TV_LOG_FORM_HILOG && parsed.tag.size > 0 &&
            memchr (parsed.tag.text, '/', parsed.tag.size) != NULL)
          counts->n_hilog_slashes++;
        if ((form == TV_LOG_FORM_STUDIO || form == TV_LOG_FORM_COLUMNS) && parsed.domain.size > 0)
          counts->n_studio_domains++;
        return;
      }
  /* An indented line may continue a message, so it is not counted. */
  if (line.text[0] != ' ' && line.text[0] != '\t')
    counts->n_other++;
}

static void
count_lines (Counts *counts, const char *text, gsize size, gboolean is_whole)
{
  const char *at = text, *end = text + size;
  TvSpan line;

  while (counts->n_lines < MAX_PROBED_LINES && tv_scan_line (&at, end, &line))
    {
      TvLogNote note;
      gboolean is_cut = at == end && !is_whole && counts->n_lines > 0;

      if (is_cut)
        break;
      line = tv_log_line_strip (line);
      switch (tv_log_line_parse_note (line, &note))
        {
        case TV_LOG_NOTE_NONE:
          count_line (counts, line);
          break;
        case TV_LOG_NOTE_BEGINNING:
        case TV_LOG_NOTE_SWITCH:
          counts->begins_buffer |= counts->n_lines == 0;
          break;
        default:
          break;
        }
    }
}

/**
 * tv_log_shape_find:
 * @text: first bytes of a file
 * @size: size of @text in bytes
 * @is_whole: whether @text is the whole file
 * @shape: (out): syntax of the lines
 *
 * Detects the syntax of a log.
 *
 * Returns: whether the file is a device log
 */
gboolean
tv_log_shape_find (const char *text, gsize size, gboolean is_whole, TvLogShape *shape)
{
  Counts counts = { .n_lines = 0 };
  guint total, best = 0, n_matched = 0;

  *shape = (TvLogShape){ .form = TV_LOG_FORM_RAW };
  count_lines (&counts, text, size, is_whole);
  shape->has_process = counts.n_hilog_slashes * 100 >=
                       counts.n[TV_LOG_FORM_HILOG] * PROCESS_PERCENT;
  if (counts.begins_long)
    {
      shape->form = TV_LOG_FORM_LONG;
      return TRUE;
    }
  if (counts.n[TV_LOG_FORM_HILOG] < counts.n[TV_LOG_FORM_THREADTIME])
    {
      counts.n[TV_LOG_FORM_THREADTIME] += counts.n[TV_LOG_FORM_HILOG];
      counts.n[TV_LOG_FORM_HILOG] = 0;
    }
  for (int form = 0; form < TV_LOG_FORM_RAW; form++)
    {
      n_matched += counts.n[form];
      if (counts.n[form] > best)
        {
          best = counts.n[form];
          shape->form = (TvLogForm) form;
        }
    }
  shape->has_domain = counts.n_studio_domains > 0 &&
                      counts.n_studio_domains * 100 >= best * PROCESS_PERCENT;
  total = n_matched + counts.n_other;
  if ((shape->form == TV_LOG_FORM_TAG || shape->form == TV_LOG_FORM_COLUMNS) &&
      (best < n_matched || best * 100 < total * TAG_PERCENT))
    best = 0;
  if (best > 0 && best * 100 >= total * (shape->form == TV_LOG_FORM_KERNEL && counts.begins_kernel
                                             ? KERNEL_PERCENT
                                             : MIN_PERCENT))
    return TRUE;
  shape->form = TV_LOG_FORM_RAW;
  return counts.begins_buffer;
}

/**
 * tv_log_shape_parse_other:
 * @self: (inout): syntax of the lines; changed if the line has another form
 * @line: a line that does not match @self
 * @parsed: (out): fields of the line
 *
 * Parses a line in another form, because concatenated logs may have different forms. Tries only unambiguous forms.
 *
 * Returns: whether the line has another form
 */
gboolean
tv_log_shape_parse_other (TvLogShape *self, TvSpan line, TvLogParsed *parsed)
{
  for (int form = TV_LOG_FORM_STUDIO; form < TV_LOG_FORM_TAG; form++)
    if (form != (int) self->form &&
        tv_log_line_parse (line, (TvLogForm) form, self->has_process, parsed))
      {
        self->form = (TvLogForm) form;
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_log_shape_get_ts:
 * @self: syntax of the line
 * @time: time of the line
 *
 * Returns: the timestamp in ns, relative to %TV_LOG_YEARLESS_BASE if it has no year; %TV_NO_TIME if there is no
 * timestamp
 */
gint64
tv_log_shape_get_ts (const TvLogShape *self, const TvLogTime *time)
{
  if (time->kind == TV_LOG_TIME_NONE)
    return TV_NO_TIME;
  /* hilog combines the seconds of one clock with the fraction of another, so the fraction is dropped. */
  if (time->kind == TV_LOG_TIME_BOOT && self->form == TV_LOG_FORM_HILOG)
    return time->ns - time->ns % TV_LOG_NS_PER_S;
  return tv_log_time_is_yearless (time) ? time->ns + TV_LOG_YEARLESS_BASE : time->ns;
}
