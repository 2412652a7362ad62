-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.memory.heap_graph.class_tree;

-- Sums of each object and of all objects below it on the shortest paths.
CREATE PERFETTO TABLE _heap_graph_object_tree_aggregation AS
SELECT id, sum_1 AS cumulative_size, sum_2 AS cumulative_native_size, sum_0 AS cumulative_count
FROM __tv_tree_sum((
  SELECT __tv_rows(t.id, t.parent_id, 1, o.self_size, o.native_size)
  FROM _heap_graph_object_min_depth_tree t JOIN heap_graph_object o ON o.id = t.id
))
ORDER BY id;

-- Objects of paths (id, path_hash) that own references, the largest ones first.
CREATE PERFETTO MACRO _heap_graph_object_references_agg(path_hashes TableOrSubquery, path_hash_values TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT h.path_hash, coalesce(c.deobfuscated_name, c.name) AS class_name,
    COUNT(r.owned_id) AS outgoing_reference_count, a.cumulative_native_size + a.cumulative_size AS total_cumulative_size, a.cumulative_size, a.cumulative_native_size,
    a.cumulative_count, o.*
  FROM $path_hash_values v
  JOIN $path_hashes h ON h.path_hash = v.path_hash
  JOIN _heap_graph_object_tree_aggregation a ON a.id = h.id
  JOIN heap_graph_object o ON o.id = h.id
  JOIN heap_graph_class c ON c.id = o.type_id
  JOIN heap_graph_reference r ON r.owner_id = o.id
  GROUP BY o.id
  ORDER BY total_cumulative_size DESC
);
