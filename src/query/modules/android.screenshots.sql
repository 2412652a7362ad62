-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE android_screenshots AS
SELECT s.id, s.ts, s.dur, s.name
FROM slice s JOIN track t ON t.id = s.track_id
WHERE s.category = 'android_screenshot' AND s.name = 'Screenshot'
ORDER BY s.ts;
