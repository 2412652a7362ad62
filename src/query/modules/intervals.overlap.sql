-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO MACRO intervals_overlap_count(segments TableOrSubquery, ts_column ColumnName, dur_column ColumnName)
RETURNS TableOrSubquery AS
(
  SELECT ts, SUM(SUM(change)) OVER (ORDER BY ts) AS value
  FROM (
    SELECT $ts_column AS ts, 1 AS change FROM $segments
    UNION ALL
    SELECT $ts_column + $dur_column AS ts, -1 AS change FROM $segments WHERE $dur_column != -1
  )
  GROUP BY ts
);

CREATE PERFETTO MACRO intervals_overlap_count_by_group(segments TableOrSubquery, ts_column ColumnName,
  dur_column ColumnName, group_column ColumnName)
RETURNS TableOrSubquery AS
(
  SELECT ts, SUM(SUM(change)) OVER (PARTITION BY group_name ORDER BY ts) AS value, group_name
  FROM (
    SELECT $ts_column AS ts, 1 AS change, $group_column AS group_name FROM $segments
    UNION ALL
    SELECT $ts_column + $dur_column AS ts, -1 AS change, $group_column AS group_name
    FROM $segments WHERE $dur_column != -1
  )
  GROUP BY group_name, ts
);

CREATE PERFETTO MACRO interval_merge_overlapping(intervals TableOrSubquery, epsilon Expr) RETURNS TableOrSubquery AS
(
  SELECT MIN(ts) AS ts, MAX(ts + dur) - MIN(ts) AS dur
  FROM (
    SELECT ts, dur, SUM(is_new) OVER (ORDER BY ts, dur ROWS UNBOUNDED PRECEDING) AS part
    FROM (
      SELECT ts, dur,
        ifnull(ts > MAX(ts + dur + $epsilon) OVER (
          ORDER BY ts, dur ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 1) AS is_new
      FROM $intervals
    )
  )
  GROUP BY part
);

CREATE PERFETTO MACRO __tv_no_parens(x Expr) RETURNS Expr AS $x;
CREATE PERFETTO MACRO interval_merge_overlapping_partitioned(intervals TableOrSubquery,
  partition_columns ColumnNameList)
RETURNS TableOrSubquery AS
(
  SELECT MIN(ts) AS ts, MAX(ts + dur) - MIN(ts) AS dur,
    __intrinsic_token_apply!(__tv_no_parens, $partition_columns)
  FROM (
    SELECT *, SUM(__is_new) OVER (PARTITION BY __intrinsic_token_apply!(__tv_no_parens, $partition_columns)
      ORDER BY ts, dur ROWS UNBOUNDED PRECEDING) AS __part
    FROM (
      SELECT ts, dur, __intrinsic_token_apply!(__tv_no_parens, $partition_columns),
        ifnull(ts > MAX(ts + dur) OVER (
          PARTITION BY __intrinsic_token_apply!(__tv_no_parens, $partition_columns)
          ORDER BY ts, dur ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 1) AS __is_new
      FROM $intervals
    )
  )
  GROUP BY __part, __intrinsic_token_apply!(__tv_no_parens, $partition_columns)
);

-- Children (root_id, id, parent_id, ts, dur) with their roots (id, ts, dur). A root without children is a row without a
-- child.
CREATE PERFETTO MACRO _intervals_merge_root_and_children(roots_table TableOrSubquery, children_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT r.id AS root_id, r.ts AS root_ts, r.dur AS root_dur, c.id, c.parent_id, c.ts, c.dur
  FROM $roots_table r LEFT JOIN $children_table c ON c.root_id = r.id
);

-- The innermost interval of each root at any time, from the rows of the macro above. The id of the root is that of its parts
-- without children.
CREATE PERFETTO MACRO _intervals_flatten(children_with_roots_table TableOrSubquery) RETURNS TableOrSubquery AS
(
  WITH __given AS (
    SELECT root_id, root_ts, root_ts + root_dur AS root_end, id, parent_id, ts, dur
    FROM $children_with_roots_table WHERE root_dur > 0
  ),
  __events AS (
    SELECT DISTINCT root_id, root_end, root_id AS id, root_ts AS ts, 0 AS kind, 0 AS place FROM __given
    UNION ALL
    SELECT root_id, root_end, ifnull(parent_id, root_id), ts + dur, 1, dur FROM __given WHERE dur > 0
    UNION ALL
    SELECT root_id, root_end, id, ts, 2, -dur FROM __given WHERE dur > 0
  )
  SELECT root_id, id, ts, dur
  FROM (
    SELECT root_id, id, ts, lead(ts, 1, root_end) OVER (PARTITION BY root_id ORDER BY ts, kind, place) - ts AS dur
    FROM __events
  )
  WHERE dur > 0
);
