-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE intervals.overlap;

CREATE PERFETTO FUNCTION linux_device_major_id(dev LONG) RETURNS LONG AS SELECT $dev >> 20;
CREATE PERFETTO FUNCTION linux_device_minor_id(dev LONG) RETURNS LONG AS SELECT $dev & ((1 << 20) - 1);

CREATE PERFETTO TABLE linux_active_block_io_operations_by_device AS
SELECT ts, value AS ops_in_queue_or_device, group_name AS dev
FROM intervals_overlap_count_by_group!((
  SELECT s.ts, s.dur, extract_arg(t.dimension_arg_set_id, 'block_device') AS dev
  FROM slice s JOIN track t ON t.id = s.track_id WHERE t.type = 'block_io' AND s.dur >= 0
), ts, dur, dev);
