-- SPDX-License-Identifier: GPL-3.0-or-later
-- Hash of the categories and names of a slice and of its ancestors.
CREATE PERFETTO TABLE slice_with_stack_id AS
WITH RECURSIVE stacks(id, stack_id, parent_stack_id) AS (
  SELECT id, abs(hash(ifnull(category, ''), ifnull(name, '')) & 0x7fffffffffffffff), 0 FROM slice WHERE parent_id IS NULL
  UNION ALL
  SELECT s.id, abs(hash(p.stack_id, ifnull(s.category, ''), ifnull(s.name, '')) & 0x7fffffffffffffff), p.stack_id
  FROM stacks p JOIN slice s ON s.parent_id = p.id
)
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, s.thread_ts, s.thread_dur,
  s.thread_instruction_count, s.thread_instruction_delta, k.stack_id, k.parent_stack_id
FROM slice s JOIN stacks k USING (id)
ORDER BY s.id;
CREATE PERFETTO INDEX by_stack ON slice_with_stack_id(stack_id);

CREATE PERFETTO FUNCTION ancestor_slice_by_stack(stack_hash LONG)
RETURNS TABLE(id LONG, ts TIMESTAMP, dur DURATION, track_id LONG, category STRING, name STRING, depth LONG, parent_id LONG,
  arg_set_id LONG, thread_ts TIMESTAMP, thread_dur DURATION) AS
SELECT a.id, a.ts, a.dur, a.track_id, a.category, a.name, a.depth, a.parent_id, a.arg_set_id, a.thread_ts, a.thread_dur
FROM slice a
WHERE a.id IN (SELECT u.id FROM slice_with_stack_id s JOIN ancestor_slice(s.id) u WHERE s.stack_id = $stack_hash);

CREATE PERFETTO FUNCTION descendant_slice_by_stack(stack_hash LONG)
RETURNS TABLE(id LONG, ts TIMESTAMP, dur DURATION, track_id LONG, category STRING, name STRING, depth LONG, parent_id LONG,
  arg_set_id LONG, thread_ts TIMESTAMP, thread_dur DURATION) AS
SELECT a.id, a.ts, a.dur, a.track_id, a.category, a.name, a.depth, a.parent_id, a.arg_set_id, a.thread_ts, a.thread_dur
FROM slice a
WHERE a.id IN (SELECT d.id FROM slice_with_stack_id s JOIN descendant_slice(s.id) d WHERE s.stack_id = $stack_hash);
