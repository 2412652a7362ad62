-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO MACRO graph_reachable_dfs(graph_table TableOrSubquery, start_nodes TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT node_id, parent_node_id
  FROM __tv_graph_dfs((SELECT __tv_rows(source_node_id, dest_node_id) FROM $graph_table),
    (SELECT __tv_rows(node_id) FROM $start_nodes))
);

CREATE PERFETTO MACRO graph_reachable_bfs(graph_table TableOrSubquery, start_nodes TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT node_id, parent_node_id
  FROM __tv_graph_bfs((SELECT __tv_rows(source_node_id, dest_node_id) FROM $graph_table),
    (SELECT __tv_rows(node_id) FROM $start_nodes))
);

CREATE PERFETTO MACRO graph_next_sibling(graph_table TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT node_id,
    lead(node_id) OVER (PARTITION BY node_parent_id ORDER BY sort_key) AS next_node_id
  FROM $graph_table
);

CREATE PERFETTO MACRO graph_reachable_weight_bounded_dfs(graph_table TableOrSubquery, root_nodes TableOrSubquery,
  is_target_weight_floor Expr)
RETURNS TableOrSubquery AS
(
  SELECT root_node_id, node_id, parent_node_id
  FROM __tv_graph_bounded_dfs(
    (SELECT __tv_rows(source_node_id, dest_node_id, edge_weight) FROM $graph_table),
    (SELECT __tv_rows(root_node_id, root_target_weight) FROM $root_nodes), $is_target_weight_floor)
);
