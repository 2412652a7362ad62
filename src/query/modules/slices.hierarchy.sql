-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO FUNCTION _slice_ancestor_and_self(slice_id LONG)
RETURNS TABLE(id LONG, ts LONG, dur LONG, track_id LONG, name STRING, depth LONG, parent_id LONG, arg_set_id LONG) AS
SELECT id, ts, dur, track_id, name, depth, parent_id, arg_set_id FROM slice WHERE id = $slice_id
UNION ALL
SELECT id, ts, dur, track_id, name, depth, parent_id, arg_set_id FROM ancestor_slice($slice_id);

CREATE PERFETTO FUNCTION _slice_descendant_and_self(slice_id LONG)
RETURNS TABLE(id LONG, ts LONG, dur LONG, track_id LONG, name STRING, depth LONG, parent_id LONG, arg_set_id LONG) AS
SELECT id, ts, dur, track_id, name, depth, parent_id, arg_set_id FROM slice WHERE id = $slice_id
UNION ALL
SELECT id, ts, dur, track_id, name, depth, parent_id, arg_set_id FROM descendant_slice($slice_id);
