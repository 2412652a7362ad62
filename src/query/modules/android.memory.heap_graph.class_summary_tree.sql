-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE graphs.search;
INCLUDE PERFETTO MODULE android.memory.heap_graph.excluded_refs;

-- The shortest path from a root to each object, and the classes on it: objects with the same path are one node.
CREATE PERFETTO TABLE __tv_heap_path AS
SELECT node_id AS id, parent_node_id AS parent_id
FROM graph_reachable_bfs!((
  SELECT owner_id AS source_node_id, owned_id AS dest_node_id FROM heap_graph_reference
  WHERE owned_id IS NOT NULL AND id NOT IN (SELECT id FROM _excluded_refs) ORDER BY id
), (SELECT id AS node_id FROM heap_graph_object WHERE root_type IS NOT NULL ORDER BY id));
CREATE PERFETTO INDEX by_parent ON __tv_heap_path(parent_id);

CREATE PERFETTO TABLE __tv_heap_class_path AS
WITH RECURSIVE named AS (
  SELECT p.id, p.parent_id, o.upid, o.graph_sample_ts, ifnull(c.deobfuscated_name, c.name) AS name, o.root_type,
    o.self_size
  FROM __tv_heap_path p JOIN heap_graph_object o USING (id) JOIN heap_graph_class c ON c.id = o.type_id
),
paths(id, path, parent_path) AS (
  SELECT id, hash(upid, graph_sample_ts, name, ifnull(root_type, '')), NULL FROM named WHERE parent_id IS NULL
  UNION ALL
  SELECT h.id, hash(p.path, ifnull(c.deobfuscated_name, c.name)), p.path
  FROM paths p JOIN __tv_heap_path h ON h.parent_id = p.id
  JOIN heap_graph_object o ON o.id = h.id JOIN heap_graph_class c ON c.id = o.type_id
)
SELECT row_number() OVER (ORDER BY MIN(n.id)) - 1 AS id, p.path, p.parent_path, n.graph_sample_ts, n.upid, n.name,
  MAX(n.root_type) AS root_type, COUNT(*) AS self_count, SUM(n.self_size) AS self_size
FROM paths p JOIN named n USING (id)
GROUP BY p.path;
CREATE PERFETTO INDEX by_path ON __tv_heap_class_path(path);

CREATE PERFETTO TABLE __tv_heap_class_node AS
SELECT c.id, p.id AS parent_id, c.graph_sample_ts, c.upid, c.name, c.root_type, c.self_count, c.self_size
FROM __tv_heap_class_path c LEFT JOIN __tv_heap_class_path p ON p.path = c.parent_path
ORDER BY c.id;

CREATE PERFETTO TABLE android_heap_graph_class_summary_tree AS
SELECT n.graph_sample_ts, n.upid, n.id, n.parent_id, n.name, n.root_type, n.self_count, n.self_size,
  s.sum_0 AS cumulative_count, s.sum_1 AS cumulative_size
FROM __tv_heap_class_node n
JOIN __tv_tree_sum((SELECT __tv_rows(id, parent_id, self_count, self_size) FROM __tv_heap_class_node)) s USING (id)
ORDER BY n.id;
