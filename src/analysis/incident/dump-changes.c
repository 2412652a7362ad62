/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/dump-changes.h"

#include "analysis/incident/stack-equality.h"

/* Compares two snapshots of a process, thread by thread. Called by the table of dump changes, and by the views of
 * dump changes and dumps. Pure: only reads the trace and the snapshots. */

/* Threads of a snapshot by id and by name; TV_NONE if several threads share an id or a name. After a restart of the
 * process, ids are meaningless, so threads are matched by name. */
typedef struct
{
  gboolean is_other_run;
  const TvDumpThread *threads;
  GHashTable *by_utid;
  GHashTable *by_sys_tid;
  GHashTable *by_vm_tid;
  GHashTable *by_name;
} Numbers;

static void
add_number (GHashTable *table, guint32 number, guint32 thread)
{
  if (number != TV_NONE)
    g_hash_table_insert (table, GUINT_TO_POINTER (number),
                         GUINT_TO_POINTER (g_hash_table_contains (table, GUINT_TO_POINTER (number))
                                               ? TV_NONE
                                               : thread));
}

static guint32
find_number (GHashTable *table, guint32 number)
{
  gpointer found;

  return number != TV_NONE &&
                 g_hash_table_lookup_extended (table, GUINT_TO_POINTER (number), NULL, &found)
             ? GPOINTER_TO_UINT (found)
             : TV_NONE;
}

static void
numbers_init (Numbers *self, const TvDumpThread *threads, const guint32 *rows, guint32 n)
{
  self->is_other_run = FALSE;
  self->threads = threads;
  self->by_name = g_hash_table_new (NULL, NULL);
  self->by_utid = g_hash_table_new (NULL, NULL);
  self->by_sys_tid = g_hash_table_new (NULL, NULL);
  self->by_vm_tid = g_hash_table_new (NULL, NULL);
  for (guint32 i = 0; i < n; i++)
    {
      add_number (self->by_utid, threads[rows[i]].utid, rows[i]);
      add_number (self->by_sys_tid, threads[rows[i]].sys_tid, rows[i]);
      add_number (self->by_vm_tid, threads[rows[i]].vm_tid, rows[i]);
      add_number (self->by_name, threads[rows[i]].name, rows[i]);
    }
}

static void
numbers_clear (Numbers *self)
{
  g_hash_table_unref (self->by_utid);
  g_hash_table_unref (self->by_sys_tid);
  g_hash_table_unref (self->by_vm_tid);
  g_hash_table_unref (self->by_name);
}

/* Returns the same thread in another snapshot, or TV_NONE. Threads of different runs match by name; others by utid,
 * then by the kernel's thread id or, if @thread has none, by the virtual machine's. The virtual machine reuses its ids
 * quickly, so a match by such an id also requires the same name. */
static guint32
find_same (const Numbers *self, const TvDumpThread *thread)
{
  guint32 found = find_number (self->by_utid, thread->utid);

  if (self->is_other_run)
    return find_number (self->by_name, thread->name);
  if (found == TV_NONE)
    found = find_number (self->by_sys_tid, thread->sys_tid);
  if (found != TV_NONE || thread->sys_tid != TV_NONE)
    return found;
  found = find_number (self->by_vm_tid, thread->vm_tid);
  return found != TV_NONE && self->threads[found].name == thread->name ? found : TV_NONE;
}

/* Returns whether threads of two snapshots can only be matched by name, because the processes differ, or because both
 * processes are unknown and no thread has the same id in both snapshots. */
static gboolean
is_other_run (const Numbers *self,
              const TvDumpSnapshot *one,
              const TvDumpSnapshot *other,
              const guint32 *rows)
{
  if (one->upid != other->upid)
    return TRUE;
  for (guint32 i = 0; one->upid == TV_NONE && i < other->n_threads; i++)
    if (find_same (self, &self->threads[rows[i]]) != TV_NONE)
      return FALSE;
  return one->upid == TV_NONE;
}

static gint64
find_cpu_between (const TvDumpThread *earlier, const TvDumpThread *later)
{
  gint64 ns = later->user_ns + later->system_ns - earlier->user_ns - earlier->system_ns;

  if (later->user_ns < 0 || later->system_ns < 0 || earlier->user_ns < 0 || earlier->system_ns < 0)
    return -1;
  return MAX (ns, -1);
}

static TvDumpChange
compare (TvTrace *trace, guint32 earlier, guint32 later, gboolean is_other_run)
{
  const TvDumpThread *threads = tv_trace_get_dumps (trace)->threads;
  guint32 first = threads[earlier].callsite, second = threads[later].callsite;
  TvDumpChange change = {
    .kind = TV_DUMP_UNKNOWN,
    .earlier = earlier,
    .later = later,
    .n_common = tv_stacks_count_common (trace, first, second),
    .cpu_ns = is_other_run ? -1 : find_cpu_between (&threads[earlier], &threads[later]),
  };

  if (first != TV_NONE && second != TV_NONE)
    change.kind = tv_stacks_are_equal (trace, first, second) ? TV_DUMP_SAME : TV_DUMP_MOVED;
  return change;
}

/**
 * tv_dump_changes_can_compare:
 * @snapshots: snapshots of a trace's dumps
 * @snapshot: index of a snapshot
 *
 * Returns: whether the previous snapshot of the process is comparable, because both snapshots or neither of them have
 * a timestamp. A dump without a timestamp among dumps with timestamps is of another kind, such as the stack that
 * freed the memory
 */
gboolean
tv_dump_changes_can_compare (const TvDumpSnapshots *snapshots, guint32 snapshot)
{
  guint32 n;
  const TvDumpSnapshot *all = tv_dump_snapshots_get (snapshots, &n);

  return all[snapshot].previous != TV_NONE &&
         (all[snapshot].ts == TV_NO_TIME) == (all[all[snapshot].previous].ts == TV_NO_TIME);
}

/**
 * tv_dump_changes_new:
 * @trace: a trace
 * @snapshots: snapshots of the trace's dumps
 * @earlier: index of a snapshot
 * @later: index of a later snapshot of the same process
 *
 * Compares the threads of two snapshots.
 *
 * Returns: (transfer full) (element-type TvDumpChange): changes of all threads: first the threads of the later
 * snapshot, in its order, then the threads that have ended
 */
GArray *
tv_dump_changes_new (TvTrace *trace,
                     const TvDumpSnapshots *snapshots,
                     guint32 earlier,
                     guint32 later)
{
  const TvDumpThread *threads = tv_trace_get_dumps (trace)->threads;
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (TvDumpChange));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  const guint32 *before = tv_dump_snapshots_get_threads (snapshots, earlier);
  const guint32 *after = tv_dump_snapshots_get_threads (snapshots, later);
  guint32 n_snapshots;
  const TvDumpSnapshot *all = tv_dump_snapshots_get (snapshots, &n_snapshots);
  Numbers numbers;

  numbers_init (&numbers, threads, before, all[earlier].n_threads);
  numbers.is_other_run = is_other_run (&numbers, &all[earlier], &all[later], after);
  for (guint32 i = 0; i < all[later].n_threads; i++)
    {
      guint32 same = find_same (&numbers, &threads[after[i]]);

      if (same != TV_NONE && g_hash_table_add (seen, GUINT_TO_POINTER (same)))
        g_array_append_val (changes, ((TvDumpChange[]){ compare (trace, same, after[i],
                                                                 numbers.is_other_run) })[0]);
      else
        g_array_append_val (changes, ((TvDumpChange){ TV_DUMP_NEW, TV_NONE, after[i], 0, -1 }));
    }
  for (guint32 i = 0; i < all[earlier].n_threads; i++)
    if (!g_hash_table_contains (seen, GUINT_TO_POINTER (before[i])))
      g_array_append_val (changes, ((TvDumpChange){ TV_DUMP_ENDED, before[i], TV_NONE, 0, -1 }));
  numbers_clear (&numbers);
  return changes;
}

/**
 * tv_dump_changes_find_same:
 * @trace: a trace
 * @snapshots: snapshots of the trace's dumps
 * @snapshot: index of the snapshot to search
 * @thread: #TvDumpThread of another snapshot of the same process
 *
 * Returns: #TvDumpThread of the same thread in @snapshot, or %TV_NONE
 */
guint32
tv_dump_changes_find_same (TvTrace *trace,
                           const TvDumpSnapshots *snapshots,
                           guint32 snapshot,
                           guint32 thread)
{
  const TvDumpThread *threads = tv_trace_get_dumps (trace)->threads;
  guint32 n_snapshots, found, own;
  const TvDumpSnapshot *all = tv_dump_snapshots_get (snapshots, &n_snapshots);
  Numbers numbers;

  numbers_init (&numbers, threads, tv_dump_snapshots_get_threads (snapshots, snapshot),
                all[snapshot].n_threads);
  own = tv_dump_snapshots_find (snapshots, thread);
  numbers.is_other_run = is_other_run (&numbers, &all[snapshot], &all[own],
                                       tv_dump_snapshots_get_threads (snapshots, own));
  found = find_same (&numbers, &threads[thread]);
  numbers_clear (&numbers);
  return found;
}

/**
 * tv_dump_change_kind_name:
 *
 * Returns: (nullable): name of the kind in tables; %NULL for %TV_DUMP_UNKNOWN
 */
const char *
tv_dump_change_kind_name (TvDumpChangeKind kind)
{
  static const char *const names[] = { "same", "moved", "new", "gone", NULL };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_DUMP_CHANGES);
  g_return_val_if_fail (kind < TV_N_DUMP_CHANGES, NULL);
  return names[kind];
}
