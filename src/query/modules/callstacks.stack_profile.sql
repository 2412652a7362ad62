-- SPDX-License-Identifier: GPL-3.0-or-later
-- One row a function of each callsite: functions inlined into each other follow.
CREATE PERFETTO TABLE _callstacks AS
SELECT c.id, c.parent_id, ifnull(ifnull(f.deobfuscated_name, f.name), 'unknown') AS name, m.name AS mapping_name,
  NULL AS source_file, NULL AS line_number
FROM stack_profile_callsite c
JOIN stack_profile_frame f ON f.id = c.frame_id
LEFT JOIN stack_profile_mapping m ON m.id = f.mapping;
