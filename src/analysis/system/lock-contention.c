/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/lock-contention.h"

#include <string.h>

#include "analysis/range/range.h"
#include "analysis/system/mark-list.h"
#include "analysis/system/slice-states.h"

/* Parses the names of contention slices; finds the owner by thread id, by name or, for mutexes, by the waker; and
 * finds chains in which an owner is waiting itself. Called by the table lock_contention, the Range view and the rules
 * about locks. Pure: only reads the trace. */

#define MONITOR  "monitor contention"
#define OWNER    " with owner "
#define AT       ") at "
#define WAITERS  " waiters="
#define BLOCKING " blocking from "
#define LOCK     "Lock contention on "
#define A_LOCK   "a monitor lock"
#define TID      " (owner tid: "
#define MUTEX    "Contending for pthread mutex"

/* Maximum length of thread names in the kernel */
#define COMM_BYTES 15

/* ---- Names ---- */

static TvLockPart
get_part (const char *start, const char *end)
{
  return (TvLockPart){ start, (gsize) (end - start) };
}

static guint32
parse_number (const char *text, const char *end)
{
  guint64 number = 0;

  if (text == end)
    return TV_NONE;
  for (; text < end; text++)
    {
      if (!g_ascii_isdigit (*text) || number > G_MAXINT32)
        return TV_NONE;
      number = number * 10 + (guint64) (*text - '0');
    }
  return number < TV_NONE ? (guint32) number : TV_NONE;
}

static const char *
find_before (const char *start, const char *end, char c)
{
  while (end > start && end[-1] != c)
    end--;
  return end > start ? end - 1 : NULL;
}

/* Parses "void com.shop.Cart.add(int)(Cart.java:42)" into "com.shop.Cart.add" and "Cart.java:42". */
static void
parse_method (const char *start, const char *end, TvLockPart *method, TvLockPart *source)
{
  const char *open = memchr (start, '(', (gsize) (end - start)), *last, *space;

  if (open == NULL || end[-1] != ')')
    return;
  last = find_before (start, end, '(');
  if (last > open && last[-1] == ')')
    *source = get_part (last + 1, end - 1);
  space = find_before (start, open, ' ');
  *method = get_part (space != NULL ? space + 1 : start, open);
}

/* Parses the rest of a monitor contention's name. The owner's name can contain any characters, so the owner's id is
 * the first number in parentheses before " at ". */
static void
parse_monitor (const char *rest, TvLockName *parsed)
{
  const char *owner = rest + strlen (OWNER), *at = owner, *waiters, *blocking;

  if (!g_str_has_prefix (rest, OWNER))
    return;
  for (; (at = strstr (at, AT)) != NULL; at++)
    {
      const char *open = find_before (owner, at, '(');

      if (open == NULL || open == owner || open[-1] != ' ' ||
          parse_number (open + 1, at) == TV_NONE)
        continue;
      parsed->owner = get_part (owner, open - 1);
      parsed->owner_tid = parse_number (open + 1, at);
      break;
    }
  if (at == NULL)
    return;
  at += strlen (AT);
  waiters = strstr (at, WAITERS);
  if (waiters == NULL)
    return;
  parse_method (at, waiters, &parsed->owner_method, &parsed->owner_source);
  waiters += strlen (WAITERS);
  parsed->waiters = parse_number (waiters, waiters + strspn (waiters, "0123456789"));
  blocking = strstr (waiters, BLOCKING);
  if (blocking != NULL)
    parse_method (blocking + strlen (BLOCKING), blocking + strlen (blocking), &parsed->method,
                  &parsed->source);
}

static void
parse_lock (const char *rest, TvLockName *parsed)
{
  const char *tid = strstr (rest, TID), *end = tid != NULL ? tid : rest + strlen (rest);

  parsed->kind = g_str_has_prefix (rest, A_LOCK) ? TV_LOCK_MONITOR : TV_LOCK_RUNTIME;
  if (parsed->kind == TV_LOCK_RUNTIME)
    parsed->lock = get_part (rest, end);
  if (tid != NULL)
    {
      tid += strlen (TID);
      parsed->owner_tid = parse_number (tid, tid + strspn (tid, "0123456789"));
    }
}

/**
 * tv_lock_name_parse:
 * @name: name of a slice
 * @parsed: (out): parts of the name, which point into @name
 *
 * Returns: whether the slice is a wait for a lock
 */
gboolean
tv_lock_name_parse (const char *name, TvLockName *parsed)
{
  *parsed = (TvLockName){ .owner_tid = TV_NONE, .waiters = TV_NONE };
  if (g_str_has_prefix (name, MONITOR))
    parse_monitor (name + strlen (MONITOR), parsed);
  else if (g_str_has_prefix (name, LOCK))
    parse_lock (name + strlen (LOCK), parsed);
  else if (g_str_equal (name, MUTEX))
    parsed->kind = TV_LOCK_MUTEX;
  else
    return FALSE;
  return TRUE;
}

/* Returns the name of a kind in tables. */
const char *
tv_lock_kind_get_name (TvLockKind kind)
{
  static const char *const names[TV_N_LOCK_KINDS] = { "monitor", "runtime", "mutex" };

  return names[kind];
}

/* Returns: (nullable): name of a source in tables; %NULL if the owner is unknown */
const char *
tv_lock_owner_source_get_name (TvLockOwnerSource source)
{
  static const char *const names[TV_N_LOCK_OWNER_SOURCES] = { NULL, "tid", "name", "waker" };

  return names[source];
}

/* ---- Owners ---- */

static gboolean
is_alive (const TvThread *thread, gint64 ts)
{
  return (thread->start_ns == G_MININT64 || thread->start_ns <= ts) &&
         (thread->end_ns == G_MAXINT64 || thread->end_ns >= ts);
}

/* Returns whether a thread name of the kernel, which may be truncated at either end, equals the name that the
 * runtime reports. */
static gboolean
is_same_name (const char *comm, TvLockPart name)
{
  gsize size = strlen (comm);

  if (size == name.size)
    return memcmp (comm, name.text, size) == 0;
  return size == COMM_BYTES && name.size > size &&
         (memcmp (comm, name.text, size) == 0 ||
          memcmp (comm, name.text + name.size - size, size) == 0);
}

static guint32
find_by_tid (TvTrace *trace, const TvLockContention *self, guint32 tid)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (trace, &n);

  if (tid == TV_NONE || tid == 0 || tid == threads[self->utid].tid)
    return TV_NONE;
  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].tid == tid && threads[utid].upid == threads[self->utid].upid &&
        threads[utid].upid != TV_NONE && is_alive (&threads[utid], self->ts))
      return utid;
  return TV_NONE;
}

/* Returns the other thread of the process that has the given name, or TV_NONE if there is none or more than one. */
static guint32
find_by_name (TvTrace *trace, const TvLockContention *self, TvLockPart name)
{
  guint32 n, found = TV_NONE;
  const TvThread *threads = tv_trace_get_threads (trace, &n);

  if (name.text == NULL || threads[self->utid].upid == TV_NONE)
    return TV_NONE;
  for (guint32 utid = 0; utid < n; utid++)
    {
      if (utid == self->utid || threads[utid].upid != threads[self->utid].upid ||
          threads[utid].name == TV_NONE || !is_alive (&threads[utid], self->ts) ||
          !is_same_name (tv_trace_get_string (trace, threads[utid].name), name))
        continue;
      if (found != TV_NONE)
        return TV_NONE;
      found = utid;
    }
  return found;
}

static gboolean
has_name (TvTrace *trace, guint32 utid, TvLockPart name)
{
  guint32 own = tv_trace_get_threads (trace, NULL)[utid].name;

  return own == TV_NONE || name.text == NULL ||
         is_same_name (tv_trace_get_string (trace, own), name);
}

static void
set_owner (TvLockContention *self, guint32 utid, TvLockOwnerSource source)
{
  self->owner_utid = utid;
  self->owner_source = utid != TV_NONE ? source : TV_LOCK_OWNER_UNKNOWN;
}

/* Sets the owner of a mutex. The slice does not name the owner, but the thread that unlocks the mutex wakes the
 * waiting thread. */
static void
find_waker (TvTrace *trace, TvLockContention *self)
{
  TvWakeup wakeup;

  if (self->dur > 0 && tv_wakeup_find_last (trace, self->utid, self->end - 1, &wakeup) &&
      wakeup.ts_ns >= self->ts && wakeup.irq_context != 1)
    set_owner (self, wakeup.waker, TV_LOCK_OWNER_WAKER);
}

static void
find_owner (TvTrace *trace, TvLockContention *self, const TvLockName *name)
{
  guint32 by_tid = find_by_tid (trace, self, name->owner_tid), by_name;

  if (name->kind == TV_LOCK_MUTEX)
    {
      find_waker (trace, self);
      return;
    }
  set_owner (self, by_tid, TV_LOCK_OWNER_BY_TID);
  if (by_tid != TV_NONE && has_name (trace, by_tid, name->owner))
    return;
  by_name = find_by_name (trace, self, name->owner);
  if (by_name != TV_NONE)
    set_owner (self, by_name, TV_LOCK_OWNER_BY_NAME);
}

/* ---- Contentions ---- */

static guint
classify (const char *name)
{
  TvLockName parsed;

  return tv_lock_name_parse (name, &parsed) ? parsed.kind + 1 : 0;
}

static gboolean
is_lock (TvTrace *trace, guint32 slice, const char *prefix)
{
  const char *name = tv_slice_get_name (trace, slice);

  return name != NULL && g_str_has_prefix (name, prefix);
}

/* Returns whether a slice is the inner one of the two slices of a monitor contention. */
static gboolean
is_inner (TvTrace *trace, guint32 slice)
{
  guint32 parent = tv_slices_parent (tv_trace_get_slices (trace), slice);

  return parent != TV_NONE && is_lock (trace, slice, LOCK) && is_lock (trace, parent, MONITOR);
}

/* Returns whether a monitor contention contains slices other than its inner one. If so, its end was lost, and it is
 * longer than the wait. */
static gboolean
contains_others (TvTrace *trace, guint32 slice)
{
  guint32 end = tv_trace_get_subtree_end (trace, slice);

  for (guint32 row = slice + 1; row < end; row++)
    if (tv_slices_parent (tv_trace_get_slices (trace), row) != slice || !is_lock (trace, row, LOCK))
      return TRUE;
  return FALSE;
}

static TvLockContention
get_contention (TvTrace *trace, const TvMark *mark)
{
  TvLockContention self = { .slice = mark->slice,
                            .utid = mark->utid,
                            .owner_utid = TV_NONE,
                            .is_main = mark->is_main,
                            .ts = mark->ts,
                            .dur = mark->end - mark->ts,
                            .end = mark->end,
                            .parent = TV_NONE };
  TvLockName name;

  if (tv_mark_is_unfinished (trace, mark))
    {
      self.dur = -1;
      self.end = MAX (mark->end, tv_trace_get_end_ns (trace));
    }
  tv_lock_name_parse (mark->name, &name);
  self.kind = name.kind;
  find_owner (trace, &self, &name);
  return self;
}

/* Returns 1 + the index of a thread's last contention that has not ended at @ts; 0 if there is none. @last: per
 * thread, 1 + its last contention; @below: per contention, 1 + the thread's previous contention that had not ended.
 * Contentions that have ended are dropped, because @ts never decreases. */
static guint
find_open (const GArray *contentions, guint *last, const guint *below, guint32 utid, gint64 ts)
{
  while (last[utid] > 0 && g_array_index (contentions, TvLockContention, last[utid] - 1).end <= ts)
    last[utid] = below[last[utid] - 1];
  return last[utid];
}

/* Finds the contentions in which owners of locks are waiting themselves. */
static void
find_parents (TvTrace *trace, GArray *contentions)
{
  guint32 n_threads;
  g_autofree guint *last = NULL;
  g_autofree guint *below = g_new0 (guint, MAX (contentions->len, 1));

  tv_trace_get_threads (trace, &n_threads);
  last = g_new0 (guint, MAX (n_threads, 1));
  for (guint row = 0; row < contentions->len; row++)
    {
      TvLockContention *self = &g_array_index (contentions, TvLockContention, row);
      guint open = self->owner_utid != TV_NONE
                       ? find_open (contentions, last, below, self->owner_utid, self->ts)
                       : 0;

      if (open > 0)
        {
          const TvLockContention *parent = &g_array_index (contentions, TvLockContention, open - 1);

          self->parent = parent->slice;
          self->depth = parent->depth + 1;
        }
      below[row] = find_open (contentions, last, below, self->utid, self->ts);
      last[self->utid] = row + 1;
    }
}

/**
 * tv_lock_contentions_new:
 * @trace: a trace
 * @selection: (nullable): range, and waiting threads; %NULL for all
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvLockContention) (nullable): waits for locks, sorted by start and not
 * clipped to the range; %NULL if cancelled
 */
GArray *
tv_lock_contentions_new (TvTrace *trace,
                         const TvSelection *selection,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GArray) marks = tv_mark_list_new (trace, classify, cancellable, error);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (TvLockContention));
  TvRange range = tv_range_new (trace, selection);
  GArray *selected;

  if (marks == NULL)
    return NULL;
  for (guint i = 0; i < marks->len; i++)
    {
      const TvMark *mark = &g_array_index (marks, TvMark, i);
      TvLockContention contention;

      if (mark->utid == TV_NONE || is_inner (trace, mark->slice))
        continue;
      if (is_lock (trace, mark->slice, MONITOR) && !tv_mark_is_unfinished (trace, mark) &&
          contains_others (trace, mark->slice))
        continue;
      contention = get_contention (trace, mark);
      g_array_append_val (all, contention);
    }
  find_parents (trace, all);
  if (selection == NULL)
    return g_steal_pointer (&all);
  selected = g_array_new (FALSE, FALSE, sizeof (TvLockContention));
  for (guint i = 0; i < all->len; i++)
    {
      const TvLockContention *contention = &g_array_index (all, TvLockContention, i);

      if (tv_range_has (&range, contention->ts, contention->end) &&
          tv_selection_has_thread (selection, contention->utid))
        g_array_append_vals (selected, contention, 1);
    }
  return selected;
}

/**
 * tv_lock_contentions_are_named:
 *
 * Returns: whether the trace contains a symbol with the name of a wait for a lock
 */
gboolean
tv_lock_contentions_are_named (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_MARKS) && tv_mark_list_has_name (trace, classify);
}
