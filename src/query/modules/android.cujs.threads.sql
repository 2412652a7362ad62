-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.cujs.base;

CREATE PERFETTO FUNCTION android_jank_cuj_app_thread(thread_name STRING)
RETURNS TABLE(cuj_id LONG, upid LONG, utid LONG, name STRING, track_id LONG) AS
SELECT c.cuj_id, c.upid, t.utid, t.name, k.id AS track_id
FROM android_jank_cuj c
JOIN thread t ON t.upid = c.upid AND t.name = $thread_name
JOIN thread_track k ON k.utid = t.utid
ORDER BY c.cuj_id, t.utid;

CREATE PERFETTO TABLE android_jank_cuj_render_thread AS
SELECT * FROM android_jank_cuj_app_thread('RenderThread');
