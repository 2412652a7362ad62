-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.memory.heap_graph.dominator_tree;

CREATE PERFETTO VIEW _raw_heap_graph_dominator_tree AS SELECT id, idom_id FROM __tv_dominators;
