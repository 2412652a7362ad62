-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO TABLE cpu_frequency_counters AS
SELECT i.id, i.track_id, i.ts, i.dur, CAST(i.value AS INT) AS freq, t.cpu AS ucpu, t.cpu
FROM counter_leading_intervals!((
  SELECT c.* FROM counter c JOIN cpu_counter_track t ON t.id = c.track_id AND t.type = 'cpu_frequency'
)) i
JOIN cpu_counter_track t ON t.id = i.track_id;
