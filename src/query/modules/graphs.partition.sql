-- SPDX-License-Identifier: GPL-3.0-or-later
-- Splits a tree (id, parent_id, group_key) into trees of one group each. The new parent of a node is the closest node of its
-- group above it.
CREATE PERFETTO MACRO tree_structural_partition_by_group(tree_table TableOrSubquery) RETURNS TableOrSubquery AS
(
  WITH RECURSIVE __nodes AS MATERIALIZED (SELECT id, parent_id, group_key FROM $tree_table),
  __above(id, group_key, parent_id) AS (
    SELECT id, group_key, parent_id FROM __nodes
    UNION
    SELECT a.id, a.group_key, n.parent_id
    FROM __above a JOIN __nodes n ON n.id = a.parent_id
    WHERE n.group_key != a.group_key
  )
  SELECT a.id, a.parent_id, a.group_key
  FROM __above a LEFT JOIN __nodes n ON n.id = a.parent_id
  WHERE a.parent_id IS NULL OR n.group_key = a.group_key
);
