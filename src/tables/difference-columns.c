/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Defines the columns of difference tables: one set for calls and slices, one for samples. Only contains constants.
 * The cells are implemented in difference-table.c. */

#include "tables/difference-table.h"

#include <glib/gi18n.h>

#define COLUMN(number, side)                                                                       \
  (TV_DIFFERENCE_COLUMN_NUMBERS + (number) *TV_N_DIFFERENCE_SIDES + (side))

/* Columns that identify a row, in both sets. */
/* clang-format off: a table of columns */
#define IDENTITY_COLUMNS                                                                           \
  [TV_DIFFERENCE_COLUMN_NAME] = {                                                                   \
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),                                               \
    N_("Class and method, or name of a slice, class, package or thread"),                           \
  },                                                                                                \
  [TV_DIFFERENCE_COLUMN_CLASS] = {                                                                  \
    "class", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Class"),                                             \
    N_("Class of the method; empty for other rows"),                                                \
  },                                                                                                \
  [TV_DIFFERENCE_COLUMN_METHOD] = {                                                                 \
    "method", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Method"),                                           \
    N_("Name of the method; empty for classes, packages and threads"),                              \
  },                                                                                                \
  [TV_DIFFERENCE_COLUMN_SIGNATURE] = {                                                              \
    "signature", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Signature"),                                     \
    N_("Signature of the method, if needed to distinguish methods"),                                \
  },                                                                                                \
  [TV_DIFFERENCE_COLUMN_STATE] = {                                                                  \
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),                                             \
    N_("Runs that contain the row: new (only runs after the change), gone (only runs before the "   \
       "change) or both"),                                                                          \
  }

static const TvColumn columns[TV_N_DIFFERENCE_COLUMNS] = {
  IDENTITY_COLUMNS,
  [COLUMN (TV_DIFFERENCE_INCL_WALL, TV_DIFFERENCE_BEFORE)] = {
    "incl_wall_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall before"),
    N_("Median inclusive wall time in the runs before the change"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_WALL, TV_DIFFERENCE_AFTER)] = {
    "incl_wall_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall after"),
    N_("Median inclusive wall time in the runs after the change"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_WALL, TV_DIFFERENCE_CHANGE)] = {
    "incl_wall_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall change"),
    N_("Change in the inclusive wall time: after minus before"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_WALL, TV_DIFFERENCE_PERCENT)] = {
    "incl_wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl wall %"),
    N_("Change in the inclusive wall time as a percentage of the earlier value; empty if that "
       "value is 0"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_WALL, TV_DIFFERENCE_BEFORE)] = {
    "excl_wall_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall before"),
    N_("Median exclusive wall time in the runs before the change"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_WALL, TV_DIFFERENCE_AFTER)] = {
    "excl_wall_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall after"),
    N_("Median exclusive wall time in the runs after the change"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_WALL, TV_DIFFERENCE_CHANGE)] = {
    "excl_wall_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall change"),
    N_("Change in the exclusive wall time: after minus before"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_WALL, TV_DIFFERENCE_PERCENT)] = {
    "excl_wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl wall %"),
    N_("Change in the exclusive wall time as a percentage of the earlier value; empty if that "
       "value is 0"),
  },
  [COLUMN (TV_DIFFERENCE_WALL_PER_CALL, TV_DIFFERENCE_BEFORE)] = {
    "wall_per_call_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wall/call before"),
    N_("Median inclusive wall time per call in the runs before the change"),
  },
  [COLUMN (TV_DIFFERENCE_WALL_PER_CALL, TV_DIFFERENCE_AFTER)] = {
    "wall_per_call_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wall/call after"),
    N_("Median inclusive wall time per call in the runs after the change"),
  },
  [COLUMN (TV_DIFFERENCE_WALL_PER_CALL, TV_DIFFERENCE_CHANGE)] = {
    "wall_per_call_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wall/call change"),
    N_("Change in the inclusive wall time per call: after minus before"),
  },
  [COLUMN (TV_DIFFERENCE_WALL_PER_CALL, TV_DIFFERENCE_PERCENT)] = {
    "wall_per_call_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Wall/call %"),
    N_("Change in the inclusive wall time per call as a percentage of the earlier value; empty if "
       "that value is 0"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_CPU, TV_DIFFERENCE_BEFORE)] = {
    "incl_cpu_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU before"),
    N_("Median inclusive CPU time in the runs before the change"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_CPU, TV_DIFFERENCE_AFTER)] = {
    "incl_cpu_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU after"),
    N_("Median inclusive CPU time in the runs after the change"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_CPU, TV_DIFFERENCE_CHANGE)] = {
    "incl_cpu_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU change"),
    N_("Change in the inclusive CPU time: after minus before"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_CPU, TV_DIFFERENCE_PERCENT)] = {
    "incl_cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl CPU %"),
    N_("Change in the inclusive CPU time as a percentage of the earlier value; empty if that "
       "value is 0"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_CPU, TV_DIFFERENCE_BEFORE)] = {
    "excl_cpu_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU before"),
    N_("Median exclusive CPU time in the runs before the change"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_CPU, TV_DIFFERENCE_AFTER)] = {
    "excl_cpu_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU after"),
    N_("Median exclusive CPU time in the runs after the change"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_CPU, TV_DIFFERENCE_CHANGE)] = {
    "excl_cpu_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU change"),
    N_("Change in the exclusive CPU time: after minus before"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_CPU, TV_DIFFERENCE_PERCENT)] = {
    "excl_cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl CPU %"),
    N_("Change in the exclusive CPU time as a percentage of the earlier value; empty if that "
       "value is 0"),
  },
  [COLUMN (TV_DIFFERENCE_CPU_PER_CALL, TV_DIFFERENCE_BEFORE)] = {
    "cpu_per_call_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU/call before"),
    N_("Median inclusive CPU time per call in the runs before the change"),
  },
  [COLUMN (TV_DIFFERENCE_CPU_PER_CALL, TV_DIFFERENCE_AFTER)] = {
    "cpu_per_call_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU/call after"),
    N_("Median inclusive CPU time per call in the runs after the change"),
  },
  [COLUMN (TV_DIFFERENCE_CPU_PER_CALL, TV_DIFFERENCE_CHANGE)] = {
    "cpu_per_call_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU/call change"),
    N_("Change in the inclusive CPU time per call: after minus before"),
  },
  [COLUMN (TV_DIFFERENCE_CPU_PER_CALL, TV_DIFFERENCE_PERCENT)] = {
    "cpu_per_call_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("CPU/call %"),
    N_("Change in the inclusive CPU time per call as a percentage of the earlier value; empty if "
       "that value is 0"),
  },
  [COLUMN (TV_DIFFERENCE_CALLS, TV_DIFFERENCE_BEFORE)] = {
    "calls_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls before"),
    N_("Median number of calls, including recursive ones, in the runs before the change"),
  },
  [COLUMN (TV_DIFFERENCE_CALLS, TV_DIFFERENCE_AFTER)] = {
    "calls_after", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls after"),
    N_("Median number of calls, including recursive ones, in the runs after the change"),
  },
  [COLUMN (TV_DIFFERENCE_CALLS, TV_DIFFERENCE_CHANGE)] = {
    "calls_change", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls change"),
    N_("Change in the number of calls, including recursive ones: after minus before"),
  },
  [COLUMN (TV_DIFFERENCE_CALLS, TV_DIFFERENCE_PERCENT)] = {
    "calls_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Calls %"),
    N_("Change in the number of calls, including recursive ones, as a percentage of the earlier "
       "value; empty if that value is 0"),
  },
  [TV_DIFFERENCE_COLUMN_P_WALL] = {
    "p_wall", TV_COLUMN_REAL, TV_UNIT_NONE, N_("p wall"),
    N_("Probability (p-value of a rank test) that the difference in inclusive wall times is due to "
       "chance; empty with one run per side"),
  },
  [TV_DIFFERENCE_COLUMN_P_CPU] = {
    "p_cpu", TV_COLUMN_REAL, TV_UNIT_NONE, N_("p CPU"),
    N_("Probability (p-value of a rank test) that the difference in inclusive CPU times is due to "
       "chance; empty with one run per side"),
  },
  [TV_DIFFERENCE_COLUMN_RUNS_BEFORE] = {
    "runs_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Runs before"),
    N_("Number of runs before the change that contain calls of the row"),
  },
  [TV_DIFFERENCE_COLUMN_RUNS_AFTER] = {
    "runs_after", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Runs after"),
    N_("Number of runs after the change that contain calls of the row"),
  },
};
/* clang-format on */

const TvTableInfo tv_difference_table_info = {
  "difference", N_("A method or group of methods, with its times before and after a change"),
  columns,      TV_N_DIFFERENCE_COLUMNS,
  FALSE,
};

/* clang-format off: a table of columns */
static const TvColumn sample_columns[TV_N_SAMPLE_DIFFERENCE_COLUMNS] = {
  IDENTITY_COLUMNS,
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_WEIGHT, TV_DIFFERENCE_BEFORE)] = {
    "incl_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Incl before"),
    N_("Median inclusive weight of the samples in the runs before the change, in the unit of the "
       "samples"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_WEIGHT, TV_DIFFERENCE_AFTER)] = {
    "incl_after", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Incl after"),
    N_("Median inclusive weight of the samples in the runs after the change, in the unit of the "
       "samples"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_WEIGHT, TV_DIFFERENCE_CHANGE)] = {
    "incl_change", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Incl change"),
    N_("Change in the inclusive weight of the samples, in the unit of the samples: after minus "
       "before"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_WEIGHT, TV_DIFFERENCE_PERCENT)] = {
    "incl_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl %"),
    N_("Change in the inclusive weight of the samples as a percentage of the earlier value; empty "
       "if that value is 0"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_WEIGHT, TV_DIFFERENCE_BEFORE)] = {
    "excl_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Excl before"),
    N_("Median exclusive weight of the samples in the runs before the change, in the unit of the "
       "samples"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_WEIGHT, TV_DIFFERENCE_AFTER)] = {
    "excl_after", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Excl after"),
    N_("Median exclusive weight of the samples in the runs after the change, in the unit of the "
       "samples"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_WEIGHT, TV_DIFFERENCE_CHANGE)] = {
    "excl_change", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Excl change"),
    N_("Change in the exclusive weight of the samples, in the unit of the samples: after minus "
       "before"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_WEIGHT, TV_DIFFERENCE_PERCENT)] = {
    "excl_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl %"),
    N_("Change in the exclusive weight of the samples as a percentage of the earlier value; empty "
       "if that value is 0"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_SHARE, TV_DIFFERENCE_BEFORE)] = {
    "incl_share_before_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl share before"),
    N_("Median inclusive share of the total weight in the runs before the change"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_SHARE, TV_DIFFERENCE_AFTER)] = {
    "incl_share_after_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl share after"),
    N_("Median inclusive share of the total weight in the runs after the change"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_SHARE, TV_DIFFERENCE_CHANGE)] = {
    "incl_share_change_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl share change"),
    N_("Change in the inclusive share of the total weight, in percentage points: after minus "
       "before"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_SHARE, TV_DIFFERENCE_PERCENT)] = {
    "incl_share_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl share %"),
    N_("Change in the inclusive share of the total weight as a percentage of the earlier share; "
       "empty if that share is 0"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_SHARE, TV_DIFFERENCE_BEFORE)] = {
    "excl_share_before_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl share before"),
    N_("Median exclusive share of the total weight in the runs before the change"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_SHARE, TV_DIFFERENCE_AFTER)] = {
    "excl_share_after_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl share after"),
    N_("Median exclusive share of the total weight in the runs after the change"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_SHARE, TV_DIFFERENCE_CHANGE)] = {
    "excl_share_change_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl share change"),
    N_("Change in the exclusive share of the total weight, in percentage points: after minus "
       "before"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_SHARE, TV_DIFFERENCE_PERCENT)] = {
    "excl_share_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl share %"),
    N_("Change in the exclusive share of the total weight as a percentage of the earlier share; "
       "empty if that share is 0"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_SAMPLES, TV_DIFFERENCE_BEFORE)] = {
    "samples_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Samples before"),
    N_("Median number of samples whose stack contains the row, in the runs before the change"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_SAMPLES, TV_DIFFERENCE_AFTER)] = {
    "samples_after", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Samples after"),
    N_("Median number of samples whose stack contains the row, in the runs after the change"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_SAMPLES, TV_DIFFERENCE_CHANGE)] = {
    "samples_change", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Samples change"),
    N_("Change in the number of samples whose stack contains the row: after minus before"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_SAMPLES, TV_DIFFERENCE_PERCENT)] = {
    "samples_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Samples %"),
    N_("Change in the number of samples whose stack contains the row, as a percentage of the "
       "earlier value; empty if that value is 0"),
  },
  [TV_SAMPLE_DIFFERENCE_COLUMN_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Samples of"),
    N_("Event of the samples"),
  },
  [TV_SAMPLE_DIFFERENCE_COLUMN_UNIT] = {
    "unit", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Unit"),
    N_("Unit of the weights"),
  },
  [TV_SAMPLE_DIFFERENCE_COLUMN_P] = {
    "p", TV_COLUMN_REAL, TV_UNIT_NONE, N_("p"),
    N_("Probability (p-value of a rank test) that the difference in inclusive weights is due to "
       "chance; empty with one run per side"),
  },
  [TV_SAMPLE_DIFFERENCE_COLUMN_RUNS_BEFORE] = {
    "runs_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Runs before"),
    N_("Number of runs before the change that contain samples of the row"),
  },
  [TV_SAMPLE_DIFFERENCE_COLUMN_RUNS_AFTER] = {
    "runs_after", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Runs after"),
    N_("Number of runs after the change that contain samples of the row"),
  },
};
/* clang-format on */

const TvTableInfo tv_sample_difference_table_info = {
  "sample_difference",
  N_("A function or group of functions, with its samples before and after a change"),
  sample_columns,
  TV_N_SAMPLE_DIFFERENCE_COLUMNS,
  FALSE,
};
