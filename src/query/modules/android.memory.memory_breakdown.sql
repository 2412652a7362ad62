-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.oom_adjuster;
INCLUDE PERFETTO MODULE counters.intervals;

-- Counters of the memory of processes while these live, in bytes. Tracks with a change of more than 100 MiB are doubtful.
CREATE PERFETTO TABLE __tv_memory_interval AS
WITH tracks AS (
  SELECT id, upid, iif(name = 'Heap size (KB)', 'mem.heap', name) AS name, iif(name = 'Heap size (KB)', 1024, 1) AS unit
  FROM process_counter_track
  WHERE name IN ('mem.rss.anon', 'mem.rss.file', 'mem.rss.shmem', 'mem.swap', 'mem.dmabuf_rss', 'mem.locked', 'Heap size (KB)')
),
intervals AS (
  SELECT i.id, i.ts, i.ts + i.dur AS ts_end, i.track_id, i.value,
    MAX(abs(i.delta_value) > 104857600) OVER (PARTITION BY i.track_id) AS has_spike
  FROM counter_leading_intervals!((
    SELECT c.id, c.ts, c.track_id, CAST(c.value AS INT) * t.unit AS value FROM counter c JOIN tracks t ON t.id = c.track_id
  )) i
)
SELECT i.id, MAX(i.ts, ifnull(p.start_ts, i.ts)) AS ts,
  MIN(i.ts_end, ifnull(p.end_ts, i.ts_end)) - MAX(i.ts, ifnull(p.start_ts, i.ts)) AS dur, p.name AS process_name, p.upid,
  p.pid, t.name AS memory_track_name, i.track_id, CAST(i.value AS INT) AS value, ifnull(i.has_spike, 0) AS has_spike
FROM intervals i JOIN tracks t ON t.id = i.track_id JOIN process p USING (upid)
WHERE MIN(i.ts_end, ifnull(p.end_ts, i.ts_end)) > MAX(i.ts, ifnull(p.start_ts, i.ts));

-- Memory without that of the zygote, which all apps share: the average of its counters.
CREATE PERFETTO TABLE android_process_memory_intervals AS
WITH zygote AS (
  SELECT memory_track_name, CAST(AVG(value) AS INT) AS value
  FROM __tv_memory_interval
  WHERE process_name IN ('zygote', 'zygote64', 'webview_zygote')
    AND memory_track_name IN ('mem.rss.anon', 'mem.rss.file', 'mem.swap', 'mem.heap')
  GROUP BY 1
)
SELECT i.id, i.ts, i.dur, i.process_name, i.upid, i.pid, i.memory_track_name, i.track_id, i.value,
  iif(i.process_name IS NULL OR i.process_name IN ('zygote', 'zygote64', 'webview_zygote'), i.value,
    MAX(0, i.value - ifnull(z.value, 0))) AS zygote_adjusted_value, i.has_spike AS track_has_spike_gt_100mib
FROM __tv_memory_interval i LEFT JOIN zygote z USING (memory_track_name)
ORDER BY i.id;

CREATE PERFETTO TABLE __tv_memory_bucket AS
SELECT DISTINCT t.track_id, o.ts, o.dur, o.bucket
FROM android_oom_adj_intervals o JOIN (SELECT DISTINCT track_id, upid FROM __tv_memory_interval) t USING (upid)
WHERE o.dur > 0;

CREATE PERFETTO TABLE __tv_memory_value AS
SELECT id AS counter_id, ts, dur, process_name, upid, pid, memory_track_name, track_id, value, zygote_adjusted_value,
  track_has_spike_gt_100mib
FROM android_process_memory_intervals;

CREATE VIRTUAL TABLE __tv_memory_in_bucket
USING SPAN_LEFT_JOIN(__tv_memory_value PARTITIONED track_id, __tv_memory_bucket PARTITIONED track_id);

CREATE PERFETTO TABLE android_process_memory_intervals_by_oom_bucket AS
SELECT row_number() OVER (ORDER BY ts, track_id) AS id, ts, dur, process_name, upid, pid, ifnull(bucket, 'unknown') AS bucket,
  memory_track_name, track_id, counter_id, value, zygote_adjusted_value, track_has_spike_gt_100mib
FROM __tv_memory_in_bucket WHERE dur > 0;
