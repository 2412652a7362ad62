-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.cujs.base;

-- Callbacks of frames that a journey did not receive, such as FT#MissedHWUICallback#42, on its track.
CREATE PERFETTO VIEW _marker_missed_callback AS
SELECT t.name AS cuj_slice_name, s.ts, s.name AS marker_name
FROM slice s JOIN track t ON t.id = s.track_id WHERE s.name GLOB '*FT#Missed*';

CREATE PERFETTO FUNCTION _android_cuj_missed_vsyncs_for_callback(cuj_slice_name STRING, ts_min LONG, ts_max LONG,
  callback_missed STRING)
RETURNS LONG AS
SELECT ifnull(SUM(marker_name GLOB $callback_missed), 0)
FROM _marker_missed_callback
WHERE cuj_slice_name = $cuj_slice_name AND ts >= $ts_min AND ts <= ifnull($ts_max, ts);

-- Counters of the journeys: J<NAME>#COUNTER.
CREATE PERFETTO VIEW _android_jank_cuj_counter AS
SELECT c.ts, t.upid, str_split(str_split(t.name, '<', 1), '>#', 0) AS cuj_name, str_split(t.name, '#', 1) AS counter_name,
  CAST(c.value AS INT) AS value
FROM counter c JOIN process_counter_track t ON t.id = c.track_id
WHERE t.name GLOB 'J<*>#*' AND t.upid IN (SELECT upid FROM android_jank_cuj);

-- First value in a range of time.
CREATE PERFETTO FUNCTION _android_jank_cuj_counter_value(cuj_name STRING, counter_name STRING, ts_min LONG, ts_max LONG)
RETURNS LONG AS
SELECT value FROM _android_jank_cuj_counter
WHERE cuj_name = $cuj_name AND counter_name = $counter_name AND ts >= $ts_min AND ts <= ifnull($ts_max, ts)
ORDER BY ts LIMIT 1;
