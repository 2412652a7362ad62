-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE callstacks.stack_profile;

CREATE PERFETTO TABLE __tv_perf_used AS
SELECT p.callsite_id, t.upid, COUNT(*) AS n FROM perf_sample p LEFT JOIN thread t USING (utid)
WHERE p.callsite_id IS NOT NULL GROUP BY p.callsite_id, t.upid;

CREATE PERFETTO TABLE __tv_perf_stack AS
SELECT * FROM __tv_callstacks_by_process!((SELECT callsite_id, upid FROM __tv_perf_used));

CREATE PERFETTO TABLE __tv_perf_tree AS
SELECT s.id, p.id AS parent_id, s.callsite_id, ifnull(o.n, 0) AS self_count
FROM __tv_perf_stack s
JOIN stack_profile_callsite c ON c.id = s.callsite_id
LEFT JOIN __tv_perf_stack p ON p.callsite_id = c.parent_id AND p.upid IS s.upid
LEFT JOIN __tv_perf_used o ON o.callsite_id = s.callsite_id AND o.upid IS s.upid;

CREATE PERFETTO TABLE linux_perf_samples_summary_tree AS
SELECT t.id, t.parent_id, c.name, c.mapping_name, c.source_file, c.line_number, t.self_count,
  s.sum_0 AS cumulative_count
FROM __tv_perf_tree t
JOIN _callstacks c ON c.id = t.callsite_id
JOIN __tv_tree_sum((SELECT __tv_rows(id, parent_id, self_count) FROM __tv_perf_tree)) s ON s.id = t.id
WHERE s.sum_0 > 0;
