/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/dump-snapshots.h"

/* Groups dumps into snapshots in two passes. The first pass adds each dump to the last snapshot of its process, or
 * begins a new snapshot. The second pass merges the rows of the same thread, of which only the most informative one
 * is visible. Created by dump-findings.c, by the table of dump changes and by its view. Pure: only reads the trace. */

/* Minimum interval in ns between dumps of two processes with the same name that are consecutive runs of the same
 * program. If all processes are dumped at once, the dumps are closer together. */
#define OTHER_RUN_NS (10 * G_GINT64_CONSTANT (1000000000))

struct _TvDumpSnapshots
{
  const TvDumps *dumps; /* dumps of the trace; not owned */
  TvTrace *trace;
  GArray *snapshots; /* TvDumpSnapshot */
  GArray *threads;   /* guint32: visible threads, snapshot by snapshot, in file order */
  guint32 *of_dump;  /* per dump, its snapshot */
  guint32 *
      shown; /* per thread, the visible row that represents it in its snapshot; the thread itself if its own row is
              * visible */
  guint32
      *channel; /* per visible thread, the thread row that contains its wait channel, or TV_NONE */
};

/* Kinds of dumps in a snapshot under construction */
typedef struct
{
  gboolean has[TV_N_DUMP_KINDS];
} Content;

/* ---- Dumps ---- */

/* Returns the last snapshot of an earlier run of the program that was dumped, or TV_NONE. */
static guint32
find_earlier_run (const TvDumpSnapshots *self, const TvDump *dump)
{
  const TvProcess *processes = tv_trace_get_processes (self->trace, NULL);
  guint32 name = dump->upid != TV_NONE ? processes[dump->upid].name : TV_NONE;

  if (name == TV_NONE || dump->ts == TV_NO_TIME)
    return TV_NONE;
  for (guint i = self->snapshots->len; i-- > 0;)
    {
      const TvDumpSnapshot *other = &g_array_index (self->snapshots, TvDumpSnapshot, i);

      if (other->upid != TV_NONE && other->upid != dump->upid &&
          processes[other->upid].name == name)
        return other->ts != TV_NO_TIME && dump->ts - other->ts >= OTHER_RUN_NS ? i : TV_NONE;
    }
  return TV_NONE;
}

/* Returns whether a dump can be added to a snapshot: its kind is missing in the snapshot, or it lists wait channels,
 * or it has no threads. */
static gboolean
belongs (const Content *content, const TvDump *dump)
{
  return dump->kind == TV_DUMP_WAIT_CHANNELS || !content->has[dump->kind] || dump->n_threads == 0;
}

static void
add_dump (TvDumpSnapshots *self, GArray *contents, GHashTable *last, guint32 d)
{
  const TvDump *dump = &self->dumps->dumps[d];
  guint32 snapshot = TV_NONE;
  TvDumpSnapshot *row;
  gpointer found;

  if (g_hash_table_lookup_extended (last, GUINT_TO_POINTER (dump->upid), NULL, &found))
    snapshot = GPOINTER_TO_UINT (found);
  if (snapshot == TV_NONE || !belongs (&g_array_index (contents, Content, snapshot), dump))
    {
      const TvDumpSnapshot fresh = {
        .upid = dump->upid,
        .ts = dump->ts,
        .dump = d,
        .previous = snapshot != TV_NONE ? snapshot : find_earlier_run (self, dump),
      };

      snapshot = self->snapshots->len;
      g_array_append_val (self->snapshots, fresh);
      g_array_append_val (contents, (Content){ 0 });
      g_hash_table_replace (last, GUINT_TO_POINTER (dump->upid), GUINT_TO_POINTER (snapshot));
    }
  self->of_dump[d] = snapshot;
  if (dump->n_threads > 0)
    g_array_index (contents, Content, snapshot).has[dump->kind] = TRUE;
  row = &g_array_index (self->snapshots, TvDumpSnapshot, snapshot);
  if (self->dumps->dumps[row->dump].kind > dump->kind && dump->n_threads > 0)
    {
      row->dump = d;
      row->ts = dump->ts != TV_NO_TIME ? dump->ts : row->ts;
    }
}

static void
count_snapshots (TvDumpSnapshots *self)
{
  for (guint i = 0; i < self->snapshots->len; i++)
    {
      TvDumpSnapshot *row = &g_array_index (self->snapshots, TvDumpSnapshot, i);

      row->first = row->previous != TV_NONE
                       ? g_array_index (self->snapshots, TvDumpSnapshot, row->previous).first
                       : i;
      row->n_of_process =
          row->previous != TV_NONE
              ? g_array_index (self->snapshots, TvDumpSnapshot, row->previous).n_of_process + 1
              : 1;
    }
  /* The last snapshot of a process contains the total, so this loop iterates backwards. */
  for (guint i = self->snapshots->len; i-- > 0;)
    {
      const TvDumpSnapshot *row = &g_array_index (self->snapshots, TvDumpSnapshot, i);

      if (row->previous != TV_NONE)
        g_array_index (self->snapshots, TvDumpSnapshot, row->previous).n_of_process =
            row->n_of_process;
    }
}

/* ---- Threads ---- */

/* Returns a key that identifies a thread within its snapshot, or 0 if it has no id. */
static guint64
get_key (const TvDumpThread *thread)
{
  if (thread->utid != TV_NONE)
    return (guint64) thread->utid + 1;
  return thread->sys_tid != TV_NONE ? (G_GUINT64_CONSTANT (1) << 33) + thread->sys_tid : 0;
}

/* Returns the more informative of two rows of the same thread, which depends on the kinds of their dumps. */
static guint32
choose (const TvDumps *dumps, guint32 a, guint32 b)
{
  TvDumpKind first = dumps->dumps[tv_dumps_find_dump (dumps, a)].kind;
  TvDumpKind second = dumps->dumps[tv_dumps_find_dump (dumps, b)].kind;

  return second < first ? b : a;
}

/* Matches the threads of a snapshot's dumps, and chooses a visible row for each thread. Threads of one dump are
 * distinct, even if they have the same id. */
static void
merge_threads (TvDumpSnapshots *self, guint32 snapshot, const GArray *all)
{
  g_autoptr (GHashTable) of_key = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  TvDumpSnapshot *row = &g_array_index (self->snapshots, TvDumpSnapshot, snapshot);

  for (guint i = 0; i < all->len; i++)
    {
      guint32 thread = g_array_index (all, guint32, i), best;
      guint64 key = get_key (&self->dumps->threads[thread]);
      gpointer found;

      if (key == 0)
        continue;
      best = g_hash_table_lookup_extended (of_key, &key, NULL, &found)
                 ? choose (self->dumps, GPOINTER_TO_UINT (found), thread)
                 : thread;
      g_hash_table_replace (of_key, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (best));
    }
  row->first_thread = self->threads->len;
  for (guint i = 0; i < all->len; i++)
    {
      guint32 thread = g_array_index (all, guint32, i);
      guint64 key = get_key (&self->dumps->threads[thread]);

      self->shown[thread] = key != 0 ? GPOINTER_TO_UINT (g_hash_table_lookup (of_key, &key))
                                     : thread;
      if (tv_dumps_find_dump (self->dumps, thread) ==
          tv_dumps_find_dump (self->dumps, self->shown[thread]))
        self->shown[thread] = thread;
      if (self->shown[thread] == thread)
        g_array_append_val (self->threads, thread);
      if (self->dumps->threads[thread].wait_channel != TV_NONE)
        self->channel[self->shown[thread]] = thread;
    }
  row->n_threads = self->threads->len - row->first_thread;
}

/* Collects the threads of each snapshot's dumps, which are not necessarily adjacent. */
static void
find_threads (TvDumpSnapshots *self)
{
  guint32 n = self->snapshots->len;
  g_autofree guint32 *ends = g_new0 (
      guint32,
      n + 1); /* per snapshot, start of its dumps in @dumps, which the loop below advances to their end */
  g_autofree guint32 *dumps = g_new (guint32, self->dumps->n);

  for (guint32 d = 0; d < self->dumps->n; d++)
    ends[self->of_dump[d] + 1]++;
  for (guint32 m = 0; m < n; m++)
    ends[m + 1] += ends[m];
  for (guint32 d = 0; d < self->dumps->n; d++)
    dumps[ends[self->of_dump[d]]++] = d;
  for (guint32 m = 0; m < n; m++)
    {
      g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint32));

      for (guint32 i = m > 0 ? ends[m - 1] : 0; i < ends[m]; i++)
        for (guint32 t = 0; t < self->dumps->dumps[dumps[i]].n_threads; t++)
          {
            guint32 thread = self->dumps->dumps[dumps[i]].first_thread + t;

            g_array_append_val (all, thread);
          }
      merge_threads (self, m, all);
    }
}

/**
 * tv_dump_snapshots_new:
 *
 * Groups the trace's dumps into snapshots.
 *
 * Returns: (transfer full): the snapshots
 */
TvDumpSnapshots *
tv_dump_snapshots_new (TvTrace *trace)
{
  TvDumpSnapshots *self = g_new0 (TvDumpSnapshots, 1);
  g_autoptr (GArray) contents = g_array_new (FALSE, FALSE, sizeof (Content));
  g_autoptr (GHashTable)
      last = g_hash_table_new (NULL, NULL); /* upid ─▶ last snapshot of the process */

  self->trace = g_object_ref (trace);
  self->dumps = tv_trace_get_dumps (trace);
  self->snapshots = g_array_new (FALSE, FALSE, sizeof (TvDumpSnapshot));
  self->threads = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->of_dump = g_new (guint32, self->dumps->n);
  self->shown = g_new (guint32, self->dumps->n_threads);
  self->channel = g_new (guint32, self->dumps->n_threads);
  for (guint32 t = 0; t < self->dumps->n_threads; t++)
    self->channel[t] = TV_NONE;
  for (guint32 d = 0; d < self->dumps->n; d++)
    add_dump (self, contents, last, d);
  count_snapshots (self);
  find_threads (self);
  return self;
}

void
tv_dump_snapshots_free (TvDumpSnapshots *self)
{
  if (self == NULL)
    return;
  g_object_unref (self->trace);
  g_array_unref (self->snapshots);
  g_array_unref (self->threads);
  g_free (self->of_dump);
  g_free (self->shown);
  g_free (self->channel);
  g_free (self);
}

/* Returns: (transfer none) (array length=n): all snapshots, in file order */
const TvDumpSnapshot *
tv_dump_snapshots_get (const TvDumpSnapshots *self, guint32 *n)
{
  *n = self->snapshots->len;
  return (const TvDumpSnapshot *) (gconstpointer) self->snapshots->data;
}

/* Returns: (transfer none): the visible #TvDumpThread rows of a snapshot, in file order */
const guint32 *
tv_dump_snapshots_get_threads (const TvDumpSnapshots *self, guint32 snapshot)
{
  g_return_val_if_fail (snapshot < self->snapshots->len, NULL);
  return &g_array_index (self->threads, guint32,
                         g_array_index (self->snapshots, TvDumpSnapshot, snapshot).first_thread);
}

/* Returns the snapshot that contains a #TvDumpThread. */
guint32
tv_dump_snapshots_find (const TvDumpSnapshots *self, guint32 thread)
{
  return self->of_dump[tv_dumps_find_dump (self->dumps, thread)];
}

/* Returns: visible #TvDumpThread that represents a thread in its snapshot. Rows of virtual machines are preferred,
 * because they contain more information than those of other dumpers */
guint32
tv_dump_snapshots_find_shown (const TvDumpSnapshots *self, guint32 thread)
{
  g_return_val_if_fail (thread < self->dumps->n_threads, TV_NONE);
  return self->shown[thread];
}

/* Returns: string id of the kernel function in which a visible thread sleeps, or %TV_NONE */
guint32
tv_dump_snapshots_find_channel (const TvDumpSnapshots *self, guint32 thread)
{
  g_return_val_if_fail (thread < self->dumps->n_threads, TV_NONE);
  return self->channel[thread] != TV_NONE ? self->dumps->threads[self->channel[thread]].wait_channel
                                          : TV_NONE;
}
