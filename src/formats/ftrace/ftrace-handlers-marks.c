/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-frames.h"
#include "formats/ftrace/ftrace-handlers.h"
#include "formats/ftrace/ftrace-mark.h"
#include "formats/ftrace/hitrace-tags.h"

/* Handles slices, async slices, counters and clock readings that programs write to trace_marker. Called by
 * ftrace-handlers.c: tv_ftrace_decode_mark() on any thread; tv_ftrace_handlers_register_process() once per text;
 * tv_ftrace_handlers_mark() in time order. The first mark with frame data creates the TvFtraceFrames of the handlers
 * (ftrace-frames.c). */

/* Key of async slices on a named track. The track identifies such a slice, because its end may lack a name. The
 * highest bit distinguishes these keys from symbols, which are row numbers and therefore smaller. */
#define TRACK_KEY(string) ((string) | 1u << 31)

/* Indexes into the arrays of a decoded event. The kind of the event is the kind of the mark. */
#define NAME     0 /* in @strings: name of the slice or counter */
#define TRACK    1
#define PID_TEXT 2
#define PID      0     /* in @ids: pid in the mark */
#define VALUE    0     /* in @values: value of the mark */
#define TOKEN    TRACK /* in @strings, for a mark that begins a frame */

#define WITHOUT_TRACK                                                                              \
  1 /* a flag; if the mark begins a slice, @flags is a #TvFtraceFrameMark instead */

/* ---- Decoding ---- */

static void
add_arg (TvFtraceDecodedEvents *self, const char *key, TvSpan value)
{
  tv_ftrace_decoded_events_add_arg (self, tv_ftrace_decoded_events_string (self, tv_span (key)),
                                    tv_ftrace_decoded_events_string (self, value));
}

static void
add_tags (TvFtraceDecodedEvents *self, TvSpan tags)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint tag;

  while (tv_hitrace_tags_next (&tags, &tag))
    {
      const char *name = tv_hitrace_tag_name (tag);

      if (names->len > 0)
        g_string_append (names, ", ");
      if (name != NULL)
        g_string_append (names, name);
      else
        g_string_append_printf (names, "%02u", tag);
    }
  if (names->len > 0)
    add_arg (self, "tags", (TvSpan){ names->str, names->len });
}

static void
add_chain (TvFtraceDecodedEvents *self, const TvFtraceMark *mark)
{
  static const char *const keys[] = { "chain", "span", "parent span" };
  const guint64 ids[] = { mark->chain_id, mark->span_id, mark->parent_span_id };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      char text[32];

      g_snprintf (text, sizeof text, "%" G_GINT64_MODIFIER "x", ids[i]);
      add_arg (self, keys[i], tv_span (text));
    }
}

static void
add_mark_args (TvFtraceDecodedEvents *self, const TvFtraceMark *mark)
{
  TvFtraceArgIter iter;
  TvSpan key, value;

  if (mark->level != 0)
    {
      const char *level = tv_hitrace_level_name (mark->level);

      add_arg (self, "level", level != NULL ? tv_span (level) : (TvSpan){ &mark->level, 1 });
    }
  add_tags (self, mark->tags);
  if (mark->has_chain)
    add_chain (self, mark);
  if (mark->category.size > 0)
    add_arg (self, "category", mark->category);
  tv_ftrace_arg_iter_init (&iter, mark->args);
  while (tv_ftrace_arg_iter_next (&iter, &key, &value))
    tv_ftrace_decoded_events_add_arg (self, tv_ftrace_decoded_events_string (self, key),
                                      tv_ftrace_decoded_events_string (self, value));
}

static void
add_cookie (TvFtraceDecodedEvents *self, const TvFtraceMark *mark)
{
  tv_ftrace_decoded_events_add_arg (self,
                                    tv_ftrace_decoded_events_string (self, tv_span ("cookie")),
                                    tv_ftrace_decoded_events_number (self, mark->value));
}

/* Returns the argument set of a thread's slice or instant. Many marks have the same text after the name
 * (LEVELtags|args), so the sets are cached by that text. */
static guint32
take_thread_args (TvFtraceDecodedEvents *self, const TvFtraceMark *mark)
{
  gboolean has_tail = mark->level != 0 && !mark->has_chain;
  TvSpan tail = { mark->tags.text, has_tail ? mark->end - mark->tags.text : 0 };
  guint32 set;

  if (has_tail)
    {
      tail = (TvSpan){ tail.text - 1, tail.size + 1 }; /* include the level */
      if (tv_ftrace_decoded_events_find_tail (self, tail, &set))
        return set;
    }
  add_mark_args (self, mark);
  set = tv_ftrace_decoded_events_take_args (self);
  if (has_tail)
    tv_ftrace_decoded_events_keep_tail (self, tail, set);
  return set;
}

static gboolean
decode_async (TvFtraceDecodedEvents *self, const TvFtraceMark *mark, TvFtraceDecoded *out)
{
  if (!mark->has_value)
    return FALSE;
  out->strings[NAME] = tv_ftrace_decoded_events_string (self, mark->name);
  if (mark->kind == TV_FTRACE_MARK_ASYNC_END)
    return TRUE;
  add_mark_args (self, mark);
  add_cookie (self, mark);
  out->args = tv_ftrace_decoded_events_take_args (self);
  out->strings[TRACK] = mark->category.size > 0
                            ? tv_ftrace_decoded_events_string (self, mark->category)
                            : out->strings[NAME];
  return TRUE;
}

static gboolean
decode_on_track (TvFtraceDecodedEvents *self, const TvFtraceMark *mark, TvFtraceDecoded *out)
{
  if (mark->kind != TV_FTRACE_MARK_TRACK_INSTANT && !mark->has_value)
    return FALSE;
  if (mark->kind != TV_FTRACE_MARK_TRACK_INSTANT && mark->track.size == 0)
    out->flags = WITHOUT_TRACK;
  out->strings[TRACK] = tv_ftrace_decoded_events_string (
      self, out->flags == WITHOUT_TRACK ? mark->name : mark->track);
  if (mark->kind != TV_FTRACE_MARK_TRACK_END)
    out->strings[NAME] = tv_ftrace_decoded_events_string (self, mark->name);
  if (mark->kind == TV_FTRACE_MARK_TRACK_BEGIN)
    {
      add_cookie (self, mark);
      out->args = tv_ftrace_decoded_events_take_args (self);
    }
  return TRUE;
}

static gboolean
decode_clock_sync (TvFtraceDecodedEvents *self, const TvFtraceMark *mark, TvFtraceDecoded *out)
{
  const char *key = mark->sync == TV_FTRACE_CLOCK_SYNC_REALTIME ? "clock-sync-realtime"
                                                                : "clock-sync-parent";

  if (!mark->has_value)
    {
      out->category = TV_FTRACE_CATEGORY_NONE;
      return TRUE;
    }
  out->strings[NAME] = tv_ftrace_decoded_events_string (self, tv_span (key));
  out->strings[TRACK] = tv_ftrace_decoded_events_number (self, mark->value);
  return TRUE;
}

/* Decodes the frame data in the name of a slice. Most names contain none. */
static void
decode_frame (TvFtraceDecodedEvents *self, TvSpan name, TvFtraceDecoded *out)
{
  TvFtraceFrameFields decoded;

  tv_ftrace_frame_mark_parse (name, &decoded);
  out->flags = decoded.kind;
  if (decoded.kind == TV_FTRACE_FRAME_MARK_VSYNC)
    out->strings[TOKEN] = tv_ftrace_decoded_events_string (self, decoded.token);
  memcpy (out->values, decoded.numbers, sizeof decoded.numbers);
}

gboolean
tv_ftrace_decode_mark (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvFtraceMark mark;

  tv_kernel_args_get_mark (args, &mark);
  out->kind = mark.kind;
  out->ids[PID] = mark.pid;
  out->values[VALUE] = mark.value;
  if (mark.kind != TV_FTRACE_MARK_END && mark.pid >= 0)
    out->strings[PID_TEXT] = tv_ftrace_decoded_events_number (self, mark.pid);
  switch (mark.kind)
    {
    case TV_FTRACE_MARK_BEGIN:
      decode_frame (self, mark.name, out);
      G_GNUC_FALLTHROUGH;
    case TV_FTRACE_MARK_INSTANT:
      out->args = take_thread_args (self, &mark);
      out->strings[NAME] = tv_ftrace_decoded_events_string (self, mark.name);
      return TRUE;
    case TV_FTRACE_MARK_END:
      return TRUE;
    case TV_FTRACE_MARK_ASYNC_BEGIN:
    case TV_FTRACE_MARK_ASYNC_END:
      return decode_async (self, &mark, out);
    case TV_FTRACE_MARK_TRACK_INSTANT:
    case TV_FTRACE_MARK_TRACK_BEGIN:
    case TV_FTRACE_MARK_TRACK_END:
      return decode_on_track (self, &mark, out);
    case TV_FTRACE_MARK_COUNTER:
      if (!mark.has_value)
        return FALSE;
      out->strings[NAME] = tv_ftrace_decoded_events_string (self, mark.name);
      return TRUE;
    case TV_FTRACE_MARK_CLOCK_SYNC:
      return decode_clock_sync (self, &mark, out);
    case TV_FTRACE_MARK_CUT:
      return FALSE;
    case TV_FTRACE_MARK_OTHER:
    default:
      /* Other text of a driver is listed among the events, but not shown on a track. */
      out->category = TV_FTRACE_CATEGORY_NONE;
      return TRUE;
    }
}

/* ---- Handlers ---- */

/* Returns whether marks of the kind contain a pid, which is also the tid of the process's main thread. */
static gboolean
has_owner (TvFtraceMarkKind kind)
{
  return kind != TV_FTRACE_MARK_END && kind != TV_FTRACE_MARK_CLOCK_SYNC &&
         kind != TV_FTRACE_MARK_OTHER && kind != TV_FTRACE_MARK_CUT;
}

gboolean
tv_ftrace_mark_is_shown (const TvFtraceDecoded *decoded)
{
  return decoded->category == TV_FTRACE_CATEGORY_MARK && decoded->kind != TV_FTRACE_MARK_CLOCK_SYNC;
}

void
tv_ftrace_handlers_register_process (TvFtraceHandlers *self, const TvFtraceDecoded *decoded)
{
  if (has_owner (decoded->kind) && decoded->ids[PID] >= 0)
    tv_ftrace_threads_ensure (self->threads, decoded->ids[PID]);
}

/* Returns the process that owns a mark.
 *
 * The process that the mark names is used if it is the thread's own process, or if the thread's process is unknown.
 * It is also used if the file's marks are trusted and the mark is neither a begin nor an instant. Otherwise, the
 * process of the thread is used, because a program in a container writes pids of its own namespace.
 *
 * May set the process of the thread. If the mark names a different process, adds that process as an argument. */
static guint32
get_owner (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 upid = tv_trace_builder_get_thread_process (self->builder, event->utid);
  gint32 pid = event->decoded->ids[PID];
  guint32 main_thread;

  if (pid < 0)
    return upid;
  if (event->origin->trusts_marks && event->decoded->kind != TV_FTRACE_MARK_BEGIN &&
      event->decoded->kind != TV_FTRACE_MARK_INSTANT)
    return tv_ftrace_threads_get_process (self->threads, pid);
  if (upid == TV_NONE)
    {
      tv_ftrace_threads_set_process (self->threads, event->utid, pid);
      return tv_ftrace_threads_get_process (self->threads, pid);
    }
  main_thread = tv_ftrace_threads_get_now (self->threads, TV_FTRACE_CONSUMER_REST,
                                           tv_ftrace_threads_ensure (self->threads, pid));
  if (tv_ftrace_threads_find_process (self->threads, main_thread) == upid)
    return upid;
  if (main_thread == event->utid)
    return tv_ftrace_threads_make_process (self->threads, main_thread);
  tv_trace_builder_add_arg (self->builder, self->pid_key,
                            tv_ftrace_handler_event_string (event, PID_TEXT));
  return upid;
}

static guint32
get_symbol (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  return tv_ftrace_handlers_symbol (self, tv_ftrace_handler_event_string (event, NAME));
}

static void
begin_on_thread (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 track = tv_trace_builder_get_mark_track (self->builder, event->utid);

  get_owner (self, event);
  tv_ftrace_handler_event_use_args (event, self->builder);
  if (event->decoded->kind == TV_FTRACE_MARK_INSTANT)
    tv_trace_builder_instant (self->builder, track, get_symbol (self, event), event->ts,
                              event->file_offset);
  else
    tv_trace_builder_begin (self->builder, track, get_symbol (self, event), event->ts, 0,
                            event->file_offset);
}

/* Begins a frame, or records a slice in the open frame. */
static void
begin_in_frame (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  TvFtraceFrameMark kind = (TvFtraceFrameMark) event->decoded->flags;

  if (G_LIKELY (kind == TV_FTRACE_FRAME_MARK_NONE && self->frames == NULL))
    return;
  if (self->frames == NULL)
    self->frames = tv_ftrace_frames_new ();
  tv_ftrace_frames_begin (
      self->frames, self->builder, event, kind, tv_ftrace_handler_event_string (event, TOKEN),
      tv_trace_builder_get_string (self->builder, tv_ftrace_handler_event_string (event, NAME)));
}

static void
add_async (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 upid = get_owner (self, event), symbol = get_symbol (self, event);
  gint64 cookie = event->decoded->values[VALUE];

  if (event->decoded->kind == TV_FTRACE_MARK_ASYNC_END)
    {
      tv_trace_builder_end_async (self->builder, upid, symbol, cookie, event->ts,
                                  event->file_offset);
      return;
    }
  tv_ftrace_handler_event_use_args (event, self->builder);
  tv_trace_builder_begin_async (self->builder, upid, tv_ftrace_handler_event_string (event, TRACK),
                                symbol, symbol, cookie, event->ts, event->file_offset);
}

static void
add_on_track (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 upid = get_owner (self, event),
          track_name = tv_ftrace_handler_event_string (event, TRACK);
  gint64 cookie = event->decoded->values[VALUE];

  switch ((TvFtraceMarkKind) event->decoded->kind)
    {
    case TV_FTRACE_MARK_TRACK_INSTANT:
      tv_trace_builder_instant_async (self->builder, upid, track_name, get_symbol (self, event),
                                      event->ts);
      break;
    case TV_FTRACE_MARK_TRACK_END:
      tv_trace_builder_end_async (self->builder, upid, TRACK_KEY (track_name), cookie, event->ts,
                                  event->file_offset);
      break;
    default:
      tv_ftrace_handler_event_use_args (event, self->builder);
      if (tv_trace_builder_nest_async (self->builder, upid, track_name, get_symbol (self, event),
                                       TRACK_KEY (track_name), cookie, event->ts) &&
          event->decoded->flags == WITHOUT_TRACK)
        tv_trace_builder_require_end (self->builder, event->file_offset);
      break;
    }
}

static void
add_counter (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 counter = tv_trace_builder_ensure_counter (self->builder, get_owner (self, event),
                                                     TV_NONE,
                                                     tv_ftrace_handler_event_string (event, NAME));

  tv_trace_builder_add_sample (self->builder, counter, event->ts,
                               (double) event->decoded->values[VALUE]);
}

void
tv_ftrace_handlers_mark (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  switch ((TvFtraceMarkKind) event->decoded->kind)
    {
    case TV_FTRACE_MARK_END:
      /* An end mark ends the innermost slice of its thread, even if the mark names another process. */
      tv_trace_builder_end (self->builder,
                            tv_trace_builder_get_mark_track (self->builder, event->utid), TV_NONE,
                            event->ts, 0, 0, event->file_offset);
      if (G_UNLIKELY (self->frames != NULL))
        tv_ftrace_frames_end (self->frames, event);
      return;
    case TV_FTRACE_MARK_BEGIN:
      begin_on_thread (self, event);
      begin_in_frame (self, event);
      break;
    case TV_FTRACE_MARK_INSTANT:
      begin_on_thread (self, event);
      break;
    case TV_FTRACE_MARK_ASYNC_BEGIN:
    case TV_FTRACE_MARK_ASYNC_END:
      add_async (self, event);
      break;
    case TV_FTRACE_MARK_TRACK_INSTANT:
    case TV_FTRACE_MARK_TRACK_BEGIN:
    case TV_FTRACE_MARK_TRACK_END:
      add_on_track (self, event);
      break;
    case TV_FTRACE_MARK_COUNTER:
      add_counter (self, event);
      break;
    case TV_FTRACE_MARK_CLOCK_SYNC:
      tv_trace_builder_add_metadata_strings (self->builder,
                                             tv_ftrace_handler_event_string (event, NAME),
                                             tv_ftrace_handler_event_string (event, TRACK));
      break;
    case TV_FTRACE_MARK_OTHER:
    case TV_FTRACE_MARK_CUT:
    default:
      break;
    }
  /* Some marks add no slice. Discard their arguments. */
  tv_trace_builder_discard_args (self->builder);
}
