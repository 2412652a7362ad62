-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.memory.process;

-- Sums of each dump, and the memory of its process at the time of the dump. Details of an OutOfMemoryError are not read,
-- so their columns are NULL.
CREATE PERFETTO TABLE android_heap_graph_stats AS
WITH
  heap AS (
    SELECT upid, graph_sample_ts, SUM(self_size) AS total_heap_size,
      SUM(native_size) AS total_native_alloc_registry_size, COUNT(*) AS total_obj_count,
      SUM(iif(reachable, self_size, 0)) AS reachable_heap_size,
      SUM(iif(reachable, native_size, 0)) AS reachable_native_alloc_registry_size, SUM(reachable) AS reachable_obj_count
    FROM heap_graph_object GROUP BY upid, graph_sample_ts
  ),
  memory AS (
    SELECT h.upid, h.graph_sample_ts, m.score, m.anon_rss_and_swap
    FROM heap h JOIN memory_oom_score_with_rss_and_swap_per_process m
      ON m.upid = h.upid AND m.ts <= h.graph_sample_ts AND m.ts + m.dur > h.graph_sample_ts
  )
SELECT h.upid, h.graph_sample_ts, h.graph_sample_ts - p.start_ts AS process_uptime, h.total_heap_size,
  h.total_native_alloc_registry_size, h.total_obj_count, h.reachable_heap_size,
  h.reachable_native_alloc_registry_size, h.reachable_obj_count, m.score AS oom_score_adj,
  m.anon_rss_and_swap AS anon_rss_and_swap_size, 
  (SELECT CAST(c.value AS INT) FROM counter c JOIN process_counter_track t ON t.id = c.track_id
    WHERE t.upid = h.upid AND t.name = 'mem.dmabuf_rss' AND c.ts <= h.graph_sample_ts ORDER BY c.ts DESC LIMIT 1)
    AS dmabuf_rss_size, NULL AS art_bytes_allocated,
  NULL AS is_out_of_memory_error, NULL AS oome_failing_allocation_size, NULL AS oome_remaining_art_free_bytes
FROM heap h
JOIN process p USING (upid)
LEFT JOIN memory m ON m.upid = h.upid AND m.graph_sample_ts = h.graph_sample_ts;
