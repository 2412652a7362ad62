-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO FUNCTION android_is_kernel_task(upid LONG) RETURNS BOOL AS
SELECT p.pid = 2 OR ifnull(parent.pid = 2, 0)
FROM process p LEFT JOIN process parent ON parent.upid = p.parent_upid WHERE p.upid = $upid;

CREATE PERFETTO TABLE android_process_metadata AS
SELECT p.upid, p.pid, p.name AS process_name, p.uid,
  iif((SELECT COUNT(*) FROM package_list l WHERE l.uid = p.uid % 100000) > 1, p.uid, NULL) AS shared_uid,
  p.uid / 100000 AS user_id, NULL AS user_type, l.package_name, l.version_code, l.debuggable,
  android_is_kernel_task(p.upid) AS is_kernel_task
FROM process p
LEFT JOIN package_list l ON l.uid = p.uid % 100000 AND (
  (SELECT COUNT(*) FROM package_list o WHERE o.uid = l.uid) = 1 OR p.name = l.package_name
  OR p.name GLOB l.package_name || ':*')
GROUP BY p.upid;
