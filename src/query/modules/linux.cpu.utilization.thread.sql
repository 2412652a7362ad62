-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.cpu.utilization.general;

CREATE PERFETTO TABLE cpu_cycles_per_thread AS
SELECT utid, CAST(SUM(dur * freq / 1000) AS INT) AS millicycles,
  CAST(SUM(dur * freq / 1000) / 1e9 AS INT) AS megacycles, SUM(dur) AS runtime, MIN(freq) AS min_freq,
  MAX(freq) AS max_freq, SUM(dur * freq / 1000) / (SUM(dur) / 1000) AS avg_freq
FROM _run_with_frequency GROUP BY utid;

CREATE PERFETTO FUNCTION cpu_cycles_per_thread_in_interval(ts TIMESTAMP, dur DURATION)
RETURNS TABLE(utid LONG, millicycles LONG, megacycles LONG, runtime LONG, min_freq LONG, max_freq LONG, avg_freq LONG) AS
SELECT utid, CAST(SUM(dur * freq / 1000) AS INT) AS millicycles,
  CAST(SUM(dur * freq / 1000) / 1e9 AS INT) AS megacycles, SUM(dur) AS runtime, MIN(freq) AS min_freq,
  MAX(freq) AS max_freq, SUM(dur * freq / 1000) / (SUM(dur) / 1000) AS avg_freq
FROM (
  SELECT utid, freq, min(ts + dur, $ts + $dur) - max(ts, $ts) AS dur
  FROM _run_with_frequency WHERE ts < $ts + $dur AND ts + dur > $ts
)
GROUP BY utid;
