/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-groups.h"

#include <glib/gi18n.h>

#include "analysis/symbols/symbol-package.h"
#include "core/memory/large-block.h"

/* Determines the group of a call, and the names of groupings. Called by the comparison of runs, the profile by group,
 * their tables and views, and tracedump. Pure: only reads the trace. */

/* Pseudo library for symbols that occur in several libraries */
#define SEVERAL (TV_NONE - 1)

/* Returns the name of a grouping in command-line options and tables. */
const char *
tv_call_group_by_get_name (TvCallGroupBy self)
{
  static const char *const names[TV_N_CALL_GROUPS] = {
    [TV_CALL_GROUP_PACKAGE] = "package",
    [TV_CALL_GROUP_CLASS] = "class",
    [TV_CALL_GROUP_LIBRARY] = "library",
    [TV_CALL_GROUP_PROCESS] = "process",
  };

  return names[self];
}

/* Sets @by to the grouping with the given name. Returns whether it exists. */
gboolean
tv_call_group_by_parse (const char *name, TvCallGroupBy *by)
{
  for (*by = 0; *by < TV_N_CALL_GROUPS; (*by)++)
    if (g_str_equal (tv_call_group_by_get_name (*by), name))
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full): per symbol, string id of its library's path, for tv_call_group_dup() */
guint32 *
tv_call_group_find_libraries (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 n_symbols, *libraries;

  tv_trace_get_symbols (trace, &n_symbols);
  libraries = tv_large_block_new (MAX ((gsize) n_symbols, 1) * sizeof *libraries);
  for (guint32 i = 0; i < n_symbols; i++)
    libraries[i] = TV_NONE;
  for (guint32 i = 0; i < stacks->n_frames; i++)
    {
      const TvFrame *frame = &stacks->frames[i];
      guint32 path;

      if (frame->symbol == TV_NONE || frame->mapping == TV_NONE)
        continue;
      path = stacks->mappings[frame->mapping].path;
      if (libraries[frame->symbol] == TV_NONE)
        libraries[frame->symbol] = path;
      else if (libraries[frame->symbol] != path)
        libraries[frame->symbol] = SEVERAL;
    }
  return libraries;
}

static char *
dup_text (TvTrace *trace, guint32 string)
{
  return g_strdup (string != TV_NONE ? tv_trace_get_string (trace, string) : "");
}

static char *
dup_library (TvTrace *trace, const guint32 *libraries, TvCallName name)
{
  guint32 id = tv_call_name_get_id (name);

  if (tv_call_name_get_kind (name) == TV_CALL_UNKNOWN)
    return id != TV_CALL_NO_ID ? dup_text (trace, tv_trace_get_stacks (trace)->mappings[id].path)
                               : g_strdup ("");
  if (tv_call_name_get_kind (name) != TV_CALL_SYMBOL)
    return NULL;
  return libraries[id] == SEVERAL ? g_strdup (_("(several libraries)"))
                                  : dup_text (trace, libraries[id]);
}

static char *
dup_process (TvTrace *trace, guint32 utid)
{
  guint32 upid = utid != TV_CALL_NO_ID ? tv_trace_get_threads (trace, NULL)[utid].upid : TV_NONE;
  guint32 name;

  if (upid == TV_NONE)
    return g_strdup ("");
  name = tv_trace_get_processes (trace, NULL)[upid].name;
  return name != TV_NONE ? g_strdup (tv_trace_get_string (trace, name))
                         : tv_trace_dup_process_label (trace, upid);
}

/**
 * tv_call_group_dup:
 * @trace: a trace
 * @by: grouping; %TV_CALL_GROUP_PROCESS requires a tree that is grouped by thread
 * @libraries: (nullable): result of tv_call_group_find_libraries(), for %TV_CALL_GROUP_LIBRARY
 * @name: name of a node of a call tree
 *
 * Returns: (transfer full) (nullable): group of the node; empty if it has none; %NULL if it belongs to its caller's
 * group
 */
char *
tv_call_group_dup (TvTrace *trace, TvCallGroupBy by, const guint32 *libraries, TvCallName name)
{
  guint32 symbol = tv_call_name_get_symbol (name);

  if (by == TV_CALL_GROUP_PROCESS)
    return tv_call_name_get_kind (name) == TV_CALL_THREAD
               ? dup_process (trace, tv_call_name_get_id (name))
               : NULL;
  if (by == TV_CALL_GROUP_LIBRARY)
    return dup_library (trace, libraries, name);
  if (symbol == TV_NONE)
    return tv_call_name_get_kind (name) == TV_CALL_UNKNOWN ? g_strdup ("") : NULL;
  return by == TV_CALL_GROUP_PACKAGE
             ? tv_symbol_package_dup (trace, symbol)
             : dup_text (trace, tv_trace_get_symbols (trace, NULL)[symbol].class_name);
}

/* Returns the label of the group without a name. */
const char *
tv_call_group_get_placeholder (TvCallGroupBy by)
{
  static const char *const labels[TV_N_CALL_GROUPS] = {
    [TV_CALL_GROUP_PACKAGE] = N_("(no package)"),
    [TV_CALL_GROUP_CLASS] = N_("(no class)"),
    [TV_CALL_GROUP_LIBRARY] = N_("(no library)"),
    [TV_CALL_GROUP_PROCESS] = N_("(no process)"),
  };

  return _ (labels[by]);
}
