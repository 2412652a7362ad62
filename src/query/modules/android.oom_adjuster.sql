-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO FUNCTION android_oom_adj_score_to_bucket_name(oom_score LONG) RETURNS STRING AS
SELECT CASE
  WHEN $oom_score IS NULL THEN NULL
  WHEN $oom_score < -900 THEN 'native'
  WHEN $oom_score < -800 THEN 'system'
  WHEN $oom_score < -700 THEN 'persistent'
  WHEN $oom_score < 0 THEN 'persistent_service'
  WHEN $oom_score < 100 THEN 'foreground'
  WHEN $oom_score < 200 THEN 'visible'
  WHEN $oom_score < 250 THEN 'perceptible'
  WHEN $oom_score < 300 THEN 'perceptible_low'
  WHEN $oom_score < 400 THEN 'backup'
  WHEN $oom_score < 500 THEN 'heavy_weight'
  WHEN $oom_score < 600 THEN 'service_a'
  WHEN $oom_score < 700 THEN 'home'
  WHEN $oom_score < 800 THEN 'previous'
  WHEN $oom_score < 900 THEN 'service_b'
  ELSE 'cached'
END;

CREATE PERFETTO FUNCTION android_oom_adj_score_to_detailed_bucket_name(value LONG, android_appid LONG) RETURNS STRING AS
SELECT CASE
  WHEN $value = -1000 THEN 'native'
  WHEN $value = -900 THEN 'system'
  WHEN $value = -800 THEN 'persistent'
  WHEN $value = -700 THEN 'persistent_service'
  WHEN $value = -600 THEN 'logcat'
  WHEN $value = 0 THEN 'foreground_app'
  WHEN $value = 50 THEN 'perceptible_foreground_app'
  WHEN $value BETWEEN 100 AND 199 THEN 'visible_app'
  WHEN $value BETWEEN 200 AND 224 THEN 'perceptible_app'
  WHEN $value BETWEEN 225 AND 249 THEN 'perceptible_medium_app'
  WHEN $value BETWEEN 250 AND 299 THEN 'perceptible_low_app'
  WHEN $value BETWEEN 300 AND 399 THEN 'backup'
  WHEN $value BETWEEN 400 AND 499 THEN 'heavy_weight_app'
  WHEN $value BETWEEN 500 AND 599 THEN 'service_a'
  WHEN $value BETWEEN 600 AND 699 THEN 'home_app'
  WHEN $value BETWEEN 700 AND 799 THEN 'previous_app'
  WHEN $value BETWEEN 800 AND 899 THEN 'service_b'
  WHEN $value BETWEEN 900 AND 949 THEN 'cached_app'
  WHEN $value >= 950 THEN 'cached_app_lmk_first'
  WHEN $android_appid >= 10000 THEN 'unknown_app'
  ELSE 'unknown'
END;

-- Scores. As in Perfetto, scores that repeat between the same neighbours are one interval, and the last interval ends 1 ns
-- before the trace.
CREATE PERFETTO TABLE __tv_oom_score AS
SELECT i.id, i.ts, t.upid, i.value,
  i.value IS lag(i.value) OVER w AND i.next_value IS lag(i.next_value) OVER w
    AND i.delta_value IS lag(i.delta_value) OVER w AS repeats
FROM counter_leading_intervals!((
  SELECT c.id, c.ts, c.track_id, c.value FROM counter c JOIN process_counter_track t ON t.id = c.track_id
  WHERE t.name = 'oom_score_adj'
)) i
JOIN process_counter_track t ON t.id = i.track_id
WINDOW w AS (PARTITION BY i.track_id ORDER BY i.ts, i.id);

CREATE PERFETTO TABLE _oom_score AS
SELECT id, ts, lead(ts, 1, trace_end() - 1) OVER (PARTITION BY upid ORDER BY ts, id) - ts AS dur, upid,
  CAST(value AS INT) AS score
FROM __tv_oom_score
WHERE NOT repeats;

CREATE PERFETTO TABLE android_oom_adj_intervals AS
SELECT o.ts, o.dur, o.score, android_oom_adj_score_to_bucket_name(o.score) AS bucket, o.upid,
  p.name AS process_name, NULL AS oom_adj_id, NULL AS oom_adj_ts, NULL AS oom_adj_dur, NULL AS oom_adj_track_id,
  NULL AS oom_adj_thread_name, NULL AS oom_adj_reason, NULL AS oom_adj_trigger
FROM _oom_score o JOIN process p USING (upid)
WHERE o.dur > 0;
