/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/time-base-option.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/time-parse.h"
#include "traceview-config.h"

/* Parses points in time that users type or copy from tables. Called by selection-options.c for --from and --to, and
 * by `table` and `render` for --time-base. A value is first checked without a trace; when the trace is loaded, the
 * value is converted. Pure: only reads the trace. */

/* Characters of an absolute time, such as `217160.012`, `06:13:20` or `12-31 06:13` */
#define TIME_CHARACTERS "0123456789.,:- "

/* Minimum number of digits of a timestamp in ns. With this many digits, a timestamp in ns is at least ten seconds; as
 * seconds, it would be more than 300 years. */
#define MIN_NS_DIGITS 11

/**
 * tv_time_base_option_add:
 * @name: receives the value, which the caller must free
 * @context: context of a command
 *
 * Adds the option `--time-base`.
 */
void
tv_time_base_option_add (char **name, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "time-base", 0, 0, G_OPTION_ARG_STRING, name,
      N_("Time base: start, raw, utc or local (default: start; for logs, local)"), N_("BASE") },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, TV_GETTEXT_PACKAGE);
}

static gboolean
find_kind (const char *name, TvTimeBaseKind *kind)
{
  for (guint i = 0; i < TV_N_TIME_BASES; i++)
    if (g_str_equal (tv_time_base_get_id ((TvTimeBaseKind) i), name))
      {
        *kind = (TvTimeBaseKind) i;
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_time_base_option_select:
 * @name: (nullable): value of the option; %NULL for the default of the trace
 * @trace: a trace
 * @base: (out): the time base
 * @error: (nullable): return location for %G_OPTION_ERROR
 *
 * Finds the requested time base.
 *
 * Returns: %FALSE if the name is unknown, or if the trace lacks the time base
 */
gboolean
tv_time_base_option_select (const char *name, TvTrace *trace, TvTimeBase *base, GError **error)
{
  TvTimeBaseKind kind = tv_time_base_get_default (trace);

  if (name != NULL && !find_kind (name, &kind))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--time-base must be start, raw, utc or local, not “%s”"), name);
      return FALSE;
    }
  if (name != NULL && !tv_time_base_is_offered (trace, kind))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   kind == TV_TIME_BASE_RAW
                       ? _("--time-base %s: the timestamps of this trace are not relative to the "
                           "boot of the device")
                       : _("--time-base %s: this trace does not contain the wall clock"),
                   name);
      return FALSE;
    }
  tv_time_base_init (base, trace, kind);
  return TRUE;
}

/**
 * tv_time_option_check:
 * @option: name of the option
 * @text: (nullable): value of the option
 * @error: (nullable): return location for %G_OPTION_ERROR
 *
 * Checks the syntax of a time.
 *
 * Returns: whether the value can be a valid time, depending on the trace
 */
gboolean
tv_time_option_check (const char *option, const char *text, GError **error)
{
  if (text == NULL || tv_time_parse (text) >= 0 ||
      (*text != '\0' && text[strspn (text, TIME_CHARACTERS)] == '\0'))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("%s must be a time such as 1.25s, 300ms, 12us or 40ns, a timestamp such as "
                 "217160.01 or 217160010000000, or a time of day such as 06:13:20, not “%s”"),
               option, text);
  return FALSE;
}

/* Parses a timestamp in ns, in the form in which tables contain timestamps. */
static gboolean
parse_ns (const char *text, gint64 *ns)
{
  gsize n = strspn (text, "0123456789");

  if (text[n] != '\0' || n < MIN_NS_DIGITS)
    return FALSE;
  *ns = g_ascii_strtoll (text, NULL, 10);
  return TRUE;
}

/**
 * tv_time_option_find:
 * @option: name of the option
 * @text: value of the option, whose syntax has been checked
 * @trace: a trace
 * @ns: (out): timestamp in ns; may be outside the trace
 * @error: (nullable): return location for %G_OPTION_ERROR
 *
 * Converts a time to a timestamp of a trace.
 *
 * Returns: %FALSE if the trace lacks the time base of the value
 */
gboolean
tv_time_option_find (const char *option,
                     const char *text,
                     TvTrace *trace,
                     gint64 *ns,
                     GError **error)
{
  gint64 start_ns = tv_trace_get_start_ns (trace), since_ns = tv_time_parse (text);
  TvTimeBase base;

  if (since_ns >= 0)
    {
      *ns = start_ns > G_MAXINT64 - since_ns ? G_MAXINT64 : start_ns + since_ns;
      return TRUE;
    }
  tv_time_base_init (&base, trace, TV_TIME_BASE_START);
  if (parse_ns (text, ns) || tv_time_base_parse (trace, &base, text, start_ns, ns))
    return TRUE;
  g_set_error (
      error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      strchr (text, ':') != NULL
          ? _("%s: this trace does not contain the wall clock, so it has no “%s”")
          : _("%s: the timestamps of this trace are not relative to the boot of the device, so it "
              "has no “%s”"),
      option, text);
  return FALSE;
}
