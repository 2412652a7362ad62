/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/samples/sample-limitations.h"

#include <glib/gi18n.h>

#include "core/number-format.h"

/* Describes limitations of a sampled profile, such as lost samples and code without symbols. Called by the reports of
 * tracedump (cli/report.c) and by the notice above the views of a trace. Pure: only reads the trace. */

/* Smallest share of unnamed code that is reported, in percent of all frames; smaller shares have no visible effect */
#define MIN_UNNAMED_PERCENT 10.0

static const TvProblem *
find_problem (TvTrace *trace, TvProblemKind kind)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  for (guint i = 0; i < n; i++)
    if (problems[i].kind == kind)
      return &problems[i];
  return NULL;
}

static guint64
count_frames (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint64 n = 0;

  for (guint32 i = 0; i < stacks->samples.n; i++)
    if (stacks->samples.callsite[i] != TV_NONE)
      n += stacks->callsites[stacks->samples.callsite[i]].depth + 1;
  return n;
}

/* Returns: (transfer full) (nullable): text with the share of code without symbols and the libraries that contain it;
 * %NULL if the share is negligible */
static char *
dup_unnamed (TvTrace *trace)
{
  const TvProblem *problem = find_problem (trace, TV_PROBLEM_UNNAMED_CODE);
  guint64 n_frames = count_frames (trace);

  if (problem == NULL || problem->detail == NULL || n_frames == 0 ||
      100.0 * (double) problem->count / (double) n_frames < MIN_UNNAMED_PERCENT)
    return NULL;
  /* Translators: share of unnamed code in a profile, such as "12.6 % of all frames" */
  return g_strdup_printf (_("code without symbols: %s"), problem->detail);
}

static void
add (GString *text, char *sentence)
{
  if (sentence == NULL)
    return;
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, sentence);
  g_free (sentence);
}

/**
 * tv_sample_limitations_dup_text:
 * @trace: a trace
 * @n_attention: (out) (nullable): number of the trace's warnings that the summary covers
 *
 * Returns: (transfer full) (nullable): summary such as "no call stacks · 590 samples lost"; %NULL if there are no
 * samples or no limitations
 */
char *
tv_sample_limitations_dup_text (TvTrace *trace, guint *n_attention)
{
  static const TvProblemKind kinds[] = { TV_PROBLEM_STACK_COPY, TV_PROBLEM_LOST_SAMPLES,
                                         TV_PROBLEM_THROTTLED };
  const TvProblem *lost = find_problem (trace, TV_PROBLEM_LOST_SAMPLES);
  const TvProblem *throttled = find_problem (trace, TV_PROBLEM_THROTTLED);
  GString *text;
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    n += find_problem (trace, kinds[i]) != NULL;
  if (n_attention != NULL)
    *n_attention = 0;
  if (!tv_trace_has (trace, TV_HAS_STACK_SAMPLES))
    return NULL;
  text = g_string_new (NULL);
  if (find_problem (trace, TV_PROBLEM_STACK_COPY) != NULL)
    add (text, g_strdup (_("stacks are raw memory copies, which need to be unwound with perf "
                           "script")));
  else if (find_problem (trace, TV_PROBLEM_NO_CALLERS) != NULL)
    add (text, g_strdup (_("no call stacks: each sample consists of one function")));
  if (lost != NULL)
    add (text,
         tv_number_printf (ngettext ("%" G_GUINT64_FORMAT " sample lost",
                                     "%" G_GUINT64_FORMAT " samples lost", (gulong) lost->count),
                           lost->count));
  if (throttled != NULL)
    add (text,
         tv_number_printf (ngettext ("sampling paused by the kernel %" G_GUINT64_FORMAT " time",
                                     "sampling paused by the kernel %" G_GUINT64_FORMAT " times",
                                     (gulong) throttled->count),
                           throttled->count));
  if (find_problem (trace, TV_PROBLEM_NO_WEIGHTS) != NULL)
    add (text, g_strdup (_("no weights: each sample counts as 1")));
  add (text, dup_unnamed (trace));
  if (n_attention != NULL)
    *n_attention = n;
  return g_string_free (text, text->len == 0);
}
