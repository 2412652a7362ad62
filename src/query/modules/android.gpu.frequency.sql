-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO TABLE android_gpu_frequency AS
SELECT i.ts, i.dur, t.gpu_id, CAST(i.value AS INT) AS gpu_freq,
  CAST(i.value - i.delta_value AS INT) AS prev_gpu_freq, CAST(i.next_value AS INT) AS next_gpu_freq
FROM counter_leading_intervals!((
  SELECT c.id, c.ts, c.track_id, c.value FROM counter c JOIN gpu_counter_track t ON t.id = c.track_id
  WHERE t.name = 'gpufreq'
)) i
JOIN gpu_counter_track t ON t.id = i.track_id
ORDER BY i.ts;
