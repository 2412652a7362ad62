-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE callstacks.stack_profile;

CREATE PERFETTO TABLE __tv_heap_tree AS
WITH own AS (
  SELECT callsite_id AS id, SUM(size) AS size, SUM(max(size, 0)) AS alloc_size FROM heap_profile_allocation
  WHERE callsite_id IS NOT NULL GROUP BY callsite_id
)
SELECT c.id, c.parent_id, ifnull(o.size, 0) AS self_size, ifnull(o.alloc_size, 0) AS self_alloc_size
FROM _callstacks c LEFT JOIN own o USING (id);

CREATE PERFETTO TABLE android_heap_profile_summary_tree AS
SELECT c.id, c.parent_id, c.name, c.mapping_name, c.source_file, c.line_number, t.self_size, s.sum_0 AS cumulative_size,
  t.self_alloc_size, s.sum_1 AS cumulative_alloc_size
FROM _callstacks c
JOIN __tv_heap_tree t USING (id)
JOIN __tv_tree_sum((SELECT __tv_rows(id, parent_id, self_size, self_alloc_size) FROM __tv_heap_tree)) s ON s.id = c.id
WHERE s.sum_1 > 0 OR s.sum_0 != 0;
