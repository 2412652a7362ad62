/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Determines the owner of a symbol from the package of its class, or from the path of its library. Called only by the
 * colours of the timeline (paint/timeline/coloring.c). Pure: only reads the trace. */

#include "analysis/symbols/symbol-owner.h"

#include <string.h>

typedef struct
{
  const char *prefix;
  TvSymbolOwner owner;
} Rule;

/* Owners by package prefix; the longest matching prefix applies. */
static const Rule packages[] = {
  { "java.", TV_OWNER_RUNTIME },
  { "javax.", TV_OWNER_RUNTIME },
  { "jdk.", TV_OWNER_RUNTIME },
  { "sun.", TV_OWNER_RUNTIME },
  { "libcore.", TV_OWNER_RUNTIME },
  { "dalvik.", TV_OWNER_RUNTIME },
  { "kotlin.", TV_OWNER_RUNTIME },
  { "org.apache.harmony.", TV_OWNER_RUNTIME },
  { "android.", TV_OWNER_FRAMEWORK },
  { "com.android.", TV_OWNER_FRAMEWORK },
  { "ohos.", TV_OWNER_FRAMEWORK },
  { "com.google.android.", TV_OWNER_LIBRARY },
  { "android.support.", TV_OWNER_LIBRARY },
};

static const Rule paths[] = {
  { "[kernel", TV_OWNER_KERNEL },
  { "/proc/kcore", TV_OWNER_KERNEL },
  { "[guest.kernel", TV_OWNER_KERNEL },
  { "/apex/com.android.art/", TV_OWNER_RUNTIME },
  { "/apex/com.android.runtime/", TV_OWNER_RUNTIME },
  { "/apex/", TV_OWNER_FRAMEWORK },
  { "/system/", TV_OWNER_FRAMEWORK },
  { "/system_ext/", TV_OWNER_FRAMEWORK },
  { "/vendor/", TV_OWNER_FRAMEWORK },
  { "/product/", TV_OWNER_FRAMEWORK },
  { "/data/app/", TV_OWNER_APP },
  { "/data/app-lib/", TV_OWNER_APP },
  { "/data/storage/el1/bundle/", TV_OWNER_APP },
};

/* File name prefixes of runtime libraries, in any folder */
static const char *const runtimes[] = { "libc.so",   "libc-",         "libm.so",    "libdl.so",
                                        "libart.so", "libartbase.so", "linker",     "ld-",
                                        "libc++",    "libstdc++",     "libpthread", "libark_js",
                                        "[vdso]" };

static const Rule *
find_rule (const char *text, const Rule *rules, guint n)
{
  const Rule *best = NULL;

  for (guint i = 0; i < n; i++)
    if (g_str_has_prefix (text, rules[i].prefix) &&
        (best == NULL || strlen (rules[i].prefix) > strlen (best->prefix)))
      best = &rules[i];
  return best;
}

/**
 * tv_symbol_owner_of_class:
 * @class_name: class name with its package, separated by dots
 * @app_package: (nullable): package of the application
 *
 * Returns the owner of a class.
 */
TvSymbolOwner
tv_symbol_owner_of_class (const char *class_name, const char *app_package)
{
  const Rule *rule = find_rule (class_name, packages, G_N_ELEMENTS (packages));
  gsize len = app_package != NULL ? strlen (app_package) : 0;

  if (len > 0 && strncmp (class_name, app_package, len) == 0 &&
      (class_name[len] == '.' || class_name[len] == '\0' || class_name[len] == '$'))
    return TV_OWNER_APP;
  if (rule != NULL)
    return rule->owner;
  return strchr (class_name, '.') != NULL ? TV_OWNER_LIBRARY : TV_OWNER_UNKNOWN;
}

/**
 * tv_symbol_owner_of_library:
 * @path: path of a mapping, such as /system/lib64/libui.so or [kernel.kallsyms]
 *
 * Returns the owner of a library.
 */
TvSymbolOwner
tv_symbol_owner_of_library (const char *path)
{
  const Rule *rule = find_rule (path, paths, G_N_ELEMENTS (paths));
  const char *slash = strrchr (path, '/'), *name = slash != NULL ? slash + 1 : path;

  if (*path == '\0')
    return TV_OWNER_UNKNOWN;
  if ((rule != NULL && rule->owner == TV_OWNER_KERNEL) || g_str_has_prefix (name, "vmlinux") ||
      g_str_has_suffix (name, ".ko"))
    return TV_OWNER_KERNEL;
  for (guint i = 0; i < G_N_ELEMENTS (runtimes); i++)
    if (g_str_has_prefix (name, runtimes[i]))
      return TV_OWNER_RUNTIME;
  return rule != NULL ? rule->owner : TV_OWNER_LIBRARY;
}

/**
 * tv_symbol_owners_find:
 * @trace: a trace
 * @app_package: (nullable): package of the application
 *
 * Returns: (transfer full): #TvSymbolOwner per symbol
 */
guint8 *
tv_symbol_owners_find (TvTrace *trace, const char *app_package)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);
  guint8 *owners = g_new (guint8, n + 1);

  for (guint32 i = 0; i < n; i++)
    owners[i] = symbols[i].class_name != TV_NONE
                    ? tv_symbol_owner_of_class (tv_trace_get_string (trace, symbols[i].class_name),
                                                app_package)
                    : TV_OWNER_UNKNOWN;
  for (guint32 i = 0; i < stacks->n_frames; i++)
    {
      const TvFrame *frame = &stacks->frames[i];

      if (frame->symbol != TV_NONE && frame->mapping != TV_NONE &&
          owners[frame->symbol] == TV_OWNER_UNKNOWN &&
          stacks->mappings[frame->mapping].path != TV_NONE)
        owners[frame->symbol] = tv_symbol_owner_of_library (
            tv_trace_get_string (trace, stacks->mappings[frame->mapping].path));
    }
  return owners;
}

/* Returns the length of the first two components of a class name, such as "com.example"; 0 if it has fewer than
 * three. */
static gsize
get_root_length (const char *class_name)
{
  const char *dot = strchr (class_name, '.');

  dot = dot != NULL ? strchr (dot + 1, '.') : NULL;
  return dot != NULL ? (gsize) (dot - class_name) : 0;
}

/**
 * tv_symbol_owner_dup_app:
 *
 * Returns: (transfer full) (nullable): package of the application: the name of a process that is also the package
 * prefix of a class, or else the first two components of the name of a class that ends in Application or Activity;
 * %NULL if unknown
 */
char *
tv_symbol_owner_dup_app (TvTrace *trace)
{
  guint32 n_symbols, n_processes;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n_symbols);
  const TvProcess *processes = tv_trace_get_processes (trace, &n_processes);

  for (guint32 i = 0; i < n_symbols; i++)
    {
      const char *name = symbols[i].class_name != TV_NONE
                             ? tv_trace_get_string (trace, symbols[i].class_name)
                             : NULL;

      for (guint32 upid = 0; name != NULL && upid < n_processes; upid++)
        {
          const char *process = processes[upid].name != TV_NONE
                                    ? tv_trace_get_string (trace, processes[upid].name)
                                    : "";

          if (strchr (process, '.') != NULL &&
              tv_symbol_owner_of_class (name, process) == TV_OWNER_APP)
            return g_strdup (process);
        }
    }
  for (guint32 i = 0; i < n_symbols; i++)
    {
      const char *name = symbols[i].class_name != TV_NONE
                             ? tv_trace_get_string (trace, symbols[i].class_name)
                             : "";

      if ((g_str_has_suffix (name, "Application") || g_str_has_suffix (name, "Activity")) &&
          find_rule (name, packages, G_N_ELEMENTS (packages)) == NULL &&
          !g_str_has_prefix (name, "androidx.") && get_root_length (name) > 0)
        return g_strndup (name, get_root_length (name));
    }
  return NULL;
}
