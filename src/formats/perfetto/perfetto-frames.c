/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-frames.h"

#include <string.h>

#include "core/memory/row-table.h"
#include "core/memory/seeded-hash.h"
#include "formats/perfetto/perfetto-args.h"
#include "formats/perfetto/perfetto-recording.h"
#include "formats/perfetto/perfetto-tracks.h"

/* Decodes the events of the frame timeline. Called by perfetto.c for each FrameTimelineEvent, and once at the end.
 * Starts and ends become records in file order. tv_perfetto_frames_finish() sorts the starts and ends by time,
 * matches them by cookie, and turns the records of matched ends into slice ends. The reader owns the state
 * (@frames). */

/* Fields of FrameTimelineEvent. */
enum
{
  EXPECTED_DISPLAY = 1,
  ACTUAL_DISPLAY = 2,
  EXPECTED_SURFACE = 3,
  ACTUAL_SURFACE = 4,
  FRAME_END = 5,
};

/* Field numbers for one kind of event; 0 if the kind lacks the field. */
typedef struct
{
  guint display_token;
  guint pid;
  guint layer;
  guint present;
  guint on_time;
  guint gpu;
  guint jank;
  guint prediction;
  guint severity;
  guint buffer;
  guint delay;
  guint jitter;
  guint score;
} FieldNumbers;

static const FieldNumbers field_numbers[] = {
  [EXPECTED_DISPLAY] = { .pid = 3 },
  [ACTUAL_DISPLAY] = { 0, 3, 0, 4, 5, 6, 7, 8, 9, 0, 10, 0, 11 },
  [EXPECTED_SURFACE] = { .display_token = 3, .pid = 4, .layer = 5 },
  [ACTUAL_SURFACE] = { 3, 4, 5, 6, 7, 8, 9, 10, 12, 11, 13, 14, 15 },
};

#define N_NUMBERS 16

/* Bits of JankType, in output order. */
static const struct
{
  guint bit;
  const char *name;
} janks[] = {
  { 2, "SurfaceFlinger Scheduling" },
  { 4, "Prediction Error" },
  { 8, "Display HAL" },
  { 16, "SurfaceFlinger CPU Deadline Missed" },
  { 32, "SurfaceFlinger GPU Deadline Missed" },
  { 64, "App Deadline Missed" },
  { 4096, "App Resynced Jitter" },
  { 128, "Buffer Stuffing" },
  { 256, "Unknown Jank" },
  { 512, "SurfaceFlinger Stuffing" },
  { 1024, "Dropped Frame" },
  { 2048, "Non Animating" },
  { 8192, "Display not ON" },
  { 16384, "ModeChange in progress" },
  { 32768, "PowerModeChange in progress" },
};

#define OF_DISPLAY (2 | 4 | 8 | 16 | 32)
#define OF_PROGRAM (64 | 256 | 4096)
#define DROPPED    4 /* value of PresentType for dropped frames */

/**
 * Edge:
 * @record: index of the record of the start or end
 * @slice_stack: slice stack of a start; %TV_NONE for an end, or if the frame is skipped
 * @file_offset: file offset of the packet
 *
 * Start or end of a frame.
 */
typedef struct
{
  gint64 ts;
  guint64 cookie;
  guint64 file_offset;
  guint32 record;
  guint32 slice_stack;
  gboolean is_end;
} Edge;

struct _TvPerfettoFrames
{
  GArray *edges;        /* Edge, in file order */
  GHashTable *expected; /* hashes of the process and token of expected surface frames */
};

TvPerfettoFrames *
tv_perfetto_frames_new (void)
{
  TvPerfettoFrames *self = g_new0 (TvPerfettoFrames, 1);

  self->edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  self->expected = g_hash_table_new_full (tv_seeded_int64_hash, g_int64_equal, g_free, NULL);
  return self;
}

void
tv_perfetto_frames_free (TvPerfettoFrames *self)
{
  g_array_unref (self->edges);
  g_hash_table_unref (self->expected);
  g_free (self);
}

static char *
dup_jank (guint64 jank)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (janks); i++)
    if (jank & janks[i].bit)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", janks[i].name);
  if (text->len == 0)
    g_string_append (text, jank & 1 ? "None" : "Unspecified");
  return g_string_free (text, FALSE);
}

/* Returns the jank category of a frame. Uses the same rules as trace_processor. */
static const char *
get_tag (guint64 jank, guint64 present, gboolean is_display)
{
  if (jank == 0)
    return "Unspecified";
  if (is_display)
    {
      if (jank & OF_DISPLAY)
        return "Self Jank";
      if (jank == 1024)
        return "Dropped Frame";
    }
  else
    {
      if (jank & OF_PROGRAM)
        return "Self Jank";
      if (jank & OF_DISPLAY)
        return "Other Jank";
    }
  if (jank == 128)
    return "Buffer Stuffing";
  if (jank == 512)
    return "SurfaceFlinger Stuffing";
  if (present == DROPPED)
    return "Dropped Frame";
  return jank == 2048 || jank == 8192 || jank == 32768 ? "Non-perceivable Jank" : "No Jank";
}

static const char *
get_name (const char *const *names, guint n, guint64 number)
{
  return number < n ? names[number] : "Unspecified";
}

static void
add_text (TvPerfettoReader *reader, const char *key, const char *text)
{
  tv_perfetto_add_text (reader, key, (TvSpan){ text, strlen (text) });
}

/* Adds the float whose bits are @number to the arguments, unless it is zero. */
static void
add_float (TvPerfettoReader *reader, const char *key, guint64 number)
{
  guint32 bits = (guint32) number;
  float value;

  memcpy (&value, &bits, sizeof value);
  if (value != 0)
    tv_trace_builder_add_double_arg (
        reader->builder, tv_trace_builder_intern (reader->builder, key, -1), (double) value);
}

static void
add_actual_args (TvPerfettoReader *reader,
                 const FieldNumbers *at,
                 const guint64 *numbers,
                 gboolean is_display)
{
  static const char *const presents[] = { "Unspecified Present", "On-time Present",
                                          "Late Present",        "Early Present",
                                          "Dropped Frame",       "Unknown Present" };
  static const char *const predictions[] = { "Unspecified Prediction", "Valid Prediction",
                                             "Expired Prediction", "Unknown Prediction" };
  static const char *const severities[] = { "Unknown", "None", "Partial", "Full" };
  guint64 jank = numbers[at->jank], severity = numbers[at->severity];
  g_autofree char *name = dup_jank (jank);

  if (severity == 0 && jank == 1)
    severity = 1;
  if (numbers[at->present] == 0 || numbers[at->prediction] == 0)
    tv_perfetto_count (reader, TV_PERFETTO_STAT_BAD_FRAMES, TV_NONE,
                       (numbers[at->present] == 0) + (numbers[at->prediction] == 0));
  add_text (reader, "Present type",
            get_name (presents, G_N_ELEMENTS (presents), numbers[at->present]));
  tv_perfetto_add_int (reader, "On time finish", (gint64) numbers[at->on_time]);
  tv_perfetto_add_int (reader, "GPU composition", (gint64) numbers[at->gpu]);
  add_text (reader, "Jank type", name);
  add_text (reader, "Jank tag", get_tag (jank, numbers[at->present], is_display));
  add_text (reader, "Jank severity type",
            get_name (severities, G_N_ELEMENTS (severities), severity));
  add_text (reader, "Prediction type",
            get_name (predictions, G_N_ELEMENTS (predictions), numbers[at->prediction]));
  add_float (reader, "Present Delay (ms)", numbers[at->delay]);
  add_float (reader, "Vsync Resynced Jitter (ms)", numbers[at->jitter]);
  add_float (reader, "Jank Severity Score", numbers[at->score]);
  if (numbers[at->buffer] != 0)
    add_text (reader, "Is Buffer?", "Yes");
}

/* Returns whether this is the first event of an expected frame. Each layer of a process reports the same expected
 * frame; only the first report is added. */
static gboolean
is_new (TvPerfettoFrames *self, guint64 pid, guint64 token)
{
  gint64 key = (gint64) tv_hash_word (tv_hash_word (0, pid), token);
  gint64 *own = g_new (gint64, 1);

  *own = key;
  return g_hash_table_add (self->expected, own);
}

static guint32
get_slice_stack (TvPerfettoReader *reader, guint64 pid, guint64 cookie, gboolean is_actual)
{
  TvFtraceThreads *threads = reader->threads;
  guint32 main = tv_ftrace_threads_ensure (threads, (gint32) pid);
  guint32 name = tv_trace_builder_intern (reader->builder,
                                          is_actual ? "Actual Timeline" : "Expected Timeline", -1);

  tv_ftrace_threads_make_process (threads, main);
  /* Create the track of expected frames first, so that it precedes the track of actual frames. */
  if (is_actual)
    get_slice_stack (reader, pid, 0, FALSE);
  return tv_perfetto_tracks_ensure_named_slice_stack (
      reader->tracks, TV_PERFETTO_OF_PROCESS, main, cookie, name,
      is_actual ? TV_ROLE_ACTUAL_FRAMES : TV_ROLE_EXPECTED_FRAMES);
}

/* Adds a record of a start or an end. The slice stack of an end is set later, when all starts are known. */
static void
add_edge (TvPerfettoReader *reader,
          const TvPerfettoMessage *message,
          guint64 cookie,
          gboolean is_end,
          guint32 slice_stack,
          guint32 name)
{
  gboolean has_slice = slice_stack != TV_NONE;
  Edge edge = {
    .ts = message->ts,
    .cookie = cookie,
    .file_offset = message->packet->file_offset,
    .record = tv_perfetto_records_get_n (reader->records),
    .slice_stack = slice_stack,
    .is_end = is_end,
  };

  if (tv_perfetto_records_add (reader->records, has_slice ? TV_PERFETTO_BEGIN : TV_PERFETTO_NOTHING,
                               has_slice ? slice_stack : 0, message->ts, name,
                               has_slice ? tv_trace_builder_take_args (reader->builder) : TV_NONE))
    g_array_append_val (reader->frames->edges, edge);
}

static void
begin (TvPerfettoReader *reader, const TvPerfettoMessage *message, guint kind, TvSpan content)
{
  const FieldNumbers *at = &field_numbers[kind];
  gboolean is_actual = kind == ACTUAL_DISPLAY || kind == ACTUAL_SURFACE;
  gboolean is_surface = kind == EXPECTED_SURFACE || kind == ACTUAL_SURFACE;
  TvProto proto = tv_proto_open (content);
  TvProtoField field;
  guint64 numbers[N_NUMBERS] = { 0 };
  TvSpan layer = { NULL, 0 };
  char name[32];
  guint32 slice_stack;

  while (tv_proto_next (&proto, &field))
    if (at->layer != 0 && field.number == at->layer && field.type == TV_PROTO_BYTES)
      layer = field.bytes;
    else if (field.number < N_NUMBERS)
      numbers[field.number] = field.value;
  if (numbers[at->pid] == 0)
    return;
  if (kind == EXPECTED_SURFACE && !is_new (reader->frames, numbers[at->pid], numbers[2]))
    {
      add_edge (reader, message, numbers[1], FALSE, TV_NONE, TV_NONE);
      return;
    }
  slice_stack = get_slice_stack (reader, numbers[at->pid], numbers[1], is_actual);
  if (is_surface)
    tv_perfetto_add_int (reader, "Surface frame token", (gint64) numbers[2]);
  tv_perfetto_add_int (reader, "Display frame token",
                       (gint64) numbers[is_surface ? at->display_token : 2]);
  if (layer.size > 0)
    tv_perfetto_add_text (reader, "Layer name", layer);
  if (is_actual)
    {
      add_actual_args (reader, at, numbers, !is_surface);
      /* Connects each surface frame with the display frame that shows it. */
      tv_perfetto_records_add_flow (reader->records, numbers[is_surface ? at->display_token : 2],
                                    is_surface ? TV_PERFETTO_FLOW_FROM : TV_PERFETTO_FLOW_INTO);
    }
  g_snprintf (name, sizeof name, "%" G_GINT64_FORMAT, (gint64) numbers[2]);
  add_edge (reader, message, numbers[1], FALSE, slice_stack,
            tv_trace_builder_intern (reader->builder, name, -1));
}

/**
 * tv_perfetto_take_frame:
 * @message: a FrameTimelineEvent
 *
 * Adds the start of a frame with its arguments, or the end of a frame.
 */
void
tv_perfetto_take_frame (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      TvProto inner = tv_proto_open (field.bytes);
      guint kind = field.number;
      guint64 cookie = 0;

      if (field.type != TV_PROTO_BYTES || kind < EXPECTED_DISPLAY || kind > FRAME_END)
        continue;
      if (kind != FRAME_END)
        {
          begin (reader, message, kind, field.bytes);
          continue;
        }
      while (tv_proto_next (&inner, &field))
        if (field.number == 1)
          cookie = field.value;
      add_edge (reader, message, cookie, TRUE, TV_NONE, TV_NONE);
    }
}

static int
compare_edges (gconstpointer a, gconstpointer b)
{
  const Edge *x = a, *y = b;

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return x->record < y->record ? -1 : 1;
}

/**
 * tv_perfetto_frames_finish:
 * @reader: a reader with all packets
 *
 * Finds the frame that each end closes. Sorts the starts and ends first, because packets may be out of order. If a
 * cookie starts twice, its end closes only the later frame.
 */
void
tv_perfetto_frames_finish (TvPerfettoReader *reader)
{
  GArray *edges = reader->frames->edges;
  g_autoptr (GHashTable) open = g_hash_table_new (tv_seeded_int64_hash, g_int64_equal);

  g_array_sort (edges, compare_edges);
  for (guint i = 0; i < edges->len; i++)
    {
      Edge *edge = &g_array_index (edges, Edge, i);
      const Edge *start;

      if (!edge->is_end)
        {
          g_hash_table_replace (open, &edge->cookie, edge);
          continue;
        }
      start = g_hash_table_lookup (open, &edge->cookie);
      if (start != NULL && start->slice_stack != TV_NONE)
        tv_perfetto_records_make_end (reader->records, edge->record, start->slice_stack);
      else if (start == NULL)
        {
          tv_perfetto_count (reader, TV_PERFETTO_STAT_UNPAIRED_FRAME_ENDS, TV_NONE, 1);
          tv_trace_builder_count_problem (reader->builder, TV_PROBLEM_UNMATCHED_END,
                                          (gint64) edge->file_offset);
        }
      g_hash_table_remove (open, &edge->cookie);
    }
}
