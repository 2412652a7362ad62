-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.critical_blocking_calls;
INCLUDE PERFETTO MODULE android.cujs.base;

-- Frames of journeys, each until the next frame or its slice begins, so that calls that outlast a frame count.
CREATE PERFETTO VIEW _extended_frame_boundary AS
SELECT frame_ts AS ts, ui_thread_utid, frame_id, layer_id, cuj_id, cuj_name,
  ifnull(MIN(next_slice, next_frame), ts_end) AS ts_end
FROM (
  SELECT f.*, lead(f.frame_ts) OVER (PARTITION BY f.cuj_id, f.layer_id ORDER BY f.frame_id) AS next_frame,
    (SELECT MIN(d.ts) FROM _android_jank_cuj_do_frames d WHERE d.utid = f.ui_thread_utid AND d.ts >= f.ts_end) AS next_slice
  FROM _android_distinct_frames_in_cuj f
)
ORDER BY frame_id;

-- Blocking calls of the thread of a journey that start or end in a frame, cut to it.
CREATE PERFETTO VIEW _blocking_calls_frame_cuj AS
SELECT MIN(c.dur, f.ts_end - c.ts, c.ts_end - f.ts) AS dur, MAX(f.ts, c.ts) AS ts, c.upid, c.name, c.process_name, c.utid,
  f.frame_id, f.layer_id, f.cuj_id, f.cuj_name
FROM _android_critical_blocking_calls c
JOIN _extended_frame_boundary f ON f.ui_thread_utid = c.utid
WHERE c.ts BETWEEN f.ts AND f.ts_end OR c.ts_end BETWEEN f.ts AND f.ts_end;
