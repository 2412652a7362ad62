-- SPDX-License-Identifier: GPL-3.0-or-later
-- Metadata of each trace, a column per name.
CREATE PERFETTO TABLE _metadata_by_trace AS
SELECT trace_id, MAX(iif(name = 'unique_session_name', str_value)) AS unique_session_name,
  MAX(iif(name = 'trace_uuid', str_value)) AS trace_uuid, MAX(iif(name = 'trace_type', str_value)) AS trace_type,
  MAX(iif(name = 'trace_size_bytes', int_value)) AS trace_size_bytes,
  MAX(iif(name = 'trace_trigger', str_value)) AS trace_trigger,
  ifnull((SELECT group_concat(ifnull(sysname, 'Machine ' || id), ', ') FROM machine), '') AS machines
FROM metadata
GROUP BY trace_id;
