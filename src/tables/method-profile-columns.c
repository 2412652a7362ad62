/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Defines the columns of method profiles. The columns of a comparison are last, so that tables with and without a
 * comparison share an array. Only contains constants. The cells are implemented in method-profile.c. */

#include "tables/method-profile.h"

#include <glib/gi18n.h>

static const TvColumn columns[TV_N_METHOD_PROFILE_COLUMNS_COMPARED] = {
  [TV_METHOD_PROFILE_RANK] = {
    "rank", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Rank"),
    N_("Rank of the method by inclusive time over the whole trace, from 0"),
  },
  [TV_METHOD_PROFILE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Class and method"),
  },
  [TV_METHOD_PROFILE_CLASS] = {
    "class", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Class"),
    N_("Class, including its package"),
  },
  [TV_METHOD_PROFILE_METHOD] = {
    "method", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Method"),
    N_("Name of the method without its class"),
  },
  [TV_METHOD_PROFILE_SIGNATURE] = {
    "signature", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Signature"),
    N_("Types of the arguments and of the result, as written in the file"),
  },
  [TV_METHOD_PROFILE_SOURCE_FILE] = {
    "source_file", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("File"),
    N_("Source file of the method"),
  },
  [TV_METHOD_PROFILE_LINE] = {
    "line", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("Line of the source file at which the method begins"),
  },
  [TV_METHOD_PROFILE_INCL_CPU_NS] = {
    "incl_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU"),
    N_("CPU time in the method and its callees; recursive calls are counted once"),
  },
  [TV_METHOD_PROFILE_INCL_CPU_PCT] = {
    "incl_cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl CPU %"),
    N_("CPU time in the method and its callees as a percentage of the CPU time of all threads"),
  },
  [TV_METHOD_PROFILE_EXCL_CPU_NS] = {
    "excl_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU"),
    N_("CPU time in the method itself, without callees"),
  },
  [TV_METHOD_PROFILE_EXCL_CPU_PCT] = {
    "excl_cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl CPU %"),
    N_("CPU time in the method itself as a percentage of the CPU time of all threads"),
  },
  [TV_METHOD_PROFILE_INCL_WALL_NS] = {
    "incl_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall"),
    N_("Wall time in the method and its callees, including waits; recursive calls are counted "
       "once"),
  },
  [TV_METHOD_PROFILE_INCL_WALL_PCT] = {
    "incl_wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl wall %"),
    N_("Wall time in the method and its callees as a percentage of the wall time of all threads"),
  },
  [TV_METHOD_PROFILE_EXCL_WALL_NS] = {
    "excl_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall"),
    N_("Wall time in the method itself, without callees"),
  },
  [TV_METHOD_PROFILE_EXCL_WALL_PCT] = {
    "excl_wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl wall %"),
    N_("Wall time in the method itself as a percentage of the wall time of all threads"),
  },
  [TV_METHOD_PROFILE_CALLS] = {
    "calls", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls"),
    N_("Number of calls that were made while the method was not already running on the same "
       "thread"),
  },
  [TV_METHOD_PROFILE_RECURSIVE_CALLS] = {
    "recursive_calls", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Recur"),
    N_("Number of calls that were made while the method was already running on the same thread"),
  },
  [TV_METHOD_PROFILE_CPU_NS_PER_CALL] = {
    "cpu_ns_per_call", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU/call"),
    N_("Inclusive CPU time divided by the number of all calls, including recursive ones"),
  },
  [TV_METHOD_PROFILE_WALL_NS_PER_CALL] = {
    "wall_ns_per_call", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wall/call"),
    N_("Inclusive wall time divided by the number of all calls, including recursive ones"),
  },
  [TV_METHOD_PROFILE_RAW_NAME] = {
    "raw_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name in file"),
    N_("Obfuscated or mangled name in the file, if it differs from the displayed name"),
  },
  [TV_METHOD_PROFILE_OFF_CPU_NS] = {
    "off_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Off-CPU"),
    N_("Inclusive wall time minus inclusive CPU time: time for which threads waited in the method "
       "and its callees"),
  },
  [TV_METHOD_PROFILE_EXCL_OFF_CPU_NS] = {
    "excl_off_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl off-CPU"),
    N_("Exclusive wall time minus exclusive CPU time: time for which threads waited in the "
       "method itself"),
  },
  [TV_METHOD_PROFILE_MIN_CPU_NS] = {
    "min_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Min CPU"),
    N_("CPU time of the shortest finished call, including callees. Recursive calls are "
       "included, and calls are clipped to the range. Empty if calls are filtered by name or "
       "duration, or if stacks are transformed"),
  },
  [TV_METHOD_PROFILE_AVG_CPU_NS] = {
    "avg_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Avg CPU"),
    N_("Average CPU time of finished calls, including callees. Recursive calls are included, "
       "and calls are clipped to the range. Empty if calls are filtered by name or duration, or "
       "if stacks are transformed"),
  },
  [TV_METHOD_PROFILE_MAX_CPU_NS] = {
    "max_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Max CPU"),
    N_("CPU time of the longest finished call, including callees. Recursive calls are included, "
       "and calls are clipped to the range. Empty if calls are filtered by name or duration, or "
       "if stacks are transformed"),
  },
  [TV_METHOD_PROFILE_SD_CPU_NS] = {
    "sd_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("σ CPU"),
    N_("Standard deviation of the CPU time of finished calls. Recursive calls are included, and "
       "calls are clipped to the range. Empty if calls are filtered by name or duration, or if "
       "stacks are transformed"),
  },
  [TV_METHOD_PROFILE_MIN_WALL_NS] = {
    "min_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Min wall"),
    N_("Wall time of the shortest finished call, including callees. Recursive calls are "
       "included, and calls are clipped to the range. Empty if calls are filtered by name or "
       "duration, or if stacks are transformed"),
  },
  [TV_METHOD_PROFILE_AVG_WALL_NS] = {
    "avg_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Avg wall"),
    N_("Average wall time of finished calls, including callees. Recursive calls are included, "
       "and calls are clipped to the range. Empty if calls are filtered by name or duration, or "
       "if stacks are transformed"),
  },
  [TV_METHOD_PROFILE_MAX_WALL_NS] = {
    "max_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Max wall"),
    N_("Wall time of the longest finished call, including callees. Recursive calls are "
       "included, and calls are clipped to the range. Empty if calls are filtered by name or "
       "duration, or if stacks are transformed"),
  },
  [TV_METHOD_PROFILE_SD_WALL_NS] = {
    "sd_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("σ wall"),
    N_("Standard deviation of the wall time of finished calls. Recursive calls are included, "
       "and calls are clipped to the range. Empty if calls are filtered by name or duration, or "
       "if stacks are transformed"),
  },
  [TV_METHOD_PROFILE_UNFINISHED] = {
    "unfinished", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Unfinished"),
    N_("Number of calls whose end was not recorded. They are excluded from the minimum, average, "
       "maximum and σ. Empty if calls are filtered by name or duration, or if stacks are "
       "transformed"),
  },
  [TV_METHOD_PROFILE_INCL_CPU_CHANGES + TV_CHANGE_BEFORE] = {
    "incl_cpu_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU before"),
    N_("Inclusive CPU time in the earlier run"),
  },
  [TV_METHOD_PROFILE_INCL_CPU_CHANGES + TV_CHANGE_CHANGE] = {
    "incl_cpu_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU change"),
    N_("Change in the inclusive CPU time since the earlier run"),
  },
  [TV_METHOD_PROFILE_INCL_CPU_CHANGES + TV_CHANGE_TREND] = {
    "incl_cpu_trend", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Incl CPU trend"),
    N_("Trend of the inclusive CPU time: more, less, same (changed by less than 3 %) or new"),
  },
  [TV_METHOD_PROFILE_INCL_CPU_CHANGES + TV_CHANGE_PERCENT] = {
    "incl_cpu_change_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl CPU change %"),
    N_("Change in the inclusive CPU time since the earlier run as a percentage of the earlier "
       "value; empty if that value is 0"),
  },
  [TV_METHOD_PROFILE_EXCL_CPU_CHANGES + TV_CHANGE_BEFORE] = {
    "excl_cpu_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU before"),
    N_("Exclusive CPU time in the earlier run"),
  },
  [TV_METHOD_PROFILE_EXCL_CPU_CHANGES + TV_CHANGE_CHANGE] = {
    "excl_cpu_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU change"),
    N_("Change in the exclusive CPU time since the earlier run"),
  },
  [TV_METHOD_PROFILE_EXCL_CPU_CHANGES + TV_CHANGE_TREND] = {
    "excl_cpu_trend", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Excl CPU trend"),
    N_("Trend of the exclusive CPU time: more, less, same (changed by less than 3 %) or new"),
  },
  [TV_METHOD_PROFILE_EXCL_CPU_CHANGES + TV_CHANGE_PERCENT] = {
    "excl_cpu_change_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl CPU change %"),
    N_("Change in the exclusive CPU time since the earlier run as a percentage of the earlier "
       "value; empty if that value is 0"),
  },
  [TV_METHOD_PROFILE_INCL_WALL_CHANGES + TV_CHANGE_BEFORE] = {
    "incl_wall_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall before"),
    N_("Inclusive wall time in the earlier run"),
  },
  [TV_METHOD_PROFILE_INCL_WALL_CHANGES + TV_CHANGE_CHANGE] = {
    "incl_wall_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall change"),
    N_("Change in the inclusive wall time since the earlier run"),
  },
  [TV_METHOD_PROFILE_INCL_WALL_CHANGES + TV_CHANGE_TREND] = {
    "incl_wall_trend", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Incl wall trend"),
    N_("Trend of the inclusive wall time: more, less, same (changed by less than 3 %) or new"),
  },
  [TV_METHOD_PROFILE_INCL_WALL_CHANGES + TV_CHANGE_PERCENT] = {
    "incl_wall_change_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl wall change %"),
    N_("Change in the inclusive wall time since the earlier run as a percentage of the earlier "
       "value; empty if that value is 0"),
  },
  [TV_METHOD_PROFILE_EXCL_WALL_CHANGES + TV_CHANGE_BEFORE] = {
    "excl_wall_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall before"),
    N_("Exclusive wall time in the earlier run"),
  },
  [TV_METHOD_PROFILE_EXCL_WALL_CHANGES + TV_CHANGE_CHANGE] = {
    "excl_wall_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall change"),
    N_("Change in the exclusive wall time since the earlier run"),
  },
  [TV_METHOD_PROFILE_EXCL_WALL_CHANGES + TV_CHANGE_TREND] = {
    "excl_wall_trend", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Excl wall trend"),
    N_("Trend of the exclusive wall time: more, less, same (changed by less than 3 %) or new"),
  },
  [TV_METHOD_PROFILE_EXCL_WALL_CHANGES + TV_CHANGE_PERCENT] = {
    "excl_wall_change_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl wall change %"),
    N_("Change in the exclusive wall time since the earlier run as a percentage of the earlier "
       "value; empty if that value is 0"),
  },
  [TV_METHOD_PROFILE_CALLS_CHANGES + TV_CHANGE_BEFORE] = {
    "calls_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls before"),
    N_("Number of calls, including recursive ones, in the earlier run"),
  },
  [TV_METHOD_PROFILE_CALLS_CHANGES + TV_CHANGE_CHANGE] = {
    "calls_change", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls change"),
    N_("Change in the number of calls, including recursive ones, since the earlier run"),
  },
  [TV_METHOD_PROFILE_CALLS_CHANGES + TV_CHANGE_TREND] = {
    "calls_trend", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Calls trend"),
    N_("Trend of the number of calls, including recursive ones: more, less, same (changed by less "
       "than 3 %) or new"),
  },
  [TV_METHOD_PROFILE_CALLS_CHANGES + TV_CHANGE_PERCENT] = {
    "calls_change_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Calls change %"),
    N_("Change in the number of calls, including recursive ones, since the earlier run as a "
       "percentage of the earlier value; empty if that value is 0"),
  },
};

const TvTableInfo tv_method_profile_table_info = {
  "method_profile",
  N_("A called method, with its times and number of calls"),
  columns,
  TV_N_METHOD_PROFILE_COLUMNS,
  TRUE,
};

const TvTableInfo tv_method_profile_table_compared_info = {
  "method_profile_compared",
  N_("A called method, with its times and number of calls, and their changes since an earlier run"),
  columns,
  TV_N_METHOD_PROFILE_COLUMNS_COMPARED,
  TRUE,
};
