/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of difference tables: one set for calls and slices, one for samples. */

#include "tables/difference-table.h"

#include <glib/gi18n.h>

#define COLUMN(number, side)                                                                       \
  (TV_DIFFERENCE_COLUMN_NUMBERS + (number) *TV_N_DIFFERENCE_SIDES + (side))

/* Columns that identify a row, common to both tables. */
/* clang-format off: a table of columns */
#define IDENTITY_COLUMNS                                                                           \
  [TV_DIFFERENCE_COLUMN_NAME] = { \
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),                                               \
    N_("Name of the row: class and method, or the name of a slice, class, package or thread"),      \
  }, \
  [TV_DIFFERENCE_COLUMN_CLASS] = { \
    "class", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Class"),                                             \
    N_("Class of the method; empty for other rows"),                                                \
  }, \
  [TV_DIFFERENCE_COLUMN_METHOD] = { \
    "method", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Method"),                                           \
    N_("Name of the method; empty for classes, packages and threads"),                              \
  }, \
  [TV_DIFFERENCE_COLUMN_SIGNATURE] = { \
    "signature", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Signature"),                                     \
    N_("Signature of the method, if it distinguishes methods"),                                     \
  }, \
  [TV_DIFFERENCE_COLUMN_STATE] = { \
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),                                             \
    N_("new: in no run before the change; gone: in no run after the change; both: in runs on " \
       "both sides"),                                                                               \
  }

static const TvColumn columns[TV_N_DIFFERENCE_COLUMNS] = {
  IDENTITY_COLUMNS,
  [COLUMN (TV_DIFFERENCE_INCL_WALL, TV_DIFFERENCE_BEFORE)] = {
    "incl_wall_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall before"),
    N_("Inclusive wall time, before; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_WALL, TV_DIFFERENCE_AFTER)] = {
    "incl_wall_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall after"),
    N_("Inclusive wall time, after; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_WALL, TV_DIFFERENCE_CHANGE)] = {
    "incl_wall_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall change"),
    N_("Inclusive wall time: after minus before"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_WALL, TV_DIFFERENCE_PERCENT)] = {
    "incl_wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl wall %"),
    N_("Inclusive wall time: change as a percentage of the earlier value; empty if the earlier "
       "value is 0"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_WALL, TV_DIFFERENCE_BEFORE)] = {
    "excl_wall_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall before"),
    N_("Exclusive wall time, before; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_WALL, TV_DIFFERENCE_AFTER)] = {
    "excl_wall_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall after"),
    N_("Exclusive wall time, after; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_WALL, TV_DIFFERENCE_CHANGE)] = {
    "excl_wall_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall change"),
    N_("Exclusive wall time: after minus before"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_WALL, TV_DIFFERENCE_PERCENT)] = {
    "excl_wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl wall %"),
    N_("Exclusive wall time: change as a percentage of the earlier value; empty if the earlier "
       "value is 0"),
  },
  [COLUMN (TV_DIFFERENCE_WALL_PER_CALL, TV_DIFFERENCE_BEFORE)] = {
    "wall_per_call_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wall/call before"),
    N_("Inclusive wall time per call, before; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_WALL_PER_CALL, TV_DIFFERENCE_AFTER)] = {
    "wall_per_call_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wall/call after"),
    N_("Inclusive wall time per call, after; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_WALL_PER_CALL, TV_DIFFERENCE_CHANGE)] = {
    "wall_per_call_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wall/call change"),
    N_("Inclusive wall time per call: after minus before"),
  },
  [COLUMN (TV_DIFFERENCE_WALL_PER_CALL, TV_DIFFERENCE_PERCENT)] = {
    "wall_per_call_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Wall/call %"),
    N_("Inclusive wall time per call: change as a percentage of the earlier value; empty if the "
       "earlier value is 0"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_CPU, TV_DIFFERENCE_BEFORE)] = {
    "incl_cpu_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU before"),
    N_("Inclusive CPU time, before; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_CPU, TV_DIFFERENCE_AFTER)] = {
    "incl_cpu_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU after"),
    N_("Inclusive CPU time, after; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_CPU, TV_DIFFERENCE_CHANGE)] = {
    "incl_cpu_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU change"),
    N_("Inclusive CPU time: after minus before"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_CPU, TV_DIFFERENCE_PERCENT)] = {
    "incl_cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl CPU %"),
    N_("Inclusive CPU time: change as a percentage of the earlier value; empty if the earlier "
       "value is 0"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_CPU, TV_DIFFERENCE_BEFORE)] = {
    "excl_cpu_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU before"),
    N_("Exclusive CPU time, before; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_CPU, TV_DIFFERENCE_AFTER)] = {
    "excl_cpu_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU after"),
    N_("Exclusive CPU time, after; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_CPU, TV_DIFFERENCE_CHANGE)] = {
    "excl_cpu_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU change"),
    N_("Exclusive CPU time: after minus before"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_CPU, TV_DIFFERENCE_PERCENT)] = {
    "excl_cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl CPU %"),
    N_("Exclusive CPU time: change as a percentage of the earlier value; empty if the earlier "
       "value is 0"),
  },
  [COLUMN (TV_DIFFERENCE_CPU_PER_CALL, TV_DIFFERENCE_BEFORE)] = {
    "cpu_per_call_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU/call before"),
    N_("Inclusive CPU time per call, before; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_CPU_PER_CALL, TV_DIFFERENCE_AFTER)] = {
    "cpu_per_call_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU/call after"),
    N_("Inclusive CPU time per call, after; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_CPU_PER_CALL, TV_DIFFERENCE_CHANGE)] = {
    "cpu_per_call_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU/call change"),
    N_("Inclusive CPU time per call: after minus before"),
  },
  [COLUMN (TV_DIFFERENCE_CPU_PER_CALL, TV_DIFFERENCE_PERCENT)] = {
    "cpu_per_call_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("CPU/call %"),
    N_("Inclusive CPU time per call: change as a percentage of the earlier value; empty if the "
       "earlier value is 0"),
  },
  [COLUMN (TV_DIFFERENCE_CALLS, TV_DIFFERENCE_BEFORE)] = {
    "calls_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls before"),
    N_("Calls, including recursive ones, before; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_CALLS, TV_DIFFERENCE_AFTER)] = {
    "calls_after", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls after"),
    N_("Calls, including recursive ones, after; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_CALLS, TV_DIFFERENCE_CHANGE)] = {
    "calls_change", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls change"),
    N_("Calls, including recursive ones: after minus before"),
  },
  [COLUMN (TV_DIFFERENCE_CALLS, TV_DIFFERENCE_PERCENT)] = {
    "calls_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Calls %"),
    N_("Calls, including recursive ones: change as a percentage of the earlier value; empty if "
       "the earlier value is 0"),
  },
  [TV_DIFFERENCE_COLUMN_P_WALL] = {
    "p_wall", TV_COLUMN_REAL, TV_UNIT_NONE, N_("p wall"),
    N_("Probability of such a difference of inclusive wall times by chance, from a rank test; "
       "empty with one run per side"),
  },
  [TV_DIFFERENCE_COLUMN_P_CPU] = {
    "p_cpu", TV_COLUMN_REAL, TV_UNIT_NONE, N_("p CPU"),
    N_("Probability of such a difference of inclusive CPU times by chance, from a rank test; "
       "empty with one run per side"),
  },
  [TV_DIFFERENCE_COLUMN_RUNS_BEFORE] = {
    "runs_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Runs before"),
    N_("Number of runs before the change that contain a call"),
  },
  [TV_DIFFERENCE_COLUMN_RUNS_AFTER] = {
    "runs_after", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Runs after"),
    N_("Number of runs after the change that contain a call"),
  },
};
/* clang-format on */

const TvTableInfo tv_difference_table_info = {
  "difference", N_("Differences between runs before and after a change"),
  columns,      TV_N_DIFFERENCE_COLUMNS,
  FALSE,
};

/* clang-format off: a table of columns */
static const TvColumn sample_columns[TV_N_SAMPLE_DIFFERENCE_COLUMNS] = {
  IDENTITY_COLUMNS,
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_WEIGHT, TV_DIFFERENCE_BEFORE)] = {
    "incl_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Incl before"),
    N_("Inclusive weight of the samples, in their unit, before; the median of runs"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_WEIGHT, TV_DIFFERENCE_AFTER)] = {
    "incl_after", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Incl after"),
    N_("Inclusive weight of the samples, in their unit, after; the median of runs"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_WEIGHT, TV_DIFFERENCE_CHANGE)] = {
    "incl_change", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Incl change"),
    N_("Inclusive weight of the samples, in their unit: after minus before"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_WEIGHT, TV_DIFFERENCE_PERCENT)] = {
    "incl_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl %"),
    N_("Inclusive weight of the samples, in their unit: change as a percentage of the earlier "
       "value; empty if the earlier value is 0"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_WEIGHT, TV_DIFFERENCE_BEFORE)] = {
    "excl_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Excl before"),
    N_("Weight of the samples without callees, in their unit, before; the median of runs"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_WEIGHT, TV_DIFFERENCE_AFTER)] = {
    "excl_after", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Excl after"),
    N_("Weight of the samples without callees, in their unit, after; the median of runs"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_WEIGHT, TV_DIFFERENCE_CHANGE)] = {
    "excl_change", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Excl change"),
    N_("Weight of the samples without callees, in their unit: after minus before"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_WEIGHT, TV_DIFFERENCE_PERCENT)] = {
    "excl_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl %"),
    N_("Weight of the samples without callees, in their unit: change as a percentage of the "
       "earlier value; empty if the earlier value is 0"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_SHARE, TV_DIFFERENCE_BEFORE)] = {
    "incl_share_before_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl share before"),
    N_("Inclusive weight of the samples as a percentage of the run’s total, before; the median "
       "of runs"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_SHARE, TV_DIFFERENCE_AFTER)] = {
    "incl_share_after_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl share after"),
    N_("Inclusive weight of the samples as a percentage of the run’s total, after; the median "
       "of runs"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_SHARE, TV_DIFFERENCE_CHANGE)] = {
    "incl_share_change_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl share change"),
    N_("Inclusive weight of the samples as a percentage of the run’s total: after minus before, "
       "in percentage points"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_INCL_SHARE, TV_DIFFERENCE_PERCENT)] = {
    "incl_share_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl share %"),
    N_("Inclusive weight of the samples as a percentage of the run’s total: change as a "
       "percentage of the earlier value; empty if the earlier value is 0"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_SHARE, TV_DIFFERENCE_BEFORE)] = {
    "excl_share_before_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl share before"),
    N_("Weight of the samples without callees as a percentage of the run’s total, before; the "
       "median of runs"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_SHARE, TV_DIFFERENCE_AFTER)] = {
    "excl_share_after_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl share after"),
    N_("Weight of the samples without callees as a percentage of the run’s total, after; the "
       "median of runs"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_SHARE, TV_DIFFERENCE_CHANGE)] = {
    "excl_share_change_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl share change"),
    N_("Weight of the samples without callees as a percentage of the run’s total: after minus "
       "before, in percentage points"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_EXCL_SHARE, TV_DIFFERENCE_PERCENT)] = {
    "excl_share_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl share %"),
    N_("Weight of the samples without callees as a percentage of the run’s total: change as a "
       "percentage of the earlier value; empty if the earlier value is 0"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_SAMPLES, TV_DIFFERENCE_BEFORE)] = {
    "samples_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Samples before"),
    N_("Number of samples in the row or its callees, before; the median of runs"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_SAMPLES, TV_DIFFERENCE_AFTER)] = {
    "samples_after", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Samples after"),
    N_("Number of samples in the row or its callees, after; the median of runs"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_SAMPLES, TV_DIFFERENCE_CHANGE)] = {
    "samples_change", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Samples change"),
    N_("Number of samples in the row or its callees: after minus before"),
  },
  [COLUMN (TV_SAMPLE_DIFFERENCE_SAMPLES, TV_DIFFERENCE_PERCENT)] = {
    "samples_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Samples %"),
    N_("Number of samples in the row or its callees: change as a percentage of the earlier "
       "value; empty if the earlier value is 0"),
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
    N_("Probability of such a difference of inclusive weights by chance, from a rank test; empty "
       "with one run per side"),
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
  N_("Differences in samples between runs before and after a change"),
  sample_columns,
  TV_N_SAMPLE_DIFFERENCE_COLUMNS,
  FALSE,
};
