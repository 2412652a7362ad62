-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE _heap_graph_class_name_hash AS
SELECT id, hash(coalesce(deobfuscated_name, name, '')) AS name_hash FROM heap_graph_class;

-- Class path from the root to each object of a tree (id, parent_id). A chain of objects of one class is one step.
CREATE PERFETTO MACRO _heap_graph_type_path_hash(tab TableOrSubquery) RETURNS TableOrSubquery AS
(
  WITH RECURSIVE __objects AS MATERIALIZED (
    SELECT t.id, t.parent_id, c.name_hash, hash(o.upid, o.graph_sample_ts, ifnull(o.root_type, '')) AS root_hash,
      ifnull(o.heap_type, '') AS heap_type
    FROM $tab t
    JOIN heap_graph_object o ON o.id = t.id
    JOIN _heap_graph_class_name_hash c ON c.id = o.type_id
  ),
  __paths(id, name_hash, path_hash, parent_path_hash) AS (
    SELECT id, name_hash, hash(root_hash, name_hash, heap_type), 0 FROM __objects WHERE parent_id IS NULL
    UNION ALL
    SELECT o.id, o.name_hash, iif(o.name_hash = p.name_hash, p.path_hash, hash(p.path_hash, o.name_hash, o.heap_type)),
      iif(o.name_hash = p.name_hash, p.parent_path_hash, p.path_hash)
    FROM __paths p JOIN __objects o ON o.parent_id = p.id
  )
  SELECT id, path_hash, parent_path_hash FROM __paths ORDER BY id
);

-- Sums of the objects of each path. Native memory is a node of its own below the objects that own it.
CREATE PERFETTO MACRO _heap_graph_path_hash_aggregate(tab TableOrSubquery) RETURNS TableOrSubquery AS
(
  WITH __nodes AS (
    SELECT h.path_hash, h.parent_path_hash, o.graph_sample_ts, o.upid, coalesce(c.deobfuscated_name, c.name) AS name,
      MAX(o.root_type) AS root_type, MIN(o.heap_type) AS heap_type, COUNT(*) AS n, SUM(o.self_size) AS size,
      SUM(o.native_size > 0) AS native_n, SUM(o.native_size) AS native_size
    FROM $tab h
    JOIN heap_graph_object o ON o.id = h.id
    JOIN heap_graph_class c ON c.id = o.type_id
    GROUP BY h.path_hash
  )
  SELECT graph_sample_ts, upid, path_hash, parent_path_hash, name, root_type, heap_type, n AS self_count,
    size AS self_size
  FROM __nodes
  UNION ALL
  SELECT graph_sample_ts, upid, hash(path_hash, 'native', ''), path_hash, '[native] ' || name, root_type,
    'HEAP_TYPE_NATIVE', native_n, native_size
  FROM __nodes WHERE native_size > 0
  ORDER BY path_hash
);

-- The same with ids of the nodes instead of paths. The argument is the name of a PERFETTO table.
CREATE PERFETTO MACRO _heap_graph_path_hashes_to_class_tree(tab TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT c.graph_sample_ts, c.upid, c._auto_id AS id, p._auto_id AS parent_id, c.name, c.root_type, c.heap_type,
    c.self_count, c.self_size, c.path_hash AS path_hash_stable
  FROM $tab c LEFT JOIN $tab p ON p.path_hash = c.parent_path_hash
  ORDER BY c._auto_id
);
