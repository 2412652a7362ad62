-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO TABLE android_screen_state AS
SELECT i.id, i.ts, i.dur, CASE i.value WHEN 2 THEN 'on' WHEN 1 THEN 'off' WHEN 3 THEN 'doze' ELSE 'unknown' END AS simple_screen_state,
  CASE i.value WHEN 2 THEN 'on' WHEN 1 THEN 'off' WHEN 3 THEN 'doze' ELSE 'unknown' END AS short_screen_state,
  CASE i.value WHEN 2 THEN 'Screen on' WHEN 1 THEN 'Screen off' WHEN 3 THEN 'Always-on display' ELSE 'unknown' END AS screen_state
FROM counter_leading_intervals!((
  SELECT c.* FROM counter c JOIN counter_track t ON t.id = c.track_id WHERE t.name = 'ScreenState'
)) i;
