-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.memory.general;

CREATE PERFETTO TABLE __tv_anon_rss AS
SELECT ts, dur, upid, CAST(value AS INT) AS anon_rss_val FROM _all_process_counter!('mem.rss.anon') WHERE dur > 0;
CREATE PERFETTO TABLE __tv_file_rss AS
SELECT ts, dur, upid, CAST(value AS INT) AS file_rss_val FROM _all_process_counter!('mem.rss.file') WHERE dur > 0;
CREATE PERFETTO TABLE __tv_shmem_rss AS
SELECT ts, dur, upid, CAST(value AS INT) AS shmem_rss_val FROM _all_process_counter!('mem.rss.shmem') WHERE dur > 0;
CREATE PERFETTO TABLE __tv_swap AS
SELECT ts, dur, upid, CAST(value AS INT) AS swap_val FROM _all_process_counter!('mem.swap') WHERE dur > 0;

CREATE VIRTUAL TABLE __tv_anon_file USING SPAN_OUTER_JOIN(__tv_anon_rss PARTITIONED upid, __tv_file_rss PARTITIONED upid);
CREATE VIRTUAL TABLE __tv_anon_file_shmem USING SPAN_OUTER_JOIN(__tv_anon_file PARTITIONED upid, __tv_shmem_rss PARTITIONED upid);
CREATE VIRTUAL TABLE __tv_rss_swap USING SPAN_OUTER_JOIN(__tv_anon_file_shmem PARTITIONED upid, __tv_swap PARTITIONED upid);

CREATE PERFETTO TABLE _memory_rss_and_swap_per_process_table AS
SELECT r.ts, r.dur, r.upid, p.pid, p.name AS process_name, r.anon_rss_val AS anon_rss, r.file_rss_val AS file_rss,
  r.shmem_rss_val AS shmem_rss,
  coalesce(r.file_rss_val, 0) + coalesce(r.anon_rss_val, 0) + coalesce(r.shmem_rss_val, 0) AS rss,
  r.swap_val AS swap,
  coalesce(r.anon_rss_val, 0) + coalesce(r.swap_val, 0) AS anon_rss_and_swap,
  coalesce(r.anon_rss_val, 0) + coalesce(r.file_rss_val, 0) + coalesce(r.shmem_rss_val, 0)
    + coalesce(r.swap_val, 0) AS rss_and_swap
FROM __tv_rss_swap r JOIN process p USING (upid);
CREATE PERFETTO VIEW memory_rss_and_swap_per_process AS SELECT * FROM _memory_rss_and_swap_per_process_table;
