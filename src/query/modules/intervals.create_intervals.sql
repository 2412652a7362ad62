-- SPDX-License-Identifier: GPL-3.0-or-later
-- Intervals from each start to the first end after it. Starts without an end are left out.
CREATE PERFETTO MACRO _interval_create(starts_table TableOrSubquery, ends_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT ts, next_ts - ts AS dur
  FROM (
    SELECT ts, is_start, MIN(iif(is_start, NULL, ts)) OVER (ORDER BY ts DESC, is_start DESC ROWS UNBOUNDED PRECEDING) AS next_ts
    FROM (SELECT ts, 1 AS is_start FROM $starts_table UNION ALL SELECT ts, 0 FROM $ends_table)
  )
  WHERE is_start AND next_ts IS NOT NULL
  ORDER BY ts
);
