/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-clock.h"

#include <string.h>

#include <glib/gi18n.h>

#include "formats/ftrace/ftrace-mark.h"

/* Reads lines that name the clock of a log or synchronize it with another clock:
 *
 *     # clock: boot                                  the kernel's trace_clock, also "# trace_clock: …"
 *     trace_event_clock_sync: parent_ts=7.000010     reading of the monotonic clock at this line
 *     trace_event_clock_sync: realtime_ts=161643…    reading of the wall clock at this line
 *
 * Entry point: tv_ftrace_read_clock(), the read_clock function of the ftrace format. Called before a session with
 * several files is read; adds readings to the clocks only. */

/* Number of bytes at the start of a file that are searched for the header and the first event. */
#define PROBE_BYTES (4u * 1024 * 1024)

#define LONGEST_NAME 32

/* Uncertainty of clock readings: atrace reads the clock before it writes the mark. The resolution of wall clock
 * readings is 1 ms. */
#define PARENT_UNCERTAINTY_NS   100000
#define REALTIME_UNCERTAINTY_NS 1000000

/* Returns: (transfer full) (nullable): the clock that a line such as "# clock: boot" or "# trace_clock: local [boot]"
 * names; NULL for other lines. Brackets mark the current clock. */
static char *
dup_stated_clock (TvSpan line)
{
  static const char *const prefixes[] = { "# clock:", "# trace_clock:" };

  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      g_autofree char *text = NULL;
      char *open, *name;

      if (line.size < strlen (prefixes[i]) ||
          memcmp (line.text, prefixes[i], strlen (prefixes[i])) != 0)
        continue;
      text = g_strndup (line.text + strlen (prefixes[i]), line.size - strlen (prefixes[i]));
      open = strchr (text, '[');
      name = open != NULL ? open + 1 : text;
      if (open != NULL)
        name[strcspn (name, "]")] = '\0';
      g_strstrip (name);
      if (*name != '\0' && strlen (name) <= LONGEST_NAME && strpbrk (name, " \t") == NULL)
        return g_strdup (name);
    }
  return NULL;
}

/* Returns: (transfer full) (nullable): the clock that the header of the log names; NULL if none. Sets @ts to the
 * timestamp of the first event; 0 if none */
static char *
read_prefix (const TvInput *input, gint64 *ts)
{
  const char *at = (const char *) input->prefix;
  const char *end = at + MIN (input->prefix_size, PROBE_BYTES);
  char *name = NULL;
  TvSpan line;

  *ts = 0;
  while (tv_ftrace_line_next (&at, end, &line))
    {
      TvFtraceLine parsed;

      if (name == NULL && line.size > 0 && *line.text == '#')
        name = dup_stated_clock (line);
      else if (tv_ftrace_line_parse (line.text, line.size, &parsed) &&
               tv_ftrace_line_has_time (&parsed))
        {
          *ts = parsed.timestamp;
          break;
        }
    }
  return name;
}

static void
add_sync (TvClocks *clocks, guint domain, TvSpan line)
{
  TvFtraceLine parsed;
  TvFtraceMark mark;
  gboolean is_parent;
  TvClockReading readings[2];

  /* HTML files of old systrace versions end with a clock sync mark without a timestamp. */
  if (!tv_ftrace_line_parse (line.text, line.size, &parsed) || !tv_ftrace_line_has_time (&parsed) ||
      !tv_ftrace_mark_parse (parsed.args.text, parsed.args.size, &mark) ||
      mark.kind != TV_FTRACE_MARK_CLOCK_SYNC || !mark.has_value ||
      mark.sync == TV_FTRACE_CLOCK_SYNC_UNKNOWN)
    return;
  is_parent = mark.sync == TV_FTRACE_CLOCK_SYNC_PARENT;
  readings[0] = (TvClockReading){ domain, parsed.timestamp };
  readings[1].domain = tv_clocks_add (clocks, is_parent ? TV_CLOCK_MONOTONIC : TV_CLOCK_REALTIME);
  readings[1].ts = mark.value;
  tv_clocks_add_snapshot (clocks, readings, G_N_ELEMENTS (readings),
                          is_parent ? PARENT_UNCERTAINTY_NS : REALTIME_UNCERTAINTY_NS,
                          _("trace_event_clock_sync in the log"));
}

/**
 * tv_ftrace_read_clock:
 * @input: a log, in memory
 * @clocks: receives the clock of the log and its snapshots
 * @first: (out): clock and timestamp of the first event; a separate clock if the header names none
 * @error: unused, because every log has a clock
 *
 * Reads the clock of a log and the marks that synchronize it with other clocks.
 *
 * Returns: %TRUE
 */
gboolean
tv_ftrace_read_clock (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error)
{
  static const char word[] = "trace_event_clock_sync:";
  const char *start = (const char *) input->data, *end = start + input->size, *at = start;
  g_autofree char *name = read_prefix (input, &first->ts);
  guint domain = first->domain = tv_clocks_add (clocks, name);

  while ((at = memmem (at, end - at, word, strlen (word))) != NULL)
    {
      const char *line = memrchr (start, '\n', at - start);
      const char *feed = memchr (at, '\n', end - at);

      line = line != NULL ? line + 1 : start;
      at = feed != NULL ? feed : end;
      add_sync (clocks, domain, (TvSpan){ line, at - line });
    }
  return TRUE;
}
