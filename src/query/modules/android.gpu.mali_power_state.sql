-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.intervals;

-- Power states of a Mali GPU that its driver reports: 1 off, 2 powered down, 3 on.
CREATE PERFETTO TABLE android_mali_gpu_power_state AS
SELECT i.ts, i.dur, CASE CAST(i.value AS INT) WHEN 1 THEN 'off' WHEN 2 THEN 'pg' WHEN 3 THEN 'on' END AS power_state
FROM counter_leading_intervals!((
  SELECT e.id, e.ts, 0 AS track_id, extract_arg(e.arg_set_id, 'to_state') AS value
  FROM ftrace_event e WHERE e.name = 'mali_gpu_power_state'
)) i;
