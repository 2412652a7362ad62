/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/log/event-labels.h"

#include <glib/gi18n.h>
#include <string.h>

#include "core/memory/string-pool.h"
#include "core/time-format.h"

/* Names, shapes and colours of decoded log lines. Used by the Log view, by the strip above it, by the properties of a
 * line and by the timeline's colours. Only reads the trace. */

/* Maximum length of a displayed name, because names in log lines can be arbitrarily long. */
#define NAME_MAX_BYTES 120

#define SECONDS_PER_DAY 86400
#define NS_PER_S        G_GINT64_CONSTANT (1000000000)

TvLogEventShape
tv_log_event_get_shape (TvLogEventKind kind)
{
  switch (kind)
    {
    case TV_LOG_EVENT_ANR:
    case TV_LOG_EVENT_CRASH:
    case TV_LOG_EVENT_NATIVE_CRASH:
    case TV_LOG_EVENT_WATCHDOG:
    case TV_LOG_EVENT_SCRIPT_ERROR:
    case TV_LOG_EVENT_KERNEL_CRASH:
    case TV_LOG_EVENT_KERNEL_STALL:
    case TV_LOG_EVENT_KILL:
    case TV_LOG_EVENT_LOW_MEMORY_KILL:
      return TV_LOG_EVENT_FLAG;
    case TV_LOG_EVENT_SKIPPED_FRAMES:
    case TV_LOG_EVENT_LONG_FRAME:
    case TV_LOG_EVENT_LOCK_WAIT:
    case TV_LOG_EVENT_CLOCK_JUMP:
    case TV_LOG_EVENT_STRICT_MODE:
    case TV_LOG_EVENT_BINDER:
    case TV_LOG_EVENT_DATABASE:
      return TV_LOG_EVENT_TRIANGLE;
    case TV_LOG_EVENT_GC:
    case TV_LOG_EVENT_GC_WAIT:
    case TV_LOG_EVENT_MEMORY:
      return TV_LOG_EVENT_DISC;
    case TV_LOG_EVENT_PROCESS_START:
    case TV_LOG_EVENT_PROCESS_BOUND:
    case TV_LOG_EVENT_PROCESS_DEATH:
    case TV_LOG_EVENT_LAUNCH:
    case TV_LOG_EVENT_LOST_LINES:
    case TV_LOG_EVENT_ACTIVITY:
    case TV_LOG_EVENT_SERVICE:
    case TV_LOG_EVENT_FREEZE:
    case TV_LOG_EVENT_UNFREEZE:
    case TV_LOG_EVENT_DEVICE:
    case TV_LOG_EVENT_BOOT:
    case TV_LOG_EVENT_SYSTEM:
    case TV_N_LOG_EVENT_KINDS:
    default:
      return TV_LOG_EVENT_SQUARE;
    }
}

/* Returns a strong colour, so that marks are visible on light and on dark backgrounds. */
const TvColor *
tv_log_event_shape_get_color (TvLogEventShape shape)
{
  static const TvColor colors[TV_N_LOG_EVENT_SHAPES] = {
    [TV_LOG_EVENT_FLAG] = { 0xdb / 255.0, 0x46 / 255.0, 0x40 / 255.0, 1.0 },
    [TV_LOG_EVENT_TRIANGLE] = { 0xe0 / 255.0, 0x95 / 255.0, 0x30 / 255.0, 1.0 },
    [TV_LOG_EVENT_DISC] = { 0x5f / 255.0, 0xb5 / 255.0, 0x7c / 255.0, 1.0 },
    [TV_LOG_EVENT_SQUARE] = { 0x62 / 255.0, 0xa5 / 255.0, 0xe8 / 255.0, 1.0 },
  };

  g_return_val_if_fail (shape < TV_N_LOG_EVENT_SHAPES, NULL);
  return &colors[shape];
}

/* Returns the palette index for bars with text. Process lifetimes are grey. */
guint
tv_log_event_get_palette_index (TvLogEventKind kind)
{
  static const guint indices[TV_N_LOG_EVENT_SHAPES] = {
    [TV_LOG_EVENT_FLAG] = 1,
    [TV_LOG_EVENT_TRIANGLE] = 4,
    [TV_LOG_EVENT_DISC] = 2,
    [TV_LOG_EVENT_SQUARE] = 0,
  };

  if (kind == TV_LOG_EVENT_PROCESS_START || kind == TV_LOG_EVENT_PROCESS_DEATH)
    return TV_PALETTE_NEUTRAL;
  return indices[tv_log_event_get_shape (kind)];
}

static const char *
get_kind_title (TvLogEventKind kind)
{
  static const char *const titles[] = {
    [TV_LOG_EVENT_ANR] = N_("ANR"),
    [TV_LOG_EVENT_CRASH] = N_("Crash"),
    [TV_LOG_EVENT_NATIVE_CRASH] = N_("Native crash"),
    [TV_LOG_EVENT_GC] = N_("GC"),
    [TV_LOG_EVENT_GC_WAIT] = N_("Waited for GC"),
    [TV_LOG_EVENT_SKIPPED_FRAMES] = N_("Skipped frames"),
    [TV_LOG_EVENT_LONG_FRAME] = N_("Long frame"),
    [TV_LOG_EVENT_PROCESS_START] = N_("Process started"),
    [TV_LOG_EVENT_PROCESS_BOUND] = N_("Process bound"),
    [TV_LOG_EVENT_PROCESS_DEATH] = N_("Process ended"),
    [TV_LOG_EVENT_KILL] = N_("Killed"),
    [TV_LOG_EVENT_LOW_MEMORY_KILL] = N_("Killed to free memory"),
    [TV_LOG_EVENT_STRICT_MODE] = N_("StrictMode"),
    [TV_LOG_EVENT_WATCHDOG] = N_("Watchdog"),
    [TV_LOG_EVENT_LOCK_WAIT] = N_("Waited for a lock"),
    [TV_LOG_EVENT_LAUNCH] = N_("Displayed"),
    [TV_LOG_EVENT_LOST_LINES] = N_("Dropped lines"),
    [TV_LOG_EVENT_CLOCK_JUMP] = N_("Clock set"),
    [TV_LOG_EVENT_ACTIVITY] = N_("Activity"),
    [TV_LOG_EVENT_SERVICE] = N_("Service"),
    [TV_LOG_EVENT_FREEZE] = N_("Frozen"),
    [TV_LOG_EVENT_UNFREEZE] = N_("Frozen until here"),
    [TV_LOG_EVENT_BINDER] = N_("Binder call"),
    [TV_LOG_EVENT_DATABASE] = N_("Query"),
    [TV_LOG_EVENT_DEVICE] = N_("Device"),
    [TV_LOG_EVENT_BOOT] = N_("Boot"),
    [TV_LOG_EVENT_MEMORY] = N_("Memory"),
    [TV_LOG_EVENT_SYSTEM] = N_("System event"),
    [TV_LOG_EVENT_SCRIPT_ERROR] = N_("Script error"),
    [TV_LOG_EVENT_KERNEL_CRASH] = N_("Kernel crash"),
    [TV_LOG_EVENT_KERNEL_STALL] = N_("Kernel stall"),
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (titles) == TV_N_LOG_EVENT_KINDS);
  g_return_val_if_fail (kind < TV_N_LOG_EVENT_KINDS, NULL);
  return _ (titles[kind]);
}

/* Returns the name in a line; without the package if it is the component of a launch. Returns NULL if the line
 * contains no name. */
static char *
dup_name (TvTrace *trace, const TvDecodedLogLine *meaning)
{
  gsize len;
  const char *text = tv_trace_get_log_text (trace, meaning->line, &len);
  g_autofree char *name = NULL;
  const char *slash;

  if (meaning->name_size == 0)
    return NULL;
  name = tv_string_pool_dup_valid (text + meaning->name_start,
                                   MIN (meaning->name_size, NAME_MAX_BYTES));
  slash = meaning->kind == TV_LOG_EVENT_LAUNCH ? strrchr (name, '/') : NULL;
  if (slash == NULL)
    return g_steal_pointer (&name);
  return g_strdup (slash[1] == '.' ? slash + 2 : slash + 1);
}

/* Returns the title of an event. Records of the event log are titled with their tag, which is more specific than the
 * kind. */
static const char *
get_title (TvTrace *trace, const TvDecodedLogLine *meaning)
{
  guint32 tag = tv_trace_get_log_lines (trace)->tag[meaning->line];

  return meaning->kind >= TV_LOG_EVENT_ACTIVITY && tag != TV_NONE ? tv_trace_get_string (trace, tag)
                                                                  : get_kind_title (meaning->kind);
}

/* Describes a clock step. Steps of two days or more are given in days, because a clock may jump from 1970 to the
 * present. */
static char *
dup_step (gint64 seconds)
{
  guint64 size = (guint64) ABS (seconds);
  g_autofree char *time = NULL;

  if (size >= 2 * SECONDS_PER_DAY)
    time = tv_number_printf (ngettext ("%d day", "%d days", (gulong) (size / SECONDS_PER_DAY)),
                             (int) (size / SECONDS_PER_DAY));
  else
    time = tv_time_format ((gint64) size * NS_PER_S);
  /* Translators: a duration, such as 12 s or 40 days */
  return g_strdup_printf (seconds < 0 ? _("clock set back %s") : _("clock set ahead %s"), time);
}

/**
 * tv_log_event_dup_label:
 * @meaning: a decoded log line of the trace
 *
 * Returns: (transfer full): a short description, such as “ANR in com.example.shop”
 */
char *
tv_log_event_dup_label (TvTrace *trace, const TvDecodedLogLine *meaning)
{
  g_autofree char *name = dup_name (trace, meaning);
  g_autofree char *dur = meaning->dur_ns >= 0 ? tv_time_format (meaning->dur_ns) : NULL;
  const char *title = get_title (trace, meaning);

  if (meaning->kind == TV_LOG_EVENT_CLOCK_JUMP)
    return dup_step (meaning->value);
  if (meaning->kind == TV_LOG_EVENT_SKIPPED_FRAMES)
    return tv_number_printf (_("skipped %d"), (int) meaning->value);
  if (meaning->kind == TV_LOG_EVENT_LOST_LINES)
    return tv_number_printf (
        ngettext ("%d line dropped", "%d lines dropped", (gulong) meaning->value),
        (int) meaning->value);
  if (meaning->kind == TV_LOG_EVENT_LAUNCH && name != NULL && dur != NULL)
    /* Translators: an activity, and its launch time */
    return g_strdup_printf (_("%s displayed after %s"), name, dur);
  if (meaning->kind == TV_LOG_EVENT_ANR && name != NULL)
    return g_strdup_printf (_("ANR in %s"), name);
  if (dur != NULL)
    return g_strdup_printf ("%s %s", title, dur);
  return name != NULL ? g_strdup_printf ("%s: %s", title, name) : g_strdup (title);
}
