/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Converts the stack of a thread to lines: frames, repetitions and locks. Two stacks are aligned at their outermost
 * frames. Used by stack-pane.c. Pure: only reads the trace and returns new arrays and strings. */

#include "ui/views/dump/stack-lines.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "analysis/incident/dump-label.h"
#include "analysis/incident/stack-equality.h"
#include "ui/views/dump/dump-find.h"

static const TvFrame *
get_frame (TvTrace *trace, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  return &stacks->frames[stacks->callsites[callsite].frame];
}

static guint32
get_parent (TvTrace *trace, guint32 callsite)
{
  return tv_trace_get_stacks (trace)->callsites[callsite].parent;
}

/* ---- One stack ---- */

/* Returns the number of threads that wait for @lock; 0 unless @thread holds it. */
static guint32
count_waiters (TvTrace *trace, const TvWaits *waits, guint32 thread, const TvDumpLock *lock)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 n = 0;

  for (guint32 t = 0; lock->use == TV_LOCK_HELD && t < dumps->n_threads; t++)
    {
      const TvWait *wait = tv_waits_get (waits, t);

      n += wait->target == thread && wait->lock != TV_NONE &&
           dumps->locks[wait->lock].id == lock->id && lock->id != 0;
    }
  return n;
}

/* Appends the locks of a frame. @callsite: callsite of the frame; %TV_NONE for locks that belong to no frame. */
static void
add_locks (GArray *lines, TvTrace *trace, const TvWaits *waits, guint32 thread, guint32 callsite)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvDumpThread *row = &dumps->threads[thread];

  for (guint32 i = row->first_lock; i < row->first_lock + row->n_locks; i++)
    if (dumps->locks[i].callsite == callsite)
      {
        const TvStackLine line = {
          .kind = TV_STACK_LOCK,
          .callsite = callsite,
          .other = TV_NONE,
          .lock = i,
          .n_waiters = count_waiters (trace, waits, thread, &dumps->locks[i]),
        };

        g_array_append_val (lines, line);
      }
}

/**
 * tv_stack_lines_new:
 * @waits: waits between threads
 * @thread: a #TvDumpThread
 *
 * Lists the lines of a stack.
 *
 * Returns: (transfer full) (element-type TvStackLine): frames, innermost first, each followed by its locks
 */
GArray *
tv_stack_lines_new (TvTrace *trace, const TvWaits *waits, guint32 thread)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (TvStackLine));
  guint32 number = 0;

  for (guint32 at = tv_trace_get_dumps (trace)->threads[thread].callsite; at != TV_NONE;
       at = get_parent (trace, at))
    {
      TvStackLine line = { .kind = TV_STACK_FRAME,
                           .callsite = at,
                           .number = number++,
                           .other = TV_NONE,
                           .lock = TV_NONE };

      g_array_append_val (lines, line);
      add_locks (lines, trace, waits, thread, at);
      if (get_frame (trace, at)->n_repeats > 0)
        {
          line.kind = TV_STACK_REPEATED;
          line.number = get_frame (trace, at)->n_repeats;
          g_array_append_val (lines, line);
          number += line.number;
        }
    }
  add_locks (lines, trace, waits, thread, TV_NONE);
  return lines;
}

/* ---- Two stacks side by side ---- */

/**
 * tv_stack_lines_new_beside:
 * @earlier: a #TvDumpThread
 * @later: the same thread in a later dump
 *
 * Lists the lines of two stacks side by side, without locks. Their outermost frames are in the same line.
 *
 * Returns: (transfer full) (element-type TvStackLine): lines, innermost frames first; @callsite and @number belong to
 * @earlier, @other and @other_number to @later
 */
GArray *
tv_stack_lines_new_beside (TvTrace *trace, guint32 earlier, guint32 later)
{
  const TvDumpThread *threads = tv_trace_get_dumps (trace)->threads;
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (TvStackLine));
  guint32 a = threads[earlier].callsite, b = threads[later].callsite;
  guint32 n_a = tv_stack_count_frames (trace, a), n_b = tv_stack_count_frames (trace, b);
  guint32 n_common = tv_stacks_count_common (trace, a, b), n = MAX (n_a, n_b);

  for (guint32 left = n; left > 0; left--)
    {
      const TvStackLine line = {
        .kind = TV_STACK_FRAME,
        .callsite = left <= n_a ? a : TV_NONE,
        .number = n_a - left,
        .other = left <= n_b ? b : TV_NONE,
        .other_number = n_b - left,
        .is_equal = left <= n_common,
        .lock = TV_NONE,
      };

      g_array_append_val (lines, line);
      if (left <= n_a)
        a = get_parent (trace, a);
      if (left <= n_b)
        b = get_parent (trace, b);
    }
  return lines;
}

/* ---- Text ---- */

/* Returns: (transfer full): phrase with the use, id and type of a lock */
char *
tv_stack_lines_dup_lock (TvTrace *trace, const TvStackLine *line)
{
  static const char *const labels[TV_N_LOCK_USES] = {
    [TV_LOCK_HELD] = N_("holds"),
    [TV_LOCK_WANTED] = N_("waits for"),
    [TV_LOCK_WAITED_ON] = N_("waits to be notified on"),
    [TV_LOCK_SLEPT_ON] = N_("sleeps on"),
    [TV_LOCK_PARKED] = N_("parked on"),
    [TV_LOCK_JOINED] = N_("waits for the end of"),
    [TV_LOCK_ELIMINATED] = N_("does not need"),
  };
  const TvDumpLock *lock = &tv_trace_get_dumps (trace)->locks[line->lock];
  const char *type = tv_trace_get_string (trace, lock->type);

  if (lock->id == 0)
    return g_strdup_printf ("%s %s", _ (labels[lock->use]),
                            type != NULL ? type : _("an unknown object"));
  if (type == NULL)
    return g_strdup_printf ("%s 0x%08" PRIx64, _ (labels[lock->use]), lock->id);
  return g_strdup_printf ("%s 0x%08" PRIx64 " (%s)", _ (labels[lock->use]), lock->id, type);
}

static void
append_frame (GString *text, TvTrace *trace, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvFrame *frame = get_frame (trace, callsite);
  const TvSymbol *symbol = frame->symbol != TV_NONE
                               ? &tv_trace_get_symbols (trace, NULL)[frame->symbol]
                               : NULL;

  g_string_append (text, "  at ");
  if (symbol != NULL && symbol->class_name != TV_NONE)
    g_string_append_printf (text, "%s.", tv_trace_get_string (trace, symbol->class_name));
  if (symbol != NULL)
    g_string_append (text, tv_trace_get_string (trace, symbol->name));
  else
    g_string_append_printf (text, "0x%" PRIx64, frame->relative_pc);
  if (symbol != NULL && symbol->source_file != TV_NONE && frame->line > 0)
    g_string_append_printf (text, " (%s:%u)", tv_trace_get_string (trace, symbol->source_file),
                            frame->line);
  else if (symbol != NULL && symbol->source_file != TV_NONE)
    g_string_append_printf (text, " (%s)", tv_trace_get_string (trace, symbol->source_file));
  else if (frame->mapping != TV_NONE)
    g_string_append_printf (text, " (%s)",
                            tv_trace_get_string (trace, stacks->mappings[frame->mapping].path));
  g_string_append_c (text, '\n');
}

static void
append_line (GString *text, TvTrace *trace, const TvStackLine *line)
{
  g_autofree char *lock = NULL;
  guint32 owner;

  if (line->kind == TV_STACK_FRAME)
    append_frame (text, trace, line->callsite);
  else if (line->kind == TV_STACK_REPEATED)
    tv_number_append_printf (text, _("  … %u more like this\n"), line->number);
  else
    {
      lock = tv_stack_lines_dup_lock (trace, line);
      owner = tv_trace_get_dumps (trace)->locks[line->lock].owner;
      g_string_append_printf (text, "  - %s", lock);
      if (owner != TV_NONE)
        {
          g_autofree char *name = tv_dump_dup_thread_label (trace, owner);

          g_string_append_printf (text, _(", held by %s"), name);
        }
      g_string_append_c (text, '\n');
    }
}

/**
 * tv_stack_lines_dup_text:
 * @waits: waits between threads
 * @thread: a #TvDumpThread
 *
 * Formats a stack for the clipboard.
 *
 * Returns: (transfer full): the thread and its stack, one line per frame or lock
 */
char *
tv_stack_lines_dup_text (TvTrace *trace, const TvWaits *waits, guint32 thread)
{
  const TvDumpThread *row = &tv_trace_get_dumps (trace)->threads[thread];
  g_autoptr (GArray) lines = tv_stack_lines_new (trace, waits, thread);
  g_autofree char *name = tv_dump_dup_thread_label (trace, thread);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "\"%s\"", name);
  if (row->vm_tid != TV_NONE)
    g_string_append_printf (text, " tid=%u", row->vm_tid);
  if (row->sys_tid != TV_NONE)
    g_string_append_printf (text, " sysTid=%u", row->sys_tid);
  if (row->state != TV_NONE)
    g_string_append_printf (text, " %s", tv_trace_get_string (trace, row->state));
  g_string_append_c (text, '\n');
  for (guint i = 0; i < lines->len; i++)
    append_line (text, trace, &g_array_index (lines, TvStackLine, i));
  return g_string_free (text, FALSE);
}

/* Returns: index of the outermost line in which two stacks differ; 0 if they are equal */
guint
tv_stack_lines_find_different (const GArray *lines)
{
  for (guint i = lines->len; i-- > 0;)
    if (!g_array_index (lines, TvStackLine, i).is_equal)
      return i;
  return 0;
}

/**
 * tv_stack_line_find_symbol:
 * @line: (nullable): line of a stack
 *
 * Returns: symbol of the frame; %TV_NONE for locks and code without a symbol
 */
guint32
tv_stack_line_find_symbol (TvTrace *trace, const TvStackLine *line)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 callsite = TV_NONE;

  if (line != NULL && line->kind != TV_STACK_LOCK)
    callsite = line->callsite != TV_NONE ? line->callsite : line->other;
  return callsite != TV_NONE ? stacks->frames[stacks->callsites[callsite].frame].symbol : TV_NONE;
}

/**
 * tv_stack_lines_find:
 * @lines: (element-type TvStackLine): lines of a stack
 * @match: search text
 * @from: index of the line after or before which the search starts; an invalid index to start at the first or last
 *   line
 * @direction: 1 to search forwards, -1 to search backwards
 *
 * Finds the next line whose frame matches.
 *
 * Returns: index of the line, or %G_MAXUINT
 */
guint
tv_stack_lines_find (TvTrace *trace,
                     const GArray *lines,
                     const TvTextMatch *match,
                     guint from,
                     int direction)
{
  guint at = direction > 0 ? 0 : lines->len - 1;

  if (from < lines->len)
    at = from + (guint) direction;
  for (; at < lines->len; at += (guint) direction)
    {
      const TvStackLine *line = &g_array_index (lines, TvStackLine, at);

      if (line->kind == TV_STACK_FRAME &&
          ((line->callsite != TV_NONE && tv_dump_find_frame (trace, match, line->callsite)) ||
           (line->other != TV_NONE && tv_dump_find_frame (trace, match, line->other))))
        return at;
    }
  return G_MAXUINT;
}
