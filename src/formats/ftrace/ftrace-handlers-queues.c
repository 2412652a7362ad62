/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-handlers.h"

#include "formats/ftrace/ftrace-pending.h"
#include "formats/ftrace/ftrace-match.h"

/* Handles work that waits in queues of devices: jobs of GPUs, and requests to disks.
 *
 *   drm_sched_job: … fence=00000000a5 ring=gfx …       linux/drivers/gpu/drm/scheduler/gpu_scheduler_trace.h:
 *   drm_run_job: … fence=00000000a5 ring=gfx …         the job waits, runs on the device,
 *   drm_sched_process_job: fence=00000000a5 signaled   and is done
 *   drm_sched_job_queue: … fence=(context:7, seqno:3), ring=gfx …     newer; then …_run and …_done
 *   block_rq_issue: 8,0 WS 4096 () 123 + 8 [a]         linux/include/trace/events/block.h
 *   block_rq_complete: 8,0 WS () 123 + 8 [0]
 *   block_io_start: 8,0 WS 4096 () 123 + 8 [a], and block_io_done
 *
 *   android_fs_dataread_start: entry_name /data/a, offset 0, bytes 4096, cmdline app, pid 7, i_size 9000, ino 5
 *   android_fs_dataread_end: ino 5, offset 0, bytes 4096     Android kernels: include/trace/events/android_fs.h
 *
 * The device processes a request from issue to complete; the kernel processes it from start to done. trace-cmd
 * report -R, and Perfetto for some events, write the names of fields: `name=gfx fence_context=7 fence_seqno=3`,
 * `dev=8388608 sector=123 rwbs=WS`. Called by ftrace-handlers.c: tv_ftrace_decode_queue() on any thread,
 * tv_ftrace_handlers_queue() in time order. ftrace-pending.c stores pending jobs; pending requests are open async
 * slices of the builder. */

/* Kinds of events in TV_FTRACE_CATEGORY_QUEUE. The strings of such an event are the names of its slice and track, and
 * the key of the work. */
typedef enum
{
  JOB_WAITS,
  JOB_RUNS,
  JOB_DONE,
  REQUEST_ISSUED,
  REQUEST_DONE,
} QueueKind;

#define NAME  0
#define TRACK 1
#define KEY   2

#define JOB_NAME   "job"
#define BYTES_KEY  "bytes"
#define SECTOR_KEY "sector"

#define SECTOR 0 /* in @values: sector of a request, or offset in a file */

/* Key of a request's async slice. Must differ from the keys of marks, which are symbol rows, or string ids of which
 * only the highest bit is set in addition. */
#define REQUEST_KEY(string) ((string) | 3u << 30)

/* ---- Decoding ---- */

/* Returns: (transfer full) (nullable): the key of a job, which contains the fence that the job signals; NULL if there
 * is no fence */
static char *
dup_fence (const TvKernelArgs *args)
{
  gint64 context, seqno;
  TvSpan fence;

  if ((tv_kernel_args_find_long (args, "fence_context=", &context) &&
       tv_kernel_args_find_long (args, "fence_seqno=", &seqno)) ||
      (tv_kernel_args_find_long (args, "(context:", &context) &&
       tv_kernel_args_find_long (args, "seqno:", &seqno)))
    return g_strdup_printf ("job %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, context, seqno);
  if (!tv_kernel_args_find_word (args, "fence=", &fence))
    return NULL;
  if (fence.size > 0 && fence.text[fence.size - 1] == ',')
    fence.size--;
  return g_strdup_printf ("job %.*s", (int) MIN (fence.size, 64), fence.text);
}

static gboolean
decode_job (TvFtraceDecodedEvents *self,
            QueueKind kind,
            const TvKernelArgs *args,
            TvFtraceDecoded *out)
{
  TvSpan ring = { "", 0 };
  g_autofree char *fence = dup_fence (args);

  if (fence == NULL || (kind == JOB_RUNS && !tv_kernel_args_find_word (args, "ring=", &ring) &&
                        !tv_kernel_args_find_word (args, "name=", &ring)))
    return FALSE;
  if (ring.size > 0 && ring.text[ring.size - 1] == ',')
    ring.size--;
  out->kind = (guint8) kind;
  out->strings[KEY] = tv_ftrace_decoded_events_string (self, tv_span (fence));
  out->strings[NAME] = tv_ftrace_decoded_events_string (
      self, tv_span (kind == JOB_WAITS ? "drm_sched_job_queue" : JOB_NAME));
  if (kind == JOB_WAITS)
    out->strings[TRACK] = tv_ftrace_decoded_events_string (self, tv_span (TV_FTRACE_EVENTS_TRACK));
  else if (kind == JOB_RUNS)
    {
      g_autofree char *track_name = g_strdup_printf ("sched-%.*s", (int) MIN (ring.size, 256),
                                                     ring.text);

      out->strings[TRACK] = tv_ftrace_decoded_events_string (self, tv_span (track_name));
    }
  return TRUE;
}

/* Returns the operation of a request: the first of the kernel's letters that is not a modifier of another operation. */
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
      /* FW is a write with a preceding flush; FF is only a flush. */
      if (letters.text[i] == names[n].letter && (names[n].letter != 'F' || i > 0))
        return names[n].name;
  return letters.size > 0 && letters.text[0] == 'F' ? "flush" : "other";
}

static void
add_number (TvFtraceDecodedEvents *self, const char *key, gint64 number)
{
  tv_ftrace_decoded_events_add_arg (self, tv_ftrace_decoded_events_string (self, tv_span (key)),
                                    tv_ftrace_decoded_events_number (self, number));
}

static gboolean
decode_request (TvFtraceDecodedEvents *self,
                QueueKind kind,
                const TvKernelArgs *args,
                TvFtraceDecoded *out)
{
  gboolean is_io = out->event == TV_FTRACE_EVENT_BLOCK_IO_START ||
                   out->event == TV_FTRACE_EVENT_BLOCK_IO_DONE;
  TvBlockRequest request;
  g_autofree char *track_name = NULL;

  if (!tv_kernel_args_get_request (args, out->event, &request))
    return FALSE;
  track_name = g_strdup_printf ("%s %" G_GINT64_FORMAT ":%" G_GINT64_FORMAT,
                                is_io ? "block_io" : "block", request.major, request.minor);
  out->kind = (guint8) kind;
  out->strings[NAME] = tv_ftrace_decoded_events_string (
      self, tv_span (get_request_name (request.letters)));
  out->strings[TRACK] = tv_ftrace_decoded_events_string (self, tv_span (track_name));
  out->strings[KEY] = out->strings[TRACK];
  out->values[SECTOR] = request.sector;
  if (kind == REQUEST_DONE)
    return TRUE;
  add_number (self, SECTOR_KEY, request.sector);
  if (request.bytes >= 0)
    add_number (self, BYTES_KEY, request.bytes);
  out->args = tv_ftrace_decoded_events_take_args (self);
  return TRUE;
}

/* Decodes the start or end of an access that reads or writes a part of a file. The key contains the inode. */
static gboolean
decode_file (TvFtraceDecodedEvents *self,
             QueueKind kind,
             const TvKernelArgs *args,
             TvFtraceDecoded *out)
{
  gboolean is_read = out->event == TV_FTRACE_EVENT_ANDROID_FS_DATAREAD_START ||
                     out->event == TV_FTRACE_EVENT_ANDROID_FS_DATAREAD_END;
  const char *name = is_read ? "android_fs_data_read" : "android_fs_data_write";
  TvFileAccess access;
  char key[64];

  if (!tv_kernel_args_get_file_access (args, out->event, &access))
    return FALSE;
  g_snprintf (key, sizeof key, "%s %" G_GINT64_FORMAT, name, access.inode);
  out->kind = (guint8) kind;
  out->strings[NAME] = tv_ftrace_decoded_events_string (self, tv_span (name));
  out->strings[TRACK] = tv_ftrace_decoded_events_string (self, tv_span ("android_fs"));
  out->strings[KEY] = tv_ftrace_decoded_events_string (self, tv_span (key));
  out->values[SECTOR] = access.offset;
  if (kind == REQUEST_DONE)
    return TRUE;
  tv_ftrace_decoded_events_add_arg (self,
                                    tv_ftrace_decoded_events_string (self, tv_span ("file_path")),
                                    tv_ftrace_decoded_events_string (self, access.path));
  add_number (self, "offset", access.offset);
  add_number (self, BYTES_KEY, access.bytes);
  out->args = tv_ftrace_decoded_events_take_args (self);
  return TRUE;
}

gboolean
tv_ftrace_decode_queue (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  switch ((guint) out->event)
    {
    case TV_FTRACE_EVENT_DRM_SCHED_JOB:
    case TV_FTRACE_EVENT_DRM_SCHED_JOB_QUEUE:
      return decode_job (self, JOB_WAITS, args, out);
    case TV_FTRACE_EVENT_DRM_RUN_JOB:
    case TV_FTRACE_EVENT_DRM_SCHED_JOB_RUN:
      return decode_job (self, JOB_RUNS, args, out);
    case TV_FTRACE_EVENT_BLOCK_RQ_ISSUE:
    case TV_FTRACE_EVENT_BLOCK_IO_START:
      return decode_request (self, REQUEST_ISSUED, args, out);
    case TV_FTRACE_EVENT_BLOCK_RQ_COMPLETE:
    case TV_FTRACE_EVENT_BLOCK_IO_DONE:
      return decode_request (self, REQUEST_DONE, args, out);
    case TV_FTRACE_EVENT_ANDROID_FS_DATAREAD_START:
    case TV_FTRACE_EVENT_ANDROID_FS_DATAWRITE_START:
      return decode_file (self, REQUEST_ISSUED, args, out);
    case TV_FTRACE_EVENT_ANDROID_FS_DATAREAD_END:
    case TV_FTRACE_EVENT_ANDROID_FS_DATAWRITE_END:
      return decode_file (self, REQUEST_DONE, args, out);
    default:
      return decode_job (self, JOB_DONE, args, out);
    }
}

/* ---- Handlers ---- */

static void
queue_job (TvFtraceHandlers *self, TvFtraceWork *job, const TvFtraceHandlerEvent *event)
{
  guint32 track = tv_trace_builder_get_extra_track (self->builder, TV_TRACK_THREAD_EXTRA,
                                                    TV_ROLE_EVENTS, event->utid,
                                                    tv_ftrace_handler_event_string (event, TRACK));

  if (tv_trace_builder_instant (
          self->builder, track,
          tv_ftrace_handlers_symbol (self, tv_ftrace_handler_event_string (event, NAME)), event->ts,
          event->file_offset))
    tv_ftrace_work_set_cause (job, tv_trace_builder_get_last_slice (self->builder, track));
}

static void
add_job (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 key = tv_ftrace_handler_event_string (event, KEY);
  TvFtraceWork *job;

  if (event->decoded->kind == JOB_RUNS && tv_ftrace_handlers_is_endless (self, event))
    {
      tv_ftrace_handlers_add_unowned_instant (self, event,
                                              tv_ftrace_handler_event_string (event, TRACK));
      return;
    }
  if (self->jobs == NULL)
    self->jobs = tv_ftrace_pending_new (self->builder);
  job = tv_ftrace_pending_find (self->jobs, key, 0);
  if (event->decoded->kind == JOB_DONE)
    {
      if (job != NULL)
        tv_ftrace_pending_finish (self->jobs, job, event->ts, event->file_offset);
      return;
    }
  if (job == NULL)
    job = tv_ftrace_pending_add (self->jobs, key, 0, event->ts, event->file_offset);
  if (event->decoded->kind == JOB_WAITS)
    queue_job (self, job, event);
  else if (!tv_ftrace_work_is_in_queue (job))
    tv_ftrace_pending_enqueue (
        self->jobs, job, tv_ftrace_handler_event_string (event, TRACK),
        tv_ftrace_handlers_symbol (self, tv_ftrace_handler_event_string (event, NAME)), TV_NONE,
        event->ts, event->file_offset);
}

/* Begins or ends a request. A request ends at its first completion, even if that completion is partial. */
static void
add_request (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 track_name = tv_ftrace_handler_event_string (event, TRACK);
  guint32 key = REQUEST_KEY (tv_ftrace_handler_event_string (event, KEY));
  gint64 sector = event->decoded->values[SECTOR];

  if (event->decoded->kind == REQUEST_ISSUED && tv_ftrace_handlers_is_endless (self, event))
    {
      tv_ftrace_handlers_add_unowned_instant (self, event, track_name);
      return;
    }
  /* Ignore completions of requests that were issued before the recording began. Also ignore duplicates: flushes may
   * be repeated, because they have no sector. */
  if (tv_trace_builder_has_async (self->builder, TV_NONE, key, sector) ==
      (event->decoded->kind == REQUEST_ISSUED))
    return;
  if (event->decoded->kind == REQUEST_DONE)
    {
      tv_trace_builder_end_async (self->builder, TV_NONE, key, sector, event->ts,
                                  event->file_offset);
      return;
    }
  tv_ftrace_handler_event_use_args (event, self->builder);
  tv_trace_builder_begin_async (
      self->builder, TV_NONE, track_name,
      tv_ftrace_handlers_symbol (self, tv_ftrace_handler_event_string (event, NAME)), key, sector,
      event->ts, event->file_offset);
}

void
tv_ftrace_handlers_queue (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  if (event->decoded->kind == REQUEST_ISSUED || event->decoded->kind == REQUEST_DONE)
    add_request (self, event);
  else
    add_job (self, event);
}
