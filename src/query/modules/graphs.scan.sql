-- SPDX-License-Identifier: GPL-3.0-or-later
-- Propagates rows from start nodes along the edges. agg_query reads $table, the rows that nodes received from their
-- predecessors, and returns the id and agg_columns of each row to propagate. The result has all rows, including those of
-- the start nodes.
CREATE PERFETTO MACRO _graph_scan(graph_table TableOrSubquery, init_table TableOrSubquery, agg_columns ColumnNameList,
  agg_query TableOrSubquery)
RETURNS TableOrSubquery AS
__tv_scan_graph!($graph_table, $init_table, $agg_columns, $agg_query);

-- As above, but agg_query receives the rows of a node from all of its predecessors at once.
CREATE PERFETTO MACRO _graph_aggregating_scan(graph_table TableOrSubquery, init_table TableOrSubquery,
  agg_columns ColumnNameList, agg_query TableOrSubquery)
RETURNS TableOrSubquery AS
__tv_scan_graph_aggregates!($graph_table, $init_table, $agg_columns, $agg_query);
