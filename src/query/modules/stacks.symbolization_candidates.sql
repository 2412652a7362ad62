-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE stacks.cpu_profiling;

-- Id under which Chrome stores symbols: the first 16 bytes of the build id, with the words of a GUID in little-endian order.
CREATE PERFETTO FUNCTION _to_breakpad_module(mapping STRING, build_id STRING) RETURNS STRING AS
SELECT substr(b, 7, 2) || substr(b, 5, 2) || substr(b, 3, 2) || substr(b, 1, 2) || substr(b, 11, 2) || substr(b, 9, 2)
  || substr(b, 15, 2) || substr(b, 13, 2) || substr(b, 17, 16) || '0'
FROM (SELECT $build_id AS b, '/' || $mapping AS path)
WHERE length(b) >= 40 AND (path GLOB '*libmonochrome.so' OR path GLOB '*libmonochrome_64.so' OR path GLOB '*libchrome.so'
  OR path GLOB '*libwebviewchromium.so' OR path GLOB '*libchromium_android_linker.so');

-- Addresses without symbols in the stacks of samples and of allocations.
CREATE PERFETTO TABLE _stacks_symbolization_candidates AS
WITH RECURSIVE sites(upid, callsite_id) AS (
  SELECT t.upid, s.callsite_id FROM cpu_profiling_samples s JOIN thread t USING (utid)
  UNION
  SELECT upid, callsite_id FROM heap_profile_allocation
  UNION
  SELECT s.upid, c.parent_id FROM sites s JOIN stack_profile_callsite c ON c.id = s.callsite_id WHERE c.parent_id IS NOT NULL
)
SELECT DISTINCT s.upid, m.name AS module, m.build_id, f.rel_pc, _to_breakpad_module(m.name, m.build_id) AS breakpad_module_id
FROM sites s
JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_frame f ON f.id = c.frame_id
JOIN stack_profile_mapping m ON m.id = f.mapping
WHERE f.symbol_set_id IS NULL AND m.build_id != '';
