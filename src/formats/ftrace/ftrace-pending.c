/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-pending.h"

#include "core/memory/row-table.h"

/* Queues of GPU jobs and fences that a device has not finished. Called by the handlers in ftrace-handlers-kernel.c
 * and ftrace-handlers-queues.c. Opens and closes slices of the builder as the first item of a queue changes. Owns its
 * items. Each item is in a hash table by name and number, in the list of its queue, and in a list by age. */

#define NO_SLICE G_MAXUINT64

typedef struct _Queue Queue;

struct _TvFtraceWork
{
  guint32 hash;
  guint32 name; /* string id of the name; @name and @number identify the work */
  gint64 number;
  guint32 symbol;
  guint32 key;                   /* string id of the key for an argument with @number, or TV_NONE */
  guint64 cause;                 /* slice from which a flow leads to the work, or NO_SLICE */
  Queue *queue;                  /* (nullable) queue that contains the work */
  TvFtraceWork *before, *behind; /* neighbours in the queue */
  TvFtraceWork *older, *newer;   /* neighbours in the list of all pending work, by age */
};

struct _Queue
{
  guint32 track;
  gboolean is_open; /* whether the slice of @first is open */
  TvFtraceWork *first, *last;
};

struct _TvFtracePending
{
  TvTraceBuilder *builder;
  GHashTable *work;   /* set of TvFtraceWork, hashed by name and number */
  GHashTable *queues; /* string id of the track's name → Queue */
  TvFtraceWork *oldest, *newest;
};

static guint
get_hash (gconstpointer work)
{
  return ((const TvFtraceWork *) work)->hash;
}

static gboolean
is_same (gconstpointer a, gconstpointer b)
{
  const TvFtraceWork *work = a, *other = b;

  return work->name == other->name && work->number == other->number;
}

/**
 * tv_ftrace_pending_new:
 * @builder: builder of the slices; must outlive the returned object
 *
 * Returns: (transfer full): an empty set of pending work
 */
TvFtracePending *
tv_ftrace_pending_new (TvTraceBuilder *builder)
{
  TvFtracePending *self = g_new0 (TvFtracePending, 1);

  self->builder = builder;
  self->work = g_hash_table_new_full (get_hash, is_same, g_free, NULL);
  self->queues = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

void
tv_ftrace_pending_free (TvFtracePending *self)
{
  g_hash_table_unref (self->work);
  g_hash_table_unref (self->queues);
  g_free (self);
}

/* Returns work without a queue. The hash is seeded per trace, so that files cannot be crafted to cause collisions. */
static TvFtraceWork
make_work (const TvFtracePending *self, guint32 name, gint64 number)
{
  guint64 hash = tv_hash_word (tv_trace_builder_get_seed (self->builder), name);

  return (TvFtraceWork){ .hash = (guint32) tv_hash_word (hash, (guint64) number),
                         .name = name,
                         .number = number,
                         .key = TV_NONE,
                         .cause = NO_SLICE };
}

/**
 * tv_ftrace_pending_find:
 * @name: string id of the work's name
 * @number: number of the work
 *
 * Returns: (nullable): the pending work with this name and number; valid until it is finished or dropped
 */
TvFtraceWork *
tv_ftrace_pending_find (const TvFtracePending *self, guint32 name, gint64 number)
{
  TvFtraceWork wanted = make_work (self, name, number);

  return g_hash_table_lookup (self->work, &wanted);
}

/* ---- Queues ---- */

static void
begin_first (TvFtracePending *self, Queue *queue, gint64 ts, gint64 file_offset)
{
  const TvFtraceWork *work = queue->first;

  if (work == NULL || queue->is_open)
    return;
  if (work->key != TV_NONE)
    tv_trace_builder_add_int_arg (self->builder, work->key, work->number);
  queue->is_open = tv_trace_builder_begin (self->builder, queue->track, work->symbol, ts, 0,
                                           file_offset);
  if (queue->is_open && work->cause != NO_SLICE)
    tv_trace_builder_add_flow (self->builder, work->cause,
                               tv_trace_builder_get_last_slice (self->builder, queue->track));
}

static void
end_first (TvFtracePending *self, Queue *queue, TvSliceFlags flags, gint64 ts, gint64 file_offset)
{
  if (queue->is_open)
    tv_trace_builder_end (self->builder, queue->track, TV_NONE, ts, 0, flags, file_offset);
  queue->is_open = FALSE;
}

/* Removes work from its queue and from the list of pending work. Does not end the slice of the queue. */
static void
drop (TvFtracePending *self, TvFtraceWork *work)
{
  Queue *queue = work->queue;

  *(work->older != NULL ? &work->older->newer : &self->oldest) = work->newer;
  *(work->newer != NULL ? &work->newer->older : &self->newest) = work->older;
  if (queue != NULL)
    {
      *(work->before != NULL ? &work->before->behind : &queue->first) = work->behind;
      *(work->behind != NULL ? &work->behind->before : &queue->last) = work->before;
    }
  g_hash_table_remove (self->work, work);
}

static void
end_work (TvFtracePending *self,
          TvFtraceWork *work,
          TvSliceFlags flags,
          gint64 ts,
          gint64 file_offset)
{
  Queue *queue = work->queue;

  if (queue != NULL && queue->first == work)
    end_first (self, queue, flags, ts, file_offset);
  drop (self, work);
  if (queue != NULL)
    begin_first (self, queue, ts, file_offset);
}

/**
 * tv_ftrace_pending_add:
 * @name: string id of the work's name
 * @number: number of the work; no pending work may have the same name and number
 * @ts: timestamp, in ticks
 * @file_offset: offset in the builder's concatenated input
 *
 * Adds work without a queue. If there is too much pending work, drops the oldest piece: ends its slice and reports
 * the drop as a problem.
 *
 * Returns: the work, valid until it is finished or dropped
 */
TvFtraceWork *
tv_ftrace_pending_add (TvFtracePending *self,
                       guint32 name,
                       gint64 number,
                       gint64 ts,
                       gint64 file_offset)
{
  TvFtraceWork *work = g_new (TvFtraceWork, 1);

  if (G_UNLIKELY (g_hash_table_size (self->work) >= TV_FTRACE_MAX_PENDING))
    {
      tv_trace_builder_count_problem (self->builder, TV_PROBLEM_MUCH_WORK, file_offset);
      end_work (self, self->oldest, TV_SLICE_FORCED, ts, file_offset);
    }
  *work = make_work (self, name, number);
  work->older = self->newest;
  *(self->newest != NULL ? &self->newest->newer : &self->oldest) = work;
  self->newest = work;
  g_hash_table_add (self->work, work);
  return work;
}

static Queue *
get_queue (TvFtracePending *self, guint32 track_name)
{
  Queue *queue = g_hash_table_lookup (self->queues, GUINT_TO_POINTER (track_name));

  if (queue == NULL)
    {
      queue = g_new0 (Queue, 1);
      queue->track = tv_trace_builder_get_extra_track (self->builder, TV_TRACK_ASYNC, TV_ROLE_OTHER,
                                                       TV_NONE, track_name);
      g_hash_table_insert (self->queues, GUINT_TO_POINTER (track_name), queue);
    }
  return queue;
}

/**
 * tv_ftrace_pending_enqueue:
 * @work: work without a queue
 * @track_name: string id of the name of the device's track
 * @symbol: name of the slice
 * @key: string id of the key for an argument with the number, or %TV_NONE
 * @ts: timestamp, in ticks
 * @file_offset: offset in the builder's concatenated input
 *
 * Appends work to the queue of a device. If the queue was empty, begins the slice of the work.
 */
void
tv_ftrace_pending_enqueue (TvFtracePending *self,
                           TvFtraceWork *work,
                           guint32 track_name,
                           guint32 symbol,
                           guint32 key,
                           gint64 ts,
                           gint64 file_offset)
{
  Queue *queue = get_queue (self, track_name);

  g_return_if_fail (work->queue == NULL);
  work->queue = queue;
  work->symbol = symbol;
  work->key = key;
  work->before = queue->last;
  *(queue->last != NULL ? &queue->last->behind : &queue->first) = work;
  queue->last = work;
  begin_first (self, queue, ts, file_offset);
}

/**
 * tv_ftrace_pending_finish:
 * @work: (transfer full): finished work
 * @ts: timestamp, in ticks
 * @file_offset: offset in the builder's concatenated input
 *
 * Removes finished work. If the work was the first in its queue, ends its slice and begins the slice of the next
 * work.
 */
void
tv_ftrace_pending_finish (TvFtracePending *self, TvFtraceWork *work, gint64 ts, gint64 file_offset)
{
  end_work (self, work, 0, ts, file_offset);
}

/**
 * tv_ftrace_pending_finish_up_to:
 * @work: (transfer full): finished work
 * @ts: timestamp, in ticks
 * @file_offset: offset in the builder's concatenated input
 *
 * Removes finished work like tv_ftrace_pending_finish(), together with all work before it in its queue.
 */
void
tv_ftrace_pending_finish_up_to (TvFtracePending *self,
                                TvFtraceWork *work,
                                gint64 ts,
                                gint64 file_offset)
{
  Queue *queue = work->queue;

  if (queue != NULL)
    {
      end_first (self, queue, 0, ts, file_offset);
      while (queue->first != work)
        drop (self, queue->first);
    }
  end_work (self, work, 0, ts, file_offset);
}

/**
 * tv_ftrace_pending_empty_queue:
 * @track_name: string id of the name of the device's track
 * @ts: timestamp, in ticks
 * @file_offset: offset in the builder's concatenated input
 *
 * Drops all work in the queue of a track and ends the open slice of the track.
 */
void
tv_ftrace_pending_empty_queue (TvFtracePending *self,
                               guint32 track_name,
                               gint64 ts,
                               gint64 file_offset)
{
  Queue *queue = g_hash_table_lookup (self->queues, GUINT_TO_POINTER (track_name));

  if (queue == NULL)
    return;
  end_first (self, queue, 0, ts, file_offset);
  while (queue->first != NULL)
    drop (self, queue->first);
}

/**
 * tv_ftrace_work_set_cause:
 * @slice: slice of the request, see tv_trace_builder_get_last_slice()
 *
 * Sets the slice from which a flow leads to the slice of the work.
 */
void
tv_ftrace_work_set_cause (TvFtraceWork *self, guint64 slice)
{
  self->cause = slice;
}

gboolean
tv_ftrace_work_is_in_queue (const TvFtraceWork *self)
{
  return self->queue != NULL;
}
