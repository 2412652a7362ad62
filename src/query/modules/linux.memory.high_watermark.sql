-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.memory.process;

CREATE PERFETTO TABLE memory_rss_high_watermark_per_process AS
WITH highest AS (
  SELECT ts, dur, upid, pid, process_name, rss,
    MAX(rss) OVER (PARTITION BY upid ORDER BY ts) AS rss_high_watermark
  FROM memory_rss_and_swap_per_process
),
changes AS (
  SELECT *, ifnull(rss_high_watermark != lag(rss_high_watermark) OVER (PARTITION BY upid ORDER BY ts), 1) AS is_new
  FROM highest
)
SELECT ts, lead(ts, 1, trace_end()) OVER (PARTITION BY upid ORDER BY ts) - ts AS dur, upid, pid, process_name,
  rss_high_watermark
FROM changes WHERE is_new;
