/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Recognizes methods in which a thread waits for work. Without special treatment, such methods dominate the wall time
 * of a method trace, because most threads of a pool wait most of the time. Called by rules of the Findings view, and
 * by the session when it chooses the initial thread. Pure: only reads the trace. */

#include "analysis/calls/idle-methods.h"

#include <string.h>

#include "core/trace.h"

static const char *const idle_methods[] = {
  "java.lang.Object.wait",
  "java.lang.Thread.sleep",
  "java.lang.Thread.parkFor$",
  "java.lang.VMThread.sleep",
  "java.util.concurrent.locks.LockSupport.park",
  "java.util.concurrent.locks.LockSupport.parkNanos",
  "java.util.concurrent.locks.LockSupport.parkUntil",
  "jdk.internal.misc.Unsafe.park",
  "sun.misc.Unsafe.park",
  "android.os.MessageQueue.nativePollOnce",
  "libcore.io.Linux.poll",
  "libcore.io.Linux.accept",
  "java.lang.ref.ReferenceQueue.remove",
  "dalvik.system.VMRuntime.waitForTaskProcessor",
};

/* Functions in which a CPU is idle or a thread waits for events */
static const char *const idle_functions[] = {
  "(idle)",
  "(program)",
  "arch_cpu_idle",
  "cpu_startup_entry",
  "cpuidle_enter_state",
  "default_idle",
  "do_idle",
  "native_safe_halt",
  "pv_native_safe_halt",
  "__epoll_pwait",
  "epoll_wait",
  "__pthread_cond_wait",
  "pthread_cond_wait",
  "runtime.futex",
  "__schedule",
};

static gboolean
is_idle_function (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (idle_functions); i++)
    if (g_str_equal (name, idle_functions[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_idle_method (TvTrace *trace, const TvSymbol *symbol)
{
  const char *class_name, *method;

  if (symbol->name == TV_NONE || symbol->class_name == TV_NONE)
    return FALSE;
  class_name = tv_trace_get_string (trace, symbol->class_name);
  method = tv_trace_get_string (trace, symbol->name);
  for (guint i = 0; i < G_N_ELEMENTS (idle_methods); i++)
    {
      const char *dot = strrchr (idle_methods[i], '.');
      gsize len = (gsize) (dot - idle_methods[i]);

      if (g_str_equal (method, dot + 1) && strlen (class_name) == len &&
          memcmp (class_name, idle_methods[i], len) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Returns whether a symbol is an idle method, or a function in which a CPU is idle or a thread waits. */
gboolean
tv_idle_methods_has (TvTrace *trace, guint32 symbol)
{
  const TvSymbol *row = &tv_trace_get_symbols (trace, NULL)[symbol];

  if (row->class_name == TV_NONE && row->name != TV_NONE)
    return is_idle_function (tv_trace_get_string (trace, row->name));
  return is_idle_method (trace, row);
}

/**
 * tv_idle_methods_get_share:
 *
 * Returns: share of the exclusive wall time that is in idle methods, from 0 to 1
 */
double
tv_idle_methods_get_share (TvProfile *profile)
{
  TvTrace *trace = tv_profile_get_trace (profile);
  double idle = 0.0, all = 0.0;
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);

  for (guint32 i = 0; i < n; i++)
    {
      double ns = (double) tv_profile_get_entry (profile, i)->exclusive_ns[TV_CLOCK_WALL];

      all += ns;
      if (ns > 0.0 && is_idle_method (trace, &symbols[i]))
        idle += ns;
    }
  return all > 0.0 ? idle / all : 0.0;
}
