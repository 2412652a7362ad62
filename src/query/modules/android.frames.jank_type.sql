-- SPDX-License-Identifier: GPL-3.0-or-later
-- Whether the app or SurfaceFlinger caused the jank of a frame, according to SurfaceFlinger's list of causes.
CREATE PERFETTO FUNCTION android_is_sf_jank_type(jank_type STRING) RETURNS BOOL AS
SELECT $jank_type GLOB '*SurfaceFlinger CPU Deadline Missed*' OR $jank_type GLOB '*SurfaceFlinger GPU Deadline Missed*'
  OR $jank_type GLOB '*SurfaceFlinger Scheduling*' OR $jank_type GLOB '*Prediction Error*'
  OR $jank_type GLOB '*Display HAL*';

CREATE PERFETTO FUNCTION android_is_app_jank_type(jank_type STRING) RETURNS BOOL AS
SELECT $jank_type GLOB '*App Deadline Missed*' OR $jank_type GLOB '*App Resynced Jitter*';

CREATE PERFETTO FUNCTION android_is_missed_frame_type(jank_type STRING) RETURNS BOOL AS
SELECT android_is_sf_jank_type($jank_type) OR android_is_app_jank_type($jank_type)
  OR $jank_type GLOB '*Dropped Frame*';
