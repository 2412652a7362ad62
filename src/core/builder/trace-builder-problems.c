/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/problems-part.h"

#include "core/builder/files-part.h"
#include "core/builder/symbols-part.h"
#include "core/trace-edit.h"

/* Problems of the file: occurrences by kind, and whether the trace is too large. Called by all readers and parts, on
 * the builder's thread. Additional slice writers and the scheduling part count in lists of their own. The last stage
 * of finishing sorts the problems and moves them to the trace. */

/* Kinds of data that is_empty() checks with tv_trace_has(), because readers do not declare them without rows. */
#define OTHER_PARTS (TV_HAS_FAULTS | TV_HAS_TEXTS | TV_HAS_HEAP_CHANGES | TV_HAS_HEAP_GRAPHS)

struct _TvProblemsPart
{
  TvProblemList list; /* problems of the file that is being read */
  TvProblemList
      before; /* problems of earlier files, while a file is read separately; otherwise empty */
  gboolean is_full;
  gboolean
      is_file; /* whether the trace was read from a file, so that an empty trace is a problem */
};

static void
init (TvTraceBuilder *self)
{
  self->problems = g_new0 (TvProblemsPart, 1);
  tv_problem_list_init (&self->problems->list);
}

static void
clear (TvTraceBuilder *self)
{
  tv_problem_list_clear (&self->problems->list);
  tv_problem_list_clear (&self->problems->before);
  g_clear_pointer (&self->problems, g_free);
}

const TvBuilderPart tv_builder_problems = { .init = init, .clear = clear };

TvProblemList *
tv_trace_builder_get_problems (TvTraceBuilder *self)
{
  return &self->problems->list;
}

/**
 * tv_trace_builder_count_problems:
 * @file_offset: offset in the file, or -1
 * @n: number of occurrences
 *
 * Counts occurrences of a problem. For each kind, stores only the offset of the first occurrence.
 */
void
tv_trace_builder_count_problems (TvTraceBuilder *self,
                                 TvProblemKind kind,
                                 gint64 file_offset,
                                 guint64 n)
{
  tv_problem_list_count (&self->problems->list, kind, file_offset, n);
}

/**
 * tv_trace_builder_count_problem:
 * @file_offset: offset in the file, or -1
 *
 * Counts a problem. For each kind, stores only the offset of the first occurrence.
 */
void
tv_trace_builder_count_problem (TvTraceBuilder *self, TvProblemKind kind, gint64 file_offset)
{
  tv_trace_builder_count_problems (self, kind, file_offset, 1);
}

/**
 * tv_trace_builder_add_problem:
 * @file_offset: offset in the file, or -1
 * @detail_format: printf() format of the details
 * @...: arguments of @detail_format
 *
 * Counts a problem with details. For each kind, stores only the details of the first problem.
 */
void
tv_trace_builder_add_problem (TvTraceBuilder *self,
                              TvProblemKind kind,
                              gint64 file_offset,
                              const char *detail_format,
                              ...)
{
  va_list args;

  va_start (args, detail_format);
  tv_problem_list_add (&self->problems->list, kind, file_offset, detail_format, args);
  va_end (args);
}

/**
 * tv_trace_builder_expect_content:
 *
 * Makes an empty trace a problem. Called for traces that are read from a file.
 */
void
tv_trace_builder_expect_content (TvTraceBuilder *self)
{
  self->problems->is_file = TRUE;
}

void
tv_trace_builder_set_full (TvTraceBuilder *self)
{
  self->problems->is_full = TRUE;
}

gboolean
tv_trace_builder_is_full (const TvTraceBuilder *self)
{
  return self->problems->is_full;
}

/* ---- Files that are read separately ---- */

void
tv_trace_builder_begin_problems (TvTraceBuilder *self)
{
  TvProblemsPart *part = self->problems;

  part->before = part->list;
  tv_problem_list_init (&part->list);
  part->list.event = part->before.event;
}

void
tv_trace_builder_end_problems (TvTraceBuilder *self, guint64 base_offset, gint64 offset_ns)
{
  TvProblemsPart *part = self->problems;
  TvProblemList found = part->list;

  for (guint i = 0; i < found.problems->len; i++)
    {
      TvProblem *problem = &g_array_index (found.problems, TvProblem, i);

      if (problem->file_offset >= 0)
        problem->file_offset += (gint64) base_offset;
      if (problem->ts != G_MININT64)
        problem->ts += offset_ns;
    }
  part->list = part->before;
  part->before.problems = NULL;
  tv_problem_list_join (&part->list, &found);
  part->list.event = part->before.event;
  tv_problem_list_clear (&found);
}

/* ---- Finishing ---- */

/* Sorts by descending severity; the sort is stable. */
static int
compare_severities (gconstpointer a, gconstpointer b)
{
  const TvProblem *x = a, *y = b;

  return (int) tv_problem_kind_severity (y->kind) - (int) tv_problem_kind_severity (x->kind);
}

static guint64
count_dumped_threads (const TvDumps *dumps)
{
  guint64 n = 0;

  for (guint32 i = 0; i < dumps->n; i++)
    n += dumps->dumps[i].n_threads;
  return n;
}

/* Returns whether the trace contains nothing that can be displayed. */
static gboolean
is_empty (TvTrace *trace)
{
  guint32 n_counters, n_smaps;

  tv_trace_get_counter_tracks (trace, &n_counters);
  tv_trace_get_smaps (trace, &n_smaps);
  return tv_trace_get_slices (trace)->n == 0 && tv_trace_get_events (trace)->n == 0 &&
         tv_trace_get_runs (trace)->n == 0 && tv_trace_get_states (trace)->n == 0 &&
         n_counters == 0 && n_smaps == 0 && !tv_trace_has (trace, OTHER_PARTS) &&
         tv_trace_get_log_lines (trace)->n == 0 && tv_trace_get_stacks (trace)->samples.n == 0 &&
         count_dumped_threads (tv_trace_get_dumps (trace)) == 0;
}

/* Returns whether a problem cannot explain an empty trace. */
static gboolean
cannot_explain_empty (const TvProblem *problem)
{
  return tv_problem_kind_severity (problem->kind) <= TV_SEVERITY_NOTE &&
         problem->kind != TV_PROBLEM_FAILED_DUMP;
}

/* Adds a problem if a file was read but the trace is empty, unless another problem may explain this. */
static void
check_content (TvTraceBuilder *self, GArray *list)
{
  for (guint i = 0; i < list->len; i++)
    if (!cannot_explain_empty (&g_array_index (list, TvProblem, i)))
      return;
  if (self->problems->is_file && is_empty (self->trace))
    g_array_append_val (list,
                        ((TvProblem){ TV_PROBLEM_NO_RECORDS, 1, -1, G_MININT64, TV_NONE, NULL }));
}

void
tv_trace_builder_lay_out_problems (TvTraceBuilder *self)
{
  GArray *list;

  tv_trace_builder_count_changed_texts (self);
  list = tv_problem_list_steal (&self->problems->list);
  tv_trace_builder_name_inputs (self, list);
  check_content (self, list);
  g_array_sort (list, compare_severities);
  tv_trace_take_problems (self->trace, list);
}
