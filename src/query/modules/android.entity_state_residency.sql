-- SPDX-License-Identifier: GPL-3.0-or-later
-- Counters of the time that components of the device spent in a state, in ms: `Entity residency: ENTITY is STATE`.
CREATE PERFETTO TABLE android_entity_state_residency AS
SELECT id, ts, dur, substr(raw_name, 19, instr(raw_name, ' is ') - 19) AS entity_name,
  substr(raw_name, instr(raw_name, ' is ') + 4) AS state_name, raw_name, state_time_since_boot, state_time_since_boot_at_end,
  (state_time_since_boot_at_end - state_time_since_boot) * 1.0 / dur AS state_time_ratio, track_id
FROM (
  SELECT c.id, c.ts, lead(c.ts, 1, trace_end()) OVER w - c.ts AS dur, t.name AS raw_name,
    CAST(c.value * 1000000 AS INT) AS state_time_since_boot,
    CAST(lead(c.value) OVER w * 1000000 AS INT) AS state_time_since_boot_at_end, c.track_id
  FROM counter c JOIN counter_track t ON t.id = c.track_id
  WHERE t.name GLOB 'Entity residency: * is *'
  WINDOW w AS (PARTITION BY c.track_id ORDER BY c.ts)
)
ORDER BY track_id, ts;
