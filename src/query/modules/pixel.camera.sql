-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.global_tracks;
INCLUDE PERFETTO MODULE linux.memory.process;
INCLUDE PERFETTO MODULE slices.with_context;

-- Slices of the camera's graph: "camCAMERA_NODE:PORTS (frame NUMBER)".
CREATE PERFETTO TABLE pixel_camera_frames AS
SELECT id, ts, dur, track_id, utid, thread_name, substr(str_split(name, ':', 0), 6) AS node,
  str_split(str_split(name, ':', 1), ' (', 0) AS port_group,
  CAST(trim(str_split(name, '(frame', 1)) AS INT) AS frame_number,
  CAST(str_split(name, 'cam', 1) AS INT) AS cam_id
FROM thread_slice
WHERE name GLOB 'cam*_*:* (frame *)' AND dur != -1;

-- Memory of one process: the one with the largest peak for the app, the latest for a service.
CREATE PERFETTO TABLE __tv_gca_rss AS
SELECT ts, dur, rss AS gca_rss_val FROM memory_rss_and_swap_per_process
WHERE dur > 0 AND upid = (
  SELECT m.upid FROM memory_rss_and_swap_per_process m
  WHERE m.process_name GLOB '*GoogleCamera' OR m.process_name GLOB '*GoogleCameraEng'
    OR m.process_name GLOB '*googlecamera.fishfood'
  ORDER BY m.rss DESC LIMIT 1);
CREATE PERFETTO TABLE __tv_hal_rss AS
SELECT ts, dur, rss AS hal_rss_val FROM memory_rss_and_swap_per_process
WHERE dur > 0
  AND upid = (SELECT upid FROM process WHERE name GLOB '*camera.provider*' ORDER BY ifnull(start_ts, 0) DESC, upid LIMIT 1);
CREATE PERFETTO TABLE __tv_cameraserver_rss AS
SELECT ts, dur, rss AS cameraserver_rss_val FROM memory_rss_and_swap_per_process
WHERE dur > 0
  AND upid = (SELECT upid FROM process WHERE name GLOB '*cameraserver' ORDER BY ifnull(start_ts, 0) DESC, upid LIMIT 1);
CREATE PERFETTO TABLE __tv_camera_dma AS
SELECT * FROM (
  SELECT c.ts, lead(c.ts, 1, trace_end()) OVER (PARTITION BY c.track_id ORDER BY c.ts) - c.ts AS dur, c.value AS dma_val
  FROM counter c JOIN counter_track t ON t.id = c.track_id
  WHERE t.name = 'mem.dma_heap' AND _counter_track_is_only_name_dimension(t.id)
)
WHERE dur > 0;

CREATE VIRTUAL TABLE __tv_gca_hal_rss USING SPAN_OUTER_JOIN(__tv_gca_rss, __tv_hal_rss);
CREATE VIRTUAL TABLE __tv_camera_rss USING SPAN_OUTER_JOIN(__tv_gca_hal_rss, __tv_cameraserver_rss);
CREATE VIRTUAL TABLE __tv_camera_memory USING SPAN_OUTER_JOIN(__tv_camera_dma, __tv_camera_rss);

CREATE PERFETTO TABLE pixel_camera_memory_span AS
SELECT ts, dur, gca_rss, hal_rss, cameraserver_rss, dma, gca_rss + hal_rss + cameraserver_rss + dma AS rss_and_dma
FROM (
  SELECT ts, dur, CAST(ifnull(gca_rss_val, 0) AS INT) AS gca_rss, CAST(ifnull(hal_rss_val, 0) AS INT) AS hal_rss,
    CAST(ifnull(cameraserver_rss_val, 0) AS INT) AS cameraserver_rss, CAST(ifnull(dma_val, 0) AS INT) AS dma
  FROM __tv_camera_memory
);
