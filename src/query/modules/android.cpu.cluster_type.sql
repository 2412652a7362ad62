-- SPDX-License-Identifier: GPL-3.0-or-later
-- Type of each cluster by capacity, or by number: two clusters are little and big, three are little, medium and big.
CREATE PERFETTO TABLE android_cpu_cluster_mapping AS
WITH ranks AS (
  SELECT cluster_id, row_number() OVER (ORDER BY MAX(capacity), cluster_id) AS rank, COUNT(*) OVER () AS n
  FROM cpu WHERE cluster_id IS NOT NULL GROUP BY cluster_id
)
SELECT c.ucpu, c.cpu,
  CASE
    WHEN r.n = 2 THEN iif(r.rank = 1, 'little', 'big')
    WHEN r.n = 3 THEN str_split('little medium big', ' ', r.rank - 1)
  END AS cluster_type
FROM cpu c LEFT JOIN ranks r USING (cluster_id);
