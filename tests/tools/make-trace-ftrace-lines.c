/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes the lines of a log: the columns before the event in each format and, with --oddities, damaged lines. Lines are
 * lost, swap places, have other line ends, or are interrupted by other lines. */

#include "make-trace-ftrace.h"

#include <stdarg.h>
#include <string.h>

#define START_S           41300
#define COMM_WIDTH        16
#define REPORT_WIDTH      22
#define EVENT_WIDTH       21
#define LATENCY_WIDTH     8    /* maximum size of a thread name in the latency formats, in bytes */
#define OVERWRITTEN       1204 /* number of overwritten events in the header of a damaged log */
#define HELD_LINES        6
#define LONGEST_LOSS      40
#define BYTES_PER_EVENT   110 /* estimate for the header of a log with a given size */
#define LEFT_OUT_PERMILLE 460 /* share of missing switches from idle, as observed on a device */

/* Appends to the current line. A line never has to be truncated, because even the longest marker is much
 * shorter. */
static inline void
put (FtraceLog *log, const char *text, gsize size)
{
  g_assert (log->used + size < FTRACE_LINE_MAX);
  memcpy (log->line + log->used, text, size);
  log->used += size;
}

static inline void
put_char (FtraceLog *log, char c)
{
  put (log, &c, 1);
}

static inline void
put_blanks (FtraceLog *log, gsize n)
{
  static const char blanks[] = "                                ";

  put (log, blanks, MIN (n, sizeof blanks - 1));
}

/* Writes the digits of @number so that they end before @end. Returns the first digit. */
static inline char *
write_digits (char *end, guint64 number)
{
  do
    *--end = '0' + number % 10;
  while ((number /= 10) > 0);
  return end;
}

/* Appends a number. It is right-aligned if @width is positive, and left-aligned if @width is negative. */
static void
put_number (FtraceLog *log, guint64 number, int width, char fill)
{
  char digits[20];
  char *end = digits + sizeof digits;
  char *start = write_digits (end, number);
  gsize n = end - start;

  for (int i = n; i < width; i++)
    put_char (log, fill);
  put (log, start, n);
  for (int i = n; i < -width; i++)
    put_char (log, ' ');
}

void
ftrace_log_string (FtraceLog *log, const char *string)
{
  put (log, string, strlen (string));
}

void
ftrace_log_number (FtraceLog *log, gint64 number)
{
  if (number < 0)
    put_char (log, '-');
  put_number (log, number < 0 ? 0 - (guint64) number : (guint64) number, 0, ' ');
}

static gboolean
is_report (const FtraceLog *log)
{
  return log->form == FTRACE_LINE_REPORT || log->form == FTRACE_LINE_REPORT_LATENCY ||
         log->form == FTRACE_LINE_REPORT_DIFFERENCE || log->form == FTRACE_LINE_GRAPH_REPORT;
}

/* Returns whether the CPU precedes the flags and has no brackets. */
static gboolean
is_latency (const FtraceLog *log)
{
  return log->form == FTRACE_LINE_LATENCY || log->form == FTRACE_LINE_REPORT_LATENCY;
}

/* ---- Columns ---- */

static void
put_comm (FtraceLog *log, const FtraceTask *task)
{
  const char *comm = task->tid == 0 ? "<idle>" : task->comm;
  gsize width = is_latency (log) ? LATENCY_WIDTH : is_report (log) ? REPORT_WIDTH : COMM_WIDTH;
  gsize size;

  /* The kernel only stores the names of some threads. */
  if (log->options->has_oddities && task->tid != 0 && trace_dice_permille (&log->dice, 15))
    comm = "<...>";
  size = is_latency (log) ? MIN (strlen (comm), LATENCY_WIDTH) : strlen (comm);
  put_blanks (log, width - MIN (size, width));
  put (log, comm, size);
  put_char (log, '-');
}

static void
put_tgid (FtraceLog *log, const FtraceTask *task)
{
  gboolean is_old = log->n_flags == 4;
  gboolean is_known = log->form == FTRACE_LINE_TGID && task->tid != 0;

  if (is_known && log->options->has_oddities && task->inner_pid == 0)
    is_known = !trace_dice_permille (&log->dice, 20);
  if (is_known)
    {
      put_char (log, '(');
      put_number (log, task->pid, is_old ? 5 : 7, ' ');
      put_char (log, ')');
    }
  else
    ftrace_log_string (log, is_old ? "(-----)" : "(-------)");
  put_char (log, ' ');
}

static void
put_flags (FtraceLog *log, FtraceContext context)
{
  static const char *const four[] = { "...1", "d..3", "d.h4", "..s1" };
  static const char *const five[] = { ".....", "d..2.", "d.h2.", "..s1." };

  ftrace_log_string (log, log->n_flags == 4 ? four[context] : five[context]);
  /* With five flags, the column ends with a dot; a time also contains a dot, so the two may be adjacent. */
  if (log->n_flags == 4 || log->options->digits == 0 || is_latency (log) ||
      !log->options->has_oddities || !trace_dice_permille (&log->dice, 5))
    put_char (log, ' ');
}

static void
put_time (FtraceLog *log, guint64 ns)
{
  guint64 time_ns = log->start_ns + ns;
  int digits = log->options->digits;

  if (log->form == FTRACE_LINE_LATENCY)
    {
      static const char *const marks[] = { "us ", "us+", "us!", "us#", "us*", "us@", "us$" };

      put_number (log, time_ns / 1000, 4, ' ');
      ftrace_log_string (log, marks[ns / 1000 % G_N_ELEMENTS (marks)]);
      return;
    }
  if (digits == 0)
    {
      put_number (log, time_ns / 1000, 0, ' ');
      return;
    }
  put_number (log, time_ns / 1000000000, 0, ' ');
  put_char (log, '.');
  put_number (log, time_ns % 1000000000 / (digits == 6 ? 1000 : 1), digits, '0');
}

/* Appends all columns before the event. */
static void
put_columns (FtraceLog *log, guint64 ns, guint cpu, const FtraceTask *task, FtraceContext context)
{
  gboolean is_wide = log->form == FTRACE_LINE_TGID || log->form == FTRACE_LINE_DASHES;

  put_comm (log, task);
  put_number (log, task->tid, is_wide && log->n_flags != 4 ? -7 : -5, ' ');
  put_char (log, ' ');
  if (is_wide)
    put_tgid (log, task);
  if (is_latency (log))
    put_number (log, cpu, 3, ' ');
  else
    {
      put_char (log, '[');
      put_number (log, cpu, 3, '0');
      ftrace_log_string (log, "] ");
    }
  if (!is_latency (log) && (is_report (log) || log->form == FTRACE_LINE_NOFLAGS))
    put_blanks (log, 1);
  else
    put_flags (log, context);
  put_time (log, ns);
  ftrace_log_string (log, ": ");
  if (log->form == FTRACE_LINE_REPORT_DIFFERENCE && log->n_events > 0)
    {
      ftrace_log_string (log, "(+");
      put_number (log, ns / 1000 % 1000, 0, ' ');
      ftrace_log_string (log, ")  ");
    }
}

void
ftrace_log_begin (FtraceLog *log,
                  guint64 ns,
                  guint cpu,
                  const FtraceTask *task,
                  FtraceContext context,
                  const char *event)
{
  log->used = 0;
  log->cpu = cpu;
  log->task = task;
  log->context = context;
  log->ns = ns;
  log->is_switch = FALSE;
  if (log->form != FTRACE_LINE_GRAPH && log->form != FTRACE_LINE_GRAPH_TIMES)
    put_columns (log, ns, cpu, task, context);

  log->event = log->used;
  ftrace_log_string (log, event);
  put_char (log, ':');
  if (is_report (log) && log->used - log->event < EVENT_WIDTH)
    put_blanks (log, EVENT_WIDTH - (log->used - log->event));
  put_char (log, ' ');
  log->said = log->used;
}

/* ---- Ends of lines ---- */

static void
write_text (FtraceLog *log, const char *text, gsize size)
{
  ftrace_pack_write (log->pack, text, size);
  log->n_bytes += size;
}

static void
write_string (FtraceLog *log, const char *string)
{
  write_text (log, string, strlen (string));
}

static void
write_line (FtraceLog *log)
{
  if (ftrace_log_is_full (log))
    return;
  if (log->n_crlf > 0)
    {
      log->n_crlf--;
      put_char (log, '\r');
    }
  put_char (log, '\n');
  write_text (log, log->line, log->used);
  log->n_events++;
}

static void
write_loss (FtraceLog *log)
{
  char text[64];

  if (is_report (log))
    g_snprintf (text, sizeof text, "CPU:%u [%u EVENTS DROPPED]\n", log->losing_cpu, log->n_lost);
  else
    g_snprintf (text, sizeof text, "CPU:%u [LOST %u EVENTS]\n", log->losing_cpu, log->n_lost);
  write_string (log, text);
  log->n_lost = 0;
}

/* Returns whether the line is dropped because the kernel's buffer is full. */
static gboolean
is_lost (FtraceLog *log)
{
  if (log->losing == 0)
    {
      if (log->is_switch && trace_dice_permille (&log->dice, 1))
        return TRUE; /* lost without a report */
      if (!trace_dice_permille (&log->dice, 1) || !trace_dice_permille (&log->dice, 300))
        return FALSE;
      log->losing_cpu = log->cpu;
      log->losing = trace_dice_between (&log->dice, 1, LONGEST_LOSS);
    }
  if (log->cpu != log->losing_cpu)
    return FALSE;
  log->n_lost++;
  if (--log->losing == 0)
    write_loss (log);
  return TRUE;
}

static void
write_no_event (FtraceLog *log)
{
  static const char *const texts[] = {
    "\n",
    "   \n",
    "# the capture goes on\n",
    "##### CPU 1 buffer started ####\n",
    "CPU 3 is empty\n",
    " => __schedule\n => schedule\n => worker_thread\n",
  };

  write_string (log, texts[trace_dice_between (&log->dice, 0, G_N_ELEMENTS (texts) - 1)]);
}

static void
release_held (FtraceLog *log)
{
  write_text (log, log->held->str, log->held->len);
  g_string_truncate (log->held, 0);
  log->n_events++;
}

static void
end_odd_line (FtraceLog *log)
{
  if (is_lost (log))
    return;
  if (log->n_crlf == 0 && trace_dice_permille (&log->dice, 3))
    log->n_crlf = trace_dice_between (&log->dice, 1, 20);
  if (trace_dice_permille (&log->dice, 2))
    write_no_event (log);

  if (log->held->len == 0 && trace_dice_permille (&log->dice, 4))
    {
      put_char (log, '\n');
      g_string_append_len (log->held, log->line, log->used);
      log->holding = trace_dice_between (&log->dice, 1, HELD_LINES);
      return;
    }
  write_line (log);
  if (log->held->len > 0 && --log->holding == 0)
    release_held (log);
}

void
ftrace_log_end (FtraceLog *log)
{
  gboolean is_left_out = log->options->lacks_switches && log->is_from_idle && log->is_switch &&
                         trace_dice_permille (&log->dice, LEFT_OUT_PERMILLE);

  log->is_from_idle = FALSE;
  if (is_left_out)
    return;
  ftrace_log_rewrite (log);
  if (log->options->has_oddities)
    end_odd_line (log);
  else
    write_line (log);
}

void
ftrace_log_line (FtraceLog *log,
                 guint64 ns,
                 guint cpu,
                 const FtraceTask *task,
                 FtraceContext context,
                 const char *event,
                 const char *first,
                 ...)
{
  va_list pieces;

  ftrace_log_begin (log, ns, cpu, task, context, event);
  va_start (pieces, first);
  for (const char *string = first; string != NULL; string = va_arg (pieces, const char *))
    {
      ftrace_log_string (log, string);
      ftrace_log_number (log, va_arg (pieces, gint64));
    }
  va_end (pieces);
  ftrace_log_end (log);
}

gboolean
ftrace_log_is_full (const FtraceLog *log)
{
  const TraceOptions *options = log->options;
  guint64 n_events = log->n_events + (log->held->len > 0 ? 1 : 0);

  if (options->bytes > 0)
    return log->n_bytes >= (guint64) options->bytes;
  return options->records >= 0 && n_events >= (guint64) options->records;
}

/* ---- Headers ---- */

static const char *const column_headers[] = {
  "#                                          _-----=> irqs-off/BH-disabled\n"
  "#                                         / _----=> need-resched\n"
  "#                                        | / _---=> hardirq/softirq\n"
  "#                                        || / _--=> preempt-depth\n"
  "#                                        ||| / _-=> migrate-disable\n"
  "#                                        |||| /     delay\n"
  "#           TASK-PID       TGID    CPU#  |||||  TIMESTAMP  FUNCTION\n"
  "#              | |           |       |   |||||     |         |\n",
  "#                                      _-----=> irqs-off\n"
  "#                                     / _----=> need-resched\n"
  "#                                    | / _---=> hardirq/softirq\n"
  "#                                    || / _--=> preempt-depth\n"
  "#                                    ||| /     delay\n"
  "#           TASK-PID    TGID   CPU#  ||||    TIMESTAMP  FUNCTION\n"
  "#              | |        |      |   ||||       |         |\n",
  "#                                _-----=> irqs-off/BH-disabled\n"
  "#                               / _----=> need-resched\n"
  "#                              | / _---=> hardirq/softirq\n"
  "#                              || / _--=> preempt-depth\n"
  "#                              ||| / _-=> migrate-disable\n"
  "#                              |||| /     delay\n"
  "#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION\n"
  "#              | |         |   |||||     |         |\n",
  "#           TASK-PID    CPU#    TIMESTAMP  FUNCTION\n"
  "#              | |       |          |         |\n",
};

/* Header of function_graph. The columns depend on the options; readers treat lines after the first line as comments. */
static const char graph_header[] = "# tracer: function_graph\n"
                                   "#\n"
                                   "# CPU  DURATION                  FUNCTION CALLS\n"
                                   "# |     |   |                     |   |   |   |\n";

static const char *
column_header (const FtraceLog *log)
{
  if (log->form == FTRACE_LINE_NOFLAGS)
    return column_headers[3];
  if (log->form == FTRACE_LINE_PLAIN || log->form == FTRACE_LINE_FIELDS)
    return column_headers[2];
  return column_headers[log->n_flags == 4 ? 1 : 0];
}

static void
write_header (FtraceLog *log)
{
  const TraceOptions *options = log->options;
  gint64 n = options->bytes > 0 ? options->bytes / BYTES_PER_EVENT : MAX (options->records, 0);
  g_autofree char *entries = g_strdup_printf (
      "# tracer: nop\n#\n# entries-in-buffer/entries-written: %" G_GINT64_FORMAT
      "/%" G_GINT64_FORMAT "   #P:%d\n#\n",
      n, n + (options->has_oddities ? OVERWRITTEN : 0), options->cpus);
  g_autofree char *latency = g_strdup_printf (
      "# tracer: nop\n#\n# nop latency trace v1.1.5 on 6.18.44\n# latency: 0 us, "
      "#%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT
      ", CPU#0 | (M:PREEMPT(none) VP:0, KP:0, SP:0 HP:0 #P:%d)\n#    -----------------\n#\n",
      n, n + (options->has_oddities ? OVERWRITTEN : 0), options->cpus);
  g_autofree char *cpus = g_strdup_printf ("version = 6\ncpus=%d\n", options->cpus);

  if (log->form == FTRACE_LINE_LATENCY)
    {
      write_string (log, latency);
      return;
    }
  if (log->form == FTRACE_LINE_GRAPH || log->form == FTRACE_LINE_GRAPH_TIMES)
    {
      write_string (log, graph_header);
      return;
    }
  if (is_report (log))
    {
      write_string (log, cpus);
      return;
    }
  if (log->form != FTRACE_LINE_NOFLAGS)
    write_string (log, entries);
  write_string (log, column_header (log));
}

static gboolean
find_form (const char *name, FtraceLineForm *form, GError **error)
{
  static const char *const names[] = { "tgid",   "dashes",  "plain",          "noflags",
                                       "report", "latency", "report-latency", "report-difference",
                                       "fields", "graph",   "graph-times",    "graph-report" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (name == NULL || g_str_equal (names[i], name))
      {
        *form = (FtraceLineForm) i;
        return TRUE;
      }
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       "--line is one of tgid|dashes|plain|noflags|report|latency|report-latency|"
                       "report-difference|fields|graph|graph-times|graph-report");
  return FALSE;
}

FtraceLog *
ftrace_log_open (const TraceOptions *options, GError **error)
{
  FtraceLineForm form;
  FtracePack *pack;
  FtraceLog *log;

  if (!find_form (options->line, &form, error))
    return NULL;
  pack = ftrace_pack_open (options->path, options->container, error);
  if (pack == NULL)
    return NULL;

  log = g_new0 (FtraceLog, 1);
  log->options = options;
  log->form = form;
  log->pack = pack;
  log->dice.state = (guint64) options->seed * 7 + 3;
  log->start_ns = G_GUINT64_CONSTANT (1000000000) * START_S + 204117389;
  log->n_flags = g_strcmp0 (options->marks, "android") == 0 ? 4 : 5;
  log->held = g_string_new (NULL);
  write_header (log);
  return log;
}

gboolean
ftrace_log_close (FtraceLog *log, GError **error)
{
  gboolean is_fine;

  if (log->held->len > 0)
    release_held (log);
  if (log->n_lost > 0)
    write_loss (log);
  is_fine = ftrace_pack_close (log->pack, error);
  g_string_free (log->held, TRUE);
  g_free (log);
  return is_fine;
}
