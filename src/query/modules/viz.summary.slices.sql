-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE _slice_track_summary AS
SELECT track_id AS id, COUNT(*) AS cnt, MIN(ts) AS min_ts, MAX(ts + max(dur, 0)) AS max_ts, MAX(depth) AS max_depth
FROM slice GROUP BY track_id;
