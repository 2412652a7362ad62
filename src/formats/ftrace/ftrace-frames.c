/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-frames.h"

#include <glib/gi18n.h>

#include "formats/ftrace/ftrace-match.h"
#include "formats/input/scan.h"

/* Builds frames from the marks that ftrace-handlers-marks.c passes to it in time order; ftrace-handlers.c calls
 * tv_ftrace_frames_finish() at the end. Owns the open frame of each thread and all finished frames. Only _finish()
 * adds tracks and flows, because the offset of the vsync clock is estimated from all frames. */

#define MS G_GINT64_CONSTANT (1000000)

/* Maximum distance between a frame and its vsync, and between the vsync and the deadline. Larger distances are
 * invalid. */
#define MAX_NS (1000 * MS)

/* Maximum delay of the quickest frame after its vsync. If that frame begins later than this, or before its vsync, the
 * vsync times are on a clock that advances during suspend, unlike the clock of the log. */
#define SAME_CLOCK_NS (100 * MS)

#define VSYNC "ReceiveVsync "
#define SEND  "MarshRSTransactionData "
#define SHOW  "RSMainThread::ProcessCommandUni"

/* Name prefixes of slices that contain the work on a frame, in apps and in the display server. */
#define WORK "OnVsyncEvent"

static const char *const display[] = { "RSMainThread::OnVsync", "RSMainThread::DoComposition" };

/* Name prefix of a frame slice that contains no expected times. */
#define BARE "Choreographer#doFrame"

typedef struct
{
  guint32 utid;
  guint32 token;                /* string id of the vsync number */
  const TvFtraceOrigin *origin; /* file that contains the frame */
  gint64 start;                 /* start in ticks */
  gint64 end;                   /* end in ticks; provisional while the frame is open */
  gint64 vsync_ns;              /* vsync time in ns, on the clock of vsyncs */
  gint64 due_ns;
  gint64 file_offset;
  gint64 work_end; /* end of the work in ticks; valid if @has_work */
  guint depth; /* number of open slices, including the frame itself; 0 once the frame has ended */
  guint work_depth; /* depth of the open slice that contains the work; 0 if there is none */
  guint64 slice;
  gboolean has_work;
  gboolean is_of_display;
  gboolean is_cut; /* whether the recording ended during the frame, at @end */
} Frame;

/* A flow from a frame of an app to the frame of the display server that shows it. */
typedef struct
{
  guint32 from;
  guint32 to;
} Arrow;

struct _TvFtraceFrames
{
  GArray *frames;
  TvIdMap of_thread; /* utid → last frame */
  TvIdMap sent;      /* process and number of a sent frame → row in @frames */
  GArray *arrows;
  guint64 n_bare;
  gint64 first_bare;
  char *bare_name;
};

TvFtraceFrames *
tv_ftrace_frames_new (void)
{
  TvFtraceFrames *self = g_new0 (TvFtraceFrames, 1);

  self->frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  self->arrows = g_array_new (FALSE, FALSE, sizeof (Arrow));
  tv_id_map_init (&self->of_thread);
  tv_id_map_init (&self->sent);
  return self;
}

void
tv_ftrace_frames_free (TvFtraceFrames *self)
{
  g_array_unref (self->frames);
  g_array_unref (self->arrows);
  tv_id_map_clear (&self->of_thread);
  tv_id_map_clear (&self->sent);
  g_free (self->bare_name);
  g_free (self);
}

/* ---- Parsing ---- */

/* Parses the number after a key and optional blanks. Returns FALSE if there is no number, or if it has more than 18
 * digits. */
static gboolean
find_number (TvSpan text, const char *key, TvSpan *digits, gint64 *number)
{
  TvSpan rest;
  guint64 value;

  if (!tv_ftrace_find_field (text, key, &rest))
    return FALSE;
  tv_scan_blanks (&rest);
  *digits = rest;
  if (!tv_scan_number (&rest, 10, &value))
    return FALSE;
  digits->size -= rest.size;
  *number = (gint64) value;
  return digits->size <= 18;
}

/* Parses a process and a frame number, “[600,8]”, with optional blanks. Returns a pointer to the text after the pair,
 * or NULL. */
static const char *
parse_pair (const char *at, const char *end, gint64 *numbers)
{
  for (guint i = 0; i < 2; i++)
    {
      guint64 value = 0;
      const char *digits;

      for (at++; at < end && *at == ' ';)
        at++;
      for (digits = at; at < end && at - digits < 10 && g_ascii_isdigit (*at); at++)
        value = value * 10 + (guint64) (*at - '0');
      if (at == digits || at == end || *at != (i == 0 ? ',' : ']') || value > G_MAXUINT32)
        return NULL;
      numbers[i] = (gint64) value;
    }
  return at + 1;
}

static gboolean
is_of_display (TvSpan name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (display); i++)
    if (tv_span_starts_with (name, display[i]))
      return TRUE;
  return FALSE;
}

/**
 * tv_ftrace_frame_mark_parse:
 * @name: name of a slice
 * @decoded: (out): the frame data
 *
 * Parses the frame data in the name of a slice.
 */
void
tv_ftrace_frame_mark_parse (TvSpan name, TvFtraceFrameFields *decoded)
{
  TvSpan digits, list;

  *decoded = (TvFtraceFrameFields){ .token = { NULL, 0 } };
  if (tv_span_starts_with (name, VSYNC))
    {
      gint64 token;

      decoded->kind = find_number (name, "now:", &digits, &decoded->numbers[0]) &&
                              find_number (name, "expectedEnd:", &digits, &decoded->numbers[1]) &&
                              find_number (name, "vsyncId:", &decoded->token, &token)
                          ? TV_FTRACE_FRAME_MARK_VSYNC
                          : TV_FTRACE_FRAME_MARK_BARE;
    }
  else if (tv_span_starts_with (name, SEND) &&
           tv_ftrace_find_field (name, "transactionFlag:", &list) && list.size > 0 &&
           *list.text == '[' &&
           parse_pair (list.text, list.text + list.size, decoded->numbers) != NULL)
    decoded->kind = TV_FTRACE_FRAME_MARK_SEND;
  else if (tv_span_starts_with (name, SHOW))
    decoded->kind = TV_FTRACE_FRAME_MARK_SHOW;
  else if (tv_span_starts_with (name, WORK))
    decoded->kind = TV_FTRACE_FRAME_MARK_WORK;
  else if (is_of_display (name))
    decoded->kind = TV_FTRACE_FRAME_MARK_DISPLAY;
  else if (tv_span_starts_with (name, BARE))
    decoded->kind = TV_FTRACE_FRAME_MARK_BARE;
}

/* ---- Frames ---- */

static Frame *
peek (const TvFtraceFrames *self, guint32 row)
{
  return &g_array_index (self->frames, Frame, row);
}

/* Returns the row of the thread's open frame; TV_NONE if there is none. */
static guint32
find_open (const TvFtraceFrames *self, guint32 utid)
{
  guint32 row = tv_id_map_find (&self->of_thread, utid);

  return row != TV_NONE && peek (self, row)->depth > 0 ? row : TV_NONE;
}

static guint64
get_key (const gint64 *numbers)
{
  return (guint64) numbers[0] << 32 | (guint64) numbers[1];
}

static void
begin_frame (TvFtraceFrames *self, const TvFtraceHandlerEvent *event, guint32 token)
{
  Frame frame = { .utid = event->utid,
                  .token = token,
                  .origin = event->origin,
                  .start = event->ts,
                  .end = event->ts,
                  .vsync_ns = event->decoded->values[0],
                  .due_ns = event->decoded->values[1],
                  .file_offset = event->file_offset,
                  .depth = 1 };

  if (self->frames->len >= G_MAXINT32 - 1)
    return;
  tv_id_map_set (&self->of_thread, event->utid, self->frames->len);
  g_array_append_val (self->frames, frame);
}

static void
show (TvFtraceFrames *self, guint32 to, const char *name)
{
  const char *end = name + strlen (name);
  gint64 numbers[2];

  for (const char *at = memchr (name, '[', end - name);
       at != NULL && self->arrows->len < G_MAXINT32;
       at = at < end ? memchr (at, '[', end - at) : NULL)
    {
      const char *behind = parse_pair (at, end, numbers);
      guint32 from = behind != NULL ? tv_id_map_find (&self->sent, get_key (numbers)) : TV_NONE;

      if (from != TV_NONE && from != to)
        g_array_append_val (self->arrows, ((Arrow){ from, to }));
      at = behind != NULL ? behind : at + 1;
    }
}

static void
count_bare (TvFtraceFrames *self, const TvFtraceHandlerEvent *event, const char *name)
{
  if (self->n_bare++ > 0)
    return;
  self->first_bare = event->file_offset;
  self->bare_name = g_strndup (name, strcspn (name, " "));
}

/**
 * tv_ftrace_frames_begin:
 * @event: an event that begins a slice on a thread
 * @kind: kind of frame data in the name of the slice
 * @token: string id of the vsync number
 * @name: name of the slice
 *
 * Begins a frame, or records a slice inside the thread's open frame.
 */
void
tv_ftrace_frames_begin (TvFtraceFrames *self,
                        TvTraceBuilder *builder,
                        const TvFtraceHandlerEvent *event,
                        TvFtraceFrameMark kind,
                        guint32 token,
                        const char *name)
{
  guint32 open = find_open (self, event->utid);

  if (open != TV_NONE)
    {
      Frame *frame = peek (self, open);

      frame->depth++;
      frame->is_of_display |= kind == TV_FTRACE_FRAME_MARK_SHOW ||
                              kind == TV_FTRACE_FRAME_MARK_DISPLAY;
      if (kind == TV_FTRACE_FRAME_MARK_WORK && frame->work_depth == 0)
        frame->work_depth = frame->depth;
      if (kind == TV_FTRACE_FRAME_MARK_SEND)
        tv_id_map_set (&self->sent, get_key (event->decoded->values), open);
      else if (kind == TV_FTRACE_FRAME_MARK_SHOW)
        show (self, open, name);
      return;
    }
  /* A frame begins only on the main thread of the process that the mark names. A mark that names another process
   * stands for work for a client. */
  if (tv_trace_builder_get_thread_id (builder, event->utid) != (guint32) event->decoded->ids[0])
    return;
  if (kind == TV_FTRACE_FRAME_MARK_VSYNC)
    begin_frame (self, event, token);
  else if (kind >= TV_FTRACE_FRAME_MARK_WORK && !event->origin->trusts_marks)
    count_bare (self, event, name);
}

/**
 * tv_ftrace_frames_end:
 * @event: an event that ends the innermost slice of a thread
 *
 * Ends a slice inside the thread's open frame, or the frame itself.
 */
void
tv_ftrace_frames_end (TvFtraceFrames *self, const TvFtraceHandlerEvent *event)
{
  guint32 open = find_open (self, event->utid);
  Frame *frame;

  if (open == TV_NONE)
    return;
  frame = peek (self, open);
  if (frame->depth == frame->work_depth)
    {
      frame->has_work = TRUE;
      frame->work_end = event->ts;
      frame->work_depth = 0;
    }
  frame->end = event->ts;
  frame->depth--;
  if (frame->depth == 0 && frame->has_work && !frame->is_of_display)
    frame->end = frame->work_end;
}

/**
 * tv_ftrace_frames_forget:
 * @end: end of the recording, in ticks
 *
 * Ends all open frames, because the recording ends.
 */
void
tv_ftrace_frames_forget (TvFtraceFrames *self, gint64 end)
{
  for (guint32 row = 0; row < self->frames->len; row++)
    {
      Frame *frame = peek (self, row);

      if (frame->depth == 0 || frame->is_cut)
        continue;
      frame->is_cut = TRUE;
      frame->end = MAX (frame->start, end);
    }
  tv_id_map_clear (&self->of_thread);
  tv_id_map_clear (&self->sent);
  tv_id_map_init (&self->of_thread);
  tv_id_map_init (&self->sent);
}

/* ---- Tracks ---- */

typedef struct
{
  TvFtraceFrames *frames;
  TvTraceBuilder *builder;
  gint64 tick_ns;
  GHashTable *quickest; /* origin → gint64: shortest delay from vsync to frame start, in ns */
  guint64 n_moved;      /* number of frames whose vsync times are not on the clock of the log */
  gint64 moved_ns;
  guint64 n_odd; /* number of frames without plausible times */
  gint64 first_odd;
} Emitter;

static gboolean
has_times (const Frame *frame)
{
  return frame->due_ns > frame->vsync_ns && frame->due_ns - frame->vsync_ns <= MAX_NS;
}

static void
find_quickest (Emitter *self)
{
  for (guint32 row = 0; row < self->frames->frames->len; row++)
    {
      const Frame *frame = peek (self->frames, row);
      gint64 *min = g_hash_table_lookup (self->quickest, frame->origin);
      gint64 delay = frame->start * self->tick_ns - frame->vsync_ns;

      if (!has_times (frame))
        continue;
      if (min == NULL)
        g_hash_table_insert (self->quickest, (gpointer) frame->origin,
                             g_memdup2 (&delay, sizeof delay));
      else
        *min = MIN (*min, delay);
    }
}

/* Returns the offset from the vsync clock to the clock of the log, in ns. If the shortest delay from vsync to frame
 * start in the same file is plausible, both clocks are the same, and the offset is 0. */
static gint64
find_offset (const Emitter *self, const Frame *frame)
{
  const gint64 *min = g_hash_table_lookup (self->quickest, frame->origin);

  return min != NULL && (*min < -self->tick_ns || *min > SAME_CLOCK_NS) ? *min : 0;
}

static guint32
get_track (const Emitter *self, const Frame *frame, TvTrackRole role)
{
  return tv_trace_builder_get_extra_track (
      self->builder, TV_TRACK_ASYNC, role,
      tv_trace_builder_get_thread_process (self->builder, frame->utid),
      tv_trace_builder_intern (
          self->builder, role == TV_ROLE_ACTUAL_FRAMES ? "Actual Timeline" : "Expected Timeline",
          -1));
}

static guint32
get_symbol (const Emitter *self, const Frame *frame)
{
  return tv_trace_builder_add_symbol (self->builder,
                                      &(TvSymbol){ TV_NONE, frame->token, TV_NONE, TV_NONE, 0 });
}

/* Adds the expected frame and sets @due to the frame's end in ticks. Returns FALSE if the times of the frame are not
 * plausible. */
static gboolean
add_expected (Emitter *self, const Frame *frame, gint64 *due)
{
  gint64 offset = find_offset (self, frame), vsync = (frame->vsync_ns + offset) / self->tick_ns;

  if (!has_times (frame) || ABS (frame->start - vsync) > MAX_NS / self->tick_ns)
    {
      if (self->n_odd++ == 0)
        self->first_odd = frame->file_offset;
      return FALSE;
    }
  if (offset != 0 && self->n_moved++ == 0)
    self->moved_ns = offset;
  *due = (frame->due_ns + offset) / self->tick_ns;
  tv_trace_builder_add_slice (self->builder, get_track (self, frame, TV_ROLE_EXPECTED_FRAMES),
                              get_symbol (self, frame), vsync, *due - vsync, frame->file_offset);
  return TRUE;
}

static void
add_frame (Emitter *self, Frame *frame)
{
  gint64 due = 0;
  gboolean is_due = add_expected (self, frame, &due);
  guint32 track = get_track (self, frame, TV_ROLE_ACTUAL_FRAMES), symbol = get_symbol (self, frame);

  if (frame->depth > 0)
    {
      /* The frame remains open, like the slice from which it is derived. */
      frame->slice = tv_trace_builder_add_open (self->builder, track, symbol, frame->start,
                                                frame->is_cut ? frame->end - frame->start : -1,
                                                frame->file_offset);
      return;
    }
  if (is_due)
    tv_trace_builder_add_int_arg (self->builder,
                                  tv_trace_builder_intern (self->builder, "On time finish", -1),
                                  frame->end <= due);
  frame->slice = tv_trace_builder_add_slice (self->builder, track, symbol, frame->start,
                                             frame->end - frame->start, frame->file_offset);
}

static void
add_notes (const Emitter *self)
{
  TvFtraceFrames *frames = self->frames;

  if (frames->frames->len == 0 && frames->n_bare > 0)
    tv_trace_builder_add_problem (
        self->builder, TV_PROBLEM_UNREAD_PART, frames->first_bare,
        _("frames have no deadlines, because slices such as %s (%u×) do not contain the expected "
          "end, unlike ReceiveVsync with expectedEnd (OpenHarmony) or the frame timeline (Android "
          "12)"),
        frames->bare_name, (guint) MIN (frames->n_bare, G_MAXUINT));
  if (self->n_odd > 0)
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_UNREAD_PART, self->first_odd,
                                  _("%u of %u frames have no plausible expected time"),
                                  (guint) self->n_odd, frames->frames->len);
  if (self->n_moved > 0)
    tv_trace_builder_add_problem (
        self->builder, TV_PROBLEM_UNREAD_PART, -1,
        _("the vsync times are from another clock, which differs by about %.3f s; the fastest "
          "frame is assumed to have started on time"),
        (double) ABS (self->moved_ns) / (1000 * MS));
}

/**
 * tv_ftrace_frames_finish:
 * @builder: a builder; nothing else may be added to it during the call
 * @tick_ns: length of a tick of the builder, in ns
 *
 * Adds the tracks of all frames, and reports frames without usable times.
 */
void
tv_ftrace_frames_finish (TvFtraceFrames *self, TvTraceBuilder *builder, gint64 tick_ns)
{
  Emitter emitter = { .frames = self, .builder = builder, .tick_ns = tick_ns };

  emitter.quickest = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  find_quickest (&emitter);
  for (guint32 row = 0; row < self->frames->len; row++)
    add_frame (&emitter, peek (self, row));
  for (guint i = 0; i < self->arrows->len; i++)
    {
      const Arrow *arrow = &g_array_index (self->arrows, Arrow, i);

      tv_trace_builder_add_flow (builder, peek (self, arrow->from)->slice,
                                 peek (self, arrow->to)->slice);
    }
  add_notes (&emitter);
  g_hash_table_unref (emitter.quickest);
}
