-- SPDX-License-Identifier: GPL-3.0-or-later
-- Critical journeys of users: slices L<NAME> are latencies, J<NAME> may be janky; markers say how each ended.
CREATE PERFETTO TABLE __tv_cuj AS
SELECT s.id AS cuj_id, p.upid, p.name AS process_name, s.name AS cuj_slice_name, s.ts, s.dur, s.ts + s.dur AS ts_end,
  substr(s.name, 3, length(s.name) - 3) AS cuj_name
FROM slice s JOIN process_track t ON t.id = s.track_id JOIN process p USING (upid)
WHERE (s.name GLOB 'L<*>' OR s.name GLOB 'J<*>') AND s.dur > 0;

CREATE PERFETTO TABLE android_sysui_latency_cujs AS
SELECT row_number() OVER (ORDER BY ts) AS cuj_id, upid, process_name, cuj_slice_name, cuj_name, cuj_id AS slice_id, ts, ts_end, dur,
  'completed' AS state
FROM __tv_cuj WHERE cuj_slice_name GLOB 'L<*>';
