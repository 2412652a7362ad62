/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-lanes.h"

#include "formats/ftrace/ftrace-match.h"

/* Work that waits in queues of devices: jobs of GPUs, and requests of disks.
 *
 *   drm_sched_job: … fence=00000000a5 ring=gfx …       linux/drivers/gpu/drm/scheduler/gpu_scheduler_trace.h:
 *   drm_run_job: … fence=00000000a5 ring=gfx …         it waits, it is on the device,
 *   drm_sched_process_job: fence=00000000a5 signaled   it is done
 *   drm_sched_job_queue: … fence=(context:7, seqno:3), ring=gfx …     newer; then …_run and …_done
 *   block_rq_issue: 8,0 WS 4096 () 123 + 8 [a]         linux/include/trace/events/block.h
 *   block_rq_complete: 8,0 WS () 123 + 8 [0]
 *
 * Perfetto writes fields by their names: `name=gfx fence_context=7 fence_seqno=3`, `dev=8388608 sector=123 rwbs=WS`.
 */

/* Of a %TV_FTRACE_CATEGORY_QUEUE: strings are the name of the slice, that of its lane, and what it is known by. */
typedef enum
{
  JOB_WAITS,
  JOB_RUNS,
  JOB_DONE,
  REQUEST_ISSUED,
  REQUEST_DONE,
} QueueKind;

#define NAME 0
#define LANE 1
#define KEY  2

#define JOB_NAME   "job"
#define BYTES_KEY  "bytes"
#define SECTOR_KEY "sector"

/* As long as a device's queue may be; what is behind that is not followed. */
#define MOST_PENDING 1024

#define MINOR_BITS 20 /* of a dev_t of the kernel */
#define NO_SLICE   G_MAXUINT64

/* A job that is not done. */
typedef struct
{
  guint32 lane;    /* string, or TV_NONE before it is on the device */
  guint64 waiting; /* slice: when it was queued */
} Job;

/* The device does one job after the other. */
typedef struct
{
  GArray *pending; /* guint32: their keys */
  gboolean is_open;
} Ring;

struct _TvFtraceQueues
{
  GHashTable *jobs;     /* string of a key → Job */
  GHashTable *rings;    /* string of a lane → Ring */
  GHashTable *requests; /* strings of keys: those that are issued */
};

static void
free_ring (gpointer data)
{
  Ring *self = data;

  g_array_unref (self->pending);
  g_free (self);
}

static TvFtraceQueues *
get_queues (TvFtraceLanes *self)
{
  if (self->queues == NULL)
    {
      self->queues = g_new0 (TvFtraceQueues, 1);
      self->queues->jobs = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      self->queues->rings = g_hash_table_new_full (NULL, NULL, NULL, free_ring);
      self->queues->requests = g_hash_table_new (NULL, NULL);
    }
  return self->queues;
}

void
tv_ftrace_queues_free (TvFtraceQueues *self)
{
  g_hash_table_unref (self->jobs);
  g_hash_table_unref (self->rings);
  g_hash_table_unref (self->requests);
  g_free (self);
}

/* ---- What an event says ---- */

/* What a job is known by: the fence that it signals. */
static char *
dup_fence (TvSpan args)
{
  gint64 context, seqno;
  TvSpan fence;

  if ((tv_ftrace_find_long (args, "fence_context=", &context) &&
       tv_ftrace_find_long (args, "fence_seqno=", &seqno)) ||
      (tv_ftrace_find_long (args, "(context:", &context) &&
       tv_ftrace_find_long (args, "seqno:", &seqno)))
    return g_strdup_printf ("job %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, context, seqno);
  if (!tv_ftrace_find_word (args, "fence=", &fence))
    return NULL;
  if (fence.size > 0 && fence.text[fence.size - 1] == ',')
    fence.size--;
  return g_strdup_printf ("job %.*s", (int) MIN (fence.size, 64), fence.text);
}

static gboolean
digest_job (TvFtraceDigests *self, QueueKind kind, TvSpan args, TvFtraceDigest *out)
{
  TvSpan ring = { "", 0 };
  g_autofree char *fence = dup_fence (args);

  if (fence == NULL || (kind == JOB_RUNS && !tv_ftrace_find_word (args, "ring=", &ring) &&
                        !tv_ftrace_find_word (args, "name=", &ring)))
    return FALSE;
  if (ring.size > 0 && ring.text[ring.size - 1] == ',')
    ring.size--;
  out->kind = (guint8) kind;
  out->strings[KEY] = tv_ftrace_digests_string (self, tv_span (fence));
  out->strings[NAME] = tv_ftrace_digests_string (
      self, tv_span (kind == JOB_WAITS ? "drm_sched_job_queue" : JOB_NAME));
  if (kind == JOB_WAITS)
    out->strings[LANE] = tv_ftrace_digests_string (self, tv_span (TV_FTRACE_POINTS_LANE));
  else if (kind == JOB_RUNS)
    {
      g_autofree char *lane = g_strdup_printf ("sched-%.*s", (int) MIN (ring.size, 256), ring.text);

      out->strings[LANE] = tv_ftrace_digests_string (self, tv_span (lane));
    }
  return TRUE;
}

/* The kernel's letters for what a request does: the first that is no flag of another. */
static const char *
get_request_name (TvSpan letters)
{
  static const struct
  {
    char letter;
    const char *name;
  } names[] = {
    { 'R', "read" }, { 'W', "write" }, { 'D', "discard" }, { 'E', "erase" }, { 'F', "flush" },
  };

  for (gsize i = 0; i < MIN (letters.size, 2); i++)
    for (gsize n = 0; n < G_N_ELEMENTS (names); n++)
      /* A write with a flush before is FW; a flush alone is FF. */
      if (letters.text[i] == names[n].letter && (names[n].letter != 'F' || i > 0))
        return names[n].name;
  return letters.size > 0 && letters.text[0] == 'F' ? "flush" : "other";
}

static void
add_number (TvFtraceDigests *self, const char *key, gint64 number)
{
  tv_ftrace_digests_add_arg (self, tv_ftrace_digests_string (self, tv_span (key)),
                             tv_ftrace_digests_number (self, number));
}

static gboolean
digest_request (TvFtraceDigests *self, QueueKind kind, TvSpan args, TvFtraceDigest *out)
{
  gint64 major, minor, sector, bytes = -1, device;
  TvSpan letters;
  g_autofree char *lane = NULL, *key = NULL;
  const char *at = match (args, "%l,%l %s ", &major, &minor, &letters);

  if (at != NULL)
    {
      TvSpan rest = { at, (gsize) (args.text + args.size - at) };
      const char *paren = memmem (rest.text, rest.size, ") ", 2);

      if (kind == REQUEST_ISSUED && match (rest, "%l (", &bytes) == NULL)
        bytes = -1;
      if (paren == NULL ||
          match (((TvSpan){ paren + 2, (gsize) (args.text + args.size - paren - 2) }), "%l + ",
                 &sector) == NULL)
        return FALSE;
    }
  else
    {
      if (!tv_ftrace_find_long (args, "dev=", &device) ||
          !tv_ftrace_find_long (args, "sector=", &sector) ||
          !tv_ftrace_find_word (args, "rwbs=", &letters))
        return FALSE;
      major = device >> MINOR_BITS;
      minor = device & ((1 << MINOR_BITS) - 1);
      if (!tv_ftrace_find_long (args, " bytes=", &bytes))
        bytes = -1;
    }
  lane = g_strdup_printf ("block %" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, major, minor);
  key = g_strdup_printf ("%s %" G_GINT64_FORMAT, lane, sector);
  out->kind = (guint8) kind;
  out->strings[NAME] = tv_ftrace_digests_string (self, tv_span (get_request_name (letters)));
  out->strings[LANE] = tv_ftrace_digests_string (self, tv_span (lane));
  out->strings[KEY] = tv_ftrace_digests_string (self, tv_span (key));
  if (kind == REQUEST_DONE)
    return TRUE;
  add_number (self, SECTOR_KEY, sector);
  if (bytes >= 0)
    add_number (self, BYTES_KEY, bytes);
  out->args = tv_ftrace_digests_take_args (self);
  return TRUE;
}

gboolean
tv_ftrace_digest_queue (TvFtraceDigests *self, TvSpan args, TvFtraceDigest *out)
{
  switch ((guint) out->event)
    {
    case TV_FTRACE_EVENT_DRM_SCHED_JOB:
    case TV_FTRACE_EVENT_DRM_SCHED_JOB_QUEUE:
      return digest_job (self, JOB_WAITS, args, out);
    case TV_FTRACE_EVENT_DRM_RUN_JOB:
    case TV_FTRACE_EVENT_DRM_SCHED_JOB_RUN:
      return digest_job (self, JOB_RUNS, args, out);
    case TV_FTRACE_EVENT_BLOCK_RQ_ISSUE:
      return digest_request (self, REQUEST_ISSUED, args, out);
    case TV_FTRACE_EVENT_BLOCK_RQ_COMPLETE:
      return digest_request (self, REQUEST_DONE, args, out);
    default:
      return digest_job (self, JOB_DONE, args, out);
    }
}

/* ---- What it means ---- */

static Job *
get_job (TvFtraceQueues *self, guint32 key)
{
  Job *job = g_hash_table_lookup (self->jobs, GUINT_TO_POINTER (key));

  if (job == NULL)
    {
      job = g_new (Job, 1);
      *job = (Job){ TV_NONE, NO_SLICE };
      g_hash_table_insert (self->jobs, GUINT_TO_POINTER (key), job);
    }
  return job;
}

static Ring *
get_ring (TvFtraceQueues *self, guint32 lane)
{
  Ring *ring = g_hash_table_lookup (self->rings, GUINT_TO_POINTER (lane));

  if (ring == NULL)
    {
      ring = g_new0 (Ring, 1);
      ring->pending = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_insert (self->rings, GUINT_TO_POINTER (lane), ring);
    }
  return ring;
}

static guint32
get_ring_track (TvFtraceLanes *self, guint32 lane)
{
  return tv_trace_builder_get_extra_track (self->builder, TV_TRACK_ASYNC, TV_ROLE_OTHER, TV_NONE,
                                           lane);
}

/* The first of those on the device is the one that it works on. */
static void
begin_job (TvFtraceLanes *self, Ring *ring, guint32 lane, const TvFtraceLaneEvent *event)
{
  guint32 track = get_ring_track (self, lane);
  const Job *job;

  if (ring->is_open || ring->pending->len == 0)
    return;
  job = get_job (self->queues, g_array_index (ring->pending, guint32, 0));
  ring->is_open = tv_trace_builder_begin (
      self->builder, track,
      tv_ftrace_lanes_symbol (self, tv_ftrace_lane_event_string (event, NAME)), event->ts, 0,
      event->where);
  if (ring->is_open && job->waiting != NO_SLICE)
    tv_trace_builder_add_flow (self->builder, job->waiting,
                               tv_trace_builder_get_last_slice (self->builder, track));
}

static void
queue_job (TvFtraceLanes *self, Job *job, const TvFtraceLaneEvent *event)
{
  guint32 track = tv_trace_builder_get_extra_track (self->builder, TV_TRACK_THREAD_EXTRA,
                                                    TV_ROLE_EVENTS, event->utid,
                                                    tv_ftrace_lane_event_string (event, LANE));

  if (tv_trace_builder_instant (
          self->builder, track,
          tv_ftrace_lanes_symbol (self, tv_ftrace_lane_event_string (event, NAME)), event->ts,
          event->where))
    job->waiting = tv_trace_builder_get_last_slice (self->builder, track);
}

static void
finish_job (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  guint32 key = tv_ftrace_lane_event_string (event, KEY);
  const Job *job = g_hash_table_lookup (self->queues->jobs, GUINT_TO_POINTER (key));
  guint32 lane = job != NULL ? job->lane : TV_NONE;
  Ring *ring;

  g_hash_table_remove (self->queues->jobs, GUINT_TO_POINTER (key));
  if (lane == TV_NONE)
    return;
  ring = get_ring (self->queues, lane);
  for (guint i = 0; i < ring->pending->len; i++)
    if (g_array_index (ring->pending, guint32, i) == key)
      {
        if (i == 0 && ring->is_open)
          {
            tv_trace_builder_end (self->builder, get_ring_track (self, lane), TV_NONE, event->ts, 0,
                                  0, event->where);
            ring->is_open = FALSE;
          }
        g_array_remove_index (ring->pending, i);
        break;
      }
  begin_job (self, ring, lane, event);
}

static void
run_job (TvFtraceLanes *self, Job *job, const TvFtraceLaneEvent *event)
{
  guint32 lane = tv_ftrace_lane_event_string (event, LANE);
  guint32 key = tv_ftrace_lane_event_string (event, KEY);
  Ring *ring = get_ring (self->queues, lane);

  if (job->lane != TV_NONE || ring->pending->len >= MOST_PENDING)
    return;
  job->lane = lane;
  g_array_append_val (ring->pending, key);
  begin_job (self, ring, lane, event);
}

/* A request that is done in parts ends with the first of them. */
static void
add_request (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  guint32 key = tv_ftrace_lane_event_string (event, KEY);
  guint32 lane = tv_ftrace_lane_event_string (event, LANE);
  gboolean is_open = g_hash_table_contains (self->queues->requests, GUINT_TO_POINTER (key));

  /* Issued before the log began, or twice, as flushes may be: they are of no sector. */
  if (is_open == (event->said->kind == REQUEST_ISSUED))
    return;
  if (event->said->kind == REQUEST_DONE)
    {
      g_hash_table_remove (self->queues->requests, GUINT_TO_POINTER (key));
      tv_trace_builder_end_async (self->builder, TV_NONE, key, 0, event->ts, event->where);
      return;
    }
  g_hash_table_add (self->queues->requests, GUINT_TO_POINTER (key));
  tv_ftrace_lane_event_use_args (event, self->builder);
  tv_trace_builder_begin_async (
      self->builder, TV_NONE, lane,
      tv_ftrace_lanes_symbol (self, tv_ftrace_lane_event_string (event, NAME)), key, 0, event->ts,
      event->where);
}

void
tv_ftrace_lanes_queue (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  TvFtraceQueues *queues = get_queues (self);
  guint32 key = tv_ftrace_lane_event_string (event, KEY);

  switch ((QueueKind) event->said->kind)
    {
    case JOB_WAITS:
      queue_job (self, get_job (queues, key), event);
      break;
    case JOB_RUNS:
      run_job (self, get_job (queues, key), event);
      break;
    case JOB_DONE:
      finish_job (self, event);
      break;
    case REQUEST_ISSUED:
    case REQUEST_DONE:
    default:
      add_request (self, event);
      break;
    }
}
