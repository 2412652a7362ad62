-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.binder;
INCLUDE PERFETTO MODULE android.slices;
INCLUDE PERFETTO MODULE slices.with_context;

-- Patterns of slices during which a thread of an app is busy or waits. The last ones are messages of handlers.
CREATE PERFETTO TABLE __tv_blocking_pattern AS
SELECT column1 AS pattern FROM (VALUES
  ('measure'), ('layout'), ('configChanged'), ('animation'), ('input'), ('traversal'), ('postAndWait'), ('queueBuffer'),
  ('Contending for pthread mutex'), ('CreateGraphicsPipeline'), ('flush layers'), ('flush commands'),
  ('monitor contention with*'), ('Lock contention on*'), ('SuspendThreadByThreadId*'), ('GC: Wait For*'),
  ('*binder transaction*'), ('LoadApkAssetsFd*'), ('ImageDecoder#decode*'), ('inflate*'), ('relayoutWindow*'),
  ('NotificationStackScrollLayout#onMeasure'), ('ExpNotRow#*'), ('Recomposer:*'), ('Compose:*'), ('draw-VRI*'),
  ('drawLayer *'), ('DrawFrames*'), ('Texture upload*'), ('android.os.Handler: kotlinx.coroutines*'));

CREATE PERFETTO FUNCTION _is_relevant_blocking_call(name STRING, depth LONG) RETURNS BOOL AS
SELECT EXISTS (SELECT 1 FROM __tv_blocking_pattern WHERE $name GLOB pattern)
  OR ($name GLOB '*Handler: *$*' OR $name GLOB '*.*.*: *$*' OR $name GLOB '*.*$*: #*')
    AND $name NOT GLOB '*Choreographer*' AND $name NOT GLOB '*[iI]nput*' AND $name NOT GLOB 'android.os.Handler: #*';

CREATE PERFETTO FUNCTION _is_relevant_notifications_blocking_call(name STRING, dur LONG) RETURNS BOOL AS
SELECT $dur > 0 AND ($name GLOB 'ExpNotRow#*' OR $name IN ('NotificationStackScrollLayout#onMeasure',
  'NotificationToplineView#onMeasure', 'NotificationShadeWindowView#onMeasure', 'ImageFloatingTextView#onMeasure'));

CREATE PERFETTO TABLE __tv_blocking_name AS
SELECT name, android_standardize_slice_name(name) AS standard_name
FROM (SELECT DISTINCT name FROM slice WHERE name IS NOT NULL)
WHERE _is_relevant_blocking_call(name, 0);
CREATE PERFETTO INDEX by_name ON __tv_blocking_name(name);

CREATE PERFETTO TABLE __tv_blocking_slice AS
SELECT n.standard_name, s.name, s.id, s.ts, s.dur, s.process_name, s.utid, s.upid
FROM thread_slice s JOIN __tv_blocking_name n ON n.name = s.name;

-- Time of frames during which the thread waited for a buffer, which does not count.
CREATE PERFETTO TABLE __tv_buffer_wait AS
SELECT f.id, SUM(w.dur) AS dur
FROM __tv_blocking_slice f
JOIN thread_slice w ON w.utid = f.utid AND w.ts >= f.ts AND w.ts < f.ts + f.dur
WHERE f.name GLOB 'DrawFrames*' AND w.name = 'waitForBufferRelease'
GROUP BY f.id;
CREATE PERFETTO INDEX by_id ON __tv_buffer_wait(id);

-- All layers together are one more call, and so is each synchronous binder transaction with a name.
CREATE PERFETTO TABLE _android_critical_blocking_calls AS
SELECT name, ts, dur, id, process_name, utid, upid, ts + dur AS ts_end
FROM (
  SELECT s.standard_name AS name, s.ts, iif(s.dur = -1, -1, MAX(s.dur - ifnull(w.dur, 0), 0)) AS dur, s.id, s.process_name,
    s.utid, s.upid
  FROM __tv_blocking_slice s LEFT JOIN __tv_buffer_wait w ON w.id = s.id
  UNION ALL
  SELECT 'drawLayer', ts, dur, id, process_name, utid, upid FROM __tv_blocking_slice WHERE name GLOB 'drawLayer *'
  UNION ALL
  SELECT aidl_name, client_ts, client_dur, binder_txn_id, client_process, client_utid, client_upid
  FROM android_binder_txns WHERE aidl_name IS NOT NULL AND is_sync = 1
);
