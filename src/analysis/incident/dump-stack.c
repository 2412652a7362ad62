/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/dump-stack.h"

#include <string.h>

/* What the frames of a stack tell of what a thread was doing. Names are those of Android's and Java's own
 * classes, of its C library and of libbinder. */

static const char *
get_name (TvTrace *trace, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 symbol = stacks->frames[stacks->callsites[callsite].frame].symbol;
  const char *name = NULL;

  if (symbol != TV_NONE)
    name = tv_trace_get_string (trace, tv_trace_get_symbols (trace, NULL)[symbol].name);
  return name != NULL ? name : "";
}

static const char *
get_class (TvTrace *trace, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 symbol = stacks->frames[stacks->callsites[callsite].frame].symbol;
  const char *name = NULL;

  if (symbol != TV_NONE)
    name = tv_trace_get_string (trace, tv_trace_get_symbols (trace, NULL)[symbol].class_name);
  return name != NULL ? name : "";
}

static TvFrameKind
get_kind (TvTrace *trace, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  return stacks->frames[stacks->callsites[callsite].frame].kind;
}

static guint32
get_caller (TvTrace *trace, guint32 callsite)
{
  return tv_trace_get_stacks (trace)->callsites[callsite].parent;
}

static gboolean
is_one_of (const char *name, const char *const *names)
{
  for (; *names != NULL; names++)
    if (strcmp (name, *names) == 0)
      return TRUE;
  return FALSE;
}

/* Names of libbinder have their arguments behind them in older dumps. */
static gboolean
is_native_call (const char *name)
{
  return g_str_has_prefix (name, "android::IPCThreadState::waitForResponse") ||
         g_str_has_prefix (name, "android::IPCThreadState::transact");
}

static gboolean
is_managed_call (TvTrace *trace, guint32 callsite)
{
  return strcmp (get_class (trace, callsite), "android.os.BinderProxy") == 0 &&
         g_str_has_prefix (get_name (trace, callsite), "transact");
}

/* The innermost frame that calls another process, or %TV_NONE. A thread that is called itself in the frames
 * inside of it does something else now. */
static guint32
find_transact (TvTrace *trace, guint32 callsite)
{
  for (; callsite != TV_NONE; callsite = get_caller (trace, callsite))
    {
      const char *class = get_class (trace, callsite);

      if (get_kind (trace, callsite) == TV_FRAME_NATIVE
              ? is_native_call (get_name (trace, callsite))
              : is_managed_call (trace, callsite))
        return callsite;
      if (get_kind (trace, callsite) == TV_FRAME_MANAGED && *class != '\0')
        return TV_NONE;
    }
  return TV_NONE;
}

/**
 * tv_dump_stack_is_calling:
 * @trace: a trace
 * @callsite: the innermost one of a thread, or %TV_NONE
 *
 * Returns: whether it waits for the answer of another process
 */
gboolean
tv_dump_stack_is_calling (TvTrace *trace, guint32 callsite)
{
  return find_transact (trace, callsite) != TV_NONE;
}

/**
 * tv_dump_stack_find_call:
 * @trace: a trace
 * @callsite: the innermost one of a thread, or %TV_NONE
 *
 * Returns: the frame that says which method of another process is called, or %TV_NONE
 */
guint32
tv_dump_stack_find_call (TvTrace *trace, guint32 callsite)
{
  for (callsite = find_transact (trace, callsite); callsite != TV_NONE;
       callsite = get_caller (trace, callsite))
    if (get_kind (trace, callsite) == TV_FRAME_MANAGED && !is_managed_call (trace, callsite))
      return callsite;
  return TV_NONE;
}

static gboolean
is_of_system (const char *class)
{
  static const char *const prefixes[] = { "java.",
                                          "javax.",
                                          "android.",
                                          "dalvik.",
                                          "sun.",
                                          "libcore.",
                                          "jdk.",
                                          "kotlin.",
                                          "kotlinx.",
                                          "androidx.",
                                          "com.android.internal." };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (class, prefixes[i]))
      return TRUE;
  return FALSE;
}

/* Native code is the program's own where it was installed with it: below the folders of apps, and in packages. */
static gboolean
is_installed (TvTrace *trace, guint32 callsite)
{
  static const char *const folders[] = { "/data/app/",     "/data/data/",  "/data/user/",
                                         "/data/storage/", "/data/local/", "/mnt/expand/" };
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 mapping = stacks->frames[stacks->callsites[callsite].frame].mapping;
  const char *path = mapping != TV_NONE
                         ? tv_trace_get_string (trace, stacks->mappings[mapping].path)
                         : NULL;

  for (guint i = 0; path != NULL && i < G_N_ELEMENTS (folders); i++)
    if (g_str_has_prefix (path, folders[i]))
      return TRUE;
  return path != NULL && strstr (path, ".apk!") != NULL;
}

/**
 * tv_dump_stack_is_own:
 * @trace: a trace
 * @callsite: a frame of a stack
 *
 * Returns: whether it is of the program itself and of no library of the system's
 */
gboolean
tv_dump_stack_is_own (TvTrace *trace, guint32 callsite)
{
  switch (get_kind (trace, callsite))
    {
    case TV_FRAME_MANAGED:
      return *get_name (trace, callsite) != '\0' && !is_of_system (get_class (trace, callsite));
    case TV_FRAME_JS:
      return TRUE;
    case TV_FRAME_NATIVE:
      return is_installed (trace, callsite);
    default:
      return FALSE;
    }
}

/**
 * tv_dump_stack_find_own:
 * @trace: a trace
 * @callsite: the innermost one of a thread, or %TV_NONE
 *
 * Returns: the innermost frame that is the program's own and no library of the system's; the innermost
 *   with a name where none is; or %TV_NONE
 */
guint32
tv_dump_stack_find_own (TvTrace *trace, guint32 callsite)
{
  guint32 first = TV_NONE;

  for (; callsite != TV_NONE; callsite = get_caller (trace, callsite))
    {
      if (tv_dump_stack_is_own (trace, callsite))
        return callsite;
      if (first == TV_NONE && *get_name (trace, callsite) != '\0')
        first = callsite;
    }
  return first;
}

/* What the native frame inside of all others tells, or %TV_DOING_UNKNOWN. */
static TvDumpDoing
find_native_doing (const char *name)
{
  static const char *const polls[] = { "__epoll_pwait", "epoll_wait", "epoll_pwait", "__ppoll",
                                       "poll",          "ppoll",      NULL };
  static const char *const io[] = { "read",      "__read",   "write",   "__write", "fsync",
                                    "__fsync",   "pread",    "pread64", "pwrite",  "pwrite64",
                                    "fdatasync", "__openat", "openat",  "open",    "fstatat64",
                                    "fstat",     "stat",     "readv",   "writev",  "__fdatasync",
                                    NULL };

  if (is_one_of (name, polls))
    return TV_DOING_IDLE;
  if (is_one_of (name, io))
    return TV_DOING_IO;
  return TV_DOING_UNKNOWN;
}

static TvDumpDoing
find_managed_doing (const char *class, const char *name)
{
  static const struct
  {
    const char *class;
    const char *name;
    TvDumpDoing doing;
  } methods[] = {
    { "android.os.MessageQueue", "nativePollOnce", TV_DOING_IDLE },
    { "android.os.MessageQueue", "next", TV_DOING_IDLE },
    { "java.lang.ref.ReferenceQueue", "remove", TV_DOING_IDLE },
    { "java.util.concurrent.ThreadPoolExecutor", "getTask", TV_DOING_IDLE },
    { "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "take", TV_DOING_IDLE },
    { "java.util.concurrent.ForkJoinPool", "awaitWork", TV_DOING_IDLE },
    { "java.util.TimerThread", "mainLoop", TV_DOING_IDLE },
    { "java.util.Timer$TimerImpl", "run", TV_DOING_IDLE },
    { "java.lang.Daemons$FinalizerWatchdogDaemon", "sleepUntilNeeded", TV_DOING_IDLE },
    { "java.lang.Daemons$FinalizerWatchdogDaemon", "waitForObject", TV_DOING_IDLE },
    { "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker", "park", TV_DOING_IDLE },
    { "okhttp3.internal.concurrent.TaskRunner", "awaitTaskToRun", TV_DOING_IDLE },
    { "dalvik.system.VMRuntime", "runHeapTasks", TV_DOING_IDLE },
    { "java.lang.Thread", "sleep", TV_DOING_SLEEPING },
    { "java.lang.VMThread", "sleep", TV_DOING_SLEEPING },
    { "java.lang.Object", "wait", TV_DOING_WAITING },
    { "sun.misc.Unsafe", "park", TV_DOING_WAITING },
    { "jdk.internal.misc.Unsafe", "park", TV_DOING_WAITING },
  };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    if (strcmp (class, methods[i].class) == 0 && strcmp (name, methods[i].name) == 0)
      return methods[i].doing;
  return TV_DOING_UNKNOWN;
}

/* The innermost frames that tell anything; a pool's thread without a task waits, and what it waits in tells
 * that it is idle. */
static TvDumpDoing
find_stack_doing (TvTrace *trace, guint32 callsite)
{
  TvDumpDoing doing = TV_DOING_UNKNOWN;

  for (gboolean is_inner = TRUE; callsite != TV_NONE; callsite = get_caller (trace, callsite))
    {
      const char *class = get_class (trace, callsite), *name = get_name (trace, callsite);
      TvDumpDoing found = TV_DOING_UNKNOWN;

      if (get_kind (trace, callsite) == TV_FRAME_KERNEL)
        continue;
      if (get_kind (trace, callsite) == TV_FRAME_MANAGED)
        found = find_managed_doing (class, name);
      else if (is_inner)
        found = find_native_doing (name);
      is_inner = FALSE;
      if (g_str_has_prefix (name, "android::IPCThreadState::joinThreadPool"))
        return TV_DOING_IDLE;
      if (found == TV_DOING_IDLE)
        return found;
      if (doing == TV_DOING_UNKNOWN)
        doing = found;
      if (get_kind (trace, callsite) == TV_FRAME_MANAGED && !is_of_system (class))
        break;
    }
  return doing;
}

/* A virtual machine has a thread of this name, which waits for the signal to write a dump; it is seen at
 * work in every dump. Dalvik's waits in the system's code meanwhile. */
static gboolean
is_dumping (TvTrace *trace, const TvDumpThread *thread)
{
  return g_strcmp0 (tv_trace_get_string (trace, thread->name), "Signal Catcher") == 0 &&
         thread->state != TV_NONE;
}

/* Dalvik's own threads, and those that wait for calls through binder, have but the frame that every thread
 * begins with, unless they do something. */
static gboolean
is_at_start (TvTrace *trace, const TvDumpThread *thread)
{
  const char *state = tv_trace_get_string (trace, thread->state);
  const char *name = tv_trace_get_string (trace, thread->name);

  return thread->callsite != TV_NONE && get_caller (trace, thread->callsite) == TV_NONE &&
         strcmp (get_class (trace, thread->callsite), "dalvik.system.NativeStart") == 0 &&
         (g_strcmp0 (state, "VMWAIT") == 0 ||
          (name != NULL && g_str_has_prefix (name, "Binder Thread #")));
}

/**
 * tv_dump_stack_find_doing:
 * @trace: a trace
 * @thread: a thread of one of its dumps
 *
 * Returns: what it was doing; of the states those of ART, Dalvik and Java are known
 */
TvDumpDoing
tv_dump_stack_find_doing (TvTrace *trace, const TvDumpThread *thread)
{
  static const char *const running[] = { "Runnable", "RUNNABLE", NULL };
  static const char *const native[] = { "Native", "NATIVE", NULL };
  static const char *const sleeping[] = { "Sleeping", NULL };
  static const char *const waiting[] = { "Waiting",       "WAIT",       "WAITING", "TimedWaiting",
                                         "TIMED_WAITING", "TIMED_WAIT", NULL };
  static const char *const gc[] = { "WaitingForGcToComplete", "WaitingPerformingGc", NULL };
  static const char *const daemons[] = { "WaitingForTaskProcessor",
                                         "WaitingInMainSignalCatcherLoop",
                                         "WaitingInMainDebuggerLoop", NULL };
  const char *state = tv_trace_get_string (trace, thread->state);
  const char *kernel = tv_trace_get_string (trace, thread->kernel_state);
  TvDumpDoing doing;

  if (state != NULL && is_one_of (state, gc))
    return TV_DOING_GC;
  if ((state != NULL && is_one_of (state, daemons)) || is_at_start (trace, thread))
    return TV_DOING_IDLE;
  if (is_dumping (trace, thread))
    return TV_DOING_DUMPING;
  if (tv_dump_stack_is_calling (trace, thread->callsite))
    return TV_DOING_CALLING;
  doing = find_stack_doing (trace, thread->callsite);
  if (doing != TV_DOING_UNKNOWN)
    return doing;
  if (g_strcmp0 (kernel, "D") == 0)
    return TV_DOING_IO;
  if (state == NULL)
    return thread->callsite != TV_NONE ? TV_DOING_NATIVE : TV_DOING_UNKNOWN;
  if (is_one_of (state, running))
    return TV_DOING_RUNNING;
  if (is_one_of (state, sleeping))
    return TV_DOING_SLEEPING;
  if (is_one_of (state, waiting))
    return TV_DOING_WAITING;
  return is_one_of (state, native) ? TV_DOING_NATIVE : TV_DOING_UNKNOWN;
}
