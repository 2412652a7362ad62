-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.memory.general;
INCLUDE PERFETTO MODULE intervals.intersect;

CREATE PERFETTO TABLE android_bitmap_memory AS
SELECT id, upid, ts, dur, track_id, CAST(value AS INT) AS value FROM _all_process_counter!('Bitmap Memory') WHERE dur > 0;
CREATE PERFETTO TABLE android_bitmap_count AS
SELECT id, upid, ts, dur, track_id, CAST(value AS INT) AS value FROM _all_process_counter!('Bitmap Count') WHERE dur > 0;
CREATE PERFETTO TABLE android_bitmap_counters_per_process AS
SELECT i.upid, p.name AS process_name, i.ts, i.dur, m.value AS bitmap_memory, c.value AS bitmap_count,
  m.id AS bitmap_memory_id, c.id AS bitmap_count_id
FROM _interval_intersect!((android_bitmap_memory, android_bitmap_count), (upid)) i
JOIN android_bitmap_memory m ON m.id = i.id_0
JOIN android_bitmap_count c ON c.id = i.id_1
JOIN process p ON p.upid = i.upid
ORDER BY i.ts;
