-- SPDX-License-Identifier: GPL-3.0-or-later
-- Bitmaps of heap dumps. Their ids are PID * 10,000,000 + STORAGE * 1,000,000 + NUMBER. Dumps of perfetto do not contain
-- the values of fields, so the columns from width to source_process_name are NULL.
CREATE PERFETTO FUNCTION _android_bitmap_storage_type_name(storage_type LONG) RETURNS STRING AS
SELECT CASE $storage_type WHEN 0 THEN 'wrapped_pixel_ref' WHEN 1 THEN 'heap' WHEN 2 THEN 'ashmem' WHEN 3 THEN 'hardware' END;

CREATE PERFETTO TABLE android_heap_graph_bitmaps AS
WITH fields AS (
  SELECT o.id, o.upid, o.graph_sample_ts, o.self_size, o.native_size, o.reachable,
    MAX(iif(p.field_name GLOB '*.mWidth', p.int_value, NULL)) AS width,
    MAX(iif(p.field_name GLOB '*.mHeight', p.int_value, NULL)) AS height,
    MAX(iif(p.field_name GLOB '*.mDensity', p.int_value, NULL)) AS density,
    MAX(iif(p.field_name GLOB '*.mId', p.long_value, NULL)) AS bitmap_id,
    nullif(MAX(iif(p.field_name GLOB '*.mSourceId', p.long_value, NULL)), -1) AS source_id
  FROM heap_graph_class c
  JOIN heap_graph_object o ON o.type_id = c.id
  LEFT JOIN heap_graph_object_data d ON d.id = o.object_data_id
  LEFT JOIN heap_graph_primitive p ON p.field_set_id = d.field_set_id
  WHERE 'android.graphics.Bitmap' IN (c.name, c.deobfuscated_name)
  GROUP BY o.id
)
SELECT f.id AS object_id, f.upid, f.graph_sample_ts, f.width, f.height, f.density, f.bitmap_id,
  f.bitmap_id / 10000000 AS bitmap_pid,
  _android_bitmap_storage_type_name(f.bitmap_id % 10000000 / 1000000) AS bitmap_storage_type, f.source_id,
  f.source_id / 10000000 AS source_pid,
  _android_bitmap_storage_type_name(f.source_id % 10000000 / 1000000) AS source_storage_type, s.upid AS source_upid,
  s.name AS source_process_name, f.self_size, f.native_size, f.reachable
FROM fields f
LEFT JOIN process s ON s.upid = (
  SELECT MAX(upid) FROM process
  WHERE pid = f.source_id / 10000000 AND f.graph_sample_ts BETWEEN ifnull(start_ts, trace_start()) AND ifnull(end_ts, trace_end()));
CREATE PERFETTO VIEW heap_graph_bitmaps AS SELECT * FROM android_heap_graph_bitmaps;
