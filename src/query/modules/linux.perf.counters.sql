-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE linux_perf_sample_with_counters AS
SELECT s.id AS sample_id, s.ts, s.utid, s.cpu, s.cpu_mode, s.callsite_id, s.unwind_error, s.perf_session_id,
  c.id AS counter_id, c.track_id, c.value AS counter_value
FROM perf_sample s JOIN stack_sample_counter c ON c.stack_sample_id = s.id
ORDER BY s.id, c.track_id;
CREATE PERFETTO INDEX by_sample ON linux_perf_sample_with_counters(sample_id);

CREATE PERFETTO FUNCTION linux_perf_counter_for_sample(sample_id LONG, counter_name STRING) RETURNS DOUBLE AS
SELECT c.counter_value
FROM linux_perf_sample_with_counters c JOIN perf_counter_track t ON t.id = c.track_id
WHERE c.sample_id = $sample_id AND t.name = $counter_name;
