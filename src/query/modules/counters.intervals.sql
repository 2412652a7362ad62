-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO MACRO counter_leading_intervals(counter_table TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT id, ts, lead(ts, 1, trace_end()) OVER (PARTITION BY track_id ORDER BY ts, id) - ts AS dur,
    track_id, value,
    lead(value) OVER (PARTITION BY track_id ORDER BY ts, id) AS next_value,
    value - lag(value) OVER (PARTITION BY track_id ORDER BY ts, id) AS delta_value
  FROM $counter_table
);
