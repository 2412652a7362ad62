-- SPDX-License-Identifier: GPL-3.0-or-later
-- Classes of a table with an id, and the classes that inherit from them.
CREATE PERFETTO MACRO android_heap_graph_class_find_descendants(ancestor_class_ids TableOrSubquery) RETURNS TableOrSubquery AS
(
  WITH RECURSIVE heirs(id, ancestor_class_id) AS (
    SELECT id, id FROM $ancestor_class_ids
    UNION
    SELECT c.id, h.ancestor_class_id FROM heirs h JOIN heap_graph_class c ON c.superclass_id = h.id
  )
  SELECT h.id, h.ancestor_class_id, a.name AS ancestor_class_name
  FROM heirs h JOIN heap_graph_class a ON a.id = h.ancestor_class_id
);
