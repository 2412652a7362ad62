/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/dump-stack.h"

#include <string.h>

/* Derives the activity of a thread from the frames of its stack. The names are from the classes of Android and Java,
 * the C library and libbinder. Called by the diagnoses, the wait graph, java-crash.c, the list of threads and the
 * stack pane. Pure: only reads the trace. */

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

/* Returns whether a native function makes a call to another process. In old dumps, the names of libbinder's functions
 * include the arguments. */
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

/* Returns the frame that makes a call to another process, or TV_NONE if the innermost managed frame does not. */
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
 * @callsite: innermost callsite of a thread, or %TV_NONE
 *
 * Returns: whether the thread waits for a reply from another process
 */
gboolean
tv_dump_stack_is_calling (TvTrace *trace, guint32 callsite)
{
  return find_transact (trace, callsite) != TV_NONE;
}

/**
 * tv_dump_stack_find_call:
 * @trace: a trace
 * @callsite: innermost callsite of a thread, or %TV_NONE
 *
 * Returns: callsite of the managed method that makes the call to another process, or %TV_NONE
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

/* Returns whether a class belongs to the platform or to a common library. */
gboolean
tv_dump_class_is_of_system (const char *class_name)
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
                                          "com.sun.",
                                          "com.android.internal.",
                                          "org.apache.harmony.",
                                          "com.google.android.",
                                          "scala." };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (class_name, prefixes[i]))
      return TRUE;
  return FALSE;
}

/* Returns whether a file is the runtime of a sanitizer, which apps bundle. */
static gboolean
is_sanitizer (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash != NULL && g_str_has_prefix (slash + 1, "libclang_rt.");
}

/* Returns whether native code belongs to the program, because its file is in a folder of apps or in an app package. */
static gboolean
is_installed (TvTrace *trace, guint32 callsite)
{
  static const char *const folders[] = { "/data/app/",  "/data/app-lib/", "/data/data/",
                                         "/data/user/", "/data/storage/", "/data/local/",
                                         "/mnt/expand/" };
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 mapping = stacks->frames[stacks->callsites[callsite].frame].mapping;
  const char *path = mapping != TV_NONE
                         ? tv_trace_get_string (trace, stacks->mappings[mapping].path)
                         : NULL;

  if (path != NULL && is_sanitizer (path))
    return FALSE;
  for (guint i = 0; path != NULL && i < G_N_ELEMENTS (folders); i++)
    if (g_str_has_prefix (path, folders[i]))
      return TRUE;
  return path != NULL && strstr (path, ".apk!") != NULL;
}

/**
 * tv_dump_stack_is_own:
 *
 * Returns: whether the frame belongs to the program itself, rather than to a system library
 */
gboolean
tv_dump_stack_is_own (TvTrace *trace, guint32 callsite)
{
  switch (get_kind (trace, callsite))
    {
    case TV_FRAME_MANAGED:
      return *get_name (trace, callsite) != '\0' &&
             !tv_dump_class_is_of_system (get_class (trace, callsite));
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
 * @callsite: innermost callsite of a thread, or %TV_NONE
 *
 * Returns: innermost callsite in the program's own code; if there is none, the innermost named callsite; %TV_NONE if
 * there is neither
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

/**
 * tv_dump_stack_find_caller:
 * @trace: a trace
 * @callsite: innermost callsite of a thread, or %TV_NONE
 *
 * Returns: innermost named callsite in the program's own code; if there is none, the result of
 * tv_dump_stack_find_own(). Unnamed code is thus described by its caller.
 */
guint32
tv_dump_stack_find_caller (TvTrace *trace, guint32 callsite)
{
  for (guint32 i = callsite; i != TV_NONE; i = get_caller (trace, i))
    if (*get_name (trace, i) != '\0' && tv_dump_stack_is_own (trace, i))
      return i;
  return tv_dump_stack_find_own (trace, callsite);
}

/* Returns whether the program's own code called the native frames of a stack, rather than a message loop, which the
 * system calls. */
static gboolean
is_called_by_own (TvTrace *trace, guint32 callsite)
{
  for (; callsite != TV_NONE; callsite = get_caller (trace, callsite))
    {
      if (strcmp (get_class (trace, callsite), "android.os.MessageQueue") == 0 ||
          strstr (get_name (trace, callsite), "Looper::poll") != NULL)
        return FALSE;
      if (get_kind (trace, callsite) == TV_FRAME_MANAGED && *get_class (trace, callsite) != '\0')
        return tv_dump_stack_is_own (trace, callsite);
    }
  return FALSE;
}

/* Returns the activity that the innermost native frame implies, or TV_DOING_UNKNOWN. */
static TvDumpDoing
find_native_doing (TvTrace *trace, guint32 callsite)
{
  static const char *const polls[] = { "__epoll_pwait", "epoll_wait", "epoll_pwait", "__ppoll",
                                       "poll",          "ppoll",      "__poll",      "accept",
                                       "accept4",       "__accept4",  "select",      "__pselect6",
                                       "__epoll_wait",  NULL };
  static const char *const io[] = { "read",      "__read",   "write",   "__write", "fsync",
                                    "__fsync",   "pread",    "pread64", "pwrite",  "pwrite64",
                                    "fdatasync", "__openat", "openat",  "open",    "fstatat64",
                                    "fstat",     "stat",     "readv",   "writev",  "__fdatasync",
                                    NULL };
  const char *name = get_name (trace, callsite);

  if (is_one_of (name, polls))
    return is_called_by_own (trace, callsite) ? TV_DOING_NATIVE : TV_DOING_IDLE;
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
    /* In Android 2 to 4.0, the first thread of system_server stays in this method. */
    { "com.android.server.SystemServer", "init1", TV_DOING_IDLE },
    { "java.lang.Thread", "sleep", TV_DOING_SLEEPING },
    { "java.lang.Thread", "sleep0", TV_DOING_SLEEPING },
    { "java.lang.Thread", "sleepNanos0", TV_DOING_SLEEPING },
    { "java.lang.VMThread", "sleep", TV_DOING_SLEEPING },
    { "java.lang.Object", "wait", TV_DOING_WAITING },
    { "sun.misc.Unsafe", "park", TV_DOING_WAITING },
    { "jdk.internal.misc.Unsafe", "park", TV_DOING_WAITING },
    { "java.lang.Object", "wait0", TV_DOING_WAITING },
    /* Servers that wait for connections, and selectors that wait for events */
    { "sun.nio.ch.Net", "accept", TV_DOING_IDLE },
    { "sun.nio.ch.ServerSocketChannelImpl", "accept0", TV_DOING_IDLE },
    { "sun.nio.ch.NioSocketImpl", "accept", TV_DOING_IDLE },
    { "java.net.PlainSocketImpl", "socketAccept", TV_DOING_IDLE },
    { "java.net.DualStackPlainSocketImpl", "accept0", TV_DOING_IDLE },
    { "java.net.ServerSocket", "accept", TV_DOING_IDLE },
    { "libcore.io.Linux", "accept", TV_DOING_IDLE },
    { "libcore.io.Posix", "accept", TV_DOING_IDLE },
    { "android.net.LocalSocketImpl", "accept", TV_DOING_IDLE },
    { "sun.nio.ch.EPoll", "wait", TV_DOING_IDLE },
    { "sun.nio.ch.EPollArrayWrapper", "epollWait", TV_DOING_IDLE },
    { "sun.nio.ch.KQueue", "poll", TV_DOING_IDLE },
    { "sun.nio.ch.KQueueArrayWrapper", "kevent0", TV_DOING_IDLE },
    { "sun.nio.ch.WindowsSelectorImpl$SubSelector", "poll0", TV_DOING_IDLE },
    { "sun.nio.ch.WEPoll", "wait", TV_DOING_IDLE },
    { "io.netty.channel.epoll.Native", "epollWait", TV_DOING_IDLE },
    { "io.netty.channel.epoll.Native", "epollWait0", TV_DOING_IDLE },
    { "java.lang.ref.Reference", "waitForReferencePendingList", TV_DOING_IDLE },
    { "java.lang.ref.Reference$ReferenceHandler", "run", TV_DOING_IDLE },
    { "java.lang.ref.NativeReferenceQueue", "await", TV_DOING_IDLE },
    { "jdk.internal.misc.Signal", "waitForSignal", TV_DOING_IDLE },
    /* Reads of sockets and files */
    { "java.net.SocketInputStream", "socketRead0", TV_DOING_IO },
    { "sun.nio.ch.SocketDispatcher", "read0", TV_DOING_IO },
    { "sun.nio.ch.Net", "poll", TV_DOING_IO },
    { "sun.nio.ch.FileDispatcherImpl", "read0", TV_DOING_IO },
    { "sun.nio.ch.UnixFileDispatcherImpl", "read0", TV_DOING_IO },
    { "sun.nio.ch.UnixFileDispatcherImpl", "write0", TV_DOING_IO },
    { "sun.nio.ch.FileDispatcherImpl", "force0", TV_DOING_IO },
    { "java.io.FileInputStream", "readBytes", TV_DOING_IO },
    { "java.io.FileOutputStream", "writeBytes", TV_DOING_IO },
    { "java.io.RandomAccessFile", "readBytes0", TV_DOING_IO },
  };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    if (strcmp (class, methods[i].class) == 0 && strcmp (name, methods[i].name) == 0)
      return methods[i].doing;
  return TV_DOING_UNKNOWN;
}

/* Derives the activity from the innermost frames that imply one. The outer frames of a pool thread without a task
 * reveal that the thread is idle. */
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
        found = find_native_doing (trace, callsite);
      is_inner = FALSE;
      if (g_str_has_prefix (name, "android::IPCThreadState::joinThreadPool"))
        return TV_DOING_IDLE;
      if (found == TV_DOING_IDLE)
        return found;
      if (doing == TV_DOING_UNKNOWN)
        doing = found;
      if (get_kind (trace, callsite) == TV_FRAME_MANAGED && !tv_dump_class_is_of_system (class))
        break;
    }
  return doing;
}

/* Returns whether a thread is writing the dump. In virtual machines, the thread with this name waits for the signal
 * to write a dump, so it is running in every dump. In Dalvik, it waits in system code while the dump is written. */
static gboolean
is_dumping (TvTrace *trace, const TvDumpThread *thread)
{
  return g_strcmp0 (tv_trace_get_string (trace, thread->name), "Signal Catcher") == 0 &&
         thread->state != TV_NONE;
}

/* Returns whether the stack contains only the start frame, as for internal threads and idle binder threads of
 * Dalvik. */
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

/* Returns whether a thread is at a breakpoint: it waits in native frames of libjdwp that were called from code of the
 * program. */
static gboolean
is_in_debugger (TvTrace *trace, guint32 callsite)
{
  static const char *const names[] = { "cbBreakpoint", "cbSingleStep", "debugMonitorWait",
                                       "openjdkjvmti::", "event_callback" };
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  gboolean has_library = FALSE, has_name = FALSE;

  for (; callsite != TV_NONE && get_kind (trace, callsite) != TV_FRAME_MANAGED;
       callsite = get_caller (trace, callsite))
    {
      guint32 mapping = stacks->frames[stacks->callsites[callsite].frame].mapping;
      const char *path = mapping != TV_NONE
                             ? tv_trace_get_string (trace, stacks->mappings[mapping].path)
                             : NULL;

      has_library |= path != NULL && strstr (path, "libjdwp.so") != NULL;
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        has_name |= g_str_has_prefix (get_name (trace, callsite), names[i]);
    }
  /* The stacks of the debugger's own threads contain no code of the program. */
  return has_library && has_name && callsite != TV_NONE && *get_class (trace, callsite) != '\0';
}

static gboolean
is_debugged (TvTrace *trace, const TvDumpThread *thread)
{
  const char *state = tv_trace_get_string (trace, thread->state);

  return (thread->n_debugger_suspends > 0 && state != NULL &&
          g_ascii_strcasecmp (state, "SUSPENDED") == 0) ||
         is_in_debugger (trace, thread->callsite);
}

/**
 * tv_dump_stack_find_doing:
 *
 * Returns: activity of the thread, derived from its state and its stack; supports the states of ART, Dalvik and Java
 */
TvDumpDoing
tv_dump_stack_find_doing (TvTrace *trace, const TvDumpThread *thread)
{
  /* Running threads are suspended while the dump is written. */
  static const char *const running[] = { "Runnable", "RUNNABLE", "Suspended", "SUSPENDED", NULL };
  static const char *const blocked[] = { "Blocked", "BLOCKED", "MONITOR", NULL };
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
  if (is_debugged (trace, thread))
    return TV_DOING_DEBUGGED;
  if (state != NULL && is_one_of (state, blocked))
    return TV_DOING_BLOCKED;
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
