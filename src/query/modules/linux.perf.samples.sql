-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE callstacks.stack_profile;

CREATE PERFETTO TABLE __tv_perf_tree AS
WITH own AS (SELECT callsite_id AS id, COUNT(*) AS n FROM perf_sample WHERE callsite_id IS NOT NULL GROUP BY callsite_id)
SELECT c.id, c.parent_id, ifnull(o.n, 0) AS self_count FROM _callstacks c LEFT JOIN own o USING (id);

CREATE PERFETTO TABLE linux_perf_samples_summary_tree AS
SELECT c.id, c.parent_id, c.name, c.mapping_name, c.source_file, c.line_number, t.self_count,
  s.sum_0 AS cumulative_count
FROM _callstacks c
JOIN __tv_perf_tree t USING (id)
JOIN __tv_tree_sum((SELECT __tv_rows(id, parent_id, self_count) FROM __tv_perf_tree)) s ON s.id = c.id
WHERE s.sum_0 > 0;
