-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.oom_adjuster;
INCLUDE PERFETTO MODULE linux.memory.process;

CREATE PERFETTO VIEW __tv_oom AS SELECT ts, dur, upid, score, bucket, process_name FROM android_oom_adj_intervals WHERE dur > 0;
CREATE PERFETTO VIEW __tv_memory AS
SELECT ts, dur, upid, pid, anon_rss, file_rss, shmem_rss, rss, swap, anon_rss_and_swap, rss_and_swap
FROM _memory_rss_and_swap_per_process_table;
CREATE VIRTUAL TABLE __tv_memory_oom USING SPAN_OUTER_JOIN(__tv_memory PARTITIONED upid, __tv_oom PARTITIONED upid);
CREATE PERFETTO TABLE memory_oom_score_with_rss_and_swap_per_process AS
SELECT ts, dur, score, bucket, upid, process_name, pid, NULL AS oom_adj_id, NULL AS oom_adj_ts, NULL AS oom_adj_dur,
  NULL AS oom_adj_track_id, NULL AS oom_adj_thread_name, NULL AS oom_adj_reason, NULL AS oom_adj_trigger, anon_rss,
  file_rss, shmem_rss, rss, swap, anon_rss_and_swap, rss_and_swap
FROM __tv_memory_oom;
