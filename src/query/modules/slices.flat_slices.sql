-- SPDX-License-Identifier: GPL-3.0-or-later
-- The innermost slice of each thread at each time. A slice has a row for each interval between its children; instants have none.
INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO TABLE _slice_flattened AS
WITH RECURSIVE spans AS (
  SELECT id, parent_id, ts, iif(dur = -1, trace_end(), ts + dur) AS ts_end FROM slice WHERE dur != 0
),
roots(id, root_id) AS (
  SELECT id, id FROM spans WHERE parent_id IS NULL
  UNION ALL
  SELECT s.id, r.root_id FROM roots r JOIN spans s ON s.parent_id = r.id
),
last_children AS (SELECT parent_id AS id, MAX(ts_end) AS ts_end FROM spans WHERE parent_id IS NOT NULL GROUP BY parent_id),
pieces AS (
  SELECT p.id, LAG(c.ts_end, 1, p.ts) OVER (PARTITION BY p.id ORDER BY c.ts) AS ts, c.ts AS ts_end
  FROM spans p JOIN spans c ON c.parent_id = p.id
  UNION ALL
  SELECT p.id, ifnull(c.ts_end, p.ts), p.ts_end FROM spans p LEFT JOIN last_children c USING (id)
)
SELECT s.id AS slice_id, p.ts, p.ts_end - p.ts AS dur, s.depth, s.name, r.root_id, s.track_id, s.utid, s.tid, s.thread_name,
  s.upid, s.pid, s.process_name
FROM pieces p JOIN roots r USING (id) JOIN thread_slice s USING (id)
WHERE p.ts_end > p.ts
ORDER BY p.ts, s.id;
