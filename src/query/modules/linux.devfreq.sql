-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.intervals;

-- Frequencies of the DynamIQ Shared Unit, which the cores of a cluster share.
CREATE PERFETTO TABLE linux_devfreq_dsu_counter AS
SELECT id, ts, dur, CAST(value AS INT) AS dsu_freq
FROM counter_leading_intervals!((
  SELECT c.id, c.ts, c.track_id, c.value FROM counter c JOIN counter_track t ON t.id = c.track_id WHERE t.name = 'devfreq_dsu'
));
