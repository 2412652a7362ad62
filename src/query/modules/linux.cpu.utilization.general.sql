-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.cpu.frequency;
INCLUDE PERFETTO MODULE intervals.intersect;

CREATE PERFETTO VIEW __tv_busy_run AS
SELECT ts, dur, cpu, s.id AS run_id, utid, upid
FROM sched s JOIN thread USING (utid) WHERE utid != 0 AND dur >= 0;
CREATE PERFETTO VIEW __tv_frequency AS
SELECT ts, dur, cpu, freq FROM cpu_frequency_counters WHERE freq IS NOT NULL;

-- Runs of threads in pieces of one frequency each; where no frequency is known, without one.
CREATE VIRTUAL TABLE __tv_run_frequency USING SPAN_LEFT_JOIN(__tv_busy_run PARTITIONED cpu, __tv_frequency PARTITIONED cpu);
CREATE PERFETTO TABLE _run_with_frequency AS
SELECT row_number() OVER () AS id, ts, dur, cpu, run_id, utid, upid, freq FROM __tv_run_frequency;
