/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace-lanes.h"
#include "formats/ftrace-mark.h"
#include "formats/hitrace-tags.h"

/* Async spans on a named track are known by the track: their end may come without a name. Such
 * keys must differ from symbols, which are row numbers and so smaller. */
#define TRACK_KEY(string) ((string) | 1u << 31)

/* Whose mark it is: the process that it names if that is the thread's own id or nothing better is
 * known, else the thread's process; a program in a container knows only its own numbers. */
static guint32
get_owner (TvFtraceLanes *self, const TvFtraceLaneEvent *event, const TvFtraceMark *mark)
{
  guint32 upid = tv_trace_builder_get_thread_process (self->builder, event->utid);
  guint32 named;

  if (mark->pid < 0)
    return upid;
  if (upid == TV_NONE)
    {
      tv_ftrace_threads_set_process (self->threads, event->utid, mark->pid);
      return tv_ftrace_threads_get_process (self->threads, mark->pid);
    }
  named = tv_id_map_find (&self->threads->upids, (guint32) mark->pid);
  if (named == upid)
    return upid;
  if (tv_ftrace_threads_get (self->threads, mark->pid) == event->utid)
    return tv_ftrace_threads_get_process (self->threads, mark->pid);
  tv_ftrace_lanes_number_arg (self, "pid", mark->pid);
  return upid;
}

static void
add_tags (TvFtraceLanes *self, TvSpan tags)
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
    tv_ftrace_lanes_arg (self, "tags", (TvSpan){ names->str, names->len });
}

static void
add_chain (TvFtraceLanes *self, const TvFtraceMark *mark)
{
  static const char *const keys[] = { "chain", "span", "parent span" };
  const guint64 ids[] = { mark->chain_id, mark->span_id, mark->parent_span_id };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      char text[32];

      g_snprintf (text, sizeof text, "%" G_GINT64_MODIFIER "x", ids[i]);
      tv_ftrace_lanes_arg (self, keys[i], tv_span (text));
    }
}

static void
add_mark_args (TvFtraceLanes *self, const TvFtraceMark *mark)
{
  TvFtraceArgIter iter;
  TvSpan key, value;

  if (mark->level != 0)
    {
      const char *level = tv_hitrace_level_name (mark->level);

      tv_ftrace_lanes_arg (self, "level",
                           level != NULL ? tv_span (level) : (TvSpan){ &mark->level, 1 });
    }
  add_tags (self, mark->tags);
  if (mark->has_chain)
    add_chain (self, mark);
  if (mark->category.size > 0)
    tv_ftrace_lanes_arg (self, "category", mark->category);
  tv_ftrace_arg_iter_init (&iter, mark->args);
  while (tv_ftrace_arg_iter_next (&iter, &key, &value))
    tv_trace_builder_add_arg (
        self->builder, tv_trace_builder_intern (self->builder, key.text, (gssize) key.size),
        tv_trace_builder_intern (self->builder, value.text, (gssize) value.size));
}

static guint32
intern (TvFtraceLanes *self, TvSpan span)
{
  return tv_trace_builder_intern (self->builder, span.text, (gssize) span.size);
}

static gboolean
add_async (TvFtraceLanes *self, const TvFtraceLaneEvent *event, const TvFtraceMark *mark)
{
  guint32 symbol, upid;

  if (!mark->has_value)
    return FALSE;
  upid = get_owner (self, event, mark);
  symbol = tv_ftrace_lanes_symbol (self, mark->name);
  if (mark->kind == TV_FTRACE_MARK_ASYNC_END)
    {
      tv_trace_builder_end_async (self->builder, upid, symbol, mark->value, event->ts,
                                  event->where);
      return TRUE;
    }
  add_mark_args (self, mark);
  tv_ftrace_lanes_number_arg (self, "cookie", mark->value);
  tv_trace_builder_begin_async (
      self->builder, upid, intern (self, mark->category.size > 0 ? mark->category : mark->name),
      symbol, symbol, mark->value, event->ts, event->where);
  return TRUE;
}

static gboolean
add_on_track (TvFtraceLanes *self, const TvFtraceLaneEvent *event, const TvFtraceMark *mark)
{
  guint32 upid = get_owner (self, event, mark);
  guint32 lane = intern (self, mark->track);

  if (mark->kind == TV_FTRACE_MARK_TRACK_INSTANT)
    {
      tv_trace_builder_instant_async (self->builder, upid, lane,
                                      tv_ftrace_lanes_symbol (self, mark->name), event->ts);
      return TRUE;
    }
  if (!mark->has_value)
    return FALSE;
  if (mark->kind == TV_FTRACE_MARK_TRACK_END)
    tv_trace_builder_end_async (self->builder, upid, TRACK_KEY (lane), mark->value, event->ts,
                                event->where);
  else
    {
      tv_ftrace_lanes_number_arg (self, "cookie", mark->value);
      tv_trace_builder_begin_async (self->builder, upid, lane,
                                    tv_ftrace_lanes_symbol (self, mark->name), TRACK_KEY (lane),
                                    mark->value, event->ts, event->where);
    }
  return TRUE;
}

static void
add_clock_sync (TvFtraceLanes *self, const TvFtraceMark *mark)
{
  char text[32];

  g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, mark->value);
  tv_trace_builder_add_metadata (self->builder,
                                 mark->sync == TV_FTRACE_CLOCK_SYNC_REALTIME ? "clock-sync-realtime"
                                                                             : "clock-sync-parent",
                                 text, -1);
}

static gboolean
add_thread_mark (TvFtraceLanes *self, const TvFtraceLaneEvent *event, const TvFtraceMark *mark)
{
  guint32 track = tv_trace_builder_get_track (self->builder, event->utid);

  if (mark->kind == TV_FTRACE_MARK_END)
    {
      /* Only the thread selects what ends. */
      tv_trace_builder_end (self->builder, track, TV_NONE, event->ts, 0, 0, event->where);
      return TRUE;
    }
  get_owner (self, event, mark);
  add_mark_args (self, mark);
  if (mark->kind == TV_FTRACE_MARK_INSTANT)
    return tv_trace_builder_instant (
        self->builder, track, tv_ftrace_lanes_symbol (self, mark->name), event->ts, event->where);
  return tv_trace_builder_begin (self->builder, track, tv_ftrace_lanes_symbol (self, mark->name),
                                 event->ts, 0, event->where);
}

static gboolean
add_mark (TvFtraceLanes *self, const TvFtraceLaneEvent *event, const TvFtraceMark *mark)
{
  switch (mark->kind)
    {
    case TV_FTRACE_MARK_BEGIN:
    case TV_FTRACE_MARK_END:
    case TV_FTRACE_MARK_INSTANT:
      return add_thread_mark (self, event, mark);
    case TV_FTRACE_MARK_ASYNC_BEGIN:
    case TV_FTRACE_MARK_ASYNC_END:
      return add_async (self, event, mark);
    case TV_FTRACE_MARK_TRACK_INSTANT:
    case TV_FTRACE_MARK_TRACK_BEGIN:
    case TV_FTRACE_MARK_TRACK_END:
      return add_on_track (self, event, mark);
    case TV_FTRACE_MARK_COUNTER:
      if (!mark->has_value)
        return FALSE;
      tv_trace_builder_add_sample (
          self->builder,
          tv_trace_builder_get_counter (self->builder, get_owner (self, event, mark), TV_NONE,
                                        intern (self, mark->name)),
          event->ts, (double) mark->value);
      return TRUE;
    case TV_FTRACE_MARK_CLOCK_SYNC:
      if (mark->has_value)
        add_clock_sync (self, mark);
      return TRUE;
    case TV_FTRACE_MARK_OTHER:
    default:
      /* Text that some driver printed: listed among the events. */
      return TRUE;
    }
}

gboolean
tv_ftrace_lanes_mark (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  TvFtraceMark mark;
  gboolean is_added;

  tv_ftrace_mark_parse (event->args.text, event->args.size, &mark);
  is_added = add_mark (self, event, &mark);
  /* Not every mark becomes a slice that takes them. */
  tv_trace_builder_drop_args (self->builder);
  return is_added;
}
