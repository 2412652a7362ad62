-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.memory.heap_graph.excluded_refs;
INCLUDE PERFETTO MODULE android.memory.heap_graph.helpers;
INCLUDE PERFETTO MODULE graphs.search;

-- Shortest path from a root to each object.
CREATE PERFETTO TABLE _heap_graph_object_min_depth_tree AS
SELECT node_id AS id, parent_node_id AS parent_id
FROM graph_reachable_bfs!((
  SELECT owner_id AS source_node_id, owned_id AS dest_node_id FROM heap_graph_reference
  WHERE owned_id IS NOT NULL AND id NOT IN (SELECT id FROM _excluded_refs) ORDER BY owned_id
), (SELECT id AS node_id FROM heap_graph_object WHERE root_type IS NOT NULL ORDER BY id))
ORDER BY node_id;

CREATE PERFETTO TABLE _heap_graph_path_hashes AS
SELECT * FROM _heap_graph_type_path_hash!(_heap_graph_object_min_depth_tree);
CREATE PERFETTO INDEX by_path ON _heap_graph_path_hashes(path_hash);

CREATE PERFETTO TABLE _heap_graph_path_hashes_aggregated AS
SELECT * FROM _heap_graph_path_hash_aggregate!(_heap_graph_path_hashes);
CREATE PERFETTO INDEX by_path ON _heap_graph_path_hashes_aggregated(path_hash);

CREATE PERFETTO TABLE _heap_graph_class_tree AS
SELECT * FROM _heap_graph_path_hashes_to_class_tree!(_heap_graph_path_hashes_aggregated);

-- References into the objects of paths (id, path_hash), and out of them.
CREATE PERFETTO MACRO _heap_graph_incoming_references_agg(path_hashes TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT h.path_hash, c.name AS class_name, r.field_name, r.field_type_name, o.*
  FROM $path_hashes h
  JOIN heap_graph_reference r ON r.owned_id = h.id
  JOIN heap_graph_object o ON o.id = r.owner_id
  JOIN heap_graph_class c ON c.id = o.type_id
);

CREATE PERFETTO MACRO _heap_graph_outgoing_references_agg(path_hashes TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT h.path_hash, c.name AS class_name, r.field_name, r.field_type_name, o.*
  FROM $path_hashes h
  JOIN heap_graph_reference r ON r.owner_id = h.id
  JOIN heap_graph_object o ON o.id = r.owned_id
  JOIN heap_graph_class c ON c.id = o.type_id
);

-- Objects by class that the shortest paths lead to from the objects of a path (edges downwards), or from the roots to
-- these objects (edges upwards).
CREATE PERFETTO MACRO __tv_objects_along_paths(edges TableOrSubquery, path_hashes TableOrSubquery, path_hash_value Expr)
RETURNS TableOrSubquery AS
(
  SELECT c.name AS class_name, o.heap_type, o.root_type, o.reachable, SUM(o.self_size) AS total_size,
    SUM(o.native_size) AS total_native_size, COUNT(*) AS count
  FROM graph_reachable_bfs!($edges, (SELECT id AS node_id FROM $path_hashes WHERE path_hash IN ($path_hash_value))) g
  JOIN heap_graph_object o ON o.id = g.node_id
  JOIN heap_graph_class c ON c.id = o.type_id
  GROUP BY 1, 2, 3, 4
  ORDER BY count DESC
);

CREATE PERFETTO MACRO _heap_graph_retained_object_count_agg(path_hashes TableOrSubquery, path_hash_value Expr)
RETURNS TableOrSubquery AS
__tv_objects_along_paths!((
  SELECT parent_id AS source_node_id, id AS dest_node_id FROM _heap_graph_object_min_depth_tree
  WHERE parent_id IS NOT NULL
), $path_hashes, $path_hash_value);

CREATE PERFETTO MACRO _heap_graph_retaining_object_count_agg(path_hashes TableOrSubquery, path_hash_value Expr)
RETURNS TableOrSubquery AS
__tv_objects_along_paths!((
  SELECT id AS source_node_id, parent_id AS dest_node_id FROM _heap_graph_object_min_depth_tree
  WHERE parent_id IS NOT NULL
), $path_hashes, $path_hash_value);

-- Classes with the number of paths that lead to their objects.
CREATE PERFETTO MACRO _heap_graph_duplicate_objects_agg(path_hashes TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT COUNT(DISTINCT h.path_hash) AS path_count, COUNT(*) AS object_count, SUM(o.self_size) AS total_size,
    SUM(o.native_size) AS total_native_size, c.name AS class_name
  FROM $path_hashes h
  JOIN heap_graph_object o ON o.id = h.id
  JOIN heap_graph_class c ON c.id = o.type_id
  GROUP BY c.name
  ORDER BY path_count DESC
);
