-- SPDX-License-Identifier: GPL-3.0-or-later
-- Name of a function in the source code.
CREATE PERFETTO FUNCTION __tv_function_name(deobfuscated_name STRING, name STRING) RETURNS STRING AS
SELECT coalesce($deobfuscated_name, demangle($name), $name, 'unknown');

-- One row per function of each callsite; inlined functions have separate callsites.
CREATE PERFETTO TABLE _callstacks AS
SELECT c.id, c.parent_id, c.id AS callsite_id, __tv_function_name(f.deobfuscated_name, f.name) AS name,
  m.name AS mapping_name, s.source_file, s.line_number
FROM stack_profile_callsite c
JOIN stack_profile_frame f ON f.id = c.frame_id
LEFT JOIN stack_profile_mapping m ON m.id = f.mapping
LEFT JOIN (
  SELECT symbol_set_id, source_file, line_number FROM stack_profile_symbol GROUP BY symbol_set_id HAVING id = max(id)
) s ON s.symbol_set_id = f.symbol_set_id;

-- Callsites of samples (callsite_id, upid) and their callers. As in Perfetto, which has mappings per process, two processes
-- do not share callsites.
CREATE PERFETTO MACRO __tv_callstacks_by_process(samples TableOrSubquery) RETURNS TableOrSubquery AS
(
  WITH RECURSIVE used(callsite_id, upid) AS (
    SELECT DISTINCT callsite_id, ifnull(upid, -1) FROM $samples WHERE callsite_id IS NOT NULL
    UNION
    SELECT c.parent_id, u.upid FROM used u JOIN stack_profile_callsite c ON c.id = u.callsite_id
    WHERE c.parent_id IS NOT NULL
  )
  SELECT row_number() OVER (ORDER BY upid, callsite_id) - 1 AS id, callsite_id, nullif(upid, -1) AS upid FROM used
);
