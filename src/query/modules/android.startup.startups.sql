-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO TABLE android_startups AS
SELECT start_id AS startup_id, ts, ts + dur AS ts_end, dur, dur_without_trampoline, package, type AS startup_type
FROM app_start WHERE system != 'OpenHarmony' AND state = 'ended' ORDER BY ts;

CREATE PERFETTO TABLE android_startup_processes AS
SELECT s.startup_id, p.upid, p.pid, s.startup_type
FROM android_startups s
JOIN app_start a ON a.start_id = s.startup_id
JOIN process p ON p.pid = a.pid;

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
