/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log/async-threads.h"

#include <string.h>

#include "analysis/log/timed-rows.h"

/* Parses the kernel's trace markers that begin and end async slices: "S|pid|name|cookie", "G|pid|track|name|cookie",
 * "F|pid|name|cookie", "H|pid|track|cookie". Called only for the properties of an async slice
 * (ui/properties/slice-properties.c). Searches the kernel events at the start and the end of the slice. Pure: only
 * reads the trace. */
#define BEGINS "SG"
#define ENDS   "FH"

#define COOKIE_KEY "cookie"

/* Returns whether a field of a marker equals @name, which is a name or a cookie. OpenHarmony adds the prefix "H:" to
 * names; its old versions also write a space before the cookie. */
static gboolean
has_field (const char *text, gsize len, const char *name)
{
  gsize n = name != NULL ? strlen (name) : 0;

  for (const char *at = text;
       n > 0 && (at = memmem (at, len - (gsize) (at - text), name, n)) != NULL; at++)
    {
      gsize after = (gsize) (at - text) + n;

      if (at > text && (at[-1] == '|' || at[-1] == ':' || at[-1] == ' ') &&
          (after == len || text[after] == '|' || text[after] == ' '))
        return TRUE;
    }
  return FALSE;
}

/* Returns the thread that wrote the matching marker at @ts, or TV_NONE if no thread or several threads did. */
static guint32
find_thread (TvTrace *trace,
             gint64 ts,
             const char *kinds,
             const char *name,
             const char *track,
             const char *cookie)
{
  g_autoptr (GString) buffer = g_string_new (NULL);
  const TvEvents *events = tv_trace_get_events (trace);
  guint32 event = tv_timed_rows_find_from (trace, &tv_event_rows, ts), found = TV_NONE;

  for (; event < events->n && tv_time_column_get (&events->ts, event) == ts; event++)
    {
      gsize len;
      const char *text = tv_trace_get_event_args (trace, event, buffer, &len);

      if (len < 2 || strchr (kinds, text[0]) == NULL || text[1] != '|' ||
          (!has_field (text, len, name) && !(text[0] == 'H' && has_field (text, len, track))) ||
          (cookie != NULL && !has_field (text, len, cookie)))
        continue;
      if (found != TV_NONE && found != tv_id_column_get (&events->utid, event))
        return TV_NONE;
      found = tv_id_column_get (&events->utid, event);
    }
  return found;
}

/**
 * tv_async_find_threads:
 * @trace: a trace
 * @slice: a slice
 * @begin: (out): thread that began the slice, or %TV_NONE
 * @end: (out): thread that ended the slice, or %TV_NONE
 *
 * Finds the threads that began and ended an async slice, which may differ, from the markers in the log. Both are
 * %TV_NONE for slices on other tracks and in files without such markers.
 */
void
tv_async_find_threads (TvTrace *trace, guint32 slice, guint32 *begin, guint32 *end)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
  const TvSymbol *symbol = &tv_trace_get_symbols (trace, NULL)[tv_slices_symbol (slices, slice)];
  const char *name = symbol->name != TV_NONE ? tv_trace_get_string (trace, symbol->name) : NULL;
  const char *track_name = track->name != TV_NONE ? tv_trace_get_string (trace, track->name) : NULL;
  const TvArg *arg = tv_trace_find_arg (trace, slice, COOKIE_KEY);
  const char *cookie = NULL;
  char buffer[TV_ARG_TEXT_BYTES];

  *begin = *end = TV_NONE;
  if (track->kind != TV_TRACK_ASYNC || track->role != TV_ROLE_SPANS)
    return;
  if (arg != NULL)
    cookie = tv_trace_get_arg_text (trace, arg, buffer);
  *begin = find_thread (trace, tv_slices_start (slices, slice), BEGINS, name, NULL, cookie);
  if (!tv_slices_is_unfinished (slices, slice) && !(slices->flags[slice] & TV_SLICE_FORCED))
    *end = find_thread (trace, tv_slices_end (slices, slice), ENDS, name, track_name, cookie);
}
