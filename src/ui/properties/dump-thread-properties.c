/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/properties/dump-thread-properties.h"

#include <inttypes.h>

#include <glib/gi18n.h>

#include "analysis/incident/dump-label.h"
#include "core/time-format.h"

/* The cause of the wait of a dumped thread, and statistics that its process reported for the same time:
 *
 *   Lock 0x0a2b31c4
 *   Class     CartStore
 *   Owner     DefaultDispatcher-worker-2
 *   Taken in  CartStore.merge
 *   Waiters   5 threads
 *   At the Same Time
 *   Heap      53% free, 1174KB/2514KB
 *
 * Called by the wait pane of the Dump Threads view. Only reads the trace and the findings about its dumps. */

static void
add_thread (TvPropertyList *self, TvTrace *trace, const char *label, guint32 thread)
{
  tv_property_list_take (self, TV_PROPERTY_FULL, label, tv_dump_dup_thread_label (trace, thread))
      ->dump_thread = thread;
}

/* ---- The lock ---- */

/* Returns the frame in which the owner acquired the lock, or TV_NONE if the dump does not contain it. */
static guint32
find_taken (const TvDumps *dumps, const TvDumpLock *lock)
{
  const TvDumpThread *owner = &dumps->threads[lock->owner];

  for (guint32 i = owner->first_lock; i < owner->first_lock + owner->n_locks; i++)
    if (dumps->locks[i].use == TV_LOCK_HELD && dumps->locks[i].id == lock->id &&
        dumps->locks[i].type == lock->type)
      return dumps->locks[i].callsite;
  return TV_NONE;
}

static guint32
count_waiters (const TvDumps *dumps, const TvWaits *waits, const TvDumpLock *lock)
{
  const TvDump *dump = &dumps->dumps[tv_dumps_find_dump (dumps, lock->owner)];
  guint32 n = 0;

  for (guint32 t = dump->first_thread; t < dump->first_thread + dump->n_threads; t++)
    {
      const TvWait *wait = tv_waits_get (waits, t);

      n += wait->target == lock->owner && wait->lock != TV_NONE &&
           dumps->locks[wait->lock].id == lock->id && dumps->locks[wait->lock].type == lock->type;
    }
  return n;
}

static void
add_lock (TvPropertyList *self, TvTrace *trace, const TvWaits *waits, guint32 row)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvDumpLock *lock = &dumps->locks[row];
  g_autofree char *heading = lock->id != 0 ? g_strdup_printf (_ ("Lock 0x%08" PRIx64), lock->id)
                                           : g_strdup (_("Lock"));
  guint32 taken, n;

  tv_property_list_add_heading (self, heading);
  tv_property_list_add (self, TV_PROPERTY_FULL, _("Class"),
                        tv_trace_get_string (trace, lock->type));
  if (lock->owner == TV_NONE)
    {
      tv_property_list_add (self, TV_PROPERTY_FULL, _("Owner"), _("not in the dump"));
      return;
    }
  add_thread (self, trace, _("Owner"), lock->owner);
  taken = find_taken (dumps, lock);
  if (taken != TV_NONE)
    tv_property_list_take (self, TV_PROPERTY_FULL, _("Taken in"),
                           tv_dump_dup_frame_label (trace, taken));
  n = count_waiters (dumps, waits, lock);
  tv_property_list_take (self, TV_PROPERTY_FULL, _("Waiters"),
                         tv_number_printf (ngettext ("%u thread", "%u threads", n), n));
}

static void
add_call (TvPropertyList *self, TvTrace *trace, const TvWait *wait)
{
  const TvDumpTransaction *call = &tv_trace_get_dumps (trace)->transactions[wait->transaction];

  tv_property_list_add_heading (self, _("Call to Another Process"));
  if (wait->target != TV_NONE)
    add_thread (self, trace, _("Thread"), wait->target);
  tv_property_list_take (self, TV_PROPERTY_FULL, _("Process"),
                         call->to_tid == 0
                             /* Translators: id of a process */
                             ? g_strdup_printf (_("%u, which has no free thread"), call->to_pid)
                             : g_strdup_printf ("%u", call->to_pid));
  if (call->wait_ns > 0)
    tv_property_list_take (self, TV_PROPERTY_FULL, _("Waits for"), tv_time_format (call->wait_ns));
}

/* ---- The process ---- */

static const struct
{
  const char *name; /* name that the virtual machine or the system wrote */
  const char *label;
  const char *unit; /* (nullable): unit; %NULL if the attribute already contains it */
} process_properties[] = {
  { "Heap", N_("Heap"), NULL },
  { "Total blocking GC count", N_("Blocking GC"), NULL },
  { "Total blocking GC time", N_("Blocked by GC"), NULL },
  { "Total time spent in GC", N_("GC"), NULL },
  { "RssKb", N_("Memory"), "KB" },
  { "VmSwapKb", N_("Swap"), "KB" },
};

/* Returns whether an attribute describes the process of a dump. Attributes before the first dump describe the process
 * that triggered all dumps, which is the process of the first dump. */
static gboolean
is_of_dump (const TvDumpAttribute *property, guint32 dump)
{
  return property->thread == TV_NONE && property->name != TV_NONE &&
         (property->dump == dump || (property->dump == TV_NONE && dump == 0));
}

static void
add_process (TvPropertyList *self, TvTrace *trace, guint32 thread)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 dump = tv_dumps_find_dump (dumps, thread);
  gboolean has_any = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (process_properties); i++)
    for (guint32 f = 0; f < dumps->n_attributes; f++)
      {
        const TvDumpAttribute *property = &dumps->attributes[f];

        if (!is_of_dump (property, dump) || g_strcmp0 (tv_trace_get_string (trace, property->name),
                                                       process_properties[i].name) != 0)
          continue;
        if (!has_any)
          tv_property_list_add_heading (self, _("At the Same Time"));
        has_any = TRUE;
        tv_property_list_take (self, TV_PROPERTY_FULL, _ (process_properties[i].label),
                               g_strjoin (" ", tv_trace_get_string (trace, property->value),
                                          process_properties[i].unit, NULL));
        break;
      }
}

/**
 * tv_dump_thread_properties_new:
 * @findings: findings about the dumps of the trace
 * @thread: index of a #TvDumpThread
 *
 * Returns: (transfer full): the cause of the wait of a thread, and properties of its process at that time
 */
TvPropertyList *
tv_dump_thread_properties_new (TvTrace *trace, const TvDumpFindings *findings, guint32 thread)
{
  TvPropertyList *self = tv_property_list_new (tv_dump_dup_thread_label (trace, thread), NULL);
  const TvWait *wait = tv_waits_get (findings->waits, thread);

  if (wait->lock != TV_NONE)
    add_lock (self, trace, findings->waits, wait->lock);
  else if (wait->transaction != TV_NONE)
    add_call (self, trace, wait);
  add_process (self, trace, thread);
  return self;
}
