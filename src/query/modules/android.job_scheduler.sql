-- SPDX-License-Identifier: GPL-3.0-or-later
-- Jobs that Android's scheduler ran for apps: *job*UID/PACKAGE/SERVICE@NAMESPACE#ID, by system_server.
CREATE PERFETTO TABLE android_job_scheduler_events AS
SELECT CAST(str_split(s.name, '#', 1) AS INT) AS job_id,
  CAST(str_split(str_split(s.name, '*job*', 1), '/', 0) AS INT) AS uid,
  str_split(str_split(s.name, '*job*', 1), '/', 1) AS package_name,
  str_split(str_split(str_split(s.name, '*job*', 1), '#', 0), '/', 2) AS job_service_name,
  s.track_id, s.id, s.ts, s.dur
FROM process_track t JOIN process p USING (upid) JOIN slice s ON s.track_id = t.id
WHERE s.name GLOB '[*]job[*]*' AND p.name = 'system_server';
