-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.cpu.utilization.general;
INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO TABLE cpu_cycles_per_thread_slice AS
WITH pieces AS (
  SELECT id_0 AS slice_id, i.dur, f.freq
  FROM _interval_intersect!(
    ((SELECT id, ts, dur, utid FROM thread_slice WHERE utid > 0 AND dur > 0),
     (SELECT id, ts, dur, utid FROM _run_with_frequency)), (utid)) i
  JOIN _run_with_frequency f ON f.id = i.id_1
),
cycles AS (
  SELECT slice_id, CAST(SUM(dur * freq / 1000) AS INT) AS millicycles,
  CAST(SUM(dur * freq / 1000) / 1e9 AS INT) AS megacycles, SUM(dur) AS runtime, MIN(freq) AS min_freq,
  MAX(freq) AS max_freq, SUM(dur * freq / 1000) / (SUM(dur) / 1000) AS avg_freq
  FROM pieces GROUP BY slice_id
)
SELECT s.id, s.name, s.utid, s.thread_name, s.upid, s.process_name, c.millicycles, c.megacycles, c.runtime,
  c.min_freq, c.max_freq, c.avg_freq
FROM thread_slice s LEFT JOIN cycles c ON c.slice_id = s.id;
