/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/blocking-methods.h"

#include <string.h>

/* Recognizes Java methods that do I/O, wait, or collect garbage, by class and method name. Called by the rules about
 * main threads and garbage collections (findings/rule-main-methods.c, rule-method-gc.c). Pure: only reads the trace. */

/* Patterns of the form "Class.method"; the method can end with "*". */
static const struct
{
  const char *pattern;
  TvMethodWork work;
} methods[] = {
  { "java.io.FileInputStream.*", TV_METHOD_IO },
  { "java.io.FileOutputStream.*", TV_METHOD_IO },
  { "java.io.RandomAccessFile.*", TV_METHOD_IO },
  { "java.io.FileDescriptor.sync*", TV_METHOD_IO },
  { "java.io.UnixFileSystem.*", TV_METHOD_IO },
  { "java.io.File.list*", TV_METHOD_IO },
  { "java.net.InetAddress.getByName", TV_METHOD_IO },
  { "java.net.InetAddress.getAllByName", TV_METHOD_IO },
  { "java.net.Socket.connect", TV_METHOD_IO },
  { "java.net.SocketInputStream.*", TV_METHOD_IO },
  { "java.net.SocketOutputStream.*", TV_METHOD_IO },
  { "java.net.PlainSocketImpl.*", TV_METHOD_IO },
  { "sun.nio.ch.FileDispatcherImpl.*", TV_METHOD_IO },
  { "sun.nio.ch.FileChannelImpl.*", TV_METHOD_IO },
  { "libcore.io.Linux.access", TV_METHOD_IO },
  { "libcore.io.Linux.android_getaddrinfo", TV_METHOD_IO },
  { "libcore.io.Linux.connect", TV_METHOD_IO },
  { "libcore.io.Linux.fdatasync", TV_METHOD_IO },
  { "libcore.io.Linux.fsync", TV_METHOD_IO },
  { "libcore.io.Linux.lstat", TV_METHOD_IO },
  { "libcore.io.Linux.open", TV_METHOD_IO },
  { "libcore.io.Linux.poll", TV_METHOD_IO },
  { "libcore.io.Linux.pread*", TV_METHOD_IO },
  { "libcore.io.Linux.pwrite*", TV_METHOD_IO },
  { "libcore.io.Linux.read*", TV_METHOD_IO },
  { "libcore.io.Linux.recvfrom*", TV_METHOD_IO },
  { "libcore.io.Linux.remove", TV_METHOD_IO },
  { "libcore.io.Linux.rename", TV_METHOD_IO },
  { "libcore.io.Linux.sendto*", TV_METHOD_IO },
  { "libcore.io.Linux.stat", TV_METHOD_IO },
  { "libcore.io.Linux.write*", TV_METHOD_IO },
  { "libcore.io.Posix.fsync", TV_METHOD_IO },
  { "libcore.io.Posix.open", TV_METHOD_IO },
  { "libcore.io.Posix.poll", TV_METHOD_IO },
  { "libcore.io.Posix.read*", TV_METHOD_IO },
  { "libcore.io.Posix.stat", TV_METHOD_IO },
  { "libcore.io.Posix.write*", TV_METHOD_IO },
  { "org.apache.harmony.luni.platform.OSFileSystem.*", TV_METHOD_IO },
  { "org.apache.harmony.luni.platform.OSNetworkSystem.*", TV_METHOD_IO },
  { "android.database.sqlite.SQLiteConnection.native*", TV_METHOD_IO },
  { "android.database.sqlite.SQLiteQuery.native_*", TV_METHOD_IO },
  { "android.database.sqlite.SQLiteStatement.native_*", TV_METHOD_IO },
  { "java.lang.Object.wait", TV_METHOD_WAIT },
  { "java.lang.Thread.join", TV_METHOD_WAIT },
  { "java.lang.Thread.sleep", TV_METHOD_WAIT },
  { "java.lang.Thread.parkFor*", TV_METHOD_WAIT },
  { "java.lang.VMThread.sleep", TV_METHOD_WAIT },
  { "java.util.concurrent.locks.LockSupport.park*", TV_METHOD_WAIT },
  { "jdk.internal.misc.Unsafe.park", TV_METHOD_WAIT },
  { "sun.misc.Unsafe.park", TV_METHOD_WAIT },
  { "java.lang.System.gc", TV_METHOD_GC },
  { "java.lang.Runtime.gc", TV_METHOD_GC },
  { "java.lang.Runtime.nativeGc", TV_METHOD_GC },
  { "dalvik.system.VMRuntime.concurrentGC", TV_METHOD_GC },
  { "dalvik.system.VMRuntime.runHeapTasks", TV_METHOD_GC_LOOP },
};

static gboolean
is_method (const char *class_name, const char *method, const char *pattern)
{
  const char *dot = strrchr (pattern, '.');
  gsize class_size = (gsize) (dot - pattern), size = strlen (dot + 1);

  if (strlen (class_name) != class_size || memcmp (class_name, pattern, class_size) != 0)
    return FALSE;
  return dot[size] == '*' ? strncmp (method, dot + 1, size - 1) == 0
                          : g_str_equal (method, dot + 1);
}

/* Returns: (transfer full) (array): #TvMethodWork per symbol */
guint8 *
tv_blocking_methods_find (TvTrace *trace)
{
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);
  guint8 *works = g_new0 (guint8, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    {
      const char *class_name = tv_trace_get_string (trace, symbols[i].class_name);
      const char *method = tv_trace_get_string (trace, symbols[i].name);

      if (class_name == NULL || method == NULL)
        continue;
      for (guint j = 0; j < G_N_ELEMENTS (methods) && works[i] == TV_METHOD_OTHER; j++)
        if (is_method (class_name, method, methods[j].pattern))
          works[i] = (guint8) methods[j].work;
    }
  return works;
}
