-- SPDX-License-Identifier: GPL-3.0-or-later
-- History of Android's battery service: states are counters, events are slices from +NAME to -NAME.
CREATE PERFETTO FUNCTION __tv_nth_word(words STRING, n LONG) RETURNS STRING AS
SELECT iif($n >= 0, nullif(str_split($words, ' ', $n), ''));

CREATE PERFETTO FUNCTION android_battery_stats_counter_to_string(track STRING, value DOUBLE) RETURNS STRING AS
SELECT ifnull(CASE
  WHEN $track IN ('battery_stats.wifi_scan', 'battery_stats.wifi_radio', 'battery_stats.mobile_radio', 'battery_stats.audio',
    'battery_stats.video', 'battery_stats.camera', 'battery_stats.power_save', 'battery_stats.phone_in_call')
    THEN __tv_nth_word('inactive active', iif($value = 0, 0, 1))
  WHEN $track = 'battery_stats.wifi' THEN __tv_nth_word('off on', iif($value = 0, 0, 1))
  WHEN $track = 'battery_stats.phone_state' THEN __tv_nth_word('in out em off', CAST($value AS INT))
  WHEN $track IN ('battery_stats.phone_signal_strength', 'battery_stats.wifi_signal_strength')
    THEN __tv_nth_word('none poor moderate good great', CAST($value AS INT))
  WHEN $track = 'battery_stats.data_conn'
    THEN __tv_nth_word('oos gprs edge umts cdma evdo_0 evdo_A 1xrtt hsdpa hsupa hspa iden evdo_b lte ehrpd hspap gsm '
      || 'td_scdma iwlan lte_ca nr emngcy other', CAST($value AS INT))
  WHEN $track = 'battery_stats.wifi_suppl'
    THEN __tv_nth_word('invalid disconn disabled inactive scanning authenticating associating associated '
      || '4-way-handshake group-handshake completed dormant uninit', CAST($value AS INT))
  WHEN $track = 'battery_stats.plugged' THEN __tv_nth_word('none ac usb usb_or_ac wireless', CAST($value AS INT))
END, CAST($value AS TEXT));

CREATE PERFETTO TABLE android_battery_stats_state AS
WITH states AS (
  SELECT c.ts, ifnull(lead(c.ts) OVER (PARTITION BY c.track_id ORDER BY c.ts, c.id) - c.ts, -1) AS dur,
    t.name AS track_name, CAST(c.value AS INT) AS value,
    android_battery_stats_counter_to_string(t.name, c.value) AS value_name
  FROM counter c JOIN counter_track t ON t.id = c.track_id WHERE t.name GLOB 'battery_stats.*'
)
SELECT ts, dur, iif(dur = -1, trace_end() - ts, dur) AS safe_dur, track_name, value, value_name FROM states;

CREATE PERFETTO TABLE android_battery_stats_event_slices AS
WITH marks AS (
  SELECT s.ts, t.name AS track_name, str_split(s.name, '=', 1) AS key, substr(s.name, 1, 1) = '+' AS is_start
  FROM slice s JOIN track t ON t.id = s.track_id
  WHERE t.name GLOB 'battery_stats.*' AND substr(s.name, 1, 1) IN ('+', '-')
),
pairs AS (
  SELECT *, lead(ts) OVER w AS next_ts, lead(is_start) OVER w AS next_is_start, lag(ts) OVER w AS last_ts
  FROM marks WINDOW w AS (PARTITION BY track_name, key ORDER BY ts)
),
events AS (
  SELECT ts, iif(next_is_start = 0, next_ts - ts, -1) AS dur, track_name, key FROM pairs WHERE is_start
  UNION ALL
  SELECT trace_start(), ts - trace_start(), track_name, key FROM pairs WHERE NOT is_start AND last_ts IS NULL
)
SELECT ts, dur, iif(dur = -1, trace_end() - ts, dur) AS safe_dur, track_name, str_split(key, '"', 1) AS str_value,
  CAST(str_split(key, ':', 0) AS INT) AS int_value
FROM events ORDER BY ts;
