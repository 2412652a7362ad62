-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO MACRO _interval_intersect_single(ts Expr, dur Expr, intervals_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT id_0 AS id, ts, dur
  FROM _interval_intersect!(($intervals_table, (SELECT 0 AS id, $ts AS ts, $dur AS dur)), ())
);

-- Pieces between neighbouring starts and ends, with the intervals that cover each piece or end at its start.
CREATE PERFETTO MACRO interval_self_intersect(intervals TableOrSubquery) RETURNS TableOrSubquery AS
(
  WITH __given AS (SELECT id, ts, dur FROM $intervals),
  __bounds AS (SELECT ts FROM __given UNION SELECT ts + dur FROM __given),
  __pieces AS (
    SELECT ts, lead(ts, 1, ts) OVER (ORDER BY ts) - ts AS dur, row_number() OVER (ORDER BY ts) AS group_id
    FROM __bounds
  )
  SELECT p.ts, p.dur, p.group_id, g.id, p.ts = g.ts + g.dur AND g.dur > 0 AS interval_ends_at_ts
  FROM __pieces p
  JOIN __given g ON p.ts >= g.ts AND p.ts <= g.ts + g.dur
);
