-- SPDX-License-Identifier: GPL-3.0-or-later
-- Threads with content.
CREATE PERFETTO TABLE _thread_available_info_summary AS
WITH runs AS (SELECT utid, SUM(iif(dur > 0, dur, 0)) AS dur, COUNT(*) AS n FROM sched WHERE utid != 0 GROUP BY utid),
slices AS (
  SELECT t.utid, COUNT(*) AS n FROM slice s JOIN thread_track t ON t.id = s.track_id GROUP BY t.utid
),
samples AS (SELECT utid, COUNT(*) AS n FROM perf_sample WHERE callsite_id IS NOT NULL GROUP BY utid)
SELECT t.utid, r.dur AS sum_running_dur, r.n AS running_count, s.n AS slice_count, p.n AS perf_sample_count,
  NULL AS instruments_sample_count
FROM thread t
LEFT JOIN runs r USING (utid) LEFT JOIN slices s USING (utid) LEFT JOIN samples p USING (utid)
WHERE coalesce(r.n, s.n, p.n) IS NOT NULL;
