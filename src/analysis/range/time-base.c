/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "analysis/range/time-base.h"

#include <string.h>

#include "core/time-parse.h"

/* Formats and parses times, either relative to the start of the trace, as recorded, or as wall clock times.
 * Initialized by the session and by the option --time-base; read by rulers, lists and tables. A base is a plain
 * value; there is no global state. If the file does not contain a time zone, the time zone of this computer is used
 * for local times. */

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Resolution of displayed times in ns; most recordings have timestamps in microseconds */
#define TICK_NS 1000

/* Minimum change of the clock offset between two readings, in ns, that means that the clock was set; smaller changes
 * are drift */
#define SET_NS NS_PER_S

/* Perfetto's id of CLOCK_REALTIME in clock snapshots */
#define CLOCK_REALTIME_ID 1

/* Lower bound of wall clock timestamps, in the year 2001; smaller timestamps count from boot */
#define EPOCH_NS (1000000000 * NS_PER_S)

/* Maximum number of events that are searched for the clock synchronization marker */
#define MAX_EVENTS 20000

/* Passed to the functions that format timestamps of log lines, so that wall clock times have the format of log lines
 * with a wall clock */
static const TvLogLines wall_clock = { .clock = TV_LOG_CLOCK_LOCAL };

/* ---- Offsets of the wall clock ---- */

static void
add_step (TvTimeBase *self, gint64 from_ns, gint64 offset_ns)
{
  if (self->n_steps > 0 && ABS (self->steps[self->n_steps - 1].offset_ns - offset_ns) < SET_NS)
    return;
  if (self->n_steps == TV_TIME_BASE_MAX_STEPS)
    return;
  self->steps[self->n_steps].from_ns = from_ns;
  self->steps[self->n_steps++].offset_ns = offset_ns;
}

/* Returns a number from the file's metadata, or -1 if the metadata lacks the key. */
static gint64
find_number (TvTrace *trace, const char *key)
{
  const char *value = tv_trace_find_metadata (trace, key);

  return value != NULL ? g_ascii_strtoll (value, NULL, 10) : -1;
}

/* Adds the UTC offset that follows from the marker “trace_event_clock_sync: realtime_ts=…”, which recorders write at
 * the start of an ftrace log. */
static void
add_clock_sync (TvTimeBase *self, TvTrace *trace)
{
  const TvEvents *events = tv_trace_get_events (trace);
  gint64 utc_ns = find_number (trace, "clock-sync-realtime");

  if (utc_ns < EPOCH_NS)
    return;
  for (guint32 i = 0; i < MIN (events->n, MAX_EVENTS) && self->n_steps == 0; i++)
    {
      const char *name = tv_trace_get_string (trace, tv_events_get_name (events, i));
      g_autofree char *args = NULL;

      if (!g_str_equal (name, "tracing_mark_write") && !g_str_equal (name, "print"))
        continue;
      args = tv_trace_dup_event_args (trace, i);
      if (args != NULL && strstr (args, "realtime_ts=") != NULL)
        add_step (self, G_MININT64, utc_ns - tv_time_column_get (&events->ts, i));
    }
}

/* Finds the offsets of UTC. A log in local time of an unknown time zone has no such offset. */
static void
find_utc (TvTimeBase *self, TvTrace *trace)
{
  const TvRecording *recording = tv_trace_get_recording (trace);
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  gint64 start_us;

  self->n_steps = 0;
  if (lines->clock == TV_LOG_CLOCK_UTC)
    add_step (self, G_MININT64, 0);
  if (self->n_steps > 0 || lines->clock == TV_LOG_CLOCK_LOCAL)
    return;
  for (guint32 i = 0; i < recording->n_readings; i++)
    {
      const TvSnapshotClock *reading = &recording->readings[i];
      gint64 offset_ns;

      if (reading->machine == 0 && reading->clock == CLOCK_REALTIME_ID &&
          reading->value >= EPOCH_NS &&
          !__builtin_sub_overflow (reading->value, reading->ts, &offset_ns))
        add_step (self, self->n_steps == 0 ? G_MININT64 : reading->ts, offset_ns);
    }
  start_us = find_number (trace, "start-time-usec");
  if (self->n_steps == 0 && start_us >= EPOCH_NS / 1000 && start_us < G_MAXINT64 / 2000)
    add_step (self, G_MININT64, start_us * 1000);
  if (self->n_steps == 0)
    add_clock_sync (self, trace);
}

/* Returns the UTC offset of this computer's time zone at @utc_ns, in ns. */
static gint64
get_zone_ns (gint64 utc_ns)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (utc_ns / NS_PER_S);

  return time != NULL ? g_date_time_get_utc_offset (time) * 1000 : 0;
}

/* Finds the offsets of local time. */
static void
find_local (TvTimeBase *self, TvTrace *trace)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);

  find_utc (self, trace);
  if (tv_log_timestamp_is_wall (lines))
    {
      self->n_steps = 0;
      add_step (self, G_MININT64, lines->utc_offset_s * NS_PER_S);
      return;
    }
  for (guint i = 0; i < self->n_steps; i++)
    self->steps[i].offset_ns += get_zone_ns (
        MAX (self->steps[i].from_ns, tv_trace_get_start_ns (trace)) + self->steps[i].offset_ns);
}

static gint64
get_offset (const TvTimeBase *self, gint64 ns)
{
  guint step = 0;

  while (step + 1 < self->n_steps && self->steps[step + 1].from_ns <= ns)
    step++;
  return self->n_steps > 0 ? self->steps[step].offset_ns : 0;
}

/* ---- Kinds of bases ---- */

/* Returns the id of a base in actions and saved view states. */
const char *
tv_time_base_get_id (TvTimeBaseKind kind)
{
  static const char *const ids[TV_N_TIME_BASES] = { "start", "raw", "utc", "local" };

  g_return_val_if_fail (kind < TV_N_TIME_BASES, NULL);
  return ids[kind];
}

/* Returns whether a trace supports a base. Recorded timestamps are supported only if they count from boot; in method
 * traces, they count from the start of the recording, and in logs with a wall clock from 1970. The wall clock is
 * supported if its offset is known. */
gboolean
tv_time_base_is_offered (TvTrace *trace, TvTimeBaseKind kind)
{
  gint64 start_ns = tv_trace_get_start_ns (trace);
  TvTimeBase base = { 0 };

  switch (kind)
    {
    case TV_TIME_BASE_RAW:
      return start_ns > 0 && start_ns < EPOCH_NS && find_number (trace, "start-time-usec") < 0 &&
             !tv_log_timestamp_is_wall (tv_trace_get_log_lines (trace));
    case TV_TIME_BASE_UTC:
      find_utc (&base, trace);
      return base.n_steps > 0;
    case TV_TIME_BASE_LOCAL:
      find_local (&base, trace);
      return base.n_steps > 0;
    case TV_TIME_BASE_START:
    case TV_N_TIME_BASES:
    default:
      return TRUE;
    }
}

/* Returns the default base of a trace: the wall clock for device logs, or else the start of the trace. */
TvTimeBaseKind
tv_time_base_get_default (TvTrace *trace)
{
  return tv_log_timestamp_is_wall (tv_trace_get_log_lines (trace)) ? TV_TIME_BASE_LOCAL
                                                                   : TV_TIME_BASE_START;
}

/**
 * tv_time_base_init:
 * @self: (out): base to initialize
 * @trace: a trace
 * @kind: kind of base; %TV_TIME_BASE_START is used if the trace has no wall clock
 *
 * Initializes a base for displaying the times of a trace.
 */
void
tv_time_base_init (TvTimeBase *self, TvTrace *trace, TvTimeBaseKind kind)
{
  gint64 start_ns = tv_trace_get_start_ns (trace), end_ns = tv_trace_get_end_ns (trace);

  *self = (TvTimeBase){ .kind = kind };
  if (kind == TV_TIME_BASE_UTC)
    find_utc (self, trace);
  else if (kind == TV_TIME_BASE_LOCAL)
    find_local (self, trace);
  if (tv_time_base_is_wall (self) && self->n_steps == 0)
    self->kind = TV_TIME_BASE_START;
  self->zero_ns = self->kind == TV_TIME_BASE_START ? start_ns : 0;
  self->unit = self->kind == TV_TIME_BASE_RAW ? TV_TIME_S : tv_time_unit_for (end_ns - start_ns);
  if (tv_time_base_is_wall (self))
    self->has_days = tv_log_timestamp_find_step (
                         &wall_clock, tv_time_base_get_shown (self, start_ns), 86400 * NS_PER_S) !=
                     tv_log_timestamp_find_step (&wall_clock, tv_time_base_get_shown (self, end_ns),
                                                 86400 * NS_PER_S);
}

/* Initializes the base of one of two runs. Times are relative to @zero_ns, the run's alignment point. */
void
tv_time_base_init_aligned (TvTimeBase *self, TvTrace *trace, gint64 zero_ns)
{
  tv_time_base_init (self, trace, TV_TIME_BASE_START);
  self->zero_ns = zero_ns;
  self->is_signed = TRUE;
}

gboolean
tv_time_base_is_wall (const TvTimeBase *self)
{
  return self->kind == TV_TIME_BASE_UTC || self->kind == TV_TIME_BASE_LOCAL;
}

/* Converts a timestamp to the displayed time: ns since the zero of the base, or since 1970 for the wall clock. */
gint64
tv_time_base_get_shown (const TvTimeBase *self, gint64 ns)
{
  return ns - self->zero_ns + get_offset (self, ns);
}

/* Returns the timestamp at which the step that contains @ns begins. Steps begin at multiples of @step in displayed
 * times. */
gint64
tv_time_base_find_step (const TvTimeBase *self, gint64 ns, gint64 step)
{
  gint64 rest = tv_time_base_get_shown (self, ns) % step;

  return ns - (rest < 0 ? rest + step : rest);
}

/* ---- Formatting ---- */

/* Returns the number of decimals of a second for a resolution, which is always a multiple of three. */
static int
get_wall_digits (gint64 resolution_ns)
{
  return resolution_ns >= NS_PER_S  ? 0
         : resolution_ns >= 1000000 ? 3
         : resolution_ns >= 1000    ? 6
                                    : 9;
}

static char *
format_wall (const TvTimeBase *self, gint64 ns, int digits, gboolean has_date)
{
  gint64 shown = tv_time_base_get_shown (self, ns);
  gint64 part = ((shown % NS_PER_S) + NS_PER_S) % NS_PER_S;
  g_autofree char *seconds = tv_log_timestamp_format (
      &wall_clock, shown, TV_LOG_TIMESTAMP_SECONDS | (has_date ? TV_LOG_TIMESTAMP_DATE : 0));
  g_autofree char *fraction = g_strdup_printf ("%09d", (int) part);

  if (seconds == NULL)
    return tv_time_format_in (ns, TV_TIME_S, digits);
  fraction[digits] = '\0';
  return digits > 0 ? g_strconcat (seconds, ".", fraction, NULL) : g_steal_pointer (&seconds);
}

static char *
take_sign (const TvTimeBase *self, gint64 shown, char *text)
{
  char *signed_text = text;

  if (self->is_signed && shown > 0)
    {
      signed_text = g_strconcat ("+", text, NULL);
      g_free (text);
    }
  return signed_text;
}

/* Returns: (transfer full): a time for a detailed view: with four significant digits if it is relative to the start,
 * otherwise to the µs */
char *
tv_time_base_format (const TvTimeBase *self, gint64 ns)
{
  gint64 shown = tv_time_base_get_shown (self, ns);

  if (self->kind == TV_TIME_BASE_START)
    return take_sign (self, shown, tv_time_format (shown));
  return tv_time_base_format_at (self, ns, TICK_NS);
}

/**
 * tv_time_base_format_at:
 * @self: a base
 * @ns: a timestamp
 * @resolution_ns: smallest visible difference; at least 1 ns
 *
 * Returns: (transfer full): the time with as many digits as the resolution requires
 */
char *
tv_time_base_format_at (const TvTimeBase *self, gint64 ns, gint64 resolution_ns)
{
  gint64 shown = tv_time_base_get_shown (self, ns);
  TvTimeUnit unit = self->kind == TV_TIME_BASE_RAW ? TV_TIME_S : tv_time_unit_for (shown);

  resolution_ns = MAX (resolution_ns, 1);
  if (tv_time_base_is_wall (self))
    return format_wall (self, ns, get_wall_digits (resolution_ns), self->has_days);
  return take_sign (self, shown,
                    tv_time_format_in (shown, unit, tv_time_unit_get_digits (unit, resolution_ns)));
}

/* Returns: (transfer full): a time for a list; all times have the same unit and number of digits */
char *
tv_time_base_format_cell (const TvTimeBase *self, gint64 ns)
{
  gint64 shown = tv_time_base_get_shown (self, ns);

  if (tv_time_base_is_wall (self))
    return format_wall (self, ns, get_wall_digits (TICK_NS), self->has_days);
  return take_sign (
      self, shown,
      tv_time_format_in (shown, self->unit, tv_time_unit_get_digits (self->unit, TICK_NS)));
}

/**
 * tv_time_base_format_parts:
 * @self: a base
 * @ns: a timestamp, or %TV_NO_TIME
 * @parts: parts of a wall clock time to include; other bases always show seconds, and ms if requested
 *
 * Returns: (transfer full) (nullable): time of a log line; %NULL for %TV_NO_TIME
 */
char *
tv_time_base_format_parts (const TvTimeBase *self, gint64 ns, TvLogTimestampParts parts)
{
  if (ns == TV_NO_TIME)
    return NULL;
  if (tv_time_base_is_wall (self))
    return tv_log_timestamp_format (&wall_clock, tv_time_base_get_shown (self, ns), parts);
  return tv_time_format_in (tv_time_base_get_shown (self, ns), TV_TIME_S,
                            parts & TV_LOG_TIMESTAMP_MS ? 3 : 0);
}

/* Returns: (transfer full): a time range, with a resolution of a hundredth of its duration */
char *
tv_time_base_format_range (const TvTimeBase *self, gint64 start_ns, gint64 end_ns)
{
  gint64 resolution_ns = MAX ((end_ns - start_ns) / 100, 1);
  g_autofree char *start = NULL;
  g_autofree char *end = NULL;

  if (self->kind == TV_TIME_BASE_START && !self->is_signed)
    return tv_time_format_range (start_ns - self->zero_ns, end_ns - self->zero_ns);
  start = tv_time_base_format_at (self, start_ns, resolution_ns);
  end = tv_time_base_format_at (self, end_ns, resolution_ns);
  return g_strdup_printf ("%s – %s", start, end);
}

/* ---- Parsing ---- */

static gboolean
parse_wall (TvTrace *trace, const TvTimeBase *self, const char *text, gint64 near_ns, gint64 *ns)
{
  TvTimeBase wall = *self;
  gint64 shown;

  if (!tv_time_base_is_wall (self))
    tv_time_base_init (&wall, trace, TV_TIME_BASE_LOCAL);
  if (!tv_time_base_is_wall (&wall) ||
      !tv_log_timestamp_parse (&wall_clock, text, tv_time_base_get_shown (&wall, near_ns), &shown))
    return FALSE;
  /* The clock may have been set back, so several periods may contain the time; the first one is used. */
  for (guint i = 0; i < wall.n_steps; i++)
    {
      *ns = shown - wall.steps[i].offset_ns;
      if (i + 1 == wall.n_steps || *ns < wall.steps[i + 1].from_ns)
        break;
    }
  return TRUE;
}

/* Parses seconds without a unit, as in timestamps of the kernel and of logs. */
static gboolean
parse_raw (const char *text, gint64 *ns)
{
  g_autofree char *plain = g_strdup (text);
  g_autofree char *with_unit = NULL;

  g_strstrip (plain);
  if (!g_ascii_isdigit (*plain) || strchr (plain, ':') != NULL ||
      !g_ascii_isdigit (plain[strlen (plain) - 1]))
    return FALSE;
  with_unit = g_strconcat (plain, " s", NULL);
  *ns = tv_time_parse (with_unit);
  return *ns >= 0;
}

/* Parses a time with a unit. Negative times are valid only for an aligned base. Returns whether the time is valid. */
static gboolean
parse_since (const TvTimeBase *self, const char *text, gint64 *ns)
{
  const char *from_zero = text + strspn (text, " +");
  gsize n_sign = g_str_has_prefix (from_zero, "-")              ? 1
                 : g_str_has_prefix (from_zero, "\342\210\222") ? 3 /* U+2212 */
                                                                : 0;

  if (n_sign > 0 && !self->is_signed)
    return FALSE;
  *ns = tv_time_parse (from_zero + n_sign);
  if (*ns < 0)
    return FALSE;
  if (n_sign > 0)
    *ns = -*ns;
  return TRUE;
}

/**
 * tv_time_base_parse:
 * @trace: a trace
 * @self: base in which times are displayed
 * @text: wall clock time such as `06:13:20.5` or `12-31 06:13`, recorded timestamp such as `217160.0123`, or time
 *   with a unit such as `1.25 s`, relative to the base, or to the start of the trace if the base is a wall clock
 * @near_ns: timestamp that provides a missing year or date
 * @ns: (out): timestamp in ns
 *
 * Returns: whether @text is valid
 */
gboolean
tv_time_base_parse (TvTrace *trace,
                    const TvTimeBase *self,
                    const char *text,
                    gint64 near_ns,
                    gint64 *ns)
{
  gint64 since_ns;

  if (strchr (text, ':') != NULL)
    return parse_wall (trace, self, text, near_ns, ns);
  if (parse_raw (text, ns) && tv_time_base_is_offered (trace, TV_TIME_BASE_RAW))
    return TRUE;
  if (!parse_since (self, text, &since_ns))
    return FALSE;
  *ns = since_ns + (tv_time_base_is_wall (self) ? tv_trace_get_start_ns (trace) : self->zero_ns);
  return TRUE;
}
