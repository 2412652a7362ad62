-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.cpu.utilization.general;

CREATE PERFETTO TABLE cpu_cycles_per_thread_per_cpu AS
SELECT utid, cpu AS ucpu, cpu, millicycles, megacycles, runtime, min_freq, max_freq, avg_freq
FROM __tv_cycles!((SELECT *, dur AS awake_dur, 1 AS everything FROM _run_with_frequency), (utid, cpu));

CREATE PERFETTO FUNCTION cpu_cycles_per_thread_per_cpu_in_interval(ts TIMESTAMP, dur DURATION)
RETURNS TABLE(utid LONG, ucpu LONG, cpu LONG, millicycles LONG, megacycles LONG, runtime LONG, min_freq LONG, max_freq LONG, avg_freq LONG) AS
SELECT utid, cpu AS ucpu, cpu, millicycles, megacycles, runtime, min_freq, max_freq, avg_freq
FROM __tv_cycles!((SELECT * FROM __tv_runs_in($ts, $dur)), (utid, cpu));
