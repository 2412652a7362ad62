/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/dumps-part.h"

#include <stdlib.h>

#include "core/builder/rows.h"
#include "core/trace-edit.h"

/* Thread dumps with their threads and locks. Called by the readers of thread dumps and crashes, thread by thread;
 * rows are added to the last dump. The stage "dumps" of trace-builder.c infers the owners of locks that the file does
 * not name, and moves the rows to the trace. */

struct _TvDumpsPart
{
  GArray *dumps;        /* TvDump */
  GArray *threads;      /* TvDumpThread */
  GArray *locks;        /* TvDumpLock */
  GArray *transactions; /* TvDumpTransaction */
  GArray *attributes;   /* TvDumpAttribute */
  guint first_of_file;  /* first dump of the file that is being read */
  guint32 report;       /* number of the current report */
};

static void
init (TvTraceBuilder *self)
{
  TvDumpsPart *part = self->dumps = g_new0 (TvDumpsPart, 1);

  part->dumps = g_array_new (FALSE, FALSE, sizeof (TvDump));
  part->threads = g_array_new (FALSE, FALSE, sizeof (TvDumpThread));
  part->locks = g_array_new (FALSE, FALSE, sizeof (TvDumpLock));
  part->transactions = g_array_new (FALSE, FALSE, sizeof (TvDumpTransaction));
  part->attributes = g_array_new (FALSE, FALSE, sizeof (TvDumpAttribute));
}

static void
clear (TvTraceBuilder *self)
{
  g_array_unref (self->dumps->dumps);
  g_array_unref (self->dumps->threads);
  g_array_unref (self->dumps->locks);
  g_array_unref (self->dumps->transactions);
  g_array_unref (self->dumps->attributes);
  g_clear_pointer (&self->dumps, g_free);
}

static void
begin_file (TvTraceBuilder *self)
{
  self->dumps->first_of_file = self->dumps->dumps->len;
  tv_trace_builder_begin_report (self);
}

static void
end_file (TvTraceBuilder *self, gint64 offset_ns, gint64 uncertainty_ns)
{
  tv_rows_shift (self->dumps->dumps, self->dumps->first_of_file, G_STRUCT_OFFSET (TvDump, ts),
                 offset_ns);
}

const TvBuilderPart tv_builder_dumps = { init, clear, begin_file, end_file };

/**
 * tv_trace_builder_begin_report:
 * @self: a builder
 *
 * Begins a new report: dumps and transactions that are added next are not related to earlier ones. Each file and each
 * fault begins a report; readers call this for a dump that follows a fault in the same file.
 *
 * Returns: number of the report
 */
guint32
tv_trace_builder_begin_report (TvTraceBuilder *self)
{
  return ++self->dumps->report;
}

/* Returns: (transfer none) (array length=n): the dumps added so far */
const TvDump *
tv_trace_builder_get_dumps (const TvTraceBuilder *self, guint *n)
{
  *n = self->dumps->dumps->len;
  return (const TvDump *) (gconstpointer) self->dumps->dumps->data;
}

guint
tv_trace_builder_get_n_dump_threads (const TvTraceBuilder *self)
{
  return self->dumps->threads->len;
}

/**
 * tv_trace_builder_begin_dump:
 * @dump: a dump; the builder sets its range of threads and its report
 *
 * Begins a dump. The threads that are added next belong to this dump.
 *
 * Returns: row of the dump
 */
guint32
tv_trace_builder_begin_dump (TvTraceBuilder *self, const TvDump *dump)
{
  TvDump row = *dump;

  g_return_val_if_fail (dump->kind < TV_N_DUMP_KINDS, TV_NONE);
  row.first_thread = self->dumps->threads->len;
  row.n_threads = 0;
  row.report = self->dumps->report;
  if (!tv_trace_builder_has_row (self, self->dumps->dumps))
    return self->dumps->dumps->len - 1;
  g_array_append_val (self->dumps->dumps, row);
  return self->dumps->dumps->len - 1;
}

/**
 * tv_trace_builder_set_dump_kind:
 * @self: a builder that has begun a dump
 *
 * Sets the kind of the last dump, for files in which only the threads reveal the kind.
 */
void
tv_trace_builder_set_dump_kind (TvTraceBuilder *self, TvDumpKind kind)
{
  g_return_if_fail (self->dumps->dumps->len > 0 && kind < TV_N_DUMP_KINDS);
  g_array_index (self->dumps->dumps, TvDump, self->dumps->dumps->len - 1).kind = kind;
}

/**
 * tv_trace_builder_add_dump_thread:
 * @self: a builder that has begun a dump
 * @thread: a thread; the builder sets its range of locks
 *
 * Adds a thread to the last dump. The locks that are added next belong to this thread.
 *
 * Returns: row of the thread
 */
guint32
tv_trace_builder_add_dump_thread (TvTraceBuilder *self, const TvDumpThread *thread)
{
  TvDumpThread row = *thread;

  g_return_val_if_fail (self->dumps->dumps->len > 0, TV_NONE);
  row.first_lock = self->dumps->locks->len;
  row.n_locks = 0;
  if (!tv_trace_builder_has_row (self, self->dumps->threads))
    return self->dumps->threads->len - 1;
  g_array_append_val (self->dumps->threads, row);
  g_array_index (self->dumps->dumps, TvDump, self->dumps->dumps->len - 1).n_threads++;
  return self->dumps->threads->len - 1;
}

/**
 * tv_trace_builder_add_dump_lock:
 * @self: a builder that has added a thread of a dump
 * @lock: a lock; the builder sets its owner when it finishes
 *
 * Adds a lock to the last thread. The owner will be the thread with @owner_vm_tid, or if the file does not name one,
 * the only other thread of the dump that holds the lock.
 *
 * Returns: row of the lock
 */
guint32
tv_trace_builder_add_dump_lock (TvTraceBuilder *self, const TvDumpLock *lock)
{
  g_return_val_if_fail (self->dumps->threads->len > 0 && lock->use < TV_N_LOCK_USES, TV_NONE);
  if (!tv_trace_builder_has_row (self, self->dumps->locks))
    return self->dumps->locks->len - 1;
  g_array_append_vals (self->dumps->locks, lock, 1);
  g_array_index (self->dumps->threads, TvDumpThread, self->dumps->threads->len - 1).n_locks++;
  return self->dumps->locks->len - 1;
}

/**
 * tv_trace_builder_add_transaction:
 * @transaction: a binder transaction that was in progress
 *
 * Adds a call between processes to the current report.
 */
void
tv_trace_builder_add_transaction (TvTraceBuilder *self, const TvDumpTransaction *transaction)
{
  TvDumpTransaction row = *transaction;

  g_return_if_fail (transaction->kind < TV_N_TRANSACTION_KINDS);
  row.report = self->dumps->report;
  if (tv_trace_builder_has_row (self, self->dumps->transactions))
    g_array_append_val (self->dumps->transactions, row);
}

/**
 * tv_trace_builder_add_dump_attribute:
 * @attribute: an attribute; its @dump and @thread are rows that have been added, or %TV_NONE
 *
 * Adds a textual attribute of a dump or of one of its threads.
 */
void
tv_trace_builder_add_dump_attribute (TvTraceBuilder *self, const TvDumpAttribute *attribute)
{
  g_return_if_fail (attribute->dump == TV_NONE || attribute->dump < self->dumps->dumps->len);
  g_return_if_fail (attribute->thread == TV_NONE || attribute->thread < self->dumps->threads->len);
  if (tv_trace_builder_has_row (self, self->dumps->attributes))
    g_array_append_vals (self->dumps->attributes, attribute, 1);
}

/* ---- Owners ---- */

typedef struct
{
  guint64 id;
  guint32 type;
  guint32 thread;
} Holder;

typedef struct
{
  guint32 vm_tid;
  guint32 thread;
} NamedThread;

static int
compare_holders (gconstpointer a, gconstpointer b)
{
  const Holder *first = a, *second = b;

  if (first->id != second->id)
    return first->id < second->id ? -1 : 1;
  if (first->type != second->type)
    return first->type < second->type ? -1 : 1;
  return first->thread < second->thread ? -1 : first->thread > second->thread;
}

static int
compare_named (gconstpointer a, gconstpointer b)
{
  const NamedThread *first = a, *second = b;

  if (first->vm_tid != second->vm_tid)
    return first->vm_tid < second->vm_tid ? -1 : 1;
  return first->thread < second->thread ? -1 : first->thread > second->thread;
}

/* Returns the lock that a thread waits for; there is at most one. If the thread also lists this lock as held, it has
 * released the lock for the wait. */
static const TvDumpLock *
find_wait (const TvDumpThread *thread, const TvDumpLock *locks)
{
  for (guint32 i = 0; i < thread->n_locks; i++)
    {
      const TvDumpLock *lock = &locks[thread->first_lock + i];

      if (lock->use == TV_LOCK_WAITED_ON || lock->use == TV_LOCK_WANTED)
        return lock;
    }
  return NULL;
}

/* Returns: (transfer full): Holder; the locks that the threads of a dump hold, sorted by lock, then by thread */
static GArray *
list_holders (TvTraceBuilder *self, const TvDump *dump)
{
  const TvDumpLock *locks = (const TvDumpLock *) (gconstpointer) self->dumps->locks->data;
  GArray *holders = g_array_new (FALSE, FALSE, sizeof (Holder));

  for (guint32 t = dump->first_thread; t < dump->first_thread + dump->n_threads; t++)
    {
      const TvDumpThread *thread = &g_array_index (self->dumps->threads, TvDumpThread, t);
      const TvDumpLock *wait = find_wait (thread, locks);

      for (guint32 i = 0; i < thread->n_locks; i++)
        {
          const TvDumpLock *lock = &locks[thread->first_lock + i];

          if (lock->use == TV_LOCK_HELD && lock->id != 0 &&
              (wait == NULL || wait->id != lock->id || wait->type != lock->type))
            g_array_append_val (holders, ((Holder){ lock->id, lock->type, t }));
        }
    }
  if (holders->len > 0)
    qsort (holders->data, holders->len, sizeof (Holder), compare_holders);
  return holders;
}

/* Returns the only thread other than @waiter that holds the lock; TV_NONE if there is none or several. A thread may
 * list a lock once for each of several frames. */
static guint32
find_holder (const GArray *holders, const TvDumpLock *lock, guint32 waiter)
{
  guint32 low = 0, high = holders->len, found = TV_NONE;
  Holder wanted = { lock->id, lock->type, 0 };

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (compare_holders (&g_array_index (holders, Holder, middle), &wanted) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < holders->len; low++)
    {
      const Holder *holder = &g_array_index (holders, Holder, low);

      if (holder->id != lock->id || holder->type != lock->type)
        break;
      if (holder->thread == waiter || holder->thread == found)
        continue;
      if (found != TV_NONE)
        return TV_NONE;
      found = holder->thread;
    }
  return found;
}

static GArray *
list_named (TvTraceBuilder *self, const TvDump *dump)
{
  GArray *named = g_array_new (FALSE, FALSE, sizeof (NamedThread));

  for (guint32 t = dump->first_thread; t < dump->first_thread + dump->n_threads; t++)
    {
      guint32 vm_tid = g_array_index (self->dumps->threads, TvDumpThread, t).vm_tid;

      if (vm_tid != TV_NONE)
        g_array_append_val (named, ((NamedThread){ vm_tid, t }));
    }
  if (named->len > 0)
    qsort (named->data, named->len, sizeof (NamedThread), compare_named);
  return named;
}

static guint32
find_named (const GArray *named, guint32 vm_tid)
{
  guint32 low = 0, high = named->len;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (g_array_index (named, NamedThread, middle).vm_tid < vm_tid)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == named->len || g_array_index (named, NamedThread, low).vm_tid != vm_tid)
    return TV_NONE;
  return g_array_index (named, NamedThread, low).thread;
}

/* Sets the owners of locks. The owner is the thread that the file names, or the only other thread that holds the
 * lock. HotSpot dumps never name the owner. ART dumps do not name it while a lock is being passed to another thread. */
static void
find_owners (TvTraceBuilder *self, const TvDump *dump)
{
  g_autoptr (GArray) holders = list_holders (self, dump);
  g_autoptr (GArray) named = list_named (self, dump);

  for (guint32 t = dump->first_thread; t < dump->first_thread + dump->n_threads; t++)
    {
      const TvDumpThread *thread = &g_array_index (self->dumps->threads, TvDumpThread, t);

      for (guint32 i = 0; i < thread->n_locks; i++)
        {
          TvDumpLock *lock = &g_array_index (self->dumps->locks, TvDumpLock,
                                             thread->first_lock + i);

          lock->owner = TV_NONE;
          lock->is_owner_found = FALSE;
          if (lock->owner_vm_tid != TV_NONE)
            lock->owner = find_named (named, lock->owner_vm_tid);
          else if (lock->id != 0 && (lock->use == TV_LOCK_WANTED || lock->use == TV_LOCK_PARKED))
            {
              lock->owner = find_holder (holders, lock, t);
              lock->is_owner_found = lock->owner != TV_NONE;
            }
        }
    }
}

void
tv_trace_builder_lay_out_dumps (TvTraceBuilder *self)
{
  TvDumps *dumps = tv_trace_edit_dumps (self->trace);

  for (guint32 i = 0; i < self->dumps->dumps->len; i++)
    find_owners (self, &g_array_index (self->dumps->dumps, TvDump, i));
  dumps->dumps = tv_rows_take (self->dumps->dumps, &dumps->n);
  dumps->threads = tv_rows_take (self->dumps->threads, &dumps->n_threads);
  dumps->locks = tv_rows_take (self->dumps->locks, &dumps->n_locks);
  dumps->transactions = tv_rows_take (self->dumps->transactions, &dumps->n_transactions);
  dumps->attributes = tv_rows_take (self->dumps->attributes, &dumps->n_attributes);
}
