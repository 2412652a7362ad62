-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE intervals.intersect;

CREATE PERFETTO TABLE sched_time_in_state_for_thread AS
WITH total AS (SELECT utid, SUM(dur) AS total_runtime FROM thread_state GROUP BY utid),
summed AS (SELECT utid, state, SUM(dur) AS time_in_state FROM thread_state GROUP BY utid, state)
SELECT utid, total_runtime, state, time_in_state,
  time_in_state * 100 / nullif(total_runtime, 0) AS percentage_in_state
FROM summed JOIN total USING (utid);

CREATE PERFETTO TABLE sched_percentage_of_time_in_state AS
SELECT utid,
  MAX(iif(state = 'Running', percentage_in_state, NULL)) AS running,
  MAX(iif(state = 'R', percentage_in_state, NULL)) AS runnable,
  MAX(iif(state = 'R+', percentage_in_state, NULL)) AS runnable_preempted,
  MAX(iif(state = 'S', percentage_in_state, NULL)) AS sleeping,
  MAX(iif(state = 'D', percentage_in_state, NULL)) AS uninterruptible_sleep,
  SUM(iif(state NOT IN ('Running', 'R', 'R+', 'S', 'D'), percentage_in_state, NULL)) AS other
FROM sched_time_in_state_for_thread GROUP BY utid;

CREATE PERFETTO FUNCTION sched_time_in_state_for_thread_in_interval(ts TIMESTAMP, dur DURATION, utid LONG)
RETURNS TABLE(state STRING, io_wait BOOL, blocked_function STRING, dur DURATION) AS
SELECT state, io_wait, blocked_function,
  SUM(min(ts + dur, $ts + $dur) - max(ts, $ts)) AS dur
FROM thread_state
WHERE utid = $utid AND dur > 0 AND ts < $ts + $dur AND ts + dur > $ts
GROUP BY state, io_wait, blocked_function;

CREATE PERFETTO FUNCTION sched_time_in_state_and_cpu_for_thread_in_interval(ts TIMESTAMP, dur DURATION, utid LONG)
RETURNS TABLE(state STRING, io_wait BOOL, cpu LONG, blocked_function STRING, dur DURATION) AS
SELECT state, io_wait, cpu, blocked_function,
  SUM(min(ts + dur, $ts + $dur) - max(ts, $ts)) AS dur
FROM thread_state
WHERE utid = $utid AND dur > 0 AND ts < $ts + $dur AND ts + dur > $ts
GROUP BY state, io_wait, cpu, blocked_function;

CREATE PERFETTO FUNCTION sched_time_in_state_for_cpu_in_interval(cpu LONG, ts TIMESTAMP, dur DURATION)
RETURNS TABLE(end_state STRING, dur DURATION) AS
SELECT end_state, SUM(min(ts + dur, $ts + $dur) - max(ts, $ts)) AS dur
FROM sched
WHERE cpu = $cpu AND dur > 0 AND ts < $ts + $dur AND ts + dur > $ts
GROUP BY end_state;
