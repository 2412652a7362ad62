/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/log-decoder.h"

#include <string.h>

#include "core/memory/parallel.h"
#include "formats/input/scan.h"

/* Decodes lines of device logs. A rule consists of a tag and a function that matches the message and parses its
 * fields. The patterns come from the log calls in Android (ActivityManagerService, ActiveServices, Choreographer,
 * ART's Heap::LogGC, lmkd, debuggerd), in OpenHarmony and in the kernel. Entry point: tv_log_decoder, which the
 * readers of logs pass to the builder. The builder calls it once, when the trace is finished. Lines are decoded in
 * parallel tasks; each task writes only its own array and reads the trace. */

/* Number of lines that one task decodes. */
#define LINES_PER_TASK 65536

#define NS_PER_US 1000.0
#define NS_PER_MS 1000000.0
#define NS_PER_S  1000000000.0
#define MAX_NS    9e15

/* State of matching a message: @rest has not been parsed yet, and @decoded receives the fields. */
typedef struct
{
  TvSpan message;
  TvSpan rest;
  TvDecodedLogLine *decoded;
} Scan;

static gboolean
take (Scan *scan, const char *text)
{
  return tv_scan_word (&scan->rest, text);
}

static gboolean
skip_to (Scan *scan, const char *text)
{
  return tv_scan_past (&scan->rest, text);
}

/* Takes a number of at most 18 digits. */
static gboolean
take_number (Scan *scan, gint64 *number)
{
  gsize n = 0;
  gint64 value = 0;

  for (; n < scan->rest.size && n < 18 && g_ascii_isdigit (scan->rest.text[n]); n++)
    value = value * 10 + (scan->rest.text[n] - '0');
  tv_scan_go (&scan->rest, scan->rest.text + n);
  *number = value;
  return n > 0;
}

static gboolean
take_pid (Scan *scan)
{
  gint64 pid;

  if (!take_number (scan, &pid) || pid > G_MAXINT32)
    return FALSE;
  scan->decoded->pid = (guint32) pid;
  return TRUE;
}

/* Takes the name of the subject, which ends before any character of @ends. */
static gboolean
take_name (Scan *scan, const char *ends)
{
  gsize n = 0;

  while (n < scan->rest.size && strchr (ends, scan->rest.text[n]) == NULL)
    n++;
  scan->decoded->name_start = (guint32) (scan->rest.text - scan->message.text);
  scan->decoded->name_size = (guint32) n;
  tv_scan_go (&scan->rest, scan->rest.text + n);
  return n > 0;
}

/* Takes a decimal number; the decimal point is optional. */
static gboolean
take_decimal (TvSpan *rest, double *number)
{
  double digit = 1;
  gsize n = 0;

  *number = 0;
  for (;
       n < rest->size && (g_ascii_isdigit (rest->text[n]) || (rest->text[n] == '.' && digit == 1));
       n++)
    if (rest->text[n] == '.')
      digit = 0.1;
    else if (digit == 1)
      *number = *number * 10 + (rest->text[n] - '0');
    else
      {
        *number += (rest->text[n] - '0') * digit;
        digit /= 10;
      }
  tv_scan_go (rest, rest->text + n);
  return n > 0;
}

/* Takes a duration as ART and Android's framework print it: 12ms, 1.5s, 812us, +1s234ms, +1m2s3ms. */
static gboolean
take_duration (Scan *scan)
{
  double ns = 0, number;
  gboolean is_any = FALSE;

  take (scan, "+");
  for (; take_decimal (&scan->rest, &number); is_any = TRUE)
    if (take (scan, "ms"))
      ns += number * NS_PER_MS;
    else if (take (scan, "us"))
      ns += number * NS_PER_US;
    else if (take (scan, "ns"))
      ns += number;
    else if (take (scan, "s"))
      ns += number * NS_PER_S;
    else if (take (scan, "m"))
      ns += number * 60 * NS_PER_S;
    else
      return FALSE;
  if (is_any && ns < MAX_NS)
    scan->decoded->dur_ns = (gint64) (ns + 0.5);
  return is_any;
}

static gboolean
match_anr (Scan *scan)
{
  return take (scan, "ANR in ") && take_name (scan, " (\n");
}

static gboolean
match_start (Scan *scan)
{
  return take (scan, "Start proc ") && take_pid (scan) && take (scan, ":") &&
         take_name (scan, "/ ");
}

static gboolean
match_kill (Scan *scan)
{
  return take (scan, "Killing ") && take_pid (scan) && take (scan, ":") && take_name (scan, "/ ");
}

static gboolean
match_death (Scan *scan)
{
  return take (scan, "Process ") && take_name (scan, " ") && take (scan, " (pid ") &&
         take_pid (scan) && skip_to (scan, "has died");
}

static gboolean
match_exit (Scan *scan)
{
  return take (scan, "Process ") && take_pid (scan) && take (scan, " exited ");
}

static gboolean
match_launch (Scan *scan)
{
  return take (scan, "Displayed ") && take_name (scan, " :,") && skip_to (scan, ": ") &&
         take_duration (scan);
}

static gboolean
match_crash (Scan *scan)
{
  if (!take (scan, "FATAL EXCEPTION: ") && !take (scan, "*** FATAL EXCEPTION IN SYSTEM PROCESS: "))
    return FALSE;
  return take_name (scan, "\n");
}

static gboolean
match_native_crash (Scan *scan)
{
  if (!take (scan, "Fatal signal "))
    return FALSE;
  if (skip_to (scan, ", pid ") && take_pid (scan) && take (scan, " ("))
    take_name (scan, ")");
  return TRUE;
}

/* Matches a garbage collection. The duration is the "total" time: that of the whole concurrent collection for ART,
 * and that of the collection with its pauses for Dalvik. */
static gboolean
match_gc (Scan *scan)
{
  const char *start = scan->rest.text;

  if (!skip_to (scan, "GC freed ") && !(take (scan, "GC_") && skip_to (scan, " freed ")))
    return FALSE;
  scan->decoded->name_start = (guint32) (start - scan->message.text);
  scan->decoded->name_size = (guint32) (scan->rest.text - start - strlen (" freed "));
  if (skip_to (scan, "total "))
    take_duration (scan);
  return TRUE;
}

static gboolean
match_gc_wait (Scan *scan)
{
  return take (scan, "WaitForGcToComplete blocked ") && skip_to (scan, " for ") &&
         take_duration (scan);
}

static gboolean
match_lock_wait (Scan *scan)
{
  return take (scan, "Long monitor contention with owner ") && take_name (scan, " (") &&
         skip_to (scan, " for ") && take_duration (scan);
}

static gboolean
match_skipped (Scan *scan)
{
  return take (scan, "Skipped ") && take_number (scan, &scan->decoded->value) &&
         take (scan, " frames!");
}

static gboolean
match_long_frame (Scan *scan)
{
  return take (scan, "Davey! duration=") && take_duration (scan);
}

static gboolean
match_strict_mode (Scan *scan)
{
  if (!take (scan, "StrictMode policy violation"))
    return FALSE;
  if (skip_to (scan, "~duration="))
    {
      gint64 ms;

      if (take_number (scan, &ms) && ms < G_MAXINT32)
        scan->decoded->dur_ns = ms * 1000000;
    }
  if (skip_to (scan, ": "))
    take_name (scan, "\n");
  return TRUE;
}

static gboolean
match_memory_kill (Scan *scan)
{
  return (take (scan, "Kill '") || take (scan, "Killing '")) && take_name (scan, "'") &&
         take (scan, "' (") && take_pid (scan);
}

static gboolean
match_watchdog (Scan *scan)
{
  return take (scan, "*** WATCHDOG KILLING SYSTEM PROCESS: ") && take_name (scan, "\n");
}

/* Matches OpenHarmony AppKit's `BUNDLE is about to exit due to RuntimeError`. */
static gboolean
match_script_error (Scan *scan)
{
  while (scan->rest.size > 0 && g_ascii_isspace (*scan->rest.text))
    tv_scan_go (&scan->rest, scan->rest.text + 1);
  return take_name (scan, " \n") && take (scan, " is about to exit due to ");
}

/* Skips the caller before a kernel message: `(CPU)[TID:NAME]`, written by MediaTek, `[CPU: NAME: TID]`, written by
 * Samsung, or `[pid:TID,cpuN,NAME,0]`, written by Huawei. */
static void
skip_caller (Scan *scan)
{
  TvSpan rest = scan->rest, caller;
  gint64 cpu;

  tv_scan_blanks (&rest);
  tv_scan_word (&rest, "-");
  if (tv_scan_word (&rest, "("))
    {
      Scan number = { rest, rest, scan->decoded };

      if (!take_number (&number, &cpu) || !take (&number, ")"))
        return;
      rest = number.rest;
    }
  if (!tv_scan_word (&rest, "["))
    return;
  caller = tv_scan_before (&rest, ']');
  if (!tv_scan_byte (&rest, ']') || caller.size == 0 ||
      memchr (caller.text, ':', caller.size) == NULL)
    return;
  tv_scan_blanks (&rest);
  scan->rest = rest;
}

/* Matches the first line of a kernel oops or panic. Warnings do not match, because the kernel continues after them. */
static gboolean
match_kernel_crash (Scan *scan)
{
  static const char *const begins[] = { "Kernel panic - not syncing: ",
                                        "Internal error: ",
                                        "Unable to handle kernel ",
                                        "kernel BUG at ",
                                        "BUG: unable to handle ",
                                        "general protection fault",
                                        "Oops: " };

  skip_caller (scan);
  for (guint i = 0; i < G_N_ELEMENTS (begins); i++)
    {
      Scan name = *scan;

      if (take (scan, begins[i]))
        return take_name (&name, "\n");
    }
  return FALSE;
}

/* Matches the first line of a kernel report about a blocked task, a lockup or an RCU stall. */
static gboolean
match_kernel_stall (Scan *scan)
{
  Scan name;

  skip_caller (scan);
  name = *scan;
  if (!take (scan, "NMI watchdog: "))
    take (scan, "watchdog: ");
  take (scan, "rcu: ");
  if (take (scan, "INFO: task "))
    return skip_to (scan, " blocked for more than ") && take_name (&name, "\n");
  if (take (scan, "INFO: rcu"))
    return (skip_to (scan, "self-detected stall on CPU") || skip_to (scan, "detected stalls on ") ||
            skip_to (scan, "detected expedited stalls on ")) &&
           take_name (&name, "\n");
  if (take (scan, "BUG: soft lockup - CPU#"))
    return skip_to (scan, " stuck for ") && take_name (&name, "\n");
  return (take (scan, "Watchdog detected hard LOCKUP on cpu ") ||
          take (scan, "BUG: workqueue lockup - ")) &&
         take_name (&name, "\n");
}

/* Matches a message about a process that the kernel killed to free memory: `lowmemorykiller: Killing 'NAME' (PID),
 * adj N` or `[Out of memory: ]Kill[ed] process PID (NAME)`. */
static gboolean
match_kernel_kill (Scan *scan)
{
  skip_caller (scan);
  if (take (scan, "lowmemorykiller: "))
    return match_memory_kill (scan);
  if (!take (scan, "Out of memory: "))
    take (scan, "Memory cgroup out of memory: ");
  return (take (scan, "Kill process ") || take (scan, "Killed process ")) && take_pid (scan) &&
         (take (scan, " (") || take (scan, ", name ")) && take_name (scan, "),\n");
}

/* Matches a message about dropped lines: "…OVER PROC QUOTA, 12 DROPPED…" of hilog's LOGLIMIT, "12 line(s) dropped!"
 * of hilog's daemon, or "… expire 12 lines" of logd's chatty. */
static gboolean
match_loss (Scan *scan)
{
  Scan at = *scan;

  if (!skip_to (&at, "QUOTA, ") && !skip_to (&at, " expire "))
    at = *scan;
  return take_number (&at, &scan->decoded->value) &&
         (skip_to (&at, "DROPPED") || skip_to (&at, "dropped") || take (&at, " line"));
}

typedef struct
{
  const char *tag; /* (nullable): NULL for any tag or none; "" for lines without a tag */
  gboolean (*match) (Scan *scan);
  TvLogEventKind kind;
} Rule;

static const Rule rules[] = {
  { "ActivityManager", match_anr, TV_LOG_EVENT_ANR },
  { "ActivityManager", match_start, TV_LOG_EVENT_PROCESS_START },
  { "ActivityManager", match_kill, TV_LOG_EVENT_KILL },
  { "ActivityManager", match_death, TV_LOG_EVENT_PROCESS_DEATH },
  { "ActivityManager", match_launch, TV_LOG_EVENT_LAUNCH },
  { "ActivityTaskManager", match_launch, TV_LOG_EVENT_LAUNCH },
  { "Zygote", match_exit, TV_LOG_EVENT_PROCESS_DEATH },
  { "AndroidRuntime", match_crash, TV_LOG_EVENT_CRASH },
  { "libc", match_native_crash, TV_LOG_EVENT_NATIVE_CRASH },
  { "Choreographer", match_skipped, TV_LOG_EVENT_SKIPPED_FRAMES },
  { "OpenGLRenderer", match_long_frame, TV_LOG_EVENT_LONG_FRAME },
  { "HWUI", match_long_frame, TV_LOG_EVENT_LONG_FRAME },
  { "StrictMode", match_strict_mode, TV_LOG_EVENT_STRICT_MODE },
  { "lowmemorykiller", match_memory_kill, TV_LOG_EVENT_LOW_MEMORY_KILL },
  { "lmkd", match_memory_kill, TV_LOG_EVENT_LOW_MEMORY_KILL },
  { "Watchdog", match_watchdog, TV_LOG_EVENT_WATCHDOG },
  { "LOGLIMIT", match_loss, TV_LOG_EVENT_LOST_LINES },
  { "LOGLIMITD", match_loss, TV_LOG_EVENT_LOST_LINES },
  { "chatty", match_loss, TV_LOG_EVENT_LOST_LINES },
  { "dalvikvm", match_gc, TV_LOG_EVENT_GC },
  /* ART's tag is "art" or the process name. */
  { NULL, match_gc, TV_LOG_EVENT_GC },
  { NULL, match_gc_wait, TV_LOG_EVENT_GC_WAIT },
  { NULL, match_lock_wait, TV_LOG_EVENT_LOCK_WAIT },
  /* Some logs have no tags, or contain the process name instead of the tag. */
  { NULL, match_crash, TV_LOG_EVENT_CRASH },
  { NULL, match_watchdog, TV_LOG_EVENT_WATCHDOG },
  { "", match_native_crash, TV_LOG_EVENT_NATIVE_CRASH },
  { "", match_anr, TV_LOG_EVENT_ANR },
  { NULL, match_script_error, TV_LOG_EVENT_SCRIPT_ERROR },
  { "", match_kernel_crash, TV_LOG_EVENT_KERNEL_CRASH },
  { "", match_kernel_stall, TV_LOG_EVENT_KERNEL_STALL },
  { "", match_kernel_kill, TV_LOG_EVENT_LOW_MEMORY_KILL },
};

/**
 * tv_log_event_kind_name:
 *
 * Returns: untranslated name of the kind, used in tables
 */
const char *
tv_log_event_kind_name (TvLogEventKind kind)
{
  static const char *const names[] = {
    "anr",
    "crash",
    "native_crash",
    "gc",
    "gc_wait",
    "skipped_frames",
    "long_frame",
    "process_start",
    "process_bound",
    "process_death",
    "process_kill",
    "low_memory_kill",
    "strict_mode",
    "watchdog",
    "monitor_contention",
    "launch",
    "lost_lines",
    "clock_jump",
    "activity",
    "service",
    "freeze",
    "unfreeze",
    "binder",
    "database",
    "device",
    "boot",
    "memory",
    "system_event",
    "script_error",
    "kernel_crash",
    "kernel_stall",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_LOG_EVENT_KINDS);
  g_return_val_if_fail (kind < TV_N_LOG_EVENT_KINDS, NULL);
  return names[kind];
}

/* The rules for a tag. The array is indexed by string id. */
typedef struct
{
  gboolean is_known;
  guint8 first_rule; /* index of the tag's first rule + 1; 0 if the tag has no rules */
  TvLogRecordKind record;
} TagRules;

static TagRules *
index_tags (TvTrace *trace, const TvLogLines *lines)
{
  guint32 n = 0;
  TagRules *tags;

  for (guint32 i = 0; i < lines->n; i++)
    if (lines->tag[i] != TV_NONE)
      n = MAX (n, lines->tag[i] + 1);
  tags = g_new0 (TagRules, n + 1);
  for (guint32 i = 0; i < lines->n; i++)
    {
      TagRules *tag = lines->tag[i] != TV_NONE ? &tags[lines->tag[i]] : NULL;
      const char *name = NULL;

      if (tag == NULL || tag->is_known)
        continue;
      name = tv_trace_get_string (trace, lines->tag[i]);
      tag->is_known = TRUE;
      for (guint rule = 0; rule < G_N_ELEMENTS (rules) && tag->first_rule == 0; rule++)
        if (rules[rule].tag != NULL && g_str_equal (rules[rule].tag, name))
          tag->first_rule = (guint8) (rule + 1);
      tag->record = tv_log_record_kind_find (name);
    }
  return tags;
}

/* Returns whether a rule applies to a line. @tag: (nullable): the tag of the line if it has rules of its own */
static gboolean
rule_applies (const Rule *rule, gboolean has_tag, const char *tag)
{
  if (rule->tag == NULL)
    return TRUE;
  return *rule->tag == '\0' ? !has_tag : tag != NULL && g_str_equal (rule->tag, tag);
}

static gboolean
apply_rules (const char *text,
             gsize len,
             guint32 line,
             gboolean has_tag,
             guint first,
             TvDecodedLogLine *decoded)
{
  const char *tag = first > 0 ? rules[first - 1].tag : NULL;
  guint start = first > 0 ? first - 1 : 0;

  for (guint i = start; i < G_N_ELEMENTS (rules); i++)
    {
      Scan scan = { { text, len }, { text, len }, decoded };

      if (!rule_applies (&rules[i], has_tag, tag))
        continue;
      *decoded = (TvDecodedLogLine){ .line = line,
                                     .kind = rules[i].kind,
                                     .pid = TV_NONE,
                                     .dur_ns = -1,
                                     .value = -1,
                                     .start_line = TV_NONE,
                                     .slice = TV_NONE };
      if (rules[i].match (&scan))
        return TRUE;
    }
  return FALSE;
}

/* Job of decoding all lines. Each task decodes a range of consecutive lines. */
typedef struct
{
  TvTrace *trace;
  const TagRules *tags;
  GArray **found; /* TvDecodedLogLine, per task */
} Job;

static gboolean
decode_line (const Job *job, const TvLogLines *lines, guint32 line, TvDecodedLogLine *decoded)
{
  guint32 tag = lines->tag[line];
  gsize len;
  const char *text = tv_trace_get_log_text (job->trace, line, &len);

  len = MIN (len, G_MAXUINT32);
  if (tag != TV_NONE && job->tags[tag].record.tag != NULL &&
      tv_log_record_read (&job->tags[tag].record, text, len, line, decoded))
    return TRUE;
  return apply_rules (text, len, line, tag != TV_NONE,
                      tag != TV_NONE ? job->tags[tag].first_rule : 0, decoded);
}

static void
decode_range (guint task, gpointer data)
{
  Job *job = data;
  const TvLogLines *lines = tv_trace_get_log_lines (job->trace);
  guint32 first = task * LINES_PER_TASK, end = MIN (lines->n, first + LINES_PER_TASK);

  job->found[task] = g_array_new (FALSE, FALSE, sizeof (TvDecodedLogLine));
  for (guint32 line = first; line < end; line++)
    {
      TvDecodedLogLine decoded;

      if (!decode_line (job, lines, line, &decoded))
        continue;
      if (decoded.pid == TV_NONE)
        decoded.pid = lines->pid[line];
      g_array_append_val (job->found[task], decoded);
    }
}

/* Decodes all lines in parallel. Implements TvLogDecoder.decode. */
static GArray *
decode (TvTrace *trace)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  guint n_tasks = (lines->n + LINES_PER_TASK - 1) / LINES_PER_TASK;
  g_autofree TagRules *tags = index_tags (trace, lines);
  g_autofree GArray **found = g_new0 (GArray *, n_tasks + 1);
  Job job = { trace, tags, found };
  GArray *all = g_array_new (FALSE, FALSE, sizeof (TvDecodedLogLine));

  tv_parallel_run (n_tasks, decode_range, &job);
  for (guint i = 0; i < n_tasks; i++)
    {
      if (found[i]->len > 0)
        g_array_append_vals (all, found[i]->data, found[i]->len);
      g_array_unref (found[i]);
    }
  return all;
}

const TvLogDecoder tv_log_decoder = { decode, tv_log_meanings_pair };
