/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-handlers.h"

/* Handles suspend and resume of the device, and the wakeup sources that keep it awake. The slices do not belong to a
 * process.
 *
 *   suspend_resume: suspend_enter[3] begin          linux/include/trace/events/power.h
 *   wakeup_source_activate: event0 state=0x10002    activations of a source nest
 *
 * Called by ftrace-handlers.c: tv_ftrace_decode_power() on any thread, tv_ftrace_handlers_power() in time order.
 * TvFtraceHandlers stores the suspend phase and the activations of each wakeup source. */

/* Kinds of events in TV_FTRACE_CATEGORY_POWER. The strings of such an event are the names of its slice and track. */
typedef enum
{
  POWER_BEGIN,
  POWER_END,
} PowerKind;

/* Flags of a decoded event. IS_COUNTED denotes activations of wakeup sources, which are counted; the other flags
 * denote phases of suspend. */
typedef enum
{
  IS_COUNTED = 1 << 0,
  IS_SUSPEND = 1 << 1,
  IS_FREEZE = 1 << 2,
  IS_THAW = 1 << 3,
} PowerFlags;

#define SUSPEND_TRACK  "Suspend/Resume Latency"
#define WAKELOCK_TRACK "Wakelocks"

static guint32
intern_with_brackets (TvFtraceDecodedEvents *self, TvSpan name, TvSpan inside)
{
  g_autofree char *text = g_strdup_printf ("%.*s(%.*s)", (int) MIN (name.size, 256), name.text,
                                           (int) MIN (inside.size, 256), inside.text);

  return tv_ftrace_decoded_events_string (self, tv_span (text));
}

static gboolean
decode_suspend (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvSuspendEvent suspend;

  if (!tv_kernel_args_get_suspend (args, &suspend))
    return FALSE;
  /* Ignore the CPU number, which may differ between begin and end. */
  if (tv_span_is (suspend.action, "timekeeping_freeze"))
    suspend.value = tv_span ("0");
  out->kind = suspend.is_begin ? POWER_BEGIN : POWER_END;
  if (tv_span_is (suspend.action, "suspend_enter"))
    out->flags = IS_SUSPEND;
  else if (tv_span_is (suspend.action, "freeze_processes"))
    out->flags = IS_FREEZE;
  else if (tv_span_is (suspend.action, "thaw_processes"))
    out->flags = IS_THAW;
  out->strings[0] = intern_with_brackets (self, suspend.action, suspend.value);
  out->strings[1] = tv_ftrace_decoded_events_string (self, tv_span (SUSPEND_TRACK));
  return TRUE;
}

static gboolean
decode_wake (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvWakeSource source;

  if (!tv_kernel_args_get_wake_source (args, &source))
    return FALSE;
  out->kind = out->event == TV_FTRACE_EVENT_WAKEUP_SOURCE_ACTIVATE ? POWER_BEGIN : POWER_END;
  out->flags = IS_COUNTED;
  out->strings[0] = intern_with_brackets (self, tv_span ("Wakelock"), source.name);
  out->strings[1] = tv_ftrace_decoded_events_string (self, tv_span (WAKELOCK_TRACK));
  return TRUE;
}

gboolean
tv_ftrace_decode_power (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  return out->event == TV_FTRACE_EVENT_SUSPEND_RESUME ? decode_suspend (self, args, out)
                                                      : decode_wake (self, args, out);
}

/* Counts an activation or deactivation of a source. Returns whether the source becomes active or inactive. Returns
 * FALSE for nested activations and for an end without a begin. */
static gboolean
count_source (TvFtraceHandlers *self, guint32 name, gboolean is_begin)
{
  guint32 n = tv_id_map_find (&self->wake_sources, name);

  if (n == TV_NONE)
    n = 0;
  if (!is_begin && n == 0)
    return FALSE;
  tv_id_map_set (&self->wake_sources, name, is_begin ? MIN (n + 1, TV_NONE - 1) : n - 1);
  return n == (is_begin ? 0 : 1);
}

static void
end (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event, guint32 name)
{
  tv_trace_builder_end_async (self->builder, TV_NONE, name, 0, event->ts, event->file_offset);
}

/* Tracks the current suspend. A failed suspend has no end event; it ends when the processes that it had frozen are
 * thawed. */
static void
follow_suspend (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event, guint32 name)
{
  gboolean is_begin = event->decoded->kind == POWER_BEGIN;

  if (event->decoded->flags & IS_SUSPEND)
    {
      self->suspend = is_begin ? name : TV_NONE;
      self->has_frozen = FALSE;
    }
  else if (self->suspend == TV_NONE)
    return;
  else if (event->decoded->flags & IS_FREEZE && is_begin)
    self->has_frozen = TRUE;
  else if (event->decoded->flags & IS_THAW && !is_begin && self->has_frozen)
    {
      end (self, event, self->suspend);
      self->suspend = TV_NONE;
    }
}

void
tv_ftrace_handlers_power (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 name = tv_ftrace_handler_event_string (event, 0);
  gboolean is_begin = event->decoded->kind == POWER_BEGIN;

  if (is_begin && tv_ftrace_handlers_is_endless (self, event))
    {
      tv_ftrace_handlers_add_unowned_instant (self, event,
                                              tv_ftrace_handler_event_string (event, 1));
      return;
    }
  if (event->decoded->flags & IS_COUNTED && !count_source (self, name, is_begin))
    return;
  if (is_begin)
    tv_trace_builder_begin_async (self->builder, TV_NONE, tv_ftrace_handler_event_string (event, 1),
                                  tv_ftrace_handlers_symbol (self, name), name, 0, event->ts,
                                  event->file_offset);
  else
    end (self, event, name);
  follow_suspend (self, event, name);
}
