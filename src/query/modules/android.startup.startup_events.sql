-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE slices.with_context;

-- Starts of activities, as the system server traces them.
CREATE PERFETTO TABLE _startup_events AS
SELECT ts, dur, ts + dur AS ts_end, str_split(name, ': ', 1) AS package_name
FROM process_slice
WHERE name GLOB 'launching: *' AND ifnull(process_name, 'system_server') = 'system_server'
ORDER BY ts;
