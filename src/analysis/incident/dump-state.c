/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/dump-state.h"

#include <string.h>

#include <glib/gi18n.h>

/* Maps the state names of all dump formats to a few common states, which determine colours and icons. Called by the
 * list of threads and the dump views. Pure: only reads the trace. */

/* State names of ART's thread_state.h, Dalvik's Thread.h and java.lang.Thread.State */
static const struct
{
  const char *word;
  TvDumpState state;
} state_names[] = {
  { "Blocked", TV_DUMP_STATE_BLOCKED },     { "MONITOR", TV_DUMP_STATE_BLOCKED },
  { "BLOCKED", TV_DUMP_STATE_BLOCKED },     { "WaitingForLockInflation", TV_DUMP_STATE_BLOCKED },
  { "Runnable", TV_DUMP_STATE_RUNNING },    { "RUNNABLE", TV_DUMP_STATE_RUNNING },
  { "Native", TV_DUMP_STATE_NATIVE },       { "NATIVE", TV_DUMP_STATE_NATIVE },
  { "WAIT", TV_DUMP_STATE_WAITING },        { "WAITING", TV_DUMP_STATE_WAITING },
  { "VMWAIT", TV_DUMP_STATE_WAITING },      { "TimedWaiting", TV_DUMP_STATE_TIMED },
  { "TIMED_WAITING", TV_DUMP_STATE_TIMED }, { "TIMED_WAIT", TV_DUMP_STATE_TIMED },
  { "Sleeping", TV_DUMP_STATE_TIMED },
};

static gboolean
is_coroutine (const TvDumps *dumps, const TvDumpThread *thread)
{
  guint32 dump = tv_dumps_find_dump (dumps, (guint32) (thread - dumps->threads));

  return dumps->dumps[dump].kind == TV_DUMP_COROUTINES;
}

/* Parses the state of a coroutine as written by kotlinx.coroutines' DebugProbes. A suspended coroutine waits to be
 * resumed. */
static TvDumpState
find_of_coroutine (const char *word)
{
  if (strcmp (word, "RUNNING") == 0)
    return TV_DUMP_STATE_RUNNING;
  return strcmp (word, "SUSPENDED") == 0 ? TV_DUMP_STATE_WAITING : TV_DUMP_STATE_OTHER;
}

/**
 * tv_dump_state_find:
 *
 * Returns: state of the thread. A thread with a stack but without a recorded state is not managed by a virtual
 * machine, so it is in native code
 */
TvDumpState
tv_dump_state_find (TvTrace *trace, const TvDumpThread *thread)
{
  const char *word = tv_trace_get_string (trace, thread->state);

  if (word != NULL && is_coroutine (tv_trace_get_dumps (trace), thread))
    return find_of_coroutine (word);
  if (word == NULL)
    return thread->callsite != TV_NONE ? TV_DUMP_STATE_NATIVE : TV_DUMP_STATE_OTHER;
  for (guint i = 0; i < G_N_ELEMENTS (state_names); i++)
    if (strcmp (word, state_names[i].word) == 0)
      return state_names[i].state;
  /* WaitingForGcToComplete and similar states */
  return g_str_has_prefix (word, "Waiting") ? TV_DUMP_STATE_WAITING : TV_DUMP_STATE_OTHER;
}

/**
 * tv_dump_state_get_word:
 *
 * Returns: translated name of the state
 */
const char *
tv_dump_state_get_word (TvDumpState state)
{
  static const char *const shown[] = { N_("Blocked"), N_("Runnable"),      N_("Native"),
                                       N_("Waiting"), N_("Timed waiting"), N_("Other") };

  G_STATIC_ASSERT (G_N_ELEMENTS (shown) == TV_N_DUMP_STATES);
  g_return_val_if_fail (state < TV_N_DUMP_STATES, NULL);
  return _ (shown[state]);
}
