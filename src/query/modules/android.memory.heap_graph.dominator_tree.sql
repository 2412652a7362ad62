-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE graphs.dominator_tree;

-- Dominator of each object of a heap, and the memory that each object retains. A node above all roots connects them.
CREATE PERFETTO TABLE __tv_dominators AS
SELECT node_id AS id, iif(dominator_node_id = (SELECT MAX(id) + 1 FROM heap_graph_object), NULL, dominator_node_id) AS idom_id
FROM graph_dominator_tree!((
  SELECT owner_id AS source_node_id, owned_id AS dest_node_id FROM heap_graph_reference
  WHERE owned_id IS NOT NULL
  UNION ALL
  SELECT (SELECT MAX(id) + 1 FROM heap_graph_object), id FROM heap_graph_object WHERE root_type IS NOT NULL
), (SELECT MAX(id) + 1 FROM heap_graph_object))
WHERE node_id != (SELECT MAX(id) + 1 FROM heap_graph_object);

CREATE PERFETTO TABLE heap_graph_dominator_tree AS
WITH RECURSIVE depths(id, depth) AS (
  SELECT id, 1 FROM __tv_dominators WHERE idom_id IS NULL
  UNION ALL
  SELECT d.id, p.depth + 1 FROM depths p JOIN __tv_dominators d ON d.idom_id = p.id
)
SELECT d.id, d.idom_id, s.sum_0 AS dominated_obj_count, s.sum_1 AS dominated_size_bytes,
  s.sum_2 AS dominated_native_size_bytes, depths.depth
FROM __tv_dominators d
JOIN __tv_tree_sum((
  SELECT __tv_rows(t.id, t.idom_id, 1, o.self_size, o.native_size)
  FROM __tv_dominators t JOIN heap_graph_object o ON o.id = t.id
)) s ON s.id = d.id
JOIN depths ON depths.id = d.id
ORDER BY d.id;
