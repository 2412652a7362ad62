/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-buffers.h"

#include "core/memory/id-map.h"
#include "formats/event-order.h"
#include "formats/perfetto/perfetto-args.h"
#include "formats/perfetto/perfetto-skipped.h"
#include "formats/perfetto/perfetto-tracks.h"

/* Reconstructs the stages of each buffer. Each stage has a track, which is named after the buffer and its layer; the
 * track of the display stage is named after the layer alone:
 *
 *   dequeue ── APP ──▶ queue ── GPU ──▶ acquire fence     latch ── SF ──▶ present fence ── Display ──▶ the next
 *                                                                                            frame of the layer
 *
 * Each event is also a slice or an instant on a separate track of the buffer. tv_perfetto_take_graphics_frame() only
 * stores an event; tv_perfetto_buffers_emit() sorts all events by time and adds their slices to the records. */

/* BufferEvent.BufferEventType. */
enum
{
  DEQUEUE = 1,
  QUEUE = 2,
  ACQUIRE_FENCE = 4,
  LATCH = 5,
  PRESENT_FENCE = 8,
};

static const char *const steps[] = {
  "unknown_event",
  "Dequeue",
  "Queue",
  "Post",
  "AcquireFenceSignaled",
  "Latch",
  "HWCCompositionQueued",
  "FallbackComposition",
  "PresentFenceSignaled",
  "ReleaseFenceSignaled",
  "Modify",
  "Detach",
  "Attach",
  "Cancel",
};

/* Fields of BufferEvent. */
enum
{
  FRAME_NUMBER = 1,
  TYPE = 2,
  LAYER_NAME = 3,
  DURATION = 4,
  BUFFER_ID = 5,
  N_NUMBERS,
};

typedef struct
{
  gint64 dur;
  guint32 layer; /* string id of the layer's name */
  guint32 buffer;
  guint32 frame;
  guint32 type;
} Step;

typedef enum
{
  APP,
  GPU,
  SURFACE_FLINGER,
  N_INTERVALS,
} Interval;

/* A buffer of a layer, and the start times of its current stages. */
typedef struct
{
  guint32 layer;
  guint32 buffer;
  gint64 since
      [N_INTERVALS]; /* start time of each stage; TV_NO_TIME if the buffer is not in the stage */
  gint64 acquired;   /* number of the last frame whose acquire fence was signaled; -1 if none */
} Buffer;

struct _TvPerfettoBuffers
{
  TvPerfettoReader *reader;
  GArray *times; /* gint64: timestamp of each event */
  GArray *steps; /* Step, parallel to @times */
  GArray *buffers;
  TvIdMap by_layer;  /* layer and buffer → row in @buffers */
  TvIdMap displayed; /* layers that have presented a frame */
};

TvPerfettoBuffers *
tv_perfetto_buffers_new (TvPerfettoReader *reader)
{
  TvPerfettoBuffers *self = g_new0 (TvPerfettoBuffers, 1);

  self->reader = reader;
  self->times = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  self->buffers = g_array_new (FALSE, FALSE, sizeof (Buffer));
  tv_id_map_init (&self->by_layer);
  tv_id_map_init (&self->displayed);
  return self;
}

void
tv_perfetto_buffers_free (TvPerfettoBuffers *self)
{
  g_array_unref (self->times);
  g_array_unref (self->steps);
  g_array_unref (self->buffers);
  tv_id_map_clear (&self->by_layer);
  tv_id_map_clear (&self->displayed);
  g_free (self);
}

static void
take_step (TvPerfettoBuffers *self, gint64 ts, TvSpan content)
{
  TvProto proto = tv_proto_open (content);
  TvProtoField field;
  guint64 numbers[N_NUMBERS] = { 0 };
  TvSpan layer = { "", 0 };
  gboolean has_buffer = FALSE;
  Step step;

  while (tv_proto_next (&proto, &field))
    if (field.number == LAYER_NAME && field.type == TV_PROTO_BYTES)
      layer = field.bytes;
    else if (field.number < N_NUMBERS && field.type != TV_PROTO_BYTES)
      {
        numbers[field.number] = field.value;
        has_buffer |= field.number == BUFFER_ID;
      }
  /* An event without a buffer id does not belong to any track. */
  if (!has_buffer || self->steps->len >= G_MAXINT32 - 1)
    {
      tv_perfetto_skipped_count (self->reader->left_out, TV_PERFETTO_GRAPHICS_FRAME);
      return;
    }
  step = (Step){ .dur = (gint64) MIN (numbers[DURATION], G_MAXINT64),
                 .layer = tv_perfetto_reader_intern (self->reader, layer),
                 .buffer = (guint32) numbers[BUFFER_ID],
                 .frame = (guint32) numbers[FRAME_NUMBER],
                 .type = numbers[TYPE] < G_N_ELEMENTS (steps) ? (guint32) numbers[TYPE] : 0 };
  g_array_append_val (self->times, ts);
  g_array_append_val (self->steps, step);
}

/**
 * tv_perfetto_take_graphics_frame:
 * @message: a GraphicsFrameEvent
 *
 * Stores the buffer event of a packet until tv_perfetto_buffers_emit() converts all events to slices.
 */
void
tv_perfetto_take_graphics_frame (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      take_step (reader->buffers, message->ts, field.bytes);
}

/* ---- Output ---- */

static guint32
get_slice_stack (TvPerfettoBuffers *self, const char *name, TvTrackRole role)
{
  TvPerfettoReader *reader = self->reader;

  return tv_perfetto_tracks_ensure_named_slice_stack (
      reader->tracks, TV_PERFETTO_OF_ALL, TV_NONE, 0,
      tv_trace_builder_intern (reader->builder, name, -1), role);
}

static guint32
get_buffer_slice_stack (TvPerfettoBuffers *self,
                        const char *prefix,
                        TvTrackRole role,
                        const Step *step)
{
  g_autofree char *name = g_strdup_printf (
      "%s%u %s", prefix, step->buffer,
      tv_trace_builder_get_string (self->reader->builder, step->layer));

  return get_slice_stack (self, name, role);
}

static guint32
get_display_slice_stack (TvPerfettoBuffers *self, const Step *step)
{
  g_autofree char *name = g_strconcat (
      "Display_", tv_trace_builder_get_string (self->reader->builder, step->layer), NULL);

  return get_slice_stack (self, name, TV_ROLE_BUFFERS);
}

static void
add (TvPerfettoBuffers *self,
     TvPerfettoAct act,
     guint32 slice_stack,
     gint64 ts,
     const Step *step,
     const char *name)
{
  TvPerfettoReader *reader = self->reader;

  tv_perfetto_add_int (reader, "frame_number", step->frame);
  tv_perfetto_add_string (reader, "layer_name", step->layer);
  tv_perfetto_records_add (reader->records, act, slice_stack, ts,
                           tv_trace_builder_intern (reader->builder, name, -1),
                           tv_trace_builder_take_args (reader->builder));
}

static void
add_end (TvPerfettoBuffers *self, guint32 slice_stack, gint64 ts)
{
  tv_perfetto_records_add (self->reader->records, TV_PERFETTO_END, slice_stack, ts, TV_NONE,
                           TV_NONE);
}

static void
add_frame (TvPerfettoBuffers *self, guint32 slice_stack, gint64 ts, const Step *step)
{
  char name[16];

  g_snprintf (name, sizeof name, "%u", step->frame);
  add (self, TV_PERFETTO_BEGIN, slice_stack, ts, step, name);
}

static Buffer *
get_buffer (TvPerfettoBuffers *self, const Step *step)
{
  guint64 id = (guint64) step->layer << 32 | step->buffer;
  guint32 row = tv_id_map_find (&self->by_layer, id);

  if (row == TV_NONE)
    {
      Buffer buffer = { step->layer, step->buffer, { TV_NO_TIME, TV_NO_TIME, TV_NO_TIME }, -1 };

      row = self->buffers->len;
      tv_id_map_set (&self->by_layer, id, row);
      g_array_append_val (self->buffers, buffer);
    }
  return &g_array_index (self->buffers, Buffer, row);
}

static void
end_interval (TvPerfettoBuffers *self,
              Buffer *buffer,
              Interval interval,
              const char *prefix,
              gint64 ts,
              const Step *step)
{
  if (buffer->since[interval] == TV_NO_TIME)
    return;
  buffer->since[interval] = TV_NO_TIME;
  add_end (self, get_buffer_slice_stack (self, prefix, TV_ROLE_BUFFERS, step), ts);
}

/* Ends the app stage and starts the GPU stage. The slice of the app stage is added only now, because its frame number
 * is not known before the buffer is queued. */
static void
queue (TvPerfettoBuffers *self, Buffer *buffer, gint64 ts, const Step *step)
{
  if (buffer->since[APP] != TV_NO_TIME)
    {
      guint32 slice_stack = get_buffer_slice_stack (self, "APP_", TV_ROLE_BUFFERS, step);

      add_frame (self, slice_stack, buffer->since[APP], step);
      add_end (self, slice_stack, ts);
      buffer->since[APP] = TV_NO_TIME;
    }
  /* If the acquire fence has already been signaled, the GPU has finished. */
  if (buffer->acquired == step->frame)
    return;
  buffer->since[GPU] = ts;
  add_frame (self, get_buffer_slice_stack (self, "GPU_", TV_ROLE_BUFFERS, step), ts, step);
}

/* Ends the app stage of a buffer that was not queued. The frame number of its slice is 0, and the slice stays open. */
static void
give_up (TvPerfettoBuffers *self, Buffer *buffer)
{
  Step unknown = { .layer = buffer->layer, .buffer = buffer->buffer };

  if (buffer->since[APP] == TV_NO_TIME)
    return;
  add_frame (self, get_buffer_slice_stack (self, "APP_", TV_ROLE_BUFFERS, &unknown),
             buffer->since[APP], &unknown);
  buffer->since[APP] = TV_NO_TIME;
}

static void
present (TvPerfettoBuffers *self, Buffer *buffer, gint64 ts, const Step *step)
{
  guint32 slice_stack = get_display_slice_stack (self, step);

  end_interval (self, buffer, SURFACE_FLINGER, "SF_", ts, step);
  if (tv_id_map_find (&self->displayed, step->layer) != TV_NONE)
    add_end (self, slice_stack, ts);
  tv_id_map_set (&self->displayed, step->layer, 1);
  add_frame (self, slice_stack, ts, step);
}

static void
emit_step (TvPerfettoBuffers *self, gint64 ts, const Step *step)
{
  guint32 slice_stack = get_buffer_slice_stack (self, "Buffer: ", TV_ROLE_SPANS, step);
  Buffer *buffer = get_buffer (self, step);
  gint64 end = ts;

  tv_add_ns (&end, step->dur);
  add (self, end > ts ? TV_PERFETTO_BEGIN : TV_PERFETTO_INSTANT, slice_stack, ts, step,
       steps[step->type]);
  if (end > ts)
    add_end (self, slice_stack, end);
  switch (step->type)
    {
    case DEQUEUE:
      give_up (self, buffer);
      buffer->since[APP] = ts;
      break;
    case QUEUE:
      queue (self, buffer, ts, step);
      break;
    case ACQUIRE_FENCE:
      end_interval (self, buffer, GPU, "GPU_", ts, step);
      buffer->acquired = step->frame;
      break;
    case LATCH:
      give_up (self, buffer);
      buffer->since[SURFACE_FLINGER] = ts;
      add_frame (self, get_buffer_slice_stack (self, "SF_", TV_ROLE_BUFFERS, step), ts, step);
      break;
    case PRESENT_FENCE:
      present (self, buffer, ts, step);
      break;
    default:
      break;
    }
}

/**
 * tv_perfetto_buffers_emit:
 *
 * Sorts all stored events by time and adds the slices of all buffers to the records.
 */
void
tv_perfetto_buffers_emit (TvPerfettoBuffers *self)
{
  const gint64 *times = (const gint64 *) (gconstpointer) self->times->data;
  g_autofree guint32 *order = tv_event_order_new (times, self->times->len);

  for (guint32 i = 0; i < self->times->len; i++)
    {
      guint32 row = order != NULL ? order[i] : i;

      emit_step (self, times[row], &g_array_index (self->steps, Step, row));
    }
  for (guint i = 0; i < self->buffers->len; i++)
    give_up (self, &g_array_index (self->buffers, Buffer, i));
}
