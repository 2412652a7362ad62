-- SPDX-License-Identifier: GPL-3.0-or-later
-- Whether only the name distinguishes a counter from others of its type.
CREATE PERFETTO FUNCTION _counter_track_is_only_name_dimension(track_id LONG) RETURNS BOOL AS
SELECT COUNT(*) = 0
FROM counter_track t JOIN args a ON a.arg_set_id = t.dimension_arg_set_id
WHERE t.id = $track_id AND a.key IS NOT 'name';
