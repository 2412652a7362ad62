-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE graphs.search;

-- Slices that flows reach from each slice of a table with an id.
CREATE PERFETTO MACRO _slice_following_flow(source_table TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT root_node_id, node_id, parent_node_id
  FROM graph_reachable_weight_bounded_dfs!(
    (SELECT slice_out AS source_node_id, slice_in AS dest_node_id, 0 AS edge_weight FROM flow),
    (
      SELECT f.slice_out AS root_node_id, 1 AS root_target_weight
      FROM $source_table s JOIN flow f ON f.slice_out = s.id
    ),
    1)
);
