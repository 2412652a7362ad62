-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.intervals;

-- Values of a counter of each process, as intervals.
CREATE PERFETTO MACRO _all_process_counter(counter_name Expr) RETURNS TableOrSubquery AS
(
  SELECT i.id, i.ts, i.dur, i.track_id, t.upid, i.value
  FROM counter_leading_intervals!((
    SELECT c.id, c.ts, c.track_id, c.value FROM counter c JOIN process_counter_track t ON t.id = c.track_id
    WHERE t.name = $counter_name
  )) i
  JOIN process_counter_track t ON t.id = i.track_id
);
