-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO MACRO __tv_column(x Expr) RETURNS Expr AS $x;
CREATE PERFETTO MACRO __tv_null_column(x Expr) RETURNS Expr AS NULL AS $x;

-- Adds intervals without values to the gaps of each partition, from the first to the last time of all partitions.
CREATE PERFETTO MACRO _intervals_fill_gaps(partition_columns ColumnNameList, value_columns ColumnNameList,
  intervals TableOrSubquery)
RETURNS TableOrSubquery AS
(
  WITH __given AS (
    SELECT ts, dur,
      __intrinsic_token_apply!(__tv_column, $partition_columns)
      __intrinsic_token_apply_prefix!(__tv_column, $value_columns)
    FROM $intervals WHERE dur >= 0
  ),
  __parts AS (
    SELECT MIN(ts) AS first_ts, MAX(ts + dur) AS last_ts,
      __intrinsic_token_apply!(__tv_column, $partition_columns)
    FROM __given GROUP BY __intrinsic_token_apply!(__tv_column, $partition_columns)
  ),
  __gaps AS (
    SELECT ts + dur AS ts,
      lead(ts, 1, trace_end()) OVER (
        PARTITION BY __intrinsic_token_apply!(__tv_column, $partition_columns) ORDER BY ts) - (ts + dur) AS dur,
      __intrinsic_token_apply!(__tv_column, $partition_columns)
    FROM __given
    UNION ALL
    SELECT trace_start() AS ts, first_ts - trace_start() AS dur,
      __intrinsic_token_apply!(__tv_column, $partition_columns)
    FROM __parts
  )
  SELECT ts, dur, __intrinsic_token_apply!(__tv_column, $partition_columns)
    __intrinsic_token_apply_prefix!(__tv_column, $value_columns)
  FROM __given
  UNION ALL
  SELECT ts, dur, __intrinsic_token_apply!(__tv_column, $partition_columns)
    __intrinsic_token_apply_prefix!(__tv_null_column, $value_columns)
  FROM __gaps WHERE dur > 0
);
