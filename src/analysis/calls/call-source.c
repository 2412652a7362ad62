/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-source.h"

#include <string.h>

#include "analysis/samples/sample-kinds.h"

/* Chooses the source of call stacks: the slices of threads, or one kind of samples. Called by tracedump, the tables,
 * the session and the views. Pure: only reads the trace. */

/* Returns whether any thread has calls or slices, from which call trees and profiles can be built. */
gboolean
tv_call_source_has_calls (TvTrace *trace)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 t = 0; t < n_tracks; t++)
    if (tracks[t].kind == TV_TRACK_THREAD && tracks[t].n_slices > 0)
      return TRUE;
  return FALSE;
}

/**
 * tv_call_source_get_default:
 *
 * Returns: %TV_CALLS_OF_SLICES if any thread has slices, or if the trace has no samples; otherwise, the kind of
 * samples that tv_sample_kind_choose() returns
 */
guint32
tv_call_source_get_default (TvTrace *trace)
{
  return tv_call_source_has_calls (trace) || tv_trace_get_stacks (trace)->n_kinds == 0
             ? TV_CALLS_OF_SLICES
             : tv_sample_kind_choose (trace);
}

/**
 * tv_call_source_find:
 * @trace: a trace
 * @name: name of a kind of samples
 * @source: (out): index of the kind in TvStacks.kinds; not set if there is no such kind
 *
 * Returns: whether the kind exists
 */
gboolean
tv_call_source_find (TvTrace *trace, const char *name, guint32 *source)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
    if (strcmp (tv_trace_get_string (trace, stacks->kinds[kind].name), name) == 0)
      {
        *source = kind;
        return TRUE;
      }
  return FALSE;
}

/* Returns: (transfer full) (nullable): names of all kinds of samples, separated by commas; %NULL if there are
 * none */
char *
tv_call_source_dup_names (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  GString *names = stacks->n_kinds > 0 ? g_string_new (NULL) : NULL;

  for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
    g_string_append_printf (names, "%s%s", kind > 0 ? ", " : "",
                            tv_trace_get_string (trace, stacks->kinds[kind].name));
  return names != NULL ? g_string_free (names, FALSE) : NULL;
}
