-- SPDX-License-Identifier: GPL-3.0-or-later
-- Fields of the statistics that f2fs reports, with their names.
CREATE PERFETTO TABLE __tv_f2fs_field AS
SELECT column1 AS event, column2 AS field, column3 AS name
FROM (VALUES
  ('f2fs_iostat', 'app_wio', 'write_app_total'), ('f2fs_iostat', 'app_dio', 'write_app_direct'),
  ('f2fs_iostat', 'app_bio', 'write_app_buffered'), ('f2fs_iostat', 'app_mio', 'write_app_mapped'),
  ('f2fs_iostat', 'fs_dio', 'write_fs_data'), ('f2fs_iostat', 'fs_nio', 'write_fs_node'),
  ('f2fs_iostat', 'fs_mio', 'write_fs_meta'), ('f2fs_iostat', 'fs_gc_dio', 'write_gc_data'),
  ('f2fs_iostat', 'fs_gc_nio', 'write_gc_node'), ('f2fs_iostat', 'fs_cp_dio', 'write_cp_data'),
  ('f2fs_iostat', 'fs_cp_nio', 'write_cp_node'), ('f2fs_iostat', 'fs_cp_mio', 'write_cp_meta'),
  ('f2fs_iostat', 'app_rio', 'read_app_total'), ('f2fs_iostat', 'app_drio', 'read_app_direct'),
  ('f2fs_iostat', 'app_brio', 'read_app_buffered'), ('f2fs_iostat', 'app_mrio', 'read_app_mapped'),
  ('f2fs_iostat', 'fs_drio', 'read_fs_data'), ('f2fs_iostat', 'fs_gdrio', 'read_fs_gdata'),
  ('f2fs_iostat', 'fs_cdrio', 'read_fs_cdata'), ('f2fs_iostat', 'fs_nrio', 'read_fs_node'),
  ('f2fs_iostat', 'fs_mrio', 'read_fs_meta'), ('f2fs_iostat', 'fs_discard', 'other_fs_discard'))
UNION ALL
SELECT 'f2fs_iostat_latency', kind.column1 || access.column1 || value.column1,
  access.column2 || kind.column2 || value.column1
FROM (VALUES ('d', '_data'), ('n', '_node'), ('m', '_meta')) kind,
  (VALUES ('_rd', 'read'), ('_wr_s', 'write_sync'), ('_wr_as', 'write_async')) access,
  (VALUES ('_peak'), ('_avg'), ('_cnt')) value;

CREATE PERFETTO VIEW _android_io_f2fs_counter_stats AS
SELECT name, SUM(value) AS sum, MAX(value) AS max, MIN(value) AS min, MAX(ts) - MIN(ts) AS dur, COUNT(ts) AS count,
  AVG(value) AS avg
FROM (
  SELECT e.ts, f.name, CAST(ifnull(extract_arg(e.arg_set_id, f.field), 0) AS REAL) AS value
  FROM ftrace_event e JOIN __tv_f2fs_field f ON f.event = e.name
  WHERE e.name GLOB 'f2fs_iostat*'
)
GROUP BY name
ORDER BY sum DESC;

-- Bytes that each thread wrote to each file.
CREATE PERFETTO VIEW _android_io_f2fs_write_stats AS
SELECT t.utid, t.tid, t.name AS thread_name, p.upid, p.pid, p.name AS process_name, w.ino, w.dev, SUM(w.copied) AS bytes,
  COUNT(w.len) AS write_count
FROM (
  SELECT utid, extract_arg(arg_set_id, 'ino') AS ino, extract_arg(arg_set_id, 'dev') AS dev,
    extract_arg(arg_set_id, 'copied') AS copied, extract_arg(arg_set_id, 'len') AS len
  FROM ftrace_event WHERE name GLOB 'f2fs_write_end*'
) w
JOIN thread t USING (utid)
JOIN process p USING (upid)
GROUP BY t.utid, w.ino, w.dev
ORDER BY bytes DESC;

CREATE PERFETTO VIEW _android_io_f2fs_aggregate_write_stats AS
SELECT SUM(write_count) AS total_write_count, COUNT(DISTINCT pid) AS distinct_processes,
  SUM(bytes) AS total_bytes_written, COUNT(DISTINCT dev) AS distinct_device_count,
  COUNT(DISTINCT ino) AS distinct_inode_count, COUNT(DISTINCT tid) AS distinct_thread_count
FROM _android_io_f2fs_write_stats;
