-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE intervals.overlap;

CREATE PERFETTO TABLE sched_runnable_thread_count AS
SELECT ts, value AS runnable_thread_count
FROM intervals_overlap_count!((SELECT ts, dur FROM thread_state WHERE state IN ('R', 'R+')), ts, dur);

CREATE PERFETTO TABLE sched_uninterruptible_sleep_thread_count AS
SELECT ts, value AS uninterruptible_sleep_thread_count
FROM intervals_overlap_count!((SELECT ts, dur FROM thread_state WHERE state = 'D'), ts, dur);

CREATE PERFETTO TABLE sched_active_cpu_count AS
SELECT ts, value AS active_cpu_count
FROM intervals_overlap_count!((SELECT ts, dur FROM sched WHERE utid != 0), ts, dur);
