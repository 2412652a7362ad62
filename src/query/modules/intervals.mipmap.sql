-- SPDX-License-Identifier: GPL-3.0-or-later
-- Buckets of equal length from the first start to the last end of each partition of a table (ts, dur).
CREATE PERFETTO MACRO _mipmap_buckets_table(source_table TableOrSubquery, partition_column ColumnName,
  bucket_duration_ns Expr)
RETURNS TableOrSubquery AS
(
  WITH RECURSIVE __spans AS MATERIALIZED (
    SELECT $partition_column, MIN(ts) AS span_start, MAX(ts + dur) AS span_end FROM $source_table GROUP BY 1
  ),
  __buckets AS (
    SELECT $partition_column, span_start, span_end, 0 AS bucket_index FROM __spans WHERE span_end > span_start
    UNION ALL
    SELECT $partition_column, span_start, span_end, bucket_index + 1 FROM __buckets
    WHERE span_start + (bucket_index + 1) * ($bucket_duration_ns) < span_end
  )
  SELECT row_number() OVER (ORDER BY $partition_column, bucket_index) AS id, $partition_column, bucket_index,
    span_start + bucket_index * ($bucket_duration_ns) AS ts, $bucket_duration_ns AS dur
  FROM __buckets
);

-- Intervals of equal group_hash in neighboring buckets. The group of a bucket is the one that covers most of it.
CREATE PERFETTO MACRO _mipmap_merged(source_slices_with_ids TableOrSubquery, buckets TableOrSubquery,
  partition_column ColumnName, bucket_duration_ns Expr)
RETURNS TableOrSubquery AS
(
  WITH __slices AS MATERIALIZED (SELECT id, ts, dur, $partition_column, group_hash FROM $source_slices_with_ids),
  __all_buckets AS MATERIALIZED (SELECT id, ts, dur, $partition_column, bucket_index FROM $buckets),
  __groups AS (
    SELECT b.$partition_column, b.bucket_index, b.ts AS bucket_ts, s.group_hash, SUM(i.dur) AS group_dur, MIN(s.id) AS id,
      MIN(s.ts) AS first_ts
    FROM _interval_intersect!((__slices, __all_buckets), ($partition_column)) i
    JOIN __slices s ON s.id = i.id_0
    JOIN __all_buckets b ON b.id = i.id_1
    GROUP BY b.id, s.group_hash
  ),
  __winners AS (
    SELECT *, row_number() OVER (
      PARTITION BY $partition_column, bucket_index ORDER BY group_dur DESC, first_ts, group_hash) AS place
    FROM __groups
  ),
  __runs AS (
    SELECT *, bucket_index - row_number() OVER (PARTITION BY $partition_column, group_hash ORDER BY bucket_index) AS run
    FROM __winners WHERE place = 1
  )
  SELECT $partition_column, MIN(id) AS id, MIN(bucket_ts) AS ts, COUNT(*) * ($bucket_duration_ns) AS dur, group_hash
  FROM __runs
  GROUP BY $partition_column, group_hash, run
  ORDER BY ts
);
