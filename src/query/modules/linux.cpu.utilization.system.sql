-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.cpu.utilization.general;

CREATE PERFETTO TABLE cpu_cycles AS
SELECT millicycles, megacycles, runtime, min_freq, max_freq, avg_freq
FROM __tv_cycles!((SELECT *, dur AS awake_dur, 1 AS everything FROM _run_with_frequency), (everything));

CREATE PERFETTO TABLE cpu_cycles_per_cpu AS
SELECT cpu AS ucpu, cpu, millicycles, megacycles, runtime, min_freq, max_freq, avg_freq
FROM __tv_cycles!((SELECT *, dur AS awake_dur, 1 AS everything FROM _run_with_frequency), (cpu));

CREATE PERFETTO FUNCTION cpu_cycles_in_interval(ts TIMESTAMP, dur DURATION)
RETURNS TABLE(millicycles LONG, megacycles LONG, runtime LONG, awake_runtime LONG, min_freq LONG, max_freq LONG, avg_freq LONG) AS
SELECT millicycles, megacycles, runtime, awake_runtime, min_freq, max_freq, avg_freq
FROM __tv_cycles!((SELECT * FROM __tv_runs_in($ts, $dur)), (everything));

CREATE PERFETTO FUNCTION cpu_cycles_per_cpu_in_interval(ts TIMESTAMP, dur DURATION)
RETURNS TABLE(ucpu LONG, cpu LONG, millicycles LONG, megacycles LONG, runtime LONG, min_freq LONG, max_freq LONG, avg_freq LONG) AS
SELECT cpu AS ucpu, cpu, millicycles, megacycles, runtime, min_freq, max_freq, avg_freq
FROM __tv_cycles!((SELECT * FROM __tv_runs_in($ts, $dur)), (cpu));

CREATE PERFETTO FUNCTION cpu_utilization_per_period(interval LONG)
RETURNS TABLE(ts TIMESTAMP, utilization DOUBLE, unnormalized_utilization DOUBLE) AS
SELECT ts, utilization, unnormalized_utilization
FROM __tv_utilization!((SELECT ts, dur FROM __tv_busy_run), $interval);

CREATE PERFETTO VIEW cpu_utilization_per_second AS
SELECT ts, utilization, unnormalized_utilization FROM cpu_utilization_per_period(1000000000);

CREATE PERFETTO FUNCTION cpu_utilization_in_interval(ts TIMESTAMP, dur DURATION)
RETURNS TABLE(awake_dur DURATION, awake_utilization DOUBLE, awake_unnormalized_utilization DOUBLE) AS
SELECT c.awake_runtime AS awake_dur,
  c.awake_runtime / CAST(__tv_awake_dur($ts, $dur) AS REAL) / (SELECT COUNT(DISTINCT cpu) FROM sched) AS awake_utilization,
  c.awake_runtime / CAST(__tv_awake_dur($ts, $dur) AS REAL) AS awake_unnormalized_utilization
FROM cpu_cycles_in_interval($ts, $dur) c;
