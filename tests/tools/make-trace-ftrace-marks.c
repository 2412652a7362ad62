/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes markers of random threads: slices, asynchronous slices, counters, instants, kernel work items, and strings
 * that are not markers. */

#include "make-trace-ftrace-random.h"

#include <string.h>

#define LONG_NAME 700

/* clang-format off: keep several short strings on a line */
static const char *const names[] = {
  "OnVsyncEvent",
  "FlushVsync",
  "Layout",
  "Measure",
  "FlushLayoutTask",
  "FlushRenderTask",
  "Render",
  "RSRenderThread DrawFrame",
  "ReceiveVsync dataCount:24Bytes now:%u expectedEnd:%u",
  "JSAnimation",
  "CustomNode:BuildItem [ListItem][self:%u]",
  "JsEngine::Call",
  "binder transaction",
  "Choreographer#doFrame",
  "ExecuteJS",
  "decode",
  "Text Shaping [zh]",
  "FlushMessages",
  "Commit",
  "virtual int OHOS::AppExecFwk::BundleMgrProxy::Dump(const std::string &, int32_t)",
  "Swap:%u",
  "ProcessCommandUni [pid,index]:[%u,%u]",
  "AcquireBuffer",
  "ReleaseBuffer",
  "HTTP 200: /a/%u",
};
static const char *const odd_names[] = {
  "PerfRequest,cmdId[10010],msg[pid=277|tid=419]",
  "decode|image",
  "a|b|c %u",
  "[hcodec][8_e]WaitFence",
  "#tag# 7",
  "",
  " blanks  inside ",
  "M62",
  "name 12",
  "E|1|",
  "50% done",
  "quote\"d, com,ma",
  "Layout 4503559",
  "<b>&amp;</b>",
  "\xe6\xb8\xb2\xe6\x9f\x93",
  "B|7|within",
  "a||b",
};
static const char *const async_names[] = {
  "HttpRequest", "Image.load", "APP_LIST_FLING", "WEB_LIST_FLING", "aot load", "queue wait",
};
static const char *const counter_names[] = {
  "queue depth", "VSYNC-app", "BufferQueue size", "heap", "fps",
};
static const char *const tags[] = { "M62", "C62", "I3062", "M0538", "D39", "I30" };
static const char *const args[] = {
  "url=/a/46,len=7739",
  "key=value",
  "host=h2,retry=0,note=a|b",
  "no pairs at all",
};
static const char *const categories[] = { "network", "render", "io", NULL };
/* clang-format on */

static FtraceMark
mark_of (System *system, const Thread *thread)
{
  const Process *process = &system->processes[thread->process];

  return (FtraceMark){ .style = process->style, .event = process->event };
}

static void
say_mark (System *system, guint cpu, const Thread *thread, char kind, const FtraceMark *mark)
{
  ftrace_log_mark (system->log, system->ns, cpu, &thread->task, kind, mark);
}

/* Returns a random name with its numbers filled in. */
static const char *
make_name (System *system)
{
  const char *name = roll_odd (system, 60) ? PICK (system, odd_names) : PICK (system, names);

  g_string_truncate (system->name, 0);
  for (const char *at = name; *at != '\0'; at++)
    if (at[0] == '%' && at[1] == 'u')
      {
        g_string_append_printf (system->name, "%u", between (system, 1, 4000));
        at++;
      }
    else
      g_string_append_c (system->name, *at);
  if (roll_odd (system, 2))
    while (system->name->len < LONG_NAME)
      g_string_append (system->name, "/and/on");
  /* The second line of a message is not an event. */
  if (roll_odd (system, 2))
    g_string_append (system->name, "\nsecond line");
  return system->name->str;
}

static const char *
make_chain (System *system, const Process *process)
{
  static const char *const chains[] = {
    "[a92ab94c18e1341,0,0]#",
    "[8b00e96b2,2,1]#",
    "[8b00e96b2,2,1]#C##",
    "[8b00e96b2,3,2]#S##",
  };

  if (process->style == FTRACE_MARKS_ANDROID || !roll_odd (system, 50))
    return NULL;
  return process->style == FTRACE_MARKS_OLD ? PICK (system, chains)
                                            : chains[between (system, 0, 1)];
}

static void
say_begin (System *system, guint cpu, Thread *thread)
{
  FtraceMark mark = mark_of (system, thread);

  mark.name = make_name (system);
  mark.chain = make_chain (system, &system->processes[thread->process]);
  mark.tag = PICK (system, tags);
  if (roll (system, 250))
    mark.args = PICK (system, args);
  thread->depth++;
  say_mark (system, cpu, thread, 'B', &mark);
}

static void
say_end (System *system, guint cpu, Thread *thread)
{
  FtraceMark mark = mark_of (system, thread);

  if (thread->depth > 0)
    thread->depth--;
  say_mark (system, cpu, thread, 'E', &mark);
}

/* Ends a slice that never started, or starts an open slice again. */
static void
say_odd_async (System *system, guint cpu, const Thread *thread, const Async *async)
{
  FtraceMark mark = mark_of (system, thread);

  mark.name = async != NULL ? async->name : "never started";
  mark.category = async != NULL ? async->category : NULL;
  mark.value = async != NULL ? async->cookie : -1;
  say_mark (system, cpu, thread, async != NULL ? 'S' : 'F', &mark);
}

static void
start_async (System *system, const Process *process, Async *async)
{
  gboolean may_have_category = process->style != FTRACE_MARKS_OLD || system->options->has_oddities;

  async->name = PICK (system, async_names);
  async->chain = make_chain (system, process);
  async->cookie = system->next_cookie++;
  /* A name always has the same category, so that name and cookie identify a slice. */
  async->category = may_have_category ? categories[strlen (async->name) % 4] : NULL;
}

static void
say_async (System *system, guint cpu, Thread *thread)
{
  Process *process = &system->processes[thread->process];
  FtraceMark mark = mark_of (system, thread);
  guint n = process->n_asyncs;
  Async *async = n > 0 ? &process->asyncs[between (system, 0, n - 1)] : NULL;
  gboolean starts = n == 0 || (n < ASYNC_MAX && roll (system, 500));

  if (roll_odd (system, 30))
    {
      say_odd_async (system, cpu, thread, async);
      return;
    }
  if (starts)
    {
      async = &process->asyncs[process->n_asyncs++];
      start_async (system, process, async);
    }
  mark.name = async->name;
  mark.chain = async->chain;
  mark.category = async->category;
  mark.value = async->cookie;
  mark.args = starts && roll (system, 400) ? PICK (system, args) : NULL;
  say_mark (system, cpu, thread, starts ? 'S' : 'F', &mark);
  if (!starts)
    *async = process->asyncs[--process->n_asyncs];
}

static void
say_counter (System *system, guint cpu, Thread *thread)
{
  FtraceMark mark = mark_of (system, thread);

  system->depth_of_queue += (gint64) between (system, 0, 8) - 4;
  mark.name = PICK (system, counter_names);
  mark.value = system->depth_of_queue;
  if (roll_odd (system, 20))
    mark.value = roll (system, 500) ? G_MAXINT64 : -G_MAXINT64;
  say_mark (system, cpu, thread, 'C', &mark);
}

/* Writes markers that only exist on Android: instants and named tracks. */
static void
say_track (System *system, guint cpu, Thread *thread)
{
  FtraceMark mark = mark_of (system, thread);
  guint which = between (system, 0, 3);

  if (mark.style != FTRACE_MARKS_ANDROID)
    return;
  mark.name = PICK (system, async_names);
  mark.track = which == 1 ? "Jank" : "WM transitions";
  if (which == 0)
    say_mark (system, cpu, thread, 'I', &mark);
  if (which == 1)
    say_mark (system, cpu, thread, 'N', &mark);
  if (which < 2)
    return;
  mark.value = system->next_cookie++;
  say_mark (system, cpu, thread, 'G', &mark);
  pass_time (system);
  if (which == 2)
    say_mark (system, cpu, thread, 'H', &mark);
}

static void
say_odd_mark (System *system, guint cpu, Thread *thread)
{
  static const char *const texts[] = {
    "hello from a shell",
    "S|77|H:no cookie",
    "C|77|H:no value|",
    "Bare",
    "B without bars",
    "",
    "E|1|Chromium name|args|cat",
    "E|",
    "trace_event_clock_sync: realtime_ts=1718000000123",
  };
  const char *text = PICK (system, texts);

  if (text[0] == 'E' && thread->depth > 0)
    thread->depth--;
  ftrace_log_text (system->log, system->ns, cpu, &thread->task,
                   system->processes[thread->process].event, text);
}

static void
say_work (System *system, guint cpu, Thread *thread)
{
  thread->is_working = !thread->is_working;
  ftrace_log_begin (system->log, system->ns, cpu, &thread->task, FTRACE_IN_TASK,
                    thread->is_working ? "workqueue_execute_start" : "workqueue_execute_end");
  ftrace_log_string (system->log, "work struct 00000000caff3e87: function wb_workfn");
  ftrace_log_end (system->log);
}

void
ftrace_system_say (System *system, guint cpu, Thread *thread)
{
  guint limit = MIN ((guint) system->options->depth, 40);
  guint kind = between (system, 0, 999);

  if (thread->is_kworker)
    say_work (system, cpu, thread);
  else if (roll_odd (system, 8))
    say_odd_mark (system, cpu, thread);
  else if (kind < 90)
    say_async (system, cpu, thread);
  else if (kind < 150)
    say_counter (system, cpu, thread);
  else if (kind < 190)
    say_track (system, cpu, thread);
  else if (thread->depth == 0 && roll_odd (system, 15))
    say_end (system, cpu, thread);
  else if (thread->depth < limit && between (system, 0, limit) >= thread->depth / 2 &&
           (thread->depth == 0 || roll (system, 520)))
    say_begin (system, cpu, thread);
  else if (thread->depth > 0)
    say_end (system, cpu, thread);
}
