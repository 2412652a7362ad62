-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.cpu.utilization.general;

CREATE PERFETTO TABLE cpu_cycles_per_process AS
SELECT upid, CAST(SUM(dur * freq / 1000) AS INT) AS millicycles,
  CAST(SUM(dur * freq / 1000) / 1e9 AS INT) AS megacycles, SUM(dur) AS runtime, MIN(freq) AS min_freq,
  MAX(freq) AS max_freq, SUM(dur * freq / 1000) / (SUM(dur) / 1000) AS avg_freq
FROM _run_with_frequency WHERE upid IS NOT NULL GROUP BY upid;

CREATE PERFETTO FUNCTION cpu_cycles_per_process_in_interval(ts TIMESTAMP, dur DURATION)
RETURNS TABLE(upid LONG, millicycles LONG, megacycles LONG, runtime LONG, min_freq LONG, max_freq LONG, avg_freq LONG) AS
SELECT upid, CAST(SUM(dur * freq / 1000) AS INT) AS millicycles,
  CAST(SUM(dur * freq / 1000) / 1e9 AS INT) AS megacycles, SUM(dur) AS runtime, MIN(freq) AS min_freq,
  MAX(freq) AS max_freq, SUM(dur * freq / 1000) / (SUM(dur) / 1000) AS avg_freq
FROM (
  SELECT upid, freq, min(ts + dur, $ts + $dur) - max(ts, $ts) AS dur
  FROM _run_with_frequency WHERE upid IS NOT NULL AND ts < $ts + $dur AND ts + dur > $ts
)
GROUP BY upid;
