-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.cpu.idle;

CREATE PERFETTO TABLE cpu_idle_stats AS
WITH counted AS (
  SELECT cpu, idle AS state, COUNT(*) AS count, SUM(dur) AS dur, AVG(dur) AS avg_dur
  FROM cpu_idle_counters GROUP BY cpu, idle
)
SELECT cpu, state, count, dur, CAST(avg_dur AS INT) AS avg_dur,
  100.0 * dur / SUM(dur) OVER (PARTITION BY cpu) AS idle_percent
FROM counted;
