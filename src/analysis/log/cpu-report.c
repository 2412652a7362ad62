/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log/cpu-report.h"

/* Parses the output of `dumpsys cpuinfo`, as ProcessCpuTracker prints it:
 *
 *   CPU usage from 26008ms to 20503ms ago (…):
 *     82% 929/system_server: 60% user + 22% kernel / faults: 67902 minor 34 major
 *       12% 940/Binder:929_1: 10% user + 2% kernel        threads are indented
 *    +0% 1234/sh: 0% user + 0% kernel                     started during the period
 *   95% TOTAL: 62% user + 27% kernel
 *
 * 100 % is one CPU in the rows of processes and threads, and all CPUs in the total. Called by the table cpu_report
 * and the view that shows it; incident-log.c parses single rows with tv_cpu_report_parse_row(). Pure: only reads the
 * trace. */

#define TITLE "CPU usage from "

/* Minimum indentation of threads, in bytes */
#define THREAD_INDENT 4

static gboolean
take_percent (TvTextPart *part, double *percent)
{
  gint64 whole, tenth = 0;

  if (!tv_text_part_take_number (part, &whole))
    return FALSE;
  if (tv_text_part_take (part, "."))
    {
      const char *start = part->text;

      if (!tv_text_part_take_number (part, &tenth) || part->text - start != 1)
        return FALSE;
    }
  *percent = (double) whole + (double) tenth / 10.0;
  return tv_text_part_take (part, "%");
}

/* Parses `60% user + 22% kernel + 1% iowait / faults: 67902 minor 34 major`. */
static void
take_shares (TvTextPart rest, TvCpuReportRow *row)
{
  static const char *const names[TV_N_CPU_SHARES] = { " user", " kernel", " iowait", " irq",
                                                      " softirq" };

  for (;;)
    {
      double percent;
      guint share = 0;

      rest = tv_text_part_trim (rest);
      tv_text_part_take (&rest, "+");
      rest = tv_text_part_trim (rest);
      if (!take_percent (&rest, &percent))
        break;
      while (share < TV_N_CPU_SHARES && !tv_text_part_take (&rest, names[share]))
        share++;
      if (share == TV_N_CPU_SHARES)
        break;
      row->shares[share] = percent;
    }
  if (!tv_text_part_take (&rest, "/ faults: "))
    return;
  if (!tv_text_part_take_number (&rest, &row->n_minor) || !tv_text_part_take (&rest, " minor"))
    row->n_minor = -1;
  rest = tv_text_part_trim (rest);
  if (!tv_text_part_take_number (&rest, &row->n_major) || !tv_text_part_take (&rest, " major"))
    row->n_major = -1;
}

/* Finds the end of a name. Names can contain colons, but only the colon after a name is followed by a space and a
 * digit. */
static const char *
find_name_end (TvTextPart rest)
{
  for (gsize i = 0; i + 2 < rest.size; i++)
    if (rest.text[i] == ':' && rest.text[i + 1] == ' ' && g_ascii_isdigit (rest.text[i + 2]))
      return rest.text + i;
  return NULL;
}

/* Parses `929/system_server: ` or `TOTAL: `. */
static gboolean
take_name (TvTextPart *rest, TvCpuReportRow *row)
{
  const char *end = find_name_end (*rest);
  TvTextPart at = *rest;
  gint64 id;

  if (tv_text_part_take_number (&at, &id) && id <= G_MAXINT32 && tv_text_part_take (&at, "/"))
    row->id = (guint32) id;
  else
    at = *rest;
  if (end == NULL || end <= at.text)
    return FALSE;
  row->name = (TvTextPart){ at.text, (gsize) (end - at.text) };
  at = (TvTextPart){ end + 2, (gsize) (rest->text + rest->size - end - 2) };
  *rest = at;
  return row->id != TV_NONE || tv_text_part_is (row->name, "TOTAL");
}

static gboolean
take_row (TvTextPart line, TvCpuReportRow *row, gboolean *is_thread)
{
  gsize indent = 0;

  while (indent < line.size && line.text[indent] == ' ')
    indent++;
  line = tv_text_part_trim (line);
  if (tv_text_part_take (&line, "+"))
    row->change = '+';
  else if (tv_text_part_take (&line, "-"))
    row->change = '-';
  *is_thread = indent >= THREAD_INDENT;
  if (!take_percent (&line, &row->percent) || !tv_text_part_take (&line, " ") ||
      !take_name (&line, row))
    return FALSE;
  take_shares (line, row);
  return TRUE;
}

/**
 * tv_cpu_report_parse_row:
 * @line: a line, such as `  98% 4555/org.dune.miner: 90% user + 8% kernel`
 * @row: (out): parsed row, without @heading and @line
 *
 * Returns: whether @line is the row of a process, or the total, in a CPU usage table of a service report or an ANR
 * log
 */
gboolean
tv_cpu_report_parse_row (TvTextPart line, TvCpuReportRow *row)
{
  gboolean is_thread;

  *row = (TvCpuReportRow){
    .id = TV_NONE, .pid = TV_NONE, .shares = { -1, -1, -1, -1, -1 }, .n_minor = -1, .n_major = -1
  };
  return take_row (line, row, &is_thread) && !is_thread;
}

/**
 * tv_trace_has_cpu_report:
 *
 * Returns: whether the trace contains output of `dumpsys cpuinfo`
 */
gboolean
tv_trace_has_cpu_report (TvTrace *trace)
{
  return tv_trace_has_service_text (trace, TITLE);
}

typedef struct
{
  TvTrace *trace;
  GArray *found;
  TvTextPart heading;
  guint32 pid;
} Reader;

static void
read_line (gpointer data, const TvText *text, guint32 number)
{
  Reader *self = data;
  TvCpuReportRow row = { .line = number,
                         .id = TV_NONE,
                         .pid = TV_NONE,
                         .shares = { -1, -1, -1, -1, -1 },
                         .n_minor = -1,
                         .n_major = -1 };
  TvTextPart line;
  gboolean is_thread;

  if (number == text->first_line)
    *self = (Reader){ .trace = self->trace, .found = self->found, .pid = TV_NONE };
  line.text = tv_trace_get_text_line (self->trace, number, &line.size);
  if (tv_text_part_take (&line, "CPU usage "))
    {
      self->heading = tv_text_part_trim (line);
      return;
    }
  if (self->heading.size == 0 || !take_row (line, &row, &is_thread))
    return;
  row.heading = self->heading;
  if (is_thread && row.id != TV_NONE)
    row.pid = self->pid;
  else
    self->pid = row.id;
  g_array_append_val (self->found, row);
}

/**
 * tv_cpu_report_new:
 * @trace: a trace
 * @selection: (nullable): not used
 * @cancellable: (nullable): a #GCancellable
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvCpuReportRow) (nullable): rows of all cpuinfo sections, in file order;
 * their strings belong to the trace
 */
GArray *
tv_cpu_report_new (TvTrace *trace,
                   const TvSelection *selection,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (TvCpuReportRow));
  Reader reader = { .trace = trace, .found = found, .pid = TV_NONE };

  return tv_service_text_read (trace, TITLE, read_line, &reader, cancellable, error)
             ? g_steal_pointer (&found)
             : NULL;
}
