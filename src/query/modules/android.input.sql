-- SPDX-License-Identifier: GPL-3.0-or-later
-- Messages of input channels, from slices such as
-- `sendMessage(inputChannel=3f2 com.shop/.Main (server), seq=0x6fd, type=0x1)`.
CREATE PERFETTO TABLE __tv_input_message AS
SELECT s.name GLOB 'send*' AS is_sent, s.id, s.ts, s.dur, s.track_id, t.tid, t.name AS thread_name, p.upid, p.pid,
  p.name AS process_name,
  str_split(str_split(s.name, 'inputChannel=', 1), ', seq=', 0) AS channel,
  replace(str_split(str_split(s.name, 'inputChannel=', 1), ', seq=', 0), '(client)', '(server)') AS normalized_channel,
  str_split(str_split(s.name, ', seq=', 1), ', type=', 0) AS seq,
  str_split(str_split(s.name, ', type=', 1), ')', 0) AS type
FROM slice s JOIN thread_track k ON k.id = s.track_id JOIN thread t USING (utid) LEFT JOIN process p USING (upid)
WHERE s.name GLOB 'sendMessage(inputChannel=*, seq=*, type=*)' OR s.name GLOB 'receiveMessage(inputChannel=*, seq=*, type=*)';

-- The dispatcher sends an event to a window (type 1 is a key, 3 a motion event); the window's thread sends `finished`
-- (type 2) back. Columns without a source in the slices are NULL.
CREATE PERFETTO TABLE android_input_events AS
WITH
  dispatch AS (SELECT * FROM __tv_input_message WHERE is_sent AND thread_name = 'InputDispatcher' AND type != '0x2'),
  receive AS (SELECT * FROM __tv_input_message WHERE NOT is_sent AND type != '0x2'),
  finish AS (SELECT * FROM __tv_input_message WHERE is_sent AND thread_name != 'InputDispatcher' AND type = '0x2'),
  acknowledge AS (SELECT * FROM __tv_input_message WHERE NOT is_sent AND type = '0x2')
SELECT r.ts - d.ts AS dispatch_latency_dur, f.ts - r.ts AS handling_latency_dur, a.ts - f.ts AS ack_latency_dur,
  a.ts - d.ts AS total_latency_dur, NULL AS end_to_end_latency_dur, f.tid, f.thread_name, f.upid, f.pid,
  f.process_name, d.type AS event_type, NULL AS event_action, d.seq AS event_seq, d.channel AS event_channel,
  d.normalized_channel AS normalized_event_channel, NULL AS input_event_id, NULL AS read_time,
  d.track_id AS dispatch_track_id, d.ts AS dispatch_ts, d.dur AS dispatch_dur, r.track_id AS receive_track_id,
  r.ts AS receive_ts, r.dur AS receive_dur, NULL AS frame_id, NULL AS is_speculative_frame, NULL AS event_time
FROM dispatch d
JOIN receive r ON r.normalized_channel = d.normalized_channel AND r.seq = d.seq
JOIN finish f ON f.normalized_channel = d.normalized_channel AND f.seq = d.seq
JOIN acknowledge a ON a.normalized_channel = d.normalized_channel AND a.seq = d.seq
ORDER BY d.ts;

-- Records of the data source android.input.inputevent are not decoded, so these tables have no rows.
CREATE PERFETTO VIEW android_key_events AS
SELECT NULL AS id, NULL AS event_id, NULL AS ts, NULL AS arg_set_id, NULL AS source, NULL AS action, NULL AS device_id,
  NULL AS display_id, NULL AS key_code WHERE 0;
CREATE PERFETTO VIEW android_motion_events AS
SELECT NULL AS id, NULL AS event_id, NULL AS ts, NULL AS arg_set_id, NULL AS source, NULL AS action, NULL AS device_id,
  NULL AS display_id WHERE 0;
CREATE PERFETTO VIEW android_input_event_dispatch AS
SELECT NULL AS id, NULL AS event_id, NULL AS arg_set_id, NULL AS vsync_id, NULL AS window_id WHERE 0;
