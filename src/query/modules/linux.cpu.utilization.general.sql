-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.cpu.frequency;
INCLUDE PERFETTO MODULE intervals.intersect;

CREATE PERFETTO VIEW __tv_busy_run AS
SELECT ts, dur, cpu, s.id AS run_id, utid, upid
FROM sched s JOIN thread USING (utid) WHERE utid != 0 AND dur >= 0;
CREATE PERFETTO VIEW __tv_frequency AS
SELECT ts, dur, cpu, freq FROM cpu_frequency_counters WHERE freq IS NOT NULL;

-- Runs of threads, split into pieces with a constant frequency, which is NULL if unknown.
CREATE VIRTUAL TABLE __tv_run_frequency USING SPAN_LEFT_JOIN(__tv_busy_run PARTITIONED cpu, __tv_frequency PARTITIONED cpu);
CREATE PERFETTO TABLE _run_with_frequency AS
SELECT row_number() OVER () AS id, ts, dur, cpu, run_id, utid, upid, freq FROM __tv_run_frequency;

CREATE PERFETTO MACRO __tv_cycle_column(x Expr) RETURNS Expr AS $x;

-- Cycles of pieces with the columns dur and freq (in kHz).
CREATE PERFETTO MACRO __tv_cycles(pieces TableOrSubquery, group_columns ColumnNameList) RETURNS TableOrSubquery AS
(
  SELECT __intrinsic_token_apply!(__tv_cycle_column, $group_columns),
    CAST(SUM(dur * freq / 1000) AS INT) AS millicycles, CAST(SUM(dur * freq / 1000) / 1e9 AS INT) AS megacycles,
    SUM(dur) AS runtime, SUM(awake_dur) AS awake_runtime, MIN(freq) AS min_freq, MAX(freq) AS max_freq,
    SUM(dur * freq / 1000) / nullif(SUM(dur) / 1000, 0) AS avg_freq
  FROM $pieces
  GROUP BY __intrinsic_token_apply!(__tv_cycle_column, $group_columns)
);

-- Time in which the device is not suspended: the monotonic clock stops during a suspend.
CREATE PERFETTO FUNCTION __tv_awake_dur(ts TIMESTAMP, dur DURATION) RETURNS DURATION AS
SELECT ifnull(to_monotonic($ts + $dur) - to_monotonic($ts), $dur);

CREATE PERFETTO FUNCTION __tv_runs_in(ts TIMESTAMP, dur DURATION)
RETURNS TABLE(run_ts TIMESTAMP, dur DURATION, awake_dur DURATION, cpu LONG, utid LONG, upid LONG, freq LONG, everything LONG) AS
SELECT max(ts, $ts) AS run_ts, min(ts + dur, $ts + $dur) - max(ts, $ts) AS dur,
  __tv_awake_dur(max(ts, $ts), min(ts + dur, $ts + $dur) - max(ts, $ts)) AS awake_dur, cpu, utid, upid, freq,
  1 AS everything
FROM _run_with_frequency WHERE ts < $ts + $dur AND ts + dur > $ts;

-- Busy time by period, as a share of the period (of one CPU, and of all).
CREATE PERFETTO MACRO __tv_utilization(runs TableOrSubquery, period Expr) RETURNS TableOrSubquery AS
(
  WITH RECURSIVE __periods(ts) AS (
    SELECT trace_start() / $period * $period
    UNION ALL
    SELECT ts + $period FROM __periods WHERE ts + $period < trace_end()
  )
  SELECT p.ts, SUM(min(r.ts + r.dur, p.ts + $period) - max(r.ts, p.ts)) / CAST($period AS REAL)
      / (SELECT COUNT(DISTINCT cpu) FROM sched) AS utilization,
    SUM(min(r.ts + r.dur, p.ts + $period) - max(r.ts, p.ts)) / CAST($period AS REAL) AS unnormalized_utilization
  FROM __periods p JOIN $runs r ON r.ts < p.ts + $period AND r.ts + r.dur > p.ts
  GROUP BY p.ts
);
