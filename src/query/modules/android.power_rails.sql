-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE android_power_rails_counters AS
SELECT c.id, c.ts, lead(c.ts, 1, trace_end()) OVER w - c.ts AS dur, t.name AS power_rail_name,
  extract_arg(t.dimension_arg_set_id, 'name') AS raw_power_rail_name,
  c.value AS energy_since_boot, lead(c.value) OVER w AS energy_since_boot_at_end,
  (lead(c.value) OVER w - c.value) / (lead(c.ts) OVER w - c.ts) * 1e6 AS average_power,
  lead(c.value) OVER w - c.value AS energy_delta, c.track_id, c.value
FROM counter c JOIN counter_track t ON t.id = c.track_id WHERE t.type = 'power_rails'
WINDOW w AS (PARTITION BY c.track_id ORDER BY c.ts);

CREATE PERFETTO TABLE android_power_rails_metadata AS
SELECT t.name AS power_rail_name, extract_arg(t.dimension_arg_set_id, 'name') AS raw_power_rail_name, NULL AS friendly_name,
  t.id AS track_id, NULL AS subsystem_name, t.machine_id
FROM counter_track t WHERE t.type = 'power_rails';
