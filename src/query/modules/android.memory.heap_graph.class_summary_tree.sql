-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.memory.heap_graph.class_tree;

CREATE PERFETTO TABLE android_heap_graph_class_summary_tree AS
SELECT t.graph_sample_ts, t.upid, t.id, t.parent_id, t.name, t.root_type, t.self_count, t.self_size,
  s.sum_0 AS cumulative_count, s.sum_1 AS cumulative_size
FROM _heap_graph_class_tree t
JOIN __tv_tree_sum((SELECT __tv_rows(id, parent_id, self_count, self_size) FROM _heap_graph_class_tree)) s USING (id)
ORDER BY t.id;
