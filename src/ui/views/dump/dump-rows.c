/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Filters and expanded rows of the list of threads. Created by dump-list-pane.c and owned by its TvDumpRowsTable.
 * Stores one byte per row (expanded) and per thread (match, state). tv_dump_rows_list() computes the visible rows on
 * each call; nothing outside the struct changes. */

#include "ui/views/dump/dump-rows.h"

#include <string.h>

/* Up to this number of threads, all snapshots of processes are initially expanded, except idle ones. If there are
 * more threads, only snapshots with the affected thread or a deadlock are expanded. */
#define FEW_THREADS 60

struct _TvDumpRows
{
  TvTrace *trace;
  TvDumpFindings *findings;
  const TvDumpRow *rows;
  guint32 n;
  guint8 *is_open; /* per row: whether it is expanded */
  guint8 *found;   /* (nullable): per thread: whether it matches the search */
  guint8 *states;  /* TvDumpState, by thread */
  int state;       /* filter: a TvDumpState, or -1 for all states */
};

/* ---- Initial state ---- */

/* Returns: (transfer full): for each snapshot (#TvDumpSnapshot), whether it contains the affected thread or a
 * deadlock */
static guint8 *
find_mattering (const TvDumpRows *self)
{
  guint32 affected = self->findings->thread, n_snapshots, n_members;
  const TvCycleMember *members = tv_waits_get_cycles (self->findings->waits, &n_members, NULL);
  guint8 *matters;

  tv_dump_snapshots_get (self->findings->snapshots, &n_snapshots);
  matters = g_new0 (guint8, MAX (n_snapshots, 1));
  if (affected != TV_NONE)
    matters[tv_dump_snapshots_find (self->findings->snapshots, affected)] = TRUE;
  for (guint32 i = 0; i < n_members; i++)
    matters[tv_dump_snapshots_find (self->findings->snapshots, members[i].thread)] = TRUE;
  return matters;
}

static void
open_first (TvDumpRows *self)
{
  g_autofree guint8 *matters = find_mattering (self);
  guint32 n_snapshots = 0, n_threads = 0;

  for (guint32 i = 0; i < self->n; i++)
    n_threads += self->rows[i].kind == TV_DUMP_ROW_THREAD;
  for (guint32 i = 0; i < self->n; i++)
    {
      const TvDumpRow *row = &self->rows[i];

      n_snapshots += row->kind == TV_DUMP_ROW_SNAPSHOT;
      self->is_open[i] = row->kind == TV_DUMP_ROW_SNAPSHOT &&
                         (matters[row->snapshot] || (n_threads <= FEW_THREADS && !row->is_idle));
    }
  /* A single snapshot is always expanded. */
  if (n_snapshots == 1)
    self->is_open[0] = TRUE;
}

TvDumpRows *
tv_dump_rows_new (TvTrace *trace, TvDumpFindings *findings)
{
  TvDumpRows *self = g_new0 (TvDumpRows, 1);
  const TvDumps *dumps = tv_trace_get_dumps (trace);

  self->trace = g_object_ref (trace);
  self->findings = tv_dump_findings_ref (findings);
  self->rows = tv_dump_list_get_rows (findings->list, &self->n);
  self->is_open = g_new0 (guint8, self->n);
  self->states = g_new (guint8, dumps->n_threads);
  self->state = -1;
  for (guint32 t = 0; t < dumps->n_threads; t++)
    self->states[t] = (guint8) tv_dump_state_find (trace, &dumps->threads[t]);
  open_first (self);
  return self;
}

void
tv_dump_rows_free (TvDumpRows *self)
{
  if (self == NULL)
    return;
  g_object_unref (self->trace);
  tv_dump_findings_unref (self->findings);
  g_free (self->is_open);
  g_free (self->found);
  g_free (self->states);
  g_free (self);
}

/* ---- Filters ---- */

/**
 * tv_dump_rows_set_found:
 * @found: (nullable): one byte per thread, nonzero for a match; %NULL without a search
 *
 * Sets the threads that a search has found. Copies @found.
 */
void
tv_dump_rows_set_found (TvDumpRows *self, const guint8 *found)
{
  g_clear_pointer (&self->found, g_free);
  if (found != NULL)
    self->found = g_memdup2 (found, tv_trace_get_dumps (self->trace)->n_threads);
}

/* Sets the filter by state. @state: a #TvDumpState, or -1 for all states. */
void
tv_dump_rows_set_state (TvDumpRows *self, int state)
{
  self->state = state;
}

static gboolean
is_filtered (const TvDumpRows *self)
{
  return self->found != NULL || self->state >= 0;
}

/* Returns whether a thread matches all filters. */
gboolean
tv_dump_rows_is_match (const TvDumpRows *self, guint32 thread)
{
  return (self->found == NULL || self->found[thread] != 0) &&
         (self->state < 0 || self->states[thread] == self->state);
}

/* Returns the number of threads that match all filters. */
guint32
tv_dump_rows_count_matches (const TvDumpRows *self)
{
  guint32 n = 0;

  for (guint32 i = 0; i < self->n; i++)
    n += self->rows[i].kind == TV_DUMP_ROW_THREAD &&
         tv_dump_rows_is_match (self, self->rows[i].thread);
  return n;
}

/* Returns the number of threads in a state, regardless of the filters. @state: -1 for all states. */
guint32
tv_dump_rows_count_state (const TvDumpRows *self, int state)
{
  guint32 n = 0;

  for (guint32 i = 0; i < self->n; i++)
    n += self->rows[i].kind == TV_DUMP_ROW_THREAD &&
         (state < 0 || self->states[self->rows[i].thread] == state);
  return n;
}

/* ---- Expanded rows ---- */

/* Returns whether a row has children. */
gboolean
tv_dump_rows_can_open (const TvDumpRows *self, guint32 row)
{
  return self->rows[row].n_below > 0;
}

/* Returns whether the children of a row are visible. While a filter is set, they are visible in every row that has
 * children. */
gboolean
tv_dump_rows_is_open (const TvDumpRows *self, guint32 row)
{
  return self->rows[row].n_below > 0 && (is_filtered (self) || self->is_open[row]);
}

void
tv_dump_rows_set_open (TvDumpRows *self, guint32 row, gboolean is_open)
{
  self->is_open[row] = is_open;
}

static gboolean
has_match (const TvDumpRows *self, guint32 row)
{
  if (self->rows[row].kind == TV_DUMP_ROW_THREAD)
    return tv_dump_rows_is_match (self, self->rows[row].thread);
  for (guint32 i = row + 1; i <= row + self->rows[row].n_below; i++)
    if (self->rows[i].kind == TV_DUMP_ROW_THREAD &&
        tv_dump_rows_is_match (self, self->rows[i].thread))
      return TRUE;
  return !is_filtered (self);
}

/**
 * tv_dump_rows_list:
 * @n: (out): number of visible rows
 *
 * Returns: (transfer full) (array length=n): indexes of the visible rows, in order
 */
guint32 *
tv_dump_rows_list (const TvDumpRows *self, guint32 *n)
{
  guint32 *shown = g_new (guint32, MAX (self->n, 1));

  *n = 0;
  for (guint32 row = 0; row < self->n; row++)
    {
      gboolean is_shown = has_match (self, row);

      if (is_shown)
        shown[(*n)++] = row;
      if (!is_shown || !tv_dump_rows_is_open (self, row))
        row += self->rows[row].n_below;
    }
  return shown;
}
