-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO TABLE android_charging_states AS
SELECT i.id, i.ts, i.dur,
  CASE CAST(i.value AS INT)
    WHEN 1 THEN 'unknown' WHEN 2 THEN 'Charging' WHEN 3 THEN 'Discharging' WHEN 4 THEN 'Not charging' WHEN 5 THEN 'Full'
    ELSE 'unknown' END AS short_charging_state,
  CASE CAST(i.value AS INT)
    WHEN 2 THEN 'Charging' WHEN 3 THEN 'Discharging' WHEN 4 THEN 'Not charging' WHEN 5 THEN 'Full'
    ELSE 'unknown' END AS charging_state
FROM counter_leading_intervals!((
  SELECT c.id, c.ts, c.track_id, c.value FROM counter c JOIN counter_track t ON t.id = c.track_id
  WHERE t.name = 'BatteryStatus'
)) i;
