-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE callstacks.stack_profile;

CREATE PERFETTO TABLE __tv_heap_stack AS
SELECT * FROM __tv_callstacks_by_process!((SELECT callsite_id, upid FROM heap_profile_allocation));

CREATE PERFETTO TABLE __tv_heap_tree AS
WITH own AS (
  SELECT callsite_id, upid, SUM(size) AS size, SUM(max(size, 0)) AS alloc_size FROM heap_profile_allocation
  WHERE callsite_id IS NOT NULL GROUP BY callsite_id, upid
)
SELECT s.id, p.id AS parent_id, s.callsite_id, ifnull(o.size, 0) AS self_size,
  ifnull(o.alloc_size, 0) AS self_alloc_size
FROM __tv_heap_stack s
JOIN stack_profile_callsite c ON c.id = s.callsite_id
LEFT JOIN __tv_heap_stack p ON p.callsite_id = c.parent_id AND p.upid IS s.upid
LEFT JOIN own o ON o.callsite_id = s.callsite_id AND o.upid IS s.upid;

CREATE PERFETTO TABLE android_heap_profile_summary_tree AS
SELECT t.id, t.parent_id, c.name, c.mapping_name, c.source_file, c.line_number, t.self_size, s.sum_0 AS cumulative_size,
  t.self_alloc_size, s.sum_1 AS cumulative_alloc_size
FROM __tv_heap_tree t
JOIN _callstacks c ON c.id = t.callsite_id
JOIN __tv_tree_sum((SELECT __tv_rows(id, parent_id, self_size, self_alloc_size) FROM __tv_heap_tree)) s ON s.id = t.id
WHERE s.sum_1 > 0 OR s.sum_0 != 0;
