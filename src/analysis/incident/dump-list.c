/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/dump-list.h"

#include <stdlib.h>

#include "analysis/incident/dump-stack.h"
#include "analysis/incident/dump-state.h"
#include "analysis/incident/stack-equality.h"

/* Converts the threads of each snapshot to rows:
 *
 *   threads ─▶ sort by importance ─▶ group equal threads ─▶ rows
 *
 * Created only by dump-findings.c; read by the Dump view. Only reads the trace and the waits. Immutable after
 * creation. */

struct _TvDumpList
{
  GArray *rows; /* TvDumpRow */
  guint32 *
      row_of_thread; /* per thread, index of its row in @rows, or TV_NONE if another thread represents it */
  guint32 n_threads;
};

/* Sections of a snapshot, in descending order of importance */
typedef enum
{
  SECTION_SUBJECT, /* the diagnosed thread */
  SECTION_DEADLOCK,
  SECTION_BLOCKED,
  SECTION_HELD_UP, /* blocked by a known thread */
  SECTION_RUNNING,
  SECTION_NATIVE,
  SECTION_WAITING,
  SECTION_DUMPING,
  SECTION_IDLE,
  SECTION_BARE,
} Section;

/* A thread while the list is under construction */
typedef struct
{
  TvTrace *trace;
  guint32 thread;
  Section section;
  TvDumpState state;
  guint32 target; /* thread for which this thread waits, or TV_NONE */
  guint32 group;  /* number of its group of equal threads */
} Entry;

typedef struct
{
  TvTrace *trace;
  const TvWaits *waits;
  const TvDumpSnapshots *snapshots;
  guint32 subject;
} Source;

/* ---- Order ---- */

static Section
find_place (const Source *source, guint32 thread, TvDumpState state)
{
  const TvDumpThread *row = &tv_trace_get_dumps (source->trace)->threads[thread];
  const TvWait *wait = tv_waits_get (source->waits, thread);
  TvDumpDoing doing;

  if (thread == source->subject)
    return SECTION_SUBJECT;
  if (tv_waits_get_cycle_of (source->waits, thread) != TV_NONE)
    return SECTION_DEADLOCK;
  if (wait->kind == TV_WAIT_LOCK)
    return SECTION_BLOCKED;
  if (wait->target != TV_NONE)
    return SECTION_HELD_UP;
  if (row->callsite == TV_NONE && row->state == TV_NONE)
    return SECTION_BARE;
  doing = tv_dump_stack_find_doing (source->trace, row);
  if (doing == TV_DOING_IDLE && tv_waits_count_blocked (source->waits, thread) == 0)
    return SECTION_IDLE;
  if (doing == TV_DOING_DUMPING)
    return SECTION_DUMPING;
  if (state == TV_DUMP_STATE_RUNNING)
    return SECTION_RUNNING;
  return state == TV_DUMP_STATE_NATIVE ? SECTION_NATIVE : SECTION_WAITING;
}

static gboolean
can_be_grouped (const Entry *entry, const TvDumpThread *thread)
{
  return entry->section != SECTION_SUBJECT && entry->section != SECTION_DEADLOCK &&
         thread->callsite != TV_NONE;
}

static guint
hash_entry (gconstpointer key)
{
  const Entry *entry = key;
  const TvDumpThread *thread = &tv_trace_get_dumps (entry->trace)->threads[entry->thread];

  return tv_stack_hash (entry->trace, thread->callsite) ^ entry->target;
}

static gboolean
are_equal (gconstpointer a, gconstpointer b)
{
  const Entry *first = a, *second = b;
  const TvDumpThread *threads = tv_trace_get_dumps (first->trace)->threads;

  return first->section == second->section && first->state == second->state &&
         first->target == second->target &&
         tv_stacks_are_equal (first->trace, threads[first->thread].callsite,
                              threads[second->thread].callsite);
}

/* Returns: (transfer full): the threads of a snapshot with their importance. Equal threads have the same group
 * number; groups are numbered in the order of their first threads. */
static GArray *
list_entries (const Source *source, const TvDumpSnapshot *snapshot, const guint32 *threads)
{
  const TvDumps *dumps = tv_trace_get_dumps (source->trace);
  GArray *entries = g_array_sized_new (FALSE, FALSE, sizeof (Entry), snapshot->n_threads);
  g_autoptr (GHashTable) groups = g_hash_table_new (hash_entry, are_equal);

  for (guint32 i = 0; i < snapshot->n_threads; i++)
    {
      TvDumpState state = tv_dump_state_find (source->trace, &dumps->threads[threads[i]]);
      Entry entry = { source->trace,
                      threads[i],
                      find_place (source, threads[i], state),
                      state,
                      tv_waits_get (source->waits, threads[i])->target,
                      i };
      const Entry *first;

      g_array_append_val (entries, entry);
      if (!can_be_grouped (&entry, &dumps->threads[threads[i]]))
        continue;
      first = g_hash_table_lookup (groups, &entry);
      if (first != NULL)
        g_array_index (entries, Entry, i).group = first->group;
      else
        g_hash_table_add (groups, &g_array_index (entries, Entry, i));
    }
  return entries;
}

/* ---- Rows ---- */

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *first = a, *second = b;

  if (first->section != second->section)
    return first->section < second->section ? -1 : 1;
  if (first->group != second->group)
    return first->group < second->group ? -1 : 1;
  return first->thread < second->thread ? -1 : first->thread > second->thread;
}

static guint32
add_row (TvDumpList *self, const TvDumpRow *row)
{
  g_array_append_val (self->rows, *row);
  return self->rows->len - 1;
}

static void
add_threads (TvDumpList *self, const TvDumpRow *group, guint32 parent, const Entry *entries)
{
  TvDumpRow row = *group;

  row.kind = TV_DUMP_ROW_THREAD;
  row.parent = parent;
  row.n_below = 0;
  row.n_threads = 1;
  for (guint32 i = 0; i < group->n_threads; i++)
    {
      row.thread = entries[i].thread;
      self->row_of_thread[row.thread] = add_row (self, &row);
    }
}

/* Adds a row for a single thread, or a group row with all its threads as children. */
static void
add_group (TvDumpList *self,
           TvDumpRowKind kind,
           guint32 parent,
           const Entry *entries,
           guint32 n,
           guint32 snapshot)
{
  const TvDumpRow group = {
    .kind = kind,
    .parent = parent,
    .snapshot = snapshot,
    .thread = entries[0].thread,
    .n_threads = n,
    .n_below = n,
    .is_idle = entries[0].section >= SECTION_DUMPING,
  };

  if (n > 1)
    parent = add_row (self, &group);
  add_threads (self, &group, parent, entries);
}

static guint32
count_equal (const Entry *entries, guint32 n)
{
  guint32 end = 1;

  while (end < n && entries[end].section == entries[0].section &&
         entries[end].group == entries[0].group)
    end++;
  return end;
}

/* Adds the rows of a snapshot. Idle threads with distinct stacks form one group, which follows the groups of equal
 * threads, because none of them is important. */
static void
add_snapshot (TvDumpList *self, const Source *source, guint32 snapshot)
{
  guint32 n_snapshots;
  const TvDumpSnapshot *row = &tv_dump_snapshots_get (source->snapshots, &n_snapshots)[snapshot];
  g_autoptr (GArray) entries = list_entries (
      source, row, tv_dump_snapshots_get_threads (source->snapshots, snapshot));
  g_autoptr (GArray) singles = g_array_new (FALSE, FALSE, sizeof (Entry));
  const Entry *all = (const Entry *) (gpointer) entries->data;
  guint32 n = row->n_threads, i = 0, dump_row;
  TvDumpRow top = {
    .kind = TV_DUMP_ROW_SNAPSHOT, .parent = TV_NONE, .snapshot = snapshot, .n_threads = n
  };

  if (n > 0)
    qsort (entries->data, n, sizeof (Entry), compare_entries);
  top.thread = n > 0 ? all[0].thread : TV_NONE;
  top.is_idle = n == 0 || all[0].section >= SECTION_DUMPING;
  dump_row = add_row (self, &top);
  while (i < n && all[i].section != SECTION_BARE)
    {
      guint32 n_equal = count_equal (&all[i], n - i);

      if (n_equal == 1 && all[i].section == SECTION_IDLE)
        g_array_append_val (singles, all[i]);
      else
        add_group (self, TV_DUMP_ROW_EQUAL, dump_row, &all[i], n_equal, snapshot);
      i += n_equal;
    }
  if (singles->len > 0)
    add_group (self, TV_DUMP_ROW_IDLE, dump_row, (const Entry *) (gpointer) singles->data,
               singles->len, snapshot);
  if (i < n)
    add_group (self, TV_DUMP_ROW_BARE, dump_row, &all[i], n - i, snapshot);
  g_array_index (self->rows, TvDumpRow, dump_row).n_below = self->rows->len - dump_row - 1;
}

/**
 * tv_dump_list_new:
 * @trace: a trace
 * @waits: waits between threads
 * @snapshots: snapshots of the dumps
 * @subject: the most important #TvDumpThread, or %TV_NONE
 *
 * Returns: (transfer full): list of the threads in all snapshots
 */
TvDumpList *
tv_dump_list_new (TvTrace *trace,
                  const TvWaits *waits,
                  const TvDumpSnapshots *snapshots,
                  guint32 subject)
{
  const Source source = { trace, waits, snapshots, subject };
  TvDumpList *self = g_new0 (TvDumpList, 1);
  guint32 n, first;

  self->rows = g_array_new (FALSE, FALSE, sizeof (TvDumpRow));
  self->n_threads = tv_trace_get_dumps (trace)->n_threads;
  self->row_of_thread = g_new (guint32, self->n_threads);
  for (guint32 t = 0; t < self->n_threads; t++)
    self->row_of_thread[t] = TV_NONE;
  tv_dump_snapshots_get (snapshots, &n);
  first = subject != TV_NONE ? tv_dump_snapshots_find (snapshots, subject) : 0;
  if (n > 0)
    add_snapshot (self, &source, first);
  for (guint32 m = 0; m < n; m++)
    if (m != first)
      add_snapshot (self, &source, m);
  return self;
}

void
tv_dump_list_free (TvDumpList *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->rows);
  g_free (self->row_of_thread);
  g_free (self);
}

/* Returns: (transfer none) (array length=n): all rows; children follow their parents */
const TvDumpRow *
tv_dump_list_get_rows (const TvDumpList *self, guint32 *n)
{
  *n = self->rows->len;
  return (const TvDumpRow *) (gconstpointer) self->rows->data;
}

/* Returns: row of a #TvDumpThread, or %TV_NONE if another #TvDumpThread of its snapshot represents the thread */
guint32
tv_dump_list_find (const TvDumpList *self, guint32 thread)
{
  g_return_val_if_fail (thread < self->n_threads, TV_NONE);
  return self->row_of_thread[thread];
}
