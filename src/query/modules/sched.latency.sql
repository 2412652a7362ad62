-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE sched.runnable;

-- Time that a thread waited for a CPU before each of its complete runs.
CREATE PERFETTO VIEW sched_latency_for_running_interval AS
SELECT r.id AS thread_state_id, s.id AS sched_id, r.utid, p.prev_runnable_id AS runnable_latency_id,
  w.dur AS latency_dur
FROM sched_previous_runnable_on_thread p
JOIN thread_state r ON r.id = p.id
JOIN sched s ON s.ts = r.ts AND s.utid = r.utid AND s.dur = r.dur AND s.dur != -1
JOIN thread_state w ON w.id = p.prev_runnable_id;
