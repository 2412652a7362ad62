-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE slices.with_context;
INCLUDE PERFETTO MODULE android.process_metadata;

-- system_server marks each launch: "launchingActivity#ID" over its time, and how it ended at that time.
CREATE PERFETTO TABLE __tv_intent AS
SELECT ts FROM slice WHERE name GLOB 'MetricsLogger:launchObserverNotifyIntentStarted*';

-- A launch begins with the intent, where that is marked.
CREATE PERFETTO FUNCTION __tv_launch_start(ts TIMESTAMP) RETURNS TIMESTAMP AS
SELECT ifnull((SELECT MAX(ts) FROM __tv_intent WHERE ts <= $ts), $ts);

CREATE PERFETTO TABLE __tv_launching AS
SELECT s.id, __tv_launch_start(s.ts) AS ts, s.ts + s.dur - __tv_launch_start(s.ts) AS dur, s.ts + s.dur AS ts_end,
  str_split(s.name, '#', 1) AS number, NULL AS package
FROM slice s JOIN process_track t ON t.id = s.track_id JOIN process USING (upid)
WHERE s.name GLOB 'launchingActivity#*' AND s.name NOT GLOB '*:*' AND s.dur > 0
  AND (process.name IS NULL OR process.name = 'system_server');

CREATE PERFETTO TABLE __tv_launched AS
SELECT s.ts, str_split(str_split(s.name, '#', 1), ':', 0) AS number, str_split(s.name, ':', 1) AS state,
  str_split(s.name, ':', 2) AS package
FROM slice s WHERE s.name GLOB 'launchingActivity#*:*';

CREATE PERFETTO TABLE __tv_old_launch AS
SELECT s.id, __tv_launch_start(s.ts) AS ts, s.ts + s.dur - __tv_launch_start(s.ts) AS dur, s.ts + s.dur AS ts_end,
  substr(s.name, length('launching: ') + 1) AS package
FROM slice s WHERE s.name GLOB 'launching: *' AND s.dur > 0;

CREATE PERFETTO TABLE android_startups AS
WITH all_startups AS (
  SELECT l.ts, l.ts_end, l.dur, e.package,
    CASE
      WHEN e.state = 'completed-hot' THEN 'hot' WHEN e.state = 'completed-warm' THEN 'warm'
      WHEN e.state = 'completed-cold' THEN 'cold'
    END AS startup_type
  FROM __tv_launching l JOIN __tv_launched e ON e.number = l.number AND e.ts <= l.ts_end + 1 AND e.ts >= l.ts
  WHERE e.state GLOB 'completed*'
  UNION ALL
  SELECT o.ts, o.ts_end, o.dur, o.package, NULL FROM __tv_old_launch o
  WHERE NOT EXISTS (SELECT 1 FROM __tv_launching)
)
SELECT row_number() OVER (ORDER BY ts) - 1 AS startup_id, ts, ts_end, dur, dur AS dur_without_trampoline, package,
  ifnull(startup_type,
    CASE
      WHEN EXISTS (SELECT 1 FROM thread_slice b WHERE b.name = 'bindApplication' AND b.is_main_thread
        AND b.process_name = package AND b.ts BETWEEN all_startups.ts AND ts_end) THEN 'cold'
      WHEN EXISTS (SELECT 1 FROM thread_slice b WHERE b.name GLOB 'activityStart*' AND b.is_main_thread
        AND b.process_name = package AND b.ts BETWEEN all_startups.ts AND ts_end) THEN 'warm'
      ELSE 'hot'
    END) AS startup_type
FROM all_startups ORDER BY ts;

CREATE PERFETTO TABLE android_startup_processes AS
SELECT s.startup_id, m.upid, m.pid, s.startup_type
FROM android_startups s
JOIN android_process_metadata m ON m.package_name = s.package
  OR (m.package_name IS NULL AND (m.process_name = s.package OR m.process_name GLOB s.package || ':*'));

CREATE PERFETTO VIEW android_startup_threads AS
SELECT s.startup_id, s.ts, s.dur, p.upid, process.pid, t.utid, t.tid, t.name AS thread_name, t.is_main_thread
FROM android_startups s
JOIN android_startup_processes p USING (startup_id)
JOIN process USING (upid)
JOIN thread t USING (upid);

CREATE PERFETTO VIEW android_thread_slices_for_all_startups AS
SELECT st.ts AS startup_ts, st.ts + st.dur AS startup_ts_end, st.startup_id, st.utid, st.tid, st.thread_name,
  st.is_main_thread, s.arg_set_id, s.id AS slice_id, s.name AS slice_name, s.ts AS slice_ts, s.dur AS slice_dur
FROM android_startup_threads st
JOIN thread_track t USING (utid)
JOIN slice s ON s.track_id = t.id
WHERE s.ts BETWEEN st.ts AND st.ts + st.dur;

CREATE PERFETTO FUNCTION android_slices_for_startup_and_slice_name(startup_id LONG, slice_name STRING)
RETURNS TABLE(slice_id LONG, slice_name STRING, slice_ts TIMESTAMP, slice_dur DURATION, thread_name STRING, tid LONG, arg_set_id LONG) AS
SELECT slice_id, slice_name, slice_ts, slice_dur, thread_name, tid, arg_set_id
FROM android_thread_slices_for_all_startups WHERE startup_id = $startup_id AND slice_name GLOB $slice_name;

CREATE PERFETTO VIEW android_class_loading_for_startup AS
SELECT slice_id, startup_id, slice_name, slice_ts, slice_dur, thread_name, tid, arg_set_id
FROM android_thread_slices_for_all_startups WHERE slice_name GLOB 'L*;' AND slice_name NOT GLOB '* *';

CREATE PERFETTO FUNCTION android_sum_dur_for_startup_and_slice(startup_id LONG, slice_name STRING) RETURNS LONG AS
SELECT SUM(slice_dur) FROM android_thread_slices_for_all_startups
WHERE startup_id = $startup_id AND slice_name GLOB $slice_name;

CREATE PERFETTO FUNCTION android_sum_dur_on_main_thread_for_startup_and_slice(startup_id LONG, slice_name STRING) RETURNS LONG AS
SELECT SUM(slice_dur) FROM android_thread_slices_for_all_startups
WHERE startup_id = $startup_id AND slice_name GLOB $slice_name AND is_main_thread;

-- Binder transactions of a launch that took longer than a threshold.
CREATE PERFETTO FUNCTION android_binder_transaction_slices_for_startup(startup_id LONG, threshold LONG)
RETURNS TABLE(id LONG, slice_dur DURATION, thread_name STRING, process STRING, arg_set_id LONG, is_main_thread BOOL) AS
SELECT s.slice_id AS id, s.slice_dur, s.thread_name, p.name AS process, s.arg_set_id, s.is_main_thread
FROM android_thread_slices_for_all_startups s
JOIN thread t USING (utid)
LEFT JOIN process p USING (upid)
WHERE s.startup_id = $startup_id AND s.slice_name GLOB 'binder transaction' AND s.slice_dur > $threshold;
