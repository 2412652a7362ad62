-- SPDX-License-Identifier: GPL-3.0-or-later
-- Nodes (id) of a tree (id, parent_id), with all nodes above or below them.
CREATE PERFETTO MACRO _tree_reachable_ancestors_or_self(tree_table TableOrSubquery, init_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT n.id, n.parent_id
  FROM __tv_graph_dfs(
    (SELECT __tv_rows(id, parent_id) FROM $tree_table WHERE parent_id IS NOT NULL),
    (SELECT __tv_rows(id) FROM $init_table)) g
  JOIN $tree_table n ON n.id = g.node_id
);

CREATE PERFETTO MACRO _tree_reachable_descendants_or_self(tree_table TableOrSubquery, init_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT n.id, n.parent_id
  FROM __tv_graph_dfs(
    (SELECT __tv_rows(parent_id, id) FROM $tree_table WHERE parent_id IS NOT NULL),
    (SELECT __tv_rows(id) FROM $init_table)) g
  JOIN $tree_table n ON n.id = g.node_id
);
