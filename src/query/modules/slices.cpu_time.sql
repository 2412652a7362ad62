-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE slices.with_context;
INCLUDE PERFETTO MODULE intervals.intersect;
INCLUDE PERFETTO MODULE linux.cpu.utilization.slice;

CREATE PERFETTO TABLE thread_slice_cpu_time AS
SELECT s.id, s.name, s.utid, s.thread_name, s.upid, s.process_name, SUM(i.dur) AS cpu_time
FROM _interval_intersect!(
  ((SELECT id, ts, dur, utid FROM thread_slice WHERE utid > 0 AND dur > 0),
   (SELECT id, ts, dur, utid FROM sched WHERE dur > 0)), (utid)) i
JOIN thread_slice s ON s.id = i.id_0
GROUP BY s.id;

CREATE PERFETTO VIEW thread_slice_cpu_cycles AS
SELECT id, name, utid, thread_name, upid, process_name, millicycles, megacycles
FROM cpu_cycles_per_thread_slice;
