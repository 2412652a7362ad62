-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.perf.samples;

CREATE PERFETTO TABLE cpu_profiling_samples AS
SELECT p.id, p.ts, p.utid, thread.tid, thread.name AS thread_name, p.cpu AS ucpu, p.cpu, p.callsite_id,
  iif(p.perf_session_id IS NULL, NULL, 'perf') AS source
FROM perf_sample p LEFT JOIN thread USING (utid) WHERE p.callsite_id IS NOT NULL ORDER BY p.ts;

CREATE PERFETTO VIEW cpu_profiling_summary_tree AS
SELECT id, parent_id, name, mapping_name, source_file, line_number, self_count, cumulative_count
FROM linux_perf_samples_summary_tree;
