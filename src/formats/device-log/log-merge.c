/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/log-merge.h"

#include <string.h>

#include <glib/gi18n.h>

#include "formats/device-log/log-decoder.h"

/* Merges the chunks of a log. Resolves the fields that depend on earlier lines: years, log buffers, processes, and
 * the time of lines without a timestamp. Called by device-log.c after each round of chunks, and by log-inside.c, on
 * one thread and in file order; the readers of binary and JSON logs use only tv_log_name_process() and
 * tv_log_note_jumps(). Adds the lines to the builder. */

/* Maximum time in ns by which a line may be earlier than the previous line, because buffers are interleaved. */
#define LATE_NS (60 * TV_LOG_NS_PER_S)

/* Maximum plausible time in ns between two lines. */
#define AHEAD_NS (30 * TV_LOG_NS_PER_DAY)

/* Maximum time by which timestamps in local time may be later than the modification time, which is in UTC. */
#define DAY_S 86400

#define FIRST_YEAR 1970

/* Number of bytes at the start of a report in which a date is searched. */
#define MAX_PREFIX_BYTES 128

/**
 * tv_log_merge_init:
 * @self: (out): struct to initialize
 * @builder: output
 * @bytes: content of the file
 *
 * Initializes a merge. Registers the content of the file and the decoder of log lines with the builder.
 */
void
tv_log_merge_init (TvLogMerge *self, TvTraceBuilder *builder, GBytes *bytes)
{
  TvLogLines reported;

  tv_trace_builder_get_log_lines (builder, &reported);
  *self = (TvLogMerge){ .builder = builder,
                        .text = tv_trace_builder_add_log_text (builder, bytes, TRUE),
                        .first = reported.n,
                        .years = TV_LOG_YEARS_INIT,
                        .last_ts = TV_NO_TIME,
                        .buffer = TV_NONE,
                        .next_buffer = TV_NONE,
                        .utc_offset_s = G_MININT32 };
  tv_trace_builder_set_log_decoder (builder, &tv_log_decoder);
}

/**
 * tv_log_name_process:
 * @builder: output
 * @pid: process id
 * @name: process name
 * @is_start: whether the process starts at this line, so that an earlier process with this id has ended
 *
 * Sets the name of a process. If the id is reused, adds a new process.
 */
void
tv_log_name_process (TvTraceBuilder *builder, guint32 pid, TvSpan name, gboolean is_start)
{
  guint32 upid = tv_trace_builder_ensure_process (builder, pid);
  guint32 string = tv_trace_builder_intern (builder, name.text, (gssize) name.size);

  if (is_start && tv_trace_builder_get_process_name (builder, upid) != TV_NONE &&
      tv_trace_builder_get_process_name (builder, upid) != string)
    upid = tv_trace_builder_add_process (builder, pid);
  tv_trace_builder_name_process (builder, upid, string);
}

static void
add_count (TvLogChunkCount *sum, const TvLogChunkCount *count)
{
  if (sum->n == 0)
    sum->file_offset = count->file_offset;
  sum->n += count->n;
}

typedef struct
{
  const TvLogChunk *part;
  guint32 *strings; /* for each string of the chunk, string id in the builder */
  /* for each thread of the chunk, its utid; TV_NONE if it is not resolved yet */
  guint32 *utids;
  guint next_name;
  guint next_buffer;
} Walk;

static guint32
map_string (const Walk *walk, guint32 string)
{
  return string != TV_NONE ? walk->strings[string] : TV_NONE;
}

/* Applies the process names up to a line. If a process starts, its threads are resolved again. */
static void
name_processes (TvLogMerge *self, Walk *walk, guint32 line)
{
  const GArray *names = walk->part->names;

  for (; walk->next_name < names->len; walk->next_name++)
    {
      const TvLogChunkName *name = &g_array_index (names, TvLogChunkName, walk->next_name);

      if (name->line > line)
        return;
      tv_log_name_process (self->builder, name->pid, name->name, name->is_start);
      for (guint i = 0; name->is_start && i < walk->part->threads->len; i++)
        if (g_array_index (walk->part->threads, TvLogChunkThread, i).pid == name->pid)
          walk->utids[i] = TV_NONE;
    }
}

/* Applies the buffer changes up to a line. After the beginning of a buffer, only the next line certainly belongs to
 * that buffer. */
static void
note_buffers (TvLogMerge *self, Walk *walk, guint32 line)
{
  const GArray *buffers = walk->part->buffers;

  for (; walk->next_buffer < buffers->len; walk->next_buffer++)
    {
      const TvLogChunkBuffer *buffer = &g_array_index (buffers, TvLogChunkBuffer,
                                                       walk->next_buffer);

      if (buffer->line > line)
        return;
      self->next_buffer = map_string (walk, buffer->buffer);
      self->buffer = buffer->is_switch ? self->next_buffer : TV_NONE;
    }
}

static guint32
find_thread (TvLogMerge *self, Walk *walk, guint32 thread)
{
  const TvLogChunkThread *one;

  if (thread == TV_NONE)
    return TV_NONE;
  if (walk->utids[thread] == TV_NONE)
    {
      guint32 upid;

      one = &g_array_index (walk->part->threads, TvLogChunkThread, thread);
      upid = tv_trace_builder_ensure_process (self->builder, one->pid);
      walk->utids[thread] = tv_trace_builder_ensure_thread (self->builder, upid, one->tid);
    }
  return walk->utids[thread];
}

static void
add_lines (TvLogMerge *self, Walk *walk, TvLogLines *rows, guint64 copies)
{
  const TvLogChunk *part = walk->part;
  for (guint32 i = 0; i < part->lines->len; i++)
    {
      const TvLogLine *line = &g_array_index (part->lines, TvLogLine, i);

      if (G_UNLIKELY (walk->next_name < part->names->len))
        name_processes (self, walk, i);
      if (line->ts != TV_NO_TIME)
        self->last_ts = tv_log_years_count (&self->years, line->ts);
      rows->ts[i] = self->last_ts;
      rows->text[i] = (line->text & TV_LOG_PART_COPIED) != 0
                          ? copies + (line->text & ~TV_LOG_PART_COPIED)
                          : self->text + line->text;
      rows->text_size[i] = line->text_size;
      rows->pid[i] = line->pid;
      rows->tid[i] = line->tid;
      rows->uid[i] = line->uid;
      rows->utid[i] = find_thread (self, walk, line->utid);
      rows->tag[i] = map_string (walk, line->tag);
      rows->domain[i] = map_string (walk, line->domain);
      rows->process[i] = map_string (walk, line->process);
      note_buffers (self, walk, i);
      rows->buffer[i] = self->next_buffer != TV_NONE ? self->next_buffer : self->buffer;
      self->next_buffer = TV_NONE;
      rows->level[i] = (guint8) line->level;
    }
}

/* Appends the time zones of a chunk whose lines are the last ones of the builder. */
static void
add_zones (TvLogMerge *self, const TvLogChunk *part)
{
  TvLogLines lines;

  if (part->zones->len == 0)
    return;
  tv_trace_builder_get_log_lines (self->builder, &lines);
  if (self->zones == NULL)
    self->zones = g_array_new (FALSE, FALSE, sizeof (TvLogChunkZone));
  for (guint i = 0; i < part->zones->len; i++)
    {
      TvLogChunkZone zone = g_array_index (part->zones, TvLogChunkZone, i);

      zone.line += lines.n - part->lines->len;
      g_array_append_val (self->zones, zone);
    }
}

/**
 * tv_log_merge_add:
 * @self: a merge
 * @part: the next chunk of the file, after tv_log_chunk_read()
 *
 * Emits the lines of a chunk.
 *
 * Returns: %FALSE if the trace cannot contain more lines
 */
gboolean
tv_log_merge_add (TvLogMerge *self, const TvLogChunk *part)
{
  Walk walk = { .part = part };
  TvLogLines rows;
  guint64 copies = 0;
  guint n_threads = part->threads->len;

  if (!tv_trace_builder_add_log_lines (self->builder, part->lines->len, &rows))
    return FALSE;
  self->kinds |= part->kinds;
  self->has_month_0 |= part->has_month_0;
  if (self->utc_offset_s == G_MININT32)
    self->utc_offset_s = part->utc_offset_s;
  add_zones (self, part);
  add_count (&self->n_unknown, &part->n_unknown);
  add_count (&self->n_lost, &part->n_lost);
  if (part->copies->len > 0)
    copies = tv_trace_builder_copy_log_text (self->builder, (const char *) part->copies->data,
                                             part->copies->len);
  walk.strings = g_new (guint32, tv_string_pool_get_n (part->strings) + 1);
  tv_trace_builder_intern_all (self->builder, part->strings, walk.strings);
  walk.utids = g_new (guint32, n_threads + 1);
  memset (walk.utids, 0xff, (n_threads + 1) * sizeof *walk.utids);
  add_lines (self, &walk, &rows, copies);
  /* Process names and buffer changes may also follow the last line. */
  name_processes (self, &walk, G_MAXUINT32);
  note_buffers (self, &walk, G_MAXUINT32);
  g_free (walk.strings);
  g_free (walk.utids);
  return TRUE;
}

/* ---- Clocks ---- */

/* Returns the year in a date near the start of a report, such as `----- pid 30 at 2024-05-06 07:08:09 -----`; 0 if
 * there is no date on the day of the line. */
static int
parse_year (const TvLogMerge *self, const char *text, gsize size, gint64 yearless)
{
  for (const char *at = text, *end = text + MIN (size, MAX_PREFIX_BYTES); end - at >= 10; at++)
    {
      char date[] = "0000-00-00";
      int year;

      for (guint i = 0; i < 10; i++)
        date[i] = g_ascii_isdigit (at[i]) ? '0' : at[i];
      if (strncmp (date, "0000-00-00", 10) != 0)
        continue;
      year = (at[0] - '0') * 1000 + (at[1] - '0') * 100 + (at[2] - '0') * 10 + at[3] - '0';
      if (year >= FIRST_YEAR &&
          tv_log_time_add_year (yearless, year, self->has_month_0) / TV_LOG_NS_PER_DAY ==
              tv_log_time_of_day (year, (guint) ((at[5] - '0') * 10 + at[6] - '0'),
                                  (guint) ((at[8] - '0') * 10 + at[9] - '0')) /
                  TV_LOG_NS_PER_DAY)
        return year;
    }
  return 0;
}

/* Returns the year of the first line, derived from a dated report in the log; 0 if there is no such report. */
static int
find_stated_year (const TvLogMerge *self, const TvLogLines *lines)
{
  static const char *const prefixes[] = { "----- pid ", "Timestamp: " };

  for (guint32 i = self->first; i < lines->n; i++)
    {
      gint64 ts = lines->ts[i] - TV_LOG_YEARLESS_BASE;
      gsize size;
      const char *text;

      if (!TV_LOG_IS_YEARLESS (lines->ts[i]))
        continue;
      text = tv_trace_builder_get_log_text (self->builder, i, &size);
      for (guint prefix = 0; prefix < G_N_ELEMENTS (prefixes); prefix++)
        {
          gsize length = strlen (prefixes[prefix]);
          int year = 0;

          if (size > length && memcmp (text, prefixes[prefix], length) == 0)
            year = parse_year (self, text, size, ts % TV_LOG_YEARLESS_NS);
          if (year > 0)
            return MAX (year - (int) (ts / TV_LOG_YEARLESS_NS), FIRST_YEAR);
        }
    }
  return 0;
}

/* Estimates the year of the first line. The last line must not be later than the file's modification time, and 29
 * February requires a leap year. */
static int
find_year (const TvLogMerge *self, const TvLogLines *lines, gint64 latest_s)
{
  int year = tv_log_time_get_year (latest_s + DAY_S);
  gint64 last = 0;

  for (guint32 i = lines->n; i-- > self->first;)
    if (TV_LOG_IS_YEARLESS (lines->ts[i]))
      {
        last = lines->ts[i] - TV_LOG_YEARLESS_BASE;
        break;
      }
  if (tv_log_time_add_year (last % TV_LOG_YEARLESS_NS, year, self->has_month_0) / TV_LOG_NS_PER_S >
      latest_s + DAY_S)
    year--;
  year -= (int) (last / TV_LOG_YEARLESS_NS);
  for (guint32 i = self->first; i < lines->n; i++)
    {
      gint64 ts;

      if (!TV_LOG_IS_YEARLESS (lines->ts[i]))
        continue;
      ts = lines->ts[i] - TV_LOG_YEARLESS_BASE;
      if (!tv_log_time_is_leap_day (ts % TV_LOG_YEARLESS_NS, self->has_month_0))
        continue;
      year = MAX (year, FIRST_YEAR);
      for (int years = (int) (ts / TV_LOG_YEARLESS_NS);
           !g_date_is_leap_year ((GDateYear) (year + years)) && year > FIRST_YEAR;)
        year--;
      break;
    }
  return MAX (year, FIRST_YEAR);
}

/* Adds the year to each timestamp that lacks it. Caches the last day, because consecutive lines are usually from the
 * same day. @is_zoned: whether to convert the timestamps to UTC */
static void
add_years (const TvLogMerge *self, TvLogLines *lines, int year, gboolean is_zoned)
{
  gint64 day = -1, day_ns = 0, ahead_ns = 0;
  guint n_zones = is_zoned ? self->zones->len : 0, next_zone = 0;

  for (guint32 i = self->first; i < lines->n; i++)
    {
      gint64 ts, of_day;

      for (; next_zone < n_zones; next_zone++)
        {
          const TvLogChunkZone *zone = &g_array_index (self->zones, TvLogChunkZone, next_zone);

          if (zone->line > i)
            break;
          ahead_ns = zone->utc_offset_s * TV_LOG_NS_PER_S;
        }
      if (!TV_LOG_IS_YEARLESS (lines->ts[i]))
        continue;
      ts = lines->ts[i] - TV_LOG_YEARLESS_BASE;
      of_day = ts % TV_LOG_NS_PER_DAY;
      if (ts / TV_LOG_NS_PER_DAY != day)
        {
          day = ts / TV_LOG_NS_PER_DAY;
          day_ns = tv_log_time_add_year ((ts - of_day) % TV_LOG_YEARLESS_NS,
                                         year + (int) (ts / TV_LOG_YEARLESS_NS), self->has_month_0);
        }
      lines->ts[i] = day_ns + of_day - ahead_ns;
    }
}

/**
 * tv_log_note_jumps:
 * @builder: output
 * @first: row of the first line of a file
 * @text: offset of the file's content in the combined text of all log files
 * @size: size of the file in bytes; 0 if offsets are not file offsets
 *
 * Records the jumps of the clock between the lines of a file, and reports them as problems.
 */
void
tv_log_note_jumps (TvTraceBuilder *builder, guint32 first, guint64 text, gsize size)
{
  TvLogLines lines;
  guint32 i;

  tv_trace_builder_get_log_lines (builder, &lines);
  for (i = first + 1; i < lines.n; i++)
    {
      gint64 before = lines.ts[i - 1], step;

      if (before == TV_NO_TIME || __builtin_sub_overflow (lines.ts[i], before, &step) ||
          (step >= -LATE_NS && step <= AHEAD_NS))
        continue;
      tv_trace_builder_note_log_jump (builder, i, step);
      tv_trace_builder_add_problem (builder, TV_PROBLEM_CLOCK_JUMPED,
                                    lines.text[i] - text < size ? (gint64) (lines.text[i] - text)
                                                                : -1,
                                    step < 0 ? _("record %u is %.0f s earlier than the previous "
                                                 "one")
                                             : _("record %u is %.0f s later than the previous one"),
                                    i - first + 1, (double) ABS (step) / (double) TV_LOG_NS_PER_S);
    }
}

static void
note_clock (TvLogMerge *self, TvLogClock clock)
{
  static const char *const names[] = { NULL, "UTC", "local time, zone unknown", "since boot" };
  gint32 offset = self->utc_offset_s != G_MININT32 ? self->utc_offset_s : 0;
  g_autofree char *zone = g_strdup_printf ("%+03d:%02d", offset / 3600, ABS (offset) / 60 % 60);

  tv_trace_builder_set_log_clock (self->builder, clock, offset);
  if (names[clock] != NULL)
    tv_trace_builder_add_metadata (self->builder, "log-clock", names[clock], -1);
  if (self->utc_offset_s != G_MININT32)
    tv_trace_builder_add_metadata (self->builder, "log-zone", zone, -1);
}

/* Frees the state of a merge that ends early. */
void
tv_log_merge_clear (TvLogMerge *self)
{
  g_clear_pointer (&self->zones, g_array_unref);
}

/**
 * tv_log_merge_finish:
 * @self: a merge to which all chunks have been added
 * @latest_s: modification time of the file in s since 1970, from which a missing year is estimated
 * @size: size of the file in bytes
 *
 * Adds years to timestamps, determines the clock of the lines, and reports problems.
 */
void
tv_log_merge_finish (TvLogMerge *self, gint64 latest_s, gsize size)
{
  TvLogLines lines;
  TvLogClock clock = TV_LOG_CLOCK_NONE;

  tv_trace_builder_get_log_lines (self->builder, &lines);
  if ((self->kinds & (1u << TV_LOG_TIME_YEARLESS | 1u << TV_LOG_TIME_YEARLESS_ZONED)) != 0)
    {
      gboolean is_zoned = (self->kinds & 1u << TV_LOG_TIME_YEARLESS) == 0 && self->zones != NULL;
      char text[16];
      int stated = find_stated_year (self, &lines);
      int year = stated > 0 ? stated : find_year (self, &lines, latest_s);

      g_snprintf (text, sizeof text, "%d", year);
      tv_trace_builder_add_metadata (self->builder, stated > 0 ? "log-year" : "log-year-assumed",
                                     text, -1);
      add_years (self, &lines, year, is_zoned);
      clock = is_zoned ? TV_LOG_CLOCK_UTC : TV_LOG_CLOCK_LOCAL;
    }
  else if ((self->kinds & 1u << TV_LOG_TIME_LOCAL) != 0)
    clock = TV_LOG_CLOCK_LOCAL;
  else if ((self->kinds & 1u << TV_LOG_TIME_OF_DAY) != 0)
    {
      tv_trace_builder_add_metadata (self->builder, "log-date-assumed", "1970-01-01", -1);
      clock = TV_LOG_CLOCK_LOCAL;
    }
  else if ((self->kinds & 1u << TV_LOG_TIME_UTC) != 0)
    clock = TV_LOG_CLOCK_UTC;
  else if ((self->kinds & 1u << TV_LOG_TIME_BOOT) != 0)
    clock = TV_LOG_CLOCK_BOOT;
  note_clock (self, clock);
  if (clock != TV_LOG_CLOCK_NONE)
    tv_log_note_jumps (self->builder, self->first, self->text, size);
  if (self->n_unknown.n > 0)
    tv_trace_builder_count_problems (self->builder, TV_PROBLEM_UNKNOWN_LOG_LINE,
                                     self->n_unknown.file_offset, self->n_unknown.n);
  if (self->n_lost.n > 0)
    tv_trace_builder_count_problems (self->builder, TV_PROBLEM_LOST_LOG_LINES,
                                     self->n_lost.file_offset, self->n_lost.n);
  tv_log_merge_clear (self);
}
