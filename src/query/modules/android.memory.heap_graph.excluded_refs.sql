-- SPDX-License-Identifier: GPL-3.0-or-later
-- References that do not keep an object alive.
CREATE PERFETTO TABLE _excluded_refs AS
SELECT r.id
FROM heap_graph_reference r
JOIN heap_graph_object o ON o.id = r.owner_id
JOIN heap_graph_class c ON c.id = o.type_id
WHERE r.field_name = 'java.lang.ref.Reference.referent'
  AND c.kind IN ('KIND_FINALIZER_REFERENCE', 'KIND_PHANTOM_REFERENCE', 'KIND_SOFT_REFERENCE', 'KIND_WEAK_REFERENCE');
