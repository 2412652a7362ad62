-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.memory.heap_graph.dominator_tree;

CREATE PERFETTO TABLE android_heap_graph_class_aggregation AS
SELECT o.upid, o.graph_sample_ts, o.type_id, ifnull(c.deobfuscated_name, c.name) AS type_name, NULL AS is_libcore_or_array,
  COUNT(*) AS obj_count, SUM(o.self_size) AS size_bytes, SUM(o.native_size) AS native_size_bytes,
  SUM(o.reachable) AS reachable_obj_count, SUM(o.reachable * o.self_size) AS reachable_size_bytes,
  SUM(o.reachable * o.native_size) AS reachable_native_size_bytes,
  SUM(d.dominated_obj_count) AS dominated_obj_count, SUM(d.dominated_size_bytes) AS dominated_size_bytes,
  SUM(d.dominated_native_size_bytes) AS dominated_native_size_bytes
FROM heap_graph_object o
JOIN heap_graph_class c ON c.id = o.type_id
LEFT JOIN heap_graph_dominator_tree d ON d.id = o.id
GROUP BY o.upid, o.graph_sample_ts, o.type_id;
