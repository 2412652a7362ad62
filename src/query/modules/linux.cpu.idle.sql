-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.intervals;

-- The kernel writes -1 as 2^32 - 1 when a CPU leaves its sleep.
CREATE PERFETTO TABLE cpu_idle_counters AS
SELECT i.id, i.track_id, i.ts, i.dur, iif(i.value = 4294967295, -1, CAST(i.value AS INT)) AS idle, t.cpu
FROM counter_leading_intervals!((
  SELECT c.* FROM counter c JOIN cpu_counter_track t ON t.id = c.track_id AND t.type = 'cpu_idle'
)) i
JOIN cpu_counter_track t ON t.id = i.track_id;
