-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE slice_self_dur AS
WITH children AS (
  SELECT parent_id AS id, SUM(max(dur, 0)) AS dur FROM slice WHERE parent_id IS NOT NULL GROUP BY parent_id
)
SELECT s.id, s.dur - ifnull(c.dur, 0) AS self_dur
FROM slice s LEFT JOIN children c USING (id);
