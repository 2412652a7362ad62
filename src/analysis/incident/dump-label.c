/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/dump-label.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/incident/dump-stack.h"

/* Names dumped threads, locks and frames. Called for the sentences of diagnoses, and by the tables, views and
 * properties of dumps. Returns new translated strings. Pure: only reads the trace. */

#define LONGEST_NAME 80 /* maximum number of characters of a name in a sentence */

#define NS_PER_MS 1000000
#define NS_PER_S  G_GINT64_CONSTANT (1000000000)

/* Returns: (transfer full): the name, ellipsized in the middle if it is long, because both ends are informative.
 * @name: (transfer full) */
char *
tv_dump_take_short_name (char *name)
{
  glong length = g_utf8_strlen (name, -1);
  g_autofree char *start = NULL;
  char *text;

  if (length <= LONGEST_NAME)
    return name;
  start = g_utf8_substring (name, 0, LONGEST_NAME / 2);
  text = g_strconcat (start, "…", g_utf8_offset_to_pointer (name, length - LONGEST_NAME / 2 + 1),
                      NULL);
  g_free (name);
  return text;
}

/**
 * tv_dump_dup_thread_label:
 * @trace: a trace
 * @thread: a #TvDumpThread
 *
 * Returns: (transfer full): name of the thread for sentences, or else its id
 */
char *
tv_dump_dup_thread_label (TvTrace *trace, guint32 thread)
{
  const TvDumpThread *row = &tv_trace_get_dumps (trace)->threads[thread];

  if (row->name != TV_NONE)
    return tv_dump_take_short_name (g_strdup (tv_trace_get_string (trace, row->name)));
  /* Another dump in the file may contain the name. */
  if (row->utid != TV_NONE && tv_trace_get_threads (trace, NULL)[row->utid].name != TV_NONE)
    return tv_dump_take_short_name (
        g_strdup (tv_trace_get_string (trace, tv_trace_get_threads (trace, NULL)[row->utid].name)));
  if (row->sys_tid != TV_NONE)
    return g_strdup_printf (_("thread %u"), row->sys_tid);
  if (row->vm_tid != TV_NONE)
    return g_strdup_printf (_("virtual machine thread %u"), row->vm_tid);
  return g_strdup (_("an unnamed thread"));
}

/**
 * tv_dump_dup_lock_label:
 * @trace: a trace
 * @lock: a #TvDumpLock
 *
 * Returns: (transfer full): id and type of the lock, such as "0x0a2b (a java.lang.Object)"
 */
char *
tv_dump_dup_lock_label (TvTrace *trace, guint32 lock)
{
  const TvDumpLock *row = &tv_trace_get_dumps (trace)->locks[lock];
  g_autofree char *type = row->type != TV_NONE ? tv_dump_take_short_name (g_strdup (
                                                     tv_trace_get_string (trace, row->type)))
                                               : NULL;

  if (row->id != 0 && type != NULL)
    /* Translators: id of an object, and its class */
    return g_strdup_printf (_ ("0x%08" PRIx64 " (a %s)"), row->id, type);
  if (row->id != 0)
    return g_strdup_printf ("0x%08" PRIx64, row->id);
  return type != NULL ? g_strdup_printf (_("of type %s"), type)
                      : g_strdup (_("of an unknown object"));
}

/* Returns: (transfer full): file and address of code without a symbol, or a placeholder if the file is unknown */
static char *
dup_location (TvTrace *trace, const TvFrame *frame)
{
  const char *path = frame->mapping != TV_NONE
                         ? tv_trace_get_string (
                               trace, tv_trace_get_stacks (trace)->mappings[frame->mapping].path)
                         : NULL;
  const char *slash = path != NULL ? strrchr (path, '/') : NULL;

  if (path == NULL)
    return g_strdup (_("unnamed code"));
  return tv_dump_take_short_name (
      g_strdup_printf ("%s + 0x%" PRIx64, slash != NULL ? slash + 1 : path, frame->relative_pc));
}

/* Returns: (transfer full): the name of a C++ function without its argument types, which are usually longer than the
 * name */
static char *
dup_without_arguments (const char *name)
{
  gsize end = strlen (name), at;
  guint depth = 0;

  if (g_str_has_suffix (name, ") const"))
    end -= strlen (" const");
  if (end < 2 || name[end - 1] != ')')
    return g_strdup (name);
  for (at = end; at-- > 0;)
    {
      depth += name[at] == ')';
      if (name[at] == '(' && --depth == 0)
        break;
    }
  return at > 0 && at < end ? g_strndup (name, at) : g_strdup (name);
}

/**
 * tv_dump_dup_frame_label:
 * @trace: a trace
 * @callsite: a #TvCallsite
 *
 * Returns: (transfer full): function of the callsite, with its class but without its package; file and address of
 * code without a symbol
 */
char *
tv_dump_dup_frame_label (TvTrace *trace, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 symbol = stacks->frames[stacks->callsites[callsite].frame].symbol;
  const TvSymbol *row;
  const char *class, *dot;

  if (symbol == TV_NONE)
    return dup_location (trace, &stacks->frames[stacks->callsites[callsite].frame]);
  row = &tv_trace_get_symbols (trace, NULL)[symbol];
  class = tv_trace_get_string (trace, row->class_name);
  if (class == NULL)
    return tv_dump_take_short_name (dup_without_arguments (tv_trace_get_string (trace, row->name)));
  dot = strrchr (class, '.');
  return tv_dump_take_short_name (g_strconcat (dot != NULL ? dot + 1 : class, ".",
                                               tv_trace_get_string (trace, row->name), NULL));
}

/**
 * tv_dump_dup_lock_type:
 * @trace: a trace
 * @lock: a #TvDumpLock
 *
 * Returns: (transfer full) (nullable): class of the lock without its package; if the lock is a class object, the
 * class that the object represents
 */
char *
tv_dump_dup_lock_type (TvTrace *trace, guint32 lock)
{
  const char *type = tv_trace_get_string (trace, tv_trace_get_dumps (trace)->locks[lock].type);
  const char *inner, *dot;
  g_autofree char *name = NULL;

  if (type == NULL)
    return NULL;
  inner = g_str_has_prefix (type, "java.lang.Class<") ? type + strlen ("java.lang.Class<") : type;
  name = g_strdup (inner);
  if (inner != type && g_str_has_suffix (name, ">"))
    name[strlen (name) - 1] = '\0';
  dot = strrchr (name, '.');
  return g_strdup (dot != NULL && dot[1] != '\0' ? dot + 1 : name);
}

/**
 * tv_dump_dup_time:
 * @ts: timestamp in ns since 1970, or %TV_NO_TIME
 * @utc_offset_s: offset of the device's local time from UTC, in s
 *
 * Returns: (transfer full) (nullable): time of day with ms; %NULL if unknown
 */
char *
tv_dump_dup_time (gint64 ts, gint32 utc_offset_s)
{
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *shown = NULL;
  gint64 seconds;

  if (ts == TV_NO_TIME)
    return NULL;
  seconds = ts / NS_PER_S - (ts % NS_PER_S < 0 ? 1 : 0);
  time = g_date_time_new_from_unix_utc (seconds + utc_offset_s);
  if (time == NULL)
    return NULL;
  shown = g_date_time_format (time, "%H:%M:%S");
  return g_strdup_printf ("%s.%03d", shown, (int) ((ts - seconds * NS_PER_S) / NS_PER_MS));
}

static const char *
append_wait (const TvWait *wait, gboolean is_idle)
{
  switch (wait->kind)
    {
    case TV_WAIT_LOCK:
      return _("owner not in the dump");
    case TV_WAIT_PARK:
      return is_idle ? _("parked") : _("owner not in the dump");
    case TV_WAIT_JOIN:
      return _("thread not in the dump");
    case TV_WAIT_BINDER:
      return _("a call to another process");
    case TV_WAIT_NONE:
    case TV_N_WAIT_KINDS:
    default:
      return NULL;
    }
}

/* Returns: (transfer full): label of the thread for which another thread waits, with its process id if the processes
 * differ */
static char *
dup_holder_label (TvTrace *trace, guint32 thread, guint32 holder)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 own = dumps->dumps[tv_dumps_find_dump (dumps, thread)].upid;
  guint32 upid = dumps->dumps[tv_dumps_find_dump (dumps, holder)].upid;
  char *label = tv_dump_dup_thread_label (trace, holder);
  g_autofree char *name = NULL;

  if (upid == own || upid == TV_NONE)
    return label;
  name = label;
  /* Translators: a thread, and the id of its process */
  return g_strdup_printf (_("%s [%u]"), name, tv_trace_get_processes (trace, NULL)[upid].pid);
}

/**
 * tv_dump_dup_held_by:
 * @trace: a trace
 * @waits: waits of the trace
 * @thread: a #TvDumpThread
 *
 * Returns: (transfer full) (nullable): label of the thread that blocks @thread; if none is known, the reason why
 * @thread waits, or its activity
 */
char *
tv_dump_dup_held_by (TvTrace *trace, const TvWaits *waits, guint32 thread)
{
  const TvWait *wait = tv_waits_get (waits, thread);
  TvDumpDoing doing = tv_dump_stack_find_doing (trace,
                                                &tv_trace_get_dumps (trace)->threads[thread]);

  if (wait->target != TV_NONE)
    return dup_holder_label (trace, thread, wait->target);
  if (wait->kind != TV_WAIT_NONE)
    return g_strdup (append_wait (wait, doing == TV_DOING_IDLE));
  switch (doing)
    {
    case TV_DOING_IDLE:
      return g_strdup (_("idle"));
    case TV_DOING_SLEEPING:
      return g_strdup (_("sleeps"));
    case TV_DOING_CALLING:
      return g_strdup (_("a call to another process"));
    case TV_DOING_IO:
      return g_strdup (_("reads or writes"));
    case TV_DOING_GC:
      return g_strdup (_("garbage collector"));
    case TV_DOING_DUMPING:
      return g_strdup (_("writes this dump"));
    case TV_DOING_BLOCKED:
      return g_strdup (_("a lock"));
    case TV_DOING_DEBUGGED:
      return g_strdup (_("a debugger"));
    case TV_DOING_UNKNOWN:
    case TV_DOING_RUNNING:
    case TV_DOING_NATIVE:
    case TV_DOING_WAITING:
    default:
      return NULL;
    }
}
