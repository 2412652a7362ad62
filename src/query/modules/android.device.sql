-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO FUNCTION android_device_name_from_fingerprint(fingerprint STRING) RETURNS STRING AS
SELECT CASE
  WHEN $fingerprint GLOB '*/*/*:*' THEN str_split(str_split($fingerprint, '/', 2), ':', 0)
END;

CREATE PERFETTO TABLE android_device_name AS
SELECT android_device_name_from_fingerprint(str_value) AS name, machine_id
FROM metadata WHERE name = 'android_build_fingerprint';
