-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO MACRO __tv_doze(counter_name Expr) RETURNS TableOrSubquery AS
(
  SELECT i.id, i.ts, i.dur, CAST(i.value AS INT) AS value
  FROM counter_leading_intervals!((
    SELECT c.id, c.ts, c.track_id, c.value FROM counter c JOIN counter_track t ON t.id = c.track_id
    WHERE t.name = $counter_name
  )) i
);

CREATE PERFETTO TABLE android_light_idle_state AS
SELECT id, ts, dur, CASE value
  WHEN 0 THEN 'active' WHEN 1 THEN 'inactive' WHEN 4 THEN 'idle' WHEN 5 THEN 'waiting_for_network'
  WHEN 6 THEN 'idle_maintenance' WHEN 7 THEN 'override' ELSE 'unknown' END AS light_idle_state
FROM __tv_doze!('DozeLightState');

CREATE PERFETTO TABLE android_deep_idle_state AS
SELECT id, ts, dur, CASE value
  WHEN 0 THEN 'active' WHEN 1 THEN 'inactive' WHEN 2 THEN 'idle_pending' WHEN 3 THEN 'sensing' WHEN 4 THEN 'locating'
  WHEN 5 THEN 'idle' WHEN 6 THEN 'idle_maintenance' WHEN 7 THEN 'quick_doze_delay' ELSE 'unknown' END AS deep_idle_state
FROM __tv_doze!('DozeDeepState');
