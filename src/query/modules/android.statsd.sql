-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW android_statsd_atoms AS
SELECT s.id, s.ts, s.dur, s.arg_set_id, s.thread_instruction_count, s.thread_instruction_delta, s.track_id, s.category,
  s.name, s.depth, s.parent_id, s.thread_ts, s.thread_dur
FROM slice s JOIN track t ON t.id = s.track_id WHERE t.name = 'Statsd Atoms';
