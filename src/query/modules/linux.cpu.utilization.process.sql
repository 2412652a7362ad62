-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.cpu.utilization.general;

CREATE PERFETTO TABLE cpu_cycles_per_process AS
SELECT upid, millicycles, megacycles, runtime, min_freq, max_freq, avg_freq
FROM __tv_cycles!((SELECT *, dur AS awake_dur, 1 AS everything FROM _run_with_frequency WHERE upid IS NOT NULL), (upid));

CREATE PERFETTO FUNCTION cpu_cycles_per_process_in_interval(ts TIMESTAMP, dur DURATION)
RETURNS TABLE(upid LONG, millicycles LONG, megacycles LONG, runtime LONG, awake_runtime LONG, min_freq LONG, max_freq LONG, avg_freq LONG) AS
SELECT upid, millicycles, megacycles, runtime, awake_runtime, min_freq, max_freq, avg_freq
FROM __tv_cycles!((SELECT * FROM __tv_runs_in($ts, $dur) WHERE upid IS NOT NULL), (upid));

CREATE PERFETTO FUNCTION cpu_process_utilization_per_period(interval LONG, upid LONG)
RETURNS TABLE(ts TIMESTAMP, utilization DOUBLE, unnormalized_utilization DOUBLE) AS
SELECT ts, utilization, unnormalized_utilization
FROM __tv_utilization!((SELECT ts, dur FROM __tv_busy_run WHERE upid = $upid), $interval);

CREATE PERFETTO FUNCTION cpu_process_utilization_per_second(upid LONG)
RETURNS TABLE(ts TIMESTAMP, utilization DOUBLE, unnormalized_utilization DOUBLE) AS
SELECT ts, utilization, unnormalized_utilization FROM cpu_process_utilization_per_period(1000000000, $upid);

-- Busy time in a range, while the device is awake.
CREATE PERFETTO FUNCTION cpu_process_utilization_in_interval(ts TIMESTAMP, dur DURATION)
RETURNS TABLE(upid LONG, process_name STRING, awake_dur DURATION, awake_utilization DOUBLE, awake_unnormalized_utilization DOUBLE) AS
SELECT p.upid, p.name AS process_name, c.awake_runtime AS awake_dur,
  c.awake_runtime / CAST(__tv_awake_dur($ts, $dur) AS REAL) / (SELECT COUNT(DISTINCT cpu) FROM sched) AS awake_utilization,
  c.awake_runtime / CAST(__tv_awake_dur($ts, $dur) AS REAL) AS awake_unnormalized_utilization
FROM cpu_cycles_per_process_in_interval($ts, $dur) c JOIN process p USING (upid);
