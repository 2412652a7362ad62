-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW sched_with_thread_process AS
SELECT s.id, s.ts, s.dur, s.utid, thread.name AS thread_name, process.upid, process.name AS process_name,
  s.cpu, s.end_state, s.priority
FROM sched s
LEFT JOIN thread USING (utid)
LEFT JOIN process USING (upid);
