-- SPDX-License-Identifier: GPL-3.0-or-later
-- Buffers that threads allocated (positive) and freed (negative). A free is attributed to the thread that allocated the
-- buffer; frees of buffers without an allocation are omitted.
CREATE PERFETTO TABLE android_dmabuf_allocs AS
WITH changes AS (
  SELECT e.ts, e.utid, CAST(extract_arg(e.arg_set_id, 'len') AS INT) AS buf_size, extract_arg(e.arg_set_id, 'inode') AS inode
  FROM ftrace_event e WHERE e.name = 'dma_heap_stat'
),
owned AS (
  SELECT ts, buf_size, inode, first_value(utid) OVER (PARTITION BY inode, part ORDER BY ts) AS utid
  FROM (
    SELECT *, SUM(buf_size > 0) OVER (PARTITION BY inode ORDER BY ts) AS part FROM changes
  )
  WHERE part > 0
)
SELECT o.ts, o.buf_size, o.inode, o.utid, t.tid, t.name AS thread_name, p.upid, p.pid, p.name AS process_name
FROM owned o LEFT JOIN thread t USING (utid) LEFT JOIN process p USING (upid)
ORDER BY o.ts;

CREATE PERFETTO TABLE android_memory_cumulative_dmabuf AS
SELECT upid, process_name, utid, thread_name, ts,
  SUM(buf_size) OVER (PARTITION BY ifnull(upid, utid) ORDER BY ts) AS value
FROM android_dmabuf_allocs;
