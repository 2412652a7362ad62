-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE slices.with_context;
INCLUDE PERFETTO MODULE intervals.intersect;

-- For each slice of a thread: time that the thread spent in each state during the slice.
CREATE PERFETTO TABLE thread_slice_time_in_state AS
SELECT s.id, s.name, s.utid, s.thread_name, s.upid, s.process_name, st.state, st.io_wait, st.blocked_function,
  SUM(i.dur) AS dur
FROM _interval_intersect!(
  ((SELECT id, ts, dur, utid FROM thread_slice WHERE utid > 0 AND dur > 0),
   (SELECT id, ts, dur, utid FROM thread_state WHERE dur > 0)), (utid)) i
JOIN thread_slice s ON s.id = i.id_0
JOIN thread_state st ON st.id = i.id_1
GROUP BY s.id, st.state, st.io_wait, st.blocked_function;
