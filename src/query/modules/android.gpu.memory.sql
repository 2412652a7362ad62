-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.memory.general;

CREATE PERFETTO TABLE android_gpu_memory_per_process AS
SELECT ts, dur, upid, CAST(value AS INT) AS gpu_memory FROM _all_process_counter!('GPU Memory');
