/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "part-invariants.h"

/* Checks invariants of log lines, stacks, samples, heaps and dumps that must hold for a trace of any file. */

#define CHECK_ROW(row, condition)                                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (!(condition))                                                                              \
      return g_strdup_printf ("row %u: %s", (guint) (row), #condition);                            \
  }                                                                                                \
  G_STMT_END

/* Returns whether an optional string is valid. An invalid row causes a critical warning. */
static gboolean
is_text (TvTrace *trace, guint32 string)
{
  return string == TV_NONE || g_utf8_validate (tv_trace_get_string (trace, string), -1, NULL);
}

static gboolean
is_row (guint32 row, guint32 n)
{
  return row == TV_NONE || row < n;
}

/* Returns whether a timestamp is inside the trace or unset. */
static gboolean
is_time (TvTrace *trace, gint64 ts)
{
  return ts == TV_NO_TIME ||
         (ts >= tv_trace_get_start_ns (trace) && ts <= tv_trace_get_end_ns (trace));
}

/* Returns whether the message of a log line is inside one of the text buffers. */
static gboolean
is_in_text (const TvLogLines *lines, guint32 line)
{
  for (guint i = 0; lines->text_size[line] > 0 && i < lines->texts->len; i++)
    {
      const TvLogText *text = &g_array_index (lines->texts, TvLogText, i);
      gsize size = g_bytes_get_size (text->bytes);

      if (lines->text[line] >= text->start && lines->text[line] - text->start < size)
        return lines->text_size[line] <= size - (lines->text[line] - text->start);
    }
  return lines->text_size[line] == 0;
}

/* Returns the number of duplicate lines that were dropped when several files were merged. */
static guint64
count_repeats (TvTrace *trace)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  for (guint i = 0; i < n; i++)
    if (problems[i].kind == TV_PROBLEM_REPEATED_LOG_LINES)
      return problems[i].count;
  return 0;
}

static char *
check_log_lines (TvTrace *trace)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  guint32 n_threads;
  guint64 n_reported = lines->n + count_repeats (trace);

  tv_trace_get_threads (trace, &n_threads);
  CHECK_ROW (0, (lines->n > 0) == tv_trace_has (trace, TV_HAS_LOG_LINES));
  for (guint32 i = 0; i < lines->n; i++)
    {
      CHECK_ROW (i, i == 0 || lines->ts[i] > lines->ts[i - 1] ||
                        (lines->ts[i] == lines->ts[i - 1] &&
                         lines->file_index[i] > lines->file_index[i - 1]));
      CHECK_ROW (i, is_time (trace, lines->ts[i]));
      CHECK_ROW (i, is_in_text (lines, i));
      CHECK_ROW (i, lines->file_index[i] < n_reported);
      CHECK_ROW (i, is_row (lines->utid[i], n_threads));
      CHECK_ROW (i, lines->level[i] < TV_N_LOG_LEVELS);
      CHECK_ROW (i, is_text (trace, lines->tag[i]));
      CHECK_ROW (i, is_text (trace, tv_log_column_get (lines->buffer, i)));
      CHECK_ROW (i, is_text (trace, tv_log_column_get (lines->domain, i)));
    }
  return NULL;
}

/* Checks events of log lines. Each event has a slice that refers to the event, or is the end of a slice that refers
 * to the event at its start. */
static char *
check_log_events (TvTrace *trace)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  guint32 n, n_slices = tv_trace_get_slices (trace)->n;
  const TvDecodedLogLine *events = tv_trace_get_log_events (trace, &n);

  CHECK_ROW (0, (n > 0) == tv_trace_has (trace, TV_HAS_LOG_EVENTS));
  for (guint32 i = 0; i < n; i++)
    {
      const TvDecodedLogLine *event = &events[i];
      const TvDecodedLogLine *shown;

      CHECK_ROW (i, event->line < lines->n && (i == 0 || event->line > events[i - 1].line));
      CHECK_ROW (i, event->kind < TV_N_LOG_EVENT_KINDS && event->dur_ns >= -1);
      CHECK_ROW (i, event->name_start <= lines->text_size[event->line] &&
                        event->name_size <= lines->text_size[event->line] - event->name_start);
      CHECK_ROW (i, event->start_line == TV_NONE || event->start_line < event->line);
      CHECK_ROW (i, (event->slice == TV_NONE) == (lines->ts[event->line] == TV_NO_TIME));
      CHECK_ROW (i, event->slice == TV_NONE || event->slice < n_slices);
      CHECK_ROW (i, tv_trace_find_log_event (trace, event->line) == event);
      if (event->slice == TV_NONE)
        continue;
      shown = tv_trace_get_slice_log_event (trace, event->slice);
      CHECK_ROW (i, shown != NULL && shown->slice == event->slice);
      CHECK_ROW (i, shown == event || event->start_line == shown->line ||
                        shown->start_line == event->line || shown->start_line == event->start_line);
    }
  return NULL;
}

/* Checks stacks. Callers precede their callees, so no stack contains a cycle. */
static char *
check_stacks (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 n_symbols;

  tv_trace_get_symbols (trace, &n_symbols);
  for (guint32 i = 0; i < stacks->n_mappings; i++)
    CHECK_ROW (i, is_text (trace, stacks->mappings[i].path) &&
                      is_text (trace, stacks->mappings[i].build_id));
  for (guint32 i = 0; i < stacks->n_frames; i++)
    CHECK_ROW (i, is_row (stacks->frames[i].symbol, n_symbols) &&
                      is_row (stacks->frames[i].mapping, stacks->n_mappings) &&
                      stacks->frames[i].kind < TV_N_FRAME_KINDS);
  for (guint32 i = 0; i < stacks->n_callsites; i++)
    {
      const TvCallsite *callsite = &stacks->callsites[i];

      CHECK_ROW (i, is_row (callsite->parent, i));
      CHECK_ROW (i, callsite->frame < stacks->n_frames);
      CHECK_ROW (
          i, callsite->depth ==
                 (callsite->parent == TV_NONE ? 0 : stacks->callsites[callsite->parent].depth + 1));
    }
  return NULL;
}

static char *
check_samples (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvStackSamples *samples = &stacks->samples;
  guint32 n_threads;

  tv_trace_get_threads (trace, &n_threads);
  CHECK_ROW (0, (samples->n > 0) == tv_trace_has (trace, TV_HAS_STACK_SAMPLES));
  for (guint32 i = 0; i < stacks->n_kinds; i++)
    CHECK_ROW (i, is_text (trace, stacks->kinds[i].name) &&
                      stacks->kinds[i].unit < TV_N_WEIGHT_UNITS &&
                      is_row (stacks->kinds[i].before, stacks->n_kinds));
  for (guint32 i = 0; i < samples->n; i++)
    {
      CHECK_ROW (i, i == 0 || samples->ts[i] >= samples->ts[i - 1]);
      CHECK_ROW (i, is_time (trace, samples->ts[i]));
      CHECK_ROW (i, samples->kind[i] < stacks->n_kinds);
      CHECK_ROW (i, is_row (samples->utid[i], n_threads));
      CHECK_ROW (i, is_row (samples->callsite[i], stacks->n_callsites));
    }
  return NULL;
}

static char *
check_heaps (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvHeapChanges *changes = &stacks->changes;
  guint32 n_threads, n_processes;

  tv_trace_get_threads (trace, &n_threads);
  tv_trace_get_processes (trace, &n_processes);
  CHECK_ROW (0, (changes->n > 0) == tv_trace_has (trace, TV_HAS_HEAP_CHANGES));
  for (guint32 i = 0; i < stacks->n_kinds; i++)
    CHECK_ROW (i, is_row (stacks->kinds[i].heap, stacks->n_heaps) &&
                      stacks->kinds[i].measure < TV_N_HEAP_MEASURES);
  for (guint32 i = 0; i < stacks->n_heaps; i++)
    {
      gboolean has_all = stacks->heaps[i].reports_frees && !stacks->heaps[i].is_graph;
      guint n = has_all ? TV_N_HEAP_MEASURES : 2;

      CHECK_ROW (i, is_text (trace, stacks->heaps[i].name));
      for (guint k = 0; k < n; k++)
        CHECK_ROW (i, stacks->heaps[i].first_kind + k < stacks->n_kinds &&
                          stacks->kinds[stacks->heaps[i].first_kind + k].heap == i);
    }
  for (guint32 i = 0; i < changes->n; i++)
    {
      CHECK_ROW (i, i == 0 || changes->ts[i] >= changes->ts[i - 1]);
      CHECK_ROW (i, is_time (trace, changes->ts[i]));
      CHECK_ROW (i, changes->heap[i] < stacks->n_heaps);
      CHECK_ROW (i, is_row (changes->upid[i], n_processes) && is_row (changes->utid[i], n_threads));
      CHECK_ROW (i, is_row (changes->callsite[i], stacks->n_callsites));
    }
  return NULL;
}

static char *
check_dump_thread (TvTrace *trace, const TvDumpThread *thread, const TvDump *dump, guint32 row)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 n_callsites = tv_trace_get_stacks (trace)->n_callsites, n_threads;

  tv_trace_get_threads (trace, &n_threads);
  CHECK_ROW (row, is_row (thread->utid, n_threads) && is_row (thread->callsite, n_callsites));
  CHECK_ROW (row, is_text (trace, thread->name) && is_text (trace, thread->state));
  CHECK_ROW (row, is_text (trace, thread->kernel_state) && is_text (trace, thread->wait_channel));
  CHECK_ROW (row, thread->user_ns >= -1 && thread->system_ns >= -1);
  for (guint32 i = 0; i < thread->n_locks; i++)
    {
      const TvDumpLock *lock = &dumps->locks[thread->first_lock + i];

      CHECK_ROW (row, lock->use < TV_N_LOCK_USES && is_text (trace, lock->type));
      CHECK_ROW (row, !lock->is_owner_found || lock->owner_vm_tid == TV_NONE);
      CHECK_ROW (row, is_row (lock->callsite, n_callsites));
      CHECK_ROW (row,
                 lock->owner == TV_NONE || (lock->owner >= dump->first_thread &&
                                            lock->owner - dump->first_thread < dump->n_threads));
    }
  return NULL;
}

/* Checks dumps. Threads are sorted by dump and locks by thread, without gaps. */
static char *
check_dumps (TvTrace *trace)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 n_threads = 0, n_locks = 0, n_processes;

  tv_trace_get_processes (trace, &n_processes);
  CHECK_ROW (0, (dumps->n > 0) == tv_trace_has (trace, TV_HAS_DUMPS));
  for (guint32 i = 0; i < dumps->n; i++)
    {
      const TvDump *dump = &dumps->dumps[i];

      CHECK_ROW (i, is_time (trace, dump->ts) && is_row (dump->upid, n_processes));
      CHECK_ROW (i, is_text (trace, dump->title) && dump->kind < TV_N_DUMP_KINDS);
      CHECK_ROW (i, dump->first_thread == n_threads &&
                        dump->n_threads <= dumps->n_threads - n_threads);
      n_threads += dump->n_threads;
      for (guint32 row = dump->first_thread; row < n_threads; row++)
        {
          const TvDumpThread *thread = &dumps->threads[row];
          char *violation;

          CHECK_ROW (row,
                     thread->first_lock == n_locks && thread->n_locks <= dumps->n_locks - n_locks);
          n_locks += thread->n_locks;
          violation = check_dump_thread (trace, thread, dump, row);
          if (violation != NULL)
            return violation;
        }
    }
  CHECK_ROW (dumps->n, n_threads == dumps->n_threads && n_locks == dumps->n_locks);
  for (guint32 i = 0; i < dumps->n_transactions; i++)
    CHECK_ROW (i, dumps->transactions[i].kind < TV_N_TRANSACTION_KINDS);
  for (guint32 i = 0; i < dumps->n_attributes; i++)
    {
      const TvDumpAttribute *attribute = &dumps->attributes[i];

      CHECK_ROW (i, is_row (attribute->dump, dumps->n) &&
                        is_row (attribute->thread, dumps->n_threads));
      CHECK_ROW (i, is_text (trace, attribute->name) && is_text (trace, attribute->value));
    }
  return NULL;
}

/* Returns whether the sizes of an object are small. Recorded sizes may have any value, so sums of large sizes
 * overflow. */
static gboolean
is_small (const TvHeapGraphs *heaps, guint32 object)
{
  const gint64 max = G_GINT64_CONSTANT (1) << 30;

  return heaps->self_size[object] >= 0 && heaps->self_size[object] < max &&
         heaps->native_size[object] >= 0 && heaps->native_size[object] < max;
}

/* Checks the objects of a graph. References must not lead to objects of other graphs. */
static char *
check_heap_objects (const TvHeapGraphs *heaps, const TvHeapGraph *graph)
{
  guint32 first = graph->first_object, end = first + graph->n_objects;
  guint64 of_tops = 0, of_all = 0;
  gboolean are_small = TRUE;

  for (guint32 i = first; i < end; i++)
    {
      guint32 above = heaps->dominator[i];

      CHECK_ROW (i, heaps->klass[i] == TV_NONE ||
                        heaps->klass[i] - graph->first_class < graph->n_classes);
      CHECK_ROW (i, heaps->root[i] < TV_N_HEAP_ROOTS && heaps->type[i] < TV_N_HEAP_TYPES);
      CHECK_ROW (i, heaps->root[i] == TV_HEAP_ROOT_NONE ||
                        (heaps->is_reachable[i] && above == TV_NONE));
      CHECK_ROW (i, above == TV_NONE || (above >= first && above < end && above != i &&
                                         heaps->is_reachable[above] && heaps->is_reachable[i]));
      CHECK_ROW (i, heaps->is_reachable[i] || heaps->retained[i] == 0);
      for (guint32 r = heaps->first_reference[i]; r < heaps->first_reference[i + 1]; r++)
        {
          guint32 owned = heaps->references[r].owned;

          CHECK_ROW (r, owned == TV_NONE || (owned >= first && owned < end));
          CHECK_ROW (r, owned == TV_NONE || heaps->references[r].is_weak ||
                            !heaps->is_reachable[i] || heaps->is_reachable[owned]);
        }
      are_small = are_small && is_small (heaps, i);
      if (!heaps->is_reachable[i])
        continue;
      of_all += (guint64) heaps->self_size[i] + (guint64) heaps->native_size[i];
      if (above == TV_NONE)
        of_tops += (guint64) heaps->retained[i];
    }
  CHECK_ROW (first, of_tops == of_all);
  for (guint32 i = first; are_small && i < end; i++)
    CHECK_ROW (i, !heaps->is_reachable[i] ||
                      heaps->retained[i] >= heaps->self_size[i] + heaps->native_size[i]);
  return NULL;
}

static char *
check_heap_graphs (TvTrace *trace)
{
  const TvHeapGraphs *heaps = tv_trace_get_heap_graphs (trace);
  guint32 n_symbols, n_processes, n_classes = 0, n_objects = 0;

  tv_trace_get_symbols (trace, &n_symbols);
  tv_trace_get_processes (trace, &n_processes);
  CHECK_ROW (0, (heaps->n_graphs > 0) == tv_trace_has (trace, TV_HAS_HEAP_GRAPHS));
  for (guint32 g = 0; g < heaps->n_graphs; g++)
    {
      const TvHeapGraph *graph = &heaps->graphs[g];
      char *violation;

      CHECK_ROW (g, graph->first_class == n_classes && graph->first_object == n_objects);
      CHECK_ROW (g, is_time (trace, graph->ts) && is_row (graph->upid, n_processes));
      n_classes += graph->n_classes;
      n_objects += graph->n_objects;
      for (guint32 i = graph->first_class; i < n_classes; i++)
        CHECK_ROW (i, heaps->classes[i].symbol < n_symbols &&
                          is_text (trace, heaps->classes[i].name) &&
                          (heaps->classes[i].superclass == TV_NONE ||
                           heaps->classes[i].superclass - graph->first_class < graph->n_classes));
      violation = check_heap_objects (heaps, graph);
      if (violation != NULL)
        return violation;
    }
  CHECK_ROW (0, n_classes == heaps->n_classes && n_objects == heaps->n_objects);
  for (guint32 r = 0; r < heaps->n_references; r++)
    CHECK_ROW (r, is_text (trace, heaps->references[r].field) &&
                      is_text (trace, heaps->references[r].field_type));
  return NULL;
}

static char *
check_smaps (TvTrace *trace)
{
  guint32 n, n_processes;
  const TvSmapsEntry *smaps = tv_trace_get_smaps (trace, &n);

  tv_trace_get_processes (trace, &n_processes);
  for (guint32 i = 0; i < n; i++)
    {
      CHECK_ROW (i, is_time (trace, smaps[i].ts) && (i == 0 || smaps[i].ts >= smaps[i - 1].ts));
      CHECK_ROW (i, is_row (smaps[i].upid, n_processes));
      CHECK_ROW (i, is_text (trace, smaps[i].path) && is_text (trace, smaps[i].file_name));
    }
  return NULL;
}

/**
 * tv_trace_dup_part_violation:
 * @trace: a trace
 *
 * Checks log lines, stacks, samples, heaps, dumps and faults.
 *
 * Returns: (transfer full) (nullable): the first violated rule and its row; %NULL if there is none
 */
char *
tv_trace_dup_part_violation (TvTrace *trace)
{
  static char *(*const checks[]) (
      TvTrace *) = { check_log_lines, check_log_events, check_stacks,
                     check_samples,   check_heaps,      check_heap_graphs,
                     check_smaps,     check_dumps,      tv_trace_dup_fault_violation };
  char *violation = NULL;

  for (guint i = 0; violation == NULL && i < G_N_ELEMENTS (checks); i++)
    violation = checks[i](trace);
  return violation;
}
