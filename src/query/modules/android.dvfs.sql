-- SPDX-License-Identifier: GPL-3.0-or-later
-- Frequencies of buses and memory, whose counters end in "Frequency".
CREATE PERFETTO VIEW android_dvfs_counters AS
SELECT t.name, c.ts, c.value, ifnull(lead(c.ts) OVER (PARTITION BY c.track_id ORDER BY c.ts, c.id) - c.ts, -1) AS dur
FROM counter c JOIN counter_track t ON t.id = c.track_id
WHERE t.name GLOB 'domain@* Frequency' OR t.type = 'clock_frequency';

CREATE PERFETTO VIEW android_dvfs_counter_stats AS
SELECT name, MAX(value) AS max, MIN(value) AS min, MAX(ts) - MIN(ts) AS dur,
  SUM(iif(dur > 0, value * dur, 0)) / nullif(MAX(ts) - MIN(ts), 0) AS wgt_avg
FROM android_dvfs_counters GROUP BY name;

CREATE PERFETTO VIEW android_dvfs_counter_residency AS
WITH total AS (SELECT name, SUM(dur) AS dur FROM android_dvfs_counters WHERE dur > 0 GROUP BY name)
SELECT c.name, c.value, SUM(c.dur) AS dur, SUM(c.dur) * 100.0 / t.dur AS pct
FROM android_dvfs_counters c JOIN total t USING (name) WHERE c.dur > 0 GROUP BY c.name, c.value;
