-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO MACRO graph_dominator_tree(graph_table TableOrSubquery, root_node_id Expr)
RETURNS TableOrSubquery AS
(
  SELECT node_id, dominator_node_id
  FROM __tv_dominator_tree((SELECT __tv_rows(source_node_id, dest_node_id) FROM $graph_table), $root_node_id)
);
