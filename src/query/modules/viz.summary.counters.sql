-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO TABLE _counter_track_summary AS SELECT DISTINCT track_id AS id FROM counter;
