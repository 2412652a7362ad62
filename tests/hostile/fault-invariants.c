/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "part-invariants.h"

#include "analysis/incident/fault-address.h"

/* Checks invariants of crashes and freezes that must hold for a trace of any file. */

#define CHECK_ROW(row, condition)                                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (!(condition))                                                                              \
      return g_strdup_printf ("fault row %u: %s", (guint) (row), #condition);                      \
  }                                                                                                \
  G_STMT_END

static gboolean
is_text (TvTrace *trace, guint32 string)
{
  return string == TV_NONE || g_utf8_validate (tv_trace_get_string (trace, string), -1, NULL);
}

static char *
check_faults (TvTrace *trace, const TvFaults *faults)
{
  guint32 n_threads = tv_trace_get_dumps (trace)->n_threads, n_processes;

  tv_trace_get_processes (trace, &n_processes);
  CHECK_ROW (0, (faults->n > 0) == tv_trace_has (trace, TV_HAS_FAULTS));
  for (guint32 i = 0; i < faults->n; i++)
    {
      const TvFault *fault = &faults->faults[i];

      CHECK_ROW (i, fault->kind < TV_N_FAULT_KINDS && fault->page_bytes > 0);
      CHECK_ROW (i, fault->word_bytes == 0 || fault->word_bytes == 4 || fault->word_bytes == 8);
      CHECK_ROW (i, fault->thread == TV_NONE || fault->thread < n_threads);
      CHECK_ROW (i, fault->upid == TV_NONE || fault->upid < n_processes);
      CHECK_ROW (i, is_text (trace, fault->reason) && is_text (trace, fault->message));
      CHECK_ROW (i, is_text (trace, fault->code_name));
    }
  for (guint32 i = 0; i < faults->n_causes; i++)
    CHECK_ROW (i, faults->causes[i].fault < faults->n && is_text (trace, faults->causes[i].text));
  return NULL;
}

static char *
check_memory (TvTrace *trace, const TvFaults *faults)
{
  guint32 n_threads = tv_trace_get_dumps (trace)->n_threads;

  for (guint32 i = 0; i < faults->n_registers; i++)
    CHECK_ROW (i, faults->registers[i].fault < faults->n &&
                      faults->registers[i].thread < n_threads &&
                      is_text (trace, faults->registers[i].name));
  for (guint32 i = 0; i < faults->n_regions; i++)
    {
      const TvMemoryRegion *region = &faults->regions[i], *before = region - 1;

      CHECK_ROW (i, region->fault < faults->n &&
                        (region->last >= region->start || region->last + 1 == region->start));
      CHECK_ROW (i, i == 0 || before->fault < region->fault ||
                        (before->fault == region->fault && before->start <= region->start));
      CHECK_ROW (i, is_text (trace, region->name) && is_text (trace, region->build_id));
    }
  for (guint32 i = 0; i < faults->n_words; i++)
    {
      const TvMemoryWord *word = &faults->words[i];

      CHECK_ROW (i, word->fault < faults->n && word->n_bytes >= 1 && word->n_bytes <= 8);
      CHECK_ROW (i, is_text (trace, word->near) && is_text (trace, word->region) &&
                        is_text (trace, word->note));
    }
  for (guint32 i = 0; i < faults->n_files; i++)
    CHECK_ROW (i, faults->files[i].fault < faults->n && is_text (trace, faults->files[i].path) &&
                      is_text (trace, faults->files[i].owner));
  return NULL;
}

static char *
check_queues (TvTrace *trace, const TvFaults *faults)
{
  guint32 n_threads;

  tv_trace_get_threads (trace, &n_threads);
  for (guint32 i = 0; i < faults->n_events; i++)
    {
      const TvQueueEvent *event = &faults->events[i];

      CHECK_ROW (i, event->fault < faults->n && event->state < TV_N_QUEUE_EVENT_STATES);
      CHECK_ROW (i, event->utid == TV_NONE || event->utid < n_threads);
      CHECK_ROW (i, is_text (trace, event->name) && is_text (trace, event->caller) &&
                        is_text (trace, event->priority));
      CHECK_ROW (i, event->state != TV_QUEUE_EVENT_RUNNING || event->ended == TV_NO_TIME);
    }
  for (guint32 i = 0; i < faults->n_servers; i++)
    CHECK_ROW (i,
               faults->servers[i].fault < faults->n && is_text (trace, faults->servers[i].context));
  return NULL;
}

/**
 * tv_trace_dup_fault_violation:
 * @trace: a trace
 *
 * Checks crashes and freezes.
 *
 * Returns: (transfer full) (nullable): the first violated rule and its row; %NULL if there is none
 */
char *
tv_trace_dup_fault_violation (TvTrace *trace)
{
  const TvFaults *faults = tv_trace_get_faults (trace);
  char *violation = check_faults (trace, faults);

  if (violation == NULL)
    violation = check_memory (trace, faults);
  if (violation == NULL)
    violation = check_queues (trace, faults);
  for (guint32 i = 0; violation == NULL && i < faults->n; i++)
    {
      guint32 region;

      tv_fault_classify_address (trace, i, &region);
      CHECK_ROW (i, region == TV_NONE || region < faults->n_regions);
    }
  return violation;
}
